"""What scripts can cover of a session (reference §4.1, §4.6)."""

from __future__ import annotations

from phaselint.dialects.records import Element
from phaselint.dialects.vesanor.running.elements import phases, uses
from phaselint.dialects.vesanor.running.events import SAY
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.vesanor.model import Tool, VesanorContract


class Blocked(NamedTuple):
    """That the gatekeeper blocks a call of a tool. `blocked` tells it from its use, since records
    are tuples."""

    tool: str
    blocked: bool = True


def points(contract: VesanorContract) -> Iterator[Element]:
    """The phases but for the first, the tools in each of their phases, and the blocking of those
    that wait for something or are forbidden by another."""
    yield from phases(contract)
    for tool, use in uses(contract):
        yield use._replace(id=(use.phase, tool.name), label=f"{use.label} in {quote(use.phase)}")
    banned = {name for tool in contract.by_name.values() for name in tool.forbids_after}
    for tool in contract.by_name.values():
        if tool.preconditions or tool.name in banned:
            yield _gate(tool)


def _gate(tool: Tool) -> Element:
    place = Place(tool.file, ("preconditions",) if tool.preconditions else ("tool",))
    return Element(
        Blocked(tool.name),
        "",
        f"{quote(tool.name)} too early or too late",
        "blocked",
        place,
        sort="gate",
    )


def blocked(events: Sequence[Event]) -> Iterator[Hashable]:
    """The tools of which calls were blocked."""
    for event in events:
        for call in event.data["blocked"] if event.kind != SAY else ():
            yield Blocked(call["tool"])
