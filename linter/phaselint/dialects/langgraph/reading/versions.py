"""The release of langgraph that a project requires (reference langgraph §1.2 F9)."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from phaselint.dialects.reader import Reader

NEWEST = (1, 2)
_REQUIRED = re.compile(
    r"""(?mx) ^ [^#\n]*? (?<![\w.-]) ["']? langgraph ["']? (?:\[[^\]\n]*\])? ["']?
    \s* (?: [=:] \s* \{? \s* (?:version \s* = \s*)? )? ["']? \s*
    (?: == | >= | ~= | \^ | ~ | > ) ? \s* v? (\d+) \. (\d+)"""
)
_AT_LEAST = re.compile(r"""> =? \s* v? \d+ \. \d+ [^"'\n<]* (?: ["'\n] | $)""", re.VERBOSE)
"""A lower bound without an upper bound, matched at the end of `_REQUIRED`."""
_LOCKED = re.compile(r"""(?m)^name\s*=\s*["']langgraph["']\s*\nversion\s*=\s*["'](\d+)\.(\d+)""")
_LOCKS = ("uv.lock", "poetry.lock", "pdm.lock")
_LONGEST = 2_000_000


def version_of(reader: Reader, root: str, given: str = "") -> tuple[int, int]:
    """The release as its first two numbers: the one that is given, else the one that the files of
    the project name, else the newest that is known."""
    numbers = re.match(r"\s*(\d+)(?:\.(\d+))?", given)
    if numbers:
        return int(numbers[1]), int(numbers[2] or 0)
    names = reader.names(root)
    wanted = ["pyproject.toml", *(n for n in names if re.fullmatch(r"requirements.*\.txt", n))]
    for name in wanted:
        found = _search(reader, root, name, names, _REQUIRED)
        if found is not None:
            return found
    for name in _LOCKS:
        found = _search(reader, root, name, names, _LOCKED)
        if found is not None:
            return found
    return NEWEST


def allows_later(reader: Reader, root: str, given: str = "") -> bool:
    """Whether a project takes later releases than the one of `version_of`: where it names a lower
    bound alone, or nothing, and nothing is given."""
    if re.match(r"\s*\d+", given):
        return False
    names = reader.names(root)
    wanted = ["pyproject.toml", *(n for n in names if re.fullmatch(r"requirements.*\.txt", n))]
    for name in wanted:
        text = _text(reader, root, name, names)
        found = _REQUIRED.search(text)
        if found is not None:
            bound = text.rfind(">", found.start(), found.end())
            return bound >= 0 and _AT_LEAST.match(text, bound) is not None
    return all(_search(reader, root, name, names, _LOCKED) is None for name in _LOCKS)


def _text(reader: Reader, root: str, name: str, names: Collection[str]) -> str:
    """The content of a file in the root; empty if it is missing or too long."""
    if name not in names:
        return ""
    text = reader.text(f"{root}/{name}" if root else name)
    return "" if text is None or len(text) > _LONGEST else text


def _search(
    reader: Reader, root: str, name: str, names: Collection[str], pattern: re.Pattern[str]
) -> tuple[int, int] | None:
    found = pattern.search(_text(reader, root, name, names))
    return None if found is None else (int(found[1]), int(found[2]))
