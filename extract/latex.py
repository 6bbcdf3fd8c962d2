"""Edits that turn LaTeX into plain text: maths, macros known and unknown, accents, braces."""

import re

from paperatlas.extract.edits import Edit, Group
from paperatlas.extract.latex_tables import accented, is_accent, is_maths, known_macros, macros, symbols

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
_COMPOUND = re.compile(r"[\w}] ?(?:[/+*-]|\\times|\\cdot)|\\[dtn]?frac")
_LOST = re.compile(r"(?<![A-Za-z\\])(?:emph|textit|textbf|textrm|textsc|texttt|mathbf|mathcal|mathrm)\Z")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_CLOSERS = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}
_CLOSER = {token: re.compile(rf"(?<!\\){re.escape(closer)}") for token, closer in _CLOSERS.items()}
_LONGEST_MATHS = 3000
_ONLY_STYLE = re.compile(r"\\(?:emph|textit|textbf|texttt|textsc)\{[^{}]*\}")
_GLUED = re.compile(r"(?:math(?:bb|bf|cal|frak|it|rm|sf|tt|scr)|emph|text(?:bf|it|tt|sc|rm|sf)?|sqrt)(?=[A-Za-z])")


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
    scanner = _Scanner(text)
    scanner.run()
    return scanner.edits, scanner.groups


def _partners(text: str) -> dict[int, int]:
    """Return where each brace that has a partner is closed."""
    partners, opened = {}, []
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            partners[opened.pop()] = match.start()
    return partners


class _Scanner:
    """Walks once over the text; `at` is the next character to read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[Edit] = []
        self.groups: list[Group] = []
        self.at = 0
        self.maths_end = -1
        self.partners = _partners(text)
        self.closing: dict[int, str] = {}
        self.quoted = "``" in text and ("''" in text or '"' in text)
        self.last_closer = {token: text.rfind(closer) for token, closer in _CLOSERS.items()}

    def run(self) -> None:
        while start := _START.search(self.text, self.at):
            if self._is_path(start.start()):
                blank = _BLANK.search(self.text, start.end())
                self.at = blank.start() if blank else len(self.text)
                continue
            match = _TOKEN.match(self.text, start.start())
            self.at = match.end() if match else start.end()
            if match:
                getattr(self, f"_{match.lastgroup}")(match.start(), match[0])

    def _edit(self, start: int, end: int, new: str) -> None:
        self.edits.append((start, end, new))
        self.at = end

    def _peek(self, at: int) -> str:
        return self.text[at : at + 1]

    def _open_argument(self, start: int, brace: int, new: str = "", closing: str = "") -> None:
        """Take away the mark from `start` to the brace, and the brace that closes it."""
        end = self.partners[brace]
        self.closing[end] = closing
        self.groups.append(Group(start, brace + 1, end, end + 1))
        self._edit(start, brace + 1, new)

    def _is_path(self, at: int) -> bool:
        return at > self.maths_end and self.text[at] == "\\" and bool(_DRIVE.search(self.text, max(0, at - 3), at))

    def _degree(self, start: int, token: str) -> None:
        self._edit(start, self.at, "°")
        if self.text[self.at - 1] == "}":
            self.closing.pop(self.at - 1, None)

    def _macro(self, start: int, token: str) -> None:
        name, kinds = token.lstrip("\\").rstrip("*"), macros()
        if token.startswith("\\\\") and name not in known_macros():
            self._edit(start, start + 2, " ")
            return
        brace = self._brace_after(self.at)
        if token.endswith("*") and brace < 0:
            self.at -= 1
        if name in kinds["dropped"] or name in kinds["definition"]:
            self._drop(start, self.at, 1 if name in kinds["dropped"] else 2)
        elif name in kinds["fraction"] and brace >= 0:
            self._fraction(start, brace)
        elif name in kinds["second"] and brace >= 0:
            self._second(start, brace)
        elif name == "sqrt" and brace >= 0:
            self._open_argument(start, brace, "sqrt(", ")")
        elif is_accent(name) and brace >= 0 and self.partners[brace] - brace == 2:
            self._edit(start, brace + 3, accented(name, self.text[brace + 1]))
        elif name in symbols():
            self._edit(start, self.at + 2 * self.text.startswith("{}", self.at), symbols()[name])
        elif name in kinds["styled"]:
            self._styled(start, self.at, brace, " " if name in kinds["spacing"] else "")
        else:
            self._unknown(start, self.at, brace, name)

    def _brace_after(self, at: int) -> int:
        """Return where the macro's argument opens, behind its optional one, else -1."""
        if self._peek(at) == "[":
            closed = self.text.find("]", at, at + 200)
            if closed > 0 and self.text.startswith("{", closed + 1):
                at = closed + 1
        at += self._peek(at) == " "
        return at if at in self.partners else -1

    def _drop(self, start: int, end: int, arguments: int) -> None:
        for _ in range(arguments):
            brace = self._brace_after(end)
            if brace < 0:
                break
            end = self.partners[brace] + 1
            if self._peek(end) == "[" and (closed := self.text.find("]", end, end + 200)) > 0 and arguments > 1:
                end = closed + 1
        if self._peek(end) in ".,;:)":
            start = self._without_blank(start)
        self._edit(start, end, "")

    def _without_blank(self, start: int) -> int:
        """Return where the blank or tie before `start` begins, so that none is left before a full stop."""
        if self.edits and self.edits[-1][1] == start:
            return self.edits.pop()[0] if self.edits[-1][2] == " " else start
        return start - 1 if start and self.text[start - 1] == " " else start

    def _fraction(self, start: int, brace: int) -> None:
        middle = self.partners[brace]
        second = self._brace_after(middle + 1)
        self._open_argument(start, brace)
        if second >= 0:
            end = self.partners[second]
            self.groups.append(Group(middle + 1, second + 1, end, end + 1))
            self.closing[middle] = f"/{second}"
            self.closing[end] = ""

    def _second(self, start: int, brace: int) -> None:
        second = self._brace_after(self.partners[brace] + 1)
        self._open_argument(start, second if second >= 0 else brace)

    def _styled(self, start: int, end: int, brace: int, new: str) -> None:
        if brace >= 0:
            self._open_argument(start, brace, new)
            return
        self._edit(start, end + (not new and self._peek(end).isspace()), new)

    def _unknown(self, start: int, end: int, brace: int, name: str) -> None:
        glued = _GLUED.match(name)
        before = self.text[start - 1] if start else " "
        if self.text.startswith("{}", end):
            self._edit(start, end + 2, name)
        elif brace >= 0:
            self._open_argument(start, brace)
        elif glued:
            self._edit(start, start + 1 + glued.end(), "")
        elif name in known_macros():
            self._edit(start, end, "")
        elif start > self.maths_end and (before.isalpha() or before == "\\"):
            self.at = end
        else:
            self._edit(start, end, name)

    def _accent(self, start: int, token: str) -> None:
        if start < self.maths_end and token[1] in "=.":
            self.at = start + 2
        else:
            self._edit(start, self.at, accented(token[1], token[2:].strip("{}\\")))

    def _open(self, start: int, token: str) -> None:
        if not self._maths(start, token):
            self._edit(start, self.at, token[1])

    def _dollar(self, start: int, token: str) -> None:
        if start == self.maths_end:
            self._edit(start, start + len(self.closing.pop(start)), "")
        elif not self._maths(start, token):
            self.at = start + 1

    def _maths(self, start: int, token: str) -> bool:
        begin = start + len(token)
        if not self.maths_end < begin <= self.last_closer[token]:
            return False
        close = _CLOSER[token].search(self.text, begin, begin + _LONGEST_MATHS)
        if not close or not self._holds_maths(token, begin, close):
            return False
        self.maths_end = close.start()
        self.closing[close.start()] = token
        whole = not _ONLY_STYLE.fullmatch(self.text, begin, close.start())
        self.groups.append(Group(start, begin, close.start(), close.end(), whole))
        self._edit(start, begin, "")
        return True

    def _holds_maths(self, token: str, begin: int, close: re.Match[str]) -> bool:
        inside = self.text[begin : close.start()]
        return is_maths(inside, self._peek(close.end())) if token == "$" else bool(inside.strip())

    def _break(self, start: int, token: str) -> None:
        if self._peek(self.at).isalnum() and self._peek(start - 1 if start else len(self.text)).strip() == "":
            return
        self._edit(start, self.at, " ")

    def _escape(self, start: int, token: str) -> None:
        if start == self.maths_end:
            self.closing.pop(start, None)
            self._edit(start, self.at, "")
        elif token[1] in ",;:>!-/@" and (token[1] in ",;!-/@" or start < self.maths_end):
            self._edit(start, self.at, " " if token[1] in ";:>" or (token[1] == "," and start > self.maths_end) else "")
        elif token[1].isascii():
            self._edit(start, self.at, "‖" if token[1] == "|" and start < self.maths_end else token[1])

    def _space(self, start: int, token: str) -> None:
        self._edit(start, self.at, " ")

    def _script(self, start: int, token: str) -> None:
        brace = start + 1
        if brace in self.partners:
            inside = self.text[brace + 1 : min(self.partners[brace], brace + 200)]
            left, right = ("(", ")") if _COMPOUND.search(inside) else ("", "")
            self._open_argument(brace, brace, left, right)

    def _brace(self, start: int, token: str) -> None:
        if token == "}":
            self._close_brace(start)
        elif start in self.partners and (lost := _LOST.search(self.text, max(0, start - 8), start)):
            begin = lost.start() if not self.edits or self.edits[-1][1] <= lost.start() else start
            self._open_argument(begin, start)
        elif start in self.partners and (start < self.maths_end or self._is_grouping(start)):
            self._open_argument(start, start)

    def _close_brace(self, start: int) -> None:
        new = self.closing.pop(start, None)
        if new is not None and new.startswith("/"):
            self._edit(start, int(new[1:]) + 1, "/")
        elif new is not None:
            self._edit(start, start + 1, new)

    def _is_grouping(self, start: int) -> bool:
        """Tell braces that group (`{B}ERT`, `{\\em x}`) from those of a set (`{0, 1}`)."""
        inside = self.text[start + 1 : min(self.partners[start], start + 200)]
        return inside.startswith(("\\", "$")) or not re.search(r"[,;:|=]|^\s|\s$", inside)

    def _tie(self, start: int, token: str) -> None:
        before, after = self._peek(start - 1) if start else "", self._peek(self.at)
        joins = before.isalpha() or (before and before in ".,;:)]}'\"$")
        if start < self.maths_end or (joins and (after.isalnum() or (after and after in "\\$([{`"))):
            self._edit(start, self.at, " ")

    def _quote(self, start: int, token: str) -> None:
        if self.quoted and start > self.maths_end:
            self._edit(start, self.at, '"')
