"""Facts that hold in one version and no longer, or not yet, in the other, each with a run of the
other that shows it."""

from __future__ import annotations

from phaselint.behavior.difference.model import ChangedFact
from phaselint.behavior.difference.seeking import any_edge, shortest
from phaselint.behavior.difference.words import is_act, text_of
from phaselint.behavior.facts import facts_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.behavior.acting import ActEdge
    from phaselint.behavior.difference.net import Net
    from phaselint.behavior.difference.party import Party
    from phaselint.behavior.difference.seeking import Memory, Read
    from phaselint.behavior.difference.words import Renaming, Word
    from phaselint.behavior.facts import Fact, Facts
    from phaselint.dialects.acts import Act


class FactsChanged(NamedTuple):
    """The facts that changed, and why they could not be compared."""

    lost: tuple[ChangedFact, ...] = ()
    won: tuple[ChangedFact, ...] = ()
    reason: str = ""


def facts_changed(before: Party, after: Party, renaming: Renaming) -> FactsChanged:
    """Compare the facts of two versions: of each those that are worth telling."""
    if _do_the_same(before, after):
        return FactsChanged()
    old, new = _facts(before), _facts(after)
    if old.reason or new.reason:
        return FactsChanged(reason=old.reason or new.reason)
    renamed = [_renamed(fact, renaming) for fact in old.told]
    known = {_key(_renamed(fact, renaming)) for fact in old.every}
    holding = {_key(fact) for fact in new.every}
    lost = [each for each in renamed if _key(each) not in holding and _is_done(each, after)]
    won = [each for each in new.told if _key(each) not in known and _is_done(each, before)]
    return FactsChanged(
        tuple(_shown(each, after) for each in lost), tuple(_shown(each, before) for each in won)
    )


def _do_the_same(before: Party, after: Party) -> bool:
    """Whether both versions were explored in full, and do the same in the same states."""
    ours, theirs = before.version.atlases, after.version.atlases
    one, two = before.version.lab.runtime, after.version.lab.runtime
    return len(ours) == len(theirs) and all(
        old.complete
        and new.complete
        and old.opening == new.opening
        and (old.offered, old.ended) == (new.offered, new.ended)
        and list(map(_done, old.out)) == list(map(_done, new.out))
        and list(map(one.phase, old.states)) == list(map(two.phase, new.states))
        for old, new in zip(ours, theirs, strict=True)
    )


def _done(row: Iterable[ActEdge]) -> list[tuple[object, ...]]:
    """What is done by the edges out of a state."""
    return [(each.target, each.acts, each.grade) for each in row]


def _facts(party: Party) -> Facts:
    runtime = party.version.lab.runtime
    return facts_of(party.version.atlases, runtime.phase, runtime.completions)


def _key(fact: Fact) -> tuple[str, ...]:
    """What facts are told apart by; of two acts that never happen together neither is the first."""
    kind, *acts = fact.key
    return (kind, *sorted(acts)) if kind == "never-both" else fact.key


def _renamed(fact: Fact, renaming: Renaming) -> Fact:
    other = renaming.act(fact.other) if fact.other else None
    return fact._replace(act=renaming.act(fact.act), other=other)


def _is_done(fact: Fact, party: Party) -> bool:
    """Whether runs of a version put a fact to the test: of acts that none does, much holds for
    nothing."""
    does = party.does
    if fact.kind == "every-run":
        return any(f"end {each}" in does for each in fact.completions)
    if fact.kind == "never-both":
        return fact.other is not None and all(_does(each, does) for each in (fact.act, fact.other))
    return _does(fact.act, does)


def _does(act: Act, does: Iterable[str]) -> bool:
    return any(is_act(each, act.text) for each in does)


def _shown(fact: Fact, party: Party) -> ChangedFact:
    """A fact with a run that shows that it doesn't hold, made on the contract."""
    allowed = _is_fair if fact.kind == "every-run" else any_edge
    word = _witness(party.net, fact, allowed)
    made = party.made(word, allowed=allowed) if word else None
    if made is None:
        return ChangedFact(fact)
    return ChangedFact(fact, word, made.steps, made.script)


def _is_fair(edge: ActEdge) -> bool:
    return edge.grade != "hostile"


def _reading(fact: Fact) -> tuple[Read, Memory]:
    """How a run is read for a fact, and what is remembered once it doesn't hold. What is negative
    can no longer get there."""
    act, other = fact.act.text, fact.other.text if fact.other else ""
    ends = {f"end {each}" for each in fact.completions}

    def only_after(memory: Memory, letter: str) -> Memory:
        if is_act(letter, other) and letter == text_of(letter):
            return -1
        return 1 if is_act(letter, act) else memory

    def both(memory: Memory, letter: str) -> Memory:
        return memory | (1 if is_act(letter, act) else 0) | (2 if is_act(letter, other) else 0)

    def twice(memory: Memory, letter: str) -> Memory:
        return min(2, memory + is_act(letter, act))

    def without(memory: Memory, letter: str) -> Memory:
        if is_act(letter, act) and letter == text_of(letter):
            return -1
        return 1 if letter in ends else memory

    if fact.kind == "only-after":
        return only_after, 1
    if fact.kind == "never-both":
        return both, 3
    return (twice, 2) if fact.kind == "at-most-once" else (without, 1)


def _witness(net: Net, fact: Fact, allowed: Callable[[ActEdge], bool]) -> Word:
    """A shortest run that shows that a fact doesn't hold; empty where the order into which work
    side by side is put shows none."""
    read, wanted = _reading(fact)
    return shortest(net, read, wanted, allowed)
