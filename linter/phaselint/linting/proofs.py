"""The executor's verdicts on the findings in one contract, for a dry run (design §8)."""

from __future__ import annotations

from phaselint.config.select import REFUTED
from phaselint.executor.ends import failures
from phaselint.executor.proof import STATIC, unless_refused
from phaselint.linting.internal_errors import THE_FINDINGS, rule_named
from phaselint.vocabulary.finding import Finding, Proof
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.executor.proof import ProofContext
    from phaselint.linting.internal_errors import Defects
    from phaselint.vocabulary.rule import Rule

REFUSED = {"outcome": "refused"}
"""What the script of a proof expects of a contract that is not started."""

DRIVEN = ("replay", "differential")
"""How a finding is contradicted by a run that does not show it."""

OPEN = ("unproved", "refuted")
"""What is said about a finding that no run has shown."""

MOST_PROOFS = 200
"""Findings of one contract that a dry run tries to prove, where each takes runs of the whole
contract."""

FAILED = Proof("unproved", reason="the proof failed; this is a bug in phaselint")
TOO_MANY = Proof("unproved", reason=f"the contract has more than {MOST_PROOFS} findings to confirm")


def proved(lab: ProofContext[Any], hits: Iterable[Hit], defects: Defects) -> list[Hit]:
    """The findings, with their proofs as far as `MOST_PROOFS` allows."""
    tried = list(_tried(lab, hits, defects))
    return list(after_failure(lab, list(_after_refusal(lab, tried))))


def after_failure(lab: ProofContext[Any], hits: Sequence[Hit]) -> Iterator[Hit]:
    """The findings, where a run that was to show one fails first for another finding of the
    contract, one whose proof is a run that fails in the same way: such a run contradicts nothing.
    What exploration contradicts stays so, whatever becomes of the run that shows it."""
    for hit in hits:
        proof = hit.proof
        cause = None
        if proof and proof.status == "refuted" and proof.method in DRIVEN:
            cause = _cause(lab, frozenset(failures(lab, proof.script)), hits)
        if proof is None or cause is None:
            yield hit
        else:
            name, file = cause.rule.name, cause.finding.place.file
            reason = f"the run fails first: `{name}` ({file})"
            yield hit._replace(proof=proof._replace(status="unproved", reason=reason))


def _cause(
    lab: ProofContext[Any], ends: frozenset[tuple[str, str]], hits: Iterable[Hit]
) -> Hit | None:
    """The first error or warning that is proved by a run which fails in one of these ways."""
    for hit in hits if ends else ():
        told = hit.rule.level(hit.finding) != "info"
        proved = told and hit.proof and hit.proof.status == "proved" and hit.proof.script
        if proved and not ends.isdisjoint(failures(lab, proved)):
            return hit
    return None


def _after_refusal(lab: ProofContext[Any], hits: Sequence[Hit]) -> Iterator[Hit]:
    """The findings, where a run that was to show one is one that the runtime does not start: no
    run of the contract was made that could contradict it."""
    named = _named(lab, hits)
    for hit in hits:
        if hit.proof is None:
            yield hit
        else:
            yield hit._replace(proof=unless_refused(lab.of(hit.rule), hit.proof, named))


def _named(lab: ProofContext[Any], hits: Sequence[Hit]) -> str:
    """The findings for which a contract is refused: those proved by it, and those whose rule is
    called as a code of the refusal is."""
    proofs = [hit.proof for hit in hits if hit.proof]
    if not any(proof.status in OPEN for proof in proofs):
        return ""
    codes = lab.runtime.refusal(lab.refused).split(", ")
    reporting: frozenset[str] = frozenset().union(*map(lab.runtime.reporting, codes))
    named = [
        f"`{hit.rule.name}` ({hit.finding.place.file})"
        for hit in hits
        if not reporting.isdisjoint(hit.rule.names)
        or (hit.proof and hit.proof.status == "proved" and _shows_refusal(lab, hit.proof))
    ]
    return " and ".join(dict.fromkeys(named))


def _shows_refusal(lab: ProofContext[Any], proof: Proof) -> bool:
    """Whether a proof is that a contract is refused, whatever else was read for it. One that leaves
    out what a contract asks for shows no such thing."""
    if proof.method != "static+replay" or proof.script is None:
        return proof.method == "refusal"
    sample = dict(lab.runtime.sample_input(lab.facts.contract))
    return all(
        scenario.get("expect") == REFUSED and scenario.get("input", sample) == sample
        for scenario in proof.script["scenarios"]
    )


def _tried(lab: ProofContext[Any], hits: Iterable[Hit], defects: Defects) -> Iterator[Hit]:
    tried = 0
    most = None if lab.runtime.short_proofs else MOST_PROOFS
    for hit in hits:
        if hit.finding.waiver:
            yield hit
        elif hit.rule.prove is None:
            yield hit._replace(proof=STATIC)
        elif tried == most:
            yield hit._replace(proof=TOO_MANY)
        else:
            tried += 1
            yield hit._replace(proof=verdict(lab, hit, defects))


def verdict(lab: ProofContext[Any], hit: Hit, defects: Defects) -> Proof:
    """What the prover of a rule says about a finding; where it fails, that is noted."""
    rule = hit.rule
    with defects.caught(THE_FINDINGS, rule):
        proof = rule.prove(lab.of(rule), hit.finding) if rule.prove else STATIC
        if rule.origin:
            from phaselint.plugins.findings import check_proof

            check_proof(proof)
        return proof
    return FAILED


def unproved(hits: Iterable[Hit]) -> Iterator[Hit]:
    """The findings, where nothing can be run; one with a verdict keeps it."""
    for hit in hits:
        yield hit if hit.proof or hit.finding.waiver else hit._replace(proof=FAILED)


def refutations(hits: Iterable[Hit], rules: Iterable[Rule]) -> Iterator[Hit]:
    """A finding that the executor refutes is a bug of whoever made its rule, not of the user."""
    for rule, finding, target, proof, _ in hits:
        if proof is not None and proof.status == "refuted":
            whose = f"plugin {rule.origin}" if rule.origin else "phaselint"
            refuted = Finding(
                finding.place,
                message(
                    "the dry run doesn't confirm the finding `{}`: {}", rule.name, proof.reason
                ),
                f"this is a bug in {whose}; please report it with the script of the proof",
            )
            yield Hit(rule_named(rules, REFUTED), refuted, target, proof)
