"""What is said of a finding whose run fails first for another finding of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects import dialect
from phaselint.dialects.base import Target
from phaselint.dialects.options import merge
from phaselint.executor.ends import failures
from phaselint.executor.proof import proof_context
from phaselint.linting.check import check
from phaselint.linting.internal_errors import rule_named
from phaselint.linting.proofs import after_failure
from phaselint.linting.task import DEFAULT_BOUND, Task
from phaselint.project.memory import DictReader
from phaselint.vocabulary.finding import Proof
from phaselint_rules import RULES

if TYPE_CHECKING:
    from cases import Written
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Method
    from phaselint.vocabulary.hit import Hit

    Found = tuple[ProofContext[Any], Hit, Hit]

FILE = "bakery.stud.yaml"
CAUSE, OTHER = "branch-enum-not-exhaustive", "no-usable-tool"
COMPLETES: dict[str, Any] = {
    "version": 1,
    "scenarios": [
        {
            "name": "sell",
            "model": [
                {"calls": [{"name": "submit_taste", "args": {"crust": "good"}}]},
                {"calls": [{"name": "submit_sell", "args": {"note": "n"}}]},
            ],
            "ask": ["proceed", "ok", "proceed", "ok"],
        }
    ],
}


@pytest.fixture
def found(written: Written) -> Found:
    """The finding whose run fails, proved, and another one that this run does not show."""
    text = (written.rule("failing-run") / "bad-optional" / FILE).read_text()
    stud = dialect("stud")
    task = Task((rule_named(RULES, CAUSE),), merge(stud, {}, {}, {}))
    checked = check(stud, DictReader({FILE: text}), Target("stud", "", FILE), task)
    assert checked.facts is not None
    [hit] = checked.hits
    lab = proof_context(stud, checked.facts, DEFAULT_BOUND)
    assert hit.rule.prove is not None
    cause = hit._replace(proof=hit.rule.prove(lab.of(hit.rule), hit.finding))
    assert cause.proof is not None
    assert cause.proof.status == "proved"
    refuted = Proof("refuted", "replay", cause.proof.script, "the run shows otherwise")
    return lab, cause, cause._replace(rule=rule_named(RULES, OTHER), proof=refuted)


def judged(lab: ProofContext[Any], *hits: Hit) -> Proof:
    """What is said in the end of the first of some findings."""
    proof = next(iter(after_failure(lab, hits))).proof
    assert proof is not None
    return proof


def test_its_run_contradicts_nothing(found: Found) -> None:
    lab, cause, other = found
    proof = judged(lab, other, cause)
    assert (proof.status, proof.method) == ("unproved", "replay")
    assert proof.reason == f"the run fails first: `{CAUSE}` ({FILE})"


def test_what_nothing_else_explains_is_refuted(found: Found) -> None:
    lab, _, other = found
    assert judged(lab, other) is other.proof


def test_what_exploration_contradicts_is_refuted(found: Found) -> None:
    lab, cause, other = found
    method: Method = "explore"
    assert other.proof is not None
    explored = other._replace(proof=other.proof._replace(method=method))
    assert judged(lab, explored, cause) is explored.proof


def test_a_run_that_completes_refutes(found: Found) -> None:
    lab, cause, other = found
    assert not list(failures(lab, COMPLETES))
    completed = other._replace(proof=Proof("refuted", "replay", COMPLETES, "otherwise"))
    assert judged(lab, completed, cause) is completed.proof


@pytest.mark.parametrize("status", ["unproved", "refuted"])
def test_what_is_not_proved_explains_nothing(found: Found, status: Any) -> None:
    lab, cause, other = found
    assert cause.proof is not None
    open_ = cause._replace(proof=cause.proof._replace(status=status))
    assert judged(lab, other, open_) is other.proof


def test_an_info_explains_nothing(found: Found) -> None:
    lab, cause, other = found
    mild = cause._replace(finding=cause.finding._replace(severity="info"))
    assert judged(lab, other, mild) is other.proof
