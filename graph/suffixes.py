"""Last words that add nothing: when "ImageNet dataset" and "Adam optimizer" are ImageNet and Adam."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache

from paperatlas.graph.normalise import join_key, looks_like_name, shown_form, without_suffix
from paperatlas.records import Extraction
from paperatlas.schema import ENTITY_LABELS, METHOD


def keys_without_suffix(extractions: Iterable[Extraction]) -> Callable[[str, str], str]:
    """Return a function from a shown form and its label to the key that joins it, suffix aside.

    The suffix goes where what is left is mostly seen under the same label in these papers and is a proper name, or
    several words that name a method; or, never seen alone, has the form of a name such as ImageNet or GPT-2. An
    acronym that nobody uses alone keeps its suffix: "RL algorithm" is no other name of RL.
    """
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    capitals: Counter[str] = Counter()
    for extraction in extractions:
        for mention in extraction.mentions:
            key = join_key(mention.text)
            labels[key][mention.label] += 1
            capitals[key] += 1 if shown_form(mention.text)[:1].isupper() else -1

    def adds_nothing(bare: str, label: str) -> bool:
        key = join_key(bare)
        if key not in labels:
            return looks_like_name(bare) and not bare.split()[-1].isupper()
        if _most(labels[key]) != label:
            return False
        return looks_like_name(bare) or capitals[key] > 0 or (label == METHOD and " " in bare)

    @cache
    def key_of(surface: str, label: str) -> str:
        bare = without_suffix(surface, label)
        return join_key(bare if bare and adds_nothing(bare, label) else surface)

    return key_of


def _most(votes: Counter[str]) -> str:
    return min(votes, key=lambda label: (-votes[label], ENTITY_LABELS.index(label)))
