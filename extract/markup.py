"""Edits that take away HTML, JATS and Markdown: tags, entities, emphasis, links, code ticks, headings."""

import html
import re

from paperatlas.extract.edits import Edit, Group

_ENTITY = re.compile(r"&(?:amp;){0,8}(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_NAMES = (
    "a|abbr|abstract|article-title|b|big|blockquote|bold|br|center|cite|code|dd|del|div|dl|dt|em|fixed-case|font|h[1-6]|"
    "hr|i|img|inline-formula|disp-formula|tex-math|ins|italic|kbd|li|mark|math|ol|p|pre|sc|sec|section|small|span|"
    "strike|strong|sub|sup|table|tbody|td|th|thead|title|tr|tt|u|ul|underline|url|xref|ext-link|"
    "[A-Za-z][A-Za-z0-9]{0,15}:[A-Za-z][A-Za-z0-9-]{0,40}"
)
_TAG = re.compile(
    rf"<!--.{{0,400}}?-->|<(?P<close>/?)(?P<name>{_NAMES})"
    r"(?:\s+[A-Za-z_:][\w:.-]{0,40}\s?=\s?(?:\"[^\"<>]{0,2000}\"|'[^'<>]{0,2000}'|[^\s\"'<>]{1,2000})){0,20}\s?(?P<empty>/?)>",
    re.IGNORECASE | re.DOTALL,
)
_BLOCK = re.compile(
    "abstract|blockquote|br|center|dd|disp-formula|div|dl|dt|h[1-6]|hr|li|ol|p|pre|sec|section|table|tbody|td|th|thead|"
    "title|tr|ul"
)
_MARK = re.compile(
    r"(?P<image>!?\[(?P<label>[^\[\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){1,1000}\))"
    r"|(?P<address><(?=https?://[^\s<>]{1,1000}>))"
    r"|(?P<line>^(?:#{1,6}[ \t]+|>[ \t]+|```[a-z]{0,20}$))"
    r"|(?P<bullet>(?<=\n)[*+-][ \t]+)"
    r"|(?P<gap>\n[ \t]*\n)"
    r"|(?P<run>\*{1,3}|_{1,3}|`{1,3}|~~)",
    re.MULTILINE,
)
_HINT = re.compile(r"[*`\[]|~~|<http|(?<!\w)_|_(?!\w)|^[#>+-]", re.MULTILINE)


def entity_edits(text: str) -> list[Edit]:
    """Return the edits that decode HTML entities, also those that were escaped more than once.

    Examples
    --------
    >>> entity_edits("&amp;amp; R&D;")
    [(0, 9, '&')]
    """
    if "&" not in text:
        return []
    found = ((match, _decoded(match[0])) for match in _ENTITY.finditer(text))
    return [(match.start(), match.end(), new) for match, new in found if new != match[0] and len(new) <= 2]


def tag_edits(text: str) -> tuple[list[Edit], list[Group]]:
    """Return the edits that take away HTML and JATS tags, and their pairs; a block tag leaves a space.

    Examples
    --------
    >>> tag_edits("<b>BERT</b>")[0], tag_edits("a <b and c> d")[0]
    ([(0, 3, ''), (7, 11, '')], [])
    """
    edits: list[Edit] = []
    groups: list[Group] = []
    opened: dict[str, list[tuple[int, int]]] = {}
    for match in _TAG.finditer(text) if "<" in text else ():
        name = (match["name"] or "").lower()
        local = name.rpartition(":")[2]
        new = " " if _BLOCK.fullmatch(local) or not name else "^" if local == "sup" and not match["close"] else ""
        edits.append((match.start(), match.end(), new))
        if not match["close"] and not match["empty"]:
            opened.setdefault(name, []).append(match.span())
        elif match["close"] and opened.get(name):
            start, inner = opened[name].pop()
            groups.append(Group(start, inner, match.start(), match.end()))
    return edits, groups


def markdown_edits(text: str) -> tuple[list[Edit], list[Group]]:
    """Return the edits that take away Markdown, and the pairs of marks.

    Emphasis is opened after a blank or a bracket and closed within the paragraph, so that `A*` and `x_i` stay.

    Examples
    --------
    >>> markdown_edits("**BERT** and A*")[0], markdown_edits("MMLU_Math, 2 * 3")[0]
    ([(0, 2, ''), (6, 8, '')], [])
    """
    if not _HINT.search(text):
        return [], []
    edits: list[Edit] = []
    groups: list[Group] = []
    opened: dict[str, tuple[int, int]] = {}
    for match in _MARK.finditer(text):
        start, end = match.span()
        if match["image"]:
            left, right = match.span("label")
            edits += [(start, left, ""), (right, end, "")]
            groups.append(Group(start, left, right, end))
        elif match["gap"]:
            opened.clear()
        elif mark := match["run"]:
            if mark in opened and _closes(text, start, end):
                left, right = opened.pop(mark)
                edits += [(left, right, ""), (start, end, "")]
                groups.append(Group(left, right, start, end))
            elif _opens(text, start, end):
                opened[mark] = (start, end)
        else:
            edits.append((start, end, ""))
    return sorted(edits), groups


def _decoded(entity: str) -> str:
    for _ in range(10):
        plain = html.unescape(entity)
        if plain == entity or not plain.endswith(";"):
            return plain
        entity = plain
    return entity


def _opens(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if not (after.isalnum() or (after and after in "\"'([{\\$“‘*_`~<-+.")):
        return False
    inside_word = end - start > 1 and text[start] == "*"
    return inside_word or not before or before.isspace() or before in "([{\"'“‘*_~`-–—/:,，。（"


def _closes(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not before.isspace() and not (text[start] == "_" and (after.isalnum() or after == "_"))
