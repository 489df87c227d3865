"""How often a step can repeat in a row: its chain of adaptations (1.14 §4.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.failure import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.running.session import State

EXHAUSTED = "AGENT_ADAPTATION_CHAIN_EXHAUSTED"


def advance(state: State) -> tuple[State, Failure | None]:
    """One repeat of the current step, or why none is left. The next prompt is that of the next
    element."""
    chain = state.at.chain
    if chain.endless:
        return state, None
    length = len(chain.elements)
    if state.cursor >= length:
        reason = f"step `{state.step}` has no repeat left, its chain has {length}"
        return state.noting(chain_exhausted=True), Failure(EXHAUSTED, reason)
    element = chain.elements[state.cursor]
    state = state._replace(cursor=state.cursor + 1, pending=element)
    return state.noting(adaptation_next=element, chain_position=f"{state.cursor}/{length}"), None


def left(state: State) -> State:
    """The state after leaving a step: when it is entered again, its chain starts over."""
    return state._replace(cursor=0) if state.cursor else state
