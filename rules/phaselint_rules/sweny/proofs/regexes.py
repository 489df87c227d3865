"""How the executor shows what patterns do (reference §5.7, §8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.sweny.model import INPUT
from phaselint.executor.driving import data_of, unscripted
from phaselint.schema import EACH, Equals, minimal
from phaselint.vocabulary.finding import Proof
from phaselint_rules.sweny.proofs.bench import shown
from phaselint_rules.sweny.proofs.paths import (
    CUT,
    NO_WAY,
    as_object,
    drive_to,
    prevented_by,
    reason_of,
    use_of,
    way_to,
)

if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathfaults import Use
    from phaselint.executor.proof import Lab
    from phaselint.schema import Step
    from phaselint.vocabulary.finding import Finding


def invalid(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run comes to the gate, which fails because of the pattern, whatever the data are."""
    facts = lab.facts
    use = use_of(facts, finding)
    way = way_to(facts, use)
    if not way:
        return unscripted(NO_WAY)
    driven = drive_to(lab, use, way, None)
    proof = shown(driven, lambda driven: "invalid regex /" in reason_of(driven, use))
    if proof.status != "refuted":
        return proof
    other = prevented_by(driven, use, way)
    if not other and reason_of(driven, use).endswith(CUT):
        other = "the reason that the gate gives is cut off"
    return unscripted(other) if other else proof


def differs(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The path leads to a text on which the two meanings differ, and the check goes by the
    letters."""
    facts, data = lab.facts, data_of(finding)
    use = use_of(facts, finding)
    way = way_to(facts, use)
    if not way:
        return unscripted(NO_WAY)
    if "text" not in data:
        return unscripted("no text was found on which the two meanings differ")
    given = _with_text(facts, use, data["text"])
    if given is None:
        return unscripted(f"no declared value is the text `{data['text']}`")
    driven = drive_to(lab, use, way, given)
    if other := prevented_by(driven, use, way):
        return unscripted(other)
    if data["matched"]:
        return shown(driven, lambda driven: not reason_of(driven, use))
    return shown(driven, lambda driven: f"matches /{data['source']}/" in reason_of(driven, use))


def _with_text(facts: SwenyFacts, use: Use, text: str) -> Any | None:
    """Data of the node, or of the input, with a text where the path leads."""
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


_GROWTH = {"exponential": "exponentially", "superlinear": "faster than the text"}


def takes_long(_: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A child process matches ever longer texts, and the time they take multiplies. The executor
    itself gives up on such a text, so that no script shows it."""
    from phaselint.patterns.backtracking import Recipe
    from phaselint.patterns.javascript import Unmatchable
    from phaselint.patterns.timing import measure

    data = data_of(finding)
    try:
        verdict = measure(data["source"], Recipe(*data["recipe"])).verdict
    except (Unmatchable, OSError) as error:
        return unscripted(f"the time could not be measured: {error}")
    if verdict in _GROWTH:
        return Proof("proved", "replay", None, f"the time grows {_GROWTH[verdict]}")
    return unscripted(f"the time on the texts that were tried is {verdict}")
