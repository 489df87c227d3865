"""How often a step may repeat in a row (1.14 §2.2, §4.3)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

IMPLIED_CHAIN = ("default",)


class Chain(NamedTuple):
    """`adaptationChain` (1.14 §2.2): the adaptation that each repeat in a row sends. `given`: the
    step has the key. `endless`: it is something that never runs out, such as a number, or the step
    of a release without chains."""

    elements: tuple[str, ...] = IMPLIED_CHAIN
    given: bool = False
    endless: bool = False

    @property
    def barren(self) -> bool:
        """Whether even the first repeat has no element, and ends the run."""
        return not self.elements and not self.endless


ENDLESS = Chain((), endless=True)
