"""How the policies of a contract stand, as reports tell it."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal

    from phaselint.vocabulary.finding import Place, Severity

    Status = Literal["holds", "violated", "undecided"]


class Standing(NamedTuple):
    """How one policy stands in one contract.

    Attributes:
        title: its name, or its rule in words where it has none.
        rule: its rule in words.
        place: where it is written.
        states: how many states were explored.
        tested: whether some run does what puts it to the test; one that is not may hold for
            nothing.
        reason: why it is not decided; empty where it is.
        of_all: whether it is about all runs; one that is not asks for a single run.
    """

    title: str
    rule: str
    place: Place
    status: Status
    states: int = 0
    tested: bool = True
    why: str = ""
    severity: Severity = "error"
    reason: str = ""
    of_all: bool = True

    @property
    def line(self) -> str:
        """How it stands, in a few words: "holds in all runs (64 states)"."""
        if self.status == "violated":
            return "violated"
        if self.status == "undecided":
            return f"not decided: {self.reason}"
        untested = "" if self.tested else ", and no run tests it"
        whole = " in all runs" if self.of_all else ""
        return f"holds{whole}{untested} ({self.states:,} {_word(self.states)})"


class Held(NamedTuple):
    """How many of some policies hold in all runs, of how many, and the states that were explored
    for that, each contract once."""

    holding: int
    policies: int
    states: int
    of_all: bool = True

    @property
    def line(self) -> str:
        """The same in words: "3 policies hold in all runs (64 states)"."""
        states = f"({self.states:,} {_word(self.states)})"
        noun = "policy" if self.policies == 1 else "policies"
        verb = "holds" if 1 in (self.holding, self.policies) else "hold"
        of = "" if self.holding == self.policies else f" of {self.policies}"
        whole = " in all runs" if self.of_all else ""
        return f"{self.holding}{of} {noun} {verb}{whole} {states}"


def held(standings: Iterable[Iterable[Standing]]) -> Held:
    """The count of policies, given those of each contract."""
    holding = policies = states = 0
    of_all = True
    for some in standings:
        listed = list(some)
        policies += len(listed)
        holding += sum(each.status == "holds" for each in listed)
        of_all = of_all and all(each.of_all for each in listed)
        states += max((each.states for each in listed), default=0)
    return Held(holding, policies, states, of_all)


def moved(standings: Iterable[Standing], change: Callable[[Place], Place]) -> tuple[Standing, ...]:
    """The same with every place changed."""
    return tuple(each._replace(place=change(each.place)) for each in standings)


def _word(states: int) -> str:
    return "state" if states == 1 else "states"
