"""How the executor shows which prompt is sent (reference climpt §4.6, §4.7, §7.6)."""

from __future__ import annotations

from phaselint.executor.proof import STATIC, data_of, partly
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.data.proofs.uvnames import (
    ends_at_start,
    ends_there,
)
from phaselint_rules.climpt.entry.addresspatterns import (
    NO_PROMPT,
    WORDS,
    mismatches,
    pattern_of,
    refused_steps,
    written_pattern,
)
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.together import each_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.entry.addresspatterns import Asked
    from phaselint_rules.climpt.proofs.claims import Claim

VARIABLE = "{uv-"


# --- what findings say ----------------------------------------------------------------------------


def _no_match(claim: Claim) -> ExpectedFinding | None:
    """The words of addresses that a pattern doesn't match: the place of the first."""
    facts, part, words = claim.facts, claim.name("part"), claim.data.get("words")
    if not facts.patterns_known:
        return None
    if words is None:
        return _no_pattern(claim)
    found = (uses for uses in _groups(facts, part) if _words(uses) == words)
    return next((_refused(facts, uses) for uses in found), None)


def _groups(facts: ClimptFacts, part: str) -> Iterator[Sequence[Asked]]:
    """The words of a part that one finding reports."""
    return (uses for _, uses in mismatches(facts) if uses[0].part == part)


def _words(uses: Sequence[Asked]) -> list[str]:
    return list(dict.fromkeys(each.word for each in uses))


def _refused(facts: ClimptFacts, uses: Sequence[Asked]) -> ExpectedFinding:
    """What a finding about words says that a pattern doesn't match, and which step it names: the
    first that the library refuses, too."""
    fatal = refused_steps(facts, uses) if facts.graph_known else ()
    data = {
        "step": fatal[0] if fatal else uses[0].owner.key,
        "part": uses[0].part,
        "words": _words(uses),
        "steps": list(dict.fromkeys(each.owner.key for each in uses)),
        "code": NO_PROMPT if fatal else "",
    }
    return ExpectedFinding(facts.place(uses[0].pointer), data)


def _no_pattern(claim: Claim) -> ExpectedFinding | None:
    """A pattern that is missing, or that climpt's `--validate` doesn't find."""
    for part, setting in WORDS.items():
        place, written = written_pattern(claim.facts, setting)
        if pattern_of(claim.facts, part) is None and place[:2] == claim.place[:2]:
            return ExpectedFinding(place, {"code": NO_PROMPT if written is None else ""})
    return None


# --- runs -----------------------------------------------------------------------------------------


def _refuses_each(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches each of the steps whose address the library refuses."""
    facts, data = lab.facts, data_of(finding)
    uses = next(uses for uses in _groups(facts, data["part"]) if _words(uses) == data["words"])
    steps = tuple(dict.fromkeys(refused_steps(facts, uses)))
    proof = each_of(facts, finding, steps, lambda each: ends_there(lab, each))
    return partly(proof, "that the pattern matches none of the words")


@checks_claim(_no_match)
@by("static+replay")
def refused_address(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches each of the steps and the library refuses its address. A word of a validation
    step, and a pattern that the library finds, are facts of the document."""
    data = data_of(finding)
    if not data["code"]:
        return STATIC
    if "words" in data:
        return _refuses_each(lab, finding)
    return partly(ends_at_start(lab, finding), "that the pattern is missing")
