"""Prompts of a run as release 1.13 finds them (reference §4.6, §4.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.prompts import built

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.model import Registry
    from phaselint.dialects.climpt.running.session import Law, State

_SUFFIXES: Mapping[str, str] = {
    "poll:state": "polling",
    "count:iteration": "iteration",
    "count:check": "check",
    "detect:keyword": "keyword",
    "detect:structured": "structured",
}
"""Verdict type → the name of the handler's continuation if no entry names one."""


def resolves(registry: Registry) -> bool:
    """Whether any step has a kind: in other registries no step has a prompt."""
    return any(step.kind_key for step in registry.steps.values())


def handler_prompt(state: State) -> str | Failure:
    """The prompt of the verdict handler's continuation, sent if a closure step has none."""
    name = handler_step(state.law)
    step = state.law.registry.steps.get(name)
    if step is None:
        return Failure("PR-RESOLVE-001", f'Unknown step ID "{name}" in steps_registry.')
    from phaselint.dialects.climpt.running.handlervariables import handler_variables

    variables = handler_variables(state)
    return variables if isinstance(variables, Failure) else built(state.law, step, variables)


def handler_step(law: Law) -> str:
    """The step whose prompt the verdict handler sends; `entryStep` of the registry counts for a
    graph only."""
    registry, verdict = law.registry, law.agent.verdict
    if verdict == "detect:graph":
        configured = law.config.get("entryStep")
        return configured if isinstance(configured, str) else registry.entry_step
    entry = (registry.mapping or {}).get(verdict)
    if not entry:
        return f"continuation.{_SUFFIXES.get(verdict, 'default')}"
    return f"continuation.{entry.partition('.')[2]}"
