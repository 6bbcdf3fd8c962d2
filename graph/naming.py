"""The name of an entity: what most papers call it in full, and every other form that they use."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from paperatlas.graph.local import DOUBTFUL, NAMED, LocalEntity
from paperatlas.graph.normalise import join_key, normal_form, without_suffix


def full_forms(key: str, held: Sequence[LocalEntity]) -> Counter[str]:
    """Return the forms that are the name of `key` in full, with the votes of the papers for each."""
    by_paper: dict[tuple[str, str], int] = {}
    for local in held:
        for form, votes in _votes(key, local):
            at = (local.paper_id, form)
            by_paper[at] = max(by_paper.get(at, 0), votes)
    forms: Counter[str] = Counter()
    for (_, form), votes in by_paper.items():
        forms[form] += votes
    return forms or Counter({key: 1})


def best_name(forms: Counter[str]) -> str:
    """Return the form with most votes; at a tie a single word with more capitals, a longer name with fewer.

    Examples
    --------
    >>> best_name(Counter({"ImageNet": 20, "Imagenet": 20, "imagenet": 1}))
    'ImageNet'
    """
    return min(forms, key=lambda form: (-forms[form], _capitals(form) if " " in form else -_capitals(form), form))


def closest_normal_form(forms: Collection[str]) -> str:
    """Return the normal form with fewest blanks, so that ids do not depend on how often a form is used.

    Examples
    --------
    >>> closest_normal_form(["deep net-work", "deep network"])
    'deep network'
    """
    return min(map(normal_form, forms), key=lambda form: (form.count(" "), form))


def aliases_of(name: str, key: str, held: Sequence[LocalEntity], foreign: Collection[str]) -> tuple[str, ...]:
    """Return the forms seen other than `name`, those of most papers first.

    A form that is the key of another entity (`foreign`) is left to it, unless it is a short form here.
    """
    papers: dict[str, set[str]] = defaultdict(set)
    for local in held:
        for surface, own in local.keys.items():
            if own == key or own in local.shorts or own == local.long or own not in foreign:
                papers[surface].add(local.paper_id)
    papers.pop(name, None)
    return tuple(sorted(papers, key=lambda form: (-len(papers[form]), form)))


def _votes(key: str, local: LocalEntity) -> Iterator[tuple[str, int]]:
    for form, votes in local.votes.items():
        bare = without_suffix(form, local.label)
        if join_key(form) == key:
            yield form, votes
        elif bare and join_key(bare) == key:
            yield bare, DOUBTFUL
    if local.spelt and join_key(local.spelt) == key:
        yield local.spelt, NAMED


def _capitals(form: str) -> int:
    return sum(character.isupper() for character in form)
