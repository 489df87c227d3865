"""The start-up sequence: what a start is refused for, in which order (reference §3.1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialects.climpt.runs import (
    DEFAULTS,
    HOME,
    OPEN,
    RUNTIME,
    THREE,
    agent,
    bare,
    begin,
    load,
    put,
    step,
)
from phaselint.dialects.climpt import DIALECT
from phaselint.dialects.climpt.reading.load import load as read
from phaselint.dialects.climpt.running.start import sample
from phaselint.project.memory import DictReader

AGENT, REGISTRY = f"{HOME}/agent.json", f"{HOME}/steps_registry.json"
SCHEMAS, SYSTEM = f"{HOME}/schemas/steps.json", f"{HOME}/prompts/system.md"
TWO = (step("initial.draft", "next>closure.draft repeat"), THREE[2])


def refused(files: Any, given: Any = None) -> str:
    """Why a start is refused; empty when it is not."""
    ended = begin(files, given).ended
    return ended.detail if ended is not None and ended.kind == "refused" else ""


def changed(path: str, *place: str, to: Any = ...) -> dict[str, str]:
    """The files of an agent with one value changed or taken away."""
    files = agent(*TWO)
    value = json.loads(files[path])
    put(value, place, to)
    return files | {path: json.dumps(value)}


def test_a_sound_agent_starts_at_its_entry() -> None:
    state = begin(agent(*TWO))
    assert state.ended is None
    assert RUNTIME.opening(state)[0].data == {
        "entry": "initial.draft",
        "verdict": "count:iteration",
    }


@pytest.mark.parametrize(
    ("path", "text", "code"),
    [
        (AGENT, None, "AC-SERVICE-001"),
        (AGENT, "{", "AC-SERVICE-002"),
        (REGISTRY, "{", "AC-SERVICE-004"),
        (REGISTRY, None, "SR-LOAD-003"),
        (AGENT, "mark", "AC-SERVICE-002"),
        (REGISTRY, "mark", "AC-SERVICE-004"),
        (SCHEMAS, "mark", "SR-VALID-003"),
        (SYSTEM, "mark", ""),
    ],
)
def test_files_that_are_missing_or_no_json(path: str, text: str | None, code: str) -> None:
    whole = agent(*TWO)
    if text == "mark":
        text = "\ufeff" + whole[path]
    files = {name: each for name, each in whole.items() if name != path}
    assert refused(files | ({path: text} if text else {})) == code


RUNNER = ("runner",)


@pytest.mark.parametrize(
    ("place", "to", "code"),
    [
        (("name",), ..., "AC-VALID-001"),
        (("displayName",), ..., "AC-VALID-001"),
        (("runner",), ..., "AC-VALID-001"),
        (("name",), "Writer", "AC-VALID-001"),
        (("version",), "1.0", "AC-VALID-001"),
        ((*RUNNER, "verdict", "type"), "count:sheep", "AC-VALID-001"),
        ((*RUNNER, "verdict", "type"), "detect:keyword", "AC-VALID-001"),
        ((*RUNNER, "verdict", "config", "maxIterations"), 0, "AC-VALID-001"),
        ((*RUNNER, "boundaries", "permissionMode"), "all", "AC-VALID-001"),
        ((*RUNNER, "logging"), {"format": "xml"}, "AC-VALID-001"),
        ((*RUNNER, "logging"), {"directory": 1}, "AC-VALID-001"),
        ((*RUNNER, "flow", "prompts", "registry"), 1, "AC-VALID-001"),
        (("parameters", "p"), {"type": "string"}, "AC-VALID-001"),
        (("parameters", "p"), {"cli": "--p"}, "AC-VALID-001"),
        (("parameters", "p"), {"cli": "--p", "type": "number", "default": "1"}, "AC-VALID-001"),
        ((*RUNNER, "flow", "systemPromptPath"), ..., "AC-VALID-002"),
        (("name",), "other", "SR-LOAD-003"),
        (("name",), "", "AC-VALID-001"),
        (("name",), None, "AC-VALID-001"),
        (("version",), "", "AC-VALID-001"),
        (("version",), None, "AC-VALID-001"),
        (("displayName",), "", ""),
        (("displayName",), None, ""),
        (RUNNER, None, "AC-VALID-002"),
        ((*RUNNER, "verdict", "type"), "", "AC-VALID-002"),
        ((*RUNNER, "verdict", "type"), ["count:iteration"], "AC-VALID-001"),
        ((*RUNNER, "flow", "systemPromptPath"), "", "AC-VALID-002"),
        ((*RUNNER, "boundaries", "allowedTools"), "", "AC-VALID-002"),
        ((*RUNNER, "boundaries", "allowedTools"), [], ""),
        ((*RUNNER, "boundaries", "permissionMode"), "", "AC-VALID-002"),
        ((*RUNNER, "boundaries", "permissionMode"), None, ""),
        ((*RUNNER, "flow", "prompts", "registry"), "", "AC-VALID-002"),
        ((*RUNNER, "flow", "prompts", "registry"), None, ""),
        ((*RUNNER, "flow", "prompts", "registry"), [], "AC-VALID-001"),
        ((*RUNNER, "logging"), {"directory": {}}, "AC-VALID-001"),
        ((*RUNNER, "logging"), {"directory": ""}, "AC-VALID-002"),
        ((*RUNNER, "logging"), {"format": ""}, "AC-VALID-002"),
    ],
)
def test_the_rules_of_the_agent_file(place: tuple[str, ...], to: Any, code: str) -> None:
    assert refused(changed(AGENT, *place, to=to)) == code


def test_flags_are_used_once() -> None:
    flag = {"type": "string", "cli": "--p"}
    assert refused(changed(AGENT, "parameters", to={"p": flag, "q": flag})) == "AC-VALID-001"


def test_what_a_type_needs_is_asked_for_again_after_the_defaults() -> None:
    verdict = {"type": "detect:structured"}
    assert refused(changed(AGENT, "runner", "verdict", to=verdict)) == "AC-VALID-002"
    assert refused(changed(AGENT, "runner", "verdict", to={"type": "count:iteration"})) == ""


def test_required_parameters_need_a_value_or_a_default() -> None:
    issue = {"type": "number", "cli": "--issue", "required": True}
    files = agent(*TWO, parameters={"issue": issue})
    assert refused(files) == "Required parameter --issue is not provided"
    assert refused(files, {"issue": 5}) == ""
    assert refused(agent(*TWO, parameters={"issue": {**issue, "default": 1}})) == ""


COMPOSITE = "meta:composite"


def composite(**condition: Any) -> dict[str, Any]:
    return {"operator": "or", "conditions": [condition]}


@pytest.mark.parametrize(
    ("verdict", "config", "code"),
    [
        ("poll:state", {}, "AC-VERDICT-001"),
        (COMPOSITE, composite(type="detect:structured"), "AC-VERDICT-008"),
        (COMPOSITE, composite(type="poll:state"), "AC-VERDICT-009"),
        (COMPOSITE, composite(type="detect:graph"), "AC-VERDICT-010"),
        ("detect:graph", {"registryPath": "none.json"}, "AC-VERDICT-011"),
        ("detect:graph", {}, "SR-ENTRY-004"),
        ("detect:graph", {"entryStep": "initial.draft"}, ""),
    ],
)
def test_the_verdict_handler_has_prerequisites(verdict: str, config: Any, code: str) -> None:
    assert refused(agent(*TWO, verdict=verdict, config=config)) == code


@pytest.mark.parametrize(
    ("place", "to", "code"),
    [
        (("agentId",), ..., "SR-LOAD-001"),
        (("version",), "", "SR-LOAD-001"),
        (("agentId",), "other", "SR-LOAD-002"),
        (("entryStepMapping",), ..., "SR-ENTRY-001"),
        (("entryStepMapping",), {}, "SR-GATE-002"),
        (("entryStepMapping",), {"poll:state": "initial.draft"}, "SR-GATE-002"),
        (("entryStepMapping", "poll:state"), "none", "SR-ENTRY-003"),
        (("entryStepMapping", "count:iteration"), {"initial": "initial.draft"}, "SR-ENTRY-003"),
        (("entryStep",), "none", "SR-ENTRY-002"),
        (("steps", "custom.x"), None, "TypeError"),
    ],
)
def test_the_registry_as_a_whole(place: tuple[str, ...], to: Any, code: str) -> None:
    assert refused(changed(REGISTRY, *place, to=to)) == code


GATE = ("steps", "initial.draft", "structuredGate")


@pytest.mark.parametrize(
    ("place", "to", "code"),
    [
        ((*GATE, "allowedIntents"), ["next", "closing"], "SR-VALID-001"),
        ((*GATE, "allowedIntents"), ["next", "continue"], "SR-VALID-001"),
        ((*GATE, "fallbackIntent"), "abort", "SR-VALID-001"),
        ((*GATE, "allowedIntents"), ..., "TypeError"),
        ((*GATE, "intentSchemaRef"), "steps.json#/x", "SR-VALID-002"),
        ((*GATE, "intentField"), ..., "SR-VALID-002"),
        ((*GATE, "intentSchemaRef"), "#/properties/next_action", "SR-VALID-003"),
        ((*GATE, "allowedIntents"), ["next"], "SR-VALID-003"),
        (("steps", "initial.draft", "outputSchemaRef", "file"), "none.json", "SR-VALID-003"),
        (("steps", "initial.draft", "outputSchemaRef"), ..., "SR-GATE-003"),
        (("steps", "initial.draft", "transitions"), ..., "SR-GATE-003"),
        (("steps", "initial.draft", "transitions"), {}, ""),
    ],
)
def test_the_steps(place: tuple[str, ...], to: Any, code: str) -> None:
    assert refused(changed(REGISTRY, *place, to=to)) == code


def test_a_graph_needs_gates() -> None:
    files = agent(bare("initial.draft"), verdict="detect:graph", entryStep="initial.draft")
    assert refused(files) == "SR-GATE-004"


def test_sections_need_no_gate() -> None:
    assert refused(agent(*TWO, bare("section.note"))) == ""
    assert refused(agent(*TWO, bare("custom.note"))) == "SR-GATE-003"


def test_a_registry_alone_is_started_as_the_agent_it_names() -> None:
    entry = step("initial.draft", "next>closure.draft repeat", uvVariables=["issue", "iteration"])
    reader = DictReader({"here.json": agent(entry, THREE[2])[REGISTRY]})
    (target,) = DIALECT.claim(reader, "here.json", True)
    contract = read(reader, target)
    given = sample(contract)
    assert given == {"issue": "x"}
    state = RUNTIME.start(contract, DEFAULTS, given, {})
    assert (state.step, state.waiting) == ("initial.draft", True)


def test_a_bundle_of_all_parts_is_started_from_its_parts() -> None:
    files = {path: json.loads(text) for path, text in agent(*TWO).items() if path[-5:] == ".json"}
    bundle = {"agent": files[AGENT], "registry": files[REGISTRY]}
    bundle["schemas"] = {"steps.json": files[f"{HOME}/schemas/steps.json"]}
    for place, code in (
        (("agent", "name"), "SR-LOAD-002"),
        (("registry", "version"), "SR-LOAD-001"),
    ):
        reader = DictReader({"all.json": json.dumps(bundle)})
        (target,) = DIALECT.claim(reader, "all.json", True)
        assert RUNTIME.start(read(reader, target), DEFAULTS, {}, {}).waiting
        broken = {**bundle, place[0]: {**bundle[place[0]], place[1]: ""}}
        reader = DictReader({"all.json": json.dumps(broken)})
        ended = RUNTIME.start(read(reader, target), DEFAULTS, {}, {}).ended
        assert str(ended) in (f"refused({code})", "refused(AC-VALID-001)")


def test_an_endless_limit_is_no_limit() -> None:
    files = agent(*TWO)
    for number in ("1e999", "1e300"):
        text = files[AGENT].replace('"maxIterations": 6', f'"maxIterations": {number}')
        assert text != files[AGENT]
        assert begin(files | {AGENT: text}).waiting


def test_what_is_refused_can_be_run_all_the_same() -> None:
    files = changed(REGISTRY, *GATE, "allowedIntents", to=["next"])
    assert begin(files, **OPEN).waiting
    nowhere = changed(REGISTRY, "entryStepMapping", to={})
    assert str(begin(nowhere, **OPEN).ended) == "refused(SR-GATE-002)"


def test_a_registry_with_the_key_of_a_gate_is_flow_routed_even_where_all_gates_are_null() -> None:
    files = agent(THREE[2])
    registry = json.loads(files[REGISTRY])
    registry["steps"]["closure.draft"]["structuredGate"] = None
    assert refused(files | {REGISTRY: json.dumps(registry)}) == "SR-GATE-003"


def test_a_sample_of_the_arguments_lets_a_run_start() -> None:
    parameters = {
        "issue": {"type": "number", "cli": "--issue", "required": True},
        "note": {"type": "string", "cli": "--note", "default": "n"},
        "tags": {"type": "array", "cli": "--tags"},
    }
    files = agent(*TWO, parameters=parameters)
    given = sample(load(files))
    assert given == {"issue": 1, "tags": ["x"]}
    assert refused(files, given) == ""
    assert RUNTIME.sample_inputs(load(files)) == (given, {"issue": 1})


def test_one_sample_is_enough_where_every_parameter_is_required() -> None:
    assert RUNTIME.sample_inputs(load(agent(*TWO))) == ({},)
