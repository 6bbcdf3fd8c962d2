"""Edits that turn LaTeX into plain text: maths, macros known and unknown, accents, braces."""

import re
import unicodedata
from functools import cache
from importlib.resources import files

from paperatlas.extract.edits import Edit, Group

_TOKEN = re.compile(
    r"(?P<path>(?<![A-Za-z0-9\\])[A-Z]:\\(?=[\w.\\]))"
    r"|(?P<degree>\^\s?(?:\{\\circ\}|\s?\\circ(?![A-Za-z])))"
    r"|(?P<macro>\\\\?[A-Za-z]+\*?)"
    r"|(?P<accent>\\[\"'`^~=.](?:\{\\?[A-Za-z]\}|\\[ij](?![A-Za-z])|[A-Za-z]))"
    r"|(?P<open>\\[(\[])"
    r"|(?P<break>\\\\)"
    r"|(?P<escape>\\[^\w\s])"
    r"|(?P<space>\\ )"
    r"|(?P<dollar>\$\$?)"
    r"|(?P<script>[\^_]\{)"
    r"|(?P<brace>[{}])"
    r"|(?P<lost>(?<![A-Za-z])(?:emph|textit|textbf|textrm|textsc|texttt|mathbf|mathcal|mathrm)\{)"
    r"|(?P<tie>~)"
    r"|(?P<quote>``|'')"
)
_HINT = re.compile(r"[\\$~{}]|``")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_CLOSERS = {
    "$": re.compile(r"(?<!\\)\$"),
    "$$": re.compile(r"\$\$"),
    "\\(": re.compile(r"\\\)"),
    "\\[": re.compile(r"\\\]"),
}
_LONGEST_MATHS = 3000
_MATHS_SIGN = re.compile(r"[\\^_={}<>]")
_ONLY_STYLE = re.compile(r"\\(?:emph|textit|textbf|texttt|textsc)\{[^{}]*\}")
_WORD = re.compile(r"[A-Za-z]{2,}")
_MARKS = {
    **dict(zip("\"'`^~=.", "\u0308\u0301\u0300\u0302\u0303\u0304\u0307", strict=True)),
    **dict(zip("cvHudbkr", "\u0327\u030c\u030b\u0306\u0323\u0331\u0328\u030a", strict=True)),
}
_STYLED = frozenset(
    "emph textit textbf textrm textsc texttt textsf textsl textup textmd textnormal text mbox hbox underline uline "
    "ensuremath url path nolinkurl textsuperscript textsubscript operatorname mathrm mathbf mathit mathsf mathtt "
    "mathcal mathscr mathfrak mathbb mathbbm mathop mathrel mathbin mathord boldsymbol bm pmb tilde widetilde Tilde "
    "hat widehat Hat bar overline Bar vec dot ddot overrightarrow underbrace overbrace mathring check breve acute "
    "grave footnote footnotetext thanks title section subsection paragraph enquote textquote uppercase lowercase "
    "MakeUppercase ensuretext xspace left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr middle displaystyle "
    "textstyle scriptstyle limits nolimits noindent newline linebreak item par smallskip medskip bigskip centering "
    "em it bf rm sc tt sf sl cal itshape bfseries scshape ttfamily sffamily rmfamily upshape normalfont small large "
    "Large tiny scriptsize footnotesize normalsize protect relax leavevmode quad qquad nonumber notag phantom not verb".split()
)
_SPACING = frozenset("item par newline linebreak quad qquad footnote smallskip medskip bigskip".split())
_DROPPED = {
    **dict.fromkeys(
        "cite citep citet citealp citealt citeauthor citeyear citeyearpar Cite Citet Citep citenum nocite autocite "
        "parencite textcite footcite ref eqref cref Cref autoref nameref pageref label tag hspace vspace "
        "includegraphics bibliography bibliographystyle usepackage documentclass begin end input include color "
        "pagestyle thispagestyle footnotemark hypersetup tex".split(),
        1,
    ),
    **dict.fromkeys("setlength addtolength setcounter newcommand renewcommand providecommand".split(), 2),
}
_SECOND = frozenset("href textcolor colorbox raisebox fontsize scalebox foreignlanguage texorpdfstring".split())
_FRACTIONS = frozenset("frac tfrac dfrac nicefrac sfrac cfrac".split())
_GLUED = re.compile(r"(?:math(?:bb|bf|cal|frak|it|rm|sf|tt|scr)|emph|text(?:bf|it|tt|sc|rm|sf)|sqrt)(?=[A-Za-z])")


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


@cache
def _symbols() -> dict[str, str]:
    table = files("paperatlas.extract").joinpath("data/latex_symbols.txt").read_text(encoding="utf-8")
    return dict(line.split(" ") for line in table.splitlines())


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
        self.quoted = "``" in text and "''" in text

    def run(self) -> None:
        search = _TOKEN.search
        while match := search(self.text, self.at):
            self.at = match.end()
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

    def _path(self, start: int, token: str) -> None:
        if self.at > self.maths_end:
            while self.at < len(self.text) and not self.text[self.at].isspace():
                self.at += 1

    def _degree(self, start: int, token: str) -> None:
        self._edit(start, self.at, "°")
        if self.text[self.at - 1] == "}":
            self.closing.pop(self.at - 1, None)

    def _macro(self, start: int, token: str) -> None:
        name = token.lstrip("\\").rstrip("*")
        known = name in _symbols() or name in _STYLED or name in _DROPPED or name in _FRACTIONS
        if token.startswith("\\\\") and not known:
            self._edit(start, start + 2, " ")
            return
        end, brace = self.at, self._brace_after(self.at)
        if token.endswith("*") and not (name in _STYLED or name in _DROPPED) and brace < 0:
            end = self.at = end - 1
        if name in _DROPPED:
            self._drop(start, end, _DROPPED[name])
        elif name in _FRACTIONS and brace >= 0:
            self._fraction(start, brace)
        elif name == "sqrt" and brace >= 0:
            self._open_argument(start, brace, "sqrt(", ")")
        elif name in _SECOND and brace >= 0:
            self._second(start, brace)
        elif name in _MARKS and brace >= 0 and self.partners[brace] - brace == 2:
            self._accent(start, f"\\{name}{self.text[brace : brace + 3]}")
        elif name in _symbols():
            empty = end + 2 if self.text.startswith("{}", end) else end
            self._edit(start, empty, _symbols()[name])
        elif name in _STYLED:
            self._styled(start, end, brace, " " if name in _SPACING else "")
        else:
            self._unknown(start, end, brace, name)

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
        self._edit(start, end, "")
        if self._peek(end) in ".,;:)" and len(self.edits) > 1 and self.edits[-2][1:] == (start, " "):
            self.edits[-2:] = [(self.edits[-2][0], end, "")]

    def _fraction(self, start: int, brace: int) -> None:
        middle = self.partners[brace]
        second = self._brace_after(middle + 1)
        self._open_argument(start, brace)
        if second >= 0:
            end = self.partners[second]
            self.closing[middle] = ""
            self.groups.append(Group(middle + 1, second + 1, end, end + 1))
            self.closing[end] = ""
            self.closing[middle] = f"/{second}"

    def _second(self, start: int, brace: int) -> None:
        second = self._brace_after(self.partners[brace] + 1)
        self._open_argument(start, second if second >= 0 else brace)

    def _styled(self, start: int, end: int, brace: int, new: str) -> None:
        if brace >= 0:
            self._open_argument(start, brace, new)
            return
        while self._peek(end) in (" ", "\n") and not new:
            end += 1
            if end - start > 40:
                break
        self._edit(start, end, new)

    def _unknown(self, start: int, end: int, brace: int, name: str) -> None:
        glued = _GLUED.match(name)
        inside_word = start > 0 and (self.text[start - 1].isalnum() or self.text[start - 1] in "_\\")
        if self.text.startswith("{}", end):
            self._edit(start, end + 2, name)
        elif brace >= 0:
            self._open_argument(start, brace)
        elif glued:
            self._edit(start, start + 1 + glued.end(), "")
        elif inside_word and start > self.maths_end:
            self.at = end
        else:
            self._edit(start, end, name)

    def _accent(self, start: int, token: str) -> None:
        end = (
            start + len(token) if self.text.startswith(token, start) else self.partners[self.text.index("{", start)] + 1
        )
        if start < self.maths_end and not token[1].isalpha() and token[1] not in "\"'`^~":
            self._edit(start, end, token.strip("\\" + token[1]).strip("{}\\"))
            return
        letter = token[2:].strip("{}\\")
        self._edit(start, end, unicodedata.normalize("NFC", letter + _MARKS[token[1]]))

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
        close = _CLOSERS[token].search(self.text, begin, begin + _LONGEST_MATHS) if begin > self.maths_end else None
        if not close or not _is_maths(self.text[begin : close.start()], self._peek(close.end()), token):
            return False
        self.maths_end = close.start()
        self.closing[close.start()] = token
        whole = not _ONLY_STYLE.fullmatch(self.text, begin, close.start())
        self.groups.append(Group(start, begin, close.start(), close.end(), whole))
        self._edit(start, begin, "")
        return True

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
        if start + 1 in self.partners:
            self._open_argument(start + 1, start + 1)

    def _brace(self, start: int, token: str) -> None:
        if token == "}":
            self._close_brace(start)
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

    def _lost(self, start: int, token: str) -> None:
        if self.at - 1 in self.partners:
            self._open_argument(start, self.at - 1)

    def _tie(self, start: int, token: str) -> None:
        before, after = self._peek(start - 1) if start else "", self._peek(self.at)
        joins = (
            before
            and (before.isalpha() or before in ".,;:)]}'\"$")
            and after
            and (after.isalnum() or after in "\\$([{`")
        )
        if start < self.maths_end or joins:
            self._edit(start, self.at, " ")

    def _quote(self, start: int, token: str) -> None:
        if self.quoted and start > self.maths_end:
            self._edit(start, self.at, '"')


def _is_maths(inside: str, after: str, token: str) -> bool:
    if not inside.strip() or "\n\n" in inside:
        return False
    if token != "$":
        return True
    if after.isdigit() and (inside[-1].isspace() or inside[0].isdigit()):
        return False
    signs = _MATHS_SIGN.search(inside)
    if inside[-1].isspace() or inside[0].isspace():
        return bool(signs and "\\" in inside)
    return bool(signs) or not after.isdigit() and (" " not in inside or not _WORD.search(inside))
