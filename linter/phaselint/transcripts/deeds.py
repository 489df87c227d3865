"""What a run does: acts by what they are, and by where and when they happen."""

from __future__ import annotations

from phaselint.dialects.acts import OWNED
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.dialects.acts import Ok


class Deed(NamedTuple):
    """What an act is, wherever it happens: `target` of a `follow`, the phase of a `take`."""

    verb: str
    subject: str
    sort: str = ""
    target: str = ""

    @property
    def text(self) -> str:
        """The act in words, as policies name it."""
        return self.told(str)

    def told(self, name: Callable[[str], str]) -> str:
        """The act in words, with its names as `name` has them."""
        words = [self.verb, self.sort, self.subject and name(self.subject)]
        if self.target:
            words += ["of" if self.verb in OWNED else "->", name(self.target)]
        return " ".join(filter(None, words))

    def __str__(self) -> str:
        return self.text


class TracedAct(NamedTuple):
    """An act of a run.

    Attributes:
        actor: the agent that does it; empty where the format has none, and for `start`.
        instance: which invocation of an agent, by number; 0 is the main one.
        place: where the log tells it.
    """

    number: int
    deed: Deed
    actor: str
    instance: int
    place: str
    time: float
    ok: Ok
