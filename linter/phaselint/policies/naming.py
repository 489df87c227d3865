"""The names of acts, as authors write them: `verb name`, or `verb name in phase`.

A name is in plain words, in backticks, or a glob; one that contains ` of `, ` in ` or ` -> ` is in
backticks. Without these, a text has several readings, and that with the longest name that the
contract knows is meant (see `resolved`).
"""

from __future__ import annotations

import re

from phaselint.dialects.acts import OWNED, START, TURN, Act
from phaselint.dialects.records import OUTCOMES
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

VERB = re.compile(r"[A-Za-z][\w-]*")
"""What an act begins with."""

_PHASE = re.compile(r" (?:of|in) ")
_TARGET = re.compile(r" -> ")
_KIND = re.compile(r"([a-z][\w-]*) +(?=\S)")
_UNCLEAR = re.compile(r" (?:of|in|->) |[*?`]|^\s|\s$|^$|^[a-z][\w-]* ")
"""What of a name is read as something else unless it is in backticks."""


ANYWHERE = (
    START,
    TURN,
    *(Act("end", kind) for kind in OUTCOMES if kind not in ("running", "refused")),
)
"""The acts of any contract."""


class Name(NamedTuple):
    """A name that a policy asks for: just this text, or, for a glob, any text that it matches."""

    text: str
    glob: bool = False

    def matches(self, text: str) -> bool:
        """Whether it names a text."""
        return self.text == text or (self.glob and globbed(self.text, text))


ABSENT = Name("")


class Reading(NamedTuple):
    """One way to read the text of an act. A kind or phase of none is any; without a target it is an
    act that has none."""

    subject: Name
    kind: str | None = None
    phase: Name | None = None
    target: Name | None = None

    def matches(self, act: Act) -> bool:
        """Whether it names an act."""
        return (
            self.subject.matches(act.subject)
            and (self.kind is None or self.kind == act.kind)
            and (self.phase is None or self.phase.matches(act.phase))
            and (self.target or ABSENT).matches(act.target)
        )


class Pattern(NamedTuple):
    """An act as a policy names it: its text, and the ways to read that, longest name first."""

    text: str
    verb: str
    readings: tuple[Reading, ...]

    @property
    def glob(self) -> bool:
        """Whether any name in it is a glob."""
        return any(
            name is not None and name.glob
            for each in self.readings
            for name in (each.subject, each.phase, each.target)
        )

    def matches(self, act: Act) -> bool:
        """Whether it names an act."""
        return self.verb == act.verb and any(each.matches(act) for each in self.readings)


class Unreadable(ValueError):
    """A text that names no act, and why."""


def pattern(text: str) -> Pattern:
    """Read the name of an act.

    Raises:
        Unreadable: it does not begin with a verb, or its backticks are not closed; the text of the
            error says which.
    """
    told = text.strip()
    verb, _, rest = told.partition(" ")
    if not VERB.fullmatch(verb):
        raise Unreadable("does not begin with a verb, such as `call` or `enter`")
    if told.count("`") % 2:
        raise Unreadable("has a backtick that is not closed")
    found = dict.fromkeys(_readings(rest.strip()))
    return Pattern(told, verb, tuple(sorted(found, key=_shortness)))


def globbed(glob: str, text: str) -> bool:
    """Whether a glob matches a text: `*` is any characters, `?` one. The work grows with the
    product of their lengths at most."""
    at = here = 0
    star, mark = -1, 0
    while here < len(text):
        if at < len(glob) and glob[at] == "*":
            star, mark = at, here
            at += 1
        elif at < len(glob) and glob[at] in ("?", text[here]):
            at, here = at + 1, here + 1
        elif star >= 0:
            mark += 1
            at, here = star + 1, mark
        else:
            return False
    return glob[at:].strip("*") == ""


def written(act: Act) -> str:
    """An act as a policy names it, so that it is read as just the acts with its text."""
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


def _shortness(reading: Reading) -> tuple[int, int, bool]:
    """Readings with the longest names come first, and those without a kind before those with."""
    named = len(reading.subject.text) + (len(reading.kind) + 1 if reading.kind else 0)
    target = len(reading.target.text) if reading.target else 0
    return (-named, -target, reading.kind is not None)


def _readings(rest: str) -> Iterator[Reading]:
    """All ways to read what follows a verb."""
    for front, phase in _cut(rest, _PHASE):
        for named, target in _cut(front, _TARGET):
            for kind, subject in _kinds(named):
                yield Reading(
                    _name(subject),
                    kind,
                    None if phase is None else _name(phase),
                    None if target is None else _name(target),
                )


def _cut(text: str, separator: re.Pattern[str]) -> Iterator[tuple[str, str | None]]:
    """A text as a whole, and cut at each separator that is not in backticks. A name in backticks
    is cut off wherever it can be."""
    places = [
        each for each in separator.finditer(text) if text.count("`", 0, each.start()) % 2 == 0
    ]
    if not (places and "`" in text):
        yield text, None
    for each in places:
        yield text[: each.start()], text[each.end() :]


def _kinds(named: str) -> Iterator[tuple[str | None, str]]:
    yield None, named
    found = _KIND.match(named)
    if found:
        yield found[1], named[found.end() :]


def _name(text: str) -> Name:
    told = text.strip()
    if len(told) > 1 and told[0] == told[-1] == "`" and told.count("`") == 2:
        return Name(told[1:-1])
    return Name(told, "*" in told or "?" in told)


class Unknown(NamedTuple):
    """A name in a policy that is of no act of a contract, or of acts of several kinds.

    Attributes:
        pointer: where it is written, from the top of its file.
        text: it, as it is written.
        message: what is wrong with it.
        glob: whether it is a glob, which may match nothing.
        nearest: the act that was probably meant; empty where none is near.
    """

    pointer: Pointer
    text: str
    message: Message
    glob: bool = False
    nearest: str = ""


def resolved(policy: Policy, known: Iterable[Act]) -> Policy:
    """A policy whose names are read as the acts of a contract have them: of several readings, the
    one with the longest name that is known; a known name that looks like a glob is just a name."""
    acts = _by_verb((*known, *ANYWHERE))

    def all_of(patterns: Sequence[Pattern]) -> tuple[Pattern, ...]:
        return tuple(_resolved(each, acts.get(each.verb, ())) for each in patterns)

    return policy._replace(
        first=all_of(policy.first), second=all_of(policy.second), third=all_of(policy.third)
    )


def unknown_names(policy: Policy, known: Sequence[Act]) -> tuple[Unknown, ...]:
    """The names in a policy that are of none of the acts of a contract, or of acts of several kinds
    with one name, in the order in which they are written."""
    acts = _by_verb((*known, *ANYWHERE))
    found: list[Unknown] = []
    for keys, each in _places(policy):
        wrong = _wrong(each, acts)
        if wrong is not None:
            told, nearest = wrong
            pointer = (*policy.pointer, *keys)
            found.append(Unknown(pointer, each.text, told, each.glob, nearest))
    return tuple(found)


def _places(policy: Policy) -> Iterator[tuple[Pointer, Pattern]]:
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


def _resolved(found: Pattern, acts: Sequence[Act]) -> Pattern:
    for reading in found.readings:
        exact = reading._replace(subject=Name(reading.subject.text))
        for each in (exact, reading):
            if any(each.matches(act) for act in acts):
                return found._replace(readings=(each,))
    return found


def _wrong(asked: Pattern, acts: dict[str, list[Act]]) -> tuple[Message, str] | None:
    """What is wrong with a name, and the act that was probably meant."""
    those = acts.get(asked.verb, [])
    meant = _resolved(asked, those)
    matched = [act for act in those if meant.matches(act)]
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
    if not nearest:
        return message("the contract has no act `{}`", asked.text), ""
    return message("the contract has no act `{}`; did you mean `{}`?", asked.text, nearest), nearest


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
