"""One contract: load → check → prove, and nothing else (design §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.finding import Finding, Place
from phaselint.machine.model import BOUND
from phaselint.message import say
from phaselint.record import NamedTuple
from phaselint.rule import ANY_DIALECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.base import Cost, Dialect, Facts, Reader, Target
    from phaselint.document import Document
    from phaselint.executor.proof import Lab
    from phaselint.rule import Rule

DEFAULT_BOUND = BOUND

MOST_PROOFS = 200
"""Findings of one contract that a dry run tries to prove; each takes runs of the whole contract."""


class Task(NamedTuple):
    """How contracts are to be checked: all rules there are, which of them are asked, which
    findings are wanted (to be proved), dialect options in force, and what else to do; with
    `cost`, what runs cost."""

    rules: Sequence[Rule]
    options: Mapping[str, Any]
    bound: int = DEFAULT_BOUND
    dry_run: bool = False
    verify: bool = False
    scripts: tuple[str, ...] = ()
    cost: bool = False
    wanted: Callable[[Finding], bool] = lambda _: True
    asked: Callable[[Rule], bool] = lambda _: True


class Checked(NamedTuple):
    """What there is to say about one contract, and the documents it is made of. `verified` is
    the number of certificates that were checked, `unasked` the rules that were not run. `facts`
    are what the rules were asked about; there are none after a defect of phaselint itself."""

    findings: tuple[Finding, ...]
    documents: Mapping[str, Document]
    verified: int = 0
    unasked: frozenset[str] = frozenset()
    cost: Cost | None = None
    facts: Facts | None = None


def check(dialect: Dialect, reader: Reader, target: Target, task: Task) -> Checked:
    """Check one contract. A defect of phaselint itself becomes the finding `internal-error`."""
    documents: Mapping[str, Document] = {}
    try:
        contract = dialect.load(reader, target)
        documents = contract.documents
        facts = dialect.study(contract, task.options, task.bound)
        rules = [rule for rule in task.rules if rule.dialect in (dialect.name, ANY_DIALECT)]
        findings = list(_findings(rules, facts, task))
        verified = 0
        if task.verify:
            verified, wrong = _verify(facts, target, task.rules)
            findings += wrong
        if task.dry_run:
            findings, more = _dry_run(dialect, reader, facts, findings, task)
            documents = {**documents, **more}
        stamped = (f._replace(dialect=dialect.name, contract=target.path) for f in findings)
        cost = dialect.cost(facts) if task.cost and dialect.cost else None
        silent = unasked(rules, dialect.name, facts)
        return Checked(tuple(stamped), documents, verified, silent, cost, facts)
    except Exception as error:  # anything that gets here is our defect, and must not hide the rest
        crash = _internal_error(error, target, task.rules)
        crash = crash._replace(dialect=dialect.name, contract=target.path)
        return Checked((crash,), documents, unasked=frozenset(rule.name for rule in task.rules))


def _findings(rules: Iterable[Rule], facts: Facts, task: Task) -> Iterator[Finding]:
    for rule in rules:
        if task.asked(rule) and asked(rule, facts):
            for finding in rule.check(facts):
                yield finding._replace(rule=rule)


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


def _verify(facts: Facts, target: Target, rules: Sequence[Rule]) -> tuple[int, list[Finding]]:
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
            wrong.append(
                Finding(
                    Place(target.path, (), "document"),
                    say("a certificate of the analysis is not valid: {}", reason),
                    "please report this with the contract",
                    rule=rule_named(rules, "internal-error"),
                )
            )
    return count, wrong


def _dry_run(
    dialect: Dialect, reader: Reader, facts: Facts, findings: list[Finding], task: Task
) -> tuple[list[Finding], dict[str, Document]]:
    """Prove the findings and run the scripts beside the contract."""
    from phaselint.executor.proof import Lab
    from phaselint.executor.scripts import run_scripts

    runtime = dialect.runtime()
    defaults = {option.name: option.default for option in dialect.options}
    lab = Lab(runtime, facts, defaults, dialect.open_options, task.bound)
    proved = list(_proved(lab, findings, task))
    refuted = [_refuted(each, task.rules) for each in proved if each.refuted]
    played = run_scripts(runtime, reader, facts, task.options, task.scripts, dialect)
    said = [
        finding._replace(rule=rule_named(task.rules, name)) for name, finding in played.findings
    ]
    return proved + refuted + said, dict(played.documents)


def _proved(lab: Lab[Any], findings: Iterable[Finding], task: Task) -> Iterator[Finding]:
    """The findings with their proofs, as far as they are wanted and `MOST_PROOFS` allows."""
    from phaselint.executor.proof import STATIC
    from phaselint.finding import Proof

    tried = 0
    for finding in findings:
        if finding.suppression is not None or not task.wanted(finding):
            yield finding
        elif finding.rule is None or finding.rule.prove is None:
            yield finding._replace(proof=STATIC)
        elif tried == MOST_PROOFS:
            reason = f"the contract has more than {MOST_PROOFS} findings to prove"
            yield finding._replace(proof=Proof("unproved", reason=reason))
        else:
            tried += 1
            yield finding._replace(proof=finding.rule.prove(lab, finding))


def _refuted(finding: Finding, rules: Iterable[Rule]) -> Finding:
    reason = finding.proof.reason if finding.proof else ""
    return Finding(
        finding.place,
        say("the executor refutes the finding `{}`: {}", finding.name, reason),
        "this is a defect of phaselint; please report it with the script of the proof",
        proof=finding.proof,
        rule=rule_named(rules, "refuted-finding"),
    )


def _internal_error(error: Exception, target: Target, rules: Iterable[Rule]) -> Finding:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    text = " ".join(str(error).split())
    return Finding(
        Place(target.path, (), "document"),
        say("phaselint failed on this contract: {}: {}{}", type(error).__name__, text, where),
        "please report this with the contract; the other contracts were linted",
        rule=rule_named(rules, "internal-error"),
    )
