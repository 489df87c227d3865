"""The main loop of a run, one answer at a time (reference §5.2, §5.5, §5.6, §5.10–5.13).

Functions take a state and the list to which they append events, and give the state that follows.
Between questions the run goes on by itself: failed `requires`, the only path, a dry run.

With documented semantics (§6): row 1, a failed gate halts the run, unless a conditional edge is
live, whose conditions the router is then asked, and no answer but these leads on; row 2, the
router sees status and errors; row 5, a node none of whose skills is known runs without them;
row 6, an empty wildcard satisfies `output_required`.
"""

from __future__ import annotations

from phaselint.dialects.records import Outcome
from phaselint.dialects.sweny.running.events import answer_data, emit, emit_later, thrown, warn
from phaselint.dialects.sweny.running.found_once import once
from phaselint.dialects.sweny.running.gates import (
    PatternTimeout,
    Verdict,
    by_function,
    failed,
    missing_fields,
    unmet,
)
from phaselint.dialects.sweny.running.judges import preamble, read_verdict, reflects, unreadable
from phaselint.dialects.sweny.running.plausible import impossible_calls
from phaselint.dialects.sweny.running.prompts import unmatched
from phaselint.dialects.sweny.running.questions import (
    failures_of,
    node_of,
    run_question,
    side_question,
)
from phaselint.dialects.sweny.running.results import Ran, Result, Said, Threw
from phaselint.dialects.sweny.running.session import (
    Attempted,
    Calls,
    Entered,
    Log,
    Pending,
    Visits,
    gate_context,
)
from phaselint.dialects.sweny.running.steps import advance, finish, finished, take_route
from phaselint.dialects.sweny.running.toolbox import guidance_of, tools_of
from phaselint.dialects.sweny.running.weighing import weighed
from phaselint.javascript.spaces import trim
from phaselint.javascript.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.events import Events
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.session import Law, State, Waiting

STEP_BUDGET = "step budget"
PATTERN_DEADLINE = "pattern deadline"
MOST_SILENT = 1_000
"""Visits in a row that ask nothing, after which a run is ended whatever its budget is; in a
larger workflow, those that walk it twice."""

SKIPPED = "requires not met:"
"""How the text of an unmet `requires` begins for a node that is skipped."""


def answered(state: State, answer: Answer, events: Events) -> State:
    """Take an answer to the pending question, and go on to the next one."""
    pending = state.pending
    if pending is None:
        return state
    try:
        state = _TAKERS[pending.kind](state, pending, answer, events)
    except PatternTimeout as timeout:
        return _untold(state, timeout)
    return proceed(state, events)


def proceed(state: State, events: Events) -> State:
    """Visit nodes until there is a question or the end.

    A cycle of nodes whose `requires` fails asks nothing. Without bounds nothing changes
    once it has been walked twice; with bounds it can end after very many visits.
    """
    law = state.law
    most = 2 * len(law.workflow.nodes) + 1
    if not law.unbounded:
        most = max(most, MOST_SILENT)
    try:
        while state.ended is None and state.pending is None:
            most -= 1
            state = _enter(state, events) if most >= 0 else _over_budget(state)
    except PatternTimeout as timeout:
        return _untold(state, timeout)
    return state


def _untold(state: State, timeout: PatternTimeout) -> State:
    """The end where it cannot be told whether a pattern matches."""
    error = f"pattern not matched before the deadline: {timeout}"
    return state._replace(pending=None, ended=Outcome("limit", PATTERN_DEADLINE), error=error)


# --- a visit begins -----------------------------------------------------------------------------


def _enter(state: State, events: Events) -> State:
    law, name, steps = state.law, state.node, state.steps + 1
    if law.max_steps is not None and steps > law.max_steps:
        return _over_budget(state._replace(steps=steps))
    log = Log(Entered(name), state.log)
    state = state._replace(log=log, steps=steps, visits=Visits(name, state.visits))
    node = law.workflow.nodes.get(name)
    if node is None:  # an inherited name passes for a node until its instruction is read
        return thrown(state, "TypeError: Cannot read properties of undefined (reading 'content')")
    instruction = law.texts[f"nodes.{name}.instruction"]
    emit(events, state, "node:enter", node=name, instruction=instruction)
    tools, strange = _tools_at(law, node)
    for each in strange:
        problem = f"  tools filter: '{each}' does not match any tool resolved for node '{name}'"
        warn(events, state, problem)
    if node.skills and not tools and not _is_served(law, node):
        problem = (
            f'Node "{name}" requires skills [{", ".join(node.skills)}] but none are configured. '
            "Set the required environment variables and try again."
        )
        if not law.documented:
            return thrown(state, f"Error: {problem}")
        warn(events, state, problem)
    why = "" if node.requires is None else unmet(node.requires, gate_context(state), law.rules)
    return _unmet(state, node, why, events) if why else state._replace(pending=Pending("run"))


def _tools_at(law: Law, node: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tools of a node's skills, and the entries of its filter that name none of them: found out
    once for the same skills, where answers are kept."""
    return once(law.book, ("tools", node.id), law.skills, _resolved, law, node)


def _resolved(law: Law, node: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
    tools = tools_of(law.skills, node.skills)
    return tools, unmatched(node, tools)


def _is_served(law: Law, node: Node) -> bool:
    """Whether a skill of a node gives it something other than tools: guidance, or a connected
    server (§5.2, §11.5)."""
    skills = [law.skills[name] for name in node.skills if name in law.skills]
    connected = law.conduct.connects and any(skill.server for skill in skills)
    return connected or bool(guidance_of(law.skills, node.skills))


def _over_budget(state: State) -> State:
    error = (
        f"Error: step budget exceeded: workflow '{state.law.workflow.id}' ran {state.steps} steps "
        f"(max_steps: {state.law.max_steps}). This usually means an unbounded cycle, e.g. a "
        "back-edge with no 'max_iterations' or a route that keeps looping. Add 'max_iterations' "
        "to the offending edge or raise 'max_steps' if the workflow legitimately needs more steps."
    )
    return state._replace(ended=Outcome("limit", STEP_BUDGET), error=error)


def _unmet(state: State, node: Node, why: str, events: Events) -> State:
    """The end of a visit whose `requires` does not hold."""
    skips = node.requires is not None and node.requires.on_fail == "skip"
    if skips:
        reason = SKIPPED + why.partition(":")[2]
        result = Result("skipped", {"skipped_reason": reason})
    else:
        result = Result("failed", {"error": why})
    state = finished(state, result, None, events)
    warn(events, state, f"  requires {'skipped' if skips else 'failed'}: {why}")
    return advance(state, events, gate_failed=not skips)


# --- the model has run --------------------------------------------------------------------------


def _take_run(state: State, pending: Pending, answer: Any, events: Events) -> State:
    """The result of a model run, and the gate after it (§5.6)."""
    run, evaluate, ask = state.calls
    state = state._replace(calls=Calls(run + 1, evaluate, ask))
    asking = state
    told = {"answer": answer_data(answer)} if isinstance(answer, Ran) and answer.calls else None
    emit_later(
        events,
        state,
        "model:run",
        lambda: {**run_question(asking), "answer": answer_data(answer)},
        told,
    )
    if isinstance(answer, Threw):
        return thrown(state, f"Error: {answer.text}")
    node = node_of(state)
    for number, tool, why in impossible_calls(state.law.skills, node, answer.calls):
        doubt = {
            "at": ["toolCalls", number, "tool"],
            "message": f"the model can't call `{tool}` in `{node.id}`: {why}",
        }
        emit(events, state, "tool:impossible", node=node.id, tool=tool, doubts=[doubt])
    result = Result(answer.status, answer.data, answer.calls)
    if result.status != "success":
        return _agent_failed(state, node, result, events)
    missing = missing_fields(node.required, result.data)
    if missing:
        lacking = (Verdict("output_required", "value", False, missing),)
        return _gate_failed(state, result._replace(evals=lacking), missing, events)
    return _evaluate(state, pending._replace(result=result), events)


def _agent_failed(state: State, node: Node, result: Result, events: Events) -> State:
    """The end of a visit whose model run did not succeed: no gate is asked (§5.11)."""
    if result.status == "failed" and node.fail_soft:
        error = result.data.get("error")
        why = "unknown error" if error is None else text_of(error)
        warn(events, state, f"  fail_soft: node failed ({why}); continuing with partial output")
        result = result._replace(status="success", data={**result.data, "fail_soft": True})
    return finish(state, result, events)


def _evaluate(state: State, pending: Pending, events: Events) -> State:
    """Ask the evaluators that are left, in order and without a short cut; a judge is a question."""
    node, result, verdicts = node_of(state), pending.result, pending.verdicts
    for number, evaluator in enumerate(node.evals[len(verdicts) :], len(verdicts)):
        if evaluator.kind == "judge":
            return state._replace(pending=pending._replace(kind="judge", verdicts=verdicts))
        if evaluator.kind == "value":
            verdicts = (*verdicts, weighed(node, number, result.data, state.law))
        else:
            verdicts = (*verdicts, by_function(evaluator, result.calls, state.law.rules))
    if node.evals and node.eval_policy not in ("", "all_pass"):
        problem = (
            f"eval_policy '{node.eval_policy}' is reserved in v1.0 but not yet implemented; "
            "use 'all_pass' (default) for v1.0 workflows"
        )
        return thrown(state, f"Error: {problem}")
    result, error = result._replace(evals=verdicts), failed(verdicts)
    return _gate_failed(state, result, error, events) if error else finish(state, result, events)


def _take_judge(state: State, pending: Pending, answer: Any, events: Events) -> State:
    """A judge's answer; one without a marker, or none, gets a second call (§5.9)."""
    evaluator = node_of(state).evals[len(pending.verdicts)]
    state = _asked(state, answer, events)
    verdict = read_verdict(evaluator, answer.text) if isinstance(answer, Said) else None
    if verdict is None and not pending.again:
        return state._replace(pending=pending._replace(again=True))
    verdicts = (*pending.verdicts, verdict or unreadable(evaluator))
    return _evaluate(state, pending._replace(verdicts=verdicts, again=False), events)


# --- a gate fails -------------------------------------------------------------------------------


def _gate_failed(state: State, result: Result, error: str, events: Events) -> State:
    """A failed attempt: the end of the visit, or what comes before the next attempt (§5.10)."""
    result = result._replace(status="failed", data={**result.data, "error": error})
    retry = node_of(state).retry
    attempt = state.pending.attempt if state.pending else 0
    if retry is None or attempt >= retry.max:
        warn(events, state, f"  eval failed: {error}")
        return finish(state, result, events, gate_failed=True)
    warn(events, state, f"  eval failed (attempt {attempt + 1}/{retry.max + 1}): {error}")
    state = state._replace(log=Log(Attempted(state.node, "failed", attempt), state.log))
    pending = Pending("reflect", attempt, result=result)
    if reflects(retry):
        return state._replace(pending=pending)
    return _retry(state, pending, "", events)


def _take_reflection(state: State, pending: Pending, answer: Any, events: Events) -> State:
    """The answer to a reflection; an empty one, or none, gives the default preamble (§5.10)."""
    state = _asked(state, answer, events)
    diagnosis = answer.text if isinstance(answer, Said) else ""
    if isinstance(answer, Threw):
        problem = f"Retry reflection threw: {answer.text}"
        warn(events, state, f"{problem}; falling back to default preamble.")
    elif not trim(diagnosis):
        problem = "Retry reflection returned empty response"
        warn(events, state, f"{problem}; falling back to default preamble.")
    return _retry(state, pending, diagnosis, events)


def _retry(state: State, pending: Pending, diagnosis: str, events: Events) -> State:
    retry = node_of(state).retry
    assert retry is not None  # else nothing would be retried
    attempt, result = pending.attempt + 1, pending.result
    before = preamble(retry, failures_of(result), diagnosis)
    emit(
        events,
        state,
        "node:retry",
        node=state.node,
        attempt=attempt,
        reason=result.data["error"],
        preamble=before,
    )
    steps, most = state.steps + state.law.conduct.retry_steps, state.law.max_steps
    state = state._replace(steps=steps, pending=Pending("run", attempt, before))
    if most is not None and steps > most:
        return _over_budget(state._replace(pending=None))
    return state


def _asked(state: State, answer: Answer, events: Events) -> State:
    emit_later(
        events, state, "model:ask", lambda: {**side_question(state), "answer": answer_data(answer)}
    )
    run, evaluate, ask = state.calls
    return state._replace(calls=Calls(run, evaluate, ask + 1))


_TAKERS: Mapping[Waiting, Callable[[State, Pending, Any, Events], State]] = {
    "run": _take_run,
    "judge": _take_judge,
    "reflect": _take_reflection,
    "route": take_route,
}
