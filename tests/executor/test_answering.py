"""Claims about what comes of answers that are given to a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.vesanor.build import after, files, lab
from phaselint.executor.claims import never, notes
from phaselint.vocabulary.claim import Never, Notes
from phaselint.vocabulary.finding import Finding, Place
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import INFO, Rule
from sweny import bench, workflow

if TYPE_CHECKING:
    from dialects.vesanor.build import Files
    from phaselint.vocabulary.finding import Proof

TOOLS = ["go[a]->b", "end[b]->z", "note[b]"]
MAP = ("a! b z*", "a:b b:z")
GO: Any = {"calls": ["go"]}
CALLS: Any = {"calls": ["end"]}
FAILS: Any = {"calls": [{"tool": "end", "ok": False}]}
SEEN = Notes("b", "turn", holds={"visible": ["note"]}, answers=("wait",))
ILLEGAL: Any = {"blocked": [{"tool": "end", "reason": "illegal_phase_transition"}]}


def verdict(given: Files, claim: Notes | Never) -> Proof:
    finding = Finding(Place("session.yaml"), message("so it is"), claim=claim)
    rule = Rule("ZZ001", lambda _: (finding,), INFO, name="claims", dialect="vesanor")
    prove = notes if isinstance(claim, Notes) else never
    return prove(lab(given).of(rule), finding)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (Notes("b", "turn", holds={"failed": ["end"]}, answers=(FAILS,)), "proved"),
        (Notes("a", "turn", holds={"failed": ["end"]}, answers=(FAILS,), others=("b",)), "proved"),
        (Notes("a", "turn", holds={"failed": ["end"]}, answers=(FAILS,)), "refuted"),
        (Notes("b", "turn", holds={"failed": ["end"]}), "refuted"),
        (Notes("b", "turn", {"phase_after": "b"}, answers=(CALLS,)), "refuted"),
        (Notes("b", "turn", {"phase_after": "z"}, answers=("wait", CALLS)), "proved"),
        (Notes("b", "turn", answers=({"calls": 1},)), "unproved"),
        (Notes("z", "turn", answers=("after the end",)), "unproved"),
    ],
)
def test_what_comes_of_answers_is_claimed(claim: Notes, status: str) -> None:
    assert verdict(files(*MAP, TOOLS), claim).status == status


@pytest.mark.parametrize(
    ("claim", "status", "reason"),
    [
        (SEEN, "proved", ""),
        (SEEN._replace(event="refused"), "refuted", "no run behaves as the finding says"),
        (SEEN._replace(event="refused", doubt="it may be"), "unproved", "it may be"),
        (
            SEEN._replace(answers=({"calls": 1},)),
            "unproved",
            "no run can be answered in `b` so that it shows this",
        ),
    ],
)
def test_decisive_answers_show_a_claim_or_rule_it_out(
    claim: Notes, status: str, reason: str
) -> None:
    proof = verdict(files(*MAP, TOOLS), claim._replace(decisive=True))
    assert (proof.status, proof.reason) == (status, reason)
    assert (proof.script is None) is ("no run can" in reason)
    # Others rule it out only where an event of its kind could have shown it.
    if status == "refuted":
        assert verdict(files(*MAP, TOOLS), claim).status == "unproved"


@pytest.mark.parametrize(
    ("answers", "fields", "status"),
    [
        ((GO,), {}, "proved"),
        ((GO,), {"phase_after": "z"}, "proved"),
        ((GO,), {"phase_after": "a"}, "refuted"),
        (("wait",), {}, "unproved"),
    ],
)
def test_what_comes_later_is_claimed_until_the_phase_is_asked_again(
    answers: Any, fields: Any, status: str
) -> None:
    claim = Notes("b", "turn", fields, answers=answers, asked="a")
    assert verdict(files(*MAP, TOOLS), claim).status == status


def test_the_phases_on_the_way_are_in_the_script_of_what_comes_later() -> None:
    claim = Notes("b", "turn", {"phase_after": "z"}, answers=(GO,), asked="a")
    script = verdict(files(*MAP, TOOLS), claim).script
    assert script is not None
    assert script["scenarios"][0]["model"] == [GO, CALLS]


@pytest.mark.parametrize(("hostile", "status"), [(False, "unproved"), (True, "proved")])
def test_an_answer_that_a_schema_forbids_is_given_in_a_hostile_run(
    hostile: bool, status: str
) -> None:
    node = {"output": {"properties": {"x": {"type": "string"}}, "required": ["x"]}}
    told = {"message": ["missing from emitted data: x"]}
    claim = Notes("a", "warn", holds=told, answers=({"data": {}},), hostile=hostile)
    finding = Finding(Place("w.json"), message("so it is"), claim=claim)
    rule = Rule("ZZ001", lambda _: (finding,), INFO, name="claims", dialect="sweny")
    assert notes(bench(workflow("a", nodes={"a": node})).of(rule), finding).status == status


def test_a_run_that_shows_it_is_told_with_its_answers() -> None:
    claim = Notes("b", "turn", holds={"failed": ["end"]}, answers=("wait", FAILS))
    script = verdict(files(*MAP, TOOLS), claim).script
    assert script is not None
    assert script["scenarios"][0]["model"] == [{"calls": ["go"]}, "(text)", FAILS]


def test_answers_that_never_meet_what_is_provided_decide_nothing() -> None:
    hidden = files(*MAP, TOOLS, end={"preconditions": after("nothing")})
    claim = Notes("b", "turn", holds=ILLEGAL, answers=(CALLS,))
    assert verdict(hidden, claim._replace(answers=("wait",))).status == "unproved"
    proof = verdict(hidden, claim._replace(provided={"visible": ["end"]}))
    assert (proof.status, proof.reason) == (
        "unproved",
        "no run can be answered in `b` so that it shows this",
    )


def test_a_limit_that_ends_each_run_before_is_named() -> None:
    given = files(*MAP, TOOLS, session={"session_limits": {"max_tool_calls": 1}})
    claim = Notes("b", "turn", holds={"released": ["end"]}, answers=(CALLS,))
    proof = verdict(given, claim)
    assert (proof.status, proof.reason) == (
        "unproved",
        "a limit ends the run before it gets there",
    )


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (Never(Notes("a", "turn", holds={"visible": ["end"]}, answers=("wait",))), "proved"),
        (Never(Notes("b", "turn", holds={"visible": ["end"]}, answers=("wait",))), "refuted"),
        (Never(SEEN, (Notes("b", "turn", holds=ILLEGAL, answers=(CALLS,)),)), "refuted"),
        (Never(Notes("b", "turn", holds=ILLEGAL, answers=(CALLS,)), (SEEN,)), "refuted"),
        (Never(Notes("b", "turn", holds=ILLEGAL, answers=(CALLS,))), "proved"),
        (Never(Notes("b", "turn", holds=ILLEGAL, answers=({"calls": 1},))), "unproved"),
    ],
)
def test_that_no_answer_leads_to_it_is_claimed(claim: Never, status: str) -> None:
    proof = verdict(files(*MAP, TOOLS), claim)
    assert (proof.status, proof.method) == (status, "explore")
    assert (proof.script is not None) == (status == "refuted")
