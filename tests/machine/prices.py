"""What runs cost in tests of the cheapest one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phaselint.machine.model import Response


def by_calls(_: None, __: int, response: Response) -> tuple[None, tuple[int, ...]]:
    """Price a run by its calls, then by its responses; needs no memory."""
    return None, (len(response), 1)


def by_responses(_: None, __: int, response: Response) -> tuple[None, tuple[int, ...]]:
    """Price a run by its responses, then by its calls; needs no memory."""
    return None, (1, len(response))
