"""The values of configuration keys, each read and checked by one function (design §10); `entries`
has those that are lists of tables."""

from __future__ import annotations

import os

from phaselint.config import toml as tomlfile
from phaselint.dialects.options import BadValue, convert, find_option, respelled
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.base import Dialect
    from phaselint.dialects.spelling import Respelled
    from phaselint.vocabulary.finding import Severity

_TYPE_WORDS = {
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "a table",
}


class Table(NamedTuple):
    """A table of a TOML file, with the keys that lead to it."""

    file: tomlfile.Toml
    path: tomlfile.Path
    value: Mapping[str, Any]

    def error(self, path: tomlfile.Path, message: str, word: str = "") -> UsageError:
        """A complaint about what is at a path below this table."""
        where = tomlfile.place(self.file, self.path + path, word)
        return UsageError(f"{where}: {message}")

    def wrong_type(self, path: tomlfile.Path, wanted: str, value: Any) -> UsageError:
        """The complaint that a value doesn't have the type that it must have."""
        name = ".".join(str(key) for key in path if isinstance(key, str))
        found = _TYPE_WORDS.get(type(value), "a date or time")
        return self.error(path, f"`{name}` must be {wanted}, not {found}")


def word(table: Table, key: str) -> str:
    """Read a string."""
    value = table.value[key]
    if not isinstance(value, str):
        raise table.wrong_type((key,), "a string", value)
    return value


def inner_path(table: Table, key: str) -> str:
    """Read the path of a file in the project: a configuration that comes with a project is not to
    name what is outside of it."""
    value = word(table, key)
    parts = value.replace("\\", "/").split("/")
    if os.path.isabs(value) or ".." in parts:
        raise table.error((key,), f"`{key}`: `{value}` is outside the project; name a file in it")
    return value


def words(table: Table, key: str) -> tuple[str, ...]:
    """Read a list of strings."""
    return _words(table, (key,), table.value[key])


def count(table: Table, key: str) -> int:
    """Read a positive integer."""
    value = table.value[key]
    if type(value) is not int:
        raise table.wrong_type((key,), "a positive integer", value)
    if value < 1:
        raise table.error((key,), f"`{key}` must be a positive integer, not {value}")
    return value


def switch(table: Table, key: str) -> bool:
    """Read a boolean."""
    value = table.value[key]
    if not isinstance(value, bool):
        raise table.wrong_type((key,), "a boolean", value)
    return value


def word_lists(table: Table, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read a table whose values are lists of strings, as pairs in the order of the file."""
    entries = _subtable(table, key)
    return tuple((name, _words(table, (key, name), entries[name])) for name in entries)


def severities(table: Table, key: str) -> dict[str, Severity]:
    """Read a table whose values are severities."""
    found: dict[str, Severity] = {}
    for selector, value in _subtable(table, key).items():
        if not isinstance(value, str):
            raise table.wrong_type((key, selector), "a severity", value)
        severity = next((each for each in SEVERITIES if each == value), None)
        if severity is None:
            raise table.error((key, selector), unknown("severity", value, SEVERITIES))
        found[selector] = severity
    return found


def dialect_options(table: Table, dialect: Dialect) -> dict[str, Any]:
    """Read the table of a dialect."""
    found: dict[str, Any] = {}
    for name, value in _subtable(table, dialect.name).items():
        try:
            option = find_option(name, dialect)
            found[option.name] = convert(option, value)
        except (BadValue, LookupError) as error:
            raise table.error((dialect.name, name), str(error.args[0])) from None
    return found


def respelled_options(table: Table, dialect: Dialect) -> Iterator[Respelled]:
    """The older spellings in the table of a dialect whose options were read."""
    for name in _subtable(table, dialect.name):
        for each in respelled(name, find_option(name, dialect).name, table.file.name):
            line = tomlfile.line_of(table.file, (*table.path, dialect.name, name))
            yield each._replace(line=line)


def _subtable(table: Table, key: str) -> Mapping[str, Any]:
    value = table.value[key]
    if not isinstance(value, dict):
        raise table.wrong_type((key,), "a table", value)
    return value


def _words(table: Table, path: tomlfile.Path, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise table.wrong_type(path, "a list of strings", value)
    for item in value:
        if not isinstance(item, str):
            raise table.wrong_type(path, "a list of strings", item)
    return tuple(value)
