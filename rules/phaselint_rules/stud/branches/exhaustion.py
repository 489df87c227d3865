"""Results that no branch takes (reference §3.3, §6.2, §6.10)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import Message, joined, message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.stud.needs import RESULTS
from phaselint_rules.stud.ways.run_descriptions import MOST_NAMED, specs, witness_at
from phaselint_rules.stud.wording import literal
from phaselint_rules.words import and_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.leftovers import Left
    from phaselint.dialects.stud.model import Spec, Stage


def _unfinished(facts: StudFacts) -> Iterator[tuple[Stage, Spec]]:
    """The NextSpecs with branches but no default."""
    for stage, spec in specs(facts):
        free = any(branch.when.free for branch in spec.branches)
        if spec.only is None and spec.default is None and not free:
            yield stage, spec


@rule(
    "ST703",
    WARNING,
    prove="branches.proofs.exhaustion:not_handled",
    complete_if=RESULTS,
    ends="failure",
)
def branch_enum_not_exhaustive(facts: StudFacts) -> Iterator[Finding]:
    """Branches leave out a possible value

    What:
        The NextSpec has no default and no branch without a condition, and the branches take some
        but not all of the results with the verdict `ok` and without a cap hit. An optional path can
        be missing: then `equals` and `in` don't hold, and `exists: false` does. One finding per
        NextSpec.
    Why:
        Such a result ends the run with `ExtensionHost/LifecycleFailure`.
    Bad:
        # weigh: properties: {class: {enum: [letter, parcel]}}, and nothing is required
        weigh:
          branches:
            - {when: {path: parsed.class, in: [letter, parcel]}, nextStages: [stamp]}
            - {when: {verdict: fail}, nextStages: []}
    Good:
        weigh:
          branches: [{when: {path: parsed.class, equals: parcel}, nextStages: [stamp]}]
          default: {nextStages: []}
    Fix:
        Add a branch for the value, or for its absence, or a default; or require the property.
    Dry run:
        A result with each of the values ends the run with the error.
    Source:
        stud §3.3, §5.8 (R32), §6.2, §6.10
    """
    for stage, spec in _unfinished(facts):
        from phaselint.dialects.stud.analysis.leftovers import values_left

        left = values_left(facts, stage, spec)
        if left:
            absent = [each.path for part in left for each in part if each.kind == "absent"]
            yield Finding(
                facts.place((*spec.pointer, "branches"), "key"),
                message(
                    "{} has no branch for results where {}, and no default",
                    quote(stage.id),
                    _named(left),
                ),
                _help(absent),
                witness=witness_at(
                    facts, stage.id, left=[[each.as_json() for each in part] for part in left]
                ),
            )


def _named(left: Sequence[tuple[Left, ...]]) -> Message:
    """What is left out, in words: values of one path, or one case of several."""
    if len(left[0]) > 1:
        return and_all([message("{} {}", quote(each.path), _state(each)) for each in left[0]])
    cases = [part[0] for part in left]
    values = [literal(each.value) for each in cases if each.kind == "value"][:MOST_NAMED]
    values += [message("another value") for each in cases if each.kind == "other"]
    said = message("{} is {}", quote(cases[0].path), joined(" or ", values)) if values else None
    if not any(each.kind == "absent" for each in cases):
        return said or message("")
    if said is None:
        return message("the optional {} is missing", quote(cases[0].path))
    return message("{}, or is missing (it is optional)", said)


def _state(left: Left) -> Message:
    if left.kind == "absent":
        return message("is missing")
    return (
        message("is another value")
        if left.kind == "other"
        else message("is {}", literal(left.value))
    )


def _help(absent: Sequence[str]) -> str:
    if not absent:
        return "add a branch for it, or a `default`"
    path = absent[0]
    if not path.startswith("parsed."):
        return "add a branch with `exists: false`, or a `default`"
    name = path.removeprefix("parsed.")
    return f"require {quote(name)}, or add a branch with `exists: false` or a `default`"


@rule(
    "ST704",
    WARNING,
    prove="branches.proofs.exhaustion:not_taken",
    complete_if=RESULTS,
    ends="failure",
)
def branch_not_exhaustive(facts: StudFacts) -> Iterator[Finding]:
    """Branches leave out a verdict

    What:
        The NextSpec has no default and no branch without a condition, and the branches don't take
        every result with the verdict `fail`, or don't take any with `ok` and without a cap hit. If
        a branch tests `capHit`, they must take results with `ok` after a cap hit too. If some
        results with `ok` are taken, `branch-enum-not-exhaustive` reports the missing ones.
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
        A visit of the stage with each of the verdicts ends the run with the error.
    Source:
        stud §3.3, §5.8 (R32), §6.2, §6.10
    """
    for stage, spec in _unfinished(facts):
        from phaselint.dialects.stud.analysis.leftovers import verdicts_left

        left = verdicts_left(facts, stage, spec)
        if left:
            yield Finding(
                facts.place((*spec.pointer, "branches"), "key"),
                message(
                    "{} has no default, and its branches don't take every result with verdict {}",
                    quote(stage.id),
                    joined(" or ", map(_verdict, left)),
                ),
                "add a `default`, or a branch for the verdict",
                witness=witness_at(facts, stage.id, verdicts=list(left)),
            )


def _verdict(word: str) -> Message:
    from phaselint.dialects.stud.analysis.leftovers import CAPPED

    return message("{} after a cap hit", quote("ok")) if word == CAPPED else quote(word)
