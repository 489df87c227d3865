"""Records with a runtime's facts about runs and contracts (design §5)."""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator
    from typing import Any, Literal

    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

    Decider = Literal["model", "tool", "world", "user"]

    Channel = Literal["model", "route", "ask"]
    """The channels of a script's answers: the model, the router, and side questions."""

    OutcomeKind = Literal[
        "running", "completed", "failed", "refused", "error", "cancelled", "limit"
    ]

    Sort = Literal["move", "branch", "gate"]

    Grade = Literal["strict", "fair", "hostile"]
    """What a choice takes for granted: `strict`, nothing but the contract (the model answers by
    its schema, what is asked for is given); `fair`, what happens in an orderly run now and then (a
    cap is hit, a check fails once); `hostile`, what the contract is not to be blamed for."""

CHANNELS: tuple[Channel, ...] = ("model", "route", "ask")
OUTCOMES: tuple[OutcomeKind, ...] = (
    *("running", "completed", "failed", "refused", "error", "cancelled", "limit"),
)
MILDEST_FIRST: tuple[Grade, ...] = ("strict", "fair", "hostile")


class Choice(NamedTuple):
    """One way a run can go on: who decides it, what is decided (dialect data), and among which
    answers a script has it."""

    decider: Decider
    value: Any
    channel: Channel = "model"


class Question(NamedTuple):
    """What a run waits for: an answer from a channel, in a phase, on a visit of it (from 0).

    Without phases both are empty."""

    channel: Channel = "model"
    phase: str = ""
    visit: int = 0


class OnDemand(Mapping[str, "Any"]):
    """A mapping that is made when it is first read: most are only passed along, and each would take
    as long to make as the run is. `known` is the available part."""

    __slots__ = ("_known", "_made", "_make")

    def __init__(
        self, make: Callable[[], Mapping[str, Any]], known: Mapping[str, Any] | None = None
    ) -> None:
        self._make = make
        self._known = known or {}
        self._made: Mapping[str, Any] | None = None

    def _map(self) -> Mapping[str, Any]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def at_hand(self, key: str) -> Any:
        """A value that isn't made if it isn't available; None then."""
        return self._known.get(key)

    def __getitem__(self, key: str) -> Any:
        return self._known[key] if key in self._known else self._map()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._map())

    def __len__(self) -> int:
        return len(self._map())

    def __repr__(self) -> str:
        return repr(self._map())


class Event(NamedTuple):
    """Something a run did: its kind, its data as JSON values, and the phase it was in."""

    kind: str
    data: Mapping[str, Any]
    phase: str = ""


class Outcome(NamedTuple):
    """How far a run has come; `detail` names the code or the limit where the kind has one."""

    kind: OutcomeKind
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}({self.detail})" if self.detail else self.kind


RUNNING = Outcome("running")
COMPLETED = Outcome("completed")


class Element(NamedTuple):
    """Something declared that runs can use.

    Attributes:
        id: as `Runtime.moves` tells that a step has used it. What may be used in several phases
            has an entry for each, all with one id, where its use in one of them is enough.
        phase: the phase that it is used in; that of a phase is its own name.
        label: what it is in words of the dialect, names in backticks: "`pay`", "branch 2".
        use: what is done with it, as a participle: "called", "entered", "taken".
        place: where it is declared.
        targets: the phases that its use leads to; a phase has none.
        success: the element is the success of its phase: if no run has it, no answer can make the
        phase succeed. Its targets are the phases that need it.
        sort: how scripts report its use, unless it is a phase: a `move` is a transition, a `branch`
        one of several that a phase chooses from, a `gate` decides whether a run can pass.
    """

    id: Hashable
    phase: str
    label: str
    use: str
    place: Place
    targets: tuple[str, ...] = ()
    success: bool = False
    sort: Sort = "move"

    @property
    def is_phase(self) -> bool:
        """Whether it is a phase, not something in one."""
        return self.id == self.phase


class Misfit(NamedTuple):
    """What of a scripted answer no run would have: the pointer below the answer, and why."""

    pointer: tuple[str | int, ...]
    message: Message


class Counter(NamedTuple):
    """What a contract limits, by one name in all states; how much is used, how much there is."""

    name: str
    used: float
    most: float


class Fault(NamedTuple):
    """How a run failed by the contract: in which phase, the runtime's code, and why in words.
    `about` is what of the contract that is about, by ids that claims have for it."""

    phase: str
    code: str
    why: str
    about: tuple[Hashable, ...] = ()


class Limit(NamedTuple):
    """A run-wide limit: its name as `Runtime.spent` tells it, how much, of what, and where set."""

    name: str
    most: int
    unit: str
    place: Place


class Doubt(NamedTuple):
    """What of a contract isn't decided, though runs are explored to the end.

    Attributes:
        why: a whole clause that names the construct ("`pattern` of `title` has a look-ahead").
        place: where the construct is written.
        elements: the ids of the elements of which it is therefore unknown whether a run uses them:
            where none is found that does, they are not said to be dead, but not decided.
        bounded: whether a larger bound on expanded states may decide it.
        phase: that from which runs may go on in ways that exploration doesn't know, if any.
    """

    why: Message
    place: Place
    elements: frozenset[Hashable] = frozenset()
    bounded: bool = False
    phase: str = ""


class Audience(NamedTuple):
    """A program that reads the files of a contract: its name, what people call it, and why the
    contract is for it."""

    name: str
    title: str
    why: str
