import re

import pytest

from paperatlas.errors import InputError

EDITOR = "<editor><first>Eve</first><last>Ash</last></editor>"
META = f"<meta><booktitle>First Meeting on Invented Results</booktitle>{EDITOR}<year>2031</year></meta>"


def volume(*papers: str, meta: str = META, ids: tuple[str, str] = ("2031.invented", "1")) -> str:
    collection, number = ids
    inside = "\n".join(papers)
    return (
        f"<?xml version='1.0' encoding='UTF-8'?>\n<collection id=\"{collection}\">\n<volume id='{number}'>\n"
        f"{meta}\n<frontmatter><url>x-1.0</url></frontmatter>\n{inside}\n</volume>\n</collection>"
    )


def paper(number: int, abstract: str, rest: str = "") -> str:
    return f'<paper id="{number}"><title>T{number}</title>\n<abstract>{abstract}</abstract>{rest}</paper>'


def test_a_paper_has_its_own_fields_and_those_of_its_volume(read) -> None:
    reading = read(
        volume(
            '<paper id="3"><title>The <fixed-case>LumiNet</fixed-case> of <tex-math>k</tex-math> &amp; more</title>'
            '<author id="jane-roe"><first>Jane</first><last>Roe, Jr.</last><affiliation>Nowhere</affiliation>'
            "<variant><first>珍</first></variant></author><author><first/><last>Team</last></author>"
            f"{EDITOR}"
            "<abstract>We <i>train <b>BERT</b></i>.<br/>See <url>http://x.org</url>.</abstract>"
            '<url hash="1">2031.invented-1.3</url><doi>10.1/x.3</doi><bibkey>roe-2031</bibkey></paper>'
        )
    )
    (found,) = reading.papers
    assert (found.id, found.title) == ("2031.invented-1.3", "The LumiNet of $k$ & more")
    assert found.abstract == "We train BERT.\nSee http://x.org."
    assert found.authors == ("Jane Roe, Jr.", "Team")
    assert (found.venue, found.year) == ("First Meeting on Invented Results", 2031)
    assert found.url == "https://aclanthology.org/2031.invented-1.3"
    assert found.source.endswith(":6")
    assert reading.read == 1


@pytest.mark.parametrize(
    ("rest", "url"),
    [
        ("<doi>10.1/x.1</doi>", "https://doi.org/10.1/x.1"),
        ("<url>http://elsewhere.org/1.pdf</url><doi>10.1/x.1</doi>", "http://elsewhere.org/1.pdf"),
        ("", "https://aclanthology.org/2031.invented-1.1"),
    ],
)
def test_the_address_is_the_given_one_else_the_doi_else_the_anthologys(read, rest: str, url: str) -> None:
    assert read(volume(paper(1, "We train.", rest))).papers[0].url == url


@pytest.mark.parametrize(
    ("ids", "expected"),
    [(("P18", "2"), "P18-2007"), (("W18", "5"), "W18-0507"), (("D19", "61"), "D19-6107"), (("", ""), "p-")],
)
def test_ids_of_older_collections(read, ids: tuple[str, str], expected: str) -> None:
    assert read(volume(paper(7, "We train."), ids=ids)).papers[0].id.startswith(expected)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("<paper id='2'><title>A <b>bold</title></paper>", "not XML: mismatched tag at line 8; mend its tags"),
        ("<paper id='2'>\n<title>R&D</title></paper>", "not XML: not well-formed (invalid token) at line 9"),
        ("<paper id='2'><title>A&nbsp;B</title></paper>", "not XML: undefined entity at line 8"),
        ("<paper id='2'><title>Never closed</title>", "not XML: no element found at line 9"),
        ("<paper id='2'><title>\x01</title></paper>", "not XML: not well-formed"),
    ],
)
def test_a_broken_paper_costs_no_other(read, broken: str, reason: str) -> None:
    reading = read(volume(paper(1, "We train."), broken, paper(3, "We test.")))
    assert [found.id[-1] for found in reading.papers] == ["1", "3"]
    (failed,) = reading.failed
    assert (failed.where.rpartition(":")[2], failed.reason[: len(reason)]) == ("8", reason)
    assert reading.read == 3


def test_a_file_cut_short_keeps_what_is_whole(read) -> None:
    whole = volume(paper(1, "We train."), paper(2, "We test."))
    reading = read(whole[: whole.index("We test")])
    assert [found.title for found in reading.papers] == ["T1"]
    assert [problem.reason.partition(" at")[0] for problem in reading.failed] == ["not XML: no element found"]


def test_a_broken_meta_is_noted_with_each_paper(read) -> None:
    reading = read(volume(paper(1, "We train."), meta="<meta><year>2031</meta>"))
    assert reading.papers[0].year is None
    assert reading.notes[0].reason == ("no year and venue, for the volume's meta is not XML: mismatched tag at line 4")


def test_comments_and_a_volume_without_meta_bring_nothing(read) -> None:
    second = f"<volume id='2'>{paper(1, 'We test.')}</volume>"
    reading = read(volume(f"<!-- {paper(9, 'Gone.')} -->", paper(1, "We train."), f"</volume>{second}<volume>"))
    assert [(found.id, found.year) for found in reading.papers] == [
        ("2031.invented-1.1", 2031),
        ("2031.invented-2.1", None),
    ]


BOMB = "".join(f'<!ENTITY b{n} "{f"&b{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "doctype",
    [f'<!ENTITY b0 "ha">{BOMB}', '<!ENTITY b11 SYSTEM "file:///etc/passwd">', f'<!ENTITY b11 "{"a" * 10_000}">'],
)
def test_entities_of_a_file_are_never_known(read, doctype: str) -> None:
    hostile = volume(paper(1, "We train."), paper(2, "We &b11;"))
    reading = read(hostile.replace("<collection", f"<!DOCTYPE collection [{doctype}]>\n<collection", 1))
    assert [found.abstract for found in reading.papers] == ["We train."]
    assert re.match("not XML: undefined entity", reading.failed[0].reason)


@pytest.mark.parametrize("hostile", ["<x>a" * 200_000, "<!--" * 200_000, "<![CDATA[" * 100_000, "<paper " * 100_000])
def test_hostile_markup_costs_no_other_paper(read, hostile: str) -> None:
    reading = read(volume(paper(1, "We train."), f"<paper>{hostile}", paper(3, "We test.")))
    assert reading.papers[0].title == "T1"


def test_a_forced_format_says_what_was_read(read) -> None:
    with pytest.raises(InputError, match=r"no abstract in .*, read as acl-xml with 0 records"):
        read("We train BERT.", input_format="acl-xml")
