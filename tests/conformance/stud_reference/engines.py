"""The engines of the reference, for comparing traces with it (reference §5.12).

They run stage objects (§2.8) with a script of their own kind, in which a stage's Act is given
instead of its turns, on a clock of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conformance.stud_reference.act import act
from conformance.stud_reference.approval import decisions
from conformance.stud_reference.cases import check_keys
from conformance.stud_reference.loop import gather
from conformance.stud_reference.stage import (
    LIFECYCLE,
    Bench,
    Manner,
    Signal,
    check,
    stage_run,
)
from conformance.stud_reference.thrown import Thrown

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from conformance.stud_reference.loop import Settled
    from conformance.stud_reference.stage import Execution

    Told = Generator[float, None, dict[str, Any]]

FEWEST = 2
COMPOUND = "compound-1"


def stage_engine(bench: Bench, case: Mapping[str, Any]) -> Told:
    """`runStage`: one stage alone."""
    found = yield from stage_run(bench, case["entry"], bench.ctx, Manner(1), bench.signal)
    bench.done.append(found)
    return {}


def schedule_engine(bench: Bench, case: Mapping[str, Any]) -> Told:
    """`schedule`: depth first over `next`; every stage starts without a context, and no outcome
    is looked at."""
    waiting: list[tuple[str, str | None]] = [(case["entry"], None)]
    while waiting:
        name, parent = waiting.pop()
        found = yield from stage_run(bench, name, {}, Manner(0, parent), bench.signal)
        bench.done.append(found)
        names = found.next.get("stageIds", ())
        if found.next["execution"] == "sequential":
            waiting += ((each, None) for each in reversed(names))
        elif found.next["execution"] == "parallel":
            compound = bench.compound(name)
            runs = [stage_run(bench, each, {}, Manner(0, compound), bench.signal) for each in names]
            settled = yield from gather(runs)
            if any(each.error is not None for each in settled):
                raise Thrown("ExtensionHost", "ParallelSiblingFailure")
            bench.done += (each.value for each in settled if each.value is not None)
            if "join" in found.next:
                waiting.append((found.next["join"], compound))
    return {}


def sequential_engine(bench: Bench, case: Mapping[str, Any]) -> Told:
    """`runSequential`: stages in a given order, up to one that ends the workflow."""
    ctx = bench.ctx
    for name in case.get("order") or list(bench.stages):
        check(bench.signal)
        bench.events.append(f"SessionTurnStart {name}")
        manner = Manner(0, None, False)
        found = yield from stage_run(bench, name, ctx, manner, bench.signal)
        bench.done.append(found)
        bench.events.append(f"SessionTurnEnd {name}")
        if found.next["execution"] == "terminate":
            break
        ctx = {**ctx, "upstream": [found.handed()]}
    return {}


def parallel_engine(bench: Bench, case: Mapping[str, Any]) -> Told:
    """`runParallel` and `runJoin`: siblings side by side, then the join with their results."""
    names = list(case.get("siblings") or ())
    if len(names) < FEWEST:
        raise Thrown("ExtensionHost", "InvalidParallelPlan")
    check(bench.signal)
    group = Signal(bench.signal)
    manner = Manner(0, COMPOUND, False)
    runs = [stage_run(bench, name, bench.ctx, manner, group) for name in names]

    def settle(each: Settled[Execution]) -> None:
        if _failed(each):
            group.abort()

    settled = yield from gather(runs, settle)
    check(bench.signal)
    failed = min((each for each in settled if _failed(each)), key=_order, default=None)
    if failed is not None:
        name = names[failed.number]
        raise Thrown("ExtensionHost", "ParallelSiblingFailure", failedSibling=name, ready=False)
    results = sorted((each for each in settled if each.value is not None), key=_order)
    bench.done += (each.value for each in results if each.value is not None)
    if not case.get("join"):
        return {"joinReady": True}
    if any(each.outcome != "ok" for each in bench.done):
        raise Thrown("ExtensionHost", "JoinPreconditionViolated", ready=True)
    siblings = {each.stage: each.handed() for each in bench.done}
    ctx = {**bench.ctx, "siblings": siblings}
    joining = Manner(0, COMPOUND)
    found = yield from stage_run(bench, case["join"], ctx, joining, bench.signal)
    if found.outcome == "fail":
        raise Thrown(*LIFECYCLE, ready=True)
    bench.done.append(found)
    return {"joinReady": True, "joinCtxKeys": sorted(ctx), "joinSiblings": list(siblings)}


def _failed(each: Settled[Execution]) -> bool:
    """Whether a sibling failed. The first that did so is the one that aborted the others."""
    return each.error is not None or (each.value is not None and each.value.outcome == "fail")


def _order(each: Settled[Execution]) -> int:
    return each.order


# --- cases --------------------------------------------------------------------------------------

_ENGINES = {
    "stage": stage_engine,
    "schedule": schedule_engine,
    "sequential": sequential_engine,
    "parallel-join": parallel_engine,
}


def run_case(case: Mapping[str, Any]) -> dict[str, Any]:
    """Run a case of the reference's kind (§5.13): its `engine` on its `stages`.

    What comes back is the outcome, the error if there is one, and what the engine writes down.
    Raises UnknownKey where the case has a key that its engine does not read.
    """
    check_keys(case)
    engine = case["engine"]
    if engine == "approval":
        return {"outcome": "completed", "decisions": decisions(case.get("calls") or ())}
    if engine == "act":
        return {"outcome": "completed", "act": act(case)}
    bench = Bench(case)
    if case.get("aborted"):
        bench.signal.abort()
    (settled,) = _to_the_end(gather([_ENGINES[engine](bench, case)]))
    told: dict[str, Any] = {"outcome": "completed"}
    if settled.error is not None:
        told = _failure(settled.error, engine)
    return {
        **told,
        **(settled.value or {}),
        "executions": [each.as_json() for each in bench.done],
        "events": bench.events,
        "acts": bench.acts,
    }


def _to_the_end(
    going: Generator[float, None, list[Settled[dict[str, Any]]]],
) -> list[Settled[dict[str, Any]]]:
    """What a generator returns; its waiting is on a clock of its own."""
    while True:
        try:
            next(going)
        except StopIteration as over:
            found: list[Settled[dict[str, Any]]] = over.value
            return found


def _failure(error: Thrown, engine: str) -> dict[str, Any]:
    """The outcome of a run that threw. The engines of turns name what they wrap."""
    code = error.code
    if error.kind == "Cancellation" and engine in ("sequential", "parallel-join"):
        code = "TurnCancelled"
    more = {key: value for key, value in error.more.items() if key != "ready"}
    told: dict[str, Any] = {
        "outcome": "cancelled" if error.kind == "Cancellation" else "error",
        "error": {"class": error.kind, "code": code, **more},
    }
    return {**told, "joinReady": error.more["ready"]} if "ready" in error.more else told
