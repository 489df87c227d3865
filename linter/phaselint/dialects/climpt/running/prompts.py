"""The prompt of an iteration, whole (reference §4.6, §4.7)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.reading.values import unsafe
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.promptlibrary import NO_PROMPT, prompt_of
from phaselint.dialects.climpt.running.promptvariables import (
    closure_variables,
    flow_variables,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.running.session import Law, State

NO_LIBRARY = "PR-C3L-003"
"""The reason if no step of a registry has its own prompt."""

_PLACEHOLDER = re.compile(r"\{uv-([A-Za-z0-9_-]+)\}")
_WORD = r"[A-Za-z0-9_]+"


def flow_prompt(state: State) -> str | Failure:
    """The prompt of a step of the flow."""
    return _found(state, flow_variables(state, state.at), state.pending)


def closure_prompt(state: State) -> str | Failure:
    """The prompt of a closure step, in the form for the repeat before it, or else for the closing
    action."""
    agent = state.law.agent
    action = agent.closure_action if agent.github else ""
    adaptation = "" if action == "close" else action
    return _found(state, closure_variables(state, state.at), state.pending or adaptation)


def _found(
    state: State, variables: dict[str, str] | Failure, adaptation: str = ""
) -> str | Failure:
    """The prompt of the current step of a run; missing inputs are reported first."""
    if isinstance(variables, Failure):
        return variables
    if not state.law.release.resolves(state.law.registry):
        return Failure(NO_LIBRARY, f"no C3L prompt found for step `{state.step}`")
    law, step = state.law, state.at
    key = ("prompt", step.key, adaptation, *variables.items())
    return law.once(key, lambda: built(law, step, variables, adaptation))


def built(
    law: Law, step: Step, variables: Mapping[str, str], adaptation: str = ""
) -> str | Failure:
    """The prompt of a step with its variables filled in."""
    for name, value in variables.items():
        if unsafe(value):
            return Failure(NO_PROMPT, f"shell characters in the variable `{name}`")
    text = prompt_of(law.library, step, adaptation)
    return text if isinstance(text, Failure) else _filled(text, step, variables)


def _filled(text: str, step: Step, variables: Mapping[str, str]) -> str | Failure:
    for declared in step.variables:
        name = declared.removeprefix("uv-")
        if not variables.get(name):
            return Failure("PR-RESOLVE-003", f"variable `{name}` of step `{step.key}` is missing")
    if step.uses_stdin:
        return Failure("PR-RESOLVE-004", f"step `{step.key}` uses an input that is never supplied")
    for name in _PLACEHOLDER.findall(text):
        if name not in variables and re.fullmatch(_WORD, name):
            return Failure("PR-RESOLVE-005", f"variable `{name}` of step `{step.key}` is unknown")
    filled = _PLACEHOLDER.sub(lambda found: variables.get(found[1], found[0]), text)
    return filled.replace("{input_text}", "")


def system_prompt(law: Law) -> str | Failure:
    """The system prompt; all placeholders but two stay unchanged."""
    if law.library.system is None:
        return Failure("PR-SYSTEM-002", f"system prompt `{law.agent.system_prompt}` not found")
    given = {"agent_name": law.agent.name, "verdict_criteria": f"({law.agent.verdict})"}
    return _PLACEHOLDER.sub(lambda found: given.get(found[1], found[0]), law.library.system)
