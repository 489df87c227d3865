"""Asking rules about a contract: those whose needs are met, and that it has something for."""

from __future__ import annotations

from itertools import groupby

from phaselint.linting.internal_errors import THE_RULES
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import KEYS
from phaselint.vocabulary.step_budget import ask_per_part
from phaselint.vocabulary.time_budget import Postponed, pace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.base import Facts, Target
    from phaselint.linting.internal_errors import Defects
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule

    Held = Callable[[Any, Rule, Finding], Finding | None]


class Theme(NamedTuple):
    """Rules that follow one another, need the same and are about the same."""

    needs: tuple[str, ...]
    about: tuple[str, ...]
    rules: tuple[Rule, ...]


def themes_of(rules: Iterable[Rule]) -> tuple[Theme, ...]:
    """Rules by what must be there for them to be asked: a hundred rules are thirty themes. Those
    under which the engine reports are in none."""
    own = (rule for rule in rules if not rule.by_engine)
    found = groupby(own, lambda rule: (rule.needs, rule.only_if_keys))
    return tuple(Theme(needs, about, tuple(alike)) for (needs, about), alike in found)


def hits_of(
    themes: Iterable[Theme],
    facts: Facts,
    target: Target,
    defects: Defects,
    held: Held | None = None,
) -> Iterator[Hit]:
    """What rules find in a contract, those that may be asked. What one raises is noted, as is one
    that takes more than is waited for, and the others are asked anyway. `held` is that of the
    dialect, for one whose contracts several programs read."""
    answers: dict[tuple[str, ...], bool] = {}  # many themes need the same
    keys: frozenset[str] = frozenset()
    patient = pace()
    for needs, about, rules in themes:
        wanted = answers.get(needs)
        for rule in rules:
            if patient is not None:
                patient.check_cancelled()
            try:
                if wanted is None:
                    wanted = answers[needs] = asked(rule, facts)
                if about and wanted:
                    keys = keys or getattr(facts, KEYS)
                if not wanted or (about and keys.isdisjoint(about)):
                    break
                hits: Iterable[Hit] = [Hit(rule, each, target) for each in _found(rule, facts)]
                if held is not None:
                    hits = tuple(holding(hits, facts, held))
            except Postponed:
                defects.put_off(rule.name)
                continue
            except Exception as error:  # a defect of one rule must not hide the others
                defects.note(error, THE_RULES, rule)
                continue
            yield from hits


def _found(rule: Rule, facts: Facts) -> Sequence[Finding]:
    """What a rule finds; that of a plugin is looked at before it is relied on."""
    found = tuple(ask_per_part(rule.check, facts) if rule.per_part else rule.check(facts))
    if found and rule.origin:
        from phaselint.plugins.findings import check_findings

        check_findings(found)
    return found


def holding(hits: Iterable[Hit], facts: Facts, held: Held) -> Iterator[Hit]:
    """Hits with the programs in which they hold, without those that hold in none."""
    for hit in hits:
        finding = held(facts, hit.rule, hit.finding)
        if finding is not None:
            yield hit if finding is hit.finding else hit._replace(finding=finding)


def asked(rule: Rule, facts: Facts) -> bool:
    """Whether what a rule needs holds, so it may be asked."""
    return not rule.needs or all(getattr(facts, name) for name in rule.needs)


def unasked(by_needs: Mapping[tuple[str, ...], Iterable[str]], facts: Facts) -> frozenset[str]:
    """The names of the rules of a dialect that were not asked about a contract, or not in full:
    their silence means nothing. A suppression of one is not unused, and an entry of the
    baseline for one not stale. For `by_needs` see `phaselint.linting.task.Chosen`.

    A fact that isn't one, not false, does not arise for the contract: what needs it is not asked
    either, but for want of anything to find.
    """
    silent: set[str] = set()
    unknown: dict[str, bool] = {}
    for needs, names in by_needs.items():
        for name in needs:
            if name not in unknown:
                fact = getattr(facts, name)
                unknown[name] = not fact and fact is not None
            if unknown[name]:
                silent.update(names)
                break
    return frozenset(silent)
