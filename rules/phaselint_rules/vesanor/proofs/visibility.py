"""Tools that the model sees, or never sees (reference vesanor §4.2, §6)."""

from __future__ import annotations

from phaselint.dialects.vesanor.model import RISK_CLASSES, Tool
from phaselint.executor.proof import STATIC, by_replay, never, partly, settled, unproved
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import (
    altered,
    copied,
    entered,
    over_map,
    waits_for,
    with_tool,
)
from phaselint_rules.vesanor.proofs.harness import (
    TEXT,
    absent,
    data_of,
    doubted,
    incomplete,
    limited,
    look,
    names,
    placed,
    shown_somewhere,
    text,
    tools_of,
    unseen,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.model import VesanorContract
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


@by("static+replay")
def visible_at_once(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """The tool is visible in the first turn, or as soon as what else it waits for has come, though
    it has `transitions`."""
    tool = text(data_of(finding), "tool")
    if reason := absent(lab, tools=[tool]):
        return unproved(reason)
    found = lab.atlas.find(lambda state: tool in look(lab, state)["visible"])
    if found is None:
        return unseen(lab.atlas, "no run makes the tool visible")
    proof = by_replay(
        lab,
        f"see {tool} without any phase",
        (*lab.atlas.run_to(found), TEXT),
        lambda events: (
            tool in events[-1].data["visible"]
            and all(event.data["phase_before"] is None for event in events)
        ),
        cut_off=limited,
    )
    said = "" if tools_of(lab)[tool].restricted else f"{quote(tool)} has no `transitions`"
    return partly(doubted(proof, iter([said])), f"that {quote(tool)} has `transitions`")


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


@by("explore")
def unknown_never_visible(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """The model is never shown the tool, which requires a name without a contract; where nothing is
    required of it, it is."""
    data = data_of(finding)
    if "tool" not in data:
        return STATIC
    tool, reference = text(data, "tool"), text(data, "reference")
    return doubted(_never_shown(lab, (tool,)), _known(lab, tool, reference))


def _known(lab: ProofContext[VesanorFacts], tool: str, reference: str) -> Iterator[str]:
    yield absent(lab, tools=[tool])
    if reference not in tools_of(lab)[tool].requires:
        yield f"{quote(tool)} doesn't require {quote(reference)}"
    if reference in tools_of(lab):
        yield f"{quote(reference)} has a contract"
    yield _hidden_all_the_same(altered(lab, tool, preconditions=()), (tool,))


@by("explore")
def listed_never_visible(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """The model is never shown the tool, whose list of phases is empty; with all phases it is."""
    tool = text(data_of(finding), "tool")
    return doubted(_never_shown(lab, (tool,)), _listed(lab, tool))


def _listed(lab: ProofContext[VesanorFacts], tool: str) -> Iterator[str]:
    yield absent(lab, tools=[tool])
    if tools_of(lab)[tool].valid_in != ():
        yield f"the list of {quote(tool)} isn't empty"
    yield _hidden_all_the_same(altered(lab, tool, valid_in=None, preconditions=()), (tool,))


@by("explore")
def none_visible(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """The model is never shown any of the tools; where nothing is required of them, it is."""
    cycle = names(data_of(finding), "cycle")
    return doubted(_never_shown(lab, cycle), _not_round(lab, cycle))


def _not_round(lab: ProofContext[VesanorFacts], cycle: tuple[str, ...]) -> Iterator[str]:
    tools = tools_of(lab)
    yield absent(lab, tools=cycle)
    if not cycle:
        yield "the finding names no tools"
    before = {name: waits_for(tools, name) for name in tools}
    round_ = sorted(name for name in before[cycle[0]] if cycle[0] in before[name])
    if list(cycle) != round_:
        yield "the tools that wait for each other differ from the finding"
    mended = copied(lab, f"free {cycle}", lambda given: _free(given, cycle))
    yield _hidden_all_the_same(mended, cycle)


def _free(contract: VesanorContract, tools: Collection[str]) -> VesanorContract:
    for name in tools:
        contract = with_tool(contract, name, preconditions=())
    return contract


def _never_shown(lab: ProofContext[VesanorFacts], tools: Collection[str]) -> Proof:
    return never(
        lab,
        f"see {' or '.join(tools)}",
        lab.atlas,
        lambda state: not set(tools).isdisjoint(look(lab, state)["visible"]),
    )


def _hidden_all_the_same(mended: ProofContext[Any], tools: Collection[str]) -> str:
    """A reason where what a finding blames is not what keeps tools from being seen."""
    if shown_somewhere(mended, tools) or _never_shown(mended, tools).status == "refuted":
        return ""
    return incomplete(mended.atlas) or "another cause also keeps it from being seen"
