"""What is wrong with how something is written: a script, a policy."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.vocabulary.finding import Part, Pointer
    from phaselint.vocabulary.message import Message


class Flaw(NamedTuple):
    """Something in a document that is not well formed: where, and what."""

    pointer: Pointer
    message: Message
    part: Part = "value"
