"""How well names are joined: false joins and true joins found on judged pairs, and B-cubed on 100 names.

The judged files in names/ hold names, paper ids and offsets; ATLAS is a folder with the papers.jsonl and
extractions.jsonl of the slice, which `paperatlas build slice.jsonl -o ATLAS` writes.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import click
from console import run

from paperatlas.graph.resolve import Resolution, resolve_mentions
from paperatlas.records import Extraction, Mention
from paperatlas.rows import row_extraction, row_paper

NAMES = Path(__file__).parent / "names"
SETS = ("built", "unseen", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SETS += ("eleventh", "twelfth", "thirteenth", "fourteenth")


@click.command()
@click.argument("atlas", type=click.Path(path_type=Path))
@click.option("--set", "sets", type=click.Choice(SETS), multiple=True, help="The pairs to use; all without.")
@click.option("--wrong", is_flag=True, help="List the pairs that are wrong.")
def names(atlas: Path, sets: tuple[str, ...], wrong: bool) -> None:
    """Print how well the names of ATLAS, made of the slice, are joined."""
    extractions = list(_extractions(atlas))
    start = process_time()
    resolution = resolve_mentions(extractions)
    seconds = process_time() - start
    click.echo(f"{len(extractions)} papers, {len(resolution.entities)} entities, {seconds:.1f} s of one processor")
    for name in sets or SETS:
        _print_pairs(name, extractions, resolution, wrong)
    precision, recall = b_cubed(extractions, resolution)
    f1 = 2 * precision * recall / (precision + recall)
    click.echo(f"B-cubed of the 100 names: precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}")


def b_cubed(extractions: list[Extraction], resolution: Resolution) -> tuple[float, float]:
    """Return precision and recall over the mentions of the judged names (Bagga and Baldwin 1998)."""
    gold = {surface: row["name"] for row in _rows("clusters.jsonl") for surface in row["surfaces"]}
    held = Counter(
        (gold[form], resolution.entity_of(mention))
        for extraction in extractions
        for mention in extraction.mentions
        if (form := " ".join(mention.text.split())) in gold
    )
    things: Counter[str] = Counter()
    nodes: Counter[str | None] = Counter()
    for (thing, node), count in held.items():
        things[thing] += count
        nodes[node] += count
    total = sum(held.values())
    precision = sum(count * count / nodes[node] for (_, node), count in held.items()) / total
    return precision, sum(count * count / things[thing] for (thing, _), count in held.items()) / total


def _print_pairs(name: str, extractions: list[Extraction], resolution: Resolution, wrong: bool) -> None:
    at: dict[tuple[Any, ...], Mention] = {
        (mention.paper_id, mention.field, mention.start, mention.end): mention
        for extraction in extractions
        for mention in extraction.mentions
    }
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for row in _rows(f"pairs-{name}.jsonl"):
        first, second = at.get(tuple(row["first"][1:])), at.get(tuple(row["second"][1:]))
        if first is None or second is None:
            kinds[row["kind"]]["lost"] += 1
            continue
        joined = resolution.entity_of(first) == resolution.entity_of(second)
        kinds[row["kind"]][("same" if row["same"] else "different") + (" joined" if joined else " apart")] += 1
        if wrong and joined != row["same"]:
            click.echo(f"  {'false join' if joined else 'not joined'}: {row['first'][:2]} {row['second'][:2]}")
    whole: Counter[str] = sum(kinds.values(), Counter())
    for kind, counts in [*sorted(kinds.items()), (f"all {name}", whole)]:
        same, different = _parts(counts, "same"), _parts(counts, "different")
        click.echo(
            f"{kind:24} true joins {counts['same joined']:4} of {same:4}, false joins {counts['different joined']:3} "
            f"of {different:4}, not found by the extraction {counts['lost']}"
        )
    click.echo(f"{name}: {whole['same joined'] / max(1, _parts(whole, 'same')):.3f} of the true joins")


def _parts(counts: Counter[str], word: str) -> int:
    return counts[f"{word} joined"] + counts[f"{word} apart"]


def _extractions(atlas: Path) -> Iterator[Extraction]:
    papers = {row["id"]: row_paper(row) for row in _lines(atlas / "papers.jsonl")}
    for row in _lines(atlas / "extractions.jsonl"):
        yield row_extraction(row, papers[row["id"]])


def _rows(name: str) -> Iterator[dict[str, Any]]:
    return _lines(NAMES / name)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        yield from map(json.loads, file)


if __name__ == "__main__":
    run(names)
