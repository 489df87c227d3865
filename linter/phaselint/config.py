"""The configuration file: where it is, what it says, and what is wrong with it (design §10).

`phaselint.toml`, or `[tool.phaselint]` in pyproject.toml; the nearest to the contract wins, and
its folder is the project root. Nothing is guessed: what cannot be understood is a UsageError of
one line that starts with `file:line:`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint import configvalues as values
from phaselint import tomlfile
from phaselint.configvalues import SuppressEntry, Table
from phaselint.errors import UsageError
from phaselint.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.base import Dialect
    from phaselint.finding import Severity
    from phaselint.rule import Rule

__all__ = ["Config", "Project", "SuppressEntry", "check_rules", "configure", "find", "load_config"]

FILE = "phaselint.toml"
PYPROJECT = "pyproject.toml"
_PYPROJECT_TABLE = ("tool", "phaselint")

_READERS = {
    "select": values.words,
    "ignore": values.words,
    "extend-select": values.words,
    "per-file-ignores": values.word_lists,
    "severity": values.severities,
    "exclude": values.words,
    "baseline": values.word,
    "scripts": values.words,
    "plugins": values.words,
    "bound": values.count,
    "suppress": values.suppress_entries,
}


class Config(NamedTuple):
    """What a configuration file says, checked; with its defaults, what no file says.

    `path` is the file ("" for none), `root` the folder that patterns are relative to. Of
    `select`, none means that the file leaves the choice open. `per_file_ignores` are pairs of
    pattern and selectors, `dialects` maps dialect → option → value.
    """

    path: str = ""
    root: str = ""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    severity: Mapping[str, Severity] = {}
    exclude: tuple[str, ...] = ()
    baseline: str = ""
    scripts: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    bound: int | None = None
    suppress: tuple[SuppressEntry, ...] = ()
    dialects: Mapping[str, Mapping[str, Any]] = {}


class Project(NamedTuple):
    """A project root, and its configuration file ("" for none)."""

    root: str
    config: str


def configure(
    folder: str, dialects: Sequence[Dialect], *, config_file: str = "", isolated: bool = False
) -> Config:
    """The configuration in force for a folder.

    Args:
        config_file: a file to take instead of the nearest; the project root stays.
        isolated: take no file at all.

    Raises:
        UsageError: the file cannot be read or understood.
    """
    if isolated:
        return Config(root=_root_without_configuration(folder))
    project = find(folder)
    path = config_file or project.config
    if not path:
        return Config(root=project.root)
    return load_config(path, dialects)._replace(root=project.root)


def find(folder: str) -> Project:
    """Find the project a folder belongs to.

    The root is the nearest folder, this one included, with a configuration file or `.git`; else
    the folder itself. Raises UsageError for a file that might be the configuration but cannot
    be read.
    """
    start = os.path.abspath(folder)
    for candidate in _upwards(start):
        config = _config_in(candidate)
        if config or os.path.lexists(os.path.join(candidate, ".git")):
            return Project(candidate, config)
    return Project(start, "")


def load_config(path: str, dialects: Sequence[Dialect]) -> Config:
    """Read one configuration file; its folder becomes the root.

    Names of rules are not looked up here, since plug-ins may bring some: see `check_rules`.

    Raises:
        UsageError: the file cannot be read, has a syntax error, an unknown key, dialect or
            option, or a value of the wrong type.
    """
    table = _table(path)
    fields: dict[str, Any] = {}
    options: dict[str, Mapping[str, Any]] = {}
    by_name = {dialect.name: dialect for dialect in dialects}
    for key in table.value:
        if reader := _READERS.get(key):
            fields[key.replace("-", "_")] = reader(table, key)
        elif dialect := by_name.get(key):
            options[key] = values.dialect_options(table, dialect)
        else:
            raise table.error((key,), unknown("key", key, [*_READERS, *by_name]))
    return Config(path, os.path.dirname(os.path.abspath(path)), **fields, dialects=options)


def check_rules(config: Config, rules: Sequence[Rule]) -> None:
    """Look up every rule that the configuration names, once all rules are known.

    Raises:
        UsageError: there is no such rule; the text names the line and the nearest rule.
    """
    from phaselint.select import find_unknown

    for path, selectors in _named_rules(config):
        if complaint := find_unknown(selectors, rules):
            word, message = complaint
            raise _table(config.path).error(path, message, word)


def _named_rules(config: Config) -> Iterator[tuple[tomlfile.Path, Sequence[str]]]:
    yield ("select",), config.select or ()
    yield ("ignore",), config.ignore
    yield ("extend-select",), config.extend_select
    for pattern, selectors in config.per_file_ignores:
        yield ("per-file-ignores", pattern), selectors
    for selector in config.severity:
        yield ("severity", selector), (selector,)


def _table(path: str) -> Table:
    """The part of a file that is ours."""
    parsed = tomlfile.parse(path, tomlfile.read_text(path))
    if os.path.basename(path) != PYPROJECT:
        return Table(parsed, (), parsed.value)
    ours = _ours_in_pyproject(parsed)
    if ours is None:
        raise UsageError(f"{path}: there is no table [tool.phaselint]")
    if not isinstance(ours, dict):
        raise UsageError(f"{tomlfile.place(parsed, _PYPROJECT_TABLE)}: must be a table")
    return Table(parsed, _PYPROJECT_TABLE, ours)


def _config_in(folder: str) -> str:
    """The configuration file in a folder, if any."""
    path = os.path.join(folder, FILE)
    if os.path.isfile(path):
        return path
    path = os.path.join(folder, PYPROJECT)
    if not os.path.isfile(path):
        return ""
    text = tomlfile.read_text(path)
    if "phaselint" not in text:  # spares most projects the import of the parser
        return ""
    return path if _ours_in_pyproject(tomlfile.parse(path, text)) is not None else ""


def _ours_in_pyproject(parsed: tomlfile.Toml) -> Any:
    tool = parsed.value.get("tool")
    return tool.get("phaselint") if isinstance(tool, dict) else None


def _root_without_configuration(folder: str) -> str:
    """The project root where files are not looked into: their presence is enough."""
    start = os.path.abspath(folder)
    for candidate in _upwards(start):
        if any(os.path.lexists(os.path.join(candidate, name)) for name in (FILE, ".git")):
            return candidate
    return start


def _upwards(folder: str) -> Iterator[str]:
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent
