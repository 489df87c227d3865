"""Findings that explain what the net has found: which do, what they list, and when they are errors
for it."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import jsonschema

import stud
from dialects.vesanor.build import after, files
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report import SCHEMA, Style, jsonformat, text
from phaselint.report.jsonformat import finding_data
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic

OK = {"verdict": "ok"}
FAIL = {"verdict": "fail"}


def branch(when: Mapping[str, Any], *stages: str) -> dict[str, Any]:
    return {"when": dict(when), "nextStages": list(stages)}


def pipeline(folder: Path, *ways: str, **specs: Any) -> Path:
    """A pipeline in a folder; `specs` are NextSpecs by stage, in the place of ways."""
    value = stud.pipeline(*(ways or specs))
    value["next"] |= specs
    return written(folder, {stud.FILE: json.dumps(value)})


def written(folder: Path, texts: Mapping[str, str]) -> Path:
    for name, content in texts.items():
        (folder / name).write_text(content)
    return folder


def lint(path: Path, **asked: Any) -> Result:
    return run(Request((str(path),), jobs=1, isolated=True, **{"dry_run": True, **asked}), RULES)


def levels(path: Path, **asked: Any) -> dict[str, str]:
    """Rule → severity, of what is no info."""
    found = lint(path, **asked).findings
    return {each.name: each.level for each in found if each.level != "info"}


def named(path: Path, name: str, **asked: Any) -> Diagnostic:
    (finding,) = (each for each in lint(path, **asked).findings if each.name == name)
    return finding


def every_result_dies(folder: Path) -> Path:
    """A pipeline whose entry stage has a branch for failures alone."""
    return pipeline(folder, "a", "b", a={"branches": [branch(FAIL, "b")]})


class TestRaised:
    """A warning that explains why no run completes."""

    def test_it_is_an_error_in_a_dry_run_alone(self, tmp_path: Path) -> None:
        path = every_result_dies(tmp_path)
        assert levels(path, dry_run=False) == {"branch-not-exhaustive": "warning"}
        assert levels(path) == {"branch-not-exhaustive": "error"}

    def test_it_has_the_run_of_what_it_explains(self, tmp_path: Path) -> None:
        finding = named(every_result_dies(tmp_path), "branch-not-exhaustive")
        (explained,) = finding.explains
        assert (explained.rule, explained.raised) == ("failing-run", True)
        assert "fails at `a` with `LifecycleFailure`" in explained.message
        assert finding.witness is not None
        assert finding.witness.data["stage"] == "a"
        assert [step.text for step in finding.witness.steps][-1] == '`a`: `"ok"`'

    def test_reports_say_why(self, tmp_path: Path) -> None:
        result = lint(every_result_dies(tmp_path))
        shown = "".join(text.render(result, Style()))
        assert "= raised to error: a valid run" in shown
        document = json.loads("".join(jsonformat.render(result, Style())))
        (listed,) = document["findings"][0]["explains"]
        assert (listed["name"], listed["raised"]) == ("failing-run", True)
        schema = resources.files("phaselint.report").joinpath(SCHEMA).read_text("utf-8")
        jsonschema.validate(document, json.loads(schema))

    def test_a_run_that_completes_otherwise_keeps_it_a_warning(self, tmp_path: Path) -> None:
        ways = [branch({"verdict": "ok", "capHit": True}, "b"), branch(FAIL, "b")]
        value = {"path": "parsed.summary", "equals": "x"}
        path = pipeline(tmp_path, "a", "b", a={"branches": [branch({**OK, **value}, "b"), *ways]})
        assert set(levels(path).values()) == {"warning"}

    def test_one_that_is_not_shown_leaves_an_error_of_the_net(self, tmp_path: Path) -> None:
        path = every_result_dies(tmp_path)
        assert levels(path, ignore=("branch-not-exhaustive",)) == {"failing-run": "error"}

    def test_a_severity_of_the_user_stays(self, tmp_path: Path) -> None:
        path = every_result_dies(tmp_path)
        (path / "phaselint.toml").write_text('[severity]\nbranch-not-exhaustive = "warning"\n')
        result = run(Request((str(path),), jobs=1, dry_run=True), RULES)
        assert [each.level for each in result.findings] == ["warning"]

    def test_limits_that_leave_no_run_together(self, tmp_path: Path) -> None:
        found = levels(written(tmp_path, two_ways(max_steps=3, max_tool_calls=4)))
        assert found == {"limit-cuts-off-phase": "error"}

    def test_one_limit_of_the_two_leaves_a_run(self, tmp_path: Path) -> None:
        found = levels(written(tmp_path, two_ways(max_steps=4, max_tool_calls=4)))
        assert found == {"limit-cuts-off-phase": "warning"}


def two_ways(**limits: int) -> dict[str, str]:
    """A contract with a way of few responses and many calls, and one of many and few."""
    needs = {
        "quick": {"preconditions": after("x", "y", "w")},
        "slow": {"preconditions": after("v")},
        "v": {"preconditions": after("u")},
    }
    tools = ["to_f[a]->f", "to_s[a]->s", "x[f]", "y[f]", "w[f]", "u[s]", "v[s]"]
    ends = ["quick[f]->z", "slow[s]->z"]
    edges = "a:f,s f:z s:z"
    return files("a! f s z*", edges, [*tools, *ends], session={"session_limits": limits}, **needs)


class TestExplained:
    """Findings that have to do with what was found, and those that only look like it."""

    def test_a_redundant_branch_explains_no_trap(self, tmp_path: Path) -> None:
        never = branch({**OK, "path": "reason", "equals": "retry-exhausted"})
        path = pipeline(
            tmp_path,
            a={"branches": [branch({}, "b"), branch(OK, "b")]},
            b={"branches": [never], "default": {"nextStages": ["a"]}},
        )
        found = levels(path)
        assert found["no-way-to-complete"] == "error"
        assert found["branch-unreachable"] == "warning"

    def test_the_branch_that_would_be_the_end_explains_it(self, tmp_path: Path) -> None:
        path = pipeline(
            tmp_path,
            a={"nextStages": ["b"]},
            b={"branches": [branch({}, "a"), branch(OK)]},
        )
        found = levels(path)
        assert "no-way-to-complete" not in found
        assert "error" in found.values()

    def test_a_proof_that_passes_through_a_failure_explains_none(self, tmp_path: Path) -> None:
        value = stud.pipeline("a => b c | d", "b -> e", "c", "d -> e", "e")
        (last,) = (each for each in value["stages"] if each["id"] == "d")
        last["inputsSchema"] = {"properties": {"parsed": {"type": "object", "required": ["gone"]}}}
        found = levels(written(tmp_path, {stud.FILE: json.dumps(value)}))
        assert found == {"sibling-next-ignored": "warning", "failing-run": "error"}

    def test_a_limit_explains_what_it_cuts_off(self, tmp_path: Path) -> None:
        tools = ["go[a]->b", "skip[a]->z", "on[b]->c", "note[c]", "end[c]->z"]
        given = files(
            "a! b c z*", "a:b,z b:c c:z", tools, session={"session_limits": {"max_tool_calls": 2}}
        )
        finding = named(written(tmp_path, given), "limit-cuts-off-phase")
        assert {each.rule for each in finding.explains} == {"dead-element"}
        assert not any(each.raised for each in finding.explains)
        assert "dead-element" not in levels(tmp_path)

    def test_what_is_explained_is_shown_on_request(self, tmp_path: Path) -> None:
        tools = ["go[a]->b", "skip[a]->z", "on[b]->c", "note[c]", "end[c]->z"]
        limits = {"session_limits": {"max_tool_calls": 2}}
        given = files("a! b c z*", "a:b,z b:c c:z", tools, session=limits)
        result = lint(written(tmp_path, given))
        assert "= explains: dead-element (" in "".join(text.render(result, Style(apart=True)))
        assert "= explains" not in "".join(text.render(result, Style()))

    def test_what_explains_nothing_says_nothing(self, tmp_path: Path) -> None:
        finding = named(every_result_dies(tmp_path), "branch-not-exhaustive", dry_run=False)
        assert "explains" not in finding_data(finding)
