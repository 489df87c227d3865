"""The runtime of a graph: one step is the answer of one node or router (reference §5).

A superstep is several questions, one task after the other in the order in which they are applied.
It reads the contract independently and shares no code with `analysis`, which makes a proof by
execution independent of the analysis that it confirms.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.model import START
from phaselint.dialects.langgraph.running.control import question_phase
from phaselint.dialects.langgraph.running.elements import elements, moves
from phaselint.dialects.langgraph.running.keys import key_of
from phaselint.dialects.langgraph.running.law import ENDLESS
from phaselint.dialects.langgraph.running.possible import (
    Beyond,
    deeds,
    goes_wrong,
    handlings,
    resumptions,
    routes,
)
from phaselint.dialects.langgraph.running.script import read_did, read_resumed, read_routed, write
from phaselint.dialects.langgraph.running.session import (
    HANDLER,
    SOMETHING,
    Did,
    Routed,
    State,
    summary_of,
)
from phaselint.dialects.langgraph.running.start import Laws, begin, samples, world_of
from phaselint.dialects.langgraph.running.steps import answered, handler_name
from phaselint.dialects.protocol import Runtime, TooManyChoices
from phaselint.dialects.records import Choice, Fault, Question
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act, KnownAct
    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.dialects.langgraph.running.possible import Graded
    from phaselint.dialects.langgraph.running.session import Failure
    from phaselint.dialects.records import Channel, Counter, Doubt, Element, Event, Grade, Limit
    from phaselint.dialects.showing import Fact

COMMON_TASKS = 8
"""The number of nodes in one step of a typical graph."""


class LanggraphRuntime(Runtime[State]):
    """The runtime of the LangGraph dialect."""

    completions = frozenset(("completed", "cancelled"))
    """A `raise` in a node or a router is an intended end of the program."""

    turns = False
    """Nodes and routers are code: which of them asks a model isn't reported."""

    unforeseen = "a node behaves in an unknown way"

    _latest: tuple[LanggraphContract, Laws | None] | None = None
    _graded: tuple[State, Graded] | None = None

    def _laws(self, contract: LanggraphContract) -> Laws | None:
        """The facts about a contract, kept for its next run."""
        if self._latest is None or self._latest[0] is not contract:
            laws = None if contract.graph is None else Laws(contract, contract.graph)
            self._latest = (contract, laws)
        return self._latest[1]

    def start(
        self,
        contract: LanggraphContract,
        options: Mapping[str, Any],
        given: Any,
        world: Mapping[str, Any],
    ) -> State:
        """A run before its first question; for `given` and `world` see `start`."""
        return begin(self._laws(contract), options, given, world)

    def sample_input(self, contract: LanggraphContract) -> Mapping[str, Any]:
        """An input with all keys, where all conditions hold."""
        return self.sample_inputs(contract)[0]

    def sample_inputs(self, contract: LanggraphContract) -> Sequence[Mapping[str, Any]]:
        """One input for each variant of the graph."""
        laws = self._laws(contract)
        return ({},) if laws is None else samples(laws)

    def sample_world(self, contract: LanggraphContract) -> Mapping[str, Any]:
        """A checkpointer, where the graph has none and interrupts its runs: a platform or a test
        supplies it."""
        laws = self._laws(contract)
        return {} if laws is None else world_of(laws.graph)

    def asks(self, state: State) -> Question | None:
        """The node or router whose turn it is, or the interrupt that waits for an answer."""
        if state.ended is not None:
            return None
        if state.stopped:
            return _question(state, "ask", state.stopped[0])
        frame = state.frame
        node = frame.task.node
        if frame.asked == HANDLER:
            return _question(state, "model", frame.law.path + handler_name(frame))
        if frame.asked >= 0:
            return _question(state, "route", question_phase(frame.law, node, frame.asked))
        return _question(state, "model", frame.law.path + node)

    def phase(self, state: State) -> str:
        """The node whose turn it is, or that of the subgraph in it."""
        if state.ended is not None or not state.frames:
            return ""
        return state.stopped[0] if state.stopped else state.frames[0].task.node

    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """One answer, and everything up to the next question; an ended run stays as it is."""
        after, events = answered(state, choice.value)
        return after, tuple(events)

    def summary(self, state: State) -> Mapping[str, Any]:
        """The nodes by step, and how it failed or where it is interrupted; see `session`."""
        return summary_of(state)

    def weight(self, state: State) -> int:
        """The more tasks a step has, the more states are told apart by."""
        return 1 + sum(len(frame.tasks) for frame in state.frames) // COMMON_TASKS

    def key(self, state: State) -> Hashable:
        """What runs in the step and what it has written, joins, deferred nodes; see `keys`."""
        return key_of(state)

    # --- limits ---------------------------------------------------------------------------------

    def relax(self, state: State) -> State:
        """The same run without a recursion limit."""
        if not state.frames:
            return state
        first, *inner = (frame._replace(taken=0) for frame in state.frames)
        return state._replace(frames=(first._replace(law=first.law._replace(limit=None)), *inner))

    def unlimited(self, state: State) -> State:
        """The same run without a recursion limit, unless an error handler goes on where that ends a
        graph in a node."""
        return state if state.frames and state.frames[0].law.catches else self.relax(state)

    limit_ends = frozenset(("limit",))

    def done_by_limits(self, contract: LanggraphContract) -> Sequence[Act]:
        """That nodes fail that are graphs; see `known`."""
        from phaselint.dialects.langgraph.running.known import done_by_limits

        return tuple(done_by_limits(contract))

    def labels(self, state: State) -> Sequence[float] | None:
        """How many steps were taken, in the graph, and in those it is in or that wait in a step."""
        beside = (each.inner for frame in state.frames for _, each in frame.pauses)
        return tuple(frame.taken for frame in (*state.frames, *filter(None, beside)))

    def ceilings(self, contract: LanggraphContract) -> Sequence[Limit]:
        """The recursion limit, where an invocation sets it; see `limits`."""
        from phaselint.dialects.langgraph.running.limits import ceilings

        return tuple(ceilings(contract))

    def doubts(self, contract: LanggraphContract) -> Sequence[Doubt]:
        """What of a graph is not known; see `limits`."""
        from phaselint.dialects.langgraph.running.limits import doubts

        return tuple(doubts(contract))

    units = ("supersteps", "node runs")

    def costs(
        self,
        before: State,  # noqa: ARG002
        choice: Choice,  # noqa: ARG002
        after: State,  # noqa: ARG002
        events: Sequence[Event],
    ) -> Sequence[int]:
        """Steps of the graph itself, and nodes that are entered, in subgraphs too."""
        begun = sum(
            each.kind == "step" and "inside" not in each.data and bool(each.data["nodes"])
            for each in events
        )
        return (begun, sum(act.verb == "enter" for act in self.acts(events)))

    def begun_costs(self, state: State) -> Sequence[int]:
        """The step in which a run begins, and the nodes that are entered there."""
        return self.costs(state, Choice("world", None), state, state.opening)

    def cost_start(self, state: State) -> State:
        """A run without the default recursion limit of current releases: the limit exists for
        endless runs and isn't part of the contract."""
        limit = state.frames[0].law.limit if state.frames else None
        return self.relax(state) if limit is not None and limit >= ENDLESS else state

    # --- answers --------------------------------------------------------------------------------

    def read(self, state: State, answer: Any) -> Choice:
        """A scripted answer as a choice; see `script`."""
        if state.stopped:
            return Choice("user", read_resumed(answer), "ask")
        if state.frame.asked >= 0:
            return Choice("model", read_routed(answer), "route")
        return Choice("model", read_did(answer))

    def write(self, choice: Choice) -> Any:
        """A choice as a scripted answer; see `script`."""
        return write(choice.value)

    def unscripted(self, state: State) -> Any:
        """What a node does of which a script says nothing: no update and no goto, unless it is
        known to have gotos; a router, if it can give but one value."""
        if state.stopped:
            return None
        found = _graded(state)
        if state.frame.asked < 0:
            gotos = any(isinstance(each, Did) and each.goto for each in found)
            return None if gotos else {}
        return write(next(iter(found))) if len(found) == 1 else None

    def choices(self, state: State) -> Sequence[Choice]:
        """The answers that are known, and what stands for others; see `possible`."""
        return () if state.ended is not None else _asked(state, self._of(state))

    def legal(self, state: State) -> Sequence[Choice] | None:
        """The answers that the checker of certificates tries; see `legal`."""
        from phaselint.dialects.langgraph.running.legal import legal

        if state.ended is not None:
            return ()
        found = legal(state)
        return None if found is None else _asked(state, found)

    def _of(self, state: State) -> Graded:
        """The answers in a state with their grades, kept for the next question about it."""
        if self._graded is None or self._graded[0] is not state:
            self._graded = (state, _graded(state))
        return self._graded[1]

    def grade(self, state: State, choice: Choice) -> Grade:
        """What an answer takes for granted; see `possible`. That something goes wrong in two tasks
        of one step is nobody's plan."""
        value = choice.value
        found = self._of(state).get(value) or _by_checker(state, value)
        if not isinstance(value, Did) or state.stopped or state.frame.asked == HANDLER:
            return found
        frame = state.frame
        before = any(effect.wrong for effect in frame.effects if effect)
        wrong = before and goes_wrong(frame.law, frame.task.node, value)
        return "hostile" if wrong else found

    def goes_well(self, choice: Choice) -> bool:
        """Whether nothing is raised."""
        value = choice.value
        return not (isinstance(value, (Did, Routed)) and value.raised)

    # --- what is used ---------------------------------------------------------------------------

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """The nodes, edges, labels and joins that a step has used; see `elements`."""
        return tuple(moves(events))

    def elements(self, contract: LanggraphContract) -> Sequence[Element]:
        """The nodes, edges, labels and joins; see `elements`."""
        return tuple(elements(contract))

    def points(self, contract: LanggraphContract) -> Sequence[Element]:
        """The same without START, which every run uses."""
        return [each for each in self.elements(contract) if each.id != START]

    def fault(self, state: State) -> Fault | None:
        """The exception that a run ended with, and the node where it was raised. One that is raised
        inside of a subgraph is a matter of that graph, which is a contract by itself."""
        return _fault(state.failures[0]) if state.failures else None

    def failures(self, state: State, events: Sequence[Event]) -> Sequence[Fault]:
        """Those of all tasks of the last step, which of them ends the run isn't determined; and
        those for which there is an error handler."""
        ended = (_fault(each) for each in state.failures)
        handled = (
            Fault(each.phase, each.data["error"], "") for each in events if each.kind == "handled"
        )
        return (*filter(None, ended), *handled)

    # --- acts -----------------------------------------------------------------------------------

    def acts(self, events: Sequence[Event]) -> Sequence[Act]:
        """What the nodes of a step did, told when the step is closed; see `acts`."""
        from phaselint.dialects.langgraph.running.acts import acts

        return tuple(acts(events))

    def known_acts(self, contract: LanggraphContract) -> Sequence[KnownAct]:
        """What the nodes and routers of a graph may do; see `known`."""
        from phaselint.dialects.langgraph.running.known import known_acts

        return tuple(known_acts(contract))

    def countless(self, contract: LanggraphContract) -> Sequence[Act]:
        """What is sent any number of times, and what comes of it; see `known`."""
        from phaselint.dialects.langgraph.running.known import countless

        return tuple(countless(contract))

    def offered(self, state: State) -> Sequence[Act]:
        """The tools that the nodes of the step may call; see `acts`."""
        from phaselint.dialects.langgraph.running.acts import offered

        return tuple(offered(state))

    def act_choices(self, state: State) -> Sequence[Choice]:
        """The same as `choices`, and that a node asks again; see `acts`."""
        from phaselint.dialects.langgraph.running.acts import more_choices

        return (*self.choices(state), *more_choices(state))

    def act_key(self, state: State) -> Hashable:
        """The key, and what is not told yet; see `acts`."""
        from phaselint.dialects.langgraph.running.acts import act_key

        return act_key(state)

    # --- reports --------------------------------------------------------------------------------

    def counters(self, state: State, events: Sequence[Event]) -> Sequence[Counter]:  # noqa: ARG002
        """The steps of a run; see `showing`."""
        from phaselint.dialects.langgraph.running.showing import counters

        return tuple(counters(state))

    def shown(self, state: State) -> Sequence[Fact]:
        """What a run may do now, its counters, and the rest; see `showing`."""
        from phaselint.dialects.langgraph.running.showing import facts

        return tuple(facts(state))

    def told(self, event: Event) -> str:
        """An event as a clause; see `telling`."""
        from phaselint.dialects.langgraph.running.telling import told

        return told(event)

    def headline(self, event: Event) -> str:
        """An event as one line of a readable trace."""
        from phaselint.dialects.langgraph.running.headlines import headline

        return headline(event)


def _question(state: State, channel: Channel, phase: str) -> Question:
    return Question(channel, phase, state.visits.get(phase, 0))


def _graded(state: State) -> Graded:
    """The answers that there may be in a state. Raises TooManyChoices."""
    if state.stopped:
        return resumptions(state.frames[0])
    frame = state.frame
    try:
        if frame.asked >= 0:
            return routes(frame)
        if frame.asked == HANDLER:
            return handlings(frame.law, frame.task.node)
        pause = frame.pause(frame.at)
        resumed = pause.resumed if pause else 0
        return deeds(frame.law, frame.task.node, resumed, frame.present)
    except Beyond:
        reason = f"{quote(frame.law.path + frame.task.node)} has too many answers to try"
        raise TooManyChoices(reason) from None


def _asked(state: State, answers: Iterable[Any]) -> tuple[Choice, ...]:
    """Some answers as choices of whoever is asked in a state that has not ended."""
    if state.stopped:
        return tuple(Choice("user", each, "ask") for each in answers)
    channel: Channel = "route" if state.frame.asked >= 0 else "model"
    return tuple(Choice("model", each, channel) for each in answers)


def _by_checker(state: State, value: Any) -> Grade:
    """What an answer takes for granted that explorations don't try: a node that asks again, or one
    that only the checker knows."""
    from phaselint.dialects.langgraph.running.legal import legal

    if isinstance(value, Did) and len(value.interrupts) > 1:
        return "fair"
    return (legal(state) or {}).get(value, "hostile")


def _fault(failure: Failure) -> Fault | None:
    """A failure as a fault of the contract."""
    if failure.inside or failure.code == SOMETHING:
        return None
    return Fault(failure.phase, failure.code, failure.why or f"{quote(failure.phase)} raises it")
