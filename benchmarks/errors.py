"""Errors of extraction on a gold file: a sample to judge by hand, and what each judged cause costs."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import click
from annotated import Annotated, read_annotated
from console import gold_argument, run, texts_option
from quality import extractions_of

from paperatlas.cli.printing import print_table
from paperatlas.errors import InputError
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.extract.evaluate import Figure, match_entities, score_entities
from paperatlas.extract.readers.sources import read_text
from paperatlas.records import Extraction, Mention, Paper
from paperatlas.rows import extraction_row, json_line

FALSE, MISSED = "false", "missed"
_ERROR = ("id", "what", "name", "field", "start", "end")
"""Keys that say which error a row is."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cause:
    """How many judged errors a cause has, and the points of labelled F1 that all of its kind cost at most."""

    name: str
    false: int
    missed: int
    points: float


@click.command()
@gold_argument
@texts_option
@click.option(
    "--sample", default=50, show_default=True, type=click.IntRange(min=1), help="Errors of each sort, at most."
)
@click.option("--seed", default=0, show_default=True, help="Chooses the sample.")
@click.option("--judged", type=click.Path(path_type=Path), metavar="FILE", help="Count the causes of a judged sample.")
def main(gold: Path, texts: tuple[str, ...], sample: int, seed: int, judged: Path | None) -> None:
    """Print a sample of false and missed entities of GOLD as JSON Lines, with the cause left for you to fill in.

    Each line has a name and its place, no sentence. With --judged, print instead how often each cause stands in a
    filled-in sample, and the points of labelled F1 that GOLD would gain at most without it. What stands before a colon
    is a group of causes, as in "boundary: too long". How many of its lines are no errors any more stands on stderr.

    \b
    Examples:
      python benchmarks/errors.py > mine.jsonl
      python benchmarks/errors.py --judged mine.jsonl
      python benchmarks/errors.py dev.jsonl --judged benchmarks/errors/dev.jsonl
    """
    papers = read_annotated(gold, texts=texts)
    found = extractions_of(papers)
    rows = list(error_rows(papers, found))
    if judged:
        held, counts, labelled = (
            read_judged(judged),
            Counter(row["what"] for row in rows),
            labelled_figure(papers, found),
        )
        if gone := no_longer_errors(held, rows):
            click.echo(
                f"errors.py: {len(gone)} of {len(held)} judged rows are no errors of the shipped model now;"
                f" judge a new sample for {judged}",
                err=True,
            )
        for title, part in (("group of causes", grouped(held)), ("cause", held)):
            causes = judged_causes(part, counts, labelled)
            lines = [(cause.name, cause.false, cause.missed, f"{cause.points:.1f}") for cause in causes]
            print_table((title, FALSE, MISSED, "points at most"), lines)
        return
    for row in sampled(rows, sample, seed=seed):
        click.echo(json_line(row), nl=False)


def error_rows(papers: Annotated, extractions: Sequence[Extraction]) -> Iterator[Row]:
    """Yield each error: what was found and matches no gold entity, and gold entities that nothing found matches.

    The place is the entity's first. `nearest` names what stands there on the other side: the gold entity that shares
    most characters with a false one, the found entity that shares most with a missed one, None where there is none.
    To miss an optional gold entity is no error.
    """
    for (paper, entities), found in zip(papers, extractions, strict=True):
        gold, predicted = annotated_extraction(paper, entities), extraction_row(found)["entities"]
        matched = match_entities(entities, predicted)
        numbers = sorted({mention.entity for mention in found.mentions})
        for number, entity in zip(numbers, predicted, strict=True):
            if not any(entity is other for _, other in matched):
                places = [mention for mention in found.mentions if mention.entity == number]
                yield _row(paper, FALSE, entity, places, gold.mentions)
        for number, entity in enumerate(entities):
            if not entity.get("optional") and not any(entity is true for true, _ in matched):
                places = [mention for mention in gold.mentions if mention.entity == number]
                yield _row(paper, MISSED, entity, places, found.mentions)


def sampled(rows: Sequence[Row], size: int, *, seed: int) -> Iterator[Row]:
    """Yield up to `size` false and `size` missed rows in their order; the same rows and seed give the same sample."""
    for what in (FALSE, MISSED):
        held = [row for row in rows if row["what"] == what]
        chosen = sorted(Random(seed).sample(range(len(held)), min(size, len(held))))
        yield from (held[place] for place in chosen)


def labelled_figure(papers: Annotated, extractions: Sequence[Extraction]) -> Figure:
    """Return the labelled figure of the papers."""
    predicted = {found.paper.id: extraction_row(found)["entities"] for found in extractions}
    return score_entities({paper.id: entities for paper, entities in papers}, predicted).labelled


def read_judged(path: Path) -> list[Row]:
    """Return the rows of a judged sample.

    Raises
    ------
    InputError
        When a line is no error with a cause.
    """
    rows = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            try:
                row = json.loads(line)
                judged = row["what"] in (FALSE, MISSED) and bool(row["cause"])
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path}:{number} is no judged error ({error!r}); expected what and cause") from error
            if not judged:
                raise InputError(f"{path}:{number} has what {row['what']!r}, cause {row['cause']!r}; fill in the cause")
            rows.append(row)
    return rows


def no_longer_errors(judged: Sequence[Row], rows: Sequence[Row]) -> list[Row]:
    """Return the judged rows that are not among `rows`, all errors: another model made them, or other gold.

    Examples
    --------
    >>> bert, gru = ({"id": "1", "what": "false", "name": name} for name in ("BERT", "GRU"))
    >>> no_longer_errors([bert, gru], [gru])
    [{'id': '1', 'what': 'false', 'name': 'BERT'}]
    """
    errors = {_error(row) for row in rows}
    return [row for row in judged if _error(row) not in errors]


def grouped(judged: Sequence[Row]) -> list[Row]:
    """Return the rows with what stands before the colon of their cause.

    Examples
    --------
    >>> grouped([{"what": "false", "cause": "boundary: too long"}])
    [{'what': 'false', 'cause': 'boundary'}]
    """
    return [row | {"cause": row["cause"].partition(":")[0]} for row in judged]


def judged_causes(judged: Sequence[Row], errors: Mapping[str, int], labelled: Figure) -> list[Cause]:
    """Return the causes of a judged sample, the dearest first; `errors` counts all errors, judged or not, by `what`.

    The points are those of labelled F1 if false entities of that cause were not found and the missed ones were found
    with their label; the sample's shares stand for those of all errors.

    Examples
    --------
    >>> judged = [{"what": "false", "cause": "generic"}, {"what": "missed", "cause": "rare"}]
    >>> judged_causes(judged, {"false": 10, "missed": 0}, Figure(hits=90, predicted=100, gold=100))
    [Cause(name='generic', false=1, missed=0, points=4.7), Cause(name='rare', false=0, missed=1, points=0.0)]
    """
    counts = Counter((row["what"], row["cause"]) for row in judged)
    sizes = Counter(row["what"] for row in judged)

    def cause(name: str) -> Cause:
        false, missed = counts[FALSE, name], counts[MISSED, name]
        gone = false * errors[FALSE] / sizes[FALSE] if false else 0
        new = missed * errors[MISSED] / sizes[MISSED] if missed else 0
        better = 2 * (labelled.hits + new) / (labelled.predicted - gone + new + labelled.gold)
        return Cause(name, false, missed, round(100 * (better - labelled.f1), 1))

    return sorted(map(cause, {name for _, name in counts}), key=lambda held: (-held.points, held.name))


def _row(
    paper: Paper, what: str, entity: Mapping[str, Any], places: Sequence[Mention], others: Sequence[Mention]
) -> Row:
    first = places[0] if places else None
    keys = ("field", "start", "end", *(("confidence",) if what == FALSE else ()))
    return {
        "id": paper.id,
        "what": what,
        **{key: entity.get(key) for key in ("name", "label", "kind")},
        **{key: getattr(first, key, None) for key in keys},
        "nearest": _nearest(places, others),
        "cause": "",
    }


def _error(row: Row) -> tuple[Any, ...]:
    return tuple(row.get(key) for key in _ERROR)


def _nearest(places: Sequence[Mention], others: Sequence[Mention]) -> str | None:
    shared: Counter[str] = Counter()
    for place in places:
        for other in others:
            length = min(place.end, other.end) - max(place.start, other.start)
            if other.field == place.field and length > 0:
                shared[other.name] += length
    return min(shared, key=lambda name: (-shared[name], name), default=None)


if __name__ == "__main__":
    run(main)
