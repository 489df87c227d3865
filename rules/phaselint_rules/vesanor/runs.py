"""Runs of tool calls as witness data and as lines for people (reference vesanor §5.5, §7), and
calls as claims have them."""

from __future__ import annotations

from itertools import pairwise

from phaselint.vocabulary.claim import Never, Notes, Undecided
from phaselint.vocabulary.finding import Place, WitnessStep
from phaselint.vocabulary.message import quote, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.vesanor.analysis.assumptions import Tools
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts


def calling(*names: str) -> dict[str, Any]:
    """The answer of a model that calls some tools at once."""
    return {"calls": [*names]}


def blocked(tool: str, reason: str) -> dict[str, str]:
    """A blocked call as the event of a turn has it."""
    return {"tool": tool, "reason": reason}


NOT_READ = Undecided("not all phases can be read")
"""What is claimed of all phases where they aren't known."""


def never_shown(facts: VesanorFacts, *names: str) -> Never | Undecided:
    """That the model sees none of some tools in any phase."""
    if facts.has_phases and not facts.phases_known:
        return NOT_READ
    phase, *others = [*facts.phases] if facts.has_phases else [""]
    looks = [
        Notes(
            phase,
            "turn",
            holds={"visible": (name,)},
            others=tuple(others),
            answers=("look around",),
        )
        for name in names
    ]
    return Never(looks[0], tuple(looks[1:]))


def phases_of(facts: VesanorFacts, path: Sequence[Tools]) -> list[str]:
    """The phase at the start and after every response."""
    phases = [facts.initial]
    for response in path:
        targets = [t for name in response if (t := facts.tools[name].advances_to)]
        phases.append(targets[0] if targets else phases[-1])
    return phases


def run_data(facts: VesanorFacts, path: Sequence[Tools], *, limits: bool = True) -> dict[str, Any]:
    """`path_phases`, `path_tools` and, where there are some, `assumptions`."""
    from phaselint.dialects.vesanor.analysis.assumptions import stage

    phases = phases_of(facts, path)
    changes = [phases[0]] + [b for a, b in pairwise(phases) if a != b]
    data: dict[str, Any] = {
        "path_phases": changes,
        "path_tools": [list(response) for response in path],
    }
    assumed = stage(facts.contract, path, limits=limits).assumptions
    if assumed:
        data["assumptions"] = [{"kind": entry.kind, "tool": entry.tool} for entry in assumed]
    return data


def response_steps(facts: VesanorFacts, path: Sequence[Tools]) -> tuple[WitnessStep, ...]:
    """One line for each response: what is called, and what it changes."""
    phases = phases_of(facts, path)
    start = facts.phases[phases[0]].number
    place = Place(facts.session.file, ("phases", start, "name"))
    steps = [WitnessStep(f"start in {quote(phases[0])}", place, phases[0])]
    banned: set[str] = set()
    for response, before, after in zip(path, phases, phases[1:], strict=False):
        notes = [f"phase -> {quote(after)}"] if after != before else []
        new = {
            other
            for name in response
            for other in facts.tools[name].forbids_after
            if other in facts.tools
        } - banned
        if new:
            notes.append(f"forbids {quote_all(sorted(new))}")
        banned |= new
        text = f"call {' and '.join(map(quote, response))}"
        tool = facts.tools[next((n for n in response if facts.tools[n].advances_to), response[0])]
        steps.append(WitnessStep("; ".join([text, *notes]), Place(tool.file, ("tool",)), after))
    return tuple(steps)
