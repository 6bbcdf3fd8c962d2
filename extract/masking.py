"""A sentence with its names masked: what the cue patterns of relations run over."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.records import Mention
from paperatlas.schema import DATASET, METHOD, type_of

CODES = {METHOD: "m", DATASET: "d", "task": "t", "metric": "q", "term": "x"}
"""Letter of a label, or of a Concept's kind, in a mask."""

_OWN = re.compile(
    r"\b(?:our|the proposed|the presented) (?:(?!of\b|in\b|for\b|to\b|and\b)[a-z][\w-]* ){0,2}"
    r"(?:method|model|approach|framework|algorithm|architecture|network|system|technique|solution)s?\b"
    r"(?! (?:of|in|to)\b)"
)
_NAMELESS = re.compile(
    r"\([^()«»]*\)|\[[^\[\]«»]*\]|[*`$\"“”]|\\(?:textbf|textit|emph|texttt|textsc|textrm|mathrm)\b|[{}~]"
)
_HYPHENS = re.compile("[\u2010-\u2013]")
_SHORT_FORM = re.compile(r"(«[a-z]\d+s?») ?\( ?(«[a-z]\d+s?»)(?:[^«»()]{0,40})\)")
_MASK = re.compile(r"«[a-z](\d+)s?»")


@dataclass(frozen=True, slots=True)
class Masked:
    """A sentence in lower case where `«m3»` is the fourth of `mentions`, a method, `«m3s»` one in the plural."""

    text: str
    mentions: Sequence[Mention]

    def held(self, masks: str) -> list[Mention]:
        """Return the mentions whose masks stand in a part of the text, in its order."""
        return [self.mentions[int(number)] for number in _MASK.findall(masks)]


def mask_sentence(raw: str, mentions: Sequence[Mention], *, own: Mention | None = None) -> Masked:
    """Return the sentence of these mentions of `raw` with a mask for each.

    A short form in brackets goes with its long form, other brackets without names and markup are left out, and "our
    method" is masked as `own`, what the paper brings forward.

    Examples
    --------
    >>> from paperatlas.extract.annotations import annotated_extraction
    >>> from paperatlas.records import Paper
    >>> gold = {"name": "BERT", "label": "Method", "kind": None, "role": "uses", "surfaces": ["BERT"]}
    >>> paper = Paper(id="1", abstract="We train BERT [4] for a day.")
    >>> mask_sentence(paper.abstract, annotated_extraction(paper, [gold]).mentions).text
    'we train «m0» for a day.'
    """
    start, end = mentions[0].sentence_start, max(mention.sentence_end for mention in mentions)
    parts, at = [], start
    for number, mention in enumerate(mentions):
        parts += [
            _plain(raw[at : mention.start]),
            f"«{CODES[type_of(mention.label, mention.kind)]}{number}{_plural(mention)}»",
        ]
        at = mention.end
    text = _HYPHENS.sub("-", "".join([*parts, _plain(raw[at:end])]))
    text = " ".join(_NAMELESS.sub("", text).split()).replace(" ,", ",").replace("-«", "- «")
    held = list(mentions)
    text = _SHORT_FORM.sub(lambda match: _one(match, held), text)
    if own is not None:
        text = _OWN.sub(f"«{CODES[METHOD]}{len(held)}»", text)
        held.append(own)
    return Masked(text, held)


def _plural(mention: Mention) -> str:
    return "s" if re.search(r"[^s\W]s\Z", mention.text) else ""


def _plain(text: str) -> str:
    return text.lower().replace("«", " ").replace("»", " ")


def _one(match: re.Match[str], mentions: Sequence[Mention]) -> str:
    long, short = (mentions[int(number)] for number in _MASK.findall(match[0]))
    return match[1] if long.entity == short.entity else match[0]
