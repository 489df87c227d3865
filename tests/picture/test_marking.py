"""What findings mark in the graph of their contract, and the small pictures of them."""

from __future__ import annotations

from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from cases import listed
from phaselint.diagram.thumbnail import MOST
from picture.seeing import Seen, seen_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from cases import Written

    Show = Callable[[str, str], Seen]


@pytest.fixture
def show(written: Written) -> Show:
    """The one contract of a case."""

    def shown(rule: str, variant: str) -> Seen:
        with chdir(written.rule(rule)):
            [one] = seen_in([variant])
        return one

    return shown


@pytest.mark.parametrize("rule", sorted({case.rule for case in listed()}))
def test_every_finding_with_a_witness_has_a_picture(rule: str, written: Written) -> None:
    """Its nodes are in the graph, and few; a run is marked as far as it is one of phases."""
    with chdir(written.rule(rule)):
        for each in seen_in(sorted(case.variant for case in listed(rule))):
            if each.drawing.nodes:
                check(each)


def check(seen: Seen) -> None:
    nodes, arrows = len(seen.drawing.nodes), len(seen.drawing.arrows)
    for hit, view in zip(seen.hits, seen.views, strict=True):
        if hit.finding.witness is None:
            continue
        assert len(view.small) <= MOST
        assert all(0 <= number < nodes for number in view.small)
        for mark in view.marks:
            assert (mark.node is None) != (mark.arrow is None)
            assert mark.node is None or 0 <= mark.node < nodes
            assert mark.arrow is None or 0 <= mark.arrow < arrows
        phases = [step.phase for step in hit.finding.witness.steps if step.phase]
        names = {node.name for node in seen.drawing.nodes}
        marked = (mark.node for mark in view.marks if mark.sign == "run")
        run = {seen.drawing.nodes[node].name for node in marked if node is not None}
        assert run.issuperset(names.intersection(phases)), hit.rule.name
        small = {seen.drawing.nodes[number].name for number in view.small}
        assert phases[-1:] == [] or phases[-1] not in names or phases[-1] in small, hit.rule.name


def test_an_order_trap(show: Show) -> None:
    trap = show("order-trap", "bad")
    assert trap.marks("order-trap") == [
        "subject payment",
        "subject basket -> payment",
        "stuck payment",
        "blocked payment -> shipped: `verify_age` can no longer be called",
        "run basket",
        "run payment",
        "run basket -> payment",
    ]
    assert trap.small("order-trap") == ["basket", "payment", "shipped"]


def test_a_deadlock_is_a_stuck_set(show: Show) -> None:
    marks = show("deadlocked-phases", "bad-climpt").marks("deadlocked-phases")
    assert "stuck verification.soil" in marks
    assert "stuck verification.water" in marks
    inside = "verification.soil -> verification.water: `next` goes to `verification.water`"
    assert f"stuck {inside}" in marks


def test_a_cycle_without_an_end_is_one_too(show: Show) -> None:
    marks = show("deadlocked-phases", "bad-stud").marks("deadlocked-phases")
    assert {"stuck stamp", "stuck file"} <= {*marks}
    marks = show("unbounded-cycle", "bad-two-in-one").marks("unbounded-cycle")
    assert not any(mark.startswith("stuck") for mark in marks)
    assert "subject write -> review" in marks


def test_a_tool_that_is_never_called_is_dead(show: Show) -> None:
    marks = show("never-callable-tool", "bad-required").marks("never-callable-tool")
    assert marks[0] == "dead aboard -> aboard"
    assert any(mark.startswith("blocked aboard -> aboard") for mark in marks)


def test_a_branch_that_is_never_taken_is_dead(show: Show) -> None:
    marks = show("branch-unreachable", "bad").marks("branch-unreachable")
    assert "dead weigh -> END" in marks


def test_a_phase_that_is_never_entered_is_dead(show: Show) -> None:
    assert show("unreachable-phase", "bad").marks("unreachable-phase") == ["dead insured"]


def test_limits(show: Show) -> None:
    marks = show("limit-cuts-off-phase", "bad").marks("limit-cuts-off-phase")
    assert "limit printed: needs 3" in marks
    marks = show("exhausted-loop-dead-end", "bad").marks("exhausted-loop-dead-end")
    assert "limit tighten -> rehearse: used up" in marks
    marks = show("iteration-budget-too-small", "bad").marks("iteration-budget-too-small")
    assert "limit closure.fresco: needs 3, but there are 2" in marks


def test_a_way_that_is_not_allowed(show: Show) -> None:
    marks = show("illegal-advance", "bad").marks("illegal-advance")
    assert "dead appraisal -> approved" in marks


def test_what_is_of_the_whole_shows_where_runs_begin(show: Show) -> None:
    found = show("system-prompt-missing", "bad")
    assert found.marks("system-prompt-missing") == []
    assert found.small("system-prompt-missing")[0] == found.drawing.nodes[0].name


@pytest.mark.parametrize(
    ("rule", "case", "marks"),
    [
        ("unknown-target", "bad", ["subject quote"]),
        ("unknown-edge-source", "bad", ["subject quote"]),
        ("unknown-phase", "bad", ["subject draft"]),
        ("unknown-phase", "bad-case", ["subject draft"]),
        ("unknown-phase", "bad-source", ["subject draft"]),
        ("unknown-phase", "bad-target", ["subject review"]),
    ],
)
def test_a_way_without_its_other_end_is_seen_where_it_begins(
    show: Show, rule: str, case: str, marks: list[str]
) -> None:
    assert show(rule, case).marks(rule) == marks
