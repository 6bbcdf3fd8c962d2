import json
import resource
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from paperatlas.atlas import FORMAT, OWNED, REPORT, open_atlas, read_extractions, write_atlas
from paperatlas.errors import AtlasError, InputError
from paperatlas.graph.store import open_store
from paperatlas.records import Extraction
from paperatlas.rows import full_row

PROMISED = ("papers.jsonl", "extractions.jsonl", "graph.json", "merges.jsonl", "index.html")


@pytest.fixture(scope="module")
def written(invented: list[Extraction], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_atlas(invented, tmp_path_factory.mktemp("written") / "atlas").path


@pytest.fixture
def atlas(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "atlas"))


def content(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def report_of(folder: Path, **changes: object) -> None:
    report = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    (folder / REPORT).write_text(json.dumps(report | changes), encoding="utf-8")


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limit[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, handler)


def test_an_atlas_holds_its_files_and_nothing_else(atlas: Path, invented: list[Extraction]) -> None:
    assert set(content(atlas.parent)) == {f"atlas/{name}" for name in OWNED - {"graph.lbug.wal"}}
    report = open_atlas(atlas).report
    assert report["format"] == FORMAT
    assert report["counts"]["nodes"]["Paper"] == len(invented)
    assert set(report["seconds"]) == {"graph", "store", "page"}


def test_graph_json_has_the_documented_form(atlas: Path) -> None:
    graph = json.loads((atlas / "graph.json").read_text(encoding="utf-8"))
    papers = [json.loads(line)["id"] for line in (atlas / "papers.jsonl").read_text(encoding="utf-8").splitlines()]
    assert set(graph) >= {"nodes", "edges"}
    assert sorted(node["id"] for node in graph["nodes"] if node["label"] == "Paper") == papers
    assert all({"source", "target", "key"} <= set(edge) for edge in graph["edges"])


def test_the_store_of_an_atlas_answers(atlas: Path, invented: list[Extraction]) -> None:
    with open_store(atlas / "graph.lbug") as store:
        assert list(store.rows("MATCH (p:Paper) RETURN count(*)")) == [(len(invented),)]


def test_extractions_come_back_equal(atlas: Path, invented: list[Extraction]) -> None:
    back = list(read_extractions(open_atlas(atlas)))
    assert [full_row(extraction) for extraction in back] == [full_row(extraction) for extraction in invented]
    assert [extraction.paper for extraction in back] == [extraction.paper for extraction in invented]


def test_an_atlas_made_from_what_another_keeps_is_equal_byte_for_byte(atlas: Path, tmp_path: Path) -> None:
    again = write_atlas(list(read_extractions(open_atlas(atlas)))[::-1], tmp_path / "again").path
    assert [(again / name).read_bytes() for name in PROMISED] == [(atlas / name).read_bytes() for name in PROMISED]


def test_a_former_atlas_is_replaced_and_files_of_the_user_stay(atlas: Path, invented: list[Extraction]) -> None:
    (atlas / "my notes.txt").write_text("mine")
    write_atlas(invented[:2], atlas)
    assert open_atlas(atlas).report["counts"]["nodes"]["Paper"] == 2
    assert (atlas / "my notes.txt").read_text() == "mine"


@pytest.mark.parametrize("size", [2_000, 60_000], ids=["graph", "store or page"])
def test_a_full_disk_keeps_the_former_atlas(atlas: Path, invented: list[Extraction], size: int) -> None:
    before = content(atlas.parent)
    with pytest.raises(InputError) as raised, file_size_limit(size):
        write_atlas(invented[:20], atlas)
    assert "\n" not in str(raised.value)
    assert content(atlas.parent) == before


@pytest.mark.parametrize(
    "file, text",
    [
        ("thesis.tex", "mine"),
        ("report.json", "{}"),
        ("report.json", '{"format": 1, "title": "quarterly"}'),
        ("report.json", "no JSON"),
    ],
)
def test_a_folder_with_other_files_is_refused_unchanged(
    tmp_path: Path, invented: list[Extraction], file: str, text: str
) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(AtlasError, match="other files and no atlas; name a new folder with -o"):
        write_atlas(invented, tmp_path)
    assert content(tmp_path) == {file: text.encode()}


def test_an_atlas_of_another_format_is_named_and_kept(atlas: Path, invented: list[Extraction]) -> None:
    report_of(atlas, format=FORMAT + 1)
    before = content(atlas)
    for act in (lambda: open_atlas(atlas), lambda: write_atlas(invented, atlas)):
        with pytest.raises(AtlasError, match=f"format {FORMAT + 1}, .*this version knows format {FORMAT}"):
            act()
    assert content(atlas) == before


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path, invented: list[Extraction]) -> None:
    (tmp_path / "atlas").write_text("mine")
    with pytest.raises(InputError, match="is a file; an atlas is a folder"):
        write_atlas(invented, tmp_path / "atlas")


@pytest.mark.parametrize(
    "file, line, message",
    [
        ("papers.jsonl", "{", "can't read .*papers.jsonl"),
        ("papers.jsonl", '{"id": "another"}', "a row that does not fit"),
        ("extractions.jsonl", '{"id": "inv-01"}', "a row that does not fit"),
    ],
)
def test_a_damaged_file_is_named(atlas: Path, file: str, line: str, message: str) -> None:
    (atlas / file).write_text(line)
    with pytest.raises(AtlasError, match=message):
        list(read_extractions(open_atlas(atlas)))


def test_no_papers_give_an_atlas_whose_page_says_so(tmp_path: Path) -> None:
    atlas = write_atlas([], tmp_path / "atlas")
    assert atlas.report["counts"]["nodes"] == {}
    assert "no papers" in (atlas.path / "index.html").read_text(encoding="utf-8").lower()
