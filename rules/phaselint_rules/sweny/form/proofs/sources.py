"""How the executor shows what becomes of sources (reference sweny §5.16, §8.7)."""

from __future__ import annotations

from phaselint.dialects.sweny.reading.sources import is_like_path
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import partly, unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.evals.plaintexts import plain_texts
from phaselint_rules.sweny.proofs.answering import prevented, run_plan
from phaselint_rules.sweny.proofs.claims import Unlike, agree, checks_claim, pointer_of, way_to
from phaselint_rules.sweny.routes.prose import is_prose
from phaselint_rules.sweny.samples import REFUSAL, everything_there, failing_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Located
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.evals.plaintexts import PlainText

CODES = ("SOURCE_FILE_NOT_FOUND", "SOURCE_URL_BLOCKED")
"""What the exception says that ends a run for a sentence that is read as a file or a URL."""

LOOKS = "that the text looks like a path"


@checks_claim
def throws(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """Every other source is there, and the run ends before its first node for this one."""
    located = _source(lab.facts, finding)
    text = located.source.text
    if not is_prose(located):
        raise Unlike("the contract has another kind of source there")

    def ends(driven: PlannedRun) -> bool:
        outcome = driven.run.outcome
        named = any(code in outcome.detail for code in CODES) and text in outcome.detail
        return outcome.kind == "error" and not driven.visited and named

    return _start(lab, located, text, ends)


@checks_claim
@by("static+replay")
def stays_text(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The source is resolved as inline text, or text is sent unchanged in a run. That it looks
    like a path is read."""
    plain = _plain(lab.facts, finding)
    if plain is not None:
        return partly(_sent(lab, finding, plain), LOOKS)
    located = _source(lab.facts, finding)
    if located.source.tagged or not is_like_path(located.source.text):
        raise Unlike("the text doesn't look like a path")

    def inline(driven: PlannedRun) -> bool:
        resolved = driven.of("sources:resolved")
        return bool(resolved) and resolved[0]["sources"][located.field]["kind"] == "inline"

    return partly(_start(lab, located, "", inline), LOOKS)


def _plain(facts: SwenyFacts, finding: Finding) -> PlainText | None:
    """The text at a finding, if it isn't a source. Raises Unlike."""
    pointer = pointer_of(facts, finding)
    return next((each for each in plain_texts(facts) if each.pointer == pointer), None)


def _sent(lab: ProofContext[SwenyFacts], finding: Finding, plain: PlainText) -> Proof:
    """The judge is asked; or the node fails its gate, and is tried again."""
    node = plain.node
    agree(finding, node=node.id, key=plain.key, source=plain.text)
    if not is_like_path(plain.text):
        raise Unlike("the text doesn't look like a path")
    kind = "model:run" if plain.key == "instruction" else "model:ask"
    failing = failing_answer(node) if node.evals else {"data": {}}
    models, asks = ({}, ()) if plain.key == "rubric" else ({node.id: failing}, (REFUSAL,))
    plan = Plan(way_to(lab.facts, node), models, asks)
    driven = run_plan(lab, f"send {plain.key} of {node.id}", plan)
    if not _asked(driven, plain, kind):
        return unproved(prevented(driven, node.id, "it is never sent: another gate decides first"))

    def literal(each: PlannedRun) -> bool:
        return any(plain.text in given["prompt"] for given in _asked(each, plain, kind))

    return shown(driven, literal)


def _asked(driven: PlannedRun, plain: PlainText, kind: str) -> list[Mapping[str, Any]]:
    """What is sent of the kind in which the text belongs."""
    given = driven.of(kind, plain.node.id)
    if plain.key == "instruction":
        return [each for each in given if each["attempt"]]
    purpose = "judge" if plain.key == "rubric" else "reflection"
    return [each for each in given if each["purpose"] == purpose]


def _source(facts: SwenyFacts, finding: Finding) -> Located:
    """The source at which a finding stands. Raises Unlike."""
    pointer = pointer_of(facts, finding)
    for located in facts.contract.located:
        source = located.source
        below = (source.kind, "type") if source.tagged else ()
        if pointer in (source.pointer, *((*source.pointer, key) for key in below)):
            agree(finding, field=located.field, kind=source.kind, source=source.text)
            return located
    raise Unlike("the contract has no such source")


def _start(
    lab: ProofContext[SwenyFacts],
    located: Located,
    without: str,
    holds: Callable[[PlannedRun], bool],
) -> Proof:
    """The verdict of the start of a run in a world without one source."""
    facts = lab.facts
    if not facts.graph_known:
        return unproved("a run ends before it resolves sources: an edge or the entry is broken")
    plan = Plan((facts.workflow.entry,), world=everything_there(facts, without))
    return shown(run_plan(lab, f"resolve {located.field}", plan), holds)
