"""How contracts are checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.machine.model import BOUND
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ANY_DIALECT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from phaselint.dialects.base import Dialect
    from phaselint.vocabulary.diagnostic import Hit
    from phaselint.vocabulary.rule import Rule

DEFAULT_BOUND = BOUND


class Task(NamedTuple):
    """How contracts are to be checked: all rules there are, which of them are asked, of which
    files their findings are wanted, dialect options in force, and what else to do; with `sound`,
    to ask the executor where rules find nothing, with `cost`, what runs cost."""

    rules: Sequence[Rule]
    options: Mapping[str, Any]
    bound: int = DEFAULT_BOUND
    dry_run: bool = False
    sound: bool = False
    verify: bool = False
    scripts: tuple[str, ...] = ()
    cost: bool = False
    wanted: Callable[[Rule, str], bool] = lambda _rule, _file: True
    asked: Callable[[Rule], bool] = lambda _rule: True

    def shows(self, hit: Hit) -> bool:
        """Whether a finding is wanted where it is."""
        return self.wanted(hit.rule, hit.finding.place.file)

    def of(self, dialect: Dialect) -> list[Rule]:
        """The rules there are for contracts of a dialect."""
        return [rule for rule in self.rules if rule.dialect in (dialect.name, ANY_DIALECT)]
