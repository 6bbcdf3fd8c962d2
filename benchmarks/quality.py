"""How good extraction is on a gold file: the score, abstracts right, and what confidences are worth."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from annotated import Annotated, Entities, read_annotated
from confidence import Bin, calibration_error, mention_outcomes, reliability
from console import gold_argument, run, texts_option
from drawing import draw_curves

from paperatlas.cli.options import json_option
from paperatlas.cli.printing import print_json, print_table
from paperatlas.extract.evaluate import Figure, Score, score_entities, score_lines
from paperatlas.extract.pipeline import extract_papers, load_pipeline
from paperatlas.records import Extraction
from paperatlas.rows import extraction_row

VENUES = {
    "ML": ("aaai", "acml", "aistats", "automl", "iclr", "icml", "ijcai", "jmlr", "neurips", "nips", "tmlr", "uai"),
    "vision": ("bmvc", "cvpr", "eccv", "iccv", "wacv"),
    "language": ("aacl", "acl", "colm", "coling", "eacl", "emnlp", "naacl", "tacl"),
    "robotics": ("corl", "icra", "iros", "rss"),
    "theory": ("alt", "colt"),
    "web": ("cikm", "kdd", "recsys", "sigir", "wsdm", "www"),
}
"""Conferences of each group, as the ids of their papers begin."""
OTHER = "other"
CONFIDENCES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
RIGHT_F1 = 0.85
_GROUP_COLUMNS = (
    *("group", "papers", "right", "found", "labelled", "Method", "Dataset", "Concept"),
    *("kind", "role", "proposes", "evaluates_on", "aliases"),
)


@dataclass(frozen=True, slots=True)
class Part:
    """The score of some papers, and how many of them are right as a whole."""

    papers: int
    right: int
    score: Score


@dataclass(frozen=True, slots=True)
class Quality:
    """All figures on a gold file; `curve` has the score at each value of --min-confidence."""

    whole: Part
    groups: dict[str, Part]
    bins: list[Bin]
    curve: dict[float, Score]


@click.command()
@gold_argument
@texts_option
@click.option("--by-group", is_flag=True, help="Print the figures of each group of venues, by the papers' ids.")
@click.option(
    "--min-confidence",
    "confidences",
    multiple=True,
    type=click.FloatRange(0, 1),
    default=CONFIDENCES,
    show_default=True,
    help="A point of the curve of precision and recall.",
)
@click.option("--draw", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw reliability and the curve.")
@json_option
def main(
    gold: Path,
    texts: tuple[str, ...],
    by_group: bool,
    confidences: tuple[float, ...],
    draw: Path | None,
    as_json: bool,
) -> None:
    """Score the shipped pipeline on GOLD, by default the annotated seeds that lie beside this script.

    Each line of GOLD has id, title, abstract and entities, as benchmarks/gold/GUIDELINES.md has them.

    \b
    Examples:
      python benchmarks/quality.py
      python benchmarks/quality.py gold.jsonl --texts papers.jsonl --by-group
    """
    quality = measure_quality(read_annotated(gold, texts=texts), confidences=confidences)
    if draw:
        draw.write_text(draw_curves(quality.bins, quality.curve), encoding="utf-8")
    if as_json:
        print_json(quality_row(quality))
    else:
        _print(quality, by_group=by_group)


def measure_quality(papers: Annotated, *, confidences: Sequence[float] = CONFIDENCES) -> Quality:
    """Return the figures of the shipped pipeline on annotated papers."""
    found = extractions_of(papers)
    groups: dict[str, Annotated] = {}
    for paper, entities in papers:
        groups.setdefault(group_of(paper.id), []).append((paper, entities))
    return Quality(
        whole=scored(papers, found),
        groups={group: scored(groups[group], found) for group in (*VENUES, OTHER) if group in groups},
        bins=reliability(mention_outcomes(papers, found)),
        curve={at: scored(papers, extractions_of(papers, min_confidence=at)).score for at in confidences},
    )


def group_of(paper_id: str) -> str:
    """Return the venue group of an id.

    Examples
    --------
    >>> [group_of(paper_id) for paper_id in ("cvpr2019-dab11400e8", "000-01")]
    ['vision', 'other']
    """
    name = re.sub(r"[^a-z].*", "", paper_id.lower(), flags=re.DOTALL)
    return next((group for group, names in VENUES.items() if name in names), OTHER)


def extractions_of(papers: Annotated, *, min_confidence: float | None = None) -> list[Extraction]:
    """Return what the shipped pipeline finds in each paper."""
    return list(extract_papers((paper for paper, _ in papers), nlp=load_pipeline(min_confidence=min_confidence)))


def scored(papers: Annotated, extractions: Sequence[Extraction]) -> Part:
    """Return the score of the papers; extractions of other papers don't count."""
    predicted = {found.paper.id: extraction_row(found)["entities"] for found in extractions}
    score = score_entities({paper.id: gold for paper, gold in papers}, predicted)
    return Part(len(papers), sum(is_right(gold, predicted[paper.id]) for paper, gold in papers), score)


def is_right(gold: Entities, predicted: Entities) -> bool:
    """Tell whether a reader could leave an abstract's entities as they are.

    Labelled F1 is at least 0.85, each gold entity that the paper proposes is found with its label and role, and each
    gold Dataset with its label.
    """
    score = score_entities({"": gold}, {"": predicted})
    needed = (score.roles["proposes"], score.labels["Dataset"])
    return score.labelled.f1 >= RIGHT_F1 and all(figure.hits == figure.gold for figure in needed)


def quality_row(quality: Quality) -> dict[str, Any]:
    """Return all figures as a row for JSON."""
    return {
        "whole": _part_row(quality.whole),
        "groups": {group: _part_row(part) for group, part in quality.groups.items()},
        "reliability": [asdict(held) for held in quality.bins],
        "calibration_error": calibration_error(quality.bins),
        "curve": [
            {"min_confidence": at, "found": figure_row(score.found), "labelled": figure_row(score.labelled)}
            for at, score in quality.curve.items()
        ],
    }


def figure_row(figure: Figure) -> dict[str, float]:
    """Return a figure with its precision, recall and F1 for JSON."""
    return {"precision": figure.precision, "recall": figure.recall, "f1": figure.f1, **asdict(figure)}


def _part_row(part: Part) -> dict[str, Any]:
    return {
        "papers": part.papers,
        "abstracts_right": part.right,
        "found": figure_row(part.score.found),
        "labelled": figure_row(part.score.labelled),
        "labels": {label: figure_row(figure) for label, figure in part.score.labels.items()},
        "kind": part.score.kind,
        "role": part.score.role,
        "roles": {role: figure_row(figure) for role, figure in part.score.roles.items()},
        "aliases": part.score.aliases,
    }


def _print(quality: Quality, *, by_group: bool) -> None:
    click.echo("\n".join(score_lines(quality.whole.score)))
    click.echo(f"abstracts right {quality.whole.right} of {quality.whole.papers}")
    if by_group:
        click.echo("\nF1 and shares by venue group")
        print_table(_GROUP_COLUMNS, [_group_row(group, part) for group, part in quality.groups.items()])
    click.echo(f"\nreliability of mentions, mean distance {calibration_error(quality.bins):.3f}")
    rows = [(f"{held.low:.1f}", held.mentions, *_rounded(held.confidence, held.right)) for held in quality.bins]
    print_table(("from", "mentions", "confidence", "right"), rows)
    click.echo("\nlabelled, by --min-confidence")
    figures = {at: score.labelled for at, score in quality.curve.items()}
    print_table(
        ("at least", "P", "R", "F1"), [(at, *_rounded(f.precision, f.recall, f.f1)) for at, f in figures.items()]
    )


def _group_row(group: str, part: Part) -> list[Any]:
    score = part.score
    figures = (score.found, score.labelled, *score.labels.values())
    roles = [figure.f1 for figure in score.roles.values()]
    return [
        group,
        part.papers,
        part.right,
        *_rounded(*(figure.f1 for figure in figures), score.kind, score.role, *roles, score.aliases),
    ]


def _rounded(*values: float | None) -> list[str]:
    return ["none" if value is None else f"{value:.3f}" for value in values]


if __name__ == "__main__":
    run(main)
