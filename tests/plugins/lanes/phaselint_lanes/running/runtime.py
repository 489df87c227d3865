"""What happens to a card, move by move: the one place that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.protocol import Runtime, ScriptError
from phaselint.dialects.records import COMPLETED, Choice, Element, Event, Fault, Outcome, Question
from phaselint.dialects.showing import Fact
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from phaselint_lanes.model import Board

MALFORMED = "malformed-board"
NO_LANE = "no such lane"


class Card(NamedTuple):
    """A card on its way. `left` are the moves it has; none stands for any number."""

    board: Board
    looked_at: bool
    left: int | None
    way: tuple[str, ...] = ()
    stamps: frozenset[str] = frozenset()
    opening: tuple[Event, ...] = ()
    ended: Outcome | None = None


class LanesRuntime(Runtime[Card]):
    """The semantics of a board: each answer moves the card to a lane."""

    def start(
        self,
        contract: Board,
        options: Mapping[str, Any],
        given: Any,  # noqa: ARG002 - a card has nothing on it
        world: Mapping[str, Any],  # noqa: ARG002 - and nothing happens outside
    ) -> Card:
        """The card in the lane where it starts."""
        card = Card(contract, options["stamps"] == "wanted", options["moves"])
        if not contract.lanes:
            return card._replace(ended=Outcome("refused", MALFORMED))
        entered, events = _enter(card, contract.start)
        return entered._replace(opening=events)

    def asks(self, state: Card) -> Question | None:
        """Where the card goes, as long as it can go anywhere."""
        if state.ended:
            return None
        lane = state.way[-1]
        return Question("model", lane, state.way.count(lane) - 1)

    def choices(self, state: Card) -> Sequence[Choice]:
        """A move for each lane that the card may go to."""
        if state.ended:
            return ()
        lane = state.board.lanes[state.way[-1]]
        return tuple(Choice("model", name) for name in dict.fromkeys(lane.to))

    def step(self, state: Card, choice: Choice) -> tuple[Card, tuple[Event, ...]]:
        """Move the card; it stays where the lane does not lead to the one that was answered."""
        if state.ended:
            return state, ()
        here = state.way[-1]
        if state.left == 0:
            return state._replace(ended=Outcome("limit", "moves")), ()
        moved = state._replace(left=None if state.left is None else state.left - 1)
        if choice.value not in state.board.lanes[here].to:
            blocked = {"blocked": [{"to": choice.value}]}
            return moved, (Event("blocked", blocked, here),)
        return _enter(moved, choice.value)

    def key(self, state: Card) -> Hashable:
        """Where the card is, what is on it, and how far it may go."""
        return (*state.way[-1:], state.stamps, state.left, state.ended)

    def summary(self, state: Card) -> Mapping[str, Any]:
        """The lanes it was in, and the stamps on it."""
        return {"phases_visited": list(state.way), "stamps": sorted(state.stamps)}

    def relax(self, state: Card) -> Card:
        """The card with any number of moves left."""
        return state._replace(left=None)

    def read(self, _state: Card, answer: Any) -> Choice:
        """An answer is the name of a lane."""
        if not isinstance(answer, str):
            raise ScriptError((), "an answer is the name of a lane")
        return Choice("model", answer)

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """The lanes that were entered, and the ways to them that were taken."""
        entered = [event for event in events if event.kind == "enter"]
        ways = ((event.data["from"], event.phase) for event in entered)
        return (*(event.phase for event in entered), *ways)

    def elements(self, contract: Board) -> Sequence[Element]:
        """The lanes, and the ways from them."""
        return tuple(_elements(contract))

    def phase(self, state: Card) -> str:
        """The lane that the card is in."""
        return state.way[-1] if state.way else ""

    def fault(self, state: Card) -> Fault | None:
        """A card that was lost or turned away; on a board with a stamp for every lane that wants
        one, that is the fault of the ways on it."""
        if state.ended is None or state.ended.kind != "failed":
            return None
        return Fault(self.phase(state), state.ended.detail, "the next lane does not take the card")

    def shown(self, state: Card) -> Sequence[Fact]:
        """The stamps on the card, and how far it may go."""
        stamps = [Fact("stamps on the card:", stamp) for stamp in sorted(state.stamps)]
        return (*stamps, Fact(f"moves left: {'any' if state.left is None else state.left}"))

    def headline(self, event: Event) -> str:
        """What happened to the card."""
        return f"{event.kind} {event.phase}"


def _elements(board: Board) -> Iterator[Element]:
    for name, lane in board.lanes.items():
        place = Place(board.file, ("lanes", name), "key")
        yield Element(name, name, quote(name), use="entered", place=place)
        for index, target in enumerate(lane.to):
            yield Element(
                id=(name, target),
                phase=name,
                label=f"the way to {quote(target)}",
                use="taken",
                place=Place(board.file, ("lanes", name, "to", index)),
                targets=(target,),
            )


def _enter(card: Card, name: str) -> tuple[Card, tuple[Event, ...]]:
    """Put a card into a lane, or end its way where that cannot be."""
    lane = card.board.lanes.get(name)
    came_from = card.way[-1] if card.way else ""
    if lane is None:
        return card._replace(ended=Outcome("failed", NO_LANE)), (Event("lost", {}, name),)
    if card.looked_at and lane.wants and lane.wants not in card.stamps:
        data = {"from": came_from, "wants": lane.wants}
        ended = Outcome("failed", f"no stamp {lane.wants}")
        return card._replace(ended=ended), (Event("turned-away", data, name),)
    stamps = card.stamps | ({lane.stamp} if lane.stamp else set())
    ended_here = None if lane.to else COMPLETED
    entered = card._replace(way=(*card.way, name), stamps=stamps, ended=ended_here)
    return entered, (Event("enter", {"from": came_from}, name),)
