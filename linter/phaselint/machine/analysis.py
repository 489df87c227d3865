"""Everything asked of one machine, computed once and on demand (design §6).

Answers that a bound keeps from being known are none, never guessed. The cover and its
certificate come first: a clean machine never pays for the exact exploration.
"""

from __future__ import annotations

from phaselint.machine import coverability as covering
from phaselint.machine.certify import certify
from phaselint.machine.liveness import guarded, sliced
from phaselint.machine.model import BOUND
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.deferred import deferred, deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from phaselint.machine import explore as exploring
    from phaselint.machine.certificate import Certificate
    from phaselint.machine.coverability import Cover
    from phaselint.machine.explore import Exploration
    from phaselint.machine.model import Machine
    from phaselint.machine.steps import Index
    from phaselint.machine.traps import Trap, traps
else:
    exploring = deferred_module("phaselint.machine.explore")
    traps = deferred("phaselint.machine.traps", "traps")


class Analysis:
    """A machine and the known facts about it within a bound on expanded states."""

    def __init__(self, machine: Machine, bound: int = BOUND) -> None:
        self.machine = machine
        # Without guards there are no more states than phases, and nothing to bound.
        self.bound = bound if guarded(machine) else max(bound, len(machine.phases))

    @cached_property
    def index(self) -> Index:
        """The machine laid out for stepping, with exact masks."""
        return sliced(self.machine)

    @cached_property
    def cover(self) -> Cover:
        """The maximal states of each phase."""
        return covering.cover(self.index, bound=self.bound)

    @cached_property
    def certificate(self) -> Certificate | None:
        """What the cover proves; none when it is not complete."""
        return certify(self.index, self.cover, self.bound) if self.cover.complete else None

    @cached_property
    def exploration(self) -> Exploration:
        """The exact exploration through atomic responses."""
        return exploring.explore(self.index, self.bound)

    @cached_property
    def wide_exploration(self) -> Exploration:
        """The exploration that is exact for fewest responses."""
        return exploring.explore_wide(self.index, self.bound)

    @cached_property
    def alive(self) -> list[bool]:
        """For each state of the exploration, whether a terminal phase is reached from it."""
        return exploring.alive(self.index, self.exploration)

    @cached_property
    def reached(self) -> frozenset[int] | None:
        """The phases runs enter."""
        if self.cover.complete:
            return covering.reached(self.cover)
        return exploring.reached(self.exploration) if self.exploration.complete else None

    @cached_property
    def executed(self) -> frozenset[int] | None:
        """The actions runs execute."""
        if self.cover.complete:
            moves = covering.executable(self.index, self.cover)
            return frozenset(self.machine.moves[move].action for move in moves)
        if self.exploration.complete:
            return exploring.taken(self.index, self.exploration)
        return None

    @cached_property
    def finishes(self) -> bool | None:
        """Whether every reachable state has a run to a terminal phase."""
        if self.certificate is not None and self.certificate.finish is not None:
            return True
        return all(self.alive) if self.exploration.complete else None

    def traps(self, leave_out: Collection[int] = ()) -> tuple[Trap, ...] | None:
        """List the order traps, those into the given phases left out."""
        if self.finishes is None:
            return None
        return () if self.finishes else traps(self.index, self.exploration, self.alive, leave_out)


def certified(machine: Machine, bound: int) -> Iterator[tuple[Machine, Certificate]]:
    """A machine with its certificate, where the analysis was complete."""
    certificate = Analysis(machine, bound).certificate
    if certificate is not None:
        yield machine, certificate
