"""The runtime of a workflow: one step is one answer of the client (reference §5).

It reads the contract itself and shares nothing with `lower`, so a proof by execution is
independent of the analysis it confirms.
"""

from __future__ import annotations

from phaselint.dialects.records import Choice, Event, Misfit, Question
from phaselint.dialects.sweny.running.acting import SwenyActing
from phaselint.dialects.sweny.running.admission import REPORTING
from phaselint.dialects.sweny.running.answerbook import AnswerBook
from phaselint.dialects.sweny.running.elements import (
    elements,
    fault,
    moves,
    outer_world,
    sample_inputs,
)
from phaselint.dialects.sweny.running.gates import Rules
from phaselint.dialects.sweny.running.plausible import misfit
from phaselint.dialects.sweny.running.questions import node_of
from phaselint.dialects.sweny.running.representatives import (
    CHANNELS,
    asked,
    grade,
    graded,
    representatives,
)
from phaselint.dialects.sweny.running.results import Called, Late
from phaselint.dialects.sweny.running.router import open_edges
from phaselint.dialects.sweny.running.script import read_ask, read_route, read_run, write
from phaselint.dialects.sweny.running.session import (
    Attempted,
    Entered,
    Followed,
    State,
    entries,
    results,
    visits_of,
)
from phaselint.dialects.sweny.running.start import begin
from phaselint.dialects.sweny.running.steps import route_question
from phaselint.dialects.sweny.running.taken import Kept, Taken, is_bounded
from phaselint.dialects.sweny.running.visits import answered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.limiting import Unheld
    from phaselint.dialects.records import Counter, Doubt, Element, Fault, Grade, OutcomeKind
    from phaselint.dialects.showing import Fact
    from phaselint.dialects.sweny.model import SwenyContract, Workflow
    from phaselint.dialects.sweny.running.representatives import Graded
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.session import Entry

COMMON_CHECKS = 8
"""Checks of data in a workflow that are a matter of course."""


class SwenyRuntime(SwenyActing):
    """The runtime of the SWEny dialect. Nodes that fail end no run (reference §5.2)."""

    completions = frozenset({"completed", "failed"})

    def __init__(self) -> None:
        super().__init__()
        self._latest: tuple[SwenyContract, AnswerBook] | None = None
        self._asked: tuple[State, Graded] | None = None
        self._whole, self._parts_taken = Kept(), Kept()

    def _book(self, contract: SwenyContract, workflow: Workflow) -> AnswerBook:
        """What may be answered in runs of a contract, kept for the next question about it."""
        if self._latest is None or self._latest[0] is not contract:
            rules = Rules(self._skills(contract).aliases)
            self._latest = (contract, AnswerBook(workflow, rules))
        return self._latest[1]

    def start(
        self,
        contract: SwenyContract,
        options: Mapping[str, Any],
        given: Any,
        world: Mapping[str, Any],
    ) -> State:
        """A run before its first question; for `world` see `script`."""
        state = begin(contract, options, given, world, self._skills)
        workflow, book = contract.workflow, state.law.book
        if workflow is None or book is None:
            return state
        kept = self._book(contract, workflow)
        if book.workflow is not workflow or book.rules != kept.rules:
            return state
        return state._replace(law=state.law._replace(book=kept))

    def sample_input(self, contract: SwenyContract) -> Mapping[str, Any]:
        """The required inputs, each with a value that is accepted, and what gates read."""
        return self.sample_inputs(contract)[0]

    def sample_inputs(self, contract: SwenyContract) -> Sequence[Mapping[str, Any]]:
        """Inputs that together let as many gates pass as can be."""
        workflow = contract.workflow
        return sample_inputs(workflow, self._book(contract, workflow)) if workflow else ({},)

    def sample_world(self, contract: SwenyContract) -> Mapping[str, Any]:
        """A text for everything outside the project that sources name."""
        return outer_world(contract)

    def asks(self, state: State) -> Question | None:
        """The channel of the pending question; none when the run has ended."""
        if state.pending is None:
            return None
        return Question(CHANNELS[state.pending.kind], state.node, visits_of(state) - 1)

    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """One answer, and everything up to the next question; an ended run stays as it is."""
        answer = choice.value
        if isinstance(answer, Called):
            return self.part(state, choice)
        # Apart, as a part of a run is in turn a step from where that began.
        is_part = state.pending is not None and state.pending.calls
        kept = self._parts_taken if is_part else self._whole
        if isinstance(answer, Late):
            # If it reaches no bounded edge, this is as it was without any being used up.
            taken = kept.of(state, answer.answer)
            if taken is not None and not is_bounded(state, taken.events):
                return taken.after, taken.events
            return self.part(state, choice) if is_part else self._late(state, answer.answer)
        if is_part:
            return kept.keep(state, Taken(answer, *self.part(state, choice)))
        events: list[Event] = []
        after = answered(state, answer, events)
        return kept.keep(state, Taken(answer, after, tuple(events)))

    def _late(self, state: State, answer: Answer) -> tuple[State, tuple[Event, ...]]:
        """One answer where every bounded edge is used up."""
        events: list[Event] = []
        late = state.law.unbounded  # with bounds, the counters tell what is used up
        state = answered(state._replace(late=late), answer, events)
        return state._replace(late=False), tuple(events)

    def summary(self, state: State) -> Mapping[str, Any]:
        """The trace and the results, how often the client was called, and what was thrown."""
        log = entries(state.log)
        visited = [entry.node for entry in log if isinstance(entry, Entered)]
        return {
            "phases_visited": visited,
            "visits": len(visited),
            "calls": state.calls._asdict(),
            "steps": _steps(log),
            "edges": [
                {"from": e.source, "to": e.target, "reason": e.reason}
                for e in log
                if isinstance(e, Followed)
            ],
            "results": {name: each.as_json() for name, each in results(state.log).items()},
            "error": state.error or None,
        }

    def weight(self, state: State) -> int:
        """The more checks of data there are, the more a step of a run is: each is made again."""
        gates = [node.requires for node in state.law.workflow.nodes.values() if node.requires]
        checks = sum(len(each.required) + len(each.matches) for each in gates)
        return 1 + checks // COMMON_CHECKS

    def key(self, state: State) -> Hashable:
        """Node, pending question and counters; visits where the budget can end the run. Of what
        nodes said, what gates read of it, and which of them failed (reference §7.1)."""
        counters = tuple(sorted(state.counters.items()))
        steps = 0 if state.law.max_steps is None else state.steps
        seen = tuple(sorted((name, each.found) for name, each in state.seen.items()))
        ended = state.ended and state.ended.kind
        known = tuple(sorted(state.known.items()))
        return (state.node, asked(state), counters, steps, ended, state.failing, seen, known)

    def limited_ends(self, start: State) -> frozenset[OutcomeKind]:
        """A step budget stops a run; where no edge is left, it ends, or there is no default; see
        `limits`."""
        from phaselint.dialects.sweny.running.limits import limited_ends

        return limited_ends(start.law)

    def relax(self, state: State) -> State:
        """The same run without `max_iterations` and step budget: both only take away."""
        law = state.law._replace(unbounded=True, max_steps=None)
        return state._replace(law=law, counters={})

    def with_limits(self, choice: Choice) -> Choice:
        """The answer by itself: with bounds, the counters tell what is used up."""
        answer = choice.value
        return choice._replace(value=answer.answer) if isinstance(answer, Late) else choice

    def keeps(self, state: State, choice: Choice) -> bool:
        """Whether a router that obeys gives an answer; see `keeping`."""
        from phaselint.dialects.sweny.running.keeping import keeps

        return keeps(state, choice.value)

    def unheld(self, state: State) -> Unheld:
        """What a router isn't held to; see `obeying`."""
        from phaselint.dialects.sweny.running.obeying import unheld

        return unheld(state)

    def obeying(self, state: State) -> State | None:
        """The same run with a router that obeys the conditions; see `obeying`."""
        from phaselint.dialects.sweny.running.obeying import obedient

        return obedient(state)

    def withheld(self, state: State) -> Mapping[Hashable, str]:
        """The edges whose conditions are false, where the router obeys them; see `obeying`."""
        if state.law.obeyed is None or state.pending is None or state.pending.kind != "route":
            return {}
        from phaselint.dialects.sweny.running.obeying import kept_from

        return kept_from(state, open_edges(state, halts=state.pending.halts))

    def choices(self, state: State) -> Sequence[Choice]:
        """Answers that together lead wherever any answer could, exceptions of the client left
        out; see `representatives`."""
        return representatives(state)

    def legal(self, state: State) -> Sequence[Choice] | None:
        """The responses found without `representatives`; see `legal`."""

        from phaselint.dialects.sweny.running.legal import legal

        def after(choice: Choice) -> Hashable:
            reached, events = self.step(state, choice)
            return self.key(reached), self.moves(events)

        return legal(state, after)

    def read(self, state: State, answer: Any) -> Choice:
        """A scripted answer as a choice; see `script`. With the option `check-answers` one that
        the node's output forbids is not well formed."""
        kind = state.pending.kind if state.pending else "run"
        if kind == "run":
            choice = read_run(answer)
            if state.law.checked:
                from phaselint.dialects.schema_violations import refuse

                refuse(self.misfit(state, choice))
            return choice
        if kind == "route":
            return read_route(answer, [each["id"] for each in route_question(state)["choices"]])
        return read_ask(answer)

    def misfit(self, state: State, choice: Choice) -> Misfit | None:
        """What the output of the node forbids."""
        return misfit(node_of(state), choice.value)

    def write(self, choice: Choice) -> Any:
        """A choice as a scripted answer; see `script`."""
        return write(choice._replace(value=_given(choice)))

    def own(self, choice: Choice) -> Hashable:
        """All of an answer, and whether it is late."""
        return (isinstance(choice.value, Late), repr(self.write(choice)))

    def grade(self, state: State, choice: Choice) -> Grade:
        """What an answer takes for granted; see `representatives`. One that is not among them
        takes as much as the one that leads to the same state. That of an act choice is its own."""
        told = self.act_grade(state, choice)
        if told is not None:
            return told
        known = self._grades(state)
        found = grade(known, choice.value)
        if found is not None or isinstance(choice.value, Late):
            return found or "hostile"
        key = self.key(self.step(state, choice)[0])
        for each in self.choices(state):
            if not isinstance(each.value, Late) and self.key(self.step(state, each)[0]) == key:
                return grade(known, each.value) or "hostile"
        return "hostile"

    def _grades(self, state: State) -> Graded:
        """The answers to try in a state with their grades, kept for the next of them."""
        if self._asked is None or self._asked[0] is not state:
            self._asked = (state, graded(state))
        return self._asked[1]

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """The nodes and edges that a step used, and the nodes that ended well; see `elements`."""
        return tuple(moves(events))

    def elements(self, contract: SwenyContract) -> Sequence[Element]:
        """The nodes, their edges and their success; see `elements`."""
        workflow = contract.workflow
        return tuple(elements(workflow, self._book(contract, workflow))) if workflow else ()

    def doubts(self, contract: SwenyContract) -> Sequence[Doubt]:
        """Why it is not known of some nodes whether they can end well; see `doubts`."""
        from phaselint.dialects.sweny.running.doubts import doubts

        workflow = contract.workflow
        return tuple(doubts(workflow, self._book(contract, workflow))) if workflow else ()

    def phase(self, state: State) -> str:
        """The node that a run is at, also where it has ended."""
        return state.node

    def fault(self, state: State) -> Fault | None:
        """The exception that ended a run; see `elements`."""
        return fault(state)

    def reporting(self, code: str) -> frozenset[str]:
        """The rules that report what an error of the loader stands for."""
        return REPORTING.get(code) or super().reporting(code)

    def points(self, contract: SwenyContract) -> Sequence[Element]:
        """The nodes, their edges and what their checks let pass or not; see `elements`."""
        from phaselint.dialects.sweny.running.points import points

        return tuple(points(super().points(contract), contract))

    def passed(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """What `moves` tells, and the nodes that failed; see `points`."""
        from phaselint.dialects.sweny.running.points import failed

        return (*self.moves(events), *failed(events))

    def counters(self, state: State, events: Sequence[Event]) -> Sequence[Counter]:  # noqa: ARG002
        """What is limited in a run; see `showing`."""
        from phaselint.dialects.sweny.running.showing import counters

        return tuple(counters(state))

    def shown(self, state: State) -> Sequence[Fact]:
        """What a run may do now, its counters, and the rest; see `showing`."""
        from phaselint.dialects.sweny.running.showing import facts

        return tuple(facts(state))

    def told(self, event: Event) -> str:
        """An event as a clause; see `telling`."""
        from phaselint.dialects.sweny.running.telling import told

        return told(event)

    def headline(self, event: Event) -> str:
        """An event as one line of a readable trace."""
        from phaselint.dialects.sweny.running.headlines import headline

        return headline(event.kind, event.data)


def _given(choice: Choice) -> Answer:
    """The answer that a choice stands for, late or not."""
    answer: Answer | Late = choice.value
    return answer.answer if isinstance(answer, Late) else answer


def _steps(log: Sequence[Entry]) -> list[dict[str, Any]]:
    """The steps of the trace, each with the number of its visit (reference §5.14)."""
    counts: dict[str, int] = {}
    found = []
    for entry in log:
        if isinstance(entry, Entered):
            counts[entry.node] = counts.get(entry.node, 0) + 1
        elif isinstance(entry, Attempted):
            step = {"node": entry.node, "status": entry.status, "iteration": counts[entry.node]}
            if entry.attempt is not None:
                step["retryAttempt"] = entry.attempt
            found.append(step)
    return found
