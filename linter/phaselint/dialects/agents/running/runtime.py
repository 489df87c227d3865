"""Teams of agents as a runtime (reference §5)."""

from __future__ import annotations

from collections import deque

from phaselint.dialects.agents.running.agent_registry import cast_of, main_agent
from phaselint.dialects.agents.running.choosing import choices
from phaselint.dialects.agents.running.elements import (
    Answered,
    Called,
    elements,
    moves,
    points,
    withheld,
)
from phaselint.dialects.agents.running.session import ALONE, WORDS, Session, say_word
from phaselint.dialects.agents.words import spoken
from phaselint.dialects.protocol import Runtime, ScriptError
from phaselint.dialects.records import Event, Outcome, Question
from phaselint.vocabulary.message import quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act, KnownAct
    from phaselint.dialects.agents.model import Team
    from phaselint.dialects.agents.running.agent_registry import Cast
    from phaselint.dialects.agents.running.answering import TeamReach
    from phaselint.dialects.records import Choice, Counter, Element
    from phaselint.dialects.showing import Fact
    from phaselint.vocabulary.finding import Place

_MOST_CASTS = 4
"""The number of casts kept: those of the harnesses, and of a team compared with them."""


class AgentsRuntime(Runtime[Session]):
    """The semantics of a team: each answer is a word that the user or a model says."""

    open_ended = True
    short_proofs = True

    def __init__(self) -> None:
        self._casts: deque[tuple[Team, Mapping[str, Any], Cast]] = deque(maxlen=_MOST_CASTS)
        self._offers: tuple[Cast | None, dict[Hashable, tuple[Act, ...]]] = (None, {})

    def start(
        self,
        contract: Team,
        options: Mapping[str, Any],
        given: Any,  # noqa: ARG002 - what the user writes is nothing to the rules
        world: Mapping[str, Any],  # noqa: ARG002 - and nothing happens outside
    ) -> Session:
        """A session before the first word (R1, R20)."""
        cast = self._cast_of(contract, options)
        session = Session(cast, left=cast.most_turns)
        if not cast.claude:
            return session
        active = main_agent(options)
        opened = session._replace(active=active, visited=(active,), open=True)
        if not cast.is_armed(active):
            data = {"agent": active, "reason": "no-usable-tool"}
            event = Event("start-refused", data, active)
            return opened._replace(opening=(event,), ended=Outcome("refused", "no-usable-tool"))
        return opened._replace(opening=(Event("active", {"agent": active}, active),))

    def _cast_of(self, team: Team, options: Mapping[str, Any]) -> Cast:
        """The cast of a session, the same one for the same team: most runs differ in the agent
        alone that they are started with."""
        asked = {key: value for key, value in options.items() if key != "agent"}
        for known, given, cast in self._casts:
            if known is team and given == asked:
                return cast
        cast = cast_of(team, options)
        self._casts.append((team, asked, cast))
        return cast

    def asks(self, state: Session) -> Question | None:
        """Who says what next."""
        if state.ended:
            return None
        return Question("model", state.frame, state.visited.count(state.frame) - 1)

    def choices(self, state: Session) -> Sequence[Choice]:
        """The words that can change anything; see `choosing`."""
        if state.ended:
            return ()
        return tuple(choices(state))

    def legal(self, state: Session) -> Sequence[Choice] | None:
        """All words that a session accepts, by trying; see `legal`."""
        from phaselint.dialects.agents.running.legal import legal

        return legal(state)

    def step(self, state: Session, choice: Choice) -> tuple[Session, tuple[Event, ...]]:
        """Apply a word."""
        word, argument = choice.value
        return say_word(state, word, argument)

    def key(self, state: Session) -> Hashable:
        """The agent at work, and its depth. Below a subagent, others can have called it: states
        reached from there by its answer are reached without it as well, where they called it. Only
        the calls that agents list are distinguished, by the receiver of the answer; with Autopilot
        on, where turns can continue forever, also the turn."""
        if state.stack:
            whose = state.active if state.cast.autopilot else ""
            caller = (state.active, *state.stack)[-2]
            answered = caller if state.cast.listed(caller) is not None else ""
            return (state.frame, len(state.stack), state.left, whose, answered)
        return (state.active, state.open, bool(state.shown), state.left, state.ended)

    def summary(self, state: Session) -> Mapping[str, Any]:
        """The agents that were at work."""
        return {"phases_visited": list(state.visited)}

    def relax(self, state: Session) -> Session:
        """The session with any number of turns left."""
        return state._replace(left=None)

    def read(self, _state: Session, answer: Any) -> Choice:
        """An answer is a word, or a word with what it is about: `send`, `{pick: Planner}`."""
        if isinstance(answer, str) and answer in ALONE:
            return spoken(answer)
        if isinstance(answer, dict) and len(answer) == 1:
            word, argument = next(iter(answer.items()))
            if word in WORDS and word not in ALONE and isinstance(argument, str):
                return spoken(word, argument)
        others = [f"{word}: …" for word in WORDS if word not in ALONE]
        raise ScriptError((), f"an answer is one of {quote_all(ALONE)}, or of {quote_all(others)}")

    def write(self, choice: Choice) -> Any:
        """See `read`."""
        word, argument = choice.value
        return word if word in ALONE else {word: argument}

    def phase(self, state: Session) -> str:
        """The agent at work."""
        return state.frame

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """Which agents started to work, after which handoff or call; see `elements`."""
        return tuple(moves(events))

    def returns(self, used: Hashable) -> Hashable | None:
        """The answer to a call."""
        return Answered(used) if isinstance(used, Called) else None

    def elements(self, contract: Team) -> Sequence[Element]:
        """Agents, handoffs and calls; see `elements`."""
        return tuple(elements(contract))

    def phases(self, contract: Team) -> Collection[str]:
        """The names of all agents, also of those that no session finds, and of those of the
        harnesses."""
        from phaselint.dialects.agents.running.standing_out import names

        return names(contract)

    def apart(self, contract: Team, place: Place) -> tuple[Team, Sequence[Choice]] | None:
        """The team in which an agent is the only one of its name; see `standing_out`."""
        from phaselint.dialects.agents.running.standing_out import apart

        return apart(contract, place)

    def withheld(self, state: Session) -> Mapping[Hashable, str]:
        """Why handoffs and calls of the agent at work are unavailable; see `elements`."""
        return dict(withheld(state))

    def points(self, contract: Team) -> Sequence[Element]:
        """The elements, and the declarations of subagents; see `elements`."""
        return tuple(points(contract))

    # --- acts -------------------------------------------------------------------------------------

    def acts(self, events: Sequence[Event]) -> Sequence[Act]:
        """Which agents started to work, after which handoff or call, and their calls; see
        `acts`."""
        from phaselint.dialects.agents.running.acts import acts

        return tuple(acts(events))

    def begun(self, state: Session) -> Sequence[Act]:
        """The initial agent; see `acts`."""
        from phaselint.dialects.agents.running.acts import begun

        return tuple(begun(state))

    def known_acts(self, contract: Team) -> Sequence[KnownAct]:
        """What the agents of a team can do; see `acts`."""
        from phaselint.dialects.agents.running.acts import known_acts

        return tuple(known_acts(contract))

    def offered(self, state: Session) -> Sequence[Act]:
        """The tools and skills of the agent at work; see `acts`."""
        from phaselint.dialects.agents.running.acts import offered

        key = (state.frame, bool(state.stack), state.open and state.ended is None)
        if self._offers[0] is not state.cast:
            self._offers = (state.cast, {})
        known = self._offers[1]
        if key not in known:
            known[key] = tuple(offered(state))
        return known[key]

    def act_choices(self, state: Session) -> Sequence[Choice]:
        """Every word that isn't refused; see `acts`."""
        from phaselint.dialects.agents.running.acts import act_choices

        return tuple(act_choices(state))

    def act_key(self, state: Session) -> Hashable:
        """All agents that wait for an answer; see `acts`."""
        from phaselint.dialects.agents.running.acts import act_key

        return act_key(state)

    def reaching(self, contract: Team, options: Mapping[str, Any]) -> TeamReach:
        """Which agents reach which calls; see `answering`."""
        from phaselint.dialects.agents.running.answering import TeamReach

        return TeamReach(contract, options)

    # --- what runs cost ---------------------------------------------------------------------------

    units = ("turns", "agent calls")

    def costs(
        self,
        before: Session,  # noqa: ARG002
        choice: Choice,  # noqa: ARG002
        after: Session,  # noqa: ARG002
        events: Sequence[Event],
    ) -> Sequence[int]:
        """Turns that begin, and calls of subagents."""
        kinds = [event.kind for event in events]
        return (kinds.count("turn-start"), kinds.count("subagent-start"))

    def begun_costs(self, state: Session) -> Sequence[int]:
        """The turn with which a session of Claude Code starts."""
        return (int(state.open), 0)

    def cost_start(self, state: Session) -> Session:
        """The session with any number of turns: people may go on as long as they like."""
        return self.relax(state)

    # --- reports ----------------------------------------------------------------------------------

    def counters(self, state: Session, events: Sequence[Event]) -> Sequence[Counter]:  # noqa: ARG002
        """Turns, and calls inside one another; see `showing`."""
        from phaselint.dialects.agents.running.showing import counters

        return tuple(counters(state))

    def shown(self, state: Session) -> Sequence[Fact]:
        """What a run may do now, its counters, and the rest; see `showing`."""
        from phaselint.dialects.agents.running.showing import facts

        return tuple(facts(state))

    def told(self, event: Event) -> str:
        """An event as a clause; see `telling`."""
        from phaselint.dialects.agents.running.telling import told

        return told(event)

    def headline(self, event: Event) -> str:
        """An event in the words of the reference (§5)."""
        return _HEADLINES.get(event.kind, "{kind} {agent}").format_map(
            {"kind": event.kind, **event.data, **_more(event)}
        )


_HEADLINES = {
    "limit": "limit {turns}",
    "tool": "tool {tool} {verdict} in {in}",
    "subagent-refused": "subagent-refused {agent} {reason}",
    "start-refused": "start-refused {agent} {reason}",
    "subagent-start": "subagent-start {agent} depth {depth}",
    "buttons": "buttons {listed}",
    "handoff": "handoff {from} -> {to} by {by}",
    "handoff-failed": "handoff-failed {from} -> {to}",
    "no-button": "no-button {label}",
    "ignored": "ignored {word}",
}


def _more(event: Event) -> Mapping[str, str]:
    if event.kind == "tool":
        return {"verdict": "allowed" if event.data["allowed"] else "refused"}
    return {"listed": " | ".join(event.data["labels"])} if event.kind == "buttons" else {}
