"""The user's alias file: read, and checked for what contradicts itself."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperatlas.errors import InputError
from paperatlas.graph.aliases import Aliases, is_label
from paperatlas.graph.normalise import join_key
from paperatlas.schema import ENTITY_LABELS, KINDS

_LISTS, _TABLES = ("drop", "split"), ("join", "rename", "relabel")
_STRING = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'"
_ENTRY = re.compile(rf"\s*({_STRING}|[A-Za-z0-9_-]+)\s*=")


@dataclass(frozen=True, slots=True)
class _Said:
    """One thing said of a name: where, in which section, and to which end."""

    name: str
    line: int
    section: str
    to: str = ""


def read_aliases(path: Path) -> Aliases:
    """Read an alias file: TOML with the lists `drop` and `split`, the tables `join`, `rename` and `relabel`.

    ::

        drop = ["state of the art"]
        split = ["RAG"]

        [join]
        "conv net" = "convolutional neural network"

        [rename]
        "generative pretrained transformer" = "GPT"

        [relabel]
        Wikipedia = "Dataset"

    Raises
    ------
    InputError
        When the file can't be read or has another form, or its lines contradict each other or join in a circle.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"can't read the aliases {path}: {error}") from error
    said = list(_said(text))
    _check(said, path)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}") from error
    _check_form(table, path)
    _check([*said, *_said_otherwise(table, said, text)], path)
    return Aliases(
        join=table.get("join", {}),
        split=tuple(table.get("split", ())),
        rename=table.get("rename", {}),
        drop=tuple(table.get("drop", ())),
        relabel=table.get("relabel", {}),
        source=str(path),
    )


def remembered_aliases(row: Mapping[str, Any]) -> Aliases:
    """Return the aliases of an atlas's report; without a source, for names may since have gone.

    Examples
    --------
    >>> remembered_aliases({"drop": ["benchmark"], "source": "aliases.toml"}).drop
    ('benchmark',)
    """
    lists = {section: tuple(row.get(section, ())) for section in _LISTS}
    tables = {section: dict(row.get(section, {})) for section in _TABLES}
    return Aliases(**lists, **tables)  # type: ignore[arg-type]  # lists and tables fit by name


def _check_form(table: Mapping[str, Any], path: Path) -> None:
    for section, value in table.items():
        if section not in (*_LISTS, *_TABLES):
            raise InputError(f"{path} has {section!r}; an alias file has {', '.join((*_LISTS, *_TABLES))}")
        kind, values = (list, value) if section in _LISTS else (dict, [])
        if kind is dict and isinstance(value, dict):
            values = [*value, *value.values()]
        if not isinstance(value, kind) or not all(isinstance(name, str) and name.strip() for name in values):
            form = 'a list of names: ["name", ...]' if kind is list else 'a table of names: "name" = "to"'
            raise InputError(f"{path}: {section} is {form}")
    for name, label in table.get("relabel", {}).items():
        if not is_label(label):
            raise InputError(f"{path}: {name!r} has the label {label!r}; one is {', '.join((*ENTITY_LABELS, *KINDS))}")


def _said(text: str) -> Iterator[_Said]:
    """Yield what the lines say, one entry a line for the tables; form is checked elsewhere."""
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[\s*(\w+)\s*\]", line)
        entry = _ENTRY.match(line)
        if header and not (section in _LISTS and entry):
            section = header[1]
        elif section in _TABLES and entry:
            to = re.match(_STRING, line[entry.end() :].strip())
            yield _Said(_text(entry[1]), number, section, _text(to[0]) if to else "")
        else:
            section = entry[1] if entry and entry[1] in _LISTS else section
            rest = line[entry.end() :] if entry else line
            if section in _LISTS:
                yield from (_Said(_text(name), number, section) for name in re.findall(_STRING, rest.split("#")[0]))


def _said_otherwise(table: Mapping[str, Any], said: Iterable[_Said], text: str) -> Iterator[_Said]:
    """Yield what TOML reads and the lines alone do not show: inline tables, dotted names, several names on a line."""
    known = {(one.section, one.name) for one in said}
    lines = text.splitlines()
    for section, values in table.items():
        for name in values:
            if (section, name) not in known:
                line = next((number for number, line in enumerate(lines, start=1) if name in line), 1)
                yield _Said(name, line, section, values[name] if section in _TABLES else "")


def _text(quoted: str) -> str:
    try:
        return str(tomllib.loads(f"x = {quoted}")["x"]) if quoted[0] in "\"'" else quoted
    except tomllib.TOMLDecodeError:
        return quoted


def _check(said: list[_Said], path: Path) -> None:
    leaving = {join_key(one.name): one for one in reversed(said) if one.section in ("join", "drop", "split")}
    first: dict[tuple[str, str], _Said] = {}
    for one in said:
        key = join_key(one.name)
        known = first.setdefault((one.section, key), one)
        other = leaving.get(key, one)
        if known is not one and (known.to != one.to or known.name == one.name):
            _clash(path, known, one)
        if other is not one and other.section != one.section and "split" not in (other.section, one.section):
            _clash(path, other, one)
        if {other.section, one.section} in ({"split", "join"}, {"split", "drop"}):
            _clash(path, other, one)
        end = leaving.get(join_key(one.to)) if one.section == "join" else None
        if end and end.section == "drop":
            _clash(path, one, end)
    for one in said:
        if one.section == "join":
            _check_circle(one, {key: at for key, at in leaving.items() if at.section == "join"}, path)


def _check_circle(start: _Said, joins: Mapping[str, _Said], path: Path) -> None:
    seen, at = [start], joins.get(join_key(start.to))
    while at and at not in seen:
        seen.append(at)
        at = joins.get(join_key(at.to))
    if at is start:
        lines = " and ".join(f"line {one.line} ({one.name!r} to {one.to!r})" for one in seen)
        raise InputError(f"{path}: names are joined in a circle by {lines}; take one of them out")


def _clash(path: Path, one: _Said, other: _Said) -> None:
    first, second = sorted((one, other), key=lambda said: said.line)
    raise InputError(
        f"{path}: line {first.line} ({_words(first)}) and line {second.line} ({_words(second)}) contradict each other; "
        "keep one"
    )


def _words(said: _Said) -> str:
    return f"{said.section} {said.name!r}" + (f" to {said.to!r}" if said.to else "")
