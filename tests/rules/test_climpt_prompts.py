"""What is reported about prompt files and what they use (reference climpt §7.6)."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import ABSENT, PROMPTS, SYSTEM, contract, declaring, names, of, parameters
from contracts import only

FIRST, CLOSURE = "initial.issue", "closure.issue"
CHECK = "verification.issue"
UNFILLED = ["placeholder-not-filled"]
NUMBER = {"type": "number", "description": "d", "cli": "--issue"}
THREE = (
    "initial.issue next>verification.issue",
    "verification.issue next>closure.issue",
    "closure.issue closing repeat",
)
"""An agent without a continuation."""


class TestPrompts:
    @pytest.mark.parametrize(
        ("declared", "text", "expected"),
        [
            (["issue"], "{uv-issue}", []),
            ([], "{uv-issue}", ["uv-undeclared"]),
            ([], "{uv-issue} {uv-issue}", ["uv-undeclared"]),
            ([], "{uv-iteration}", []),
            ([], "{uv-no-thing}", UNFILLED),
            # what differs from a variable by prefix or braces is not called unused as well
            (["issue"], "{issue}", UNFILLED),
            (["issue"], "{{ issue }}", UNFILLED),
            (["issue"], "{{uv_issue}}", UNFILLED),
            (["issue"], "{uv-issue} {{uv-issue}}", UNFILLED),
            (["issue"], "{uv-issue} ${issue}", []),
            (["issue"], "{uv-issue}\n```js\nimport {issue} from 'x'\n```", []),
            (["issue"], "{uv-issue}\n```bash\ngh issue view {issue}\n```", UNFILLED),
            (["issue"], "{uv-issue} `{path}`", []),
            (["issue"], "---\ncustomVariables:\n  - a\n---\n{uv-issue} {a}", UNFILLED),
            (["issue"], "---\ncustomVariables: [a, b]\n---\n{uv-issue} `{{b}}`", UNFILLED),
            ([], "---\nx: {uv-issue}\n---\nGo.", []),
            (["issue"], "Go.", ["uv-unused"]),
            (["uv-issue"], "{uv-issue}", ["uv-prefix"]),
            # one name misspelt is one defect
            (["isue"], "{uv-issue}", ["uv-no-source"]),
            (["issue"], "{uv-isue}", ["uv-undeclared"]),
            # a name without a source is not called unused as well
            (["label"], "Go.", ["uv-no-source"]),
            (["issue"], "---\na: b\n---\n", ["prompt-empty"]),
            (["issue"], "---\nuvVariables: [issue]\n---\n{uv-issue}", []),
            (["issue"], "---\nuvVariables: issue, iteration\n---\n{uv-issue}", []),
            (["issue"], "---\nuvVariables: []\n---\n{uv-issue}", ["frontmatter-uv-mismatch"]),
            (["issue"], "---\nuvVariables:\n- issue\n---\n{uv-issue}", ["frontmatter-uv-mismatch"]),
            (["issue"], "---\nuvVariables: issue, a\n---\n{uv-issue}", ["frontmatter-uv-mismatch"]),
            ([], "---\nuvVariables: [issue]\n---\n{uv-issue}", ["uv-undeclared"]),
            (["issue"], "---\nuvVariables: []\n---\nGo.", ["uv-unused"]),
            ([], "Read {input_text}", ["input-text-placeholder"]),
        ],
    )  # fmt: skip
    def test_declared_and_used(self, declared: list[str], text: str, expected: list[str]) -> None:
        change = {"parameters": {"issue": {**NUMBER, "required": True}}}
        assert names(declaring(CHECK, *declared, prompt=text, agent_change=change)) == expected

    @pytest.mark.parametrize(
        ("fields", "level"),
        [({"required": True}, "warning"), ({"default": "x"}, "warning"), ({}, "error")],
    )
    def test_an_undeclared_variable_works_where_it_has_a_value(
        self, fields: dict[str, Any], level: str
    ) -> None:
        files = declaring(CHECK, prompt="{uv-topic}", agent_change=parameters(topic=fields))
        finding = only(of("uv-undeclared", files, dry_run=True), "uv-undeclared")
        assert finding.level == level
        assert finding.proof is not None
        assert finding.proof.status == "proved"
        assert finding.fix is not None

    def test_parity_makes_what_validation_refuses_an_error(self) -> None:
        change = parameters(topic={"required": True})
        files = declaring(CHECK, prompt="{uv-topic}", agent_change=change)
        found = of("uv-undeclared", files, validate_parity=True)
        assert [finding.level for finding in found] == ["error"]

    def test_steps_that_share_a_prompt_share_a_finding(self) -> None:
        steps = ("initial.issue next>verification.a", "verification.a next>verification.b",
                 "verification.b next>closure.issue", "closure.issue closing")  # fmt: skip
        change = {"steps": {key: {"c3": "a", "stepId": key} for key in ("verification.b",)}}
        files = contract(*steps, registry_change=change, prompts={"verification/a": "{uv-topic}"})
        assert len(of("uv-undeclared", files)) == 1

    def test_a_missing_prompt(self) -> None:
        gone = {f"{PROMPTS}/verification/issue/f_default.md": ABSENT}
        files = contract(files=gone)
        finding = only(of("prompt-file-missing", files, dry_run=True), "prompt-file-missing")
        assert "PR-C3L-002" in finding.message
        assert finding.proof is not None
        assert finding.proof.status == "proved"

    def test_what_a_closure_step_sends_instead(self) -> None:
        gone = {f"{PROMPTS}/closure/issue/f_default.md": ABSENT}
        with_pair = (
            "initial.issue next>continuation.issue",
            "continuation.issue handoff>closure.issue",
            "closure.issue closing",
        )
        found = of("prompt-file-missing", contract(*with_pair, files=gone))
        assert "the prompt of `continuation.issue` is sent" in found[0].message
        found = of("prompt-file-missing", contract(*THREE, files=gone))
        assert "PR-RESOLVE-001" in found[0].message

    def test_a_subprocess_needs_no_prompt_but_in_parity_mode(self) -> None:
        gone = {f"{PROMPTS}/closure/issue/f_default.md": ABSENT}
        change = {"steps": {CLOSURE: {"runner": {"command": "deno", "args": []}}}}
        files = contract(registry_change=change, files=gone)
        assert of("prompt-file-missing", files) == ()
        assert len(of("prompt-file-missing", files, validate_parity=True)) == 1

    @pytest.mark.parametrize(
        ("there", "expected"),
        [
            (["f_default.md"], ["prompt-adaptation-missing"]),
            (["f_default_strict.md"], []),
            (["f_default.md", "f_default_strict.md"], []),
            ([], ["prompt-file-missing"]),
        ],
    )
    def test_adaptations(self, there: list[str], expected: list[str]) -> None:
        folder = f"{PROMPTS}/verification/issue"
        files = {f"{folder}/f_default.md": ABSENT, **{f"{folder}/{name}": "Go." for name in there}}
        change = {"steps": {CHECK: {"adaptation": "strict"}}}
        assert names(contract(registry_change=change, files=files)) == expected

    @pytest.mark.parametrize(
        ("github", "expected"),
        [
            ({"defaultClosureAction": "label-only"}, ["closure-adaptation-missing"]),
            ({"enabled": False, "defaultClosureAction": "label-only"}, []),
            ({"defaultClosureAction": "close"}, []),
        ],
    )
    def test_closing_actions(self, github: dict[str, Any], expected: list[str]) -> None:
        whole = {"runner": {"integrations": {"github": {"enabled": True, **github}}}}
        assert names(contract(agent_change=whole)) == expected

    def test_a_prompt_that_nothing_asks_for(self) -> None:
        folder = f"{PROMPTS}/closure/issue"
        files = {
            f"{folder}/f_default_label-only.md": "a",
            f"{folder}/f_defualt.md": "b",
            f"{folder}/notes.txt": "c",
        }
        found = of("prompt-unused", contract(files=files))
        assert [finding.place.file for finding in found] == [f"{folder}/f_defualt.md"]

    def test_the_system_prompt(self) -> None:
        assert names(contract(files={SYSTEM: ABSENT})) == ["system-prompt-missing"]
        text = "{uv-agent_name} {uv-verdict_criteria} {uv-issue} {uv-issue} {uv-a-b}"
        assert names(contract(files={SYSTEM: text})) == ["system-prompt-placeholder"] * 2

    def test_an_input_text_is_never_supplied(self) -> None:
        stdin = {"usesStdin": True}
        files = declaring(CHECK, prompt="Read {input_text}", fields=stdin)
        finding = only(of("stdin-never-supplied", files), "stdin-never-supplied")
        assert finding.fix is not None
        assert finding.fix.safety == "unsafe"
        assert names(files) == ["stdin-never-supplied"]
