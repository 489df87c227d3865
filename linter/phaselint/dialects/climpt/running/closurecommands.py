"""Closure steps that run a command instead of the model (reference §4.10)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.reading.extractors import Result
from phaselint.dialects.climpt.reading.values import parsed
from phaselint.dialects.climpt.running.events import emit
from phaselint.dialects.climpt.running.outcomes import close, noted_errors
from phaselint.javascript.spaces import trim
from phaselint.javascript.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import Runner
    from phaselint.dialects.climpt.running.session import Events, State

SHOWN = "(subprocess)"
_CONTEXT = re.compile(r"\$\{context\.([^}]+)\}")


def run_subprocess(state: State, runner: Runner, events: Events) -> State:
    """One iteration of the step; the world supplies the result of the command."""
    state = state.noting(prompt=SHOWN)
    given = {**state.law.payload, **state.law.args}
    names = [name for each in runner.args for name in _CONTEXT.findall(each)]
    unknown = next((name for name in names if given.get(name) is None), None)
    if unknown is not None:
        state = noted_errors(state, f"cannot resolve `${{context.{unknown}}}`")
        return close(state, events, done=False)
    args = [_CONTEXT.sub(lambda found: text_of(given[found[1]]), each) for each in runner.args]
    result, state = state.supplied("subprocess", state.step, Result())
    emit(events, state, "subprocess", command=runner.command, args=args, **result._asdict())
    if result.exit:
        state = noted_errors(state, f"`{runner.command}` ends with status {result.exit}")
        return close(state, events, done=False)
    out = parsed(trim(result.stdout))
    verdict = out.get("verdict") if isinstance(out, dict) else None
    if isinstance(verdict, str) and verdict:
        state = state._replace(verdict=verdict)
    return close(state.noting(boundary_hook=True), events, done=True)
