"""One contract: load → check → prove, and nothing else (design §3)."""

from __future__ import annotations

from itertools import filterfalse

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.document.commented import comments_of
from phaselint.linting.execution_result import Executed, Studied
from phaselint.linting.internal_errors import THE_CONTRACTS, THE_FINDINGS, Defects
from phaselint.linting.rule_runner import hits_of, holding, unasked
from phaselint.project.paths import join
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import StepBudget, allowing
from phaselint.vocabulary.time_budget import Postponed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.behavior.costs import Bound
    from phaselint.behavior.standing import Standing
    from phaselint.diagram.model import Drawing
    from phaselint.dialects.base import Cost, Dialect, Facts, Target
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.spelling import Respelled
    from phaselint.document import Document
    from phaselint.executor.coverage import Coverage
    from phaselint.executor.soundness.census import Tally
    from phaselint.linting.policy_results import Lack
    from phaselint.linting.task import Chosen, Task
    from phaselint.vocabulary.hit import Hit
    from phaselint.vocabulary.rule import Rule


EVERY_RULE = "*"
"""Stands for all rules there are among those that were not run."""


class Checked(NamedTuple):
    """One contract, checked.

    Attributes:
        hits: what its rules say, as far as it is wanted; not located.
        files: the paths of its documents; `commented` are those with suppression comments.
        verified: how many certificates were checked.
        unasked: the rules that were not run, or not in full, by name.
        cost: what runs cost, where that was asked, as far as the dialect gives it itself.
        bounds: the same as bounds, for every dialect that counts anything; without their choices.
        coverage: what its scripts take of it, where that was asked.
        tally: what becomes of what it declares, where that was asked.
        respelled: the options of its scripts in older spellings.
        standings: how its policies stand, where that was asked.
        lacks: what policies of the configuration name and it does not have.
        drawing: its graph, where pictures are asked for and it has one.
        documents: what it is made of.
        facts: what the rules were asked about; none after a bug in phaselint itself.
        netless: as `Executed` has it.
        failed: why it could not be judged at all; empty where it was.
        late: whether a slower, complete check may find more.
    """

    target: Target
    hits: tuple[Hit, ...]
    files: tuple[str, ...] = ()
    commented: tuple[str, ...] = ()
    verified: int = 0
    unasked: frozenset[str] = frozenset()
    cost: Cost | None = None
    bounds: tuple[Bound, ...] = ()
    coverage: Coverage | None = None
    tally: Tally | None = None
    respelled: tuple[Respelled, ...] = ()
    standings: tuple[Standing, ...] = ()
    lacks: tuple[Lack, ...] = ()
    drawing: Drawing | None = None
    documents: Mapping[str, Document] = {}
    facts: Facts | None = None
    netless: bool = False
    failed: str = ""
    late: bool = False

    @property
    def passed_over(self) -> bool:
        """Whether nobody has looked at it."""
        return bool(self.failed and not self.hits)

    def light(self) -> Checked:
        """What a run keeps of it, and another process sends back: no documents and no facts."""
        return self._replace(documents={}, facts=None)


def passed_over(target: Target) -> Checked:
    """A contract that is known of, and that a run ended without."""
    why = "the batch run ended before it was checked"
    return Checked(target, (), unasked=frozenset({EVERY_RULE}), failed=why)


def check(dialect: Dialect, reader: Reader, target: Target, task: Task) -> Checked:
    """Check one contract. A defect, of phaselint itself or of a plugin, becomes the finding
    `internal-error`, and hides as little else as can be.

    Nothing is spent on what is not wanted, since what hides a consequence is a fact and no
    finding.
    """
    with allowing(StepBudget()) as allowance:
        checked = _checked_within(allowance, dialect, reader, target, task)
    if not (allowance.per_part and allowance.exhausted):
        return checked
    with allowing(StepBudget()) as again:  # there may be enough for the whole
        again.ask_wholes()
        return _checked_within(again, dialect, reader, target, task)


def _checked_within(
    allowance: StepBudget, dialect: Dialect, reader: Reader, target: Target, task: Task
) -> Checked:
    """Check one contract; its patterns take what is allowed."""
    defects = Defects(dialect, target, task.rules)
    documents: Mapping[str, Document] = {}
    try:
        contract = dialect.load(reader, target)
        documents = contract.documents
        facts = dialect.study(contract, task.options, task.bound)
    except Exception as error:  # whatever it is, it must not hide the other contracts
        defects.note(error, THE_CONTRACTS)
        return _checked(target, defects.hits, documents)._replace(
            unasked=frozenset({EVERY_RULE}), failed=defects.hits[0].finding.message
        )
    chosen = task.chosen or task.choose(dialect)
    found = tuple(hits_of(chosen.themes, facts, target, defects, dialect.held))
    hits, counted = _parted(tuple(filter(task.shows, found)))
    verified = _verify(facts, defects) if task.verify else 0
    allowance.settle()
    studied = Studied(dialect, reader, facts, task, defects)
    ran = _executed(studied._replace(hidden=tuple(filterfalse(task.shows, found))), hits, allowance)
    cost, bounds = _costs(studied, allowance)
    told = _spent(allowance, documents, target, task)
    silent = _names(chosen.rules) if told else _silent(chosen, facts, defects)
    told = [hit for hit in told if task.asked(hit.rule) and task.shows(hit)]
    documents = {**documents, **ran.documents} if ran.documents else documents
    seen, drawing = _seen(studied, (*_held(studied, (*ran.hits, *told)), *counted))
    checked = _checked(target, (*seen, *defects.hits), documents)._replace(
        verified=verified + ran.verified,
        unasked=silent | ran.unasked,
        cost=cost,
        bounds=bounds,
        drawing=drawing,
        facts=facts,
        late=defects.late,
    )
    return _with_runs(checked, ran, task)


def _with_runs(checked: Checked, ran: Executed, task: Task) -> Checked:
    """A contract with what the executor says about it besides findings."""
    policed = ran.policed
    return checked._replace(
        coverage=ran.coverage,
        tally=ran.tally if task.cost else None,
        respelled=ran.respelled,
        standings=policed.standings if policed is not None else (),
        lacks=policed.lacks if policed is not None else (),
        netless=ran.netless,
    )


def _costs(studied: Studied, allowance: StepBudget) -> tuple[Cost | None, tuple[Bound, ...]]:
    """What a run costs at most, where that is asked and known."""
    task = studied.task
    if not task.cost:
        return None, ()
    from phaselint.linting.costing import COST_BOUND, costs

    bound = task.bound if task.dry_run else min(task.bound, COST_BOUND)
    with studied.defects.caught(THE_FINDINGS), allowing(allowance.renewed()):
        cost, found = costs(studied.dialect, studied.facts, bound, studied.reader)
        return cost, tuple(each._replace(choices=()) for each in found)
    return None, ()


def _executed(studied: Studied, hits: tuple[Hit, ...], allowance: StepBudget) -> Executed:
    """What the executor makes of what rules find, and what comes of policies, as far as it is asked
    at all."""
    ran = _proved(studied, hits, allowance)
    if not (studied.task.policies or _may_have_policies(studied)):
        return ran
    from phaselint.linting.policing import with_policies

    with allowing(allowance.renewed()):
        return with_policies(studied, ran)


def _may_have_policies(studied: Studied) -> bool:
    """Whether a script of a contract speaks of policies; most contracts have none, and pay for no
    more than this."""
    reader, target = studied.reader, studied.facts.contract.target
    if studied.task.scripts:
        from phaselint.executor.beside import with_policies

        return bool(with_policies(reader, target, studied.task.scripts))
    names = (each for each in reader.names(target.folder) if each.endswith(SCRIPT_SUFFIXES))
    return any(reader.holds(join(target.folder, each), b"policies") for each in names)


def _proved(studied: Studied, hits: tuple[Hit, ...], allowance: StepBudget) -> Executed:
    """What the executor makes of what rules find."""
    if not (studied.task.dry_run or studied.task.sound):
        return Executed(hits)
    from phaselint.linting.executing import executed

    with allowing(allowance.renewed()) as further:
        try:
            ran = executed(studied, hits)
        except Postponed:
            from phaselint.linting.exploration import INCOMPLETE, KINDS

            studied.defects.put_off(INCOMPLETE, *KINDS)
            return Executed(hits)
    allowance.pattern_cut = allowance.pattern_cut or further.pattern_cut
    return ran


def _parted(hits: tuple[Hit, ...]) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Findings, and what is only counted."""
    counted = tuple(hit for hit in hits if hit.finding.counted)
    return tuple(hit for hit in hits if not hit.finding.counted) if counted else hits, counted


def _held(studied: Studied, hits: Sequence[Hit]) -> Sequence[Hit]:
    """What a contract is reported for, with the programs in which it holds, where there are
    several."""
    held, defects = studied.dialect.held, studied.defects
    if held is None:
        return hits
    with defects.caught(THE_FINDINGS):
        return tuple(holding(hits, studied.facts, held))
    return hits


def _seen(studied: Studied, hits: Sequence[Hit]) -> tuple[Sequence[Hit], Drawing | None]:
    """The findings, with what there is to see of them, and the graph, as far as that is asked."""
    if not studied.task.pictures:
        return hits, None
    from phaselint.linting.diagrams import pictured

    try:
        return pictured(studied, hits)
    except Postponed:
        studied.defects.late = True
        return hits, None


def _spent(
    allowance: StepBudget, documents: Mapping[str, Document], target: Target, task: Task
) -> list[Hit]:
    """That patterns or schemas took all steps they may, where they did."""
    if not allowance.exhausted:
        return []
    from phaselint.linting.budget_findings import spent

    return list(spent(allowance, documents, target, task.rules))


def _checked(target: Target, hits: Iterable[Hit], documents: Mapping[str, Document]) -> Checked:
    return Checked(
        target,
        tuple(hits),
        files=tuple(documents),
        commented=tuple(path for path, document in documents.items() if comments_of(document)),
        documents=documents,
    )


def _names(rules: Iterable[Rule]) -> frozenset[str]:
    return frozenset(rule.name for rule in rules)


def _silent(chosen: Chosen, facts: Facts, defects: Defects) -> frozenset[str]:
    """The rules whose silence says nothing: all, where nobody can tell."""
    try:
        with defects.caught(THE_FINDINGS):
            return unasked(chosen.by_needs, facts) | defects.rules
    except Postponed:
        defects.late = True
    return _names(chosen.rules)


def _verify(facts: Facts, defects: Defects) -> int:
    """Check the certificates of the analysis with the independent checker; how many there are."""
    from phaselint.machine.certificate import Stuck
    from phaselint.machine.check import check as check_clean
    from phaselint.machine.check import check_stuck

    count = 0
    with defects.caught(THE_FINDINGS):
        for machine, found in facts.certificates():
            count += 1
            if isinstance(found, Stuck):
                reason = check_stuck(machine, found)
            else:
                reason = check_clean(machine, found)
            if reason:
                text = message("a certificate of the analysis isn't valid: {}", reason)
                defects.say(text, "please report this with the contract")
    return count
