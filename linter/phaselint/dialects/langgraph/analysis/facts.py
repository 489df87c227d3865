"""What the rules ask about a graph, computed once and on demand (reference langgraph §7)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine


class LanggraphFacts:
    """The facts of one graph."""

    def __init__(
        self, contract: LanggraphContract, options: Mapping[str, Any], bound: int
    ) -> None:
        self.contract = contract
        self.options = options
        self.bound = bound

    @property
    def runs_known(self) -> bool:
        """Whether it is known what runs do (see `dialects.base.Facts`)."""
        return self.contract.graph is not None and not self.contract.graph.open

    def explained(self, _kind: str, /) -> frozenset[str]:
        """No rule of this dialect explains what is wrong with a document."""
        return frozenset()

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """No machine of its own is analysed: the executor explores."""
        return ()
