"""Relations: precision on a sample judged by hand, recall on SciERC and SciER with their gold entities."""

import gzip
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from console import run

from paperatlas.atlas import open_atlas, read_extractions
from paperatlas.cli.printing import print_json, print_table
from paperatlas.errors import InputError
from paperatlas.extract.relations import find_relations
from paperatlas.extract.sentences import sentence_at, sentence_spans
from paperatlas.graph.build import build_graph
from paperatlas.graph.resolve import resolve_mentions
from paperatlas.records import Extraction, Mention, Paper
from paperatlas.schema import EDGE_ENDPOINTS, ENTITY_RELATIONS, SYMMETRIC

JUDGED = Path(__file__).parent / "relations" / "judged.jsonl"
LABELS: Mapping[str, tuple[str, str | None]] = {
    "Method": ("Method", None),
    "Dataset": ("Dataset", None),
    "Material": ("Dataset", None),
    "Task": ("Concept", "task"),
    "Metric": ("Concept", "metric"),
    "OtherScientificTerm": ("Concept", "term"),
}
TYPES = {
    **{"USED-FOR": "USED_FOR", "COMPARE": "COMPARED_WITH", "PART-OF": "PART_OF", "HYPONYM-OF": "SUBCLASS_OF"},
    **{"Used-For": "USED_FOR", "Compare-With": "COMPARED_WITH", "Part-Of": "PART_OF", "SubClass-Of": "SUBCLASS_OF"},
    **{"EVALUATE-FOR": "EVALUATED_ON", "Evaluated-With": "EVALUATED_ON"},
}
"""What a corpus calls our types; the dataset of EVALUATE-FOR comes first there, and is the tail here."""
CORPORA = {"SciERC test": "scierc/test", "SciER test": "scier/test", "SciER out of domain": "scier/test_ood"}

_JUDGED = ("type", "judged", "right", "precision")
_FOUND = ("corpus", "type", "gold", "found", "recall", "precision")

Triple = tuple[str, int, int]


@click.command()
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Folder of scierc/ and scier/.")
@click.option("--sample", type=click.Path(path_type=Path), metavar="ATLAS", help="Draw edges to judge; nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@click.option(
    "--each", default=20, show_default=True, help="Edges to draw of each type, twice for all but SUBCLASS_OF."
)
@click.option("--seed", default=1, show_default=True, help="Seed of the draw.")
def main(data: Path | None, sample: Path | None, as_json: bool, each: int, seed: int) -> None:
    """Print the precision on the judged edges, and with --data the recall on the public corpora.

    \b
    Examples:
      python benchmarks/relations.py --data corpora
      python benchmarks/relations.py --sample atlas > to-judge.jsonl
    """
    if sample:
        extractions = list(read_extractions(open_atlas(sample)))
        for row in drawn(extractions, each=each, seed=seed):
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    rows = [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines()]
    judged, found = list(precision_rows(rows)), list(recall_rows(data)) if data else []
    if as_json:
        print_json(
            {"precision": [dict(zip(_JUDGED, row, strict=True)) for row in judged]}
            | {"recall": [dict(zip(_FOUND, row, strict=True)) for row in found]}
        )
        return
    print_table(_JUDGED, judged)
    if data:
        click.echo()
        print_table(_FOUND, found)


def precision_rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int, int, str]]:
    """Yield type, edges judged, edges right and their share; SUBCLASS_OF by words and by names apart, then all.

    Examples
    --------
    >>> list(precision_rows([{"type": "PART_OF", "by": "words", "right": True}]))
    [('PART_OF by words', 1, 1, '1.000'), ('all', 1, 1, '1.000')]
    """
    groups: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        groups[f"{row['type']} by {row['by']}"].append(row["right"])
    groups = {group: groups[group] for group in sorted(groups)}
    groups["all"] = [right for held in groups.values() for right in held]
    for group, held in groups.items():
        yield group, len(held), sum(held), f"{sum(held) / len(held):.3f}"


def drawn(extractions: Sequence[Extraction], *, each: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield rows of edges drawn at random, with the sentence to judge by under "sentence"; take that out when judged.

    SUBCLASS_OF is drawn by half from what sentences say, by half from head words. The evidence is the surest.
    """
    graph, resolution = build_graph(extractions), resolve_mentions(extractions)
    papers = {extraction.paper.id: extraction for extraction in extractions}
    strata: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for source, target, key in graph.edges(keys=True):
        if key in ENTITY_RELATIONS:
            named = key == "SUBCLASS_OF" and source.endswith("-" + target.partition(":")[2])
            strata[key, "name" if named else "words"].append((source, target))
    draw = random.Random(seed)
    for (key, by), edges in sorted(strata.items()):
        for source, target in draw.sample(sorted(edges), min(len(edges), each if key == "SUBCLASS_OF" else 2 * each)):
            edge = graph.edges[source, target, key]
            paper, sentence = edge["evidence_papers"][0], edge["evidence"][0]
            places = [
                _place(papers[paper], sentence, [m for m in papers[paper].mentions if resolution.entity_of(m) == end])
                for end in (source, target)
            ]
            ends = {"head": graph.nodes[source]["name"], "tail": graph.nodes[target]["name"]}
            at = {"head_at": places[0], "tail_at": places[1]}
            yield {"type": key, "by": by, **ends, "paper": paper, **at, "right": None, "sentence": sentence}


def _place(extraction: Extraction, sentence: str, mentions: Sequence[Mention]) -> list[Any] | None:
    """Return field, start and end of the mention in the sentence, else of the first, None where the paper has none."""
    texts = {"title": extraction.paper.title or "", "abstract": extraction.paper.abstract}
    within = [m for m in mentions if texts[m.field][m.sentence_start : m.sentence_end] in sentence]
    return next(([m.field, m.start, m.end] for m in [*within, *mentions]), None)


def recall_rows(data: Path) -> Iterator[tuple[str, str, int, int, str, str]]:
    """Yield corpus, type, gold relations, relations found, recall and precision."""
    for name, path in CORPORA.items():
        counts: dict[str, Counter[str]] = {kind: Counter() for kind in (*ENTITY_RELATIONS, "all")}
        for row in _read(data / f"{path}.jsonl.gz"):
            gold, found = gold_relations(row), found_relations(row)
            for kind, count in counts.items():
                ours, theirs = ({triple for triple in held if kind in (triple[0], "all")} for held in (found, gold))
                count.update(gold=len(theirs), found=len(ours), right=len(ours & theirs))
        for kind, held in counts.items():
            recall, precision = (held["right"] / max(held[of], 1) for of in ("gold", "found"))
            yield name, kind, held["gold"], held["found"], f"{recall:.3f}", f"{precision:.3f}"


def gold_relations(row: Mapping[str, Any]) -> set[Triple]:
    """Return the relations of a row in our types, between the numbers of its entities; what we have no type for is out.

    Examples
    --------
    >>> entities = [[0, 4, "Method"], [8, 12, "Task"]]
    >>> gold_relations({"text": "BERT for NER", "entities": entities, "relations": [[0, 1, "Used-For"]]})
    {('USED_FOR', 0, 1)}
    """
    groups = entity_groups(row)
    found = set()
    for head, tail, name in row["relations"]:
        kind = TYPES.get(name, "")
        ends = (tail, head) if name == "EVALUATE-FOR" else (head, tail)
        labels = [LABELS.get(row["entities"][end][2]) for end in ends]
        if kind and None not in labels and _fits(kind, labels):
            found.add(_triple(kind, groups[ends[0]], groups[ends[1]]))
    return found


def found_relations(row: Mapping[str, Any]) -> set[Triple]:
    """Return what our cues find between the gold entities of a row."""
    paper = Paper(id=row["id"], abstract=row["text"])
    sentences, groups = sentence_spans(row["text"]), entity_groups(row)
    mentions = [
        Mention(
            *(row["id"], groups[at], row["text"][start:end], row["text"][start:end], *LABELS[label], "mentions"),
            *("abstract", start, end, *sentence_at(sentences, start, end)),
        )
        for at, (start, end, label) in enumerate(row["entities"])
        if label in LABELS
    ]
    related = find_relations(paper, sorted(mentions, key=lambda mention: mention.start))
    return {
        _triple(relation.type, relation.head.entity, relation.tail.entity)
        for relation in related
        if _fits(relation.type, [(end.label, end.kind) for end in (relation.head, relation.tail)])
    }


def entity_groups(row: Mapping[str, Any]) -> list[int]:
    """Return for each entity of a row the first that it is one with: by a cluster, a synonym, or the same text."""
    groups = list(range(len(row["entities"])))
    texts: dict[str, int] = {}
    joined = [(texts.setdefault(row["text"][start:end], at), at) for at, (start, end, _) in enumerate(row["entities"])]
    places = {(start, end): at for at, (start, end, _) in enumerate(row["entities"])}
    for cluster in row.get("clusters", ()):
        held = [places[start, end] for start, end in cluster if (start, end) in places]
        joined += [(held[0], other) for other in held[1:]]
    joined += [(head, tail) for head, tail, name in row["relations"] if name == "Synonym-Of"]
    for one, other in joined:
        low, high = sorted((groups[one], groups[other]))
        groups = [low if group == high else group for group in groups]
    return groups


def _fits(kind: str, labels: Sequence[Any]) -> bool:
    head, tail = labels
    return (head[0], tail[0]) in EDGE_ENDPOINTS[kind] and (kind != "USED_FOR" or tail[1] == "task")


def _triple(kind: str, head: int, tail: int) -> Triple:
    return (kind, min(head, tail), max(head, tail)) if kind in SYMMETRIC else (kind, head, tail)


def _read(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from map(json.loads, file)
    except OSError as error:
        raise InputError(
            f"can't read {path}: {error.strerror or error}; --data is a folder with {path.parent.name}/"
        ) from error


if __name__ == "__main__":
    run(main)
