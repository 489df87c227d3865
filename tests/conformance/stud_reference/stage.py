"""A stage as the reference runs it, and what its engines share (reference §5.12).

A stage is a generator that gives way after the lines it writes, so that several of them run as
the reference's event loop runs them, and what is aborted is aborted where it would be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conformance.stud_reference.loop import TICK
from conformance.stud_reference.thrown import Thrown
from phaselint.dialects.stud.reading.placeholders import render
from phaselint.dialects.stud.running.setup import nth
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    Going = Generator[float, None, "Execution"]

PHASES = ("Setup", "Init", "CheckGate", "Act", "Assert", "Exit", "Next")
GATED = ("retry", "skip")
"""What a gate may say besides `proceed`; it is then the outcome of the stage."""

MOST = 50
SESSION = "session-1"
TYPED = ("Validation", "Cancellation", "ExtensionHost")
"""The classes of errors that phases hand on as they are."""

LIFECYCLE = ("ExtensionHost", "LifecycleFailure")


class Execution(NamedTuple):
    """The result of a stage that has run to its end."""

    stage: str
    attempt: int
    outcome: str
    cap_hit: bool
    next: Mapping[str, Any]
    parent: str | None = None
    transcript: Mapping[str, Any] = {}

    def handed(self) -> dict[str, Any]:
        """The result as other stages are given it, with the transcript."""
        id = {"sessionId": SESSION, "stageId": self.stage, "attempt": self.attempt}
        return {
            "id": id if self.parent is None else {**id, "parentCompoundTurnId": self.parent},
            "capHit": self.cap_hit,
            "assertOutcome": self.outcome,
            "nextResult": dict(self.next),
            "transcript": dict(self.transcript),
        }

    def as_json(self) -> dict[str, Any]:
        """The result as the reference gives it, without the transcript."""
        found = {
            "stageId": self.stage,
            "attempt": self.attempt,
            "assertOutcome": self.outcome,
            "capHit": self.cap_hit,
            "next": dict(self.next),
        }
        return found if self.parent is None else {**found, "parent": self.parent}


class Signal:
    """Whether a run, or a part of it, has been aborted."""

    def __init__(self, above: Signal | None = None) -> None:
        self._above = above
        self._set = False

    def abort(self) -> None:
        """Abort what listens to this signal."""
        self._set = True

    @property
    def aborted(self) -> bool:
        """Whether this signal or one above it says so."""
        return self._set or (self._above is not None and self._above.aborted)


class Bench:
    """One run: its stages, its script, and all that it writes down."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.stages = {stage["id"]: stage for stage in case.get("stages", ())}
        self.script: Mapping[str, Any] = case.get("script") or {}
        self.ctx: Mapping[str, Any] = case.get("ctx") or {}
        self.most = case.get("maxStageExecutions", MOST)
        self.signal = Signal()
        self.events: list[str] = []
        self.acts: dict[str, list[dict[str, Any]]] = {}
        self.done: list[Execution] = []
        self._visits: dict[str, int] = {}
        self._compounds = 0

    def visit(self, stage: str) -> int:
        """The number of this visit of a stage, which it counts."""
        if sum(self._visits.values()) >= self.most:
            raise Thrown("x-Harness", "LimitExceeded")
        self._visits[stage] = self._visits.get(stage, 0) + 1
        return self._visits[stage] - 1

    def compound(self, stage: str) -> str:
        """The name of a further fan-out."""
        self._compounds += 1
        return f"{SESSION}:{stage}:compound:{self._compounds - 1}"

    def scripted(self, key: str, stage: str, visit: int) -> Any:
        """What the script says about a stage on a visit; the last entry repeats."""
        said = (self.script.get(key) or {}).get(stage)
        return nth(said, visit) if isinstance(said, list) else said


class Manner(NamedTuple):
    """How an engine runs a stage: the attempt it counts, the fan-out it belongs to, and whether
    the turn ends inside Exit."""

    attempt: int = 0
    parent: str | None = None
    turn_end: bool = True


def stage_run(
    bench: Bench, name: str, ctx: Mapping[str, Any], manner: Manner, signal: Signal
) -> Going:
    """One stage through its seven phases."""
    stage = bench.stages.get(name)
    if stage is None:
        raise Thrown(*LIFECYCLE, stage=name)
    visit = bench.visit(name)
    body = _Body(bench, stage, dict(ctx), visit, signal)
    for phase in PHASES:
        bench.events.append(f"StagePreFired {name} {phase}")
        try:
            yield from body.run(phase)
            if phase == "Exit" and manner.turn_end:
                yield TICK
                bench.events.append(f"SessionTurnEnd {name}")
            check(signal)
            yield TICK
        except Thrown:
            # What a phase throws while the signal is given is a cancellation (§4.1).
            check(signal)
            raise
        finally:
            bench.events.append(f"StagePostFired {name} {phase}")
        yield TICK
    return Execution(
        stage=name,
        attempt=manner.attempt,
        outcome=body.outcome,
        cap_hit=body.cap_hit,
        next=body.next,
        parent=manner.parent,
        transcript={"entries": body.entries, "renderedBody": body.text},
    )


def check(signal: Signal) -> None:
    """Throw where a signal has been given."""
    if signal.aborted:
        raise Thrown("Cancellation", "StageCancelled")


class _Body:
    """What the phases of one stage do."""

    def __init__(
        self,
        bench: Bench,
        stage: Mapping[str, Any],
        ctx: dict[str, Any],
        visit: int,
        signal: Signal,
    ) -> None:
        self.outcome = "proceed"
        self.cap_hit = False
        self.text = ""
        self.next = _next(stage)
        self.entries: list[dict[str, Any]] = []
        self._bench = bench
        self._stage = stage
        self._ctx = ctx
        self._visit = visit
        self._signal = signal

    def run(self, phase: str) -> Generator[float, None, None]:
        """The work of a phase, and its entry in the transcript."""
        detail: dict[str, Any] = dict(self.next)
        if phase == "Setup":
            said = self._said("setup")
            written = said.get("write", said) if isinstance(said, dict) else None
            self._ctx |= written if isinstance(written, dict) else {}
            detail = {"ctx": dict(self._ctx)}
        elif phase == "Init":
            self.text = render(str(self._stage.get("body", "")), self._ctx, {}, False)
            detail = {"renderedBody": self.text}
        elif phase == "CheckGate":
            self.outcome = self._said("gate") or "proceed"
            detail = {"verdict": self.outcome}
        elif phase == "Act" and self.outcome != "proceed":
            detail = {"skipped": True, "because": self.outcome}
        elif phase == "Act":
            yield from self._act()
            detail = {"capHit": self.cap_hit}
        elif phase == "Assert":
            if self.outcome not in GATED:
                self.outcome = self._said("assert") or ("retry" if self.cap_hit else "ok")
            detail = {"assertOutcome": self.outcome}
        elif phase == "Exit":
            detail = {"execution": self.next["execution"]}
        self.entries.append({"phase": phase, "detail": detail})

    def _said(self, key: str) -> Any:
        """What the script says for a phase; it may say that the phase throws."""
        said = self._bench.scripted(key, self._stage["id"], self._visit)
        if isinstance(said, dict) and "throw" in said:
            raise thrown(said["throw"])
        return said

    def _act(self) -> Generator[float, None, None]:
        acts = self._bench.acts.setdefault(self._stage["id"], [])
        acts.append({"renderedBody": self.text})
        said = self._bench.scripted("act", self._stage["id"], self._visit) or {}
        if said.get("delayMs"):
            yield float(said["delayMs"])
        if said.get("abortRun"):
            self._bench.signal.abort()
            check(self._signal)
        if "throw" in said:
            raise thrown(said["throw"])
        self.cap_hit = bool(said.get("capHit"))


def thrown(said: Any) -> Thrown:
    """An error of a phase; one of a class that phases do not know is wrapped."""
    if isinstance(said, dict) and said.get("class") in TYPED and "code" in said:
        return Thrown(str(said["class"]), str(said["code"]))
    return Thrown(*LIFECYCLE)


def _next(stage: Mapping[str, Any]) -> dict[str, Any]:
    """What a stage's `next` comes to: without stages the end."""
    said = stage.get("next") or {}
    keys = ("nextStages", "stages", "stageIds")
    names: Sequence[str] = next((said[key] for key in keys if said.get(key)), [])
    if said.get("execution") == "parallel":
        join = {"join": said["join"]} if said.get("join") is not None else {}
        return {"execution": "parallel", "stageIds": list(names), **join}
    if names:
        return {"execution": "sequential", "stageIds": list(names)}
    return {"execution": "terminate"}
