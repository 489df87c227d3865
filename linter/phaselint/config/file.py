"""Reading a configuration file, and what is wrong with it (design §10).

Nothing is guessed: what cannot be understood is a UsageError of one line that starts with
`file:line:`. Imported only where there is a file to read.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from phaselint.config import FILE, PYPROJECT, Config, values
from phaselint.config import toml as tomlfile
from phaselint.config.values import Table
from phaselint.errors import UsageError
from phaselint.project.paths import shown
from phaselint.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.base import Dialect
    from phaselint.rule import Rule

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
        elif key == "tool" and not table.path:
            message = f"in {FILE} the keys stand at the top, not in [tool.phaselint]"
            raise table.error((key,), message)
        else:
            raise table.error((key,), unknown("key", key, [*_READERS, *by_name]))
    return Config(path, os.path.dirname(os.path.abspath(path)), **fields, dialects=options)


def rules_in_force(config: Config, rules: Sequence[Rule]) -> Sequence[Rule]:
    """The rules and those of the configuration's plug-ins; every rule it names is among them.

    Raises:
        UsageError: a plug-in cannot be used, or there is no such rule.
    """
    if config.plugins:
        from phaselint.config.plugins import with_plugins

        rules = with_plugins(rules, config.plugins, shown(config.path))
    check_rules(config, rules)
    return rules


def check_rules(config: Config, rules: Sequence[Rule]) -> None:
    """Look up every rule that the configuration names, once all rules are known.

    Raises:
        UsageError: there is no such rule; the text names the line and the nearest rule.
    """
    from phaselint.config.select import find_unknown

    for path, selectors in named_rules(config):
        if complaint := find_unknown(selectors, rules):
            word, message = complaint
            raise _table(config.path).error(path, message, word)


def named_rules(config: Config) -> Iterator[tuple[tomlfile.Path, Sequence[str]]]:
    """Where the configuration names rules, and by which words."""
    yield ("select",), config.select or ()
    yield ("ignore",), config.ignore
    yield ("extend-select",), config.extend_select
    for pattern, selectors in config.per_file_ignores:
        yield ("per-file-ignores", pattern), selectors
    for selector in config.severity:
        yield ("severity", selector), (selector,)


def _table(path: str) -> Table:
    """The part of a file that is ours."""
    parsed = tomlfile.parse(shown(path), tomlfile.read_text(path))
    if os.path.basename(path) != PYPROJECT:
        return Table(parsed, (), parsed.value)
    ours = _ours_in_pyproject(parsed)
    if ours is None:
        raise UsageError(f"{shown(path)}: there is no table [tool.phaselint]")
    if not isinstance(ours, dict):
        raise UsageError(f"{tomlfile.place(parsed, _PYPROJECT_TABLE)}: must be a table")
    return Table(parsed, _PYPROJECT_TABLE, ours)


def concerns_us(path: str) -> bool:
    """Whether a pyproject.toml has a table of ours. Raises UsageError where it cannot be read."""
    parsed = tomlfile.parse(shown(path), tomlfile.read_text(path))
    return _ours_in_pyproject(parsed) is not None


def _ours_in_pyproject(parsed: tomlfile.Toml) -> Any:
    tool = parsed.value.get("tool")
    return tool.get("phaselint") if isinstance(tool, dict) else None
