"""Hints for Cypher that only Neo4j reads, and the marked place of a fault."""

import re
from collections.abc import Sequence

_AROUND = 30

_HINTS: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), hint)
    for pattern, hint in (
        (r":\s*`?Entity\b", "no node here is an :Entity; write (n:Method|Dataset|Concept)"),
        (
            r"\b(all)?shortestPath\s*\(",
            "it is p = (a)-[* SHORTEST 1..8]-(b) here, and ALL SHORTEST for all",
        ),
        (r"\bCALL\s*(\([^)]*\)\s*)?\{", "there is no CALL subquery here; use WITH, or a second query"),
        (r"\bCALL\s+(db|dbms|apoc|gds)\.", "procedures are Neo4j's; CALL show_tables() RETURN * tells the schema"),
        (r"\[\s*\(.*?\)\s*(-|<-).*\|", "there is no pattern comprehension here; use MATCH and collect(...)"),
        (r"\[\s*\w+\s+IN\b.*\|", "there is no list comprehension here; list_transform(list, x -> ...) does it"),
        (r"\[\s*\w+\s+IN\b", "there is no list comprehension here; list_filter(list, x -> ...) does it"),
        (r"\b\w+\s*\{\s*\.", "there is no map projection here; write {id: n.id} or name the columns"),
        (r"\b(COUNT|EXISTS|COLLECT)\s*\{\s*(?!MATCH\b)", "write MATCH within the braces: COUNT { MATCH ... }"),
        (r"\bCOLLECT\s*\{", "there is no COLLECT subquery here; use MATCH and collect(...)"),
        (r"\breduce\s*\(", "reduce is list_reduce(list, (sum, x) -> ...) here"),
        (r"\b(any|all|none|single)\s*\([^)]*\$", "bring the parameter in by WITH first: WITH $x AS wanted MATCH ..."),
        (r"\(\s*\w*\s*:\s*[\w`]+\s*&|:\s*[!(%]", "labels are joined by | alone here: (n:Method|Dataset)"),
        (r"\{\d*,\d*\}|\)\s*\+|-\s*\[[^\]]*\]\s*->?\s*\+", "paths of variable length are [:TYPE*1..3] here"),
        (r"\bNULLS\s+(FIRST|LAST)", "unknown values come last; coalesce(x, ...) moves them"),
        (r"\b(WHERE|AND|OR|NOT|WHEN|RETURN|,)\s*\(?\s*\w+\s*:\s*[A-Z]\w*", "ask label(n) = 'Method' for n:Method"),
        (r"\bdate\s*\(\s*\)", "today is current_date() here"),
        (r"\bUSE\s+\w+|\bLOAD\s+CSV\b", "an atlas is one graph, and queries read no files"),
    )
)

_ORDER_NEEDS = "ORDER BY must be followed by"
_NODE_ORDER = re.compile(r"Cannot order by (\w+)")


def hint(text: str, message: str) -> str:
    """Return what to write instead, for a text that the embedded store refused with this message; else "".

    Examples
    --------
    >>> hint("MATCH (n) WHERE n:Method RETURN n.id", "...")
    "ask label(n) = 'Method' for n:Method"
    """
    if _ORDER_NEEDS in message:
        return "WITH ... ORDER BY needs a LIMIT here; order in the RETURN, or write LIMIT 1000000"
    if found := _NODE_ORDER.search(message):
        return f"{found[1]} names a node and a column alike: give the column another name after AS"
    text = _without_strings(text)
    return next((said for pattern, said in _HINTS if pattern.search(text)), "")


def marked(text: str, message: str) -> str:
    """Return the words around the place that a message tells, with a mark where it is; "" if it tells none.

    Examples
    --------
    >>> marked("MATCH (p:Papr) RETURN p", "Table Papr does not exist (line 1, column 10)")
    'MATCH (p: >>> Papr) RETURN p'
    """
    found = re.search(r"line (\d+), column (\d+)", message)
    lines = text.splitlines()
    if not found or int(found[1]) > len(lines):
        return ""
    line, at = lines[int(found[1]) - 1], int(found[2]) - 1
    before, after = line[max(0, at - _AROUND) : at], line[at : at + _AROUND]
    return "".join(c if c.isprintable() else " " for c in f"{before} >>> {after}").strip()


def explained(text: str, message: str) -> str:
    """Return a message with its place marked in the text and a hint for what only Neo4j reads."""
    near, instead = marked(text, message), hint(text, message)
    return message + (f", here: {near}" if near else "") + (f"; {instead}" if instead else "")


def _without_strings(text: str) -> str:
    return re.sub(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|//[^\n]*|/\*.*?\*/", "''", text, flags=re.DOTALL)
