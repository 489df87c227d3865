"""Results that no branch takes (reference §3.3, §6.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.stud.analysis.coverage import FAIL, OK, covered, gap
from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import joined, say, tick
from phaselint.vocabulary.rule import WARNING, Rule
from phaselint_rules.stud import proofs
from phaselint_rules.stud.needs import RESULTS
from phaselint_rules.stud.walks import MOST_NAMED, at, specs
from phaselint_rules.stud.wording import literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Spec, Stage

PARSED = "parsed"


def _unfinished(facts: StudFacts) -> Iterator[tuple[Stage, Spec]]:
    """The NextSpecs with branches that do not say what happens otherwise."""
    for stage, spec in specs(facts):
        free = any(branch.when.free for branch in spec.branches)
        if spec.only is None and spec.default is None and not free:
            yield stage, spec


def branch_enum_not_exhaustive(facts: StudFacts) -> Iterator[Finding]:
    """Branches leave out a value that a result can have.

    What:
        There is no default and no branch without a condition; the branches do not take every
        result with the verdict `ok`; and some value of a path with finitely many is in none of
        them. One finding for a NextSpec.
    Why:
        A result with that value ends the run with `ExtensionHost/LifecycleFailure`.
    Bad:
        # weigh: properties: {class: {enum: [letter, parcel]}}
        weigh:
          branches:
            - {when: {path: parsed.class, equals: parcel}, nextStages: [stamp]}
            - {when: {verdict: fail}, nextStages: []}
    Good:
        weigh:
          branches: [{when: {path: parsed.class, equals: parcel}, nextStages: [stamp]}]
          default: {nextStages: []}
    Fix:
        Add a branch for the value, or a default.
    Dry run:
        A payload with the value ends the run with the error.
    Source:
        stud §3.3, §5.8 (R32), §6.10
    """
    for stage, spec in _unfinished(facts):
        if covered(facts, stage, spec, OK):
            continue
        found = gap(facts, stage, spec)
        if found is not None:
            left = joined(" or ", map(literal, found.unhandled[:MOST_NAMED]))
            yield Finding(
                facts.place((*spec.pointer, "branches"), "key"),
                say(
                    "no branch of {} is taken when {} is {}, and there is no default",
                    tick(stage.id),
                    tick(found.path),
                    left,
                ),
                "add a branch for it, or a `default`",
                witness=at(
                    facts,
                    stage.id,
                    branch=found.path,
                    domain=list(found.values),
                    unhandled=list(found.unhandled),
                ),
            )


def branch_not_exhaustive(facts: StudFacts) -> Iterator[Finding]:
    """Branches leave out a verdict.

    What:
        There is no default and no branch without a condition, and the branches do not take every
        result with the verdict `ok` or `fail`. A branch with a `path` or with `capHit` does not
        take every one, unless its values, or those of several, are all that there are. Where
        values of a path are left out, `branch-enum-not-exhaustive` says so of `ok`.
    Why:
        Next runs after a failure too. A result that no branch takes ends the run with
        `ExtensionHost/LifecycleFailure`.
    Bad:
        weigh:
          branches: [{when: {verdict: ok}, nextStages: [stamp]}]
    Good:
        weigh:
          branches: [{when: {verdict: ok}, nextStages: [stamp]}]
          default: {nextStages: []}
    Fix:
        Add a default, or a branch for the verdict.
    Dry run:
        A visit of the stage that ends with the verdict ends the run with the error.
    Source:
        stud §3.3, §5.8 (R32), §6.10
    """
    for stage, spec in _unfinished(facts):
        left = [verdict for verdict in (OK, FAIL) if not covered(facts, stage, spec, verdict)]
        if OK in left and gap(facts, stage, spec) is not None:
            left.remove(OK)
        if left:
            yield Finding(
                facts.place((*spec.pointer, "branches"), "key"),
                say(
                    "the branches of {} do not take every result with the verdict "
                    "{}, and there is no default",
                    tick(stage.id),
                    joined(" or ", map(tick, left)),
                ),
                "add a `default`, or a branch for the verdict",
                witness=at(facts, stage.id, verdicts=left),
            )


RULES = (
    Rule(
        "ST703",
        branch_enum_not_exhaustive,
        WARNING,
        (),
        proofs.exhaustion.not_handled,
        whole=RESULTS,
    ),
    Rule("ST704", branch_not_exhaustive, WARNING, (), proofs.exhaustion.not_taken, whole=RESULTS),
)
