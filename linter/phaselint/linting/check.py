"""One contract: load → check → prove, and nothing else (design §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.linting.defects import THE_CONTRACTS, THE_FINDINGS, THE_RULES, Defects, rule_named
from phaselint.machine.model import BOUND
from phaselint.vocabulary.diagnostic import Hit
from phaselint.vocabulary.message import say
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ANY_DIALECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.base import Cost, Dialect, Facts, Reader, Target
    from phaselint.document import Document
    from phaselint.vocabulary.rule import Rule

DEFAULT_BOUND = BOUND


class Task(NamedTuple):
    """How contracts are to be checked: all rules there are, which of them are asked, of which
    files their findings are wanted, dialect options in force, and what else to do; with `cost`,
    what runs cost."""

    rules: Sequence[Rule]
    options: Mapping[str, Any]
    bound: int = DEFAULT_BOUND
    dry_run: bool = False
    verify: bool = False
    scripts: tuple[str, ...] = ()
    cost: bool = False
    wanted: Callable[[Rule, str], bool] = lambda _rule, _file: True
    asked: Callable[[Rule], bool] = lambda _rule: True


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

    def light(self) -> Checked:
        """What a run keeps of it, and another process sends back: no documents and no facts."""
        return self._replace(documents={}, facts=None)


def check(dialect: Dialect, reader: Reader, target: Target, task: Task) -> Checked:
    """Check one contract. A defect, of phaselint itself or of a plug-in, becomes the finding
    `internal-error`, and hides as little else as can be.

    Nothing is spent on what is not wanted, since what hides a consequence is a fact and no
    finding.
    """
    defects = Defects(dialect, target, task.rules)
    documents: Mapping[str, Document] = {}
    try:
        contract = dialect.load(reader, target)
        documents = contract.documents
        facts = dialect.study(contract, task.options, task.bound)
    except Exception as error:  # whatever it is, it must not hide the other contracts
        defects.note(error, THE_CONTRACTS)
        return _checked(target, defects.hits, documents)._replace(unasked=_names(task.rules))
    dialects = (dialect.name, ANY_DIALECT)
    rules = [rule for rule in task.rules if rule.dialect in dialects and task.asked(rule)]
    hits = list(_hits(rules, facts, target, task, defects))
    verified = _verify(facts, defects) if task.verify else 0
    if task.dry_run:
        hits, scripts = _dry_run(dialect, reader, facts, hits, task, defects)
        documents = {**documents, **scripts}
    cost = None
    if task.cost and dialect.cost:
        with defects.caught(THE_FINDINGS):
            cost = dialect.cost(facts)
    silent = _silent(rules, dialect.name, facts, defects)
    return _checked(target, (*hits, *defects.hits), documents)._replace(
        verified=verified, unasked=silent, cost=cost, facts=facts
    )


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


def _hits(
    rules: Iterable[Rule], facts: Facts, target: Target, task: Task, defects: Defects
) -> Iterator[Hit]:
    answers: dict[tuple[str, ...], bool] = {}  # many rules need the same
    for rule in rules:
        try:
            if rule.needs not in answers:
                answers[rule.needs] = asked(rule, facts)
            found = tuple(rule.check(facts)) if answers[rule.needs] else ()
            if rule.origin:
                from phaselint.plugins.findings import check_findings

                check_findings(found)
        except Exception as error:  # a defect of one rule must not hide the others
            defects.note(error, THE_RULES, rule)
            continue
        for finding in found:
            if task.wanted(rule, finding.place.file):
                yield Hit(rule, finding, target)


def asked(rule: Rule, facts: Facts) -> bool:
    """Whether what a rule needs holds, so that it may be asked."""
    return not rule.needs or all(getattr(facts, name) for name in rule.needs)


def unasked(rules: Iterable[Rule], dialect: str, facts: Facts) -> frozenset[str]:
    """The names of the rules of a dialect that were not asked about a contract, or not in full:
    that they find nothing says nothing. A suppression of one is not unused, and an entry of the
    baseline for one not stale.

    A fact that is none, not false, does not arise for the contract: what needs it is not asked
    either, but for want of anything to find.
    """
    unknown: dict[tuple[str, ...], bool] = {}  # many rules need the same
    silent = []
    for rule in rules:
        if rule.dialect == dialect:
            for names in (rule.needs, rule.whole):
                if names not in unknown:
                    unknown[names] = any(_is_unknown(getattr(facts, name)) for name in names)
            if unknown[rule.needs] or unknown[rule.whole]:
                silent.append(rule.name)
    return frozenset(silent)


def _is_unknown(fact: Any) -> bool:
    return not fact and fact is not None


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


def _dry_run(
    dialect: Dialect,
    reader: Reader,
    facts: Facts,
    hits: list[Hit],
    task: Task,
    defects: Defects,
) -> tuple[list[Hit], Mapping[str, Document]]:
    """Prove what was found and run the scripts beside the contract: everything that is to be said
    now, and the documents of the scripts."""
    from phaselint.executor.proof import lab_for
    from phaselint.executor.scripts import PROOFS, run_scripts
    from phaselint.linting.proofs import proved, refutations, unproved

    with defects.caught(THE_FINDINGS):
        lab = lab_for(dialect, facts, task.bound)
        hits = proved(lab, hits, defects)
        hits += list(refutations(hits, task.rules))
        played = run_scripts(lab.runtime, reader, facts, task.options, task.scripts, dialect)
        target = facts.contract.target
        said = (
            Hit(rule_named(task.rules, name), finding, target, PROOFS[name])
            for name, finding in played.findings
        )
        hits += [hit for hit in said if task.wanted(hit.rule, hit.finding.place.file)]
        return hits, played.documents
    return list(unproved(hits)), {}
