"""Words shared by messages about graphs."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Member, Send
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.similar_names import plain
from phaselint.vocabulary.suggest import distance, suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.vocabulary.message import Message

MOST_NAMED = 4
"""The most values named in a message."""

LONG = 8
"""The length from which a similar name can be two edits away."""


def spelled(value: Constant) -> str:
    """A value as Python source, in double quotes if it is a string."""
    if isinstance(value, Member):
        return value.spelling
    if isinstance(value, Send):
        name = value.node.spelling if isinstance(value.node, Member) else value.node
        return "Send(...)" if name is None else f"Send({spelled(name)}, ...)"
    if not isinstance(value, str):
        return repr(value)
    single = repr(value)
    inner = single[1:-1]
    return single if '"' in inner else '"{}"'.format(inner.replace("\\'", "'"))


ENDS = {START: "START", END: "END"}


def value(given: Constant) -> Message:
    """A value in a message; the ends of a graph by their names."""
    named = ENDS.get(given) if isinstance(given, str) else None
    return quote(named or spelled(given))


def listed(words: Iterable[Message], last: str = "and") -> Message:
    """Words with commas and a final `and`; after the first few, only how many more there are."""
    given = tuple(words)
    if len(given) > MOST_NAMED:
        shown = joined(", ", given[: MOST_NAMED - 1])
        return message("{} and {} more", shown, len(given) - MOST_NAMED + 1)
    if len(given) < 2:
        return joined(", ", given)
    return message("{} " + last + " {}", joined(", ", given[:-1]), given[-1])


def nearest(word: str, known: Sequence[str]) -> str | None:
    """The intended name for an unknown one, if it can be determined: a name that differs only in
    case and separators, by one edit, or by two from eight letters on (reference langgraph §7)."""
    near = suggest(word, known)
    if near is None:
        return None
    asked, other = plain(word), plain(near)
    most = 2 if len(asked) >= LONG else 1
    return near if asked == other or distance(asked, other, most + 1) <= most else None


def use(near: str | None, otherwise: str) -> str:
    """The help for an unknown name."""
    return f"use {quote(near)}" if near else otherwise
