"""Counts that let runs succeed, in runs without limits.

A count of iterations is at once a limit, so a run without limits isn't told when it is reached: any
answer but the first may be the one that ends the run, or comes too early for that (see
`verdicthandlers`).
"""

from __future__ import annotations

from phaselint.dialects.climpt.running.completion import signal_of
from phaselint.dialects.climpt.running.verdicthandlers import COMPOSITE, is_counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.running.session import Answer, State


def sooner_or_later(state: State, answer: Answer) -> Iterator[Answer]:
    """An answer, and in a run without limits also as one that comes before a count is reached, if
    it could reach it: if the verdict handler is asked about it. That of a composite is told about
    any answer, in the iteration after it."""
    yield answer
    law = state.law
    if not (law.unbounded and is_counted(law)):
        return
    closing = state.at.kind == "closure" or not law.registry.gated
    if law.agent.verdict == COMPOSITE or (closing and not signal_of(answer.so)):
        yield answer._replace(early=True)
