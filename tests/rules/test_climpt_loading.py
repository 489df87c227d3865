"""Files, names and the form of agents (reference climpt §7.1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from climpt import (
    ABSENT,
    AGENT,
    CONFIG,
    NAME,
    PROMPTS,
    REGISTRY,
    SCHEMA,
    SYSTEM,
    agent,
    contract,
    findings,
    names,
    of,
    places,
    registry,
)

STEP = ("steps", "initial.issue")
PROMPT = f"{PROMPTS}/initial/issue/f_default.md"
APP_FILE = f"{CONFIG}/{NAME}-steps-app.yml"

FLAT = {
    "version": "1.0.0",
    "name": "demo",
    "displayName": "Demo",
    "description": "An agent of the old form.",
    "behavior": {"completionType": "iterate"},
    "prompts": {"registry": "steps_registry.json"},
}


def of_registry(**change: Any) -> dict[str, str]:
    return contract(registry_change=change)


def of_step(**change: Any) -> dict[str, str]:
    return of_registry(steps={"initial.issue": change})


def of_agent(**change: Any) -> dict[str, str]:
    return contract(agent_change=change)


def alone(value: Any) -> dict[str, str]:
    return {"registry.json": json.dumps(value)}


def test_the_agent_that_tests_change_is_sound() -> None:
    assert names(contract()) == []
    assert names(alone(registry()), main="registry.json") == []


class TestFiles:
    def test_a_registry_below_dot_agent_needs_an_agent(self) -> None:
        assert names(contract(files={AGENT: ABSENT})) == ["agent-file-missing"]

    def test_a_registry_elsewhere_does_not(self) -> None:
        files = alone(registry())
        assert names(files, main="registry.json") == []

    def test_a_registry_that_is_the_system_prompt_too_is_read_as_a_registry(self) -> None:
        flow = {"flow": {"systemPromptPath": "steps_registry.json"}}
        assert names(contract(agent_change={"runner": flow})) == []

    def test_an_agent_needs_a_registry(self) -> None:
        [finding] = of("registry-file-missing", contract(files={REGISTRY: ABSENT}))
        assert finding.message == "registry `steps_registry.json` doesn't exist"
        assert finding.place.file == AGENT

    def test_neither_the_named_registry_nor_the_usual_one(self) -> None:
        flow = {"flow": {"prompts": {"registry": "flow.json"}}}
        files = contract(agent_change={"runner": flow}, files={REGISTRY: ABSENT})
        assert [f.message for f in of("registry-file-missing", files)] == [
            "registry `flow.json` doesn't exist, and neither does `steps_registry.json`"
        ]
        assert of("registry-path-ignored", files) == ()

    @pytest.mark.parametrize("path", ["steps_registry.json", "./steps_registry.json"])
    def test_the_usual_path_is_no_other(self, path: str) -> None:
        assert names(of_agent(runner={"flow": {"prompts": {"registry": path}}})) == []

    @pytest.mark.parametrize("path", ["flow.json", "../steps_registry.json", "/flow.json"])
    def test_any_other_path_is_ignored(self, path: str) -> None:
        files = of_agent(runner={"flow": {"prompts": {"registry": path}}})
        assert names(files) == ["registry-path-ignored"]

    def test_a_file_that_does_not_parse_is_all_there_is_to_say_of_it(self) -> None:
        assert names(contract(files={REGISTRY: '{"agentId": "demo",}'})) == ["syntax-error"]
        assert names(contract(files={AGENT: '{"name": "demo",}'})) == ["syntax-error"]

    @pytest.mark.parametrize("file", [AGENT, REGISTRY, SCHEMA])
    def test_a_byte_order_mark_hides_nothing(self, file: str) -> None:
        files = contract(registry_change={"c2": 1})
        found = names(files)
        assert names(files | {file: "\ufeff" + files[file]}) == sorted([*found, "syntax-error"])

    @pytest.mark.parametrize("file", [PROMPT, SYSTEM, APP_FILE])
    def test_only_json_is_refused_for_a_byte_order_mark(self, file: str) -> None:
        files = contract()
        assert names(files | {file: "\ufeff" + files[file]}) == []

    def test_a_lone_registry_is_json_as_well(self) -> None:
        files = {"registry.json": "\ufeff" + json.dumps(registry())}
        assert names(files, main="registry.json") == ["syntax-error"]

    def test_a_key_written_twice_does_not_hide_the_rest(self) -> None:
        twice = contract()[REGISTRY].replace('"c1": "steps"', '"c1": "steps", "c1": "steps"')
        assert names(contract(files={REGISTRY: twice})) == ["duplicate-key"]

    def test_paths_out_of_the_agent_are_not_read(self) -> None:
        schema = {"outputSchemaRef": {"file": "../../../schema.json"}}
        files = contract(registry_change={"steps": {"initial.issue": schema}})
        assert names(files) == ["path-outside-project"]


class TestNames:
    def test_registry_and_agent_have_to_agree(self) -> None:
        [finding] = of("agent-id-mismatch", of_registry(agentId="other"))
        assert finding.message == "`agentId` is `other`, but the agent is named `demo`"

    def test_agent_and_folder_have_to_agree(self) -> None:
        files = of_agent(name="other")
        assert names(files) == ["agent-id-mismatch", "agent-name-directory-mismatch"]

    def test_an_agent_outside_of_dot_agent_may_have_any_folder(self) -> None:
        files = {
            "tools/bot/agent.json": json.dumps(agent()),
            "tools/bot/steps_registry.json": json.dumps(registry()),
        }
        assert of("agent-name-directory-mismatch", files, main="tools/bot/agent.json") == ()


class TestGeneration:
    @pytest.mark.parametrize(
        "change",
        [
            {"entryStepMapping": {"count:iteration": {"initial": "initial.issue"}}},
            {"steps": {"initial.issue": {"address": {"c2": "initial"}, "c2": ABSENT}}},
            {"steps": {"initial.issue": {"kind": "work", "stepKind": ABSENT}}},
            {"steps": {"initial.issue": {"adaptationChain": ["a"], "stepId": 5}}},
        ],
    )
    def test_the_next_one_silences_all_else(self, change: dict[str, Any]) -> None:
        assert names(of_registry(**change)) == ["format-generation"]

    def test_that_of_validation_silences_validation_alone(self) -> None:
        change: dict[str, Any] = {
            "validationSteps": {"closure.iteration": {"preflightConditions": []}},
            "validators": {"a": {"phase": "preflight"}},
        }
        assert names(of_registry(**change)) == ["format-generation"]
        assert names(of_registry(**change, version="1")) == ["format-generation", "registry-schema"]

    def test_a_flat_agent_silences_what_asks_about_the_agent(self) -> None:
        flat = {AGENT: json.dumps({**FLAT, "name": "other"})}
        assert names(contract(files=flat)) == ["format-generation"]
        steps = {"initial.issue": {"edition": ""}}
        files = contract(registry_change={"steps": steps}, files=flat)
        assert "registry-schema" in names(files)

    def test_both_files_of_another_generation_are_told_apart(self) -> None:
        mapping = {"count:iteration": {"initial": "initial.issue"}}
        files = contract(
            registry_change={"entryStepMapping": mapping}, files={AGENT: json.dumps(FLAT)}
        )
        found = of("format-generation", files)
        assert [finding.place.file for finding in found] == [AGENT, REGISTRY]


class TestAgentForm:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"displayName": ABSENT}, "the agent is missing `displayName`"),
            ({"name": "De mo"}, "`name` must be lowercase letters"),
            ({"version": "1"}, "`version` must be a version such as `1.0.0`, not `1`"),
            ({"author": "me"}, "unknown field `author` in the agent"),
            ({"runner": {"flow": 5}}, "`runner.flow` must be a mapping"),
            ({"runner": {"verdict": {"type": "poll:stat"}}}, "`runner.verdict.type` is"),
            ({"parameters": {"issue": {"type": "number", "cli": "--issue"}}}, "parameter `issue`"),
            ({"runner": {"boundaries": ABSENT}}, "`runner` is missing `boundaries`"),
            (
                {"runner": {"flow": {"prompts": {"registry": ""}}}},
                "`runner.flow.prompts.registry`",
            ),
            ({"runner": {"flow": {"systemPromptPath": ""}}}, "`runner.flow.systemPromptPath`"),
            (
                {"runner": {"logging": {"directory": "", "format": "text"}}},
                "`runner.logging.dir",
            ),
        ],
    )
    def test_what_is_wrong_is_said_in_words(self, change: dict[str, Any], message: str) -> None:
        [finding] = of("agent-schema", of_agent(**change))
        assert finding.message.startswith(message)
        assert finding.level == "error"

    @pytest.mark.parametrize(
        ("value", "status"), [("", "proved"), (None, "proved"), (0, "proved"), (5, "static")]
    )
    def test_a_path_of_the_system_prompt_that_no_start_takes(self, value: Any, status: str) -> None:
        found = findings(of_agent(runner={"flow": {"systemPromptPath": value}}), dry_run=True)
        assert [each.name for each in found] == ["agent-schema"]
        assert found[0].proof is not None
        assert found[0].proof.status == status

    def test_a_misspelling_stands_for_the_missing_field(self) -> None:
        change = {"displayName": ABSENT, "displayname": "Demo"}
        [finding] = of("agent-schema", of_agent(**change))
        assert finding.message == "unknown field `displayname` in the agent"
        assert finding.help == "use `displayName`"

    @pytest.mark.parametrize(
        "change",
        [
            {"runner": {"boundaries": {"allowedTools": ABSENT}}},
            {"runner": {"verdict": {"config": {"maxIterations": 0}}}},
            {"parameters": {"a": {"description": "A", "type": "string"}}},
            {"parameters": {"a": {"description": "A", "cli": "--a"}}},
            {"parameters": {"a": {"description": "A", "cli": "-a", "type": "string"}}},
        ],
    )
    def test_what_other_rules_report_is_left_to_them(self, change: dict[str, Any]) -> None:
        assert of("agent-schema", of_agent(**change)) == ()


class TestRegistryForm:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"version": "1.0"}, "`version` must be a version such as `1.0.0`, not `1.0`"),
            ({"c1": ABSENT}, "the registry is missing `c1`"),
            ({"steps": {"a": 5}}, "step `a` must be a mapping, not the number `5`"),
            ({"validators": []}, "`validators` must be a mapping, not a list"),
            (
                {"entryStepMapping": {"count:iteration": None}},
                "`entryStepMapping.count:iteration` must be a string, not `null`",
            ),
        ],
    )
    def test_of_the_registry(self, change: dict[str, Any], message: str) -> None:
        assert [f.message for f in of("registry-schema", of_registry(**change))] == [message]

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"name": ""}, "`name` of step `initial.issue` is empty"),
            (
                {"edition": ABSENT, "usesStdin": ABSENT},
                "step `initial.issue` is missing `edition`, ",
            ),
            ({"uvVariables": None}, "`uvVariables` of step `initial.issue` must be a list"),
            ({"stepKind": "works"}, "`stepKind` of step `initial.issue` is `works`"),
            ({"permissionMode": "Plan"}, "`permissionMode` of step `initial.issue` is `Plan`"),
            ({"structuredGate": {"intentField": ABSENT}}, "the gate of step `initial.issue` is"),
            ({"transitions": {"next": {"target": 5}}}, "`target` of the transition `next` of step"),
        ],
    )
    def test_of_a_step(self, change: dict[str, Any], message: str) -> None:
        [finding] = of("registry-schema", of_step(**change))
        assert finding.message.startswith(message)

    @pytest.mark.parametrize(
        "change",
        [
            {"c3": "issueCheck"},
            {"stepKind": ABSENT},
            {"transitions": ABSENT},
            {"transitions": {"next": {}}},
            {"structuredGate": {"allowedIntents": ["finish"]}},
            {"structuredGate": {"intentSchemaRef": "common.json#/x"}},
        ],
    )
    def test_what_other_rules_report_is_left_to_them(self, change: dict[str, Any]) -> None:
        assert of("registry-schema", of_step(**change)) == ()

    def test_a_field_that_is_misspelt_is_missing_all_the_same(self) -> None:
        files = of_step(uvVariables=ABSENT, uvVariable=[])
        [missing] = of("registry-schema", files)
        assert missing.help == "replace `uvVariable` with `uvVariables`"
        [unknown] = of("unknown-field", files)
        assert unknown.help == "use `uvVariables`"

    def test_a_bundle_has_both_parts(self) -> None:
        value = {
            "agent": agent(displayName=ABSENT),
            "registry": registry(agentId="other", version="1"),
            "schemas": {},
        }
        found = of("registry-schema", alone(value), main="registry.json")
        assert places(found) == ["registry version"]
        assert [f.message.partition(" must")[0] for f in found] == ["`version`"]
        found = of("agent-schema", alone(value), main="registry.json")
        assert [f.message for f in found] == ["the agent is missing `displayName`"]
        found = of("agent-id-mismatch", alone(value), main="registry.json")
        assert places(found) == ["registry agentId"]


class TestMembers:
    @pytest.mark.parametrize(
        "change",
        [
            {"maintainer": "me"},
            {"steps": {"initial.issue": {"colour": "red"}}},
            {"steps": {"initial.issue": {"structuredGate": {"field": "a"}}}},
            {"steps": {"initial.issue": {"transitions": {"next": {"note": "on"}}}}},
        ],
    )
    def test_what_the_format_does_not_have_is_unknown(self, change: dict[str, Any]) -> None:
        assert names(of_registry(**change)) == ["unknown-field"]

    def test_an_unknown_intent_is_no_unknown_field(self) -> None:
        change = {"transitions": {"nxt": {"target": "closure.issue"}}}
        assert of("unknown-field", of_step(**change)) == ()

    @pytest.mark.parametrize(
        ("change", "levels"),
        [
            ({"condition": "args.issue", "priority": 2}, ["warning", "warning"]),
            ({"model": "opus"}, ["warning"]),
            ({"type": "prompt"}, ["info"]),
            ({"structuredGate": {"targetMode": "dynamic"}}, ["warning"]),
            ({"structuredGate": {"targetMode": "explicit"}}, []),
            ({"model": "gpt"}, []),
            ({"type": "shell"}, []),
        ],
    )
    def test_known_members_without_effect(self, change: dict[str, Any], levels: list[str]) -> None:
        assert [finding.level for finding in of("ignored-field", of_step(**change))] == levels

    def test_of_the_agent(self) -> None:
        flow = {"defaultModel": "opus", "schemas": {"base": "schemas"}}
        found = of("ignored-field", of_agent(runner={"flow": flow}))
        assert [finding.level for finding in found] == ["warning", "info"]

    def test_what_earlier_releases_knew(self) -> None:
        files = of_registry(schemasBase="schemas", steps={"initial.issue": {"fallbackKey": "a"}})
        assert places(of("legacy-field", files)) == [
            "schemasBase",
            "steps initial.issue fallbackKey",
        ]
        assert places(of("legacy-field", files, legacy="1.13.22")) == ["schemasBase"]

    def test_a_removal_takes_the_comma_along(self) -> None:
        [finding] = of("ignored-field", of_step(model="opus"))
        assert finding.fix is not None
        [edit] = finding.fix.edits
        assert (finding.fix.safety, edit.text) == ("safe", "")


class TestAddresses:
    def test_the_key_is_what_counts(self) -> None:
        [finding] = of("step-key-mismatch", of_step(stepId="initial.isue"))
        assert finding.level == "error"
        assert finding.fix is not None
        assert [edit.text for edit in finding.fix.edits] == ['"initial.issue"']

    def test_an_id_that_is_wrong_as_a_whole_is_one_finding(self) -> None:
        assert names(of_step(stepId="begin.isue")) == ["step-key-mismatch"]

    def test_a_missing_id_is_a_matter_of_form(self) -> None:
        assert names(of_step(stepId=ABSENT)) == ["registry-schema"]

    @pytest.mark.parametrize("c3", ["issue-check", "issue", "a-b-c"])
    def test_words_joined_by_hyphens(self, c3: str) -> None:
        assert of("c3-format", of_step(c3=c3)) == ()

    @pytest.mark.parametrize(
        ("c3", "better"),
        [
            ("issueCheck", "issue-check"),
            ("issue_check", "issue-check"),
            ("Issue", "issue"),
            ("issue2", ""),
            ("-issue", ""),
        ],
    )
    def test_anything_else(self, c3: str, better: str) -> None:
        [finding] = of("c3-format", of_step(c3=c3))
        offered = [edit.text for edit in finding.fix.edits] if finding.fix else []
        assert offered == ([f'"{better}"'] if better else [])

    def test_the_address_follows_the_id(self) -> None:
        found = of("step-id-address-mismatch", of_step(c2="continuation"))
        assert places(found) == ["steps initial.issue c2"]
        found = of("step-id-address-mismatch", of_step(c3="task"))
        assert places(found) == ["steps initial.issue c3"]

    def test_an_id_of_one_word_says_nothing_about_it(self) -> None:
        steps = {"initial.issue": ABSENT, "start": registry()["steps"]["initial.issue"]}
        files = of_registry(entryStepMapping={"count:iteration": "start"}, steps=steps)
        found = of("step-id-address-mismatch", files)
        assert found == ()

    def test_a_c3_in_another_form_is_left_to_its_rule(self) -> None:
        steps = {"initial.issue-check": registry()["steps"]["initial.issue"]}
        steps["initial.issue-check"].update(stepId="initial.issue-check", c3="issueCheck")
        assert of("step-id-address-mismatch", of_registry(steps=steps)) == ()


class TestBlanks:
    """Keys with blanks around them."""

    @pytest.mark.parametrize(
        ("place", "key", "level"),
        [
            ((), "c1", "error"),
            ((), "entryStepMapping", "error"),
            (STEP, "name", "error"),
            (STEP, "stepKind", "error"),
            (STEP, "transitions", "error"),
            ((*STEP, "structuredGate"), "allowedIntents", "error"),
            ((*STEP, "transitions", "next"), "target", "error"),
            ((*STEP, "structuredGate"), "failFast", "warning"),
            (STEP, "description", "warning"),
        ],
    )
    @pytest.mark.parametrize(
        ("around", "where"),
        [
            ("{} ", "ends with white space"),
            (" {}", "starts with white space"),
            (" {} ", "starts and ends with white space"),
        ],
    )
    def test_they_are_the_one_finding(
        self, place: tuple[str, ...], key: str, level: str, around: str, where: str
    ) -> None:
        files = contract()
        value = json.loads(files[REGISTRY])
        owner = value
        for name in place:
            owner = owner[name]
        owner[around.format(key)] = owner.pop(key, "x")
        found = findings(files | {REGISTRY: json.dumps(value)}, dry_run=True)
        assert [(each.name, each.level) for each in found] == [("unknown-field", level)]
        assert found[0].message.endswith(where)
        assert len(found[0].related) == (level == "error")
        assert found[0].help.endswith(f"`{key}`") or found[0].help.endswith(f"`{key}`?")

    def test_a_key_that_is_there_without_them_as_well(self) -> None:
        found = of("unknown-field", of_step(**{"c2 ": "initial"}))
        assert [each.level for each in found] == ["warning"]
        assert found[0].message == f"unknown field `c2 ` in step `{STEP[1]}`"

    def test_a_registry_without_gates_needs_none(self) -> None:
        gone = {"structuredGate": ABSENT, "outputSchemaRef": ABSENT, "transitions": ABSENT}
        steps = {key: dict(gone) for key in ("initial.issue", "closure.issue")}
        steps["initial.issue"]["transitions "] = {}
        files = contract(
            "initial.issue repeat", "closure.issue closing", registry_change={"steps": steps}
        )
        assert [each.level for each in of("unknown-field", files)] == ["warning"]

    def test_of_the_agent(self) -> None:
        tools = {"allowedTools": ABSENT, "allowedTools ": ["Read"]}
        found = findings(of_agent(runner={"boundaries": tools}))
        assert [each.name for each in found] == ["agent-schema"]
        assert found[0].message.endswith("ends with white space")
