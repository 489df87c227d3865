"""The variables of a prompt, in their four channels (reference §4.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import ABSENT, harmless
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.javascript.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import Input, Step
    from phaselint.dialects.climpt.running.session import Law, State


RUNTIME_NAMES = (
    *("iteration", "completed_iterations", "completion_keyword", "max_iterations"),
    *("remaining", "previous_summary", "check_count", "max_checks"),
)
"""The variables that a run itself supplies."""

NO_INPUT = "AGENT_QUERY_ERROR"
"""The error of a run if an input has no value but needs one."""


def flow_variables(state: State, step: Step) -> dict[str, str] | Failure:
    """What the prompt of a step of the flow can use: all four channels."""
    found = {**common_variables(state.law, state.n), **loop_variables(state, state.n)}
    return with_inputs(found, step, state.context)


def closure_variables(state: State, step: Step) -> dict[str, str] | Failure:
    """What a closure step's prompt can use: not what only the flow loop knows."""
    return with_inputs(common_variables(state.law, state.n), step, state.context)


def common_variables(law: Law, n: int) -> dict[str, str]:
    """Channels 1 and 2: arguments, and what the verdict handler counts."""
    found = {name: text_of(value) for name, value in law.args.items() if value is not None}
    found["iteration"] = str(n)
    if n > 1:
        found["completed_iterations"] = str(n - 1)
    keyword = law.config.get("verdictKeyword")
    return found | ({"completion_keyword": text_of(keyword)} if keyword else {})


def loop_variables(state: State, n: int) -> dict[str, str]:
    """Channel 3: what the flow loop adds."""
    law = state.law
    found = {"max_iterations": str(law.most), "remaining": str(max(0, law.most - n))}
    checks = law.config.get("maxChecks")
    if checks:
        found |= {"max_checks": text_of(checks), "check_count": str(n)}
    return found | {"previous_summary": harmless(state.summary)}


def with_inputs(
    found: dict[str, str], step: Step, context: Mapping[str, Mapping[str, Any]]
) -> dict[str, str] | Failure:
    """Channel 4: what earlier steps left behind; existing names stay unchanged."""
    for wanted in step.inputs:
        taken = _taken(wanted, context)
        if isinstance(taken, Failure):
            return taken
        name, value = taken
        if value is ABSENT and wanted.required:
            reason = f"required input `{wanted.name}` not found from `{wanted.source}`"
            return Failure(NO_INPUT, reason)
        if value is not ABSENT:
            found.setdefault(name, text_of(value))
    return found


def _taken(wanted: Input, context: Mapping[str, Mapping[str, Any]]) -> tuple[str, Any] | Failure:
    """The name of an input's variable, and its value, or else its default, or else ABSENT; null is
    a value like any other."""
    default = wanted.default if wanted.has_default else ABSENT
    if not wanted.source:
        return wanted.name, default
    source, dot, key = wanted.source.rpartition(".")
    if not dot or not source:
        return Failure(NO_INPUT, f"malformed input `{wanted.source}`")
    value = context.get(source, {}).get(key, default)
    return f"{source.replace('.', '_')}_{key}", value
