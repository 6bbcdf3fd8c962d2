"""What macros of LaTeX leave of themselves: an argument's text, a symbol, an accented letter, a name or nothing."""

import re

from paperatlas.extract.edits import Group
from paperatlas.extract.latex_scan import Scan
from paperatlas.extract.latex_tables import accented, is_accent, known_macros, macros, symbols

_GLUED = re.compile(r"(?:math(?:bb|bf|cal|frak|it|rm|sf|tt|scr)|emph|text(?:bf|it|tt|sc|rm|sf)?|sqrt)(?=[A-Za-z])")


def read_macro(scan: Scan, start: int, token: str) -> None:
    """Take away a macro by its name: known with what becomes of its arguments, or unknown."""
    name, kinds = token.lstrip("\\").rstrip("*"), macros()
    if token.startswith("\\\\") and name not in known_macros():
        scan.edit(start, start + 2, " ")
        return
    brace = scan.brace_after(scan.at)
    if token.endswith("*") and brace < 0:
        scan.at -= 1
    if name in kinds["dropped"] or name in kinds["definition"]:
        _drop(scan, start, scan.at, 1 if name in kinds["dropped"] else 2)
    elif name in kinds["fraction"] and brace >= 0:
        _fraction(scan, start, brace)
    elif name in kinds["second"] and brace >= 0:
        _second(scan, start, brace)
    elif name == "sqrt" and brace >= 0:
        scan.open_argument(start, brace, "sqrt(", ")")
    elif is_accent(name) and brace >= 0 and scan.partners[brace] - brace == 2:
        scan.edit(start, brace + 3, accented(name, scan.text[brace + 1]))
    elif name in symbols():
        scan.edit(start, scan.at + 2 * scan.text.startswith("{}", scan.at), symbols()[name])
    elif name in kinds["styled"]:
        _styled(scan, start, scan.at, brace, " " if name in kinds["spacing"] else "")
    else:
        _unknown(scan, start, scan.at, brace, name)


def read_accent(scan: Scan, start: int, token: str) -> None:
    """Put an accent on its letter; in maths `\\=` and `\\.` are none."""
    if start < scan.maths_end and token[1] in "=.":
        scan.at = start + 2
    else:
        scan.edit(start, scan.at, accented(token[1], token[2:].strip("{}\\")))


def _drop(scan: Scan, start: int, end: int, arguments: int) -> None:
    for _ in range(arguments):
        brace = scan.brace_after(end)
        if brace < 0:
            break
        end = scan.partners[brace] + 1
        if scan.peek(end) == "[" and (closed := scan.text.find("]", end, end + 200)) > 0 and arguments > 1:
            end = closed + 1
    if scan.peek(end) in ".,;:)":
        start = _without_blank(scan, start)
    scan.edit(start, end, "")


def _without_blank(scan: Scan, start: int) -> int:
    """Return where the blank or tie before `start` begins, so that none is left before a full stop."""
    if scan.edits and scan.edits[-1][1] == start:
        return scan.edits.pop()[0] if scan.edits[-1][2] == " " else start
    return start - 1 if start and scan.text[start - 1] == " " else start


def _fraction(scan: Scan, start: int, brace: int) -> None:
    middle = scan.partners[brace]
    second = scan.brace_after(middle + 1)
    scan.open_argument(start, brace)
    if second >= 0:
        end = scan.partners[second]
        scan.groups.append(Group(middle + 1, second + 1, end, end + 1))
        scan.closing[middle] = f"/{second}"
        scan.closing[end] = ""


def _second(scan: Scan, start: int, brace: int) -> None:
    second = scan.brace_after(scan.partners[brace] + 1)
    scan.open_argument(start, second if second >= 0 else brace)


def _styled(scan: Scan, start: int, end: int, brace: int, new: str) -> None:
    if brace >= 0:
        scan.open_argument(start, brace, new)
        return
    scan.edit(start, end + (not new and scan.peek(end).isspace()), new)


def _unknown(scan: Scan, start: int, end: int, brace: int, name: str) -> None:
    glued = _GLUED.match(name)
    before = scan.text[start - 1] if start else " "
    if scan.text.startswith("{}", end):
        scan.edit(start, end + 2, name)
    elif brace >= 0:
        scan.open_argument(start, brace)
    elif glued:
        scan.edit(start, start + 1 + glued.end(), "")
    elif name in known_macros():
        scan.edit(start, end, "")
    elif start > scan.maths_end and (before.isalpha() or before == "\\"):
        scan.at = end
    else:
        scan.edit(start, end, name)
