"""The first law of proofs: what is proved of a contract with a defect is not proved of its repaired
twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from laws.bench import PROVABLE, benches, cases, named
from phaselint.executor import claims
from phaselint.executor.declared import ClaimError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from laws.bench import Bench
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule

OF_RULES = pytest.mark.parametrize("rule", PROVABLE, ids=named)


@OF_RULES
def test_what_is_proved_of_a_contract_is_not_proved_of_its_twin(
    rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where the rule is not asked whether it says the same of the twin."""
    monkeypatch.setattr(claims, "says_so", lambda *_: True)
    assert list(_failures(rule)) == []


@OF_RULES
def test_a_proof_has_the_method_that_its_rule_declares(rule: Rule) -> None:
    verdicts = [bench.verdict(rule, finding) for bench, finding in findings(rule)]
    methods = {verdict.method for verdict in verdicts if verdict.status == "proved"}
    assert methods == {*rule.methods}, "none at all where none is proved in the rule's own cases"


def findings(rule: Rule) -> Iterator[tuple[Bench, Finding]]:
    """The findings of a rule in its own bad cases, each with its contract."""
    for case in cases(rule.name, "bad"):
        for bench in benches(case):
            yield from ((bench, finding) for finding in bench.of(rule))


def _failures(rule: Rule) -> Iterator[str]:
    """Findings of bad cases that the contract of a good case is said to have, too."""
    goods = [(case, bench) for case in cases(rule.name, "good") for bench in benches(case)]
    for case in cases(rule.name, "bad"):
        for bad in benches(case):
            twins = [(good, twin) for good, twin in goods if twin.target == bad.target]
            for finding in bad.of(rule):
                for good, twin in twins:
                    if told := _told(rule, twin, finding):
                        yield f"{case} on {good}: {told}"


def _told(rule: Rule, twin: Bench, finding: Finding) -> str:
    try:
        proof = twin.verdict(rule, finding)
    except ClaimError:  # about what the twin doesn't declare
        return ""
    except Exception as error:  # whatever it is: provers look up softly
        return f"raises {error!r}"
    return f"proved by {proof.method}" if proof.status == "proved" else ""
