"""One contract: load → check → prove, and nothing else (design §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.machine.model import BOUND
from phaselint.vocabulary.diagnostic import Hit
from phaselint.vocabulary.finding import Finding, Place
from phaselint.vocabulary.message import say
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ANY_DIALECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.base import Cost, Dialect, Facts, Reader, Target
    from phaselint.document import Document
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Proof
    from phaselint.vocabulary.rule import Rule

DEFAULT_BOUND = BOUND

MOST_PROOFS = 200
"""Findings of one contract that a dry run tries to prove; each takes runs of the whole contract."""


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
    """Check one contract. A defect of phaselint itself becomes the finding `internal-error`.

    Nothing is spent on what is not wanted, since what hides a consequence is a fact and no
    finding.
    """
    documents: Mapping[str, Document] = {}
    try:
        contract = dialect.load(reader, target)
        documents = contract.documents
        facts = dialect.study(contract, task.options, task.bound)
        rules = [
            rule
            for rule in task.rules
            if rule.dialect in (dialect.name, ANY_DIALECT) and task.asked(rule)
        ]
        hits = list(_hits(rules, facts, target, task))
        verified = 0
        if task.verify:
            verified, wrong = _verify(facts, target, task.rules)
            hits += wrong
        if task.dry_run:
            hits, scripts = _dry_run(dialect, reader, facts, hits, task)
            documents = {**documents, **scripts}
        cost = dialect.cost(facts) if task.cost and dialect.cost else None
        silent = unasked(rules, dialect.name, facts)
    except Exception as error:  # anything that gets here is our defect, and must not hide the rest
        hits, facts, cost, verified = [_internal_error(error, target, task.rules)], None, None, 0
        silent = frozenset(rule.name for rule in task.rules)
    return Checked(
        target,
        tuple(hits),
        files=tuple(documents),
        commented=tuple(path for path, document in documents.items() if document.comments),
        verified=verified,
        unasked=silent,
        cost=cost,
        documents=documents,
        facts=facts,
    )


def _hits(rules: Iterable[Rule], facts: Facts, target: Target, task: Task) -> Iterator[Hit]:
    for rule in rules:
        if asked(rule, facts):
            for finding in rule.check(facts):
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
    ours = [rule for rule in rules if rule.dialect == dialect]
    names = dict.fromkeys(name for rule in ours for name in (*rule.needs, *rule.whole))
    values = {name: getattr(facts, name) for name in names}
    unknown = {name for name, value in values.items() if not value and value is not None}
    if not unknown:
        return frozenset()
    return frozenset(
        rule.name for rule in ours if not unknown.isdisjoint((*rule.needs, *rule.whole))
    )


def rule_named(rules: Iterable[Rule], name: str) -> Rule:
    """A rule by its name. Raises LookupError when there is none."""
    for rule in rules:
        if rule.name == name:
            return rule
    raise LookupError(name)


def _verify(facts: Facts, target: Target, rules: Sequence[Rule]) -> tuple[int, list[Hit]]:
    """Check the certificates of the analysis with the independent checker."""
    from phaselint.machine.certificate import Stuck
    from phaselint.machine.check import check as check_clean
    from phaselint.machine.check import check_stuck

    count, wrong = 0, []
    for machine, found in facts.certificates():
        count += 1
        if isinstance(found, Stuck):
            reason = check_stuck(machine, found)
        else:
            reason = check_clean(machine, found)
        if reason:
            finding = Finding(
                Place(target.path, (), "document"),
                say("a certificate of the analysis is not valid: {}", reason),
                "please report this with the contract",
            )
            wrong.append(Hit(rule_named(rules, "internal-error"), finding, target))
    return count, wrong


def _dry_run(
    dialect: Dialect, reader: Reader, facts: Facts, hits: list[Hit], task: Task
) -> tuple[list[Hit], Mapping[str, Document]]:
    """Prove the findings and run the scripts beside the contract, of which it gives the documents
    too."""
    from phaselint.executor.proof import lab_for
    from phaselint.executor.scripts import PROOFS, run_scripts

    lab = lab_for(dialect, facts, task.bound)
    proved = list(_proved(lab, hits))
    refuted = [
        _refuted(hit, hit.proof, task.rules)
        for hit in proved
        if hit.proof is not None and hit.proof.status == "refuted"
    ]
    target = facts.contract.target
    played = run_scripts(lab.runtime, reader, facts, task.options, task.scripts, dialect)
    said = [
        Hit(rule_named(task.rules, name), finding, target, PROOFS[name])
        for name, finding in played.findings
    ]
    wanted = [hit for hit in said if task.wanted(hit.rule, hit.finding.place.file)]
    return proved + refuted + wanted, played.documents


def _proved(lab: Lab[Any], hits: Iterable[Hit]) -> Iterator[Hit]:
    """What was found, with its proofs as far as `MOST_PROOFS` allows."""
    from phaselint.executor.proof import STATIC
    from phaselint.vocabulary.finding import Proof

    tried = 0
    for hit in hits:
        if hit.finding.waiver:
            yield hit
        elif hit.rule.prove is None:
            yield hit._replace(proof=STATIC)
        elif tried == MOST_PROOFS:
            reason = f"the contract has more than {MOST_PROOFS} findings to prove"
            yield hit._replace(proof=Proof("unproved", reason=reason))
        else:
            tried += 1
            yield hit._replace(proof=hit.rule.prove(lab.of(hit.rule), hit.finding))


def _refuted(hit: Hit, proof: Proof, rules: Iterable[Rule]) -> Hit:
    finding = Finding(
        hit.finding.place,
        say("the executor refutes the finding `{}`: {}", hit.rule.name, proof.reason),
        "this is a defect of phaselint; please report it with the script of the proof",
    )
    return Hit(rule_named(rules, "refuted-finding"), finding, hit.target, proof)


def _internal_error(error: Exception, target: Target, rules: Iterable[Rule]) -> Hit:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    text = " ".join(str(error).split())
    finding = Finding(
        Place(target.path, (), "document"),
        say("phaselint failed on this contract: {}: {}{}", type(error).__name__, text, where),
        "please report this with the contract; the other contracts were linted",
    )
    return Hit(rule_named(rules, "internal-error"), finding, target)
