"""The state of one walk over LaTeX: where it stands, what it has taken away, which braces belong together."""

import re
from collections.abc import Callable, Mapping

from paperatlas.extract.edits import Edit, Group

CLOSERS: Mapping[str, str] = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}
"""What closes maths, by the token that opens it."""

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


class Scan:
    """One walk over a text; `at` is the next character to read.

    `partners` has where each brace is closed, `closing` what comes in place of a closing mark that is still ahead, and
    maths reaches to `maths_end`.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[Edit] = []
        self.groups: list[Group] = []
        self.at = 0
        self.maths_end = -1
        self.partners = _partners(text)
        self.closing: dict[int, str] = {}
        self.quoted = "``" in text and ("''" in text or '"' in text)
        self.last_closer = {token: text.rfind(closer) for token, closer in CLOSERS.items()}

    def edit(self, start: int, end: int, new: str) -> None:
        """Put `new` in the place of the characters from `start` to `end`, and go on behind them."""
        self.edits.append((start, end, new))
        self.at = end

    def peek(self, at: int) -> str:
        """Return the character at `at`, nothing behind the end."""
        return self.text[at : at + 1]

    def open_argument(self, start: int, brace: int, new: str = "", closing: str = "") -> None:
        """Take away the mark from `start` to the brace, and the brace that closes it."""
        end = self.partners[brace]
        self.closing[end] = closing
        self.groups.append(Group(start, brace + 1, end, end + 1))
        self.edit(start, brace + 1, new)

    def brace_after(self, at: int) -> int:
        """Return where the macro's argument opens, behind its optional one, else -1."""
        if self.peek(at) == "[":
            closed = self.text.find("]", at, at + 200)
            if closed > 0 and self.text.startswith("{", closed + 1):
                at = closed + 1
        at += self.peek(at) == " "
        return at if at in self.partners else -1


Handler = Callable[[Scan, int, str], None]
"""What a token does to a walk: the walk, where the token begins, and the token."""


def _partners(text: str) -> dict[int, int]:
    """Return where each brace that has a partner is closed."""
    partners, opened = {}, []
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            partners[opened.pop()] = match.start()
    return partners
