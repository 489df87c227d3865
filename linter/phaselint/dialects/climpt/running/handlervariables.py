"""The variables that a verdict handler fills into the prompt that it lends to closure steps
(reference §4.7; 1.14 §4.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import harmless
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.promptvariables import common_variables, with_inputs
from phaselint.dialects.climpt.running.verdicthandlers import (
    COMPOSITE,
    handler_of,
    keyword,
    most_checks,
    most_iterations,
)
from phaselint.javascript.texts import json_of, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.running.session import State


def handler_variables(state: State) -> dict[str, str] | Failure:
    """The variables of such a prompt: those of the closure step, overridden by those of the
    handler."""
    found = with_inputs(common_variables(state.law, state.n), state.at, state.context)
    return found if isinstance(found, Failure) else {**found, **_handler_values(state)}


def _handler_values(state: State) -> dict[str, str]:
    """The variables of the handler, by the verdict type. Its iteration count lags."""
    law, passed = state.law, state.n - 1
    kind, config = handler_of(law)
    found = {"iteration": str(passed), "previous_summary": harmless(state.summary)}
    own: Mapping[str, Any] = {}
    if kind == "count:iteration":
        most = most_iterations(law)
        own = {"max_iterations": most, "remaining": most - passed}
    elif kind == "poll:state" and law.agent.verdict != COMPOSITE:
        own = {"max_iterations": law.most, "remaining": max(0, law.most - passed)}
    elif kind == "detect:keyword":
        own = {"completion_keyword": keyword(config)}
    elif kind == "count:check":
        checks = 0 if law.agent.verdict == COMPOSITE else state.checks
        most = most_checks(config)
        own = {"check_count": checks, "max_checks": most, "remaining": most - checks}
    elif kind == "detect:structured":
        fields = config.get("requiredFields")
        own = {
            "signal_type": config.get("signalType"),
            "required_fields": json_of({} if fields is None else fields),
        }
    return found | {name: text_of(value) for name, value in own.items() if value is not None}
