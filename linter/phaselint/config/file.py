"""Reading a configuration file, and what is wrong with it (design §10).

Nothing is guessed: what cannot be understood is a UsageError of one line that starts with
`file:line:`. Imported only where there is a file to read.
"""

from __future__ import annotations

import os

from phaselint.config import toml as tomlfile
from phaselint.config import values
from phaselint.config.model import FILE, PYPROJECT, Config
from phaselint.config.values import Table
from phaselint.dialects import BUILTIN, Dialects
from phaselint.project.paths import display_path
from phaselint.vocabulary.deferred import deferred
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.ruleset import of_dialects, with_brought
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.spelling import Respelled
    from phaselint.vocabulary.rule import Rule

_PYPROJECT_TABLE = ("tool", "phaselint")

READERS: Mapping[str, Callable[[Table, str], Any]] = {
    "select": values.words,
    "ignore": values.words,
    "extend-select": values.words,
    "per-file-ignores": values.word_lists,
    "severity": values.severities,
    "exclude": values.words,
    "baseline": values.inner_path,
    "scripts": values.words,
    "plugins": values.words,
    "bound": values.count,
    "sound": values.switch,
    "suppress": deferred("phaselint.config.entries", "suppress_entries"),
    "policies": deferred("phaselint.config.entries", "policy_entries"),
}
"""Every key next to the tables of dialects: what reads and checks its value."""


def load_config(path: str, rules: Sequence[Rule] = (), dialects: Dialects = BUILTIN) -> Config:
    """Read one configuration file; its folder becomes the root.

    Names of rules are not looked up here: see `rules_in_force`.

    Args:
        rules: the built-in rules, with which those of plugins must not clash.
        dialects: the built-in dialects.

    Raises:
        UsageError: the file cannot be read, has a syntax error, an unknown key, dialect or
            option, or a value of the wrong type, or names a plugin that is not installed.
    """
    table = _table(path)
    config = _with_plugins(table, rules, dialects)
    fields: dict[str, Any] = {}
    options: dict[str, Mapping[str, Any]] = {}
    respelled: list[Respelled] = []
    for key, value in table.value.items():
        if reader := READERS.get(key):
            fields[key.replace("-", "_")] = reader(table, key)
        elif key in config.dialects:
            options[key] = values.dialect_options(table, config.dialects[key])
            respelled += values.respelled_options(table, config.dialects[key])
        elif key == "tool" and not table.path:
            message = f"in {FILE}, the keys must be at the top, not in [tool.phaselint]"
            raise table.error((key,), message)
        elif not (config.faults and isinstance(value, dict)):  # of a plugin that is left out
            raise table.error((key,), unknown("key", key, [*READERS, *config.dialects.names]))
    root = os.path.dirname(os.path.abspath(path))
    config = config._replace(path=path, root=root, options=options, **fields)
    return config._replace(respelled=tuple(respelled))


def _with_plugins(table: Table, rules: Sequence[Rule], dialects: Dialects) -> Config:
    """What the plugins bring that a file names, as the beginning of its configuration."""
    names = values.words(table, "plugins") if "plugins" in table.value else ()
    if not names:
        return Config(dialects=dialects)
    from phaselint.plugins.brought import brought

    try:
        found = brought(names, dialects, rules, (*READERS, "tool"))
    except UsageError as error:
        raise table.error(("plugins",), str(error)) from None
    where = tomlfile.place(table.file, (*table.path, "plugins"))
    faults = tuple(f"{where}: {fault}" for fault in found.faults)
    return Config(dialects=found.dialects, brought=found.rules, faults=faults)


def rules_in_force(
    config: Config, rules: Sequence[Rule], dialects: Collection[str] = ()
) -> Sequence[Rule]:
    """The built-in rules and those of the configuration's plugins; every rule that it names is
    among them, unless it may be one of a plugin that is left out.

    Args:
        dialects: see `check_rules`.

    Raises:
        UsageError: there is no such rule.
    """
    if config.brought:
        rules = with_brought(rules, config.brought)
    if not config.faults:
        check_rules(config, rules, dialects)
    return rules


def check_rules(config: Config, rules: Sequence[Rule], dialects: Collection[str] = ()) -> None:
    """Look up every rule that the configuration names, once all rules are known.

    Args:
        dialects: those whose rules are looked at first, since they are needed anyway.

    Raises:
        UsageError: there is no such rule; the text names the line and the nearest rule.
    """
    from phaselint.config.select import find_unknown

    near = of_dialects(rules, dialects) if dialects else ()
    for path, selectors in named_rules(config):
        if complaint := find_unknown(selectors, rules, near):
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
    parsed = tomlfile.parse(display_path(path), tomlfile.read_text(path))
    if os.path.basename(path) != PYPROJECT:
        return Table(parsed, (), parsed.value)
    ours = _ours_in_pyproject(parsed)
    if ours is None:
        raise UsageError(f"{display_path(path)}: table [tool.phaselint] is missing")
    if not isinstance(ours, dict):
        raise UsageError(f"{tomlfile.place(parsed, _PYPROJECT_TABLE)}: must be a table")
    return Table(parsed, _PYPROJECT_TABLE, ours)


def concerns_us(path: str) -> bool:
    """Whether a pyproject.toml has our table. Raises UsageError where it cannot be read."""
    parsed = tomlfile.parse(display_path(path), tomlfile.read_text(path))
    return _ours_in_pyproject(parsed) is not None


def _ours_in_pyproject(parsed: tomlfile.Toml) -> Any:
    tool = parsed.value.get("tool")
    return tool.get("phaselint") if isinstance(tool, dict) else None
