"""The session runtime: one turn per step (reference §4).

It reads the contract itself and shares nothing with `analysis`, so a proof by execution is
independent of the analysis it confirms.
"""

from __future__ import annotations

from phaselint.dialects.protocol import Runtime
from phaselint.dialects.records import Choice, Event, Question
from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.reading.outputs import meets_condition
from phaselint.dialects.vesanor.running.elements import elements, moves, withheld
from phaselint.dialects.vesanor.running.events import SAY, turn_event
from phaselint.dialects.vesanor.running.gatekeeper import Narrowing
from phaselint.dialects.vesanor.running.representatives import representatives
from phaselint.dialects.vesanor.running.script import read_turn, write_turn
from phaselint.dialects.vesanor.running.session import SessionState
from phaselint.dialects.vesanor.running.start import start
from phaselint.dialects.vesanor.running.steps import intervene, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act, KnownAct
    from phaselint.dialects.records import Counter, Element, Grade, Limit, OutcomeKind
    from phaselint.dialects.showing import Fact
    from phaselint.dialects.vesanor.model import VesanorContract
    from phaselint.dialects.vesanor.reading.turns import Turn

COMMON_TOOLS = 3
"""Tools of a contract of common size."""


class VesanorRuntime(Runtime[SessionState]):
    """The runtime of the Vesanor dialect."""

    def __init__(self) -> None:
        self._narrowing = Narrowing()

    def start(
        self,
        contract: VesanorContract,
        options: Mapping[str, Any],
        given: Any,
        world: Mapping[str, Any],
    ) -> SessionState:
        """A new session; for `given` and `world` see `start`."""
        return start(contract, options, given, world)

    def relax(self, state: SessionState) -> SessionState:
        """The same session without its limits: what cannot happen in it cannot happen with
        them either, for a limit only takes away. A tool that may be called 0 times stays shut:
        that is a gate and does not depend on how far a run has come (reference §5)."""
        limits = state.law.limits
        shut = {tool: 0 for tool, most in limits.per_tool.items() if most == 0}
        return state._replace(law=state.law._replace(limits=Limits(per_tool=shut)))

    limit_ends = frozenset(("limit", "cancelled"))

    def limited_ends(self, start: SessionState) -> frozenset[OutcomeKind]:
        """A limit of the session stops it, and what is blocked, or fails, too often in a row kills
        it."""
        limits = start.law.limits
        stop = (limits.max_steps, limits.max_tool_calls, limits.max_cost)
        kill = (limits.consecutive_blocks, limits.consecutive_errors)
        ways: dict[OutcomeKind, Sequence[float | None]] = {"limit": stop, "cancelled": kill}
        return frozenset(kind for kind, some in ways.items() if any(n is not None for n in some))

    def unlimited(self, state: SessionState) -> SessionState:
        """The same session without its limits, where these end it. In shadow mode they don't: a
        call over a limit is let through and leaves the state as it is (reference §4.3)."""
        if state.law.mode == "shadow":
            return state
        free = self.relax(state)
        if state.saying is None:
            return free
        from phaselint.dialects.vesanor.running.parts import freed

        return freed(state, free)

    def ended_by_limits(self, acts: Sequence[Act]) -> frozenset[OutcomeKind]:
        """A used up session ends with the beginning of a response. What is blocked, or fails, too
        often in a row ends it with the end of a response, or with one that is blocked as a
        whole."""
        verbs = {act.verb for act in acts}
        kinds: frozenset[OutcomeKind] = frozenset() if "call" in verbs else frozenset({"cancelled"})
        return kinds | {"limit"} if "turn" in verbs else kinds

    def labels(self, state: SessionState) -> Sequence[float]:
        """How much of each limit is used; see `ceilings`."""
        from phaselint.dialects.vesanor.running.ceilings import labels

        return labels(state)

    def ceilings(self, contract: VesanorContract) -> Sequence[Limit]:
        """What `session_limits` sets, each limit by itself; see `ceilings`."""
        from phaselint.dialects.vesanor.running.ceilings import ceilings

        return tuple(ceilings(contract))

    def lift(self, state: SessionState, name: str) -> SessionState:
        """The session without one limit; see `ceilings`."""
        from phaselint.dialects.vesanor.running.ceilings import lift

        return lift(state, name)

    def step(self, state: SessionState, choice: Choice) -> tuple[SessionState, tuple[Event, ...]]:
        """One turn (reference §4.2); `choice.value` is a Turn."""
        turn: Turn = choice.value
        if turn.more or state.saying is not None:
            from phaselint.dialects.vesanor.running.parts import go_on

            return go_on(state, turn)
        before = intervene(state, turn)
        after, record = take(before, turn, self._narrowing)
        return after, (turn_event(before, record, after),)

    def summary(self, state: SessionState) -> Mapping[str, Any]:
        """The result of a run (reference §4.5), and what the executor does not simulate."""
        return {
            "phases_visited": list(state.visited),
            "final_phase": state.phase,
            "completed": state.phase in state.law.terminals and not state.refused,
            "killed": state.killed,
            "total_steps": state.steps,
            "total_tool_calls": state.total_calls,
            "not_simulated": list(state.law.not_simulated),
        }

    def asks(self, state: SessionState) -> Question:
        """The next response: a session has no end of its own (reference A14)."""
        phase = state.phase or ""
        return Question("model", phase, max(0, state.visited.count(phase) - 1))

    def read(self, state: SessionState, answer: Any) -> Choice:
        """A scripted response as a choice; see `script.read_turn`."""
        turn = read_turn(answer, state.law.world, state.calls)
        return Choice("model", turn)

    def write(self, choice: Choice) -> Any:
        """A choice as a scripted response; see `script.write_turn`."""
        return write_turn(choice.value)

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """The tools a turn released, each alone and with the phase it was called in, and the
        phase it entered."""
        turns = (event.data for event in events if event.kind != SAY)
        return tuple(move for turn in turns for move in moves(turn))

    def acts(self, events: Sequence[Event]) -> Sequence[Act]:
        """The calls that were let through, and the phases that were entered; see `acts`."""
        from phaselint.dialects.vesanor.running.acts import acts

        return tuple(acts(events))

    def begun(self, state: SessionState) -> Sequence[Act]:
        """That a session is in its first phase; see `acts`."""
        from phaselint.dialects.vesanor.running.acts import begun

        return tuple(begun(state))

    def known_acts(self, contract: VesanorContract) -> Sequence[KnownAct]:
        """The phases, and the tools in each phase; see `acts`."""
        from phaselint.dialects.vesanor.running.acts import known_acts

        return tuple(known_acts(contract))

    def act_choices(self, state: SessionState) -> Sequence[Choice]:
        """The parts of all responses; see `parts`."""
        from phaselint.dialects.vesanor.running.parts import act_choices

        return tuple(act_choices(state))

    def grade(self, state: SessionState, choice: Choice) -> Grade:  # noqa: ARG002
        """What an answer takes for granted: nothing; but in a response that goes on, a call that
        fails is one that happens now and then."""
        turn: Turn = choice.value
        return "fair" if turn.more and not all(call.ok for call in turn.calls) else "strict"

    def joined(self, choices: Sequence[Choice]) -> Sequence[Choice]:
        """The responses that parts are of; see `parts`."""
        from phaselint.dialects.vesanor.running.parts import joined

        return tuple(joined(choices))

    units = ("steps", "tool calls")

    def costs(
        self,
        before: SessionState,
        choice: Choice,  # noqa: ARG002
        after: SessionState,
        events: Sequence[Event],
    ) -> Sequence[int]:
        """Responses that the session counts, and calls that are let through."""
        calls = sum(act.verb == "call" for act in self.acts(events))
        return (after.steps - before.steps, calls)

    def cost_limits(self, state: SessionState) -> Mapping[str, int]:
        """`max_steps` and `max_tool_calls`, where they are enforced."""
        if state.law.mode != "enforce":
            return {}
        limits = state.law.limits
        found = (("steps", limits.max_steps), ("tool calls", limits.max_tool_calls))
        return {unit: most for unit, most in found if most is not None}

    def elements(self, contract: VesanorContract) -> Sequence[Element]:
        """The phases but for the first, and the tools; see `elements`."""
        return tuple(elements(contract))

    def withheld(self, state: SessionState) -> Mapping[Hashable, str]:
        """Why tools of the phase that a session is in are removed or blocked; see `withheld`."""
        return withheld(state)

    def own(self, choice: Choice) -> Hashable:
        """The calls of a response, without what they return."""
        turn: Turn = choice.value
        return (tuple((call.tool, call.fingerprint) for call in turn.calls), turn[1:])

    def points(self, contract: VesanorContract) -> Sequence[Element]:
        """The phases but for the first, the tools in each phase, and the closed gates; see
        `elements`."""
        from phaselint.dialects.vesanor.running.points import points

        return tuple(points(contract))

    def passed(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """What `moves` tells, and the tools that were blocked; see `points`."""
        from phaselint.dialects.vesanor.running.points import blocked

        return (*self.moves(events), *blocked(events))

    def counters(self, state: SessionState, events: Sequence[Event]) -> Sequence[Counter]:  # noqa: ARG002
        """What is limited in a run; see `showing`."""
        from phaselint.dialects.vesanor.running.showing import counters

        return tuple(counters(state))

    def shown(self, state: SessionState) -> Sequence[Fact]:
        """What a run may do now, its counters, and the rest; see `showing`."""
        from phaselint.dialects.vesanor.running.showing import facts

        return tuple(facts(state))

    def told(self, event: Event) -> str:
        """An event as a clause; see `telling`."""
        from phaselint.dialects.vesanor.running.telling import told

        return told(event)

    def headline(self, event: Event) -> str:
        """A turn, or a part of one, as one line of a readable trace."""
        from phaselint.dialects.vesanor.running.headlines import headline

        return headline(event.data)

    def key(self, state: SessionState) -> Hashable:
        """Phase, what preconditions can see, bans, and the counters a limit can see; of a response
        that goes on, see `parts`."""
        if state.saying is not None:
            from phaselint.dialects.vesanor.running.parts import key_of_part

            return key_of_part(state, self.key)
        law = state.law
        seen = tuple(
            (
                tool,
                tuple(meets_condition(c, state.executed[tool]) for c in conditions)
                if conditions
                else (),
            )
            for tool in sorted(law.required.intersection(state.executed))
            for conditions in (law.conditions.get(tool),)
        )
        bans = frozenset(state.forbidden.intersection(law.tools))
        steps = min(state.steps, law.last_step_count)
        return (state.phase, seen, bans, state.filter, state.killed, steps, _counters(state))

    def act_key(self, state: SessionState) -> Hashable:
        """The same, with how the session has ended: what a limit can still tell apart of one that
        it has ended may be as in one that goes on."""
        return (self.outcome(state).kind, self.key(state))

    def weight(self, state: SessionState) -> int:
        """The more tools there are, the more a turn is: of each it is asked whether it is shown.
        Of a response that goes on, nothing is asked again."""
        return 1 if state.saying is not None else 1 + len(state.law.request) // COMMON_TOOLS

    def choices(self, state: SessionState) -> Sequence[Choice]:
        """Responses that stand for all others; see `representatives`."""
        return tuple(representatives(state))

    def legal(self, state: SessionState) -> Sequence[Choice] | None:
        """The responses that cannot be given in two parts, by asking the session; see `legal`.
        None within limits, where each step counts."""
        if any(state.law.limits.per_tool.values()) or state.law.limits._replace(
            per_tool={}
        ) != Limits(per_tool={}):
            return None
        from phaselint.dialects.vesanor.running.legal import legal

        return tuple(legal(state))


def _counters(state: SessionState) -> Hashable:
    """What the session limits can still tell apart, each counter no further than its limit.

    Loop detection is not among it: a model can always vary its arguments, and the choices do.
    """
    limits = state.law.limits
    used = tuple(
        (tool, min(state.calls.get(tool, 0), most))
        for tool, most in sorted(limits.per_tool.items())
    )
    return (
        None if limits.max_steps is None else min(state.steps, limits.max_steps),
        None if limits.max_tool_calls is None else min(state.total_calls, limits.max_tool_calls),
        None if limits.max_cost is None else min(state.cost, limits.max_cost),
        used,
        None if limits.consecutive_blocks is None else state.blocks_in_row,
        None if limits.consecutive_errors is None else state.errors_in_row,
    )
