"""The runtime of a pipeline: one step is one turn of the model (reference §5).

It reads the contract itself and shares nothing with `analysis`, so a proof by execution is
independent of the analysis it confirms.
"""

from __future__ import annotations

from phaselint.dialects.protocol import Runtime
from phaselint.dialects.records import Choice, Event, Question
from phaselint.dialects.stud.running.acceptance import handed
from phaselint.dialects.stud.running.asked import PARSED, sign
from phaselint.dialects.stud.running.beside import beside
from phaselint.dialects.stud.running.elements import elements_of, moves_of
from phaselint.dialects.stud.running.grades import fault_of, foreseen, goes_well, grade_of
from phaselint.dialects.stud.running.memo import Memos
from phaselint.dialects.stud.running.records import Result
from phaselint.dialects.stud.running.relevance import relevance
from phaselint.dialects.stud.running.representatives import representatives
from phaselint.dialects.stud.running.script import read_gate, read_turn, read_verdict, write
from phaselint.dialects.stud.running.session import (
    Entered,
    Rendered,
    Slot,
    State,
    entries,
    waiting_in,
)
from phaselint.dialects.stud.running.start import begin, pipeline_of, refusal, sample
from phaselint.dialects.stud.running.steps import answered
from phaselint.dialects.stud.running.toolcalls import CALL_FAILED, CALLED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act, KnownAct, Order
    from phaselint.dialects.records import Counter, Element, Fault, Grade, OutcomeKind
    from phaselint.dialects.showing import Fact
    from phaselint.dialects.stud.model import StudContract
    from phaselint.dialects.stud.running.memo import Beside
    from phaselint.dialects.stud.running.session import Execution, Law, Todo
    from phaselint.vocabulary.message import Message


COMMON_SIBLINGS = 16
"""Stages that run side by side in a pipeline of common size."""

COMMON_WAITING = 4
"""Stages that wait for their turn in one."""


class StudRuntime(Runtime[State]):
    """The runtime of the stud dialect."""

    unforeseen = "a gate or a cap steps in"
    threads_span_steps = True

    _latest: tuple[StudContract, Memos] | None = None

    def _memos(self, contract: StudContract) -> Memos:
        """The known facts about the stages of a contract, kept for its next run."""
        if self._latest is None or self._latest[0] is not contract:
            self._latest = (contract, Memos())
        return self._latest[1]

    def start(
        self,
        contract: StudContract,
        options: Mapping[str, Any],
        given: Any,
        world: Mapping[str, Any],
    ) -> State:
        """A run before its first question; for `given` and `world` see `script`."""
        return begin(contract, options, given, world, self._memos(contract))

    def sample_input(self, contract: StudContract) -> Mapping[str, Any]:
        """The context names that a run needs, each with a made-up text."""
        return sample(contract)

    def asks(self, state: State) -> Question | None:
        """The stage whose turn it is, or whose gate or assert; none when the run has ended."""
        if state.pending is None:
            return None
        execution = state.current
        visit = execution.visit
        return Question("model" if state.pending == "turn" else "ask", execution.id, visit)

    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """One answer, and everything up to the next question; an ended run stays as it is."""
        events: list[Event] = []
        state = answered(state, choice.value, events)
        return state, tuple(events)

    def summary(self, state: State) -> Mapping[str, Any]:
        """The stages in the order of entry, the results in that of Exit, the rendered bodies,
        what was written into the slot, and the error."""
        log = entries(state.log)
        bodies: dict[str, list[str]] = {}
        for entry in log:
            if isinstance(entry, Rendered):
                bodies.setdefault(entry.stage, []).append(entry.text)
        return {
            "phases_visited": [entry.stage for entry in log if isinstance(entry, Entered)],
            "executions": state.executed,
            "results": [
                {"stage": entry.stage, **entry.as_json()}
                for entry in log
                if isinstance(entry, Result)
            ],
            "renderedBodies": bodies,
            "slots": [entry._asdict() for entry in log if isinstance(entry, Slot)],
            "error": state.failure.as_json() if state.failure else None,
        }

    def weight(self, state: State) -> int:
        """The more siblings run, and stages wait, the more a step is: states are told apart by
        all of them."""
        waiting = sum(1 for _ in waiting_in(state.todo))
        return 1 + len(state.running) // COMMON_SIBLINGS + waiting // COMMON_WAITING

    def key(self, state: State) -> Hashable:
        """What runs and what is still to run, with the parts of results that anything looks at;
        the number of executions where it bounds the run."""
        return _key(state)

    def act_key(self, state: State) -> Hashable:
        """The same, with how many turns were taken and whether the cap was hit: acts depend on
        that, whatever looks at it."""
        return _key(state, turns=True)

    def relax(self, state: State) -> State:
        """The same run without the limit of stage executions, the only run-wide one."""
        return state._replace(law=state.law._replace(most=None))

    limit_ends = frozenset(("limit",))

    def ended_by_limits(self, acts: Sequence[Act]) -> frozenset[OutcomeKind]:
        """The limit of stage executions is looked at where a stage is entered."""
        return self.limit_ends if any(act.verb == "enter" for act in acts) else frozenset()

    def choices(self, state: State) -> Sequence[Choice]:
        """Answers that together lead wherever any answer could; see `representatives`."""
        return representatives(state)

    def acts(self, events: Sequence[Event]) -> Sequence[Act]:
        """Stages entered and completed, ways taken, tools called; see `acts`."""
        from phaselint.dialects.stud.running.acts import acts

        return tuple(acts(events))

    units = ("stage executions", "model calls", "tool calls")

    def costs(
        self,
        before: State,
        choice: Choice,
        after: State,
        events: Sequence[Event],
    ) -> Sequence[int]:
        """Stages that began to run, turns of a model, and calls of tools."""
        calls = sum(event.kind in (CALLED, CALL_FAILED) for event in events)
        return (after.executed - before.executed, int(choice.decider == "model"), calls)

    def begun_costs(self, state: State) -> Sequence[int]:
        """The stages that run from the beginning."""
        return (state.executed, 0, 0)

    counts_apart = True

    def cost_limits(self, state: State) -> Mapping[str, int]:
        """The limit of stage executions."""
        return {} if state.law.most is None else {"stage executions": state.law.most}

    def known_acts(self, contract: StudContract) -> Sequence[KnownAct]:
        """Stages, ways, and the tools that stages allow; see `acts`."""
        from phaselint.dialects.stud.running.acts import known_acts

        return tuple(known_acts(contract))

    def act_choices(self, state: State) -> Sequence[Choice]:
        """Answers, and parts of turns, that together do whatever any answer does; see `parts`."""
        from phaselint.dialects.stud.running.parts import act_choices

        return act_choices(state)

    def orders(self, contract: StudContract) -> Sequence[Order]:
        """The siblings of each fan-out, as they are listed."""
        from phaselint.dialects.acts import Order

        pipeline = pipeline_of(contract)
        return tuple(
            Order(name, number, way.stages)
            for name, spec in (pipeline.specs.items() if pipeline is not None else ())
            for number, way in enumerate(spec.alternatives)
            if way.fork
        )

    def in_orders(self, state: State, orders: Sequence[Order]) -> State:
        """The same start, whose siblings take turns in the orders of another pipeline."""
        return state._replace(law=state.law._replace(orders=orders))

    def joined(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        """The turns that parts are of; see `parts`."""
        from phaselint.dialects.stud.running.parts import joined

        return tuple(joined(choices))

    def legal(self, state: State) -> Sequence[Choice] | None:
        """Answers that the checker of certificates steps; see `legal`."""
        from phaselint.dialects.stud.running.legal import legal

        return legal(state)

    def read(self, state: State, answer: Any) -> Choice:
        """A scripted answer as a choice; see `script`."""
        if state.pending == "gate":
            return read_gate(answer, reference=state.law.reference)
        return read_verdict(answer) if state.pending == "assert" else read_turn(answer)

    def rebuff(self, state: State, choice: Choice) -> Message | None:
        """What the completion schema of a stage finds wrong with the arguments of a call."""
        from phaselint.dialects.stud.running.acceptance import rebuff

        return rebuff(state, choice.value) if state.pending == "turn" else None

    def write(self, choice: Choice) -> Any:
        """A choice as a scripted answer; see `script`."""
        return write(choice)

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """The stages that a step entered, with those that led there, and the ways it took."""
        return tuple(moves_of(events))

    def phases(self, contract: StudContract) -> Collection[str]:
        """All stages, also those that exist for safety."""
        stages = contract.pipeline.stages if contract.pipeline else ()
        return [stage.id for stage in stages if stage.id is not None]

    def elements(self, contract: StudContract) -> Sequence[Element]:
        """The stages and their next ways; see `elements`."""
        return elements_of(contract, self._memos(contract))

    def grade(self, state: State, choice: Choice) -> Grade:
        """What an answer takes for granted; see `grades`."""
        return grade_of(state, choice)

    def foreseen(self, state: State, events: Sequence[Event]) -> bool:
        """Whether the branch that a step took names what its answer was; see `grades`."""
        return foreseen(state, events)

    def goes_well(self, choice: Choice) -> bool:
        """Whether a choice is any but the verdict that a stage has not done its work."""
        return goes_well(choice)

    def fault(self, state: State) -> Fault | None:
        """The error that a run ended with, if it is to blame for it; see `grades`."""
        return fault_of(state)

    def demands(self, state: State) -> str:
        """The schema of the stage whose turn it is; gates and asserts can always answer, and so
        can a sibling with a payload, though its plain way may be to hit the cap."""
        if state.pending != "turn":
            return ""
        beside = state.fork is not None and not state.fork.joining
        if beside and relevance(state.law, state.current.stage).payloads:
            return ""
        return f"the `completionSchema` of `{state.current.id}`"

    def refusal(self, state: State) -> str:
        """Why no run was begun; see `start`."""
        return refusal(state)

    def blamed(self, state: State) -> Sequence[tuple[str, Hashable]]:
        """What keeps stages from being run, each with its place; see `start`."""
        return state.defects

    def points(self, contract: StudContract) -> Sequence[Element]:
        """Stages, moves and branches; see `elements`."""
        from phaselint.dialects.stud.running.points import points

        return tuple(points(self.elements(contract), contract))

    def counters(self, state: State, events: Sequence[Event]) -> Sequence[Counter]:
        """What is limited in a run; see `showing`."""
        from phaselint.dialects.stud.running.showing import counters

        return tuple(counters(state, events))

    def shown(self, state: State) -> Sequence[Fact]:
        """What a run may do now, its counters, and the rest; see `showing`."""
        from phaselint.dialects.stud.running.showing import facts

        return tuple(facts(state))

    def told(self, event: Event) -> str:
        """An event as a clause; see `telling`."""
        from phaselint.dialects.stud.running.telling import told

        return told(event)

    def headline(self, event: Event) -> str:
        """An event as one line of a readable trace."""
        from phaselint.dialects.stud.running.headlines import headline

        return headline(event)


def _key(state: State, *, turns: bool = False) -> Hashable:
    """What runs and what is still to run; with `turns`, turns count wherever they are taken."""
    if state.ended is not None:
        return (state.ended, state.failure)
    law, fan = state.law, state.fork
    counted = state.executed if law.most is not None else 0
    known = beside(state) if turns else None
    running: tuple[Hashable, ...]
    if known is None:
        running = tuple(_execution(state, each, turns=turns) for each in state.executions)
    else:
        running = tuple(_key_beside(state, each, known) for each in state.executions)
    todo = tuple(
        (told, each.stage) if (told := _told(law, each)) else each.stage
        for each in waiting_in(state.todo)
    )
    join = fan and (fan.join, fan.joining, "" if fan.join in law.stages else fan.origin)
    return (state.pending, state.at, join, running, todo, _visits(state), counted)


def _key_beside(state: State, execution: Execution, known: Beside) -> Hashable:
    """What matters of one of several siblings; turns count."""
    return known.keys.once((execution,), lambda: _execution(state, execution, turns=True))


def _told(law: Law, waiting: Todo) -> Hashable:
    """What matters of the results for a stage that is still to run: for one that doesn't exist,
    whose they are."""
    if waiting.stage in law.stages:
        return handed(law, waiting.stage, waiting.upstream)
    return tuple(each.stage for each in waiting.upstream)


def _execution(state: State, execution: Execution, *, turns: bool) -> Hashable:
    """What matters of an execution. Turns count only on the way to a cap that matters, if not
    always, as does the payload only where it matters whether one exists."""
    law, fan = state.law, state.fork
    found = relevance(law, execution.stage)
    if execution.result is not None:
        join = "" if fan is None or fan.joining else fan.join or ""
        return (execution.id, "done", handed(law, join, (execution.result,)))
    if turns and execution.phase == "exit":  # a sibling that its gate did not let act
        return (execution.id, execution.phase)
    where: tuple[Hashable, ...]
    where = (execution.id, execution.phase, execution.attempt, execution.verdict)
    if execution.calling:
        where = (*where, True)
    counting = found.silent or turns
    turn = execution.turn if execution.phase == "act" and counting else 0
    cap_hit = execution.cap_hit and counting
    parsed = None
    if execution.accepted and found.read and found.silent:
        parsed = sign(law, execution.stage, PARSED, execution.parsed)
    return (*where, turn, cap_hit, parsed, execution.reason if found.reasons else "")


def _visits(state: State) -> Hashable:
    """The visits of stages that the world tells apart."""
    world = state.law.world
    if not any((world.gates, world.verdicts, world.setups, world.outputs, world.slots)):
        return ()
    found = [
        (stage, min(state.visits.of(stage), most))
        for stage, most in world.visits().items()
        if most > 1 and state.visits.of(stage)
    ]
    return tuple(sorted(found))
