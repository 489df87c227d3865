"""Proofs of rules about steps without a claim (reference langgraph §5.6, §5.9, §7.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.langgraph.analysis.ways import text_of
from phaselint.executor import claims
from phaselint.executor.explore import explore
from phaselint.executor.proof import OTHERWISE, RunInput, data_of, partly, unproved
from phaselint.executor.soundness.search import settings
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.records import Question
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

LIMIT = "recursion-limit"
COMPLETED = "completed"
LEFT = "cancelled(interrupt)"


def ends_at_the_limit(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """With the limit, no run completes or stops to ask; with the limit needed, a run does that
    otherwise ends at the limit."""
    if not claims.says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    data = data_of(finding)
    limit, enough = int(data["limit"]), int(data["needed"])
    if limit not in (each.limit[0] for each in lab.facts.graph.invocations if each.limit):
        return Proof("unproved", "replay", None, OTHERWISE)
    for given in settings(lab):
        low, high = (_limited(given, each) for each in (limit, enough))
        below = lab.explore(lab.begin(low), limited=True)
        if below.find(_done) is not None:
            return Proof("refuted", "replay", None, "a run completes within the limit")
        above = lab.explore(lab.begin(high), limited=True)
        end = above.find(_done)
        if not below.complete or end is None:
            return unproved("the exploration didn't finish")
        choices = above.run_to(end)
        run = lab.replay(choices, low)
        script = lab.script_of(f"run with a recursion limit of {limit}", run, low)
        return Proof("proved", "replay", script)
    return unproved("no run can be started")


def _done(state: Any) -> bool:
    """Whether a run has completed, or stops to ask."""
    return bool(state.stopped) or str(state.ended) in (COMPLETED, LEFT)


def _limited(given: RunInput, limit: int) -> RunInput:
    return given._replace(options={**given.options, LIMIT: limit})


@by("static+explore")
def fails_under_invoke(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """No run completes without reaching the coroutine function; that it is a coroutine is read from
    the file."""
    if not claims.says_so(lab, finding):
        return Proof("unproved", "static+explore", None, OTHERWISE)
    data = data_of(finding)
    name, router = str(data["node"]), bool(data["router"])
    if not (_is_synchronous(lab, finding, str(data["method"])) and _is_async(lab, name, router)):
        return Proof("unproved", "static+explore", None, OTHERWISE)
    runtime = lab.runtime
    script = None
    for setting in settings(lab):
        start = runtime.relax(lab.begin(setting))
        runs = explore(
            runtime, start, lab.bound, lambda state: not _asks(runtime.asks(state), name, router)
        )
        if runs.find(lambda state: str(state.ended) == COMPLETED) is not None:
            return Proof("refuted", "static+explore", None, "a run completes without the function")
        there = runs.find(lambda state: _asks(runtime.asks(state), name, router))
        if there is None or not runs.complete:
            return Proof("unproved", "static+explore", None, "no run that gets there was found")
        if script is None:
            script = lab.script(f"reach {name}", runs.run_to(there), setting=setting)
    return partly(Proof("proved", "explore", script), "that the function is a coroutine function")


def _is_synchronous(lab: ProofContext[LanggraphFacts], finding: Finding, method: str) -> bool:
    """Whether the call at the place of a finding is of a method that doesn't run coroutines."""
    calls = [each for each in lab.facts.graph.invocations if each.place == finding.place]
    return any(each.method == method and not method.startswith("a") for each in calls)


def _is_async(lab: ProofContext[LanggraphFacts], name: str, router: bool) -> bool:
    """Whether a node, or a router at one, is a coroutine function."""
    graph = lab.facts.graph
    if not router:
        nodes = [each for each in graph.nodes if each.name == name]
        return any(each.function is not None and each.function.is_async for each in nodes)
    branches = [each for each in graph.branches if text_of(each.source) == name]
    return any(each.router is not None and each.router.is_async for each in branches)


def _asks(question: Question | None, name: str, router: bool) -> bool:
    """Whether a node, or a router at it, is asked."""
    if question is None or (question.channel == "route") != router:
        return False
    return question.phase == name or (router and question.phase.startswith(f"{name}/"))
