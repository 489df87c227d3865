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
    """The status of one policy in one contract.

    Attributes:
        title: its name, or its rule in words where it has none.
        rule: its rule in words.
        place: where it is written.
        states: how many states were explored.
        tested: whether some run does what puts it to the test; one that is not may hold for
            nothing.
        reason: why it is not decided; empty where it is.
        runs: which runs it is about, in words; empty for one that asks for a single run, or is not
            about runs.
        agents: how many agents were looked at, for one that is about what agents come to.
        unverified: why `--verify` could not check that it holds; empty where it did, or was not
            asked for.
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
    runs: str = "in all runs"
    agents: int = 0
    unverified: str = ""

    @property
    def line(self) -> str:
        """How it stands, in a few words: "holds in all runs (64 states)"."""
        if self.status == "violated":
            return "violated"
        if self.status == "undecided":
            return f"not decided: {self.reason}"
        untested = "" if self.tested else ", and no run tests it"
        whole = f" {self.runs}" if self.runs else ""
        doubtful = f"; not verified: {self.unverified}" if self.unverified else ""
        return f"holds{whole}{untested}{_looked(self.states, self.agents)}{doubtful}"


class Held(NamedTuple):
    """How many of some policies hold, of how many, the states that were explored for that, each
    contract once, and the runs that all of them are about, if these are the same."""

    holding: int
    policies: int
    states: int
    runs: str = "in all runs"

    @property
    def line(self) -> str:
        """The same in words: "3 policies hold in all runs (64 states)"."""
        noun = "policy" if self.policies == 1 else "policies"
        verb = "holds" if 1 in (self.holding, self.policies) else "hold"
        of = "" if self.holding == self.policies else f" of {self.policies}"
        whole = f" {self.runs}" if self.runs else ""
        return f"{self.holding}{of} {noun} {verb}{whole}{_looked(self.states)}"


def held(standings: Iterable[Iterable[Standing]]) -> Held:
    """The count of policies, given those of each contract."""
    holding = policies = states = 0
    runs: set[str] = set()
    for some in standings:
        listed = list(some)
        policies += len(listed)
        holding += sum(each.status == "holds" for each in listed)
        runs |= {each.runs for each in listed}
        states += max((each.states for each in listed), default=0)
    return Held(holding, policies, states, runs.pop() if len(runs) == 1 else "")


def moved(standings: Iterable[Standing], change: Callable[[Place], Place]) -> tuple[Standing, ...]:
    """The same with every place changed."""
    return tuple(each._replace(place=change(each.place)) for each in standings)


def _looked(states: int, agents: int = 0) -> str:
    """How much was looked at, in parentheses; nothing where nothing was."""
    found = [(states, "state")] if states else [(agents, "agent")] if agents else []
    return "".join(f" ({n:,} {word}{'' if n == 1 else 's'})" for n, word in found)
