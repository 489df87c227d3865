"""What a configuration says (design §10)."""

from __future__ import annotations

from phaselint.dialects import BUILTIN, Dialects
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.config.entries import PolicyEntry, SuppressEntry
    from phaselint.dialects.spelling import Respelled
    from phaselint.vocabulary.finding import Severity
    from phaselint.vocabulary.rule import Rule

FILE = "phaselint.toml"
PYPROJECT = "pyproject.toml"


class Config(NamedTuple):
    """What a configuration file says, checked; with its defaults, what no file says.

    `path` is the file ("" for none), `root` the folder that patterns are relative to. Of
    `select`, none means that the file leaves the choice open. `per_file_ignores` are pairs of
    pattern and selectors, `options` maps dialect → option → value. `plugins` are the names in the
    file; `dialects` are those known under it, `brought` the rules of its plugins, `faults` a
    line for each part of a plugin that cannot be used, `respelled` the options in older spellings.
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
    sound: bool = False
    suppress: tuple[SuppressEntry, ...] = ()
    policies: tuple[PolicyEntry, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = {}
    dialects: Dialects = BUILTIN
    brought: tuple[Rule, ...] = ()
    faults: tuple[str, ...] = ()
    respelled: tuple[Respelled, ...] = ()


class Project(NamedTuple):
    """A project root, and its configuration file ("" for none)."""

    root: str
    config: str
