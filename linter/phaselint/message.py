"""Sentences for the user that know which names are in them.

A message and its names are made in one go, so that they cannot differ: what reads the names, such
as the language server, does not take the text apart (style 17).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Message(str):
    """A text made by `say` or `tick`, and the names that stand in it in backticks."""

    __slots__ = ("names",)

    names: tuple[str, ...]

    @staticmethod
    def of(text: str, names: tuple[str, ...]) -> Message:
        """A text with its names."""
        message = Message(text)
        message.names = names
        return message


def tick(name: str) -> Message:
    """A user's name as it stands in a message."""
    return Message.of(f"`{name}`", (name,))


def ticks(names: Iterable[str]) -> Message:
    """Several names, separated by commas."""
    return joined(", ", map(tick, names))


def arrows(names: Iterable[str]) -> Message:
    """A path of names."""
    return joined(" -> ", map(tick, names))


def joined(separator: str, parts: Iterable[str]) -> Message:
    """Several parts with a separator between them; the names are those of the parts."""
    listed = list(parts)
    return Message.of(separator.join(listed), tuple(n for part in listed for n in names_in(part)))


def say(template: str, *parts: object) -> Message:
    """A sentence: each `{}` of the template stands for the next part.

    What stands in backticks in the template is a name, filled in where it has a `{}`; parts that
    are messages bring their own. Raises ValueError where the parts are too few or too many.
    """
    if template.count("{}") != len(parts):
        raise ValueError(f"{len(parts)} parts for the template {template!r}")
    waiting = iter(parts)
    pieces: list[str] = []
    names: list[str] = []
    for number, segment in enumerate(template.split("`")):
        start, *rest = segment.split("{}")
        filled, quoted = start, number % 2 == 1
        for literal, part in zip(rest, waiting, strict=False):
            filled += f"{part}{literal}"
            names += () if quoted else names_in(part)
        names += (filled,) if quoted else ()
        pieces.append(filled)
    return Message.of("`".join(pieces), tuple(names))


def names_in(part: object) -> tuple[str, ...]:
    """The names a part of a message brings: those of a message, none of anything else."""
    return part.names if isinstance(part, Message) else ()
