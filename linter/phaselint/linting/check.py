"""One contract: load → check → prove, and nothing else (design §3)."""

from __future__ import annotations

from itertools import filterfalse
from typing import TYPE_CHECKING

from phaselint.linting.asking import hits_of, unasked
from phaselint.linting.defects import THE_CONTRACTS, THE_FINDINGS, Defects
from phaselint.linting.executed import Executed, Studied
from phaselint.vocabulary.allowance import Allowance, allowing
from phaselint.vocabulary.message import say
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.dialects.base import Cost, Dialect, Facts, Reader, Target
    from phaselint.document import Document
    from phaselint.linting.task import Task
    from phaselint.vocabulary.diagnostic import Hit
    from phaselint.vocabulary.rule import Rule


class Checked(NamedTuple):
    """One contract, checked.

    Attributes:
        hits: what its rules say, as far as it is wanted; not located.
        files: the paths of its documents; `commented` are those with suppression comments.
        verified: how many certificates were checked.
        unasked: the rules that were not run, or not in full.
        cost: what runs cost, where that was asked.
        documents: what it is made of.
        facts: what the rules were asked about; none after a defect of phaselint itself.
        netless: as `Executed` has it.
    """

    target: Target
    hits: tuple[Hit, ...]
    files: tuple[str, ...] = ()
    commented: tuple[str, ...] = ()
    verified: int = 0
    unasked: frozenset[str] = frozenset()
    cost: Cost | None = None
    documents: Mapping[str, Document] = {}
    facts: Facts | None = None
    netless: bool = False

    def light(self) -> Checked:
        """What a run keeps of it, and another process sends back: no documents and no facts."""
        return self._replace(documents={}, facts=None)


def check(dialect: Dialect, reader: Reader, target: Target, task: Task) -> Checked:
    """Check one contract. A defect, of phaselint itself or of a plug-in, becomes the finding
    `internal-error`, and hides as little else as can be.

    Nothing is spent on what is not wanted, since what hides a consequence is a fact and no
    finding.
    """
    with allowing(Allowance()) as allowance:
        return _checked_within(allowance, dialect, reader, target, task)


def _checked_within(
    allowance: Allowance, dialect: Dialect, reader: Reader, target: Target, task: Task
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
        return _checked(target, defects.hits, documents)._replace(unasked=_names(task.rules))
    rules = [rule for rule in task.of(dialect) if task.asked(rule)]
    found = tuple(hits_of(rules, facts, target, defects))
    hits = tuple(filter(task.shows, found))
    verified = _verify(facts, defects) if task.verify else 0
    ran = Executed(hits)
    over = allowance.over
    if task.dry_run or task.sound:
        from phaselint.linting.executing import executed

        studied = Studied(dialect, reader, facts, task, defects)
        with allowing(allowance.renewed()) as further:
            ran = executed(studied._replace(hidden=tuple(filterfalse(task.shows, found))), hits)
        over = over or further.over
    cost = None
    if task.cost and dialect.cost:
        with defects.caught(THE_FINDINGS):
            cost = dialect.cost(facts)
    silent = _names(rules) if over else _silent(rules, dialect.name, facts, defects)
    told = _told_of(over, documents, target, task) if over else ()
    documents = {**documents, **ran.documents} if ran.documents else documents
    return _checked(target, (*ran.hits, *told, *defects.hits), documents)._replace(
        verified=verified + ran.verified,
        unasked=silent,
        cost=cost,
        facts=facts,
        netless=ran.netless,
    )


def _told_of(
    over: str, documents: Mapping[str, Document], target: Target, task: Task
) -> Iterable[Hit]:
    """That patterns took all steps they may, if that is wanted."""
    from phaselint.linting.spent import spent

    hit = spent(over, documents, target, task.rules)
    return (hit,) if task.asked(hit.rule) and task.shows(hit) else ()


def _checked(target: Target, hits: Iterable[Hit], documents: Mapping[str, Document]) -> Checked:
    return Checked(
        target,
        tuple(hits),
        files=tuple(documents),
        commented=tuple(path for path, document in documents.items() if document.comments),
        documents=documents,
    )


def _names(rules: Iterable[Rule]) -> frozenset[str]:
    return frozenset(rule.name for rule in rules)


def _silent(rules: Iterable[Rule], dialect: str, facts: Facts, defects: Defects) -> frozenset[str]:
    """The rules whose silence says nothing: all, where nobody can tell."""
    with defects.caught(THE_FINDINGS):
        return unasked(rules, dialect, facts) | defects.rules
    return _names(rules)


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
                message = say("a certificate of the analysis is not valid: {}", reason)
                defects.say(message, "please report this with the contract")
    return count
