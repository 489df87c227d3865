"""A TOML file, and where in it a setting stands (design §10).

The standard library's parser gives no positions. A search that knows headers and `key =` lines
finds nearly every setting; where it does not, the message names the file alone.
"""

from __future__ import annotations

import re

from phaselint.project.files import (
    CONFIGURATION_LIMIT,
    NotReadable,
    TooLarge,
    lower_first,
    read_regular,
)
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_HEADER = r"\s*(\[\[?)(.+?)\]\]?\s*(?:#.*)?$"
_KEY = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_NAME = _KEY
_ASSIGNMENT = rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*="
_WHERE = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"

Path = tuple[str | int, ...]


class Toml(NamedTuple):
    """A parsed file: what messages call it, its text, its value."""

    name: str
    text: str
    value: Mapping[str, Any]


def read_text(path: str) -> str:
    """Read a configuration file. Raises UsageError when it cannot be read as UTF-8."""
    try:
        return read_regular(path, CONFIGURATION_LIMIT).decode("utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file") from None
    except NotReadable as error:
        raise UsageError(f"{path}: the file {error}") from None
    except TooLarge:
        raise UsageError(f"{path}: the limit for configuration files is 4 MB") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{line}: the file isn't valid UTF-8") from None


def parse(name: str, text: str) -> Toml:
    """Parse TOML. Raises UsageError naming line and column of a syntax error."""
    import tomllib

    try:
        return Toml(name, text, tomllib.loads(text))
    except RecursionError:
        raise UsageError(f"{name}: values are nested too deeply") from None
    except ValueError as error:  # also numbers that are too long to convert
        raise UsageError(_syntax_error(name, text, str(error))) from None


def line_of(toml: Toml, path: Path, word: str = "") -> int:
    """Find the line, from 1, on which a setting stands; 0 when it was not found.

    `path` holds the keys from the top of the file, an index being the number of a `[[table]]`.
    With `word`, the first line from there on is meant that has the word in quotes or bare; a
    path without a line of its own (an inline table) falls back to the nearest that
    does, with its last key as the word.
    """
    lines = toml.text.split("\n")
    while path:
        line = _line_of_key(lines, path)
        if line:
            return _line_of_word(lines, line, word) or line
        word = word or str(path[-1])
        path = path[:-1]
    return 0


def place(toml: Toml, path: Path, word: str = "") -> str:
    """What a message about a setting starts with: `file:line`, or `file` alone."""
    line = line_of(toml, path, word)
    return f"{toml.name}:{line}" if line else toml.name


def _syntax_error(name: str, text: str, message: str) -> str:
    where = re.search(_WHERE, message)
    if where is None:
        return f"{name}: {lower_first(message)}"
    words = lower_first(message[: where.start()])
    if where[1]:
        return f"{name}:{where[1]}:{where[2]}: {words}"
    lines = text.split("\n")
    return f"{name}:{len(lines)}:{len(lines[-1]) + 1}: {words}"


def _line_of_key(lines: list[str], path: Path) -> int:
    table: Path = ()
    seen: dict[Path, int] = {}
    for number, line in enumerate(lines, 1):
        if header := re.match(_HEADER, line):
            table = _names(header[2])
            if header[1] == "[[":
                seen[table] = seen.get(table, -1) + 1
                table = (*table, seen[table])
            found = table
        elif assignment := re.match(_ASSIGNMENT, line):
            found = table + _names(assignment[1])
        else:
            continue
        if found[: len(path)] == path:
            return number
    return 0


def _line_of_word(lines: list[str], start: int, word: str) -> int:
    if not word:
        return 0
    exact = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    for number in range(start, len(lines) + 1):
        if number > start and re.match(_HEADER, lines[number - 1]):
            return 0
        if exact.search(lines[number - 1]):
            return number
    return 0


def _names(dotted: str) -> Path:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, dotted))
