"""When the net under the rules is asked, what explains what it finds, and what is said of where it
was not asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import sweny
from dialects.vesanor.build import after, files
from phaselint.linting.exploration import KINDS
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from cases import Written
    from phaselint.linting.result import Result

EXPLAINED = "failing-run", "bad-optional"
UNEXPLAINED = "failing-run", "bad-inputs"
RULE = "branch-enum-not-exhaustive"


@pytest.fixture
def folder(written: Written, tmp_path: Path) -> Path:
    """A project with the pipeline whose failing run a rule explains."""
    (pipeline,) = (written.rule(EXPLAINED[0]) / EXPLAINED[1]).glob("*.yaml")
    (tmp_path / pipeline.name).write_text(pipeline.read_text())
    return tmp_path


def lint(path: Path, **asked: Any) -> Result:
    return run(Request((str(path),), jobs=1, **asked), RULES)


def names(path: Path, **asked: Any) -> list[str]:
    return [each.name for each in lint(path, **asked).findings]


def configured(folder: Path, text: str) -> Path:
    (folder / "phaselint.toml").write_text(text)
    return folder


class TestDryRun:
    def test_what_a_rule_explains_is_not_told_again(self, folder: Path) -> None:
        assert names(folder, dry_run=True) == [RULE]

    def test_a_rule_that_is_not_selected_explains(self, folder: Path) -> None:
        assert names(folder, dry_run=True, select=("PL11",)) == []
        assert names(folder, dry_run=True, ignore=(RULE,)) == []

    def test_a_rule_that_is_ignored_in_the_file_explains(self, folder: Path) -> None:
        text = f'[per-file-ignores]\n"*" = ["{RULE}"]\n'
        assert names(configured(folder, text), dry_run=True) == []

    def test_a_finding_that_is_suppressed_explains(self, folder: Path) -> None:
        text = f'[[suppress]]\nrule = "{RULE}"\npath = "*"\nreason = "known"\n'
        result = lint(configured(folder, text), dry_run=True)
        assert (len(result.findings), len(result.suppressed)) == (0, 1)

    def test_a_finding_in_the_baseline_explains(self, folder: Path) -> None:
        baseline = str(folder / "known.json")
        lint(folder, dry_run=True, baseline=baseline, write_baseline=True)
        assert names(folder, dry_run=True, baseline=baseline) == []

    def test_what_no_rule_explains_is_told_with_a_run(self, written: Written) -> None:
        path = written.rule(UNEXPLAINED[0]) / UNEXPLAINED[1]
        (finding,) = lint(path, dry_run=True, isolated=True).findings
        assert (finding.name, finding.level) == ("failing-run", "warning")
        assert finding.proof is not None
        assert (finding.proof.status, finding.proof.method) == ("found", "explore")
        assert finding.proof.script is not None
        assert finding.witness is not None
        assert finding.witness.steps

    def test_the_net_can_be_left_out(self, written: Written) -> None:
        path = written.rule(UNEXPLAINED[0]) / UNEXPLAINED[1]
        assert names(path, dry_run=True, ignore=("PL11",)) == []

    def test_where_a_bound_cuts_it_off_only_failing_runs_are_told(self, tmp_path: Path) -> None:
        given = files("a! b z*", "a:b b:z", ["go[a]->b", "end[b]->z"])
        for name, text in given.items():
            (tmp_path / name).write_text(text)
        cut = [
            each.message for each in lint(tmp_path, dry_run=True, bound=1, isolated=True).findings
        ]
        assert any("the bound of 1 expanded states was hit" in message for message in cut)

    def test_names_that_are_unknown_leave_nothing_to_explore(self, tmp_path: Path) -> None:
        given = files("a! z*", "a:z,q", ["t[a]->z"], t={"preconditions": after("gone")})
        for name, text in given.items():
            (tmp_path / name).write_text(text)
        assert KINDS.isdisjoint(names(tmp_path, dry_run=True, isolated=True))


def test_a_run_that_limits_turn_elsewhere_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    edges = ("b -> a", "b -> c max 3 when it is low", "a -> d when it is good", "a -> c")
    value = sweny.workflow("b", *edges, "d -> c max 2", nodes={"c": {"skills": ["gone"]}})
    folder = tmp_path / ".sweny/workflows"
    folder.mkdir(parents=True)
    (folder / "w.yml").write_text(json.dumps(value))
    found = names(tmp_path, dry_run=True, isolated=True)
    assert "limit-leaves-no-run" in found
    assert "internal-error" not in found


class TestSound:
    def test_what_is_found_where_all_rules_are_silent(self, written: Written) -> None:
        path = written.rule(UNEXPLAINED[0]) / UNEXPLAINED[1]
        assert names(path, isolated=True) == []
        assert names(path, isolated=True, sound=True) == ["failing-run"]

    def test_it_can_be_configured(self, written: Written, tmp_path: Path) -> None:
        (pipeline,) = (written.rule(UNEXPLAINED[0]) / UNEXPLAINED[1]).glob("*.yaml")
        (tmp_path / pipeline.name).write_text(pipeline.read_text())
        assert names(configured(tmp_path, "sound = true\n")) == ["failing-run"]
        assert names(configured(tmp_path, "sound = false\n")) == []

    def test_any_error_or_warning_keeps_it_silent(self, folder: Path) -> None:
        assert names(folder, sound=True) == [RULE]
        assert names(folder, sound=True, ignore=(RULE,)) == []
        assert names(folder, sound=True, select=("PL111",)) == []

    def test_it_explores_what_rules_leave_out(self, written: Written) -> None:
        path = written.rule("analysis-incomplete") / "bad-together"
        found = names(path, sound=True, isolated=True)
        assert set(found) == {"analysis-incomplete", "no-way-to-complete"}


class TestNotices:
    def test_a_rule_of_the_net_needs_an_exploration(self, folder: Path) -> None:
        said = lint(folder, select=("PL111",)).notices
        assert said == ("`PL111` requires `--dry-run` or `--sound`, which explore runs",)
        assert lint(folder, extend_select=("dead-element",)).notices

    def test_nothing_is_said_where_there_is_one(self, folder: Path) -> None:
        assert lint(folder, select=("PL111",), sound=True).notices == ()
        assert lint(folder, select=("PL111",), dry_run=True).notices == ()

    def test_nothing_is_said_of_selectors_for_other_rules_as_well(self, folder: Path) -> None:
        assert lint(folder, select=("PL", "ALL")).notices == ()
        assert lint(folder).notices == ()
