"""How long somebody waits for what is said about a contract, in counted work and never by a clock.

Searches over machines, over runs and through patterns say what they do, in steps of a pattern; an
editor sets a patience that ends what takes too long, and asks for all of it later. Where
none is set, as for the command, everything is done to the end.
"""

from __future__ import annotations

from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import Any, Protocol

    # Only types name it, and Python takes longer to make a protocol than a class.
    class Pace(Protocol):
        """What ends work: told of every few steps, and at places where nothing is half done."""

        def take(self, steps: int) -> None:
            """Steps that are done, or about to be."""

        def check_cancelled(self) -> None:
            """Nothing is half done here."""


AT_ONCE = 12_000
"""Steps that are waited for, about thirty milliseconds; of the contracts that are known, one in a
thousand takes more."""

QUANTUM = 2_000
"""Steps after which something else may get its turn, some milliseconds."""

OF_MACHINE = 4
"""Steps of a pattern that take as long as one of a search over a machine."""

OF_RUN = 50
"""Those that take as long as one of a run."""


class Postponed(BaseException):
    """An answer takes more work than is waited for. It isn't a defect that anybody may note."""


class Interrupted(BaseException):
    """Something else must be done first."""


class FirstPass:
    """For what is wanted at once: whatever takes more than `AT_ONCE` steps in all is for later."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = AT_ONCE

    def take(self, steps: int) -> None:
        """Raises Later when there are not so many steps left, and from then on."""
        self._left -= steps
        if self._left < 0:
            raise Postponed

    def check_cancelled(self) -> None:
        """Whatever is cheap is done."""


class Background:
    """For what is done while there is nothing else to do: `busy` tells whether there is."""

    __slots__ = ("_busy", "_left")

    def __init__(self, busy: Callable[[], bool]) -> None:
        self._busy = busy
        self._left = QUANTUM

    def take(self, steps: int) -> None:
        """Raises Interrupted when there is something else to do, seen every few steps."""
        self._left -= steps
        if self._left < 0:
            self._left = QUANTUM
            self.check_cancelled()

    def check_cancelled(self) -> None:
        """Raises Interrupted when there is something else to do."""
        if self._busy():
            raise Interrupted


_CURRENT: ContextVar[Pace | None] = ContextVar("_CURRENT", default=None)


def pace() -> Pace | None:
    """The current patience; none where everything is done to the end."""
    return _CURRENT.get()


def take(steps: int) -> None:
    """Tell the effective patience of steps. Raises Later, or Interrupted."""
    if (found := _CURRENT.get()) is not None:
        found.take(steps)


def check_cancelled() -> None:
    """Tell the effective patience that nothing is half done. Raises Interrupted."""
    if (found := _CURRENT.get()) is not None:
        found.check_cancelled()


class InForce:
    """The value of a context variable for what is done inside, which is given it."""

    __slots__ = ("_token", "_value", "_variable")

    def __init__(self, variable: ContextVar[Any], value: Any) -> None:
        self._variable = variable
        self._value = value

    def __enter__(self) -> Any:
        self._token = self._variable.set(self._value)
        return self._value

    def __exit__(self, *_raised: object) -> None:
        self._variable.reset(self._token)


def waiting(how: Pace) -> AbstractContextManager[Pace]:
    """Set a patience for what is done inside."""
    return InForce(_CURRENT, how)
