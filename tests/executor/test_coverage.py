"""What scripts take of contracts, by runs that are known to take everything or nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from laws.bench import checks
from nets import texts_in
from phaselint.executor.coverage import KINDS, Coverage, cover
from phaselint.executor.coverage_scenarios import tour
from phaselint.executor.proof import proof_context

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.executor.proof import ProofContext

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
SOUND = sorted(path.name for path in PROJECTS.iterdir() if path.name.endswith("-fixed"))


def labs(project: str) -> Iterator[ProofContext[Any]]:
    """The contracts of a project, each on a bench."""
    for dialect, bound, checked in checks(texts_in(PROJECTS / project)):
        if checked.facts is not None:
            yield proof_context(dialect, checked.facts, bound)


def missed(coverage: Coverage, *kinds: str) -> list[str]:
    return [each.label for kind in kinds for each in coverage.of(kind) if not each.taken]


@pytest.mark.parametrize("project", SOUND)
def test_a_tour_takes_every_phase_move_and_branch_that_a_run_can(project: str) -> None:
    asked = 0
    for lab in labs(project):
        way = tour(lab)
        coverage = cover(lab, [lab.replay(choices) for choices in way.runs])
        if coverage is not None and coverage.known and way.runs and not way.left_out:
            asked += bool(coverage.of("move"))
            assert missed(coverage, "phase", "move", "branch") == []
    assert asked


@pytest.mark.parametrize("project", SOUND)
def test_without_runs_nothing_is_taken(project: str) -> None:
    for lab in labs(project):
        coverage = cover(lab, ())
        if coverage is None:
            continue
        assert not any(point.taken for point in coverage.points)
        assert not any(bound.used for bound in coverage.bounds)
        assert coverage.scenarios == 0


def test_what_no_run_takes_is_not_asked_of_scripts() -> None:
    labels = {}
    for lab in labs("refund-desk"):
        coverage = cover(lab, ())
        if coverage is None:
            continue
        labels[lab.facts.contract.target.path] = {
            point.label for point in coverage.points if not point.reachable
        }
    assert labels["chargebacks"] == {
        "`notify_merchant` in `submitted`",
        "`schedule_reminder` in `submitted`",
    }


def test_a_join_is_entered_from_those_that_it_waits_for() -> None:
    [coverage] = [
        found
        for lab in labs("loan-desk")
        if (found := cover(lab, ())) is not None and found.of("move")
    ]
    moves = {point.label for point in coverage.of("move")}
    assert {each for each in moves if each.endswith("-> `assess`")} == {
        "`condition` -> `assess`",
        "`climate` -> `assess`",
        "`insurance` -> `assess`",
    }
    assert len(moves) == 13


def test_where_exploration_is_cut_off_all_that_is_declared_counts() -> None:
    for dialect, _, checked in checks(texts_in(PROJECTS / "refund-desk-fixed")):
        assert checked.facts is not None
        coverage = cover(proof_context(dialect, checked.facts, 1), ())
        assert coverage is not None
        assert not coverage.known
        assert all(point.reachable for point in coverage.points)


def test_a_contract_that_is_refused_has_no_coverage() -> None:
    files = {"session.yaml": "agent: x\nphases:\n  - {name: a, initial: true}\n"}
    ((dialect, bound, checked),) = checks(files)
    assert checked.facts is not None
    assert cover(proof_context(dialect, checked.facts, bound), ()) is None


def test_points_are_of_a_known_kind_and_told_once() -> None:
    for project in SOUND:
        for lab in labs(project):
            coverage = cover(lab, ())
            if coverage is None:
                continue
            assert {point.kind for point in coverage.points} <= set(KINDS)
            told = [(point.kind, point.label) for point in coverage.points]
            assert len(told) == len(set(told))
