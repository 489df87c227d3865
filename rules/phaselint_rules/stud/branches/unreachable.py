"""Branches that no result takes (reference §3.3, §6.2, §6.10)."""

from __future__ import annotations

from itertools import islice

from phaselint.dialects.stud.analysis.branch_shadowing import always_taken, takers_of
from phaselint.dialects.stud.analysis.lower import DEFAULT, describe
from phaselint.vocabulary.claim import Never, Undecided
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import Message, joined, message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.stud.branches.branches import path_is_missing
from phaselint_rules.stud.needs import RESULTS
from phaselint_rules.stud.runoptions import laws
from phaselint_rules.stud.ways.run_descriptions import (
    MOST_NAMED,
    first_names,
    lost_by,
    specs,
    witness_at,
)
from phaselint_rules.stud.ways.transitions import BRANCH
from phaselint_rules.words import and_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Branch, Condition, Result, Spec, Stage
    from phaselint.vocabulary.finding import Safety

PARSED = "parsed"
HELP_DEFAULT = "remove it, or correct the condition"
HELP = "move it to the front, correct its condition, or remove it"


@rule(
    "ST705",
    WARNING,
    claims="never",
    complete_if=RESULTS,
    fix="safe",
    ends="unused",
)
def branch_unreachable(facts: StudFacts) -> Iterator[Finding]:
    """Unreachable branch

    What:
        No result of the stage meets the condition of a branch; or an earlier branch takes every
        result that does, or several earlier ones do and the branch tests a path; or a default
        follows a branch that takes every result, such as one without a condition. A branch that
        tests no path, or a default, after several branches that take everything only together is a
        fallback and isn't reported. Missing paths and values are reported as `branch-path-missing`
        and `branch-value-not-in-enum`.
    Why:
        The first branch that matches is taken. Stages reached only through this branch never run. A
        result with the verdict `skip` or `retry`, or after a cap hit, has no payload.
    Bad:
        # weigh: properties: {class: {enum: [letter, parcel]}}
        weigh:
          branches:
            - {when: {verdict: ok}, nextStages: [stamp]}
            - {when: {verdict: ok, path: parsed.class, equals: letter}, nextStages: []}
          default: {nextStages: []}
    Good:
        weigh:
          branches:
            - {when: {verdict: ok, path: parsed.class, equals: letter}, nextStages: []}
            - {when: {verdict: ok}, nextStages: [stamp]}
          default: {nextStages: []}
    Fix:
        Move it to the front, correct its condition, or remove it. phaselint suggests removing it,
        unless it is the only path to the end; removing is a safe fix if an earlier branch has the
        same condition, or none.
    Dry run:
        Complete exploration takes another branch after every visit of the stage.
    Source:
        stud §3.3, §6.2, §6.10
    """
    for stage, spec in specs(facts):
        out: tuple[Result, ...] | None = None
        for number in range(len(spec.branches)):
            takers = takers_of(facts, stage.id, number)
            if takers is not None:
                out = _ways_out(facts, stage.id, spec) if out is None else out
                yield _never_taken(facts, stage, spec, number, takers, out)
        default = spec.default
        always = always_taken(facts, stage.id) if default is not None else None
        if default is None or always is None:
            continue
        taker = spec.branches[always]
        if not path_is_missing(facts, stage, taker.when):
            yield _no_default(facts, stage, default, spec, taker)


def _why(spec: Spec, number: int, takers: Sequence[int]) -> Message:
    """Why a branch is never taken."""
    when = spec.branches[number].when
    if not takers:
        return _unmet(when)
    if len(takers) > 1:
        named = and_all([message("{}", taker + 1) for taker in takers])
        return message("branches {} take all of its results", named)
    taker = spec.branches[takers[0]].when
    if taker.free:
        return message("a branch before it has no condition")
    if taker.key == when.key:
        return message("a branch before it has the same condition, {}", describe(taker))
    return message("branch {}, {}, takes all of its results", takers[0] + 1, describe(taker))


def _unmet(when: Condition) -> Message:
    """Why no result meets a condition."""
    if when.segments[:1] == (PARSED,) and when.exists is not False:
        if when.cap_hit:
            return message("a result after a cap hit has no payload")
        if when.verdicts is not None and not {"ok", "fail"} & {*when.verdicts}:
            verdicts = joined(" or ", map(quote, when.verdicts))
            return message("a result with verdict {} has no payload", verdicts)
    return message("no result meets its condition, {}", describe(when))


def _never_taken(
    facts: StudFacts,
    stage: Stage,
    spec: Spec,
    number: int,
    takers: Sequence[int],
    out: Sequence[Result],
) -> Finding:
    branch = spec.branches[number]
    key = branch.when.key
    sure = any(spec.branches[at].when.free or spec.branches[at].when.key == key for at in takers)
    return Finding(
        facts.place((*branch.pointer, "when"), "key"),
        message(
            "branch of {} is never taken: {}{}",
            quote(stage.id),
            _why(spec, number, takers),
            _lost(facts, stage, branch.result),
        ),
        HELP if takers else "correct its condition, or remove it",
        related=tuple(_winner(facts, spec.branches[at]) for at in takers[:MOST_NAMED]),
        witness=witness_at(
            facts,
            stage.id,
            branch=number,
            condition=describe(branch.when),
            takers=list(takers),
            lost=lost_by(facts, stage, branch.result),
        ),
        claim=_untaken(facts, stage, number),
        fix=_removal(facts, branch.pointer, "remove the branch", "safe" if sure else "unsafe")
        if _is_spare(branch.result, out)
        else None,
        tags=("unnecessary",),
    )


def _untaken(facts: StudFacts, stage: Stage, branch: int | str) -> Never | Undecided:
    """That no run takes a branch of a stage, or its default, after which runs go on."""
    if "control" not in facts.roles.roles.get(stage.id, ()):
        return Undecided(f"no run continues from `{stage.id}`")
    return Never((stage.id, BRANCH, branch), after=stage.id, options=laws(facts))


def _lost(facts: StudFacts, stage: Stage, result: Result) -> Message:
    """The stages that never run since a way is never gone, as the end of a message."""
    lost = lost_by(facts, stage, result)
    if not lost:
        return message("")
    return message(", so {} never {}", first_names(lost), "runs" if len(lost) == 1 else "run")


def _no_default(
    facts: StudFacts, stage: Stage, default: Result, spec: Spec, always: Branch
) -> Finding:
    pointer = (*spec.pointer, DEFAULT)
    return Finding(
        facts.place(pointer, "key"),
        message(
            "default of {} is never taken: {}{}",
            quote(stage.id),
            _all_meet(always.when),
            _lost(facts, stage, default),
        ),
        "remove it, or give the branch a condition" if always.when.free else HELP_DEFAULT,
        related=(_winner(facts, always),),
        witness=witness_at(
            facts,
            stage.id,
            branch=DEFAULT,
            condition=DEFAULT,
            lost=lost_by(facts, stage, default),
        ),
        claim=_untaken(facts, stage, DEFAULT),
        fix=_removal(facts, pointer, "remove `default`", "safe" if always.when.free else "unsafe")
        if _is_spare(default, _ways_out(facts, stage.id, spec))
        else None,
        tags=("unnecessary",),
    )


def _all_meet(when: Condition) -> Message:
    """Why nothing is left behind a branch."""
    if when.free:
        return message("a branch before it has no condition")
    return message("every result meets the condition of a branch before it, {}", describe(when))


def _is_spare(result: Result, out: Sequence[Result]) -> bool:
    """Whether a stage has another path to the end of the workflow, by some of its results that have
    one. The only one should be corrected, although it is never taken."""
    return not out or any(each is not result for each in out)


def _ways_out(facts: StudFacts, start: str, spec: Spec) -> tuple[Result, ...]:
    """The first two results of a stage that have a path to the end of the workflow which doesn't
    come back to the stage; none if its transitions aren't understood."""
    if not spec.sound:
        return ()
    stuck = {start}
    out = (each for each in spec.alternatives if _leads_out(facts, each, stuck))
    return tuple(islice(out, 2))


def _leads_out(facts: StudFacts, first: Result, stuck: set[str]) -> bool:
    """Whether a result has a path to the end of the workflow other than by stages that have none;
    if not, the stages that it leads to are added to these."""
    seen: set[str] = set()
    waiting = [first]
    while waiting:
        result = waiting.pop()
        if result.ends:
            return True
        for name in (result.join,) if result.fork else result.stages:
            if not name or name in seen or name in stuck:
                continue
            seen.add(name)
            spec = facts.pipeline.specs.get(name)
            if spec is not None and not spec.sound:
                return True
            waiting += spec.alternatives if spec else ()
    stuck |= seen
    return False


def _winner(facts: StudFacts, branch: Branch) -> Related:
    return Related(facts.place((*branch.pointer, "when"), "key"), "this branch is taken")


def _removal(
    facts: StudFacts, pointer: tuple[str | int, ...], title: str, how: Safety
) -> Fix | None:
    from phaselint_rules.edits import remove_item

    edit = remove_item(facts.contract.documents[facts.pipeline.file], pointer)
    return Fix(how, title, (edit,)) if edit else None
