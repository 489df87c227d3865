"""Answers on the example projects: small enough for a context window, and as their schemas say."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from fresh import AGAIN, picker
from phaselint.mcp.calls import Outcome
from phaselint.mcp.server import result_of
from phaselint.mcp.tools import TOOLS
from phaselint.mcp.workspace import checked, workspace_of
from phaselint.vocabulary.deferred import module_of
from phaselint.vocabulary.errors import UsageError
from sources import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from phaselint.mcp.answers import Answer, Told

PROJECTS = ROOT / "fixtures" / "projects"
MOST = 4_000
"""Tokens of an answer, of 4 bytes each."""

COUNT = int(os.environ.get("PHASELINT_ANSWERS", "1"))
"""Projects that are drawn; 100 are all."""

Call = tuple[str, dict[str, Any]]


def drawn() -> list[str]:
    """Some of the projects with planted mistakes, and their fixed copies."""
    every = sorted(each.name for each in PROJECTS.iterdir())
    return picker("answers").sample(every, min(COUNT, len(every)))


def answered(tool: str, arguments: dict[str, Any]) -> Answer:
    """What a tool answers in the current folder; that it tells is as its schema says, too."""
    about = "paths" in TOOLS[tool].takes["properties"]
    call = checked(workspace_of([]), arguments, about=about)
    texts = {path: text.encode() for path, text in call.texts.items()}

    def tell(told: Told) -> None:
        if told.answer is not None:
            check(tool, told.answer)

    answer: Answer = module_of(TOOLS[tool].module).answer(call.arguments, texts, tell)
    check(tool, answer)
    return answer


def check(tool: str, answer: Answer) -> None:
    """An answer is as its schema says, and small."""
    jsonschema.Draft202012Validator(TOOLS[tool].gives).validate(answer.data)
    whole = result_of(Outcome({"text": answer.text, "data": answer.data}))
    size = len(whole.model_dump_json(by_alias=True, exclude_none=True).encode())
    assert size <= 4 * MOST, f"{AGAIN} {tool}: {size} bytes"


def calls(folder: Path) -> Iterator[Call]:
    """Calls of all tools about a project."""
    yield "lint", {}
    yield "prove", {}
    yield "prove", {"min_severity": "info", "limit": 100, "skip": 3}
    yield "suggest_policies", {}
    for script in sorted(folder.rglob("*.script.yaml")):
        yield "run_script", {"script": str(script.relative_to(folder))}
    yield "diff", {"old": ".", "new": "."}
    twin = folder.with_name(f"{folder.name}-fixed")
    if twin.is_dir():
        yield "diff", {"old": ".", "new": str(twin)}


def test_answers_on_example_projects_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in drawn():
        folder = PROJECTS / name
        monkeypatch.chdir(folder)
        for tool, arguments in calls(folder):
            if tool == "diff":
                monkeypatch.chdir(PROJECTS)
                moved = {key: os.path.relpath(folder / value) for key, value in arguments.items()}
                answered(tool, moved)
                continue
            answer = answered(tool, arguments)
            if tool == "suggest_policies":
                for each in answer.data["contracts"]:
                    named = {"contract": each["contract"], "dialect": each["dialect"]}
                    with suppress(UsageError):  # a contract without nodes has no graph
                        answered("graph", named)


@pytest.mark.parametrize("rule", ["order-trap", "unreachable-phase", "PL106", "failing-run"])
def test_pages_of_rules_are_small(rule: str) -> None:
    assert answered("explain_rule", {"rule": rule}).data["dialects"]


def test_what_is_not_shown_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECTS / "release-crew")
    seen: list[int] = []
    skip = 0
    while True:
        data = answered("lint", {"fixes": False, "limit": 4, "skip": skip}).data
        seen += [each["number"] for each in data["findings"]]
        if not data.get("left_out", {}).get("after"):
            break
        skip = int(data["left_out"]["how"].rpartition("skip=")[2].partition(" ")[0])
    assert seen == [*range(1, len(seen) + 1)]
    assert len(seen) > 8


def test_errors_come_first_and_failed_scripts_after_their_causes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(PROJECTS / "refund-desk")
    findings = answered("prove", {"fixes": False}).data["findings"]
    levels = [("error", "warning", "info").index(each["severity"]) for each in findings]
    assert levels == sorted(levels)
    told = json.dumps(findings)
    assert "failed-expectation refunds/refunds.script.yaml" in told
    trap = next(each for each in findings if each["rule"] == "order-trap")
    assert [step.partition(". ")[0] for step in trap["run"]] == ["1", "2", "3", "4"]
    assert "call `approve_refund`" in trap["run"][-1]
    assert trap["line"] == "valid_in_phases: [eligible]"
    assert trap["proof"].startswith("confirmed")


def test_a_fix_that_would_cause_a_finding_says_so_and_comes_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(PROJECTS / "flag-retirement")
    fixes = answered("lint", {"paths": [".agent/retirer"]}).data["fixes"]
    tried = [each["tried"] == "leaves nothing new" for each in fixes]
    assert tried == sorted(tried, reverse=True)
    assert len({*tried}) == 2
    for each in fixes:
        assert ("why" in each) == (each["tried"] != "leaves nothing new")
