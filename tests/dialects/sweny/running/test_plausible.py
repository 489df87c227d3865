"""Scripted answers that no run would have: calls out of reach, data that are forbidden."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.sweny.runs import RUNTIME, Scripted, begin, workflow
from phaselint.dialects.protocol import ScriptError

NODE: dict[str, Any] = {
    "skills": ["github"],
    "tools": {"deny": ["github_create_pr"]},
    "disallowed_tools": ["Bash", "create_pull_request"],
    "output": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
}


def run(*tools: str, skills: Any = "builtin") -> Scripted:
    answer = {"data": {"n": 1}, "toolCalls": [{"tool": tool} for tool in tools]}
    return Scripted(workflow(a=NODE), run=[answer], world={"skills": skills})


@pytest.mark.parametrize(
    ("tool", "why"),
    [
        ("github_create_pr", "`tools` excludes it"),
        ("Bash", "`disallowed_tools` excludes it"),
        ("linear_create_issue", "no skill of the node has it"),
    ],
)
def test_a_tool_that_the_model_does_not_have(tool: str, why: str) -> None:
    (event,) = run(tool).events("tool:impossible")
    assert (event.data["node"], event.data["tool"]) == ("a", tool)
    assert RUNTIME.headline(event) == f"the model can't call `{tool}` in `a`: {why}"


@pytest.mark.parametrize("tool", ["github_get_issue", "Read", "create_pull_request", "my_server"])
def test_what_it_has_and_what_a_server_may_have(tool: str) -> None:
    assert not run(tool).events("tool:impossible")


def test_a_doubt_stands_at_the_call_and_fails_nothing() -> None:
    played = run("Read", "Bash").played
    (doubt,) = played.doubts
    assert doubt.pointer == ("model", 0, "toolCalls", 1, "tool")
    assert not played.flaws


def test_a_skill_that_is_not_there_has_no_tools() -> None:
    found = run("linear_create_issue", skills=[{"id": "github", "tools": ["github_get_issue"]}])
    assert not found.events("tool:impossible")


class TestForbidden:
    @staticmethod
    def answered(answer: Any, node: Any = NODE, **options: Any) -> None:
        RUNTIME.read(begin(workflow(a=node), **options), answer)

    def test_data_that_the_output_forbids_are_refused_on_request(self) -> None:
        wrong = {"data": {"n": "one"}}
        self.answered(wrong)
        with pytest.raises(ScriptError) as caught:
            self.answered(wrong, check_answers=True)
        assert caught.value.pointer == ("data", "n")
        assert str(caught.value.message) == (
            "the output schema of `a` forbids this: `data.n` must be an integer, not "
            '`"one"` (`type`)'
        )

    def test_the_client_adds_a_summary_and_a_failed_run_has_no_form(self) -> None:
        closed = {**NODE, "output": {**NODE["output"], "additionalProperties": False}}
        self.answered({"data": {"n": 1, "summary": "x"}}, closed, check_answers=True)
        self.answered({"status": "failed", "data": {"error": "x"}}, closed, check_answers=True)
        with pytest.raises(ScriptError):
            self.answered({"data": {"n": 1, "more": 2}}, closed, check_answers=True)

    def test_the_event_has_the_schema(self) -> None:
        (event,) = run().events("model:run")
        assert event.data["outputSchema"] == NODE["output"]
