"""Prompts of a run as release 1.14 finds them (1.14 §4.2, §4.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.handlervariables import handler_variables
from phaselint.dialects.climpt.running.prompts import built

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import Registry
    from phaselint.dialects.climpt.running.session import Law, State


def resolves(registry: Registry) -> bool:
    """Whether any step has a kind other than closure: in other registries the handler sends every
    prompt."""
    return any(step.kind != "closure" for step in registry.steps.values())


def handler_prompt(state: State) -> str | Failure:
    """The prompt of the step that lends its own to closure steps."""
    name = lender(state.law)
    step = state.law.registry.steps.get(name)
    if step is None:
        return Failure("PR-RESOLVE-001", f'Unknown step ID "{name}" in steps_registry.')
    variables = handler_variables(state)
    return variables if isinstance(variables, Failure) else built(state.law, step, variables)


def lender(law: Law) -> str:
    """The step whose prompt the verdict handler sends; for a graph, its own entry step."""
    registry, verdict = law.registry, law.agent.verdict
    if verdict == "detect:graph":
        configured = law.config.get("entryStep")
        return configured if isinstance(configured, str) else registry.entry_step
    return registry.lent.get(verdict, "")
