"""Checking contracts that tests keep in memory, whatever their dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects import dialect
from phaselint.dialects.options import merge
from phaselint.linting.check import check
from phaselint.linting.task import DEFAULT_BOUND, Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES
from samples import reported

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.dialects.base import Target
    from phaselint.vocabulary.diagnostic import Diagnostic


def findings(
    target: Target,
    files: Mapping[str, str],
    *,
    opt_in: Iterable[str] = (),
    dry_run: bool = False,
    verify: bool = True,
    bound: int = DEFAULT_BOUND,
    options: Mapping[str, Any] | None = None,
) -> tuple[Diagnostic, ...]:
    """What phaselint finds in a contract, suppressed findings included. Hyphens in the names of
    options may be written as underscores. Rules that are off by default say nothing unless named
    in `opt_in`."""
    chosen = dialect(target.dialect)
    rules = RULES.of((target.dialect,))
    off = frozenset(rule.name for rule in rules if not rule.default).difference(opt_in)
    given = spelled(options or {})
    task = Task(
        rules,
        merge(chosen, {}, {}, given),
        bound,
        dry_run=dry_run,
        verify=verify,
        wanted=lambda rule, _file: rule.name not in off,
    )
    return tuple(map(reported, check(chosen, DictReader(files), target, task).hits))


def spelled(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options by their names, which keyword arguments have with underscores."""
    return {name.replace("_", "-"): value for name, value in options.items()}
