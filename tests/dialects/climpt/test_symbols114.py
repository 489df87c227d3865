"""Names and links in agents of release 1.14, and in what stands beside them (1.14 §1.1, §2)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from dialects.climpt.later import AGENT, REGISTRY, SETTINGS, later
from dialects.climpt.runs import HOME, agent
from dialects.test_symbols import Named, one
from phaselint.dialects import dialect
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping

WORKFLOW = ".agent/workflow.json"
SHORT = "initial/draft/f_default_short.md"


def places(named: Named, kind: str, name: str) -> list[tuple[Any, ...]]:
    return [
        each.place.pointer
        for each in named.symbols.occurrences
        if (each.symbol.kind, each.symbol.name) == (kind, name)
    ]


def links(named: Named, file: str) -> dict[tuple[Any, ...], str]:
    return {
        each.place.pointer: each.path for each in named.symbols.links if each.place.file == file
    }


def validated(registry: dict[str, Any]) -> None:
    registry["validators"] = {"clean": {"type": "command", "phase": "postllm"}}
    registry["validationSteps"] = {
        "closure.iteration": {
            "preflightConditions": [{"validator": "clean"}],
            "postLLMConditions": [{"validator": "clean"}],
        }
    }


def test_steps_of_a_pair() -> None:
    found = places(one("climpt", later(agent())), "phase", "initial.draft")
    (kind,) = {each[1] for each in found if each[:1] == ("entryStepMapping",)}
    assert {each[2] for each in found if each[:2] == ("entryStepMapping", kind)} == {
        "initial",
        "continuation",
    }


def test_validators_of_both_lists_of_conditions() -> None:
    found = places(one("climpt", later(agent(), change=validated)), "validator", "clean")
    assert [each[2] for each in found if each[0] == "validationSteps"] == [
        "preflightConditions",
        "postLLMConditions",
    ]


def test_a_rule_of_settings_is_about_the_tool_before_its_bracket() -> None:
    named = one("climpt", later(agent()))
    (bash,) = (each for each in named.symbols.occurrences if each.symbol.name == "Bash")
    assert bash.place.file == SETTINGS
    assert named.text(bash) == "Bash"


def test_an_agent_leads_to_its_settings() -> None:
    assert links(one("climpt", later(agent())), AGENT)[("name",)] == SETTINGS


def test_elements_of_a_chain_lead_to_the_prompts_of_repeats() -> None:
    files = later(agent(prompts={SHORT: "in short"}), initial=["short", "other"])
    found = links(one("climpt", files), REGISTRY)
    chain = ("steps", "initial.draft", "adaptationChain")
    assert found[(*chain, 0)].endswith(SHORT)
    assert found[(*chain, 1)].endswith("initial/draft/f_default.md")


@pytest.mark.parametrize("chain", ["short", 5, None])
def test_what_is_no_chain_leads_nowhere(chain: Any) -> None:
    found = links(one("climpt", later(agent(), initial=chain)), REGISTRY)
    assert not any("adaptationChain" in pointer for pointer in found)


def workflow(files: Mapping[str, str]) -> Named:
    reader = DictReader(files)
    climpt = dialect("climpt")
    (target,) = (each for each in climpt.detect(reader, "") if each.main == WORKFLOW)
    return Named(climpt.load(reader, target))


def test_a_workflow_leads_to_the_agents_that_are_there() -> None:
    listed = {"writer": {"role": "transformer"}, "gone": {"role": "transformer"}}
    files = {**later(agent()), WORKFLOW: json.dumps({"agents": listed})}
    assert links(workflow(files), WORKFLOW) == {("agents", "writer"): f"{HOME}/agent.json"}
