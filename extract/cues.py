"""The cue patterns of relations, made from extract/data/relations.toml."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_CODES = {"method": "m", "dataset": "d", "task": "t", "any": "mdtqx", "thing": "mdt", "work": "md"}
_FIELD = re.compile(r"\{(head |tail |pair |one |lone )?(\w+)\}")
_BARE = re.compile(r"(?<!P)<(\w+)>")


@dataclass(frozen=True, slots=True)
class Cue:
    """Where `regex` matches a masked sentence, the names of its groups `head` and `tail` (or `pair`) are related.

    `own` cues have no head: it is what the paper proposes. `title` cues are for titles. `example` is a sentence with
    each name marked, `finds` what is found in it.
    """

    type: str
    regex: re.Pattern[str]
    own: bool
    title: bool
    example: str
    finds: tuple[str, str]


@cache
def relation_cues() -> tuple[Cue, ...]:
    """Return the cues of all relation types.

    Examples
    --------
    >>> sorted({cue.type for cue in relation_cues()})
    ['COMPARED_WITH', 'EVALUATED_ON', 'PART_OF', 'SUBCLASS_OF', 'USED_FOR']
    """
    held = tomllib.loads(files("paperatlas.extract").joinpath("data/relations.toml").read_text(encoding="utf-8"))
    parts: dict[str, str] = {}
    for name, part in held["parts"].items():
        parts[name] = _BARE.sub(lambda field: parts[field[1]], part)
    return tuple(
        Cue(
            type=row["type"],
            regex=re.compile(_expanded(row["pattern"], parts, held["nouns"])),
            own=row.get("own", False),
            title=row.get("title", False),
            example=row["example"],
            finds=(row["finds"][0], row["finds"][1]),
        )
        for row in held["cues"]
    )


def _expanded(pattern: str, parts: Mapping[str, str], nouns: Mapping[str, str]) -> str:
    def put(field: re.Match[str]) -> str:
        side = (field[1] or "").strip()
        if not side:
            return parts[field[2]]
        names = _one(side, field[2]) if side in ("one", "lone") else _list(side, field[2], parts, nouns)
        opened = not field.start() or field.string[: field.start()].endswith("article}")
        return names if opened else f"{_before(side, parts)}{names}"

    return _FIELD.sub(put, pattern)


def _one(side: str, label: str) -> str:
    return rf"(?P<{'tail' if side == 'lone' else 'head'}>«[{_CODES[label]}]\d+s?»)(?![\w\-])"


def _list(side: str, label: str, parts: Mapping[str, str], nouns: Mapping[str, str]) -> str:
    """Return the pattern of a list of names; one that opens a sentence needs its "and", as a comma may end a clause."""
    after = f"(?: (?:{nouns[label]})){{0,2}}" if label in nouns else ""
    item = rf"«[{_CODES[label]}]\d+s?»(?![\w\-]){after}"
    further, comma, last = f"(?:{parts['word']}){{0,2}}?{item}", "(?:, |/)", parts["last"]
    more = f"(?:(?:{comma}|{last}){further})*" if side == "tail" else f"(?:(?:{comma}{further})*{last}{further})?"
    return f"(?P<{side}>{item}{more})"


def _before(side: str, parts: Mapping[str, str]) -> str:
    introduced = parts["introduced"] if side == "tail" else ""
    return f"(?:(?:{parts['word']}){{0,4}}?{introduced})"
