"""Every rule has fixtures: contracts with the defect, and repaired twins without it.

A fixture is a case, `fixtures/rules/<rule>/bad[-<what>]` or `good[-<what>]`; `cases` tells how one
is put together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from cases import EXEMPT, Case, listed, settings_of
from phaselint.linting.exploration import KINDS
from phaselint.report import Style, render
from phaselint_rules import RULES

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from phaselint.vocabulary.diagnostic import Diagnostic
    from rules.conftest import Lint

NAMES = sorted({rule.name for rule in RULES})
PROVABLE = sorted({rule.name for rule in RULES if rule.prove})
WITH_FIXTURES = [name for name in NAMES if name not in EXEMPT]


CASES = listed()
BAD = [case for case in CASES if case.variant.partition("-")[0] == "bad"]
GOOD = [case for case in CASES if case.variant.partition("-")[0] == "good"]


def expected(case: Case) -> set[str]:
    """The rules that a bad fixture reports."""
    settings = settings_of(case.folder)
    return {*(settings.explained or (case.rule,)), *settings.also}


def of_rule(cases: list[Case], name: str) -> list[Case]:
    return [case for case in cases if case.rule == name]


@pytest.mark.parametrize("case", BAD, ids=str)
def test_bad_fixture_reports_its_rule_and_no_other(case: Case, lint: Lint) -> None:
    assert {finding.name for finding in lint(case).findings} == expected(case)


@pytest.mark.parametrize("case", GOOD, ids=str)
def test_good_fixture_reports_nothing(case: Case, lint: Lint) -> None:
    assert lint(case).findings == ()


@pytest.mark.parametrize("name", WITH_FIXTURES)
def test_every_rule_has_a_bad_and_a_good_fixture(name: str) -> None:
    assert of_rule(BAD, name)
    assert Case(name, "good") in GOOD


def test_every_folder_is_a_fixture_of_a_rule() -> None:
    assert {case.rule for case in CASES} == set(WITH_FIXTURES)
    assert sorted(CASES) == sorted(BAD + GOOD)
    assert not set(EXEMPT).difference(NAMES)


def raised(finding: Diagnostic) -> bool:
    """Whether a finding is an error for what it explains alone."""
    return any(each.raised for each in finding.explains)


@pytest.mark.parametrize("name", WITH_FIXTURES)
def test_every_severity_of_a_rule_is_shown_by_a_fixture(name: str, lint: Lint) -> None:
    """Those of what exploration finds may be explained: see `test_net`."""
    declared = {grade.severity for rule in RULES if rule.name == name for grade in rule.severities}
    found = [f for case in of_rule(BAD, name) for f in lint(case).findings if f.name == name]
    levels = {"warning" if raised(finding) else finding.level for finding in found}
    assert levels == declared or (name in KINDS and levels < declared)


@pytest.mark.parametrize("name", PROVABLE)
def test_every_provable_rule_is_proved_in_a_fixture(name: str, lint: Lint) -> None:
    methods = {rule.method for rule in RULES if rule.name == name and rule.prove}
    proofs = [f.proof for case in of_rule(BAD, name) for f in lint(case).findings if f.name == name]
    assert {proof.method for proof in proofs if proof and proof.status == "proved"} >= methods


@pytest.mark.parametrize("case", BAD, ids=str)
def test_every_other_finding_is_static(case: Case, lint: Lint) -> None:
    """But for a failed expectation, which is what a replay has just shown, and what exploration
    has found."""
    asked = {"policy-violated", "policy-never-tested"}
    shown = {*PROVABLE, "failed-expectation", *KINDS, *asked}
    others = [finding for finding in lint(case).findings if finding.name not in shown]
    assert {f.proof.status if f.proof else "static" for f in others} <= {"static"}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_finding_is_refuted(case: Case, lint: Lint) -> None:
    result = lint(case)
    every = (*result.findings, *result.suppressed)
    assert not [f for f in every if f.proof and f.proof.status == "refuted"]
    assert result.summary.refuted == 0


class Text(SingleFileSnapshotExtension):
    """One text file for each rule."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.mark.parametrize("name", WITH_FIXTURES)
def test_report(name: str, lint: Lint, snapshot: SnapshotAssertion) -> None:
    """The words, the exact places, the runs and the verdicts."""
    reports = []
    for case in of_rule(BAD, name):
        result = lint(case)._replace(notices=())
        reports.append(f"==== {case.variant}\n\n{''.join(render('text', result, Style()))}")
    assert "\n".join(reports) == snapshot(extension_class=Text)
