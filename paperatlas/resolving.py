"""Names alone through the rules that join them: which node each name of a list goes to."""

from collections.abc import Iterable
from dataclasses import dataclass

from paperatlas.errors import InputError
from paperatlas.graph.aliases import Aliases
from paperatlas.graph.resolve import resolve_mentions
from paperatlas.records import Extraction, Mention, Paper
from paperatlas.schema import ENTITY_LABELS


@dataclass(frozen=True, slots=True)
class ResolvedName:
    """A label and a name as given, and the id of the node that they go to."""

    label: str
    name: str
    node: str


def resolve_names(lines: Iterable[str], *, source: str = "-", aliases: Aliases | None = None) -> list[ResolvedName]:
    """Return the node of each line: label, tab, name, and after another tab, where it is known, a paper id.

    All lines are the mentions of one corpus; a line without a paper id is a paper of its own. `source` names the lines
    in errors; `aliases` win over every rule, and a name that they drop has an empty node.

    Raises
    ------
    InputError
        When a line has another form.

    Examples
    --------
    >>> [resolved.node for resolved in resolve_names(["Method\\tGANs", "Method\\tGAN"])]
    ['Method:gan', 'Method:gan']
    """
    by_paper: dict[str, list[Mention]] = {}
    mentions: list[Mention] = []
    for number, line in enumerate(lines, start=1):
        label, name, paper = _parts(line.rstrip("\r\n"), f"{source}:{number}")
        of_paper = by_paper.setdefault(paper or f"\t{number}", [])
        mentions.append(_mention(label, name, paper or f"\t{number}", len(of_paper)))
        of_paper.append(mentions[-1])
    extractions = [Extraction(Paper(id=paper), tuple(held)) for paper, held in by_paper.items()]
    resolution = resolve_mentions(extractions, aliases=aliases)
    return [ResolvedName(mention.label, mention.name, resolution.entity_of(mention) or "") for mention in mentions]


def _parts(line: str, where: str) -> tuple[str, str, str]:
    parts = [*line.split("\t"), ""]
    if len(parts) not in (3, 4) or parts[0] not in ENTITY_LABELS or not parts[1].strip():
        raise InputError(f"{where} has another form than label, tab, name; the label is {', '.join(ENTITY_LABELS)}")
    return parts[0], parts[1], parts[2]


def _mention(label: str, name: str, paper: str, entity: int) -> Mention:
    return Mention(paper, entity, name, name, label, None, "mentions", "abstract", 1, 1 + len(name), 0, 1 + len(name))
