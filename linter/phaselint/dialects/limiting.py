"""A part of `Runtime`: limits, what stays undecided, and what nobody plans."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act
    from phaselint.dialects.records import Choice, Doubt, Event, Limit, OutcomeKind


class Unheld(NamedTuple):
    """What keeps it from being known what runs do where the prose of a contract is obeyed: `doubt`
    where none of it is followed, though some could be; `unread` is how many pieces of it aren't
    read in full, which leave all choices open."""

    doubt: Doubt | None = None
    unread: int = 0


class Limiting:
    """The run-wide limits of a dialect; by default there are none, all is decided, and contracts
    are to blame for no hostile choice."""

    unforeseen: str = ""
    """What steps in where a run is ended by a hostile choice that is not `foreseen`, as the end of
    a sentence that begins with "no run completes unless"."""

    def with_limits(self, choice: Choice) -> Choice:
        """A choice of a relaxed run as the run with its limits has it; by default the same."""
        return choice

    def relax(self, state: Any) -> Any:
        """The same state with all run-wide limits lifted; by default there are none. Limits only
        take away: what cannot happen from the relaxed state cannot happen from the state
        itself."""
        return state

    def unlimited(self, state: Any) -> Any:
        """The state of a start from which acts are explored first: without the run-wide limits that
        only end runs. What such a limit does beyond that is explored with it. By default all of
        them are lifted (`relax`)."""
        return self.relax(state)

    def ended_by_limits(self, acts: Sequence[Act]) -> frozenset[OutcomeKind] | None:  # noqa: ARG002
        """How run-wide limits may end a run in a step that does some acts without limits.

        For dialects whose run-wide limits do nothing but end runs: each step of a run with limits
        is one of the run without them, or several in a row, to the same state by the same acts; or
        it ends the run in one of these ways, all of them `Runtime.limit_ends`, after acts that are
        all among those of such a step. None, as by default, where that is not so."""
        return None

    def done_by_limits(self, contract: Any) -> Sequence[Act]:  # noqa: ARG002 - for overriding
        """What runs may do only in the step that a run-wide limit cuts short, besides ending, as an
        act of the contract; nothing by default."""
        return ()

    def labels(self, state: Any) -> Sequence[float] | None:  # noqa: ARG002 - for overriding
        """How much of each run-wide limit a state has used, in an order of its own: of two states
        with the same `key` once relaxed, a run from the one that has used no more of any can do
        what one from the other can. None, as by default, where that is not so: a search for runs
        with limits then tells all states apart by `key`."""
        return None

    def limits(self, contract: Any) -> Sequence[Limit]:  # noqa: ARG002 - for overriding
        """The run-wide limits that may keep runs from what `elements` lists, where no rule of the
        dialect asks that; none by default."""
        return ()

    def spent(self, events: Sequence[Event]) -> Mapping[str, int]:  # noqa: ARG002 - for overriding
        """How much of each limit, by its name, a step used, by its events; nothing by default."""
        return {}

    def ceilings(self, contract: Any) -> Sequence[Limit]:
        """The run-wide limits that `lift` lifts one by one, if the contract sets them; by default
        `limits`."""
        return self.limits(contract)

    def lift(self, state: Any, name: str) -> Any:  # noqa: ARG002 - for overriding
        """The state of a start without one of `ceilings`, by its name; by default without any."""
        return self.relax(state)

    def doubts(self, contract: Any) -> Sequence[Doubt]:  # noqa: ARG002 - for overriding
        """What of a contract `choices` leaves undecided without raising TooManyChoices; each is
        reported as `analysis-incomplete` at its place, and a contract with one has no certificate.
        By default all is decided."""
        return ()

    def unheld(self, state: Any) -> Unheld:  # noqa: ARG002 - for overriding
        """What `obeying` leaves out; by default nothing."""
        return Unheld()

    def keeps(self, state: Any, choice: Choice) -> bool:  # noqa: ARG002 - for overriding
        """Whether a response of a run that obeys (`obeying`) isn't excluded by the contract's
        prose, judged from the run itself; used only by the checker."""
        return True

    def foreseen(self, state: Any, events: Sequence[Event]) -> bool:  # noqa: ARG002 - for overriding
        """Whether the contract names what a hostile choice in a state did, by its events; by
        default it does. That runs complete by other hostile choices alone is nobody's plan."""
        return True
