"""How contracts are checked."""

from __future__ import annotations

from phaselint.linting.rule_runner import themes_of
from phaselint.machine.model import BOUND
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ANY_DIALECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.config.entries import PolicyEntry
    from phaselint.dialects.base import Dialect
    from phaselint.linting.rule_runner import Theme
    from phaselint.vocabulary.hit import Hit
    from phaselint.vocabulary.rule import Rule

DEFAULT_BOUND = BOUND


class Chosen(NamedTuple):
    """The rules that contracts of a dialect are asked, and the same by themes; and by the facts
    that one of the dialect needs, the names of those."""

    rules: tuple[Rule, ...]
    themes: tuple[Theme, ...]
    by_needs: Mapping[tuple[str, ...], Sequence[str]]


class Task(NamedTuple):
    """How contracts should be checked: all rules there are, which of them are asked, of which
    files their findings are wanted, effective dialect options, and what else to do; with `sound`,
    to ask the executor where rules find nothing, with `cost`, what runs cost, with `pictures`, what
    there is to see, with `coverage`, what scripts take. `policies` are those of the configuration,
    which is the file `config_file` of the project; with `policing` they and those of scripts are
    asked, with `policies_alone` nothing else is. `chosen` is what `choose` gives, for who checks
    many contracts of a dialect.
    """

    rules: Sequence[Rule]
    options: Mapping[str, Any]
    bound: int = DEFAULT_BOUND
    dry_run: bool = False
    sound: bool = False
    verify: bool = False
    scripts: tuple[str, ...] = ()
    cost: bool = False
    pictures: bool = False
    coverage: bool = False
    policies: tuple[PolicyEntry, ...] = ()
    config_file: str = ""
    policing: bool = False
    policies_alone: bool = False
    wanted: Callable[[Rule, str], bool] = lambda _rule, _file: True
    asked: Callable[[Rule], bool] = lambda _rule: True
    chosen: Chosen | None = None

    def shows(self, hit: Hit) -> bool:
        """Whether a finding is wanted where it is."""
        return self.wanted(hit.rule, hit.finding.place.file)

    def of(self, dialect: Dialect) -> list[Rule]:
        """The rules there are for contracts of a dialect."""
        return [rule for rule in self.rules if rule.dialect in (dialect.name, ANY_DIALECT)]

    def choose(self, dialect: Dialect) -> Chosen:
        """The rules that contracts of a dialect are asked."""
        rules = tuple(rule for rule in self.of(dialect) if self.asked(rule))
        return Chosen(rules, themes_of(rules), by_needs(rules, dialect.name))


def by_needs(rules: Iterable[Rule], dialect: str) -> Mapping[tuple[str, ...], Sequence[str]]:
    """The names of the rules of a dialect by the facts without which their silence says nothing:
    those that they need, and those that they need to look at everything."""
    found: dict[tuple[str, ...], list[str]] = {}
    for rule in rules:
        if rule.dialect == dialect:
            for needs in {rule.needs, rule.complete_if}:
                found.setdefault(needs, []).append(rule.name)
    return found
