"""The proof that an expression takes long: how time grows with the text (regex-redos)."""

from __future__ import annotations

from phaselint.patterns.engine import trials
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from phaselint.patterns.backtracking import Recipe
    from phaselint.patterns.trial import Trial

_COUNTS = (*range(1, 65), *(2**power for power in range(7, 15)))
_SMALL = 64
_SLOW = 0.1
_NOISE = 0.02
_FACTOR = 10.0
_QUADRATIC = 3.0


class Growth(NamedTuple):
    """How time grows: the pumps of each string that was done, the seconds each took.

    `stopped` is the pumps of the text at which time ran out, 0 when it did not. Verdicts:
    `exponential` when a string of at most 64 pumps takes long, though a slightly shorter one took
    a tenth; `superlinear` when time more than trebles as a long text doubles; else `linear`;
    `unknown` when time ran out too early to tell.
    """

    counts: tuple[int, ...]
    seconds: tuple[float, ...]
    stopped: int
    verdict: Literal["exponential", "superlinear", "linear", "unknown"]


def measure(source: str, recipe: Recipe, deadline: float = 10.0) -> Growth:
    """Match ever longer strings of a recipe in a child process until one takes long.

    Raises Unmatchable, and OSError when no child can be started.
    """
    texts = [recipe.text(count) for count in _COUNTS]
    done = trials(source, texts, deadline, _SLOW)
    seconds = tuple(trial.seconds for trial in done)
    finished = len(done) == len(_COUNTS) or (bool(seconds) and seconds[-1] > _SLOW)
    stopped = 0 if finished else _COUNTS[len(done)]
    return Growth(_COUNTS[: len(done)], seconds, stopped, _verdict(done, stopped))


def _verdict(
    done: tuple[Trial, ...], stopped: int
) -> Literal["exponential", "superlinear", "linear", "unknown"]:
    if not done:
        return "unknown"
    last = _COUNTS[len(done) - 1]
    if last <= _SMALL and (stopped or done[-1].seconds > _SLOW):
        rising = stopped or any(t.seconds * _FACTOR < done[-1].seconds for t in done[-8:-1])
        return "exponential" if rising else "unknown"
    if stopped:
        return "superlinear"
    before, after = (trial.seconds for trial in done[-2:])
    if after > _NOISE and last > _SMALL and after > before * _QUADRATIC:
        return "superlinear"
    return "linear"
