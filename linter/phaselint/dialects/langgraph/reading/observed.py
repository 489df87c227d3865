"""What a function does with the state, as a record (reference §2.9)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.functionmodel import Change, Read


class Observed(NamedTuple):
    """What a function reads, and whether that is all; what it changes."""

    reads: tuple[Read, ...] = ()
    complete: bool = True
    changes: tuple[Change, ...] = ()
