"""The words of a step: what its gate lists, its schema offers and its transitions name.

The three must agree (reference §4.3). A word that isn't an intent, that stands for another word or
that the step's kind forbids has its own rule; other differences that follow from it are its
consequences and aren't reported again (reference §7.9).
"""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALIASES, ALLOWED, Gate
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import Edit, Fix, Related
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.pure import pure
from phaselint_rules.climpt.edits import spelt
from phaselint_rules.climpt.gates.schemas import Enum, all_intents, schema_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place

UNREADABLE = "no-intent-at-all"
"""An answer that no gate accepts as an intent."""

NO_GATE = Gate(())


class Words:
    """The words of a step, in the order of writing, each once: `listed` in `allowedIntents`, `keys`
    of `transitions`, `enum` of the schema (none if that isn't known)."""

    def __init__(self, step: Step, enum: Enum | None) -> None:
        self.step = step
        self.gate = step.gate or NO_GATE
        self.listed = tuple(dict.fromkeys(self.gate.allowed))
        self.keys = tuple(step.transitions or ())
        self.enum = enum

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The words of the registry: listed, the fallback, keys."""
        fallback = (self.gate.fallback,) if self.gate.fallback else ()
        return tuple(dict.fromkeys((*self.listed, *fallback, *self.keys)))

    def falls_back_to(self, word: str) -> bool:
        """Whether a word is the fallback: an empty one doesn't count."""
        return bool(word) and word == self.gate.fallback

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The first place of each word in the list."""
        found: dict[str, int] = {}
        for number, word in enumerate(self.gate.allowed):
            found.setdefault(word, number)
        return found

    @cached_property
    def offered(self) -> frozenset[str]:
        """The words of the enum."""
        return frozenset(self.enum.words) if self.enum is not None else frozenset()

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """Words of the registry that are neither intents nor aliases of one."""
        known = self.step.intents
        return tuple(word for word in self.written if word not in known and not meaning(word))

    @cached_property
    def aliases(self) -> tuple[str, ...]:
        """Words that only a model can use for an intent."""
        every = (*self.written, *(self.enum.words if self.enum else ()))
        return tuple(word for word in dict.fromkeys(every) if meaning(word))

    @cached_property
    def foreign(self) -> tuple[str, ...]:
        """Intents that are listed or have a transition, but that the kind of the step forbids."""
        intents = self.step.intents
        known = ALLOWED.get(self.step.kind, intents)
        written = dict.fromkeys((*self.listed, *self.keys))
        return tuple(word for word in written if word in intents and word not in known)

    @cached_property
    def odd(self) -> frozenset[str]:
        """The words that other rules report."""
        return frozenset((*self.unknown, *self.aliases, *self.foreign))

    @cached_property
    def differences(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words that the enum lacks of the list, and the list of the enum.

        A list without any intent has a rule of its own, and as many words as are odd on one side
        may be missing there.
        """
        if self.enum is None or not self.gate.allowed_known or not self.listed:
            return (), ()
        offered, odd = self.offered, self.odd
        less = tuple(w for w in self.listed if w not in offered and w not in odd)
        more = tuple(w for w in self.enum.words if w not in self.numbers and w not in odd)
        odd_listed = [word for word in self.listed if word in odd and word not in offered]
        odd_offered = [w for w in self.enum.words if w in odd and w not in self.numbers]
        if len(more) <= len(odd_listed) and len(less) <= len(odd_offered):
            return (), ()
        return less, more


def meaning(word: str) -> str:
    """The intent that a word is an alias of; empty if there is none."""
    return ALIASES.get(word.lower(), "")


def words_of(facts: ClimptFacts, step: Step) -> Words:
    """The words of a step of the registry."""
    return facts.once(_words)[step.key]


def vocabularies(facts: ClimptFacts) -> Iterator[Words]:
    """The words of every step."""
    yield from facts.once(_words).values()


def _words(facts: ClimptFacts) -> Mapping[str, Words]:
    found = _read.each((facts.listed, all_intents(facts)))
    return dict(zip(facts.steps, found, strict=True))


@pure
def _read(step: Step, enum: Enum | None) -> Words:
    return Words(step, enum)


def list_place(facts: ClimptFacts, words: Words, word: str = "") -> Place:
    """Where a word is listed, or the whole list."""
    pointer = (*words.gate.pointer, "allowedIntents")
    if word in words.numbers and words.gate.allowed_known:
        return facts.place((*pointer, words.numbers[word]))
    return facts.place(pointer, "key")


def key_place(facts: ClimptFacts, words: Words, word: str) -> Place:
    """The place of a word as the key of a transition."""
    return facts.place((*words.step.pointer, "transitions", word), "key")


def enum_place(facts: ClimptFacts, words: Words, word: str = "") -> Place | None:
    """The place of a word in the schema's enum, or the whole enum; none if that isn't known."""
    if words.enum is None:
        return None
    pointer = words.enum.pointer
    if word in words.enum.members:
        return schema_place(facts, words.step, (*pointer, words.enum.members.index(word)))
    return schema_place(facts, words.step, pointer)


def uses(facts: ClimptFacts, words: Words, word: str) -> list[tuple[Place, str]]:
    """Every place of a word, each with what it is there: those of the registry first."""
    found = []
    if word in words.numbers:
        found.append((list_place(facts, words, word), "listed in `allowedIntents`"))
    if words.falls_back_to(word):
        found.append((facts.place((*words.gate.pointer, "fallbackIntent")), "the fallback"))
    if word in (words.step.transitions or ()):
        found.append((key_place(facts, words, word), "the key of a transition"))
    offered = enum_place(facts, words, word) if word in words.offered else None
    if offered is not None:
        found.append((offered, "in the enum of the schema"))
    return found


def related(found: Iterable[tuple[Place, str]]) -> tuple[Related, ...]:
    """Uses of a word as related places."""
    return tuple(Related(place, what) for place, what in found)


def respelling(
    words: Words, word: str, better: str, found: Iterable[tuple[Place, str]]
) -> Fix | None:
    """Suggest another word wherever one is written; none if the other one is there too."""
    if better in words.written or (
        words.enum and word in words.enum.words and better in words.enum.words
    ):
        return None
    edits = tuple(Edit(place, spelt(better)) for place, _ in found)
    return Fix("unsafe", f"replace {quote(word)} with {quote(better)}", edits)


def taken_instead(words: Words) -> str:
    """The intent that a gate that doesn't fail uses for an unreadable answer (reference §4.3)."""
    fallback = words.gate.fallback
    if fallback in words.listed:
        return fallback
    return "next" if "next" in words.listed else next(iter(words.listed), "")


def is_possible(step: Step, word: str, listed: Collection[str]) -> bool:
    """Whether a step can have a fallback: it is listed, or an intent of the step's kind."""
    known = ALLOWED.get(step.kind, step.intents)
    return bool(word) and (word in listed or word in known)
