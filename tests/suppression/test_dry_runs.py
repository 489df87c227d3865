"""A baseline in runs with and without a dry run: what it lists stays suppressed, and it says which
command lists the rest."""

from __future__ import annotations

import json
import shutil
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.suppression.measure import AGAIN, OF_DRY_RUNS
from phaselint_rules import RULES

if TYPE_CHECKING:
    from phaselint.linting.result import Result

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"


@pytest.fixture(params=["refund-desk", "release-crew", "seed-library"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    shutil.copytree(PROJECTS / request.param, tmp_path, dirs_exist_ok=True)
    return tmp_path


def lint(folder: Path, *, dry_run: bool = False, write: bool = False) -> Result:
    with chdir(folder):
        return run(Request(dry_run=dry_run, write_baseline=write), RULES)


def says_the_command(result: Result) -> bool:
    return any(f"`{AGAIN}`" in notice for notice in result.notices)


def rules_listed(folder: Path) -> set[str]:
    listed = json.loads((folder / "phaselint-baseline.json").read_text())["findings"]
    return {each["rule"] for each in listed}


def test_one_of_a_dry_run_holds_in_every_run(project: Path) -> None:
    assert not says_the_command(lint(project, dry_run=True, write=True))
    for dry_run in (False, True):
        after = lint(project, dry_run=dry_run)
        assert (after.findings, says_the_command(after)) == ((), False)


def test_one_without_a_dry_run_says_how_to_add_what_that_finds(project: Path) -> None:
    assert says_the_command(lint(project, write=True))
    assert lint(project).findings == ()
    after = lint(project, dry_run=True)
    assert {each.name for each in after.findings} <= OF_DRY_RUNS
    assert after.findings
    assert says_the_command(after)


def test_a_run_without_a_dry_run_keeps_what_one_has_listed(project: Path) -> None:
    lint(project, dry_run=True, write=True)
    listed = rules_listed(project)
    assert listed & OF_DRY_RUNS
    assert not says_the_command(lint(project, write=True))
    assert rules_listed(project) == listed
    assert lint(project, dry_run=True).findings == ()


def test_the_rules_of_dry_runs_have_checks_that_find_nothing_themselves() -> None:
    shared = {rule.name: rule for rule in RULES if rule.dialect == "*"}
    for name in OF_DRY_RUNS:
        assert not list(shared[name].check(None))
