"""What a run does, in words shared by policies, differences and logs."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Literal

    from phaselint.dialects.records import Element, Outcome
    from phaselint.vocabulary.finding import Place

    Ok = Literal["yes", "no", "unknown"]
    """Whether an attempt succeeded."""

    Name = tuple[str, str, str, str, str]

OWNED = frozenset({"take", "goto", "send"})
"""Verbs of acts at a phase, which is named after `of`."""


class Act(NamedTuple):
    """An act of a run that a policy can name.

    Attributes:
        verb: `call`, `enter`, `take`, … in the words of the dialect.
        subject: its object; empty for `start` and `turn`.
        kind: the kind of the subject, if the dialect has several kinds of subjects for the verb
        ("agent", "tool"); it comes before the name.
        phase: the phase in which it happened; empty if there isn't one.
        target: the target of an edge.
        ok: whether it succeeded; `unknown` for an attempt with an unknown result.
        thread: acts of one step with different threads, none of them 0, happen in any order; those
            of one thread in theirs. 0 is before and after all others. For threads that go on in
            further steps see `Runtime.threads_span_steps`.
    """

    verb: str
    subject: str = ""
    kind: str = ""
    phase: str = ""
    target: str = ""
    ok: Ok = "yes"
    thread: int = 0

    @property
    def name(self) -> Name:
        """The identity of an act: all but its result and its threads."""
        return (self.verb, self.subject, self.kind, self.phase, self.target)

    @property
    def text(self) -> str:
        """The act in words: "call issue_refund", "take next of review", "follow a -> b"."""
        words = [self.verb, self.kind, self.subject]
        if self.target:
            words += ["->", self.target]
        if self.verb in OWNED and self.phase:
            words += ["of", self.phase]
        return " ".join(filter(None, words))


START = Act("start")
TURN = Act("turn")


def end_of(outcome: Outcome) -> Act:
    """The last act of a run that ended."""
    return Act("end", outcome.kind)


class Order(NamedTuple):
    """In which order a runtime takes the steps of what it does in parallel. The order is one that
    may be, and no more.

    Attributes:
        after: the phase that leads to it.
        way: by which of its ways, counted from 0.
        names: the phases, in the order of their steps.
    """

    after: str
    way: int
    names: tuple[str, ...]


class KnownAct(NamedTuple):
    """An act that a contract's runs may do, as far as its text tells, and where that is written;
    none for what no place declares, such as how runs end. `offered`: the runtime only offers it
    in its phase, and never asks whether it was done."""

    act: Act
    place: Place | None = None
    offered: bool = False


def acts_of_elements(elements: Iterable[Element]) -> dict[Hashable, Act]:
    """For each element that a run uses, the act of using it, by its id; successes have none. The
    default for a dialect without acts of its own."""
    return {each.id: _use(each) for each in elements if not each.success}


def known_elements(elements: Iterable[Element]) -> Iterator[KnownAct]:
    """The same acts, with the places of their elements' declarations."""
    for each in elements:
        if not each.success:
            yield KnownAct(_use(each), each.place)


def told(acts: dict[Hashable, Act], moves: Sequence[Hashable]) -> tuple[Act, ...]:
    """The acts of a step by what it used, each once."""
    return tuple(acts[each] for each in dict.fromkeys(moves) if each in acts)


def _use(element: Element) -> Act:
    if element.is_phase:
        return Act("enter", element.phase, phase=element.phase)
    return Act("take", element.label.replace("`", ""), phase=element.phase)
