"""Every act that the text of a contract lets its runs do."""

from __future__ import annotations

from phaselint.dialects.acts import START, TURN, Act, KnownAct, known_elements
from phaselint.dialects.records import OUTCOMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.protocol import Runtime

ENDS = tuple(Act("end", kind) for kind in OUTCOMES if kind not in ("running", "refused"))
"""How runs end, in any contract."""


def known_acts(runtime: Runtime[Any], contract: Any) -> tuple[KnownAct, ...]:
    """The acts of a contract, with their places, whether or not a run does them; those that any
    contract has come last."""
    told = runtime.known_acts(contract)
    if told is None:
        told = tuple(known_elements(runtime.elements(contract)))
    return (*told, *map(KnownAct, (START, TURN, *ENDS)))
