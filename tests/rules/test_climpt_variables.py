"""What the rules say about variables, inputs and prompts (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from climpt import ABSENT, AGENT, CONFIG, PROMPTS, REGISTRY, SYSTEM, contract, names, of, places
from contracts import only

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST, CLOSURE = "initial.issue", "closure.issue"
CHECK = "verification.issue"
NUMBER = {"type": "number", "description": "d", "cli": "--issue"}
RESULT = {"type": "string", "enum": ["pass", "fail"]}
THREE = (
    "initial.issue next>verification.issue",
    "verification.issue next>closure.issue",
    "closure.issue closing repeat",
)
"""An agent without a continuation."""
SKIPPING = "continuation.issue next>verification.issue handoff>closure.issue"


def declaring(
    step: str,
    *declared: str,
    prompt: str = "",
    fields: Mapping[str, Any] | None = None,
    **given: Any,
) -> dict[str, str]:
    """An agent one step of which declares variables; its prompt uses those that it is to use."""
    text = prompt or " ".join(f"{{uv-{name.removeprefix('uv-')}}}" for name in declared) or "Do it."
    change = {"steps": {step: {"uvVariables": [*declared], **(fields or {})}}}
    return contract(
        registry_change=change, prompts={step.replace(".", "/"): text}, **given
    )  # fmt: skip


def parameters(**listed: Any) -> dict[str, Any]:
    """A change of agent.json that gives it parameters with the flags they have to have."""
    common = {"type": "string", "description": "d"}
    return {
        "parameters": {
            name: {**common, "cli": f"--{name}", **fields} for name, fields in listed.items()
        }
    }


def config(**listed: Any) -> dict[str, Any]:
    """A change of agent.json that adds to the verdict's configuration."""
    return {"runner": {"verdict": {"config": listed}}}


SOURCE = {CHECK: {"structuredGate": {"handoffFields": ["check.result"]}}}
SCHEMA = {
    CHECK: {
        "required": ["next_action", "check"],
        "properties": {
            "check": {
                "type": "object",
                "required": ["result"],
                "properties": {"result": RESULT},
            }
        },
    }
}


class TestSources:
    @pytest.mark.parametrize(
        ("step", "name", "expected"),
        [
            (FIRST, "iteration", []),
            (FIRST, "remaining", []),
            (FIRST, "uv-iteration", ["uv-prefix"]),
            (FIRST, "previous_summary", ["uv-continuation-only"]),
            (FIRST, "completed_iterations", ["uv-continuation-only"]),
            (CHECK, "previous_summary", []),
            (CHECK, "completed_iterations", []),
            (CLOSURE, "completed_iterations", []),
            (CLOSURE, "previous_summary", ["uv-runtime-unavailable"]),
            (CLOSURE, "remaining", ["uv-runtime-unavailable"]),
            (CLOSURE, "max_checks", ["uv-runtime-unavailable"]),
            (CHECK, "check_count", ["uv-runtime-unavailable"]),
            (CHECK, "completion_keyword", ["uv-runtime-unavailable"]),
            (CHECK, "other", ["uv-no-source"]),
        ],
    )
    def test_names_of_the_runtime(self, step: str, name: str, expected: list[str]) -> None:
        assert names(declaring(step, name)) == expected

    def test_configuration_supplies_some_names(self) -> None:
        change = config(maxChecks=3, verdictKeyword="DONE")
        files = declaring(CHECK, "max_checks", "completion_keyword", agent_change=change)
        assert names(files) == []

    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"required": True}, []),
            ({"default": "x"}, []),
            ({"default": 0, "type": "number"}, []),
            ({}, ["uv-optional-no-default"]),
            ({"default": ""}, ["uv-empty-default"]),
            ({"default": [], "type": "array"}, ["uv-empty-default"]),
            ({"default": "a;b"}, ["parameter-default-unsafe"]),
            ({"default": ["a", "b|c"], "type": "array"}, ["parameter-default-unsafe"]),
        ],
    )
    def test_parameters(self, fields: dict[str, Any], expected: list[str]) -> None:
        assert names(declaring(CHECK, "topic", agent_change=parameters(topic=fields))) == expected

    def test_a_parameter_that_no_step_declares_may_be_empty_but_not_unsafe(self) -> None:
        change = parameters(topic={"default": ""}, place={}, why={"default": "a > b"})
        assert names(contract(agent_change=change)) == ["parameter-default-unsafe"]

    def test_a_parameter_is_reported_once_for_all_steps(self) -> None:
        change = {"steps": {key: {"uvVariables": ["topic"]} for key in (CHECK, CLOSURE)}}
        prompts = {key.replace(".", "/"): "{uv-topic}" for key in (CHECK, CLOSURE)}
        files = contract(registry_change=change, prompts=prompts, agent_change=parameters(topic={}))
        finding = only(of("uv-optional-no-default", files), "uv-optional-no-default")
        assert finding.place.file == AGENT
        assert len(finding.related) == 2

    def test_a_parameter_takes_the_place_of_what_the_runtime_lacks(self) -> None:
        change = parameters(completion_keyword={"default": "DONE", "cli": "--completion_keyword"})
        found = names(declaring(CHECK, "completion_keyword", agent_change=change))
        assert "uv-runtime-unavailable" not in found

    def test_a_longer_name_of_a_parameter_is_recognised(self) -> None:
        files = declaring(CHECK, "issue_number", agent_change={"parameters": {"issue": NUMBER}})
        finding = only(of("uv-no-source", files), "uv-no-source")
        assert finding.help == "did you mean `issue`?"

    def test_without_an_agent_nothing_is_said_about_parameters(self) -> None:
        files = declaring(CHECK, "topic")
        assert "uv-no-source" not in names({REGISTRY: files[REGISTRY]}, main=REGISTRY)


class TestPrompts:
    @pytest.mark.parametrize(
        ("declared", "text", "expected"),
        [
            (["issue"], "{uv-issue}", []),
            ([], "{uv-issue}", ["uv-undeclared"]),
            ([], "{uv-issue} {uv-issue}", ["uv-undeclared"]),
            ([], "{uv-iteration}", []),
            ([], "{uv-no-thing}", []),
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
        assert "that of `continuation.issue` is sent" in found[0].message
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


class TestYml:
    USER = f"{CONFIG}/demo-steps-user.yml"
    APP = f"{CONFIG}/demo-steps-app.yml"

    def user(self, directive: str, layer: str = '"^[a-z-]+$"') -> dict[str, Any]:
        return {
            self.USER: f"params:\n  two:\n    directiveType:\n      pattern: {directive}\n"
            f"    layerType:\n      pattern: {layer}\n"
        }

    def test_one_finding_for_each_word(self) -> None:
        found = of("breakdown-pattern-mismatch", contract(*THREE, files=self.user('"^(initial)$"')))
        assert places(found) == [f"steps {CHECK} c2", f"steps {CLOSURE} c2"]
        assert found[0].fix is not None
        assert found[0].fix.edits[0].text == '"^(initial|verification)$"'

    def test_all_steps_with_the_word_share_it(self) -> None:
        found = of("breakdown-pattern-mismatch", contract(files=self.user('"."', '"^(a)$"')))
        assert places(found) == [f"steps {FIRST} c3"]

    @pytest.mark.parametrize("directive", ["'^[a-z]+$'", "^[a-z]+$"])
    def test_only_double_quotes_are_found(self, directive: str) -> None:
        found = of("breakdown-pattern-mismatch", contract(files=self.user(directive)))
        assert [finding.fix.edits[0].text for finding in found if finding.fix] == ['"^[a-z]+$"']

    def test_a_pattern_is_searched_for_anywhere_in_a_word(self) -> None:
        assert names(contract(files=self.user('"i"'))) == ["breakdown-pattern-mismatch"]
        assert names(contract(files=self.user('"i|o"'))) == []

    def test_a_refused_address_is_one_defect(self) -> None:
        files = {**self.user('"^(initial|closure)$"')}
        files[f"{PROMPTS}/verification/issue/f_default.md"] = ABSENT
        found = set(names(contract(*THREE, files=files)))
        assert found == {"breakdown-pattern-mismatch", "missing-continuation-pair"}

    @pytest.mark.parametrize("gone", [{APP: ABSENT}, {USER: ABSENT}, {APP: ABSENT, USER: ABSENT}])
    def test_missing_files(self, gone: dict[str, Any]) -> None:
        assert names(contract(files=gone)) == ["breakdown-config-missing"]

    def test_a_file_that_cannot_be_read_is_reported_as_such(self) -> None:
        assert names(contract(files={self.APP: "a: [\n"})) == ["syntax-error"]

    def test_another_agent_id_explains_them(self) -> None:
        files = contract()
        files[REGISTRY] = files[REGISTRY].replace('"agentId": "demo"', '"agentId": "dmo"')
        assert names(files) == ["agent-id-mismatch"]


class TestInputs:
    def reading(
        self, source: str, *steps: str, variable: str = "", handoff: bool = True, **fields: Any
    ) -> dict[str, str]:
        """An agent whose closure step reads from another, and uses what it reads."""
        declared = [variable] if variable else []
        reader = {"inputs": {"r": {"from": source, **fields}}, "uvVariables": declared}
        change = {"steps": {**(SOURCE if handoff else {}), CLOSURE: reader}}
        text = f"{{uv-{variable}}}" if variable else "Close."
        return contract(
            *steps,
            registry_change=change,
            schemas=SCHEMA,
            prompts={"closure/issue": text},
        )

    @pytest.mark.parametrize(
        ("source", "fields", "expected"),
        [
            ("verification.issue.result", {"required": True}, []),
            ("verification.issue.result", {}, []),
            ("result", {"required": True}, ["input-from-format error"]),
            (".result", {"default": "x"}, ["input-from-format error"]),
            ("verification.isue.result", {"required": True}, ["input-source-unknown error"]),
            ("verification.isue.result", {}, ["input-source-unknown warning"]),
            ("verification.isue.r", {"default": 1}, ["input-source-unknown warning"]),
            ("verification.issue.reslt", {"required": True}, ["input-never-supplied error"]),
            ("verification.issue.reslt", {"required": False}, ["input-key-not-handed-off warning"]),
            # what is handed off takes the place of everything else
            ("verification.issue.check", {"required": True}, ["input-never-supplied error"]),
            ("verification.issue.iteration", {}, ["input-key-not-handed-off warning"]),
        ],
    )  # fmt: skip
    def test_what_an_input_reads(
        self, source: str, fields: dict[str, Any], expected: list[str]
    ) -> None:
        found = [
            finding
            for name in dict.fromkeys(names(self.reading(source, **fields)))
            for finding in of(name, self.reading(source, **fields))
        ]
        assert [f"{finding.name} {finding.level}" for finding in found] == expected

    @pytest.mark.parametrize(
        ("key", "expected"),
        [
            ("check", []),
            ("iteration", []),
            ("sessionId", []),
            ("result", ["input-never-supplied"]),
        ],
    )  # fmt: skip
    def test_without_handoff_fields_the_whole_answer_is_left(
        self, key: str, expected: list[str]
    ) -> None:
        files = self.reading(f"verification.issue.{key}", handoff=False, required=True)
        assert names(files) == expected

    def test_a_variable_of_a_defective_input_is_not_reported_again(self) -> None:
        files = self.reading(
            "verification.isue.result", variable="verification_issue_result", required=True
        )
        assert names(files) == ["input-source-unknown"]
        files = self.reading("result", variable="verification_issue_result")
        assert names(files) == ["input-from-format"]

    def test_errors_are_proved(self) -> None:
        for source in ("result", "verification.isue.result", "verification.issue.other"):
            for name in set(names(self.reading(source, required=True))):
                found = of(name, self.reading(source, required=True), dry_run=True)
                assert [f.proof.status for f in found if f.proof] == ["proved"]

    LONG = ("initial.issue next>continuation.issue", "verification.issue next>closure.issue")
    CLOSE = "closure.issue closing repeat"

    @pytest.mark.parametrize(
        ("middle", "fields", "expected"),
        [
            ("continuation.issue next>verification.issue", {"required": True}, 0),
            (SKIPPING, {"required": True}, 1),
            (SKIPPING, {}, 0),
            (SKIPPING, {"variable": "verification_issue_result"}, 1),
            (SKIPPING, {"variable": "verification_issue_result", "required": False}, 1),
            (SKIPPING, {"default": "x"}, 0),
        ],
    )  # fmt: skip
    def test_a_source_that_a_way_does_not_pass(
        self, middle: str, fields: dict[str, Any], expected: int
    ) -> None:
        first, check = self.LONG
        source = "verification.issue.result"
        files = self.reading(source, first, middle, check, self.CLOSE, **fields)
        assert len(of("input-source-may-not-run", files)) == expected

    def test_a_step_cannot_read_from_itself_before_it_ran(self) -> None:
        files = self.reading("closure.issue.next_action", required=True)
        found = of("input-never-supplied", files)
        assert "the step itself" in only(found, "input-never-supplied").message

    def test_a_name_that_a_parameter_has_too(self) -> None:
        fields = {"inputs": {"topic": {"default": "x"}}}
        change = parameters(topic={"default": "y"})
        files = declaring(CHECK, "topic", fields=fields, agent_change=change)
        assert names(files) == ["uv-collision"]
        assert names(declaring(CHECK, "topic", fields=fields)) == []

    @pytest.mark.parametrize(
        ("taken", "expected"),
        [
            ({"default": "x"}, ["uv-collision"]),
            ({"default": None}, ["uv-collision", "uv-optional-no-default"]),
            ({}, ["uv-collision", "uv-optional-no-default"]),
        ],
    )
    def test_an_input_takes_the_place_of_a_parameter_that_is_not_given(
        self, taken: dict[str, Any], expected: list[str]
    ) -> None:
        fields = {"inputs": {"topic": taken}}
        files = declaring(CHECK, "topic", fields=fields, agent_change=parameters(topic={}))
        assert names(files) == expected
        dropped = only(of("uv-collision", files), "uv-collision")
        assert dropped.message.endswith("its value is dropped where that is given")
        assert "refuted-finding" not in names(files, dry_run=True)


def test_fallback_keys_are_looked_at_for_the_old_release_only() -> None:
    keys = {FIRST: "initial_issue", CHECK: "initial.issue", CLOSURE: "anything"}
    change = {"steps": {step: {"fallbackKey": key} for step, key in keys.items()}}
    files = contract(registry_change=change)
    assert names(files) == ["legacy-field"] * 3
    assert names(files, legacy="1.13.22") == ["fallback-key-dotted", "fallback-key-unknown"]
