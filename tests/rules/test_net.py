"""What exploration finds where no rule says why: on contracts made for it before anything is
explained, with what explains it today, and on contracts that are fine, where there is nothing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from cases import FIXTURES, Case, listed, settings_of, texts
from nets import judged, texts_in
from phaselint.linting.exploration import KINDS

if TYPE_CHECKING:
    from nets import Judged

BAD = [case for kind in sorted(KINDS) for case in listed(kind, "bad*")]
GOOD = listed("*", "good*")
FIXED = sorted(path.name for path in (FIXTURES / "projects").glob("*-fixed"))

RAW = {
    ("suppression-ineffective/good", "dead-element"): ("unreachable-phase",),
}
"""What is found in good cases, and what explains it: the list only gets shorter."""


@cache
def found_in(case: Case) -> tuple[Judged, ...]:
    return tuple(judged(texts(case)))


@pytest.mark.parametrize("case", BAD, ids=str)
def test_a_bad_case_is_found_by_exploration_alone(case: Case) -> None:
    found = found_in(case)
    assert {each.told.rule for each in found} == {case.rule}
    assert {name for each in found for name in each.by} == set(settings_of(case.folder).explained)


@pytest.mark.parametrize("case", BAD, ids=str)
def test_a_run_that_is_shown_replays_to_the_end_that_is_told(case: Case) -> None:
    for told, _, lab in found_in(case):
        assert told.proof.script is not None
        assert told.claim is not None
        assert told.claim.way is not None
        run = lab.replay(told.claim.way.choices, told.claim.way.setting)
        (scenario,) = told.proof.script["scenarios"]
        assert scenario["expect"]["outcome"] == str(run.outcome)


@pytest.mark.parametrize("kind", sorted(KINDS - {"refused-without-reason"}))
def test_no_rule_explains_some_case_of_each_kind(kind: str) -> None:
    assert [case for case in BAD if case.rule == kind and not settings_of(case.folder).explained]


def test_what_is_found_in_good_cases_is_explained() -> None:
    found = {(str(case), each.told.rule): each.by for case in GOOD for each in found_in(case)}
    assert found == RAW


@pytest.mark.parametrize("name", FIXED)
def test_nothing_is_found_in_a_repaired_project(name: str) -> None:
    found = judged(texts_in(FIXTURES / "projects" / name))
    assert [(each.told.rule, str(each.told.finding.message)) for each in found] == []
