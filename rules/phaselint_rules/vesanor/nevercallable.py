"""Tools that bans keep from ever being called (reference vesanor §5.3)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import rule
from phaselint_rules.vesanor.needs import ORDER, ORDER_SEEN
from phaselint_rules.vesanor.places import BY_TIME, ban_place
from phaselint_rules.vesanor.runs import response_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.vesanor.analysis.banned import Banned, WayIn
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.vocabulary.message import Message


@rule(
    "VE306",
    BY_TIME,
    needs=ORDER,
    prove="proofs.nevercallable:banned_everywhere",
    complete_if=ORDER_SEEN,
    ends="unused",
)
def never_callable_tool(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool that a ban makes uncallable

    What:
        A tool could be called in a phase that sessions enter, but on every path into that phase
        another tool has forbidden it, or forbidden a tool that it requires. The finding includes
        everything that is never entered or called as a result. If the tool is also available in a
        terminal phase, it might be called there, after the session has completed: that is a
        warning.
    Why:
        The tool is never visible, so its work is never done.
    Bad:
        # weigh is valid in `shipping`, and seal is the only way there
        tool: seal
        transitions: {valid_in_phases: [packing], advances_to: shipping}
        forbids_after: [weigh]
    Good:
        # weigh is valid in `packing` as well, before seal
        transitions: {valid_in_phases: [packing, shipping]}
    Fix:
        Remove the ban, or make the tool callable before it.
    Dry run:
        Complete exploration over responses never executes the tool, and finds it forbidden in every
        phase where it would be callable.
    Source:
        vesanor §5.3, §6.4
    """
    for found in facts.order.banned if facts.order_matters else ():
        tool, first = facts.tools[found.tool], found.ways[0]
        by = sorted({way.by for way in found.ways})
        yield Finding(
            facts.available_in[tool.name][first.phase],
            message(
                "{} can't be called before the session completes: {} it on every path into {}{}"
                if tool.name in found.belated
                else "{} can never be called: {} it on every path into {}{}",
                quote(tool.name),
                _forbid(by),
                quote_all([way.phase for way in found.ways]),
                _so(found),
            ),
            f"remove {quote(tool.name)} from `forbids_after` of {quote_all(by)}, or make it "
            "callable before that",
            related=tuple(
                Related(ban_place(facts.tools[name], tool.name), "forbids it") for name in by
            ),
            witness=Witness(
                {
                    "tool": tool.name,
                    "banned_by": [_way_data(way) for way in found.ways],
                    "phases": list(found.phases),
                    "tools": list(found.tools),
                },
                response_steps(facts, first.path),
                tuple(_bans_on(found)),
            ),
            severity="warning" if tool.name in found.belated else "error",
        )


def _forbid(by: Sequence[str]) -> Message:
    """Who forbids a tool, with the verb."""
    if len(by) == 1:
        return message("{} forbids", quote(by[0]))
    return message("{} forbid", joined(" or ", map(quote, by)))


def _so(found: Banned) -> Message:
    """What comes of a tool that is never called, as the end of a sentence."""
    never = [name for name in found.tools if name not in found.belated]
    late = [name for name in found.tools if name in found.belated]
    lost = (
        (found.phases, "never entered"),
        (never, "never called"),
        (late, "not called before the session completes"),
    )
    parts = [
        message("{} {} {}", quote_all(names), "is" if len(names) == 1 else "are", done)
        for names, done in lost
        if names
    ]
    return message(", so {}", joined(" and ", parts)) if parts else message("")


def _way_data(way: WayIn) -> dict[str, Any]:
    path = [list(response) for response in way.path]
    return {"phase": way.phase, "tool": way.by, "path_tools": path}


def _bans_on(found: Banned) -> Iterator[str]:
    """Why a tool cannot be called in each of the phases in which it could be; the first of the ways
    there is the run of the witness."""
    for number, way in enumerate(found.ways):
        # The first line of the run is its start, so response 1 is in line 2.
        where = f"line {way.response + 1} of the run"
        if number:
            where = "after " + ", ".join(" and ".join(map(quote, each)) for each in way.path)
        yield f"{quote(found.tool)} in {quote(way.phase)}: forbidden by {quote(way.by)} ({where})"
