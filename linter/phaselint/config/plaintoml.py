"""TOML as configurations are mostly written: tables of texts, lists of texts, truth values and
whole numbers, without escapes.

To import the parser of the standard library, and with it `typing` and `datetime`, takes half of
what it takes to start Python (3.11), a tenth of a lint of a small project. What is not plain is
for that parser to read, and to refuse.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Names = tuple[str, ...]

_WORDS = {"true": True, "false": False}
_MOST_DIGITS = 18


class _Odd(Exception):
    """Something that is not plain, be it TOML or not."""


def read(text: str) -> dict[str, Any] | None:
    """What `tomllib.loads` gives for a text; none where that is not plain to see."""
    root: dict[str, Any] = {}
    table = root
    lists: set[Names] = set()
    try:
        for line in _statements(text):
            if line[0] == "[":
                table = _opened(root, line, lists)
            else:
                key, value = _assigned(line)
                _put(table, key, value)
    except _Odd:
        return None
    return root


def _statements(text: str) -> Iterator[str]:
    """The headers and assignments of a text, without blanks around them; a list may take several
    lines. Raises _Odd."""
    open_list: list[str] = []
    for each in text.replace("\r\n", "\n").split("\n"):
        line = each.strip(" \t")
        if not line.replace("\t", " ").isprintable():
            raise _Odd
        if open_list:
            open_list.append(line)
        elif line and line[0] != "#":
            if line[0] != "[" and line.partition("=")[2].lstrip(" \t")[:1] == "[":
                open_list = [line]
            else:
                yield line
        if open_list and line[-1:] == "]":
            yield "\n".join(open_list)
            open_list = []
    if open_list:
        raise _Odd


def _opened(root: dict[str, Any], line: str, lists: set[Names]) -> dict[str, Any]:
    """The table that a header opens: one that is not there yet, or the next of a list of tables.
    Raises _Odd."""
    several = line.startswith("[[")
    brackets = 2 if several else 1
    if line[-brackets:] != "]" * brackets:
        raise _Odd
    names = tuple(map(_name, line[brackets:-brackets].split(".")))
    *above, last = names
    table = root
    for name in above:
        table = table.setdefault(name, {})
        if not isinstance(table, dict):
            raise _Odd
    fresh: dict[str, Any] = {}
    if not several:
        _put(table, last, fresh)
    elif names in lists:
        table[last].append(fresh)
    else:
        _put(table, last, [fresh])
        lists.add(names)
    return fresh


def _put(table: dict[str, Any], key: str, value: Any) -> None:
    if key in table:
        raise _Odd
    table[key] = value


def _assigned(line: str) -> tuple[str, Any]:
    """The key and the value of an assignment. Raises _Odd."""
    key, _, value = line.partition("=")
    return _name(key), _value(value.strip(" \t"))


def _name(written: str) -> str:
    """A key or a part of a header. Raises _Odd."""
    written = written.strip(" \t")
    plain = written.replace("-", "").replace("_", "")
    if written and written.isascii() and (plain.isalnum() or not plain):
        return written
    return _text(written)


def _text(written: str) -> str:
    """A text between quotes. Raises _Odd."""
    inner = written[1:-1]
    if len(written) < 2 or written != f'"{inner}"' or '"' in inner or "\\" in inner:
        raise _Odd
    return inner


def _value(written: str) -> Any:
    """A text, a list of texts, a truth value or a whole number. Raises _Odd."""
    if written in _WORDS:
        return _WORDS[written]
    if written[:1] == "[":
        return _texts(written[1:-1])
    return int(written) if _is_number(written) else _text(written)


def _is_number(written: str) -> bool:
    """Whether a value is a whole number of a length at which nobody stumbles."""
    digits = written.isascii() and written.isdecimal() and len(written) <= _MOST_DIGITS
    return digits and (written[0] != "0" or written == "0")


def _texts(written: str) -> list[str]:
    """The texts of a list, each but the last with a comma behind it. Raises _Odd."""
    pieces = written.split('"')
    first, *between = [each.strip() for each in pieces[::2]]
    texts = pieces[1::2]
    last = between.pop() if between else ""
    odd = first or last not in ("", ",") or any(each != "," for each in between)
    if odd or len(pieces) % 2 == 0 or "\\" in written or any("\n" in text for text in texts):
        raise _Odd
    return texts
