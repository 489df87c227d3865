"""What an author of a Vesanor contract is told while writing (reference §2.3, §2.4)."""

from __future__ import annotations

from phaselint.dialects.hover import Hint, Insight
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts


class VesanorInsight(Insight):
    """Insight into a contract set."""

    def __init__(self, facts: VesanorFacts) -> None:
        self._facts = facts

    def tools(self, phase: str) -> tuple[str, ...] | None:
        """The tools whose own files let them be used in a phase."""
        if phase not in self._facts.phases:
            return None
        tools = self._facts.contract.by_name.values()
        return tuple(sorted(tool.name for tool in tools if tool.available_in(phase)))

    def hints(self, file: str) -> Iterator[Hint]:
        """The effective gates, and tools that are available in every phase."""
        defaults = self._facts.session.risk_defaults
        for tool in self._facts.contract.tools:
            if tool.file != file:
                continue
            if not tool.gate and tool.side_effect:
                known = tool.side_effect in defaults
                yield Hint(
                    Place(file, ("side_effect",)),
                    f"gate: {tool.gate_under(defaults)}",
                    f"`risk_defaults.{tool.side_effect}` of the session"
                    if known
                    else "neither `gate` nor `risk_defaults` overrides it",
                )
            if tool.valid_in is None and self._facts.phases:
                why = "the file has no `transitions.valid_in_phases`"
                yield Hint(Place(file, ("tool",)), "in all phases", why)
