"""The name to show of an entity of one paper."""

from collections import Counter
from collections.abc import Collection, Sequence

from spacy.tokens import Span

from paperatlas.extract.inflect import singular_word
from paperatlas.extract.word_lists import read_words


def entity_name(spans: Sequence[Span], short_forms: Collection[str]) -> str:
    """Return the name of the entity that `spans` name: the most used full form, singular, clean.

    A form that the text defines as short is taken only where there is no other; a capital that is there only because a
    sentence starts is lower-cased.

    Examples
    --------
    >>> import spacy
    >>> doc = spacy.blank("en")("Graph networks (GNs) learn.")
    >>> doc[0].is_sent_start = True
    >>> entity_name([doc[0:2], doc[3:4]], {"GNs"})
    'graph network'
    """
    forms = _forms([span for span in spans if span.text not in short_forms] or spans)
    return min(forms, key=lambda form: (-forms[form], -len(form), form))


def _forms(spans: Sequence[Span]) -> Counter[str]:
    """Return how often each form stands there; spans of one text count as one, as `_form` may read the document."""
    alike: dict[tuple[str, bool], list[Span]] = {}
    for span in spans:
        alike.setdefault((span.text, bool(span[0].is_sent_start)), []).append(span)
    forms: Counter[str] = Counter()
    for same in alike.values():
        forms[_form(same[0])] += len(same)
    return forms


def _form(span: Span) -> str:
    words = span.text.split()
    if _only_starts(span, words):
        words[0] = words[0].lower()
    words[-1] = singular_word(words[-1])
    return " ".join(words)


def _only_starts(span: Span, words: Sequence[str]) -> bool:
    """Return whether the first capital of a form is there only because a sentence starts."""
    first = words[0]
    if not span[0].is_sent_start or first[1:] != first[1:].lower() or first.lower() in _PROPER_WORDS:
        return False
    if len(words) > 1:
        return all(word == word.lower() for word in words[1:])
    return any(token.text == first.lower() for token in span.doc)


_PROPER_WORDS = read_words("proper_words.txt")
