"""What a user says of names: which to join, split, rename, drop or relabel, over every rule."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from paperatlas.errors import InputError
from paperatlas.graph.normalise import join_key
from paperatlas.graph.placing import Placed
from paperatlas.schema import CONCEPT, ENTITY_LABELS, KINDS

_NEAR = 3


@dataclass(frozen=True, slots=True)
class Aliases:
    """What a user's file says: `join` and `rename` map a name to another, `relabel` to a label or a kind.

    `source` names the file; names are checked only where there is one to be mended. A name stands for all its spellings
    that differ by case, plural or hyphen, and, where a node is called by it, for that node with all its names.
    """

    join: Mapping[str, str] = field(default_factory=dict)
    split: tuple[str, ...] = ()
    rename: Mapping[str, str] = field(default_factory=dict)
    drop: tuple[str, ...] = ()
    relabel: Mapping[str, str] = field(default_factory=dict)
    source: str = ""

    def row(self) -> dict[str, Any]:
        """Return what the report keeps."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items() if value}


@dataclass(frozen=True, slots=True)
class Applied:
    """The uses after the user's word, and by key the names and the labels (with the kind of a concept) given."""

    placed: list[Placed]
    names: Mapping[str, str]
    labels: Mapping[str, tuple[str, str | None]]


def apply_aliases(aliases: Aliases, placed: Sequence[Placed]) -> Applied:
    """Return the uses as the user wants them, each moved one with the rule "user".

    Raises
    ------
    InputError
        When no paper uses a name that is to be joined, split, renamed, dropped or relabelled; near ones are listed. And
        when names are joined in a circle.
    """
    if not aliases.row():
        return Applied(list(placed), {}, {})
    if aliases.source:
        _check_known(aliases, placed)
    drop, split = {join_key(name) for name in aliases.drop}, {join_key(name) for name in aliases.split}
    apart = [
        replace(one, key=join_key(one.use.surface), rule="user") if join_key(one.use.surface) in split else one
        for one in placed
    ]
    at = _nodes(apart)
    joined = {join_key(name): join_key(target) for name, target in aliases.join.items()}
    ends = {key: _end(key, joined) for key in joined}
    targets = {key: at.get(end, end) for key, end in ends.items()}
    moved = [_moved(one, targets) for one in apart if drop.isdisjoint((join_key(one.use.surface), one.key))]
    at = _nodes(moved)
    held = {one.use.key for one in moved}
    new = {join_key(target): target for target in aliases.join.values()}
    names = {key: target for key, target in new.items() if key not in held}
    names |= {_node(name, at): to for name, to in aliases.rename.items()}
    labels = {_node(name, at): _label(to) for name, to in aliases.relabel.items()}
    return Applied(moved, names, labels)


def _moved(one: Placed, targets: Mapping[str, str]) -> Placed:
    key = targets.get(join_key(one.use.surface)) or targets.get(one.key, one.key)
    return replace(one, key=key, rule="user") if key != one.key else one


def _end(key: str, joined: Mapping[str, str]) -> str:
    seen = [key]
    while key in joined:
        key = joined[key]
        if key in seen:
            raise InputError(f"names are joined in a circle: {' to '.join((*seen, key))}; take one of the joins out")
        seen.append(key)
    return key


def _nodes(placed: Iterable[Placed]) -> dict[str, str]:
    """Return the key of the node that each form leads to: the one called so, else the one where most uses of it go."""
    places: dict[str, Counter[str]] = defaultdict(Counter)
    keys: set[str] = set()
    for one in placed:
        places[join_key(one.use.surface)][one.key] += one.use.count
        keys.add(one.key)
    most = {form: min(counts, key=lambda key: (-counts[key], key)) for form, counts in places.items()}
    return most | {key: key for key in keys}


def _node(name: str, nodes: Mapping[str, str]) -> str:
    return nodes.get(join_key(name), join_key(name))


def _label(word: str) -> tuple[str, str | None]:
    return (CONCEPT, word) if word in KINDS else (word, None)


def is_label(word: str) -> bool:
    """Return whether a name can be relabelled so: a label of entities, or a kind of concept."""
    return word in ENTITY_LABELS or word in KINDS


def _check_known(aliases: Aliases, placed: Sequence[Placed]) -> None:
    forms = {join_key(one.use.surface): one.use.surface for one in placed}
    known = set(forms) | {one.key for one in placed}
    named = (*aliases.join, *aliases.split, *aliases.rename, *aliases.drop, *aliases.relabel)
    new = {join_key(target) for target in aliases.join.values()}
    unknown = [name for name in dict.fromkeys(named) if join_key(name) not in known | new]
    if unknown:
        said = (f"{name!r} ({_near(join_key(name), forms)})" for name in unknown)
        raise InputError(f"{aliases.source}: no paper uses the name {', nor '.join(said)}")


def _near(key: str, forms: Mapping[str, str]) -> str:
    near = get_close_matches(key, forms, n=_NEAR)
    return f"near: {', '.join(forms[form] for form in near)}" if near else "no name is near"
