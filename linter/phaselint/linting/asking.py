"""Asking rules about a contract: those whose needs are met."""

from __future__ import annotations

from phaselint.linting.defects import THE_RULES
from phaselint.vocabulary.allowance import asked_apart
from phaselint.vocabulary.diagnostic import Hit
from phaselint.vocabulary.patience import Later, patience

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.base import Facts, Target
    from phaselint.linting.defects import Defects
    from phaselint.vocabulary.rule import Rule


def hits_of(rules: Iterable[Rule], facts: Facts, target: Target, defects: Defects) -> Iterator[Hit]:
    """What rules find in a contract, those that may be asked. What one raises is noted, as is one
    that takes more than is waited for, and the others are asked all the same."""
    answers: dict[tuple[str, ...], bool] = {}  # many rules need the same
    last: tuple[str, ...] | None = None  # and most the same as the rule before
    wanted: bool | None = True
    patient = patience()
    for rule in rules:
        if patient is not None:
            patient.breathe()
        try:
            needs = rule.needs
            if needs is not last:
                wanted, last = answers.get(needs), None
                if wanted is None:
                    wanted = answers[needs] = asked(rule, facts)
                last = needs
            if not wanted:
                continue
            found = tuple(asked_apart(rule.check, facts) if rule.apart else rule.check(facts))
            if not found:
                continue
            if rule.origin:
                from phaselint.plugins.findings import check_findings

                check_findings(found)
        except Later:
            defects.put_off(rule.name)
            continue
        except Exception as error:  # a defect of one rule must not hide the others
            defects.note(error, THE_RULES, rule)
            continue
        for finding in found:
            yield Hit(rule, finding, target)


def asked(rule: Rule, facts: Facts) -> bool:
    """Whether what a rule needs holds, so that it may be asked."""
    return not rule.needs or all(getattr(facts, name) for name in rule.needs)


def unasked(by_needs: Mapping[tuple[str, ...], Iterable[str]], facts: Facts) -> frozenset[str]:
    """The names of the rules of a dialect that were not asked about a contract, or not in full:
    that they find nothing says nothing. A suppression of one is not unused, and an entry of the
    baseline for one not stale. For `by_needs` see `phaselint.linting.task.Chosen`.

    A fact that is none, not false, does not arise for the contract: what needs it is not asked
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
