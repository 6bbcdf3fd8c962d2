import pytest

VOLUME = (
    "@Proceedings{M-31, booktitle = {First Meeting}, year = {2031}, editor = {Ash, Eve}, published = {2032-01-01}}\n"
)


def paper(key: str, fields: str = "", kind: str = "InProceedings") -> str:
    return f"@{kind}{{{key}, title = {{T}}, abstract = {{We train.}}{fields}}}\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (VOLUME + paper("a") + paper("b"), [("First Meeting", 2031)] * 2),
        (paper("a") + VOLUME, [("First Meeting", 2031)]),
        (VOLUME + paper("a", ", year = 2031"), [("First Meeting", 2031)]),
        (VOLUME + paper("a", ", year = 1999"), [(None, 1999)]),
        (VOLUME + paper("a", ", booktitle = {Other}"), [("Other", None)]),
        (VOLUME + paper("a", kind="article"), [(None, None)]),
        (
            VOLUME + paper("a") + "@proceedings{N, title = {Second Meeting}, date = {2033-05}}" + paper("b"),
            [("First Meeting", 2031), ("Second Meeting", 2033)],
        ),
        (paper("a", ", crossref = {B}") + "@book{b, title = {A Book}, year = 2030}", [("A Book", 2030), (None, 2030)]),
        (VOLUME + paper("a", ", crossref = {gone}"), [(None, None)]),
        (paper("a", ", crossref = {a}"), [(None, None)]),
        (
            paper("a", ", year = 2029, crossref = {M-31}") + paper("b", ", crossref = {m-31}") + VOLUME,
            [("First Meeting", 2029), ("First Meeting", 2031)],
        ),
    ],
)
def test_venue_and_year_come_from_the_volume(read, content: str, expected: list[tuple[str | None, int | None]]) -> None:
    assert [(found.venue, found.year) for found in read(content).papers] == expected


def test_editors_are_no_authors_and_the_volume_is_counted(read) -> None:
    reading = read(VOLUME + paper("a", ", author = {Roe, Jane}") + paper("b"))
    assert [found.authors for found in reading.papers] == [("Jane Roe",), ()]
    assert [problem.reason for problem in reading.skipped] == ["a volume of proceedings, not a paper"]
    assert reading.read == 3


def test_a_broken_volume_costs_no_paper(read) -> None:
    reading = read("@Proceedings{M, booktitle = {Open {Brace}, year = 2031}\n" + paper("a"))
    assert ([found.venue for found in reading.papers], len(reading.failed)) == ([None], 1)
