"""The name of an entity: what most papers call it in full, and every other form that they use."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from paperatlas.graph.acronyms import two_forms
from paperatlas.graph.local import DOUBTFUL, NAMED
from paperatlas.graph.normalise import join_key, normal_form, singular_name, without_suffix
from paperatlas.graph.placing import Placed

_IN_FULL = frozenset(("form", "order", "spelling"))


def full_forms(key: str, held: Sequence[Placed], spelt: Collection[str] = ()) -> Counter[str]:
    """Return the forms that are the name of `key` in full, with the votes of the papers for each.

    Forms that have the key themselves come before those that a rule brought to it; `spelt` are long forms that papers
    give only as the meaning of a short one.
    """
    return (
        _votes([one for one in held if one.rule == "order" or (one.rule == "form" and one.use.key == key)], key)
        or Counter(dict.fromkeys(spelt, NAMED))
        or _votes([one for one in held if one.rule in _IN_FULL], key)
        or _votes(held, key)
    )


def best_name(forms: Counter[str]) -> str:
    """Return the form with most votes; at a tie a single word with more capitals, a longer name with fewer.

    Examples
    --------
    >>> best_name(Counter({"ImageNet": 20, "Imagenet": 20, "imagenet": 1}))
    'ImageNet'
    """
    if len(forms) == 1:
        return next(iter(forms))
    return min(forms, key=lambda form: (-forms[form], _capitals(form) if " " in form else -_capitals(form), form))


def closest_normal_form(forms: Collection[str]) -> str:
    """Return the normal form with fewest blanks, so that ids do not depend on how often a form is used.

    Examples
    --------
    >>> closest_normal_form(["deep net-work", "deep network"])
    'deep network'
    """
    return min(map(normal_form, forms), key=lambda form: (form.count(" "), form))


def aliases_of(name: str, held: Sequence[Placed]) -> tuple[str, ...]:
    """Return the forms seen other than `name`, those of most papers first."""
    if all(one.use.surface == name for one in held):
        return ()
    papers: dict[str, set[str]] = defaultdict(set)
    for one in held:
        papers[one.use.surface].add(one.use.paper_id)
    papers.pop(name, None)
    return tuple(sorted(papers, key=lambda form: (-len(papers[form]), form)))


def _votes(held: Sequence[Placed], key: str) -> Counter[str]:
    by_paper: dict[tuple[str, str], int] = {}
    for one in held:
        both = two_forms(one.use.surface)
        form, vote = singular_name(both[1]) if both else one.use.name, one.use.vote
        if one.use.key == key and join_key(form) != key.lower():
            bare = without_suffix(form, one.use.label)
            form, vote = (bare, DOUBTFUL) if bare and join_key(bare) == key.lower() else (form, vote)
        at = (one.use.paper_id, form)
        by_paper[at] = max(by_paper.get(at, 0), vote)
    forms: Counter[str] = Counter()
    for (_, form), vote in by_paper.items():
        forms[form] += vote
    return forms


def _capitals(form: str) -> int:
    return sum(character.isupper() for character in form)
