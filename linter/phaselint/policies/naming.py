"""The names of acts, as authors write them: `verb name`, or `verb name in phase`.

A name is in plain words, in backticks, or a glob; one that contains ` of `, ` in ` or ` -> ` is in
backticks. Without these, a name has several readings, and that with the longest name that the
contract knows is meant (see `resolved`).
"""

from __future__ import annotations

import re

from phaselint.dialects.acts import OWNED, START, TURN, Act
from phaselint.dialects.records import OUTCOMES
from phaselint.policies.pattern import Name, Pattern, Reading, Unreadable, pattern
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest, with_near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

_UNCLEAR = re.compile(r" (?:of|in|->) |[*?`]|^\s|\s$|^$|^[a-z][\w-]* ")
"""What of a name is read as something else unless it is in backticks."""


__all__ = [
    "Name",
    "Pattern",
    "Reading",
    "Unknown",
    "Unreadable",
    "pattern",
    "resolved",
    "unknown_names",
    "written",
]

ANYWHERE = (
    START,
    TURN,
    *(Act("end", kind) for kind in OUTCOMES if kind not in ("running", "refused")),
)
"""The acts of any contract."""


def written(act: Act) -> str:
    """An act as a policy names it, which is read as just the acts with its text."""
    words = [act.verb, act.kind]
    if act.subject or act.target:
        words.append(_spelt(act.subject))
    if act.target:
        words += ["->", _spelt(act.target)]
    if act.verb in OWNED and act.phase:
        words += ["of", _spelt(act.phase)]
    return " ".join(filter(None, words))


def _spelt(name: str) -> str:
    return f"`{name}`" if _UNCLEAR.search(name) and "`" not in name else name


class Unknown(NamedTuple):
    """A name in a policy that matches no act of a contract, or acts of several kinds.

    Attributes:
        pointer: where it is written, from the top of its file.
        text: it, as written.
        message: what is wrong with it.
        glob: whether it is a glob, which may match nothing.
        nearest: the act that was probably meant; empty where none is near.
        misplaced: whether it is a key that the dialect of the contract does not have.
    """

    pointer: Pointer
    text: str
    message: Message
    glob: bool = False
    nearest: str = ""
    misplaced: bool = False


def resolved(policy: Policy, known: Iterable[Act]) -> Policy:
    """A policy whose names are read as the acts of a contract have them: of several readings, the
    one with the longest name that is known; a known name that looks like a glob is just a name."""
    acts = _by_verb((*known, *ANYWHERE))

    def all_of(patterns: Sequence[Pattern]) -> tuple[Pattern, ...]:
        return tuple(_resolved(each, acts) for each in patterns)

    return policy._replace(
        first=all_of(policy.first), second=all_of(policy.second), third=all_of(policy.third)
    )


def unknown_names(policy: Policy, known: Sequence[Act]) -> tuple[Unknown, ...]:
    """The names in a policy that are of none of the acts of a contract, or of acts of several kinds
    with one name, in the order in which they are written."""
    acts = _by_verb((*known, *ANYWHERE))
    found: list[Unknown] = []
    for keys, each in named_in(policy):
        wrong = _wrong(each, acts)
        if wrong is not None:
            told, nearest = wrong
            pointer = (*policy.pointer, *keys)
            found.append(Unknown(pointer, each.text, told, each.glob, nearest))
    return tuple(found)


def named_in(policy: Policy) -> Iterator[tuple[Pointer, Pattern]]:
    """The names in a policy, each with where it is written below the policy."""
    written = policy.written
    both = policy.shape == "never-both"
    about: Pointer = ("of",) if policy.shape == "at-most" else (policy.shape,)
    second: Pointer = (
        about if both else ("followed-by",) if policy.shape == "every" else (policy.scope,)
    )
    pairs = [(about, policy.first), (second, policy.second), (second, policy.third)]
    two = both or policy.scope == "between"
    for number, (place, patterns) in enumerate(pairs):
        at = place
        if two and (both or number):
            at = (*place, number if both else number - 1)
        listed = isinstance(_at(written, at), list)
        for index, each in enumerate(patterns):
            yield ((*at, index) if listed else at), each


def _at(value: object, pointer: Pointer) -> object:
    for step in pointer:
        try:
            value = value[step]  # type: ignore[index]
        except (LookupError, TypeError):
            return None
    return value


def _by_verb(acts: Iterable[Act]) -> dict[str, list[Act]]:
    found: dict[str, list[Act]] = {}
    for act in acts:
        found.setdefault(act.verb, []).append(act)
    return found


def _resolved(found: Pattern, acts: Mapping[str, Sequence[Act]]) -> Pattern:
    for reading in found.readings:
        exact = reading._replace(subject=Name(reading.subject.text))
        for each in (exact, reading):
            if any(each.matches(act) for act in acts.get(found.verb, ())):
                return found._replace(readings=(each,))
    elsewhere = _elsewhere(found, acts)
    return found if elsewhere is None else found._replace(readings=(elsewhere,))


def _elsewhere(found: Pattern, acts: Mapping[str, Sequence[Act]]) -> Reading | None:
    """How a pattern is read that names a known act and a known phase, where the act is not done;
    none where it does not."""
    phases = {act.phase for some in acts.values() for act in some} - {""}
    for reading in found.readings:
        if reading.phase is None or reading.phase.glob or reading.phase.text not in phases:
            continue
        exact = reading._replace(subject=Name(reading.subject.text))
        if any(exact._replace(phase=None).matches(act) for act in acts.get(found.verb, ())):
            return exact
    return None


def _wrong(asked: Pattern, acts: dict[str, list[Act]]) -> tuple[Message, str] | None:
    """What is wrong with a name, and the act that was probably meant."""
    those = acts.get(asked.verb, [])
    meant = _resolved(asked, acts)
    matched = [act for act in those if meant.matches(act)]
    if not matched and (elsewhere := _elsewhere(asked, acts)) is not None:
        anywhere = elsewhere._replace(phase=None)
        matched = [act for act in those if anywhere.matches(act)]
    kinds = list(dict.fromkeys(act.kind for act in matched))
    if matched and (meant.glob or len(kinds) < 2 or meant.readings[0].kind is not None):
        return None
    if matched:
        texts = [written(next(act for act in matched if act.kind == kind)) for kind in kinds]
        listed = message(" or ".join(["`{}`"] * len(texts)), *texts)
        told = message("`{}` may be {}; write which one is meant", asked.text, listed)
        return told, texts[0]
    if asked.glob:
        return message("`{}` matches no act of the contract", asked.text), ""
    nearest = _nearest(asked, acts)
    return with_near(message("the contract has no act `{}`", asked.text), nearest), nearest


def _nearest(asked: Pattern, acts: dict[str, list[Act]]) -> str:
    """The act that was probably meant, as a policy names it; empty where none is near."""
    spelt: dict[str, str] = {}
    for act in (act for some in acts.values() for act in some):
        own = written(act)
        spelt.setdefault(own, own)
        spelt.setdefault(act.text, own)
        spelt.setdefault(f"{act.verb} {act.subject}", own)
        if act.phase and act.verb not in OWNED:
            for word in ("in", "of"):
                spelt.setdefault(f"{own} {word} {act.phase}", f"{own} in {_spelt(act.phase)}")
    near = suggest(asked.text, spelt)
    if near is not None:
        return spelt[near]
    same = (act for some in acts.values() for act in some)
    subjects = {each.subject.text for each in asked.readings} - {""}
    return next((written(act) for act in same if act.subject in subjects), "")
