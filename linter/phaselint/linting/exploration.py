"""The net under the rules: what exploring a contract shows to be wrong with it that no finding
explains."""

from __future__ import annotations

from phaselint.linting.internal_errors import Defects, rule_named
from phaselint.linting.rule_runner import hits_of, themes_of
from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message, retold
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ANY_DIALECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.base import Facts
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.census import Tally
    from phaselint.executor.soundness.claim_messages import NetFinding
    from phaselint.executor.soundness.search import SearchResult
    from phaselint.linting.execution_result import Studied
    from phaselint.linting.task import Task
    from phaselint.vocabulary.finding import Place, Proof
    from phaselint.vocabulary.rule import Rule

KINDS = frozenset(
    {
        "refused-without-reason",
        "failing-run",
        "dead-element",
        "no-way-to-complete",
        "no-possible-answer",
        "limit-leaves-no-run",
        "blocked-by-conditions",
    }
)
"""The rules under whose names the net reports."""

INCOMPLETE = "analysis-incomplete"

_SIMPLER = "use a simpler construct there; a larger `--bound` doesn't help"
_SO_FAR = "failing runs were searched for up to there"

SOUND_BOUND = 2_000
"""States that are explored where nothing but the net is asked of the executor."""


class Caught(NamedTuple):
    """What the net has to say. `explaining` are the findings of rules with what they explain, none
    where nothing was looked for. `lacking`: the dialect has no net, whatever the contract. `doubt`
    is what is wrong with the certificate of a sound contract, empty where nothing is; none where
    there is no certificate. `tally` counts what becomes of what the contract declares."""

    hits: tuple[Hit, ...] = ()
    explaining: tuple[Hit, ...] | None = None
    lacking: bool = False
    doubt: str | None = None
    tally: Tally | None = None


def in_dry_run(studied: Studied, lab: ProofContext[Any], hits: Sequence[Hit]) -> Caught:
    """What exploring a contract shows and no finding of a rule explains; `hits` are those
    that the user wants to see, with their proofs."""
    task = studied.task
    if not _asked(task, lab.facts):
        return Caught(lacking=_lacks(lab.facts))
    from phaselint.executor.soundness.search import has_net, search

    if not has_net(lab):
        return Caught(lacking=True)
    found = search(lab)
    pairs: tuple[tuple[NetFinding, tuple[Hit, ...]], ...] = ()
    shown = tuple(hits)
    blocked: tuple[NetFinding, ...] = ()
    if found.told or found.obedience.told:
        from phaselint.linting.explaining import explained
        from phaselint.linting.takingover import taken_over

        late = _LateProofs(lab, studied)
        others = (*hits, *_unshown(studied))
        pairs, shown = taken_over(explained(lab, found.told, others, late.proof_of), hits)
        causes = explained(lab, found.obedience.told, others, late.proof_of)
        blocked = tuple(told for told, by in causes if not any(True for _ in by))
    left = found._replace(told=(*(told for told, by in pairs if not by), *blocked))
    doubt = None
    tally = found.census.tally._replace(unread=found.obedience.unread)
    if task.verify:
        from phaselint.linting.certifying import certificate_doubt, responses_of

        doubt = certificate_doubt(lab, found, pairs)
        if doubt is not None and task.cost:
            stepped, borrowed = responses_of(lab, found)
            tally = tally._replace(stepped=stepped, borrowed=borrowed)
        if found.obedience.told:
            from phaselint.executor.soundness.obeying import doubt_of

            doubt = doubt or doubt_of(lab.runtime, found.obedience)
    return Caught(_said(left, lab.facts, task), shown, doubt=doubt, tally=tally)


def alone(studied: Studied, hits: Iterable[Hit]) -> Caught:
    """What exploring shows, without a dry run, where no rule finds an error or a warning;
    `hits` are those that the user wants to see."""
    facts, task = studied.facts, studied.task
    if not _asked(task, facts):
        return Caught(lacking=_lacks(facts))
    if any(hit.explains for hit in hits):
        return Caught()
    if any(hit.explains for hit in _unshown(studied)):
        return Caught()
    from phaselint.executor.proof import proof_context
    from phaselint.executor.soundness.search import has_net, search

    lab = proof_context(studied.dialect, facts, min(task.bound, SOUND_BOUND), studied.reader)
    if not has_net(lab):
        return Caught(lacking=True)
    found = search(lab)
    return Caught(_said(found._replace(told=(*found.told, *found.obedience.told)), facts, task))


def _asked(task: Task, facts: Facts) -> bool:
    """Whether a rule of the net is selected, and what runs do is known: no error of syntax, shape
    or name is in the way, and the dialect says what this depends on."""
    selected = any(rule.name in KINDS and task.asked(rule) for rule in task.rules)
    return selected and bool(getattr(facts, "runs_known", False))


def _lacks(facts: Facts) -> bool:
    """Whether the dialect never says that it is known what runs do."""
    return getattr(facts, "runs_known", None) is None


def _unshown(studied: Studied) -> Iterator[Hit]:
    """What the rules that are on by default find in addition to what the user wants to see. One
    that fails finds nothing: that is a defect of nothing that is shown."""
    yield from (hit for hit in studied.hidden if hit.rule.default and not hit.finding.counted)
    task, target = studied.task, studied.facts.contract.target
    defects = Defects(studied.dialect, target, task.rules)
    rules = [each for each in task.of(studied.dialect) if each.default and not task.asked(each)]
    found = hits_of(themes_of(rules), studied.facts, target, defects, studied.dialect.held)
    yield from (hit for hit in found if not hit.finding.counted)


def _said(found: SearchResult, facts: Facts, task: Task) -> tuple[Hit, ...]:
    """The findings as hits, as far as they are wanted."""
    target = facts.contract.target
    said = [
        Hit(rule_named(task.rules, each.rule), each.finding, target, each.proof)
        for each in found.told
    ]
    said += [_incomplete(each, facts, task.rules) for each in _undecided(found)]
    return tuple(filter(task.shows, said))


def _undecided(found: SearchResult) -> Iterator[Finding]:
    """What is said about what was not decided: each reason once, with the place that it has."""
    known: set[tuple[Place, str]] = set()
    for each in found.stopped:
        place = (each.stuck and each.stuck.place) or found.place
        if (place, each.reason) not in known:
            known.add((place, each.reason))
            yield _stopped(each, place)
    for doubt in (*found.doubts, *filter(None, (found.obedience.doubt,))):
        if (doubt.place, doubt.why) not in known:
            known.add((doubt.place, doubt.why))
            remedy = "raise `--bound`" if doubt.bounded else _SIMPLER
            yield Finding(doubt.place, message("not decided: {}", doubt.why), remedy)


def _stopped(atlas: Atlas[Any], place: Place) -> Finding:
    """What is said about an exploration that stopped early."""
    if atlas.stuck is None:
        text = message("unused elements weren't searched for: {} was hit", atlas.reason)
        return Finding(place, text, f"raise `--bound`, or simplify the contract; {_SO_FAR}")
    if not atlas.stuck.reason:
        text = message("unused elements weren't searched for: one state has too many choices")
        return Finding(place, text, f"simplify the contract; {_SO_FAR}")
    text = message("unused elements weren't searched for: {}", retold(atlas.stuck.reason))
    return Finding(place, text, f"{_SIMPLER}; {_SO_FAR}")


def _incomplete(finding: Finding, facts: Facts, rules: Iterable[Rule]) -> Hit:
    """A finding about what was not decided."""
    from phaselint.executor.proof import STATIC

    rule = next(each for each in rules if (each.name, each.dialect) == (INCOMPLETE, ANY_DIALECT))
    return Hit(rule, finding, facts.contract.target, STATIC)


class _LateProofs:
    """Proofs of what a dry run does not show, for what they explain. Those that fail are defects
    of nothing that is shown."""

    def __init__(self, lab: ProofContext[Any], studied: Studied) -> None:
        self._lab = lab
        target = lab.facts.contract.target
        self._defects = Defects(studied.dialect, target, studied.task.rules)

    def proof_of(self, hit: Hit) -> Proof:
        """The proof of a finding, made where it has none yet."""
        from phaselint.linting.proofs import verdict

        return hit.proof or verdict(self._lab, hit, self._defects)
