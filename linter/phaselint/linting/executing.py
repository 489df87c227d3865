"""What the executor adds to the findings of one contract (design §8): their proofs, what it finds
under the rules, and what the scripts next to the contract show."""

from __future__ import annotations

from phaselint.linting.execution_result import Executed
from phaselint.linting.exploration import Caught, alone, in_dry_run
from phaselint.linting.internal_errors import THE_FINDINGS, rule_named
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint.vocabulary.step_budget import allowing, current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.executor.blaming import Blamed
    from phaselint.executor.coverage import Coverage
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.replay import Run
    from phaselint.executor.scripts import ScriptFindings
    from phaselint.linting.execution_result import Studied
    from phaselint.linting.internal_errors import Defects


def executed(studied: Studied, hits: Sequence[Hit]) -> Executed:
    """What becomes of the findings that the user wants to see, as far as the task asks for it."""
    if studied.task.dry_run:
        return _dry_run(studied, hits)
    return _without_dry_run(studied, hits)


def _dry_run(studied: Studied, hits: Sequence[Hit]) -> Executed:
    """Prove the findings, look for what rules miss, and run the scripts next to the contract."""
    from phaselint.executor.proof import proof_context
    from phaselint.executor.scripts import PROOFS

    facts, task, defects = studied.facts, studied.task, studied.defects
    with defects.caught(THE_FINDINGS):
        lab = proof_context(studied.dialect, facts, task.bound, studied.reader)
        timed = current().renewed(engine=True)  # a clock decides here whether something is shown
        if hits:
            with allowing(timed):
                hits = _proved(lab, hits, studied)
        caught = Caught()
        with defects.caught(THE_FINDINGS):
            caught = in_dry_run(studied, lab, hits)
            hits = caught.explaining or hits
        with allowing(timed.renewed(engine=True)):
            played = _scripted(studied, lab, (*hits, *caught.hits, *studied.hidden))
        covered = _covered(lab, played.runs) if task.coverage else None
        target = facts.contract.target
        said = (
            Hit(rule_named(task.rules, name), finding, target, PROOFS[name])
            for name, finding in played.findings
        )
        return Executed(
            [*hits, *caught.hits, *filter(task.shows, said)],
            played.documents,
            _judged(caught.doubt, defects),
            caught.lacking,
            coverage=covered,
            tally=caught.tally,
            respelled=played.respelled,
        )
    from phaselint.linting.proofs import unproved

    return Executed(list(unproved(hits)))


def _proved(lab: ProofContext[Any], hits: Sequence[Hit], studied: Studied) -> list[Hit]:
    """The findings with their proofs, and those about what runs contradict."""
    from phaselint.linting.proofs import proved, refutations

    found = proved(lab, hits, studied.defects)
    return [*found, *refutations(found, studied.task.rules)]


def _scripted(studied: Studied, lab: ProofContext[Any], hits: Sequence[Hit]) -> ScriptFindings:
    """What the scripts next to a contract show, given the findings of the contract."""
    from phaselint.executor.scripts import run_scripts

    reader, facts, task = studied.reader, studied.facts, studied.task
    return run_scripts(
        lab.runtime,
        reader,
        facts,
        task.options,
        task.scripts,
        studied.dialect,
        _errors(hits),
        _warnings(hits),
    )


def _errors(hits: Sequence[Hit]) -> tuple[Blamed, ...]:
    """The errors of the contract, which scripts fail for."""
    from phaselint.executor.blaming import Blamed

    return tuple(
        Blamed(hit.rule.name, hit.finding)
        for hit in hits
        if hit.is_error and hit.rule.name != "refuted-finding"
    )


def _warnings(hits: Sequence[Hit]) -> tuple[Blamed, ...]:
    """The warnings of the contract that a run confirms, if they are few enough to name them all:
    without errors, scripts may fail for these."""
    from phaselint.executor.blaming import MOST_NAMED, Blamed

    found = tuple(
        Blamed(hit.rule.name, hit.finding)
        for hit in hits
        if hit.rule.level(hit.finding) == "warning" and hit.proof and hit.proof.status == "proved"
    )
    return found if len(found) <= MOST_NAMED else ()


def _covered(lab: ProofContext[Any], runs: Sequence[Run[Any]]) -> Coverage | None:
    from phaselint.executor.coverage import cover

    return cover(lab, runs)


def _judged(doubt: str | None, defects: Defects) -> int:
    """How many certificates were checked; one that does not hold shows our own bug."""
    if doubt:
        text = message("the certificate of a clean contract isn't valid: {}", doubt)
        defects.say(text, "please report this with the contract")
    return 0 if doubt is None else 1


def _without_dry_run(studied: Studied, hits: Sequence[Hit]) -> Executed:
    """Look under the rules where they find no error or warning."""
    with studied.defects.caught(THE_FINDINGS):
        caught = alone(studied, hits)
        return Executed([*hits, *caught.hits], netless=caught.lacking)
    return Executed(hits)
