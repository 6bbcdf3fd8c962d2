"""Relations between the mentions of a paper, from cue patterns over its sentences and the roles of its entities."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, product

from paperatlas.extract.cues import relation_cues
from paperatlas.extract.masking import Masked, mask_sentence
from paperatlas.records import Mention, Paper, Relation
from paperatlas.schema import METHOD, SYMMETRIC

LONGEST, MOST = 1500, 40
"""Characters and names of a sentence above which it is no running text and is passed over."""

_BRINGS_FORWARD = re.compile(
    r"\b(?:propos|present|introduc|develop|devis|design|describ|call|name|term|dub|formulat|deriv|novel|new)[a-z]*\b",
    re.IGNORECASE,
)


def find_relations(paper: Paper, mentions: Sequence[Mention]) -> tuple[Relation, ...]:
    """Return the relations that the sentences of `paper` state between its `mentions`.

    A pair of entities is related once for each type and sentence. Head and tail of COMPARED_WITH stand in text order;
    the evidence is the sentence, and the confidence that of the weaker mention. A head that the sentence calls "our
    method", or leaves unsaid, is what the paper proposes, where that is clear.

    Examples
    --------
    >>> from paperatlas.extract.annotations import annotated_extraction
    >>> rows = [
    ...     {"name": "BERT", "label": "Method", "kind": None, "role": "uses", "surfaces": ["BERT"]},
    ...     {"name": "SQuAD", "label": "Dataset", "kind": None, "role": "evaluates_on", "surfaces": ["SQuAD"]},
    ... ]
    >>> paper = Paper(id="1", abstract="BERT achieves good results on SQuAD.")
    >>> [(r.head.text, r.type, r.tail.text) for r in find_relations(paper, annotated_extraction(paper, rows).mentions)]
    [('BERT', 'EVALUATED_ON', 'SQuAD')]
    """
    proposed = _brought_forward(paper, mentions)
    only, brought_forward = _own_method(proposed), frozenset(proposed)
    found: dict[tuple[str, int, int, str, int], Relation] = {}
    for field, start, held in _sentences(mentions):
        raw = paper.title or "" if field == "title" else paper.abstract
        here = [mention for mention in held if mention in brought_forward]
        own = _own_method(here) if here else only
        sentence = mask_sentence(raw, held, own=own)
        evidence = raw[held[0].sentence_start : max(mention.sentence_end for mention in held)]
        for kind, head, tail in _related(sentence, own):
            key = (kind, *_ordered(kind, head.entity, tail.entity), field, start)
            found.setdefault(key, Relation(head, tail, kind, evidence, round(min(head.confidence, tail.confidence), 3)))
    return tuple(found.values())


def _ordered(kind: str, head: int, tail: int) -> tuple[int, int]:
    return (min(head, tail), max(head, tail)) if kind in SYMMETRIC else (head, tail)


def _sentences(mentions: Iterable[Mention]) -> Iterator[tuple[str, int, list[Mention]]]:
    ordered = sorted(mentions, key=lambda mention: (mention.field != "title", mention.sentence_start, mention.start))
    for (field, start), held in groupby(ordered, key=lambda mention: (mention.field, mention.sentence_start)):
        sentence = [*held]
        if len(sentence) <= MOST and sentence[-1].end - start <= LONGEST:
            yield field, start, sentence


def _brought_forward(paper: Paper, mentions: Iterable[Mention]) -> list[Mention]:
    """Return the mentions of proposed methods that the title names or a sentence says to be new."""
    proposed = [mention for mention in mentions if mention.role == "proposes" and mention.label == METHOD]
    sentences = {(mention.sentence_start, mention.sentence_end) for mention in proposed if mention.field != "title"}
    new = {sentence for sentence in sentences if _BRINGS_FORWARD.search(paper.abstract, *sentence)}
    said = {
        mention.entity
        for mention in proposed
        if mention.field == "title" or (mention.sentence_start, mention.sentence_end) in new
    }
    return [mention for mention in proposed if mention.entity in said]


def _own_method(own: Sequence[Mention]) -> Mention | None:
    """Return the first mention of the method that is proposed: of one, or one in the title, or one with a name."""
    narrower = (
        own,
        [mention for mention in own if mention.field == "title"],
        [mention for mention in own if sum(map(str.isupper, mention.text)) > 1],
    )
    for chosen in narrower:
        if len({mention.entity for mention in chosen}) == 1:
            return chosen[0]
    return None


def _related(sentence: Masked, own: Mention | None) -> Iterator[tuple[str, Mention, Mention]]:
    in_title = sentence.mentions[0].field == "title"
    for cue in relation_cues():
        if (cue.own and own is None) or (cue.title and not in_title):
            continue
        for match in cue.regex.finditer(sentence.text):
            if match.groupdict().get("bar"):
                continue
            for head, tail in _pairs(sentence, match, own if cue.own else None):
                if _fits(cue.type, head, tail) and (not cue.own or _bears_role(cue.type, tail)):
                    yield cue.type, head, tail


def _pairs(sentence: Masked, match: re.Match[str], own: Mention | None) -> Iterator[tuple[Mention, Mention]]:
    groups = {name: sentence.held(part) for name, part in match.groupdict().items() if part}
    if "pair" in groups:
        yield from combinations(groups["pair"], 2)
    else:
        yield from product([own] if own else groups.get("head", []), groups.get("tail", []))


def _fits(kind: str, head: Mention, tail: Mention) -> bool:
    if head.entity == tail.entity:
        return False
    if kind in ("SUBCLASS_OF", "PART_OF"):
        return head.label == tail.label and (kind == "PART_OF" or (head.kind == tail.kind and _is_class(tail)))
    return True


def _is_class(mention: Mention) -> bool:
    """Tell by its capitals whether a name is that of a class: "language models" or "LLMs", not "BERT"."""
    name = mention.text
    opens = mention.field == "title" or mention.start == mention.sentence_start
    return (name if not opens else name[1:]).islower() or re.fullmatch(r"[A-Z]{2,}s", name) is not None


def _bears_role(kind: str, tail: Mention) -> bool:
    return tail.role in (("compares_with",) if tail.label == METHOD else ("evaluates_on", "introduces"))
