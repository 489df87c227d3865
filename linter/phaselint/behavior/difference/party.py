"""One of the two versions in a comparison: its automaton, what steps it, and where its acts are
written."""

from __future__ import annotations

from phaselint.behavior.difference.model import RunStep
from phaselint.behavior.difference.net import net_of
from phaselint.behavior.difference.seeking import any_edge
from phaselint.behavior.difference.tracing import replayed, traced
from phaselint.behavior.difference.words import text_of
from phaselint.behavior.knownacts import known_acts
from phaselint.dialects.protocol import TooManyChoices
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.behavior.acting import ActEdge
    from phaselint.behavior.difference.net import Net
    from phaselint.behavior.difference.tracing import Stepper
    from phaselint.behavior.difference.version import Version
    from phaselint.behavior.difference.words import Spelling, Word
    from phaselint.dialects.acts import KnownAct


class Made(NamedTuple):
    """A run that was made on a contract, as a script, with its steps."""

    steps: tuple[RunStep, ...]
    script: Mapping[str, Any]


class Party:
    """A version of a contract in a comparison; `spell` gives the letters of its acts."""

    def __init__(self, version: Version, spell: Spelling) -> None:
        self.version = version
        self.spell = spell

    @cached_property
    def net(self) -> Net:
        """All runs, with run-wide limits lifted."""
        return self.version.net(self.spell)

    @cached_property
    def limited(self) -> Net:
        """All runs within limits."""
        return self.version.net(self.spell, limited=True)

    @cached_property
    def quick(self) -> Net:
        """The runs within limits that few states tell of."""
        return net_of(self.version.quick, self.spell)

    @cached_property
    def stepper(self) -> Stepper:
        """What steps all states of the contract."""
        return self.version.stepper(self.spell)

    @cached_property
    def known(self) -> Mapping[str, KnownAct]:
        """The acts that the text of the contract lets its runs do, by their letters."""
        lab = self.version.lab
        found: dict[str, KnownAct] = {}
        for each in known_acts(lab.runtime, lab.facts.contract):
            found.setdefault(text_of(self.spell(each.act)), each)
        return found

    @cached_property
    def does(self) -> frozenset[str]:
        """The wording of the acts that some run does."""
        return frozenset(map(text_of, self._reached()))

    def _reached(self) -> frozenset[str]:
        """The letters of runs; every node of an atlas is reached."""
        return self.net.letters

    def can(self, word: Word, *, limited: bool = False) -> bool | None:
        """Whether some run does what a word says, by stepping all states; None where there are too
        many choices to tell."""
        stepper = self.version.stepper(self.spell, limited=True) if limited else self.stepper
        try:
            return stepper.can(word)
        except TooManyChoices:
            return None

    def made(
        self,
        word: Word,
        *,
        net: Net | None = None,
        allowed: Callable[[ActEdge], bool] = any_edge,
    ) -> Made | None:
        """A run that does what a word says, made on the unmodified contract with its limits; none
        where that does something else. It is looked for in a net, by default in all runs without
        limits."""
        way = traced(net or self.net, word, allowed)
        if way is None:
            return None
        setting, lab = self.version.settings[way.start], self.version.lab
        run = replayed(lab, setting, way, word, self.spell)
        if run is None:
            return None
        script = lab.script_of(f"up to {word[-1]}" if word else "start", run, setting)
        return Made(self.steps(word), script)

    def steps(self, word: Word) -> tuple[RunStep, ...]:
        """A run with the places of its acts."""
        return tuple(self._step(each) for each in word)

    def _step(self, letter: str) -> RunStep:
        known = self.known.get(text_of(letter))
        if known is None:
            return RunStep(letter)
        return RunStep(letter, known.place, known.act.phase)
