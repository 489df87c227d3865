"""How the executor shows what patterns do (reference §5.7, §8.4)."""

from __future__ import annotations

from phaselint.executor.proof import unproved
from phaselint.vocabulary.finding import Proof
from phaselint_rules.sweny.proofs.claims import Unlike, agree, checks_claim, pointer_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def _pattern(facts: SwenyFacts, finding: Finding) -> str:
    """The pattern at which a finding stands. Raises Unlike."""
    pointer = pointer_of(facts, finding)
    for use in (*facts.required_paths, *facts.evaluated_paths):
        match = use.match
        if match and match.operator == "matches" and pointer == (*match.pointer, "matches"):
            agree(finding, source=match.value, node=use.node.id, root=use.root, path=use.text)
            name = "" if use.evaluator is None else use.evaluator.name
            agree(finding, gate="eval" if use.evaluator else "requires", evaluator=name)
            return str(match.value)
    raise Unlike("the contract has no pattern there")


_GROWTH = {"exponential": "exponentially", "superlinear": "faster than the string"}


@checks_claim
def takes_long(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A child process matches longer and longer strings, and the time multiplies. The executor
    itself gives up on such a string, so no script shows it."""
    from phaselint.patterns.backtracking import suspects
    from phaselint.patterns.timing import measure
    from phaselint.patterns.translate import Unmatchable
    from phaselint.vocabulary.step_budget import current

    source = _pattern(lab.facts, finding)
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
