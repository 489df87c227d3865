"""Sentences for the user that know which names are in them.

A message and its names are made in one go, so they cannot differ: what reads the names, such
as the language server, does not take the text apart (style 17).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Message(str):
    """A string made of a template and parts by `message` or `quote`.

    Attributes:
        template: the text with a `{}` for each part.
        parts: the values for these; messages among them bring their own names.
    """

    __slots__ = ("parts", "template")

    template: str
    parts: tuple[object, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the text: what is in backticks in the template, filled in where it has
        a `{}`, and those of the parts."""
        found: list[str] = []
        waiting = iter(self.parts)
        for number, segment in enumerate(self.template.split("`")):
            start, *rest = segment.split("{}")
            filled, quoted = start, number % 2 == 1
            for literal, part in zip(rest, waiting, strict=False):
                filled += f"{part}{literal}"
                found += () if quoted else names_in(part)
            found += (filled,) if quoted else ()
        return tuple(found)


def message(template: str, *parts: object) -> Message:
    """A sentence: each `{}` of the template stands for the next part.

    Raises ValueError where the parts are too few or too many.
    """
    first, *others = template.split("{}")
    if len(others) != len(parts):
        raise ValueError(f"{len(parts)} parts for the template {template!r}")
    filled = [f"{part}{literal}" for part, literal in zip(parts, others, strict=True)]
    return _made("".join((first, *filled)), template, parts)


say = message
"""Its former name, by which plugins may import it."""


def _made(text: str, template: str, parts: tuple[object, ...]) -> Message:
    message = Message(text)
    message.template = template
    message.parts = parts
    return message


NOTHING = message("")
"""What is said where there is nothing to say."""


def quote(name: str) -> Message:
    """A user's name as it is in a message."""
    return _made(f"`{name}`", "`{}`", (name,))


def quote_all(names: Iterable[str]) -> Message:
    """Several names, separated by commas."""
    return joined(", ", map(quote, names))


MOST_NAMED = 12
"""So many names a message lists, and so many further places a finding has, where contracts can
have any number of them."""


def quote_some(names: Sequence[str], most: int = MOST_NAMED) -> Message:
    """Several names, separated by commas; of very many the first ones, and how many more."""
    more = len(names) - most
    if more <= 0:
        return quote_all(names)
    return message("{} and {} more", quote_all(names[:most]), more)


def arrows(names: Iterable[str]) -> Message:
    """A path of names."""
    return joined(" -> ", map(quote, names))


def joined(separator: str, parts: Iterable[object]) -> Message:
    """Several parts with a separator between them, which has neither braces nor backticks."""
    listed = tuple(parts)
    return message(separator.join(["{}"] * len(listed)), *listed)


def retold(text: str) -> Message:
    """A string that another part has made: its names are what it has in backticks."""
    segments = text.split("`")
    return message("`".join(["{}"] * len(segments)), *segments)


def names_in(part: object) -> tuple[str, ...]:
    """The names a part of a message brings: those of a message, none of anything else."""
    return part.names if isinstance(part, Message) else ()
