"""What the comparison of two versions of a contract says."""

from __future__ import annotations

from phaselint.behavior.difference.words import Renaming
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.behavior.difference.comparing import Side
    from phaselint.behavior.difference.words import Word
    from phaselint.behavior.facts import Fact
    from phaselint.vocabulary.finding import Place


class RunStep(NamedTuple):
    """An act of a run, and where the contract that does it declares it, if it does."""

    text: str
    place: Place | None = None
    phase: str = ""


class ShownRun(NamedTuple):
    """A run that only one version has, checked on both.

    Attributes:
        side: `new`, or `gone` for one that only the old version has.
        before: the act before the one that differs; empty where that comes first.
        act: the act that differs: the last of the run.
        word: the run, as the wording of its acts.
        steps: the same with places.
        folded: how many further differences there are between the same two acts.
        script: a script that makes the run on the version that has it.
    """

    side: Side
    before: str
    act: str
    word: Word
    steps: tuple[RunStep, ...] = ()
    folded: int = 0
    script: Mapping[str, Any] = {}


class ChangedFact(NamedTuple):
    """A fact that holds in one version only, and a run of the other that shows that, where one
    was found."""

    fact: Fact
    run: Word = ()
    steps: tuple[RunStep, ...] = ()
    script: Mapping[str, Any] = {}


class Elements(NamedTuple):
    """What changed of the acts that a contract lets its runs do.

    Attributes:
        added: what only the new version declares; `gone` what only the old one did.
        revived: what both declare and only runs of the new one do; `dead` the opposite.
    """

    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()


class Difference(NamedTuple):
    """How the runs of two versions of a contract differ.

    Attributes:
        refused: why the runtime refuses the old version, and the new one; empty where it doesn't.
            Where it refuses one, no runs are compared.
        renaming: what is only renamed.
        runs: the runs that only one version has, the most telling first.
        endings: the runs that end in a way in which no run of the other version does.
        lost: facts that held and no longer hold; `won` those that hold now.
        pairs: how many pairs of sets of states were compared.
        reason: why not all runs were compared; empty where all were.
        length: up to how many acts all runs were compared, where not all were.
        unshown: how many further differences were found and not shown.
        beyond: how many differences only runs have that the limits of the contract don't let be.
        facts_reason: why facts were not compared; empty where they were.
        defects: claims that did not stand the check; each is a bug in phaselint.
    """

    refused: tuple[str, str] = ("", "")
    renaming: Renaming = Renaming()
    elements: Elements = Elements()
    runs: tuple[ShownRun, ...] = ()
    endings: tuple[ShownRun, ...] = ()
    lost: tuple[ChangedFact, ...] = ()
    won: tuple[ChangedFact, ...] = ()
    pairs: int = 0
    reason: str = ""
    length: int = 0
    unshown: int = 0
    beyond: int = 0
    facts_reason: str = ""
    defects: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell of runs."""
        one_refused = bool(self.refused[0]) != bool(self.refused[1])
        return not one_refused and self._replace(pairs=0) == Difference(refused=self.refused)
