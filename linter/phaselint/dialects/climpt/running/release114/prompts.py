"""Prompts of a run as release 1.14 finds them (1.14 §4.2, §4.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import harmless
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.prompts import built
from phaselint.dialects.climpt.running.promptvariables import common_variables, with_inputs
from phaselint.dialects.climpt.running.verdicthandlers import keyword, most_checks
from phaselint.javascript.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import Registry
    from phaselint.dialects.climpt.running.session import Law, State


def resolves(registry: Registry) -> bool:
    """Whether any step is of another kind than closure: in other registries the handler sends
    every prompt."""
    return any(step.kind != "closure" for step in registry.steps.values())


def handler_prompt(state: State) -> str | Failure:
    """The prompt of the step that lends its own to closing steps."""
    name = lender(state.law)
    step = state.law.registry.steps.get(name)
    if step is None:
        return Failure("PR-RESOLVE-001", f'Unknown step ID "{name}" in steps_registry.')
    taken = with_inputs(common_variables(state.law, state.n), state.at, state.context)
    if isinstance(taken, Failure):
        return taken
    return built(state.law, step, {**taken, **_told(state)})


def lender(law: Law) -> str:
    """The step whose prompt the verdict handler sends; for a graph its own entry step."""
    registry, verdict = law.registry, law.agent.verdict
    if verdict == "detect:graph":
        configured = law.config.get("entryStep")
        return configured if isinstance(configured, str) else registry.entry_step
    return registry.lent.get(verdict, "")


def _told(state: State) -> dict[str, str]:
    """What the handler tells besides, by the verdict type. Its count of iterations lags."""
    law, passed = state.law, state.n - 1
    found = {"iteration": str(passed), "previous_summary": harmless(state.summary)}
    own: Mapping[str, Any] = {}
    if law.agent.verdict in ("count:iteration", "poll:state"):
        own = {"max_iterations": law.most, "remaining": law.most - passed}
    elif law.agent.verdict == "detect:keyword":
        own = {"completion_keyword": keyword(law)}
    elif law.agent.verdict == "count:check":
        most = most_checks(law)
        own = {"check_count": state.checks, "max_checks": most, "remaining": most - state.checks}
    elif law.agent.verdict == "detect:structured":
        names = {"signal_type": "signalType", "required_fields": "requiredFields"}
        own = {name: law.config[key] for name, key in names.items() if key in law.config}
    return found | {name: text_of(value) for name, value in own.items() if value is not None}
