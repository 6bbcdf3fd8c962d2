"""The table of figures in README.md: quality and peers on each gold file, and speed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import click
from annotated import SEEDS_GOLD, read_annotated
from confidence import calibration_error
from console import run
from drawing import draw_curves
from peers import OURS, Line, peer_lines
from quality import Quality, measure_quality
from speed import SEEDS, Speed, measure_speed, texts_of

from paperatlas.extract.evaluate import Figure
from paperatlas.extract.readers import read_papers

README = Path(__file__).parent / "README.md"
PICTURE = Path(__file__).parent / "curves.svg"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
SHOWN_CONFIDENCE = 0.7

Row = tuple[str, Sequence[str]]


@click.command()
@click.option(
    "--gold",
    "golds",
    multiple=True,
    default=(SEEDS_GOLD,),
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A gold file with texts: a column of the table. The annotated seeds without.",
)
@click.option("--data", multiple=True, metavar="FILE", help="Papers to time; the 57 seeds without.")
@click.option("--limit", default=300, show_default=True, type=click.IntRange(min=1), help="Papers to time, at most.")
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(min=1), help="Rounds of timing.")
@click.option("--write", is_flag=True, help="Put the table into README.md; draw curves.svg of the last gold file.")
def main(golds: tuple[Path, ...], data: tuple[str, ...], limit: int, rounds: int, write: bool) -> None:
    """Measure everything and print the table of benchmarks/README.md.

    \b
    Example:
      python benchmarks/figures.py --gold benchmarks/gold/seeds-000.jsonl --gold dev.jsonl --write
    """
    papers = [read_annotated(gold) for gold in golds]
    found = [measure_quality(annotated) for annotated in papers]
    lines = [peer_lines(annotated) for annotated in papers]
    timed = measure_speed(texts_of(read_papers(data or SEEDS).papers, limit), rounds=rounds)
    heads = [f"{gold.stem}, {len(annotated)} papers" for gold, annotated in zip(golds, papers, strict=True)]
    table = markdown(["figure", *heads], [*quality_rows(found), *peer_rows(lines), *speed_rows(timed, len(golds))])
    click.echo(table, nl=False)
    if write:
        README.write_text(filled(README.read_text(encoding="utf-8"), table), encoding="utf-8")
        PICTURE.write_text(draw_curves(found[-1].bins, found[-1].curve), encoding="utf-8")


def quality_rows(columns: Sequence[Quality]) -> Iterator[Row]:
    """Yield the rows of our own figures, a cell for each gold file."""
    scores = [column.whole.score for column in columns]
    yield "found F1 (P, R)", [_figure(score.found) for score in scores]
    yield "labelled F1 (P, R)", [_figure(score.labelled) for score in scores]
    for label in scores[0].labels:
        yield f"{label} F1 (P, R)", [_figure(score.labels[label]) for score in scores]
    yield "kind, share right", [_share(score.kind) for score in scores]
    yield "role, share right", [_share(score.role) for score in scores]
    for role in scores[0].roles:
        yield f"`{role}` F1 (P, R)", [_figure(score.roles[role]) for score in scores]
    yield "aliases joined", [_share(score.aliases) for score in scores]
    yield "abstracts right", [f"{column.whole.right} of {column.whole.papers}" for column in columns]
    yield "confidence off by, mean", [_share(calibration_error(column.bins)) for column in columns]
    sure = [column.curve[SHOWN_CONFIDENCE].labelled for column in columns]
    yield f"labelled F1 (P, R) at `--min-confidence {SHOWN_CONFIDENCE}`", [_figure(figure) for figure in sure]


def peer_rows(columns: Sequence[Sequence[Line]]) -> Iterator[Row]:
    """Yield a row of found F1 for each peer, with the number of phrases that suits it best."""
    for lines in zip(*columns, strict=True):
        if lines[0].name != OURS:
            cells = [f"{_figure(line.found)}, {line.phrases} phrases" if line.found else line.reason for line in lines]
            yield f"{lines[0].name} {lines[0].version}".strip() + ", found F1 (P, R)", cells


def speed_rows(speed: Speed, columns: int) -> Iterator[Row]:
    """Yield the rows of speed, which stand in the first column."""
    rest = [""] * (columns - 1)
    for side in speed.rounds:
        rate = f"{median(speed.rates(side)):.0f} ({speed.cpu_rate(side):.0f})"
        yield f"{side}, tokens a second (of CPU time), {speed.texts} texts", [rate, *rest]
    yield "ratio of the speeds", [f"{speed.ratio:.2f}", *rest]


def markdown(heads: Sequence[str], rows: Sequence[Row]) -> str:
    """Return a Markdown table.

    Examples
    --------
    >>> print(markdown(["figure", "seeds"], [("kind", ["0.9"])]), end="")
    | figure | seeds |
    |---|---|
    | kind | 0.9 |
    """
    lines = [list(heads), *([name, *cells] for name, cells in rows)]
    written = [f"| {' | '.join(line)} |\n" for line in lines]
    return "".join([written[0], f"|{'---|' * len(heads)}\n", *written[1:]])


def filled(page: str, table: str) -> str:
    """Return `page` with `table` between the marks.

    Examples
    --------
    >>> filled(f"# Figures\\n{BEGIN}old\\n{END}", "| new |\\n").split("\\n")[2]
    '| new |'
    """
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + table + END + rest.partition(END)[2]


def _figure(figure: Figure) -> str:
    return f"{figure.f1:.3f} ({figure.precision:.3f}, {figure.recall:.3f})"


def _share(share: float | None) -> str:
    return "none" if share is None else f"{share:.3f}"


if __name__ == "__main__":
    run(main)
