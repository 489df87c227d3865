"""Contracts of which one thing is long: a string, a path, a key, a list, or the text of a file."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple

from laws.mutations import value_of, written
from phaselint.config.model import FILE

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping

Files = dict[str, str]
Pointer = tuple[str | int, ...]

UNITS = {
    "string": (
        *("a", "7", "é", " ", " x", "-", "_", "\n", "\\", '"', "'", "\t"),
        "aA0-",
        "\ud83d\ude00",
    ),
    "markup": (
        "{{",
        "{{a}} ",
        "}}",
        "${{",
        "# ",
        "> # phaselint:",
        "`",
        "`a` ",
        "- [ ] ",
        "<!--",
        "{x}",
    ),
    "pattern": ("(", "(a|", "a?", "[", ".*", "\\d+", "a|", "^", "${"),
    "words": (" and", " is no", " or x is y", ", ", " not", "a == b && ", "(a) ", " if", ": x "),
    "path": ("/a", "../", "./", "a.b.", "//", "**/", "*", "x/y.json ", ".a[0]", "\\a"),
}
"""What long texts are made of, by kind."""


class Place(NamedTuple):
    """Something in a file that may be long: the kind of it, and where it is in the value."""

    path: str
    kind: str
    pointer: Pointer = ()

    def __str__(self) -> str:
        return f"{self.kind} at {'/'.join(map(str, self.pointer))} of {self.path}"

    @property
    def shape(self) -> tuple[str, str, tuple[str, ...]]:
        """What is the same for places that are named alike, in files of one kind."""
        steps = ("*" if isinstance(each, int) else each for each in self.pointer[-2:])
        return self.path.rpartition("/")[2].partition(".")[2], self.kind, tuple(steps)


class Larger(NamedTuple):
    """How something is made long: the unit it is made of, and whether elements are told apart."""

    place: Place
    unit: str
    numbered: bool


def places(files: Mapping[str, str]) -> Iterator[Place]:
    """Everything in some files that may be long."""
    for path, text in files.items():
        if path != FILE:
            yield Place(path, "text")
            yield Place(path, "word")
            for kind, pointer in _within(value_of(path, text)):
                yield Place(path, kind, pointer)


def _within(value: Any) -> Iterator[tuple[str, Pointer]]:
    waiting: list[tuple[Any, Pointer]] = [(value, ())]
    while waiting:
        node, pointer = waiting.pop()
        if isinstance(node, dict):
            yield from (("key", (*pointer, key)) for key in node if isinstance(key, str))
            waiting += ((each, (*pointer, key)) for key, each in node.items())
        elif isinstance(node, list):
            yield "list", pointer
            waiting += ((each, (*pointer, at)) for at, each in enumerate(node))
        elif isinstance(node, str) and pointer:
            yield "string", pointer
            yield "path", pointer


def drawn(pick: random.Random, place: Place) -> Larger:
    """One of the ways in which something is made long."""
    kind = place.kind if place.kind == "path" else pick.choice(sorted(UNITS))
    return Larger(place, pick.choice(UNITS[kind]), pick.random() < 0.5)


def enlarged(files: Files, larger: Larger, size: int, pick: random.Random) -> Files:
    """The files with one thing of about as many characters as `size` says."""
    place = larger.place
    text = files[place.path]
    if place.kind in ("text", "word"):
        return {**files, place.path: _longer(text, larger, size, pick)}
    value = deepcopy(value_of(place.path, text))
    if not place.pointer:
        value = _list(value, size, numbered=larger.numbered)
        return {**files, place.path: written(place.path, text, value)}
    *before, last = place.pointer
    node = value
    for step in before:
        node = node[step]
    if place.kind == "key":
        _rename(node, last, f"{last}{_filler(larger.unit, size)}")
    elif place.kind == "list":
        node[last] = _list(node[last], size, numbered=larger.numbered)
    else:
        node[last] += _filler(larger.unit, size)
    return {**files, place.path: written(place.path, text, value)}


def _filler(unit: str, size: int) -> str:
    return unit * (size // len(unit))


def _rename(node: dict[Any, Any], key: Any, name: str) -> None:
    """Rename a key where it stands."""
    entries = list(node.items())
    node.clear()
    node.update((name if each == key else each, value) for each, value in entries)


def _list(found: list[Any], size: int, *, numbered: bool) -> list[Any]:
    """A list of its elements again and again, their texts numbered or not."""
    more, length = list(found), 0
    for number, each in enumerate(cycle(found or ["a"])):
        length += len(json.dumps(each, default=str)) + 2
        if length > size:
            return more
        more.append(_apart(each, number) if numbered else deepcopy(each))
    return more


def _apart(value: Any, number: int) -> Any:
    if isinstance(value, str):
        return f"{value}{number}"
    if isinstance(value, dict):
        return {key: _apart(each, number) for key, each in value.items()}
    return [_apart(each, number) for each in value] if isinstance(value, list) else value


_WORD = re.compile(r"[A-Za-z][\w./-]{2,}")


def _longer(text: str, larger: Larger, size: int, pick: random.Random) -> str:
    """A text with more behind it, or behind one of its words."""
    words = list(_WORD.finditer(text)) if larger.place.kind == "word" else []
    if words:
        word = pick.choice(words)
        return text[: word.end()] + _filler(larger.unit, size) + text[word.end() :]
    return f"{text}{_filler(larger.unit, size)}\n"
