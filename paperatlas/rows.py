"""JSON rows of papers and extractions, and the way back: what an atlas's files and `extract` hold."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from paperatlas.records import Abbreviation, Extraction, Mention, Paper, Problem, Relation
from paperatlas.schema import ROLES

_OF_ENTITY = ("name", "label", "kind", "role")
_OF_MENTION = ("field", "start", "end", "sentence_start", "sentence_end", "confidence", "extractor")


def json_line(row: Mapping[str, Any]) -> str:
    """Return `row` as one line of JSON; text that UTF-8 can't hold (a lone surrogate) is escaped.

    Examples
    --------
    >>> json_line({"title": "Über-Netze"})
    '{"title": "Über-Netze"}\\n'
    """
    line = json.dumps(row, ensure_ascii=False, allow_nan=False)
    return (line if is_utf8(line) else json.dumps(row, allow_nan=False)) + "\n"


def is_utf8(text: str) -> bool:
    """Tell whether `text` can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def paper_row(paper: Paper) -> dict[str, Any]:
    """Return the row of `paper`: the fields of the record.

    Examples
    --------
    >>> paper_row(Paper(id="1", abstract="We train BERT."))["abstract"]
    'We train BERT.'
    """
    return asdict(paper)


def row_paper(row: Mapping[str, Any]) -> Paper:
    """Return the paper that `row` stands for.

    Examples
    --------
    >>> row_paper({"id": "1", "authors": ["Ada Lindqvist"]}).authors
    ('Ada Lindqvist',)
    """
    values: dict[str, Any] = {field.name: row[field.name] for field in fields(Paper) if field.name in row}
    lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
    return Paper(**(values | lists))


def extraction_row(extraction: Extraction) -> dict[str, Any]:
    """Return the row of `extraction` in the form of the gold files: id and entities, each with its mentions.

    `surfaces` are the entity's raw texts, each once, in text order. A mention carries what differs from its entity.

    Examples
    --------
    >>> from paperatlas.extract.annotations import annotated_extraction
    >>> gold = [{"name": "BERT", "label": "Method", "kind": None, "role": "uses", "surfaces": ["BERT"]}]
    >>> row = extraction_row(annotated_extraction(Paper(id="1", abstract="We train BERT."), gold))
    >>> row["entities"][0]["surfaces"], row["entities"][0]["mentions"][0]["start"]
    (['BERT'], 9)
    """
    groups: dict[int, list[Mention]] = {}
    for mention in extraction.mentions:
        groups.setdefault(mention.entity, []).append(mention)
    return {"id": extraction.paper.id, "entities": [_entity_row(groups[entity]) for entity in sorted(groups)]}


def full_row(extraction: Extraction) -> dict[str, Any]:
    """Return the row from which `row_extraction` restores `extraction`."""
    places = {mention: place for place, mention in enumerate(extraction.mentions)}
    return extraction_row(extraction) | {
        "relations": [
            {
                "head": places[relation.head],
                "tail": places[relation.tail],
                "type": relation.type,
                "evidence": relation.evidence,
                "confidence": relation.confidence,
            }
            for relation in extraction.relations
        ],
        "abbreviations": [asdict(abbreviation) for abbreviation in extraction.abbreviations],
        "skipped": [asdict(problem) for problem in extraction.skipped],
    }


def row_extraction(row: Mapping[str, Any], paper: Paper) -> Extraction:
    """Return the extraction that a full row of `paper` stands for; entities are numbered as they stand in the row."""
    mentions = _row_mentions(row["entities"], paper)
    relations = (
        {**relation, "head": mentions[relation["head"]], "tail": mentions[relation["tail"]]}
        for relation in row.get("relations", ())
    )
    return Extraction(
        paper=paper,
        mentions=mentions,
        relations=tuple(Relation(**relation) for relation in relations),
        abbreviations=tuple(Abbreviation(**abbreviation) for abbreviation in row.get("abbreviations", ())),
        skipped=tuple(Problem(**problem) for problem in row.get("skipped", ())),
    )


def _entity_row(mentions: Sequence[Mention]) -> dict[str, Any]:
    entity = {key: getattr(mentions[0], key) for key in _OF_ENTITY}
    entity["role"] = min((mention.role for mention in mentions), key=ROLES.index)
    return entity | {
        "surfaces": list(dict.fromkeys(mention.text for mention in mentions)),
        "mentions": [_mention_row(mention, entity) for mention in mentions],
    }


def _mention_row(mention: Mention, entity: Mapping[str, Any]) -> dict[str, Any]:
    own = {key: getattr(mention, key) for key in _OF_ENTITY if getattr(mention, key) != entity[key]}
    return {key: getattr(mention, key) for key in _OF_MENTION} | own


def _row_mentions(entities: Iterable[Mapping[str, Any]], paper: Paper) -> tuple[Mention, ...]:
    texts = {"title": paper.title or "", "abstract": paper.abstract}
    mentions = [
        Mention(
            paper_id=paper.id,
            entity=number,
            text=texts[mention["field"]][mention["start"] : mention["end"]],
            **({key: entity[key] for key in _OF_ENTITY} | mention),
        )
        for number, entity in enumerate(entities)
        for mention in entity["mentions"]
    ]
    return tuple(sorted(mentions, key=lambda mention: (mention.field != "title", mention.start, mention.end)))
