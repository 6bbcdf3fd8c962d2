"""The score of extracted entities against gold annotations.

Two entities of a paper match when they share a folded surface and at least half of the predicted entity's surfaces are
the gold entity's. A surface counts for the first predicted entity that lists it; an entity matches at most once. To
find or miss a gold entity marked `optional` costs nothing. Figures are micro-averaged over all papers.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperatlas.schema import CONCEPT, ENTITY_LABELS

Entity = Mapping[str, Any]

_MARKUP = re.compile(r"\\(?:text|mathrm|mathbf|mathcal|emph|textit|textbf|blue|texttt)\b|[\\{}$*_`\"“”]")
_JOINS = re.compile(r"[-‐‑–—/\s]+")
_ARTICLE = re.compile(r"^(?:the|a|an|our|novel|new|proposed)\s+")
_PLURAL = re.compile(r"(?<=[a-z]{3})(?<!s)s$")
_SCORED_ROLES = ("proposes", "evaluates_on")


@dataclass(frozen=True, slots=True)
class Figure:
    """Counts of hits, predicted and gold entities, with their precision, recall and F1 in 0 to 1."""

    hits: int
    predicted: int
    gold: int

    @property
    def precision(self) -> float:
        """Share of predicted entities that are right; 0 where nothing was predicted."""
        return self.hits / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of gold entities that are found; 0 where there are none."""
        return self.hits / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """All figures of one evaluation; a share is None where there is nothing to share out.

    `labels` holds a figure for each label, `roles` one for `proposes` and one for `evaluates_on`. `kind` is the share
    of matched Concepts with the right kind, `role` of label-matched entities with the right role, `aliases` of gold
    entities with several surfaces whose predicted entity has them all.
    """

    found: Figure
    labelled: Figure
    labels: Mapping[str, Figure]
    kind: float | None
    role: float | None
    roles: Mapping[str, Figure]
    aliases: float | None


def score_entities(gold: Mapping[str, Sequence[Entity]], predicted: Mapping[str, Sequence[Entity]]) -> Score:
    """Score `predicted` against `gold`, both entities by paper id; papers that only gold has count as empty.

    Examples
    --------
    >>> gold = {"1": [{"name": "BERT", "label": "Method", "kind": None, "role": "uses", "surfaces": ["BERT"]}]}
    >>> score_entities(gold, gold).labelled.f1
    1.0
    """
    count: Counter[Any] = Counter()
    for paper_id, wanted in gold.items():
        _count_paper(count, wanted, predicted.get(paper_id, ()))

    def figure(hits: Any, *part: str) -> Figure:
        return Figure(count[hits], count["predicted", *part], count["gold", *part])

    return Score(
        found=figure("found", "all"),
        labelled=figure("labelled", "all"),
        labels={label: figure(("hit", label), label) for label in ENTITY_LABELS},
        kind=_share(count["kind"], count["hit", CONCEPT]),
        role=_share(count["role"], count["labelled"]),
        roles={role: figure(("hit", "role", role), "role", role) for role in _SCORED_ROLES},
        aliases=_share(count["aliases"], count["gold aliases"]),
    )


def match_entities(gold: Sequence[Entity], predicted: Sequence[Entity]) -> list[tuple[Entity, Entity]]:
    """Return one-to-one pairs of matching entities: most shared surfaces first, the same label breaking a tie."""
    own = list(_claimed(predicted))
    candidates = []
    for i, entity in enumerate(gold):
        wanted = {fold(surface) for surface in (entity["name"], *entity["surfaces"])}
        for j, forms in enumerate(own):
            shared = len(wanted & forms)
            if shared and 2 * shared >= len(forms):
                candidates.append((-shared, entity["label"] != predicted[j]["label"], i, j))
    pairs: dict[int, int] = {}
    for _, _, i, j in sorted(candidates):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return [(gold[i], predicted[j]) for i, j in pairs.items()]


def fold(surface: str) -> str:
    """Return `surface` without what two careful annotators may write differently.

    Examples
    --------
    >>> fold("our Graph-Convolutional Networks")
    'graph convolutional network'
    """
    text = _JOINS.sub(" ", _MARKUP.sub("", surface).lower()).replace("’", "'").strip(" .,;:()'")
    text = _ARTICLE.sub("", text)
    return _PLURAL.sub("", text[:-3] + "y" if text.endswith("ies") else text)


def score_lines(score: Score) -> list[str]:
    """Return the score as lines to print."""
    return [
        f"found          {_figure_text(score.found)}",
        f"labelled       {_figure_text(score.labelled)}",
        *(f"  {label:<12} {_figure_text(figure)}" for label, figure in score.labels.items()),
        f"kind           {_share_text(score.kind)}",
        f"role           {_share_text(score.role)}",
        *(f"  {role:<12} {_figure_text(figure)}" for role, figure in score.roles.items()),
        f"aliases        {_share_text(score.aliases)}",
    ]


def _count_paper(count: Counter[Any], wanted: Sequence[Entity], got: Sequence[Entity]) -> None:
    pairs = match_entities(wanted, got)
    free = [entity for true, entity in pairs if true.get("optional")]
    pairs = [pair for pair in pairs if not pair[0].get("optional")]
    for entity in wanted:
        if not entity.get("optional"):
            count.update([("gold", "all"), ("gold", entity["label"]), ("gold", "role", entity.get("role"))])
            count["gold aliases"] += len(set(map(fold, entity["surfaces"]))) > 1
    for entity in got:
        if not any(entity is other for other in free):
            count.update(
                [("predicted", "all"), ("predicted", entity["label"]), ("predicted", "role", entity.get("role"))]
            )
    for true, entity in pairs:
        count["found"] += 1
        forms = set(map(fold, true["surfaces"]))
        count["aliases"] += len(forms) > 1 and forms <= set(map(fold, [entity["name"], *entity["surfaces"]]))
        if true["label"] == entity["label"]:
            same_role = true.get("role") == entity.get("role")
            count.update(["labelled", ("hit", true["label"])])
            count["kind"] += true["label"] == CONCEPT and true.get("kind") == entity.get("kind")
            count["role"] += same_role
            count["hit", "role", true.get("role")] += same_role


def _claimed(predicted: Sequence[Entity]) -> Iterator[set[str]]:
    claimed: set[str] = set()
    for entity in predicted:
        forms = set(map(fold, entity["surfaces"])) - claimed
        claimed |= forms
        yield forms


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _share_text(share: float | None) -> str:
    return "none" if share is None else f"{share:.3f}"


def _figure_text(figure: Figure) -> str:
    counts = f"({figure.hits} of {figure.gold} gold, {figure.predicted} predicted)"
    return f"P {figure.precision:.3f}  R {figure.recall:.3f}  F1 {figure.f1:.3f}  {counts}"
