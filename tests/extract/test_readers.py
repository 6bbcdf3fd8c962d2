import gzip
import io
import json
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.errors import InputError
from paperatlas.extract.readers import FORMATS, read_papers

DATA = Path(__file__).parents[1] / "data" / "readers"
SEEDS = Path(__file__).parents[2] / "seeds"


def places(problems) -> list[tuple[int, str]]:
    return [(int(problem.where.rpartition(":")[2]), problem.reason) for problem in problems]


def test_seeds_hold_57_papers_and_no_other_list() -> None:
    reading = read_papers(sorted(SEEDS.glob("*.txt")))
    assert len(reading.papers) == reading.read == 57
    assert {path.name for path in SEEDS.glob("*.txt")} == {
        "000_143387e716432e6c.txt",
        "001_9a98dc85f7cbf2af.txt",
        "002_e16f8199802d0b1c.txt",
    }


@pytest.mark.parametrize(
    ("content", "abstracts"),
    [
        ("NeurIPS 2024 Papers\n\nWe train BERT.\n\nWe test it.", ["We train BERT.", "We test it."]),
        ("NeurIPS 2024 论文列表\n \t\n我们训练BERT。\n", ["我们训练BERT。"]),
        ("Мы обучаем BERT.\r\n\r\nЕщё одна работа.", ["Мы обучаем BERT.", "Ещё одна работа."]),
        ("We train BERT\non two lines.", ["We train BERT\non two lines."]),
        ("\ufeff We train BERT.", ["We train BERT."]),
        ("It is short.\n\n" + "word " * 240_000 + "\n\nThe end.", ["It is short.", "The end."]),
    ],
)
def test_text_is_split_at_blank_lines_below_its_title(read, content: str, abstracts: list[str]) -> None:
    assert [paper.abstract for paper in read(content).papers] == abstracts


def test_a_book_among_abstracts_is_skipped_by_place(read) -> None:
    assert places(read("We train.\n\n" + "a" * 1_200_000).skipped) == [
        (3, "1,200,000 characters, more than 1,000,000; split it")
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encodings_with_a_mark_and_gzip_are_read(read, encoding: str) -> None:
    content = "We train Schrödinger nets.".encode(encoding)
    assert [read(data).papers[0].abstract for data in (content, gzip.compress(content))] == [
        content.decode(encoding)
    ] * 2


def test_source_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "列表.txt"
    path.write_text("A list\n\n\nWe train BERT.\n", encoding="utf-8")
    assert read_papers([path, str(path)]).papers[1].source == f"{path}:4"


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("Wir prüfen BERT.".encode()), encoding="ascii"))
    paper = read_papers(["-"]).papers[0]
    assert (paper.abstract, paper.source) == ("Wir prüfen BERT.", "-:1")


def test_json_lines_keep_ids_and_name_bad_lines(read) -> None:
    reading = read(
        '{"id": 7, "title": "T", "abstract": "We train.", "authors": ["Jane Roe", {"given": "Ann", "family": "Lee"}],'
        ' "year": 2020, "venue": "V", "url": "http://x", "keywords": ["a", "b"]}\n'
        '{"id": "00.1", "abstract": "Half \\ud800 of a pair."}\n'
        "\n"
        "not json\n"
        "[1]\n"
        '{"id": "x", "abstract": {"is": "no text"}}\n'
        '{"id": "y", "title": "Alone", "abstract": null, "year": "soon"}\n'
        '{"id": "z", "abstract": "N/A"}\n'
    )
    first, second, alone = reading.papers
    assert (first.id, first.title, first.authors, first.year) == ("7", "T", ("Jane Roe", "Ann Lee"), 2020)
    assert (first.venue, first.url, first.keywords) == ("V", "http://x", ("a", "b"))
    assert (second.id, second.title, second.abstract) == ("00.1", None, "Half \ufffd of a pair.")
    assert (alone.id, alone.abstract) == ("y", "")
    assert [line for line, _ in places(reading.failed)] == [4, 5, 6]
    assert places(reading.skipped) == [(8, "neither title nor abstract")]
    assert places(reading.notes) == [
        (7, "no year can be read in 'soon'"),
        (7, "no abstract; its title alone is used"),
    ]
    assert reading.read == 7


@pytest.mark.parametrize(
    ("content", "ids", "failed"),
    [
        ('[{"id": "a", "abstract": "A."},\n {"id": "b", "abstract": "B."}]', ["a", "b"], []),
        ('[{"id": "a", "abstract": "A."},\n 3, {"id": "b", "abstract": "B."}]', ["a", "b"], [2]),
        ('[{"id": "a", "abstract": "A."},\n {"id": "b", "abs', ["a"], [2]),
        ('[{"id": "a", "abstract": "A."}\n', ["a"], [2]),
        ('{\n  "id": "a",\n  "abstract": "A."\n}\n', ["a"], []),
    ],
)
def test_json_arrays_and_single_objects(read, content: str, ids: list[str], failed: list[int]) -> None:
    reading = read(content)
    assert [paper.id for paper in reading.papers] == ids
    assert [line for line, _ in places(reading.failed)] == failed


def test_json_of_an_arxiv_dump(read) -> None:
    record = {
        "id": "0704.0001",
        "authors": "C. Bal\\'azs, E. L. Berger",
        "title": "Light\n  networks",
        "doi": "10.1/x",
        "abstract": "  We train.\n",
        "versions": [{"created": "Mon, 2 Apr 2007 19:18:42 GMT"}],
        "update_date": "2008-11-26",
    }
    paper = read(json.dumps(record)).papers[0]
    assert (paper.id, paper.authors, paper.year) == ("0704.0001", ("C. Balázs", "E. L. Berger"), 2007)
    assert (paper.url, paper.abstract) == ("https://doi.org/10.1/x", "  We train.\n")


def test_bibtex_faults_are_named_and_good_entries_survive(caplog: pytest.LogCaptureFixture) -> None:
    reading = read_papers([DATA / "faulty.bib"])
    assert [paper.id for paper in reading.papers] == ["roe2020", "roe2020", "twice", "after", "p-996f320fce4b", "bare"]
    assert [paper.title for paper in reading.papers][1:4] == ["Another Text", "First Title", "After the Fault"]
    failed = places(reading.failed)
    assert [line for line, _ in failed] == [19, 21]
    assert failed[0][1] == "not BibTeX: unexpected 'abstract = {This abs' in title; check its commas and quotes"
    assert places(reading.skipped) == [
        (29, "neither title nor abstract"),
        (31, "a volume of proceedings, not a paper"),
    ]
    assert places(reading.notes) == [
        (17, "title is there twice; the first counts"),
        (25, "no key"),
        (25, "no year can be read in 'in press'"),
        (27, "no abstract; its title alone is used"),
    ]
    assert reading.read == 10
    assert not caplog.records


def test_bibtex_fields_are_read() -> None:
    paper = read_papers([DATA / "faulty.bib"]).papers[0]
    assert paper.authors == ("Jane Roe", "Ann Lee", "The Lumi Team", "Kees van der Berg", "P. Erdős")
    assert (paper.venue, paper.year, paper.keywords) == (
        "Meeting on Invented Results, 2020",
        2020,
        ("light", "networks"),
    )
    assert paper.title == "{LumiNet}: Light Networks"
    assert paper.abstract == 'We propose LumiNet, a network that\n    reads {"}light{"}.'


def test_table_takes_marks_quotes_and_ragged_rows(read) -> None:
    reading = read(
        "\ufeffTitle;Abstract;Authors;Year;ID\n"
        '"A";"We ""train""\nBERT; twice";"Roe, Jane; Lee, Ann";2020;7\n'
        "B;short\n"
        "C;\0 NUL;Jane Roe and Ann Lee;;c;surplus\n"
        "\n"
        ";;;;\n"
        "D;;;2020;d\n"
    )
    first, second, third, fourth = reading.papers
    assert (first.title, first.abstract, first.year, first.id) == ("A", 'We "train"\nBERT; twice', 2020, "7")
    assert first.authors == third.authors == ("Jane Roe", "Ann Lee")
    assert (second.abstract, third.abstract, fourth.abstract) == ("short", "\0 NUL", "")
    assert places(reading.notes) == [
        (4, "2 values for 5 columns"),
        (5, "6 values for 5 columns; those on the right are left out"),
        (8, "no abstract; its title alone is used"),
    ]


@pytest.mark.parametrize(
    "content",
    [
        'ID\tTitle\tAbstract\nk\tT\tA "b" c\n',
        '"Key","Publication Year","Title","Abstract Note"\n"k",2020,T,"A ""b"" c"\n',
        'title|abstract|id\nT|A "b" c|k',
    ],
)
def test_table_headers_and_delimiters(read, content: str) -> None:
    paper = read(content).papers[0]
    assert (paper.id, paper.title, paper.abstract) == ("k", "T", 'A "b" c')


def test_table_with_a_very_long_field_and_an_open_quote(read) -> None:
    reading = read('title,abstract\nA,"' + "x " * 70_000 + '"\nB,"never closed\nC,ok\nD,fine\n')
    assert [(paper.title, len(paper.abstract)) for paper in reading.papers] == [("A", 140_000), ("C", 2), ("D", 4)]
    assert places(reading.failed) == [(3, "a quote is opened and never closed")]


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        ("Roe, Jane", ("Jane Roe",)),
        ("Jane Roe, Ann Lee", ("Jane Roe", "Ann Lee")),
        ("Roe, J., Lee, A. B.", ("J. Roe", "A. B. Lee")),
        ("Jane Roe, Ann Lee and Bo Li", ("Jane Roe", "Ann Lee", "Bo Li")),
        (["Jane Roe", "Jane Roe", ""], ("Jane Roe",)),
        (None, ()),
    ],
)
def test_authors_are_parted(read, authors: object, names: tuple[str, ...]) -> None:
    assert read(json.dumps({"abstract": "We train.", "authors": authors})).papers[0].authors == names


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty; a list of abstracts was expected"),
        (b" \n\n\t", "is empty; a list of abstracts was expected"),
        (b"\x00\x01\x02\x03" * 50, "holds binary data"),
        (b"<?xml version='1.0'?><rss/>", "is XML but not the ACL Anthology's; give text, JSON, BibTeX"),
        (b"\x89PNG\r\n\x1a\n", "is an image, not a list of abstracts"),
        (b"%PDF-1.7", "is a PDF, not a list of abstracts"),
        ("Schrödinger trains BERT.".encode("latin-1"), "is not UTF-8: byte 0xf6 at offset 4; save it as UTF-8"),
        (gzip.compress(b"We train BERT.")[:-6], "is gzip that ends too early"),
        (b"NeurIPS 2024 Papers\n", "no abstract in .*, read as text with 0 records"),
        (b'{"title": "A"}\n{"title": "B"}\n', "no abstract in .*, read as jsonl with 2 records"),
        (b"title,year\nA,2020\n", "no abstract in .*, read as csv with 1 records"),
        (b"@misc{a, title={A}}", "no abstract in .*, read as bibtex with 1 records"),
        (b'{"title": "A"\n', "list:1: not JSON"),
    ],
)
def test_bad_content_is_one_line_with_the_way_out(read, content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(content)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "no file .*missing"),
        (".", "is a folder; name the files"),
        ("a\0b", "can't read .*a.b: embedded null"),
    ],
)
def test_bad_paths_are_one_line_with_the_way_out(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_papers([tmp_path / name])


def test_input_format_overrides_the_content(read) -> None:
    line = '{"abstract": "We train. We test."}'
    assert [read(line, input_format=name).papers[0].abstract for name in ("text", "jsonl")] == [line, line[14:-2]]


@given(
    st.sampled_from(FORMATS),
    st.binary()
    | st.lists(
        st.sampled_from(
            [
                *("@misc{", "a,", "title", "abstract", "=", "{", "}", '"', "[", "]", ": ", ",", ";", "\n", "\0", "1"),
                *("<paper>", "</paper>", "<title>", "</title>", "<meta>", "<!--", "-->", "&", "---\n", "- ", "*a"),
            ]
        )
    ).map(lambda parts: "".join(parts).encode()),
)
def test_any_bytes_are_read_whole_or_refused(name: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list"
        path.write_bytes(content)
        try:
            reading = read_papers([path], input_format=name)
        except InputError as error:
            assert len(str(error).splitlines()) == 1
        else:
            assert all(paper.abstract or paper.title for paper in reading.papers)
            assert all(problem.reason for problem in (*reading.skipped, *reading.failed, *reading.notes))


def test_an_unknown_format_lists_the_known() -> None:
    with pytest.raises(InputError, match=f"no format 'word'; known are {', '.join(FORMATS)}"):
        read_papers([], input_format="word")
