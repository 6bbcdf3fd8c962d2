"""Edits that turn LaTeX into plain text: maths, macros known and unknown, accents, braces."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from paperatlas.extract.edits import Edit, Group
from paperatlas.extract.latex_macros import read_accent, read_macro
from paperatlas.extract.latex_maths import read_degree, read_dollar, read_escape, read_open, read_script
from paperatlas.extract.latex_scan import Handler, Scan

_TOKEN = re.compile(
    r"(?P<degree>\^\s?(?:\{\\circ\}|\s?\\circ(?![A-Za-z])))"
    r"|(?P<macro>\\\\?[A-Za-z]+\*?)"
    r"|(?P<accent>\\[\"'`^~=.](?:\{\\?[A-Za-z]\}|\\[ij](?![A-Za-z])|[A-Za-z]))"
    r"|(?P<open>\\[(\[])"
    r"|(?P<break>\\\\)"
    r"|(?P<escape>\\(?:_|[^\w\s]))"
    r"|(?P<space>\\ )"
    r"|(?P<dollar>\$\$?)"
    r"|(?P<script>[\^_]\{)"
    r"|(?P<brace>[{}])"
    r"|(?P<tie>~)"
    r"|(?P<quote>``|'')"
)
_START = re.compile(r"[\\^$_{}~`']")
_HINT = re.compile(r"[\\$~{}]|``")
_DRIVE = re.compile(r"(?<![A-Za-z0-9\\])[A-Z]:\Z")
_BLANK = re.compile(r"\s")
_LOST = re.compile(r"(?<![A-Za-z\\])(?:emph|textit|textbf|textrm|textsc|texttt|mathbf|mathcal|mathrm)\Z")


def latex_edits(text: str) -> tuple[list[Edit], list[Group]]:
    """Return the edits, in order, and the pairs of marks that they take away.

    An argument's text stays, also that of a macro nobody knows; a macro without argument leaves its name. Citations,
    references and labels go. What only looks like LaTeX (prices, percentages, Windows paths) is no edit.

    Examples
    --------
    >>> latex_edits(r"\\SDEPO{}")[0], latex_edits("50% of $5")[0]
    ([(0, 8, 'SDEPO')], [])
    """
    if not _HINT.search(text):
        return [], []
    scan = Scan(text)
    while start := _START.search(text, scan.at):
        if _is_path(scan, start.start()):
            blank = _BLANK.search(text, start.end())
            scan.at = blank.start() if blank else len(text)
            continue
        match = _TOKEN.match(text, start.start())
        scan.at = match.end() if match else start.end()
        if match:
            _HANDLERS[str(match.lastgroup)](scan, match.start(), match[0])
    return scan.edits, scan.groups


def _is_path(scan: Scan, at: int) -> bool:
    return at > scan.maths_end and scan.text[at] == "\\" and bool(_DRIVE.search(scan.text, max(0, at - 3), at))


def _read_break(scan: Scan, start: int, token: str) -> None:
    if scan.peek(scan.at).isalnum() and scan.peek(start - 1 if start else len(scan.text)).strip() == "":
        return
    scan.edit(start, scan.at, " ")


def _read_space(scan: Scan, start: int, token: str) -> None:
    scan.edit(start, scan.at, " ")


def _read_brace(scan: Scan, start: int, token: str) -> None:
    if token == "}":
        _close_brace(scan, start)
    elif start in scan.partners and (lost := _LOST.search(scan.text, max(0, start - 8), start)):
        begin = lost.start() if not scan.edits or scan.edits[-1][1] <= lost.start() else start
        scan.open_argument(begin, start)
    elif start in scan.partners and (start < scan.maths_end or _is_grouping(scan, start)):
        scan.open_argument(start, start)


def _close_brace(scan: Scan, start: int) -> None:
    new = scan.closing.pop(start, None)
    if new is not None and new.startswith("/"):
        scan.edit(start, int(new[1:]) + 1, "/")
    elif new is not None:
        scan.edit(start, start + 1, new)


def _is_grouping(scan: Scan, start: int) -> bool:
    """Tell braces that group (`{B}ERT`, `{\\em x}`) from those of a set (`{0, 1}`)."""
    inside = scan.text[start + 1 : min(scan.partners[start], start + 200)]
    return inside.startswith(("\\", "$")) or not re.search(r"[,;:|=]|^\s|\s$", inside)


def _read_tie(scan: Scan, start: int, token: str) -> None:
    before, after = scan.peek(start - 1) if start else "", scan.peek(scan.at)
    joins = before.isalpha() or (before and before in ".,;:)]}'\"$")
    if start < scan.maths_end or (joins and (after.isalnum() or (after and after in "\\$([{`"))):
        scan.edit(start, scan.at, " ")


def _read_quote(scan: Scan, start: int, token: str) -> None:
    if scan.quoted and start > scan.maths_end:
        scan.edit(start, scan.at, '"')


_HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {
        "degree": read_degree,
        "macro": read_macro,
        "accent": read_accent,
        "open": read_open,
        "break": _read_break,
        "escape": read_escape,
        "space": _read_space,
        "dollar": read_dollar,
        "script": read_script,
        "brace": _read_brace,
        "tie": _read_tie,
        "quote": _read_quote,
    }
)
