"""Keys of names in the light of all papers: last words that add nothing, and acronyms spelt like ordinary words."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache

from paperatlas.graph.acronyms import acronym_shaped, two_forms
from paperatlas.graph.normalise import is_implied, join_key, looks_like_name, shown_form, singular_name, without_suffix
from paperatlas.graph.short_forms import known_senses
from paperatlas.records import Extraction, Mention
from paperatlas.schema import DATASET, ENTITY_LABELS, METHOD

_HOWS = frozenset(("algorithm", "method", "optimizer", "technique"))
"""Words that add nothing to a method named by several words: "gradient descent algorithm"."""
_ADJECTIVE = re.compile(r"(?:able|al|allel|ary|based|ed|free|ful|ian|(?<!crit)ic|ive|less|like|ly|ous|wise)$")
_COMPOUND = re.compile(r"[^\W\d_]{3,}-[^\W\d_]{3,}")
"""A name of two words that a hyphen joins: "actor-critic"."""
_OF_NAMES = "language model"
"""What adds nothing to a name such as BERT alone: a transformer language model is no other name of the transformer."""
_MODELS = re.compile(r"(?i)(?:coder|classifier|forest|machine|network|process|regression|transformer)$")
"""Ends of names of models, which "model" adds nothing to: "dual-encoder model"."""
_ROBOT, _ROBOT_NAME = "robot", re.compile(r"[a-z]|\d")
"""What adds nothing to the name of a robot, which is not all capitals: an AI robot is no AI."""
_MODIFIER = re.compile(r"(?i)(?:cross|few|inter|intra|multi|non|one|post|pre|semi|single|three|two|zero)[- ]")
"""Beginnings of names of the form of "multi-stage", which say of something else what it is like."""
_GROUP = re.compile(r"[A-Z]{1,3} ?\(\w\)")
"""A group such as SE(3), whose algebra is se(3)."""
_OFTEN = 2
"""How much more often a word must have a capital to be a name where it has none."""
_RUN_TOGETHER = re.compile(r"(?:[A-Z][a-z]{2,}){2,}")
"""A name of words run together, such as SceneFlow, which as a dataset is not what the words say."""
_COMMON = 2
"""Names of several words in which a word must stand, in lower case, to be an ordinary one."""


def key_finder(extractions: Iterable[Extraction]) -> Callable[[str, str], tuple[str, str]]:
    """Return a function from a shown form and its label to the name that is left of it and the key that joins it.

    A last word goes where what is left is mostly seen under the same label in these papers and is a proper name, or
    several words that name a method; or, never seen alone, has the form of a name such as ImageNet or GPT-2. An acronym
    that nobody uses alone keeps it: "RL algorithm" is no other name of RL. It goes too where it only says of what sort
    a well-known thing is ("Jacobian matrix"), or a well-known short form holds it already ("EKF filter"). Capitals tell
    an acronym from an ordinary word, a group from its algebra, a dataset from what its words say: mAP is no map, SE(3)
    no se(3), SceneFlow no scene flow. A name that gives its short and its long form has the key of the long one.
    """
    mentions = [(shown_form(mention.text), mention) for extraction in extractions for mention in extraction.mentions]
    forms = Counter((form, mention.label) for form, mention in mentions)
    inside = Counter(form for form, mention in mentions if _is_inside(mention))
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    capitals: Counter[str] = Counter()
    words: dict[str, set[str]] = defaultdict(set)
    phrases: dict[str, Counter[str]] = defaultdict(Counter)
    for (form, label), count in forms.items():
        labels[join_key(form)][label] += count
        if " " in form:
            phrases[join_key(form)][label] += count
            for word in (word for word in form.split() if word.isalpha() and word.islower()):
                words[join_key(word)].add(join_key(form))
    for form, count in inside.items():
        capitals[join_key(form)] += count if form[:1].isupper() else -count

    def adds_nothing(bare: str, suffix: str, label: str) -> bool:
        if is_implied(bare, suffix) or _without_again(f"{bare} {suffix}"):
            return True
        key = join_key(bare)
        if _ADJECTIVE.search(bare.lower()) or (_MODIFIER.match(bare) and not looks_like_name(bare)):
            return False
        if key not in labels:
            return looks_like_name(bare) and not bare.split()[-1].isupper()
        if suffix == _ROBOT and not _ROBOT_NAME.search(bare):
            return False
        if _most(labels[key]) != label or (suffix == _OF_NAMES and not looks_like_name(bare)):
            return False
        if " " in bare or _COMPOUND.fullmatch(bare):
            how = suffix in _HOWS or (suffix == "model" and _MODELS.search(bare))
            return looks_like_name(bare) or (label == METHOD and bool(how))
        return looks_like_name(bare) or capitals[key] > (0 if bare[:1].isupper() else _OFTEN)

    def is_other_thing(name: str, key: str, label: str) -> bool:
        is_run_together = label == DATASET and _RUN_TOGETHER.fullmatch(name) and key in phrases
        return bool(is_run_together) and _most(phrases[key]) != DATASET

    @cache
    def key_of(surface: str, label: str) -> tuple[str, str]:
        both = two_forms(surface)
        if both:
            return key_of(both[1], label)
        bare = without_suffix(surface, label) or _without_again(surface)
        suffix = singular_name(surface)[len(bare or "") :].strip(" -").lower()
        name = bare if bare and adds_nothing(bare, suffix, label) else surface
        key = join_key(name)
        is_word = acronym_shaped(name) and not _RUN_TOGETHER.fullmatch(name) and len(words.get(key, ())) >= _COMMON
        is_group = _GROUP.fullmatch(name) is not None
        return name, key.upper() if is_word or is_group or is_other_thing(name, key, label) else key

    return key_of


def _without_again(name: str) -> str | None:
    """Return the short form before a word that its long form ends with ("EKF filter"), None for other names."""
    short, _, last = singular_name(name).rpartition(" ")
    longs = [sense.longs[0] for sense in known_senses(short)[:1]] if acronym_shaped(short) else []
    return short if any(singular_name(long).lower().endswith(f" {last.lower()}") for long in longs) else None


def _is_inside(mention: Mention) -> bool:
    return mention.field != "title" and mention.start > mention.sentence_start


def _most(votes: Counter[str]) -> str:
    return min(votes, key=lambda label: (-votes[label], ENTITY_LABELS.index(label)))
