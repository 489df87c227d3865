"""agent.json → typed data (reference §2.9).

Malformed values are left out: the shape pass reports them.
"""

from __future__ import annotations

from phaselint.dialects.climpt.model import Agent, Parameter
from phaselint.dialects.climpt.reading.stepentries import texts
from phaselint.dialects.shape import string_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

DEFAULT_VERDICT = "count:iteration"
"""The verdict type where an agent names none."""


def read_agent(file: str, value: Any, base: Pointer = ()) -> Agent:
    """The agent of a file, as far as it is well formed."""
    runner = mapping_at(value, "runner")
    flow, verdict = mapping_at(runner, "flow"), mapping_at(runner, "verdict")
    boundaries = mapping_at(runner, "boundaries")
    github = mapping_at(mapping_at(runner, "integrations"), "github")
    config = verdict.get("config")
    return Agent(
        file,
        name=string_at(value, "name") if isinstance(value, dict) else "",
        parameters=dict(_read_parameters(mapping_at(value, "parameters"), base)),
        system_prompt=string_at(flow, "systemPromptPath"),
        registry=string_at(mapping_at(flow, "prompts"), "registry"),
        verdict=string_at(verdict, "type") if "type" in verdict else DEFAULT_VERDICT,
        config=config if isinstance(config, dict) else None,
        tools=texts(boundaries["allowedTools"]) if "allowedTools" in boundaries else None,
        permission_mode=string_at(boundaries, "permissionMode"),
        github=github.get("enabled") is not False,
        closure_action=string_at(github, "defaultClosureAction"),
        base=base,
    )


def mapping_at(value: Any, key: str) -> Mapping[str, Any]:
    """The mapping at a key of a mapping; empty when there is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def _read_parameters(
    parameters: Mapping[str, Any], base: Pointer
) -> Iterator[tuple[str, Parameter]]:
    for name, value in parameters.items():
        if isinstance(value, dict):
            yield (
                name,
                Parameter(
                    name,
                    (*base, "parameters", name),
                    type=string_at(value, "type"),
                    cli=string_at(value, "cli"),
                    required=value.get("required") is True,
                    has_default="default" in value,
                    default=value.get("default"),
                    validated="validation" in value,
                ),
            )
