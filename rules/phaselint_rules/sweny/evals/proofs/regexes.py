"""How the executor shows what patterns do (reference §5.7, §8.4)."""

from __future__ import annotations

from phaselint.dialects.sweny.model import INPUT
from phaselint.executor.planning import shown
from phaselint.executor.proof import partly, unproved
from phaselint.schema import EACH, Equals, minimal
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.sweny.gates.pathdata import as_object
from phaselint_rules.sweny.gates.proofs.paths import (
    NO_ELEMENT,
    drive_to,
    path_to_gate_avoiding,
    prevented_by,
    reason_of,
    use_of,
)
from phaselint_rules.sweny.proofs.claims import Unlike, agree, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.executor.proof import ProofContext
    from phaselint.schema import Step
    from phaselint.vocabulary.finding import Finding


def _pattern(facts: SwenyFacts, finding: Finding) -> tuple[Use, str]:
    """The check that a finding is about, and its pattern. Raises Unlike."""
    use = use_of(facts, finding)
    if use.match is None or use.match.operator != "matches":
        raise Unlike("the contract has no pattern there")
    agree(finding, source=use.match.value)
    return use, use.match.value


@checks_claim
@by("static+replay")
def differs(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The path points to a string on which the two meanings differ, and the check uses the
    letters. What the pattern means elsewhere is read."""
    from phaselint.patterns.foreign import difference, oddities

    facts = lab.facts
    use, source = _pattern(facts, finding)
    odd = oddities(source)
    if not odd:
        raise Unlike("the pattern means the same in other languages")
    way = path_to_gate_avoiding(facts, use)
    differing = difference(source, odd)
    if differing is None:
        return unproved("no string was found on which the two meanings differ")
    agree(finding, text=differing.text, matched=differing.matched)
    given = _with_text(facts, use, differing.text)
    if given is None:
        return unproved(f"no declared value is `{differing.text}`")
    driven = drive_to(lab, use, way, given)
    if other := prevented_by(driven, use, way):
        return unproved(other)
    reason = reason_of(driven, use, way)
    if reason and not reason.startswith((f"matches /{source}/", NO_ELEMENT)):
        return unproved("the check fails for another reason")
    proof = shown(driven, bool(reason) is not differing.matched)
    return partly(proof, "what the pattern means in other languages")


def _with_text(facts: SwenyFacts, use: Use, text: str) -> Any | None:
    """Data of the node, or of the input, with a string at the path."""
    if use.schema is not None:
        schema = use.schema if use.root == INPUT else as_object(use.schema)
        return minimal(schema, [(use.steps, Equals(text))])
    steps = _steps(use)
    if use.root == INPUT:
        return minimal({}, [(steps[1:], Equals(text))])
    node = facts.nodes.get(use.root)
    if node is None:
        return None
    return minimal({"type": "object", "required": list(node.required)}, [(steps, Equals(text))])


def _steps(use: Use) -> tuple[Step, ...]:
    """The path below its node, or below the run input."""
    steps: list[Step] = []
    for segment in use.path.segments[use.evaluator is None :]:
        steps += (segment.name, EACH) if segment.wildcard else (segment.name,)
    return tuple(steps)


_GROWTH = {"exponential": "exponentially", "superlinear": "faster than the string"}


@checks_claim
def takes_long(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A child process matches longer and longer strings, and the time multiplies. The executor
    itself gives up on such a string, so no script shows it."""
    from phaselint.patterns.backtracking import suspects
    from phaselint.patterns.timing import measure
    from phaselint.patterns.translate import Unmatchable
    from phaselint.vocabulary.step_budget import current

    _, source = _pattern(lab.facts, finding)
    found = suspects(source)
    if found is None:
        raise Unlike("the pattern matches every string in only one way")
    agree(finding, recipe=list(found.recipe))
    if not current().engine:
        return unproved("only `phaselint lint --dry-run` measures the time")
    try:
        verdict = measure(source, found.recipe).verdict
    except (Unmatchable, OSError) as error:
        return unproved(f"the time could not be measured: {error}")
    if verdict in _GROWTH:
        return Proof("proved", "replay", None, f"the time grows {_GROWTH[verdict]}")
    return unproved(f"the time on the strings that were tried is {verdict}")
