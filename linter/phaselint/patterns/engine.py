"""Matching whose time counts or that automata can't do: by an engine for JavaScript's regular
expressions, which is a child process unless a program that embeds phaselint has another one."""

from __future__ import annotations

from contextvars import ContextVar

from phaselint.vocabulary.deferred import deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phaselint.patterns.trial import Trial

    Engine = Callable[[str, Sequence[str], float, float], tuple[Trial, ...]]


IN_CHILD: Engine = deferred("phaselint.patterns.child", "trials")

ENGINE: ContextVar[Engine] = ContextVar("engine", default=IN_CHILD)
"""The engine. It takes what `trials` takes and gives what that gives; where there are no processes,
an embedding sets another one."""


def trials(
    source: str, texts: Sequence[str], deadline: float, enough: float = float("inf")
) -> tuple[Trial, ...]:
    """Match one string after the other until one takes longer than `enough` or time is up.

    Gives fewer trials than strings when the engine stopped, was stopped after `deadline` seconds
    or ran out of memory. Raises Unmatchable, and OSError when no engine can be started.
    """
    return ENGINE.get()(source, texts, deadline, enough)
