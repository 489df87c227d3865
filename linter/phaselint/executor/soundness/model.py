"""What exploration can claim about a contract."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable

    from phaselint.dialects.records import Choice, Element, Fault, Limit
    from phaselint.executor.proof import RunInput


class Way(NamedTuple):
    """A run: what it is started with, and its choices."""

    setting: RunInput
    choices: tuple[Choice, ...]


class Failure(NamedTuple):
    """A run that obeys the contract fails. `certain`: no run of strict choices completes; or none
    in which all goes well, though this one is such a run until it fails."""

    fault: Fault
    way: Way
    certain: bool

    @property
    def phase(self) -> str:
        """The phase in which it fails."""
        return self.fault.phase


class Unanswerable(NamedTuple):
    """At the end of a run no answer is possible: nothing satisfies what it has to."""

    phase: str
    demand: str
    way: Way


class Trap(NamedTuple):
    """At the end of a run none can complete any longer.

    Attributes:
        phases: those that runs can still be in.
        source: the phase before the last choice of the run; empty where it has none.
        moves: what the last step of the run used.
        twin: where only what a tool returns decides, a last choice that does not lead here.
        withheld: why elements are not offered there, by their ids.
        taken: the elements that runs use there, by their ids.
        unforeseen: that runs complete there, but only by choices that no plan is behind.
    """

    phase: str
    way: Way
    phases: frozenset[str]
    source: str = ""
    moves: tuple[Hashable, ...] = ()
    twin: Choice | None = None
    withheld: tuple[tuple[Hashable, str], ...] = ()
    taken: frozenset[Hashable] = frozenset()
    unforeseen: bool = False

    @property
    def certain(self) -> bool:
        """Whether it is that no run of the contract completes."""
        return not self.way.choices and not self.unforeseen


class Unused(NamedTuple):
    """No run uses an element. `way` leads to its phase, if one does, and `withheld` says why it is
    not offered there, if the runtime knows. `limited`: only limits keep runs from it. `open`: it is
    the answer to a call that runs make, at the end of `way`. `obeyed`: no run uses it whose router
    obeys the conditions."""

    element: Element
    way: Way | None = None
    withheld: str = ""
    limited: bool = False
    open: bool = False
    obeyed: bool = False

    @property
    def phase(self) -> str:
        """The phase that it would be used in."""
        return self.element.phase


class LimitExceeded(NamedTuple):
    """An element needs more of a limit than there is; `further` are others that do, too."""

    limit: Limit
    element: Element
    amount: int
    way: Way
    further: tuple[Element, ...] = ()

    @property
    def phase(self) -> str:
        """The phase that it would be used in."""
        return self.element.phase


class NoRun(NamedTuple):
    """No run completes within limits, though one does without any of them: `way`."""

    limits: tuple[Limit, ...]
    way: Way

    @property
    def phase(self) -> str:
        """It is about no phase."""
        return ""


class NeverDone(NamedTuple):
    """No run completes whose router obeys the conditions, though others do; `way` is the start."""

    way: Way

    @property
    def phase(self) -> str:
        """It is about no phase."""
        return ""


Claim = Failure | Unanswerable | Trap | Unused | LimitExceeded | NoRun | NeverDone


class Claims(NamedTuple):
    """All that the charts show, by kind."""

    failures: tuple[Failure, ...] = ()
    unanswerable: tuple[Unanswerable, ...] = ()
    traps: tuple[Trap, ...] = ()
    unused: tuple[Unused, ...] = ()
    too_far: tuple[LimitExceeded, ...] = ()
    no_run: tuple[NoRun, ...] = ()
