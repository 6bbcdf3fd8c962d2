"""What the marks of maths in LaTeX leave: nothing of `$`, brackets for `\\(` that opens none, signs of escapes."""

import re

from paperatlas.extract.edits import Group
from paperatlas.extract.latex_scan import CLOSERS, Scan
from paperatlas.extract.latex_tables import is_maths

_COMPOUND = re.compile(r"[\w}] ?(?:[/+*-]|\\times|\\cdot)|\\[dtn]?frac")
_CLOSER = {token: re.compile(rf"(?<!\\){re.escape(closer)}") for token, closer in CLOSERS.items()}
_LONGEST_MATHS = 3000
_ONLY_STYLE = re.compile(r"\\(?:emph|textit|textbf|texttt|textsc)\{[^{}]*\}")


def read_degree(scan: Scan, start: int, token: str) -> None:
    """Put the sign for `^\\circ`."""
    scan.edit(start, scan.at, "°")
    if scan.text[scan.at - 1] == "}":
        scan.closing.pop(scan.at - 1, None)


def read_open(scan: Scan, start: int, token: str) -> None:
    """Open maths at `\\(` or `\\[`, or leave its bracket."""
    if not _opens_maths(scan, start, token):
        scan.edit(start, scan.at, token[1])


def read_dollar(scan: Scan, start: int, token: str) -> None:
    """Close or open maths at `$`, or leave it: a price."""
    if start == scan.maths_end:
        scan.edit(start, start + len(scan.closing.pop(start)), "")
    elif not _opens_maths(scan, start, token):
        scan.at = start + 1


def read_escape(scan: Scan, start: int, token: str) -> None:
    """Leave the sign behind a backslash; what only spaces goes, and so does what closes maths."""
    if start == scan.maths_end:
        scan.closing.pop(start, None)
        scan.edit(start, scan.at, "")
    elif token[1] in ",;:>!-/@" and (token[1] in ",;!-/@" or start < scan.maths_end):
        scan.edit(start, scan.at, " " if token[1] in ";:>" or (token[1] == "," and start > scan.maths_end) else "")
    elif token[1].isascii():
        scan.edit(start, scan.at, "‖" if token[1] == "|" and start < scan.maths_end else token[1])


def read_script(scan: Scan, start: int, token: str) -> None:
    """Take away the braces of an index or exponent, or put brackets where it is a compound."""
    brace = start + 1
    if brace in scan.partners:
        inside = scan.text[brace + 1 : min(scan.partners[brace], brace + 200)]
        left, right = ("(", ")") if _COMPOUND.search(inside) else ("", "")
        scan.open_argument(brace, brace, left, right)


def _opens_maths(scan: Scan, start: int, token: str) -> bool:
    begin = start + len(token)
    if not scan.maths_end < begin <= scan.last_closer[token]:
        return False
    close = _CLOSER[token].search(scan.text, begin, begin + _LONGEST_MATHS)
    if not close or not _holds_maths(scan, token, begin, close):
        return False
    scan.maths_end = close.start()
    scan.closing[close.start()] = token
    whole = not _ONLY_STYLE.fullmatch(scan.text, begin, close.start())
    scan.groups.append(Group(start, begin, close.start(), close.end(), whole))
    scan.edit(start, begin, "")
    return True


def _holds_maths(scan: Scan, token: str, begin: int, close: re.Match[str]) -> bool:
    inside = scan.text[begin : close.start()]
    return is_maths(inside, scan.peek(close.end())) if token == "$" else bool(inside.strip())
