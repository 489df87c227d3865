"""Traps that only outputs make: a tool advances by a result that later tools can't use, and
the tool that returns it is no longer available (reference vesanor §2.4, §4.2, §5.3).

Conditions look at the state before a response. A tool that is called again in the response that
moves on opens what comes later, and left out it is missed for good.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.analysis.assumptions import conditions_on, stage
from phaselint.dialects.vesanor.reading.outputs import contradict
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.vesanor.analysis.assumptions import Assumption, Tools
    from phaselint.dialects.vesanor.analysis.graphs import GraphFacts


class OutputTrap(NamedTuple):
    """A trap: the phase in which the response is given, the tool that it calls, the run that ends
    with it, and the phase after. `held` are the tools that lead on from there, each with the one
    of whose output it needs another."""

    phase: str
    tool: str
    path: tuple[Tools, ...]
    after: str
    held: tuple[tuple[str, str], ...]


def output_traps(facts: GraphFacts, run: Sequence[Tools]) -> Iterator[OutputTrap]:
    """The traps next to a run that completes except for outputs that contradict each other, if it
    does complete with a tool called again in time."""
    run = tuple(run)
    if not any(each.kind == "with_output" and not each.met for each in _staged(facts, run)):
        return
    repaired = _with_calls_again(facts, run)
    if repaired is None:
        return
    phase = facts.initial
    for place, response in enumerate(run):
        if response != repaired[place]:
            (tool,) = response
            after = _after(facts, response, phase)
            held = _held(facts, tool, after)
            if held and _leads_nowhere(facts, after, {name for name, _ in held}):
                yield OutputTrap(phase, tool, (*repaired[:place], response), after, held)
        phase = _after(facts, response, phase)


def _staged(facts: GraphFacts, run: Sequence[Tools]) -> Iterator[Assumption]:
    yield from stage(facts.contract, run, limits=False).assumptions


def _with_calls_again(facts: GraphFacts, run: tuple[Tools, ...]) -> tuple[Tools, ...] | None:
    """The run with tools called again next to others that advance by their outputs, such that it
    completes; none if that doesn't help."""
    phase, called, banned = facts.initial, set[str](), set[str]()
    found = []
    for response in run:
        more = response
        if len(response) == 1 and facts.tools[response[0]].advances_to:
            again = facts.tools[response[0]].requires & called - banned
            more = tuple(sorted({*response, *(n for n in again if _fits(facts, n, phase))}))
        found.append(more)
        called.update(more)
        banned.update(each for name in more for each in facts.tools[name].forbids_after)
        phase = _after(facts, response, phase)
    repaired = tuple(found)
    unmet = any(not each.met for each in _staged(facts, repaired))
    return None if unmet or repaired == run else repaired


def _after(facts: GraphFacts, response: Tools, phase: str) -> str:
    """The phase after a response that is given in a phase."""
    return next((to for name in response if (to := facts.tools[name].advances_to)), phase)


def _fits(facts: GraphFacts, name: str, phase: str) -> bool:
    """Whether a tool that stays can be called once more in a phase, whatever came before."""
    tool = facts.tools[name]
    return not tool.advances_to and not tool.forbids_after and phase in facts.callable_in[name]


def _held(facts: GraphFacts, tool: str, after: str) -> tuple[tuple[str, str], ...]:
    """The tools that can't be called once another tool has advanced the session alone: it relied on
    the last output of a tool that is no longer available, and they need another output."""
    later = _onward(facts, after, set())
    found = []
    for made in sorted(facts.tools[tool].requires):
        if made not in facts.tools or facts.callable_in[made] & later:
            continue
        for name, other in facts.tools.items():
            both = conditions_on(facts.tools, made, frozenset((tool, name)))
            if made in other.requires and contradict(both):
                found.append((name, made))
    return tuple(found)


def _leads_nowhere(facts: GraphFacts, after: str, held: set[str]) -> bool:
    """Whether no tool but some leads on from a phase to a terminal one."""
    return facts.terminals.isdisjoint(_onward(facts, after, held))


def _onward(facts: GraphFacts, start: str, without: set[str]) -> set[str]:
    """A phase, and all that tools lead to from there, some of them left out."""
    waiting, found = [start], {start}
    while waiting:
        phase = waiting.pop()
        for (source, target), names in facts.tool_edges.items():
            if source == phase and target not in found and not without.issuperset(names):
                found.add(target)
                waiting.append(target)
    return found
