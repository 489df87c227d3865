"""What a comparison of two versions of a project says, contract by contract."""

from __future__ import annotations

from phaselint.behavior.difference.model import Difference
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaselint.behavior.costs import Bound
    from phaselint.behavior.difference.model import RunStep
    from phaselint.behavior.standing import Status
    from phaselint.diagram.model import Drawing
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place

    Change = Literal["changed", "renamed", "added", "removed"]


class ChangedPolicy(NamedTuple):
    """A policy whose status has changed.

    Attributes:
        title: its name, or its rule in words where it has none.
        rule: its rule in words.
        before: how it stood; `after` how it stands.
        place: where it is written.
        steps: the run that violates it, in the version that has one.
    """

    title: str
    rule: str
    before: Status
    after: Status
    place: Place
    steps: tuple[RunStep, ...] = ()


class ChangedCost(NamedTuple):
    """What a run costs at most in one unit, where that changed, or isn't decided for either
    version; none for a version that doesn't count it."""

    unit: str
    before: Bound | None
    after: Bound | None

    @property
    def is_open(self) -> bool:
        """Whether it isn't decided for either version, so it isn't known whether it changed."""
        sides = (self.before, self.after)
        return all(each is not None and each.status == "undecided" for each in sides)


class ContractDifference(NamedTuple):
    """How a contract differs.

    Attributes:
        path: what it is called; `former` what it was called before, where that is something else.
        files: the changed files that it is made of.
        runs: how its runs differ; none where they weren't compared.
        unknown: why it isn't known what runs of the old version do, and of the new one.
        policies: those that stand otherwise.
        found: findings that only the new version has, `fixed` those that only the old one had.
        costs: what a run costs at most, where that changed.
        drawings: the graphs of both versions, where there are any.
        words: what its phases are called.
        place: where the contract begins, for what is about all of it.
    """

    dialect: str
    path: str
    change: Change
    former: str = ""
    files: tuple[str, ...] = ()
    runs: Difference | None = None
    unknown: tuple[str, str] = ("", "")
    policies: tuple[ChangedPolicy, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    fixed: tuple[Diagnostic, ...] = ()
    costs: tuple[ChangedCost, ...] = ()
    drawings: tuple[Drawing | None, Drawing | None] = (None, None)
    word: str = "phase"
    place: Place | None = None

    @property
    def behaves_alike(self) -> bool:
        """Whether all there is to tell of it is that its files changed."""
        return (
            self.change == "changed"
            and (self.runs is None or self.runs.is_empty)
            and bool(self.unknown[0]) == bool(self.unknown[1])
            and not (self.policies or self.found or self.fixed)
            and all(each.is_open for each in self.costs)
        )

    @property
    def lost_policies(self) -> tuple[ChangedPolicy, ...]:
        """The policies that are violated now and weren't before."""
        return tuple(each for each in self.policies if each.after == "violated")


class Comparison(NamedTuple):
    """How two versions of a project differ.

    Attributes:
        old: what the old side is called; `new` the new one.
        contracts: those that changed files belong to.
        files: how many files differ.
        wrong: lines about what couldn't be used.
        others: how many contracts no changed file belongs to, where these were counted.
        notes: lines about what isn't compared, though nothing is wrong with it.
    """

    old: str
    new: str
    contracts: tuple[ContractDifference, ...] = ()
    files: int = 0
    wrong: tuple[str, ...] = ()
    others: int = 0
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many differences there are of each kind that may fail a run."""
        runs = [each.runs or Difference() for each in self.contracts]
        return {
            "new-runs": sum(
                run.side == "new" for each in runs for run in (*each.runs, *each.endings)
            ),
            "lost-facts": sum(len(each.lost) for each in runs),
            "policies": sum(len(each.lost_policies) for each in self.contracts),
            "findings": sum(len(each.found) for each in self.contracts),
        }

    @property
    def defects(self) -> tuple[str, ...]:
        """Claims that did not stand the check, with the contract."""
        return tuple(
            f"{each.path}: {line}"
            for each in self.contracts
            if each.runs is not None
            for line in each.runs.defects
        )
