"""What is said of findings in a contract that the runtime does not start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialects.vesanor.build import files, lab
from phaselint.executor.proof import unless_refused
from phaselint.linting.internal_errors import rule_named
from phaselint.vocabulary.finding import Proof
from phaselint_rules import RULES

if TYPE_CHECKING:
    from phaselint.vocabulary.finding import Method, Status

OTHER, OWN = rule_named(RULES, "order-trap"), rule_named(RULES, "no-terminal-phase")
REFUSED = lab(files("a! b", "a:b", ["t[a]->b"])).of(OTHER)
STARTED = lab(files("a! z*", "a:z", ["t[a]->z"])).of(OTHER)
SHOWN_OTHERWISE = Proof("refuted", "replay", {"version": 1}, "the run shows otherwise")


def test_no_run_contradicts_a_finding_where_none_is_begun() -> None:
    proof = unless_refused(REFUSED, SHOWN_OTHERWISE)
    assert (proof.status, proof.method, proof.script) == ("unproved", "replay", {"version": 1})
    assert proof.reason == "the contract is refused before a run begins: no-terminal-phase"


def test_the_finding_that_says_why_is_named() -> None:
    proof = unless_refused(REFUSED, SHOWN_OTHERWISE, "`no-terminal-phase` (session.yaml)")
    assert proof.reason.endswith(": `no-terminal-phase` (session.yaml)")


@pytest.mark.parametrize(("status", "method"), [("proved", "explore"), ("refuted", "refusal")])
def test_what_is_proved_or_speaks_of_the_refusal_stays(status: Status, method: Method) -> None:
    proof = Proof(status, method)
    assert unless_refused(REFUSED, proof) is proof


def test_the_rule_that_the_refusal_names_is_no_other() -> None:
    assert unless_refused(REFUSED.of(OWN), SHOWN_OTHERWISE) is SHOWN_OTHERWISE


def test_a_contract_that_is_started_refutes() -> None:
    assert unless_refused(STARTED, SHOWN_OTHERWISE) is SHOWN_OTHERWISE
