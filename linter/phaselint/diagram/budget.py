"""How much work the films of one contract may take: steps of runs, counted and never by a clock.

What a step takes grows with the contract, as does what is told of a state; so it counts the more,
the larger the graph is.
"""

from __future__ import annotations

from phaselint.vocabulary.time_budget import OF_RUN, Postponed, pace

MOST = 5_000_000 * OF_RUN
"""Steps for all films of a contract, times the size of its graph; some seconds."""

LEAST = 50
"""The size that the smallest graph counts as: what a step takes in any contract."""

OF_FILM = 20 * OF_RUN
"""What it takes to begin the runs of a film: each reads the whole contract."""


class TooMuch(Postponed):
    """What a film takes is more than is left."""


class Budget:
    """A patience for films, which passes on to the effective one what it is told.

    Args:
        size: how many nodes and arrows the graph of the contract has.
    """

    __slots__ = ("_around", "_left", "_weight")

    def __init__(self, size: int, most: int = MOST) -> None:
        self._around = pace()
        self._left = most
        self._weight = LEAST + size

    def take(self, steps: int) -> None:
        """Raises TooMuch when there are not so many steps left, and from then on."""
        if self._around is not None:
            self._around.take(steps)
        self._left -= steps * self._weight
        if self._left < 0:
            raise TooMuch

    def check_cancelled(self) -> None:
        """Nothing is half done here."""
        if self._around is not None:
            self._around.check_cancelled()
