"""Tools that the model sees, or never sees (reference vesanor §4.2, §6)."""

from __future__ import annotations

from phaselint.dialects.vesanor.model import RISK_CLASSES, Tool
from phaselint.executor.proof import partly, settled, unproved
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import (
    entered,
    over_map,
)
from phaselint_rules.vesanor.proofs.harness import (
    absent,
    data_of,
    doubted,
    incomplete,
    look,
    names,
    placed,
    text,
    tools_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


@by("static+explore")
def visible_everywhere(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """The tool is visible, and its gate open, in every phase that the map leads to."""
    data = data_of(finding)
    name, phases = text(data, "tool"), names(data, "phases")
    if reason := absent(lab, tools=[name], phases=phases):
        return unproved(reason)
    tool = tools_of(lab)[name]
    proof = doubted(settled(lab.atlas), _hidden_or_harmless(lab, tool, phases))
    effect = f"that the side effect of {quote(name)} is {quote(tool.side_effect)}"
    return partly(proof, effect)


def _hidden_or_harmless(
    lab: ProofContext[VesanorFacts], tool: Tool, phases: Collection[str]
) -> Iterator[str]:
    mapped, law = over_map(lab).atlas, lab.start.law
    yield incomplete(mapped)
    if sorted(entered(mapped) - law.terminals) != list(phases) or len(phases) < 2:
        yield "transitions reach other phases than the finding names"
    if tool.side_effect not in RISK_CLASSES[1:]:
        yield f"{quote(tool.name)} changes nothing"
    if tool.advances_to in law.terminals:
        yield f"{quote(tool.name)} ends the run"
    if tool.gate_under(law.risk_defaults) == "block":
        yield f"every call of {quote(tool.name)} is blocked"
    for phase in phases:
        if tool.name not in look(lab, placed(lab, phase))["visible"]:
            yield f"{quote(tool.name)} isn't visible at once in {quote(phase)}"
    seen = {s.phase for s in lab.atlas.states if tool.name in look(lab, s)["visible"]}
    missing = sorted(entered(lab.atlas).intersection(phases) - seen)
    if missing:
        yield f"an earlier call always forbids it in {', '.join(map(quote, missing))}"
