"""The page of the configuration, from its schema and the options of the dialects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handbook.writing import code, prose, table
from phaselint.dialects import BUILTIN
from phaselint.dialects.options import KINDS
from phaselint.formats.config import schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.base import Dialect, Option

PATH = "reference/configuration.md"

_HEAD = """\
# Configuration

`phaselint.toml`, or the table `[tool.phaselint]` of a `pyproject.toml`. The nearest one above a
contract holds, and its folder is the root of the project, from which patterns count. All keys may
be left out; one that is unknown is an error with a suggestion. `phaselint config` shows what is in
force, `phaselint schema config` prints the schema for editors.
"""

_OPTIONS = """\
On the command line `--set DIALECT.OPTION=VALUE` says the same and wins over what a contract's own
file says, that over the configuration, that over the default.
"""

_TYPES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "an integer",
    "object": "a table",
    "string": "a string",
}


def configuration() -> str:
    """The text of the page."""
    return "".join((_HEAD, *_keys(schema()), "\n## Options of dialects\n\n", _OPTIONS, *_options()))


def _keys(whole: Mapping[str, Any]) -> Iterator[str]:
    yield "\n## Keys\n\n"
    keys = {key: each for key, each in whole["properties"].items() if key not in BUILTIN.names}
    rows = ((code(key), _form(each), _default(each), _what(each)) for key, each in keys.items())
    yield from table(("key", "value", "default", "what"), rows)
    entry = whole["properties"]["suppress"]["items"]["properties"]
    yield "\nAn entry of `suppress` has:\n\n"
    yield from table(("key", "what"), ((code(key), _what(each)) for key, each in entry.items()))


def _form(key: Mapping[str, Any]) -> str:
    return _TYPES[key["type"]]


def _default(key: Mapping[str, Any]) -> str:
    return _value(key["default"]) if "default" in key else ""


def _what(key: Mapping[str, Any]) -> str:
    return prose(key.get("description", ""))


def _options() -> Iterator[str]:
    for dialect in BUILTIN:
        yield f"\n### {dialect.name}\n\n"
        yield from _of_dialect(dialect)


def _of_dialect(dialect: Dialect) -> Iterator[str]:
    rows = (
        (code(option.name), _taken(option), _value(option.default), prose(option.help))
        for option in dialect.options
    )
    yield from table(("option", "value", "default", "what"), rows)


def _taken(option: Option) -> str:
    words = ", ".join(map(_value, option.values))
    return f"a list of {words}" if words and option.kind is list else words or KINDS[option.kind]


def _value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return code(str(value).lower())
    if isinstance(value, (list, tuple)):
        return code(f"[{', '.join(map(_quoted, value))}]")
    return code(_quoted(value) if isinstance(value, str) else str(value))


def _quoted(text: str) -> str:
    return f'"{text}"'
