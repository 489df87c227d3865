"""Which facts are worth telling, and in which order."""

from __future__ import annotations

import pytest

from behavior.labs import labs
from behavior.oracle import graph
from phaselint.behavior.facts import KINDS, Fact, facts_in, facts_of
from phaselint.behavior.plain import telling
from phaselint.dialects.acts import Act


def told(project: str, path: str) -> list[str]:
    (lab,) = (each for each in labs(project) if each.name == f"{project}/{path}")
    return [each.text for each in facts_in(lab.runs).told]


def test_what_preconditions_of_tools_enforce_comes_first() -> None:
    assert told("refund-desk-fixed", "refunds")[:4] == [
        "`call check_eligibility` happens only after `call lookup_order`",
        "`call approve_refund` happens only after `call verify_identity`",
        "`call issue_refund` happens only after `call verify_identity`",
        "`call record_approval` happens only after `call verify_identity`",
    ]


def test_a_join_needs_all_stages_side_by_side() -> None:
    lines = told("loan-desk-fixed", "loans.stud.yaml")
    for stage in ("condition", "climate", "insurance"):
        assert f"`enter assess` happens only after `complete {stage}`" in lines
        assert f"`complete {stage}` happens in every run that completes" in lines


def test_an_offered_tool_is_told_with_its_phase_and_never_as_done_once() -> None:
    lines = told("loan-desk-fixed", "loans.stud.yaml")
    assert "`call grep` happens only after `enter refusal`" in lines
    assert not [line for line in lines if "`call" in line and "at most once" in line]


A, B, C, D = (Act("enter", name, phase=name) for name in "abcd")
PAY, LOOK = (Act("call", name, phase=phase) for name, phase in (("pay", "b"), ("look", "a")))


def test_a_phase_behind_its_only_edge_is_left_out_and_one_behind_two_is_told() -> None:
    # a -> b | c -> d: each run passes a, and no edge leads from it to d.
    atlas = graph(
        "abcd", [("", A, "a"), ("a", B, "b"), ("a", C, "c"), ("b", D, "d"), ("c", D, "d")]
    )
    found = facts_of((atlas,), str, ("completed",))
    every = {each.text for each in found.every}
    lines = [each.text for each in found.told]
    assert "`enter d` happens only after `enter a`" in every
    assert "`enter b` happens only after `enter a`" in every
    assert "`enter b` happens only after `enter a`" not in lines
    assert "`enter b` and `enter c` never happen in the same run" in lines


def test_tools_come_before_phases_and_what_is_enforced_before_shape() -> None:
    for project in ("refund-desk-fixed", "loan-desk-fixed", "dependency-bot-fixed"):
        for lab in labs(project):
            ranks = [rank(each) for each in facts_in(lab.runs).told]
            assert ranks == sorted(ranks)


def rank(fact: Fact) -> tuple[int, bool, int, int]:
    acts = [each for each in (fact.act, fact.other) if each is not None]
    tools = [act.verb == "call" for act in acts]
    order = 0 if all(tools) else 1 if any(tools) else 2
    return order, fact.shape, max(map(telling, acts)), KINDS.index(fact.kind)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Fact("only-after", PAY, LOOK), "`call pay` happens only after `call look`"),
        (Fact("at-most-once", PAY), "`call pay` happens at most once"),
        (Fact("never-both", PAY, LOOK), "`call pay` and `call look` never happen in the same run"),
        (Fact("every-run", A), "`enter a` happens in every run that completes"),
    ],
)
def test_a_fact_is_a_sentence(fact: Fact, text: str) -> None:
    assert fact.text == text
