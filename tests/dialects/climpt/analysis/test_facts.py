"""What is known of an agent, as rules need it (reference climpt §1.3, §7.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialects.climpt.runs import DEFAULTS, HOME, agent, load
from phaselint.dialects.climpt.analysis.facts import ClimptFacts
from phaselint_rules.climpt import needs

if TYPE_CHECKING:
    from collections.abc import Mapping

AGENT = f"{HOME}/agent.json"
REGISTRY = f"{HOME}/steps_registry.json"
KNOWN = sorted(
    {
        *(name for value in vars(needs).values() if isinstance(value, tuple) for name in value),
        *("prompt_files_known", "patterns_known"),
    }
)


def facts(files: Mapping[str, str]) -> ClimptFacts:
    return ClimptFacts(load(files), DEFAULTS, 1000)


def unknown(files: Mapping[str, str]) -> set[str]:
    """What is not known of an agent."""
    found = facts(files)
    known = {name: getattr(found, name) for name in KNOWN}
    return {name for name, value in known.items() if not value and value is not None}


def test_of_a_sound_agent_everything_is_known() -> None:
    assert unknown(agent()) == set()


@pytest.mark.parametrize("text", ["{", '{"behavior": {}}'])
def test_an_agent_that_cannot_be_read_or_is_of_another_release(text: str) -> None:
    found = facts({**agent(), AGENT: text})
    assert not found.has_agent
    assert not found.start_known
    with pytest.raises(LookupError):
        _ = found.agent


def test_a_registry_that_cannot_be_read() -> None:
    lacking = unknown({**agent(), REGISTRY: "{"})
    assert {"registry_read", "validation_read", "steps_known", "graph_known"} <= lacking
    assert "has_agent" not in lacking


def test_without_the_yml_files_prompts_and_patterns_are_not_known() -> None:
    files = {path: text for path, text in agent().items() if not path.endswith(".yml")}
    assert unknown(files) == {"patterns_known", "prompts_known"}
    with pytest.raises(LookupError):
        _ = facts(files).prompt_root


def test_without_a_schema_not_all_are_resolved() -> None:
    files = {path: text for path, text in agent().items() if "/schemas/" not in path}
    assert "all_schemas_resolved" in unknown(files)


def test_a_step_of_the_wrong_form_makes_not_all_sound() -> None:
    files = agent()
    files = {**files, REGISTRY: files[REGISTRY].replace('"c2": "initial"', '"c2": 1')}
    assert unknown(files) == {"all_steps_sound"}
