"""What scripts can cover of an agent (reference §4.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.elements import elements
from phaselint.dialects.records import Element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from phaselint.dialects.climpt.model import ClimptContract


def points(contract: ClimptContract) -> Iterator[Element]:
    """The steps, the transitions of their gates, and for gates whose intents have several targets
    or conditions, the intents that they allow."""
    gates: dict[Hashable, Element] = {}
    for each in elements(contract):
        yield each
        if each.targets and isinstance(each.id, tuple):
            step, intent, _ = each.id
            label = f"`{intent}` at the gate of `{step}`"
            id_ = (step, intent)
            gates.setdefault(id_, Element(id_, step, label, "taken", each.place, sort="gate"))
    yield from gates.values()
