"""How the executor shows what is wrong with the graph (reference §7.5).

What never happens is explored from the entry of the agent's own verdict type, without the limit of
iterations.
"""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import END
from phaselint.executor.proof import cut_off_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext


# --- runs -----------------------------------------------------------------------------------------


def _steps(lab: ProofContext[ClimptFacts], state: Any) -> tuple[str, ...]:
    """The step that a run is at, and the one of its latest iteration."""
    visited: list[str] = lab.runtime.summary(state)["phases_visited"]
    return (state.step, *visited[-1:])


def not_explored(lab: ProofContext[ClimptFacts], *steps: str) -> str:
    """Why runs don't reach some steps, or not as far as the graph says: then something else ends
    them, and what they never do shows nothing. Empty if they do."""
    facts = lab.facts
    if not facts.active:
        return "no run starts without agent.json"
    atlas: Atlas[Any] = lab.sampled
    if not atlas.complete:
        return cut_off_at(atlas)
    entered = {key for state in atlas.states for key in _steps(lab, state)}
    wanted = frozenset(steps) or facts.reach_from((facts.active,)) - {END}
    for key in facts.steps:
        if key in wanted and key not in entered:
            return f"no run reaches `{key}`, although the graph has a path to it"
    return ""
