"""The index of the rules of a dialect: what there is to know of each without importing its check
(design §11). `phaselint_rules.indexing` writes it; a run reads it."""

from __future__ import annotations

from functools import cache

from phaselint.vocabulary.deferred import Deferred
from phaselint.vocabulary.rule import Grade, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.vocabulary.finding import Severity

    Grades = tuple[tuple[Severity, str], ...]
    Row = tuple[Any, ...]
    """What `_rule` takes of a rule, in order. Check and prover are `module:function`, the module
    below the package unless it is one of the engine; the severities are pairs of severity and
    condition."""


_ENGINE = "phaselint."


def indexed(dialect: str, package: str, rows: Iterable[Row]) -> tuple[Rule, ...]:
    """The rules of a dialect, out of the rows of the index of their package. Their checks and
    provers are imported when they are called."""
    return tuple(_rule(dialect, package, *row) for row in rows)


def _rule(
    dialect: str,
    package: str,
    code: str,
    name: str,
    check: str,
    severities: Grades,
    needs: tuple[str, ...],
    complete_if: tuple[str, ...],
    prove: str,
    fix: str,
    catalogue: tuple[str, ...],
    default: bool,
    *more: Any,
) -> Rule:
    asked = (_grades(severities), _deferred(package, check), needs, complete_if)
    prover = _deferred(package, prove) if prove else None
    rest = (prover, fix, catalogue, default, "", *more)
    return tuple.__new__(Rule, (code, name, dialect, *asked, *rest))


def _deferred(package: str, named: str) -> Deferred:
    module, _, function = named.partition(":")
    below = module if module.startswith(_ENGINE) else f"{package}.{module}"
    return Deferred(below, function)


@cache
def _grades(severities: Grades) -> tuple[Grade, ...]:
    return tuple(Grade(severity, condition) for severity, condition in severities)
