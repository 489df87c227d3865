"""What a terminal needs: harmless characters, display widths, colors."""

from __future__ import annotations

import re
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal

    Role = Literal["error", "warning", "info", "frame", "strong", "faint"]
    Paint = Callable[[str, Role], str]

INVISIBLE = (
    "\\x7f-\\x9f"  # delete and the second control set, which holds an escape introducer
    "\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f"  # breaks, bidi, fillers
    "\\ufeff\\ufff9-\\ufffb\\U000e0000-\\U000e007f"  # byte order mark, annotations, tags
    "\\ud800-\\udfff"  # lone surrogates, which can't be encoded
)
"""Characters that control, reorder or hide text, apart from the first control set, as the
inside of a regular expression's character class."""

LONGEST_NAME = 200
LONGEST_TEXT = 2_000
"""How many characters of a name and of a message are shown."""

_NAME = "`[^`]*`"

TAB = 4
"""How many columns a tab of a source line takes."""

_COLOURS = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "frame": "1;34",
    "strong": "1",
    "faint": "2",
}


def escape(text: str) -> str:
    r"""Return the text on one line, with escapes such as `\x1b` for what would not show."""
    if text.isprintable():
        return text
    return re.sub(f"[\\x00-\\x1f{INVISIBLE}]", _escaped, text)


def readable(text: str) -> str:
    """Return a string as `escape` does, with names in backticks that are too long to read cut, and
    what is much longer than a message."""
    shown = escape(text)
    if len(shown) <= LONGEST_NAME:
        return shown
    return clipped(re.sub(_NAME, _shortened, shown), LONGEST_TEXT)


def clipped(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a string that is no longer than it may be: what is cut off is three dots."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def _shortened(match: re.Match[str]) -> str:
    return f"`{clipped(match.group()[1:-1])}`"


def laid_out(text: str, left: int = 0) -> tuple[str, Sequence[int]]:
    """Return what to print for a piece of a source line that begins at a column, counted from 0,
    and the columns at which its characters begin and the last one ends."""
    if text.isascii() and text.isprintable():
        return text, range(left, left + len(text) + 1)
    cells = [_cell(character) for character in text]
    columns = accumulate((columns for _, columns in cells), initial=left)
    return "".join(shown for shown, _ in cells), tuple(columns)


def width(text: str) -> int:
    """Return how many columns a string takes."""
    return laid_out(text)[1][-1]


def painter(color: bool) -> Paint:
    """Return the function that colors a string by its role, or leaves it as it is."""
    return _painted if color else _plain


def _escaped(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape").decode("ascii")


def _cell(character: str) -> tuple[str, int]:
    from unicodedata import category, east_asian_width

    if character == "\t":
        return " " * TAB, TAB
    shown = escape(character)
    if shown != character:
        return shown, len(shown)
    if category(character) in {"Mn", "Me", "Cf"}:
        return character, 0
    return character, 2 if east_asian_width(character) in "WF" else 1


def link(text: str, address: str) -> str:
    """Return a string that leads to an address where the terminal can (OSC 8); as it is without
    one."""
    return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\" if address else text


def _painted(text: str, role: Role) -> str:
    return f"\x1b[{_COLOURS[role]}m{text}\x1b[0m" if text else text


def _plain(text: str, _role: Role) -> str:
    return text
