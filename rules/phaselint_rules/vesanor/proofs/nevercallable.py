"""Tools that a ban keeps from ever being called (reference vesanor §5.3)."""

from __future__ import annotations

from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.analysis.assumptions import stage
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.calls import never_called
from phaselint_rules.vesanor.proofs.copies import (
    entered,
    executed,
    opened,
    unguarded,
    uses,
    waits_for,
)
from phaselint_rules.vesanor.proofs.harness import (
    absent,
    data_of,
    doubted,
    incomplete,
    names,
    path_of,
    text,
    tools_of,
)
from phaselint_rules.vesanor.proofs.spending import distances

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.vesanor.proofs.harness import Path


@by("explore")
def banned_everywhere(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """No run executes the tool, which is forbidden in every state where it could be called, and no
    run reaches the phases or calls the tools that the finding names as lost."""
    data = data_of(finding)
    tool = text(data, "tool")
    proof = doubted(never_called(lab, tool), _allowed(lab, tool, data))
    ways = data.get("banned_by")
    if proof.status != "proved" or not ways:
        return proof
    staged = stage(lab.facts.contract, path_of(ways[0]["path_tools"]) or ())
    choices = [Choice("model", turn) for turn in staged.turns]
    return proof._replace(script=lab.script(f"see {tool} forbidden", choices))


def _allowed(lab: ProofContext[VesanorFacts], tool: str, data: Mapping[str, Any]) -> Iterator[str]:
    ordered, free = opened(lab), unguarded(lab)
    yield absent(lab, tools=[tool])
    yield incomplete(ordered.atlas, free.atlas)
    where = {phase for phase, name, _ in uses(free.atlas) if name == tool}
    where &= entered(ordered.atlas)
    if not where:
        yield f"runs never reach a phase in which {quote(tool)} could be called"
    if any(s.phase in where and tool not in s.forbidden for s in ordered.atlas.states):
        yield f"{quote(tool)} isn't forbidden everywhere"
    yield _other_ways(lab, tool, where, data.get("banned_by"))
    phases, tools = _lost(lab, tool)
    if (names(data, "phases"), names(data, "tools")) != (phases, tools):
        yield "other phases or tools are lost than the finding names"


def _other_ways(lab: ProofContext[VesanorFacts], tool: str, where: set[str], ways: object) -> str:
    """A reason if the finding's runs into the phases in which a tool could be called aren't
    shortest, or another tool forbids it on one of them than the finding names."""
    ordered = opened(lab)
    told: Sequence[Any] = ways if isinstance(ways, list) else ()
    declared = ordered.facts.contract.session.declared
    if [dict(way).get("phase") for way in told] != [name for name in declared if name in where]:
        return f"{quote(tool)} could be called in other phases than the finding names"
    near, _ = distances(ordered, by_calls=True)
    really, _ = distances(lab, by_calls=True)  # runs through no closed door come first (§5.5)
    for way in told:
        path = path_of(way.get("path_tools"))
        if path is None or absent(ordered, tools=[name for names in path for name in names]):
            return "a run of the finding isn't a run of this contract"
        run = ordered.replay(
            Choice("model", turn) for turn in stage(ordered.facts.contract, path).turns
        )
        blocked = any(event.data["blocked"] or event.data["error"] for event in run.events)
        calls = sum(map(len, path))
        if (
            blocked
            or run.last.phase != way["phase"]
            or calls not in (near[way["phase"]], really.get(way["phase"]))
        ):
            return f"a run of the finding isn't a shortest run to {quote(way['phase'])}"
        if _first_ban(ordered, tool, path) != way.get("tool"):
            return f"another tool forbids {quote(tool)} than the finding names"
    return ""


def _first_ban(lab: ProofContext[Any], tool: str, path: Path) -> str:
    """The first call of a path that forbids a tool."""
    called = (name for response in path for name in response)
    return next((name for name in called if tool in tools_of(lab)[name].forbids_after), "")


def _lost(lab: ProofContext[VesanorFacts], tool: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the order of calls keeps runs from because they never call a tool: phases that it and
    what requires it lead to, and tools that could be called in these alone."""
    known, ordered = tools_of(lab), opened(lab).atlas
    where: dict[str, set[str]] = {}
    for phase, name, _ in uses(unguarded(lab).atlas):
        where.setdefault(name, set()).add(phase)
    unused = where.keys() - executed(ordered)
    tools = {name for name in unused if name == tool or tool in waits_for(known, name)}
    free = unguarded(lab).start.law
    phases: set[str] = set()
    rest = {known[name].advances_to for name in tools} - {""}
    while rest := rest - entered(ordered) - phases:
        phases |= rest
        rest = {free.target(name) for name in where if where[name] & rest} - {""}
    tools |= {name for name in unused if where[name] <= phases}
    declared = lab.facts.contract.session.declared if lab.facts.contract.session else ()
    return tuple(p for p in declared if p in phases), tuple(sorted(tools - {tool}))
