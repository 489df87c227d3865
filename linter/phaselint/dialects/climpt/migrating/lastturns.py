"""Answers that end a run of 1.13 as a success but one of 1.14 with an error (1.14 §4.5)."""

from __future__ import annotations

from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.migrating.context import Context

COUNTED = "count:iteration"
"""The verdict type under which 1.13 ends a run as a success after its last iteration."""

_MOST = ("runner", "verdict", "config", "maxIterations")


def remark_on_the_only_turn(context: Context) -> None:
    """Note that an unclear answer now fails if the entry is a closure step, all steps are closure
    steps, and the first iteration is the last. In 1.13 it ended the run as a success."""
    agent, entry = context.agent, context.registry.entry_of(context.agent.verdict)
    counted = context.contract.agent is not None and agent.verdict == COUNTED
    once = agent.max_iterations == 1 and entry in context.registry.steps
    if counted and once and context.closure_only:
        text = message(
            "an answer of `{}` without `closing` now ends the run with AGENT_MAX_ITERATIONS; in "
            "1.13, in the only iteration, it counted as a success",
            entry,
        )
        context.remark(agent.file, (*agent.base, *_MOST), text)
