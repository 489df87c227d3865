"""What is wrong with the shape of agents and registries, and who says so (reference §2, §3.2)."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.dialects.climpt.reading.shapes import (
    AGENT,
    REGISTRY,
    rule_of_agent,
    rule_of_registry,
)
from phaselint.dialects.shape import problems

RUNNER: dict[str, Any] = {
    "flow": {"systemPromptPath": "s.md", "prompts": {"registry": "r.json"}},
    "verdict": {"type": "count:iteration", "config": {"maxIterations": 3}},
    "boundaries": {"permissionMode": "plan"},
}
PARAMETER = {"type": "string", "description": "d", "cli": "--topic"}
STEP = {
    "stepId": "a",
    "name": "A",
    "c2": "initial",
    "c3": "a",
    "edition": "default",
    "uvVariables": [],
    "usesStdin": False,
}
GATE = {"allowedIntents": ["next"], "intentSchemaRef": "#/x", "intentField": "x"}


def of_agent(**changes: Any) -> list[tuple[str, str, str]]:
    value = {
        "version": "1.0.0",
        "name": "writer",
        "displayName": "W",
        "description": "",
        "runner": RUNNER,
        **changes,
    }
    verdict = value["runner"]["verdict"].get("type", "")
    return [
        (rule_of_agent(each, verdict), each.kind, ".".join(map(str, each.pointer)))
        for each in problems(value, AGENT)
    ]


def of_runner(**changes: Any) -> list[tuple[str, str, str]]:
    return of_agent(runner={**RUNNER, **changes})


def of_parameter(**changes: Any) -> list[tuple[str, str, str]]:
    return of_agent(parameters={"topic": {**PARAMETER, **changes}})


def of_registry(**changes: Any) -> list[tuple[str, str, str]]:
    value = {"agentId": "w", "version": "1.0.0", "c1": "steps", "steps": {}, **changes}
    return [
        (rule_of_registry(each), each.kind, ".".join(map(str, each.pointer)))
        for each in problems(value, REGISTRY)
    ]


def of_step(**changes: Any) -> list[tuple[str, str, str]]:
    return of_registry(steps={"a": {**STEP, **changes}})


class TestAgent:
    def test_nothing_wrong(self) -> None:
        assert of_agent() == []
        assert of_parameter() == []

    @pytest.mark.parametrize(
        ("changes", "kind", "place"),
        [
            ({"version": "1.0"}, "malformed", "version"),
            ({"name": "Writer"}, "malformed", "name"),
            ({"displayName": 1}, "invalid-type", "displayName"),
            ({"logging": {}}, "unknown-field", "logging"),
        ],
    )
    def test_its_root(self, changes: dict[str, Any], kind: str, place: str) -> None:
        assert of_agent(**changes) == [("agent-schema", kind, place)]

    @pytest.mark.parametrize(
        ("changes", "kind", "place"),
        [
            ({"flows": {}}, "unknown-field", "runner.flows"),
            ({"flow": {}}, "missing-required-field", "runner.flow"),
            ({"boundaries": {}}, "missing-required-field", "runner.boundaries"),
            ({"verdict": {"type": "count"}}, "invalid-enum", "runner.verdict.type"),
            (
                {"boundaries": {"permissionMode": "all"}},
                "invalid-enum",
                "runner.boundaries.permissionMode",
            ),
            (
                {"integrations": {"github": {}}},
                "missing-required-field",
                "runner.integrations.github",
            ),
            (
                {"logging": {"directory": "l", "format": "x"}},
                "invalid-enum",
                "runner.logging.format",
            ),
            ({"execution": {"other": 1}}, "unknown-field", "runner.execution.other"),
            (
                {"verdict": {"type": "detect:keyword", "config": {"maxIterations": 0}}},
                "too-small",
                "runner.verdict.config.maxIterations",
            ),
            (
                {"verdict": {"type": "poll:state", "config": {"requiredFields": 1}}},
                "invalid-type",
                "runner.verdict.config.requiredFields",
            ),
        ],
    )
    def test_its_runner(self, changes: dict[str, Any], kind: str, place: str) -> None:
        assert of_runner(**changes) == [("agent-schema", kind, place)]

    @pytest.mark.parametrize(
        "config", [{"maxIterations": 0}, {"maxIterations": "3"}, {"maxIterations": None}]
    )
    def test_what_the_verdict_needs_has_a_rule_of_its_own(self, config: dict[str, Any]) -> None:
        ((rule, _, place),) = of_runner(verdict={"type": "count:iteration", "config": config})
        assert rule == "verdict-config-incomplete"
        assert place == "runner.verdict.config.maxIterations"

    @pytest.mark.parametrize(
        ("changes", "rule", "kind", "place"),
        [
            ({"cli": "topic"}, "parameter-definition", "malformed", "parameters.topic.cli"),
            ({"cli": "--Topic"}, "parameter-definition", "malformed", "parameters.topic.cli"),
            ({"default": 1}, "parameter-definition", "malformed", "parameters.topic.default"),
            (
                {"type": "boolean", "default": 0},
                "parameter-definition",
                "malformed",
                "parameters.topic.default",
            ),
            ({"type": "text"}, "agent-schema", "invalid-enum", "parameters.topic.type"),
            ({"required": 1}, "agent-schema", "invalid-type", "parameters.topic.required"),
        ],
    )
    def test_parameters(self, changes: dict[str, Any], rule: str, kind: str, place: str) -> None:
        assert of_parameter(**changes) == [(rule, kind, place)]

    @pytest.mark.parametrize(
        ("type", "default"), [("string", ""), ("number", 1.5), ("boolean", True), ("array", [])]
    )
    def test_defaults_of_the_right_type(self, type: str, default: Any) -> None:
        assert of_parameter(type=type, default=default) == []

    def test_missing_members_of_a_parameter(self) -> None:
        found = of_agent(parameters={"topic": {}})
        assert [(rule, kind) for rule, kind, _ in found] == [
            ("agent-schema", "missing-required-field"),
            ("parameter-definition", "missing-required-field"),
        ]

    def test_one_flag_for_two_parameters(self) -> None:
        found = of_agent(parameters={"a": PARAMETER, "b": PARAMETER})
        assert found == [("parameter-definition", "conflict", "parameters.b.cli")]


class TestRegistry:
    def test_nothing_wrong(self) -> None:
        assert of_registry() == []
        assert of_step(structuredGate=GATE, transitions={"next": {"target": None}}) == []

    @pytest.mark.parametrize(
        ("changes", "kind", "place"),
        [
            ({"version": "1.0"}, "malformed", "version"),
            ({"agentId": ""}, "too-short", "agentId"),
            ({"c1": None}, "invalid-type", "c1"),
            (
                {"entryStepMapping": {"poll:state": 1}},
                "invalid-type",
                "entryStepMapping.poll:state",
            ),
            ({"validators": {"v": {}}}, "missing-required-field", "validators.v"),
            ({"failurePatterns": {"p": {}}}, "missing-required-field", "failurePatterns.p"),
        ],
    )
    def test_its_root(self, changes: dict[str, Any], kind: str, place: str) -> None:
        assert of_registry(**changes) == [("registry-schema", kind, place)]

    @pytest.mark.parametrize(
        ("changes", "kind", "place"),
        [
            ({"name": ""}, "too-short", "steps.a.name"),
            ({"type": "text"}, "invalid-enum", "steps.a.type"),
            ({"stepKind": "sleep"}, "invalid-enum", "steps.a.stepKind"),
            ({"usesStdin": "no"}, "invalid-type", "steps.a.usesStdin"),
            ({"permissionMode": "all"}, "invalid-enum", "steps.a.permissionMode"),
            (
                {"outputSchemaRef": {"file": "f"}},
                "missing-required-field",
                "steps.a.outputSchemaRef",
            ),
            ({"structuredGate": {}}, "missing-required-field", "steps.a.structuredGate"),
            (
                {"structuredGate": {**GATE, "targetMode": "x"}},
                "invalid-enum",
                "steps.a.structuredGate.targetMode",
            ),
            ({"transitions": {"next": "b"}}, "invalid-type", "steps.a.transitions.next"),
            (
                {"transitions": {"next": {"target": 1}}},
                "invalid-type",
                "steps.a.transitions.next.target",
            ),
        ],
    )
    def test_a_step(self, changes: dict[str, Any], kind: str, place: str) -> None:
        assert of_step(**changes) == [("registry-schema", kind, place)]

    @pytest.mark.parametrize(
        "changes",
        [
            {"structuredGate": {**GATE, "allowedIntents": ["finish", "next", "next"]}},
            {"structuredGate": {**GATE, "intentSchemaRef": "x"}},
            {"structuredGate": {**GATE, "fallbackIntent": "finish"}},
            {"transitions": {"finish": {}}},
            {"transitions": {"next": {"target": "a", "condition": "b", "targets": {}}}},
            {"c3": "camelCase"},
            {"stepId": "b"},
            {"condition": 1, "priority": 1, "model": "opus", "fallbackKey": "a.b"},
        ],
    )
    def test_what_has_a_rule_of_its_own(self, changes: dict[str, Any]) -> None:
        assert of_step(**changes) == []

    def test_only_the_code_demands_some_members_of_a_step(self) -> None:
        found = problems(
            {"agentId": "w", "version": "1.0.0", "c1": "s", "steps": {"a": {}}}, REGISTRY
        )
        assert [(each.names, each.grave) for each in found] == [
            (("stepId", "name", "c2", "c3"), True),
            (("edition", "uvVariables", "usesStdin"), False),
        ]

    @pytest.mark.parametrize(
        ("changes", "place"),
        [
            ({"uvVariable": []}, "steps.a.uvVariable"),
            ({"structuredGate": {**GATE, "failfast": True}}, "steps.a.structuredGate.failfast"),
            ({"transitions": {"next": {"to": "b"}}}, "steps.a.transitions.next.to"),
            ({"inputs": {"i": {"form": "a.b"}}}, "steps.a.inputs.i.form"),
        ],
    )
    def test_unknown_members(self, changes: dict[str, Any], place: str) -> None:
        assert of_step(**changes) == [("unknown-field", "unknown-field", place)]

    @pytest.mark.parametrize(
        ("failure", "kind"),
        [
            ({}, "missing-required-field"),
            ({"action": "stop"}, "invalid-enum"),
            ({"action": "retry", "maxAttempts": 0}, "too-small"),
            ({"action": "retry", "maxAttempts": 1.5}, "not-whole"),
        ],
    )
    def test_what_a_validation_step_does_after_a_failure(
        self, failure: dict[str, Any], kind: str
    ) -> None:
        step = {"stepId": "v", "name": "V", "c2": "retry", "c3": "v", "onFailure": failure}
        ((rule, found, _),) = of_registry(validationSteps={"v": step})
        assert (rule, found) == ("registry-schema", kind)
