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

    Row = tuple[Any, ...]

COLUMNS = (
    "code",
    "name",
    "check",
    "severities",
    "needs",
    "complete_if",
    "prove",
    "fix",
    "catalogue",
    "default",
    "per_part",
    "only_if_keys",
    "ends",
)
"""The columns of a row. Check and prover are `module:function`, the module below the package; the
severities are pairs of severity and condition."""


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
    severities: tuple[tuple[str, str], ...],
    needs: tuple[str, ...],
    complete_if: tuple[str, ...],
    prove: str,
    *more: Any,
) -> Rule:
    fix, catalogue, default, per_part, keys, ends = more
    asked = (_grades(severities), _deferred(package, check), needs, complete_if)
    prover = _deferred(package, prove) if prove else None
    rest = (prover, fix, catalogue, default, "", per_part, keys, ends)
    return tuple.__new__(Rule, (code, name, dialect, *asked, *rest))


def _deferred(package: str, named: str) -> Deferred:
    module, _, function = named.partition(":")
    return Deferred(f"{package}.{module}", function)


@cache
def _grades(severities: tuple[tuple[str, str], ...]) -> tuple[Grade, ...]:
    return tuple(Grade(*each) for each in severities)  # type: ignore[arg-type]
