"""What comes of following a run through a contract."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from phaselint.transcripts.deeds import Deed
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

    How = Literal["unknown", "skipped", "extra", "out of order", "not allowed", "ended early"]


LOST = "a record before this act wasn't understood"
"""Why a run isn't decided from an act on."""


class Departure(NamedTuple):
    """An act that the contract doesn't allow where it happened.

    Attributes:
        number: the number of the act; that of the last one for a run that ended too early.
        how: what is wrong with it, where that is clear.
        why: the same in words, whose parts are names.
        possible: what was possible there.
        skipped: acts that the contract has before it.
        line: where the contract declares what the act is, or what it should have been.
    """

    number: int
    how: How
    why: Message
    possible: tuple[Deed, ...] = ()
    skipped: tuple[Deed, ...] = ()
    line: Place | None = None

    @property
    def at(self) -> int | None:
        """The number of the act that is wrong; none where the end of the run is."""
        return None if self.how == "ended early" else self.number


class Followed(NamedTuple):
    """How far a run follows its contract.

    Attributes:
        first: the first departure; none where there is none.
        later: those after it.
        undecided: why the run isn't decided to its end; empty where it is.
        used: the acts of the contract that it did.
        unknown: names of tools that nobody knows, with how often they were called.
        inferred: acts that the log doesn't tell but makes likely, each with the number of the act
            that shows it.
    """

    first: Departure | None = None
    later: tuple[Departure, ...] = ()
    undecided: str = ""
    used: frozenset[Deed] = frozenset()
    unknown: tuple[tuple[str, int], ...] = ()
    inferred: tuple[tuple[int, Deed], ...] = ()
