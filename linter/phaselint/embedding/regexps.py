"""The regular expressions of JavaScript itself, for an embedding in JavaScript.

What asks for an engine waits for its answer. JavaScript can wait for a worker only where it may
share memory with it; elsewhere a worker answers later. So an order without an answer is noted, the
run goes on as if time had run out, and the embedding runs the command again with the answers.
"""

from __future__ import annotations

import json

from phaselint.patterns.engine import ENGINE
from phaselint.patterns.escapes import Refused
from phaselint.patterns.parser import parse
from phaselint.patterns.translate import Unmatchable
from phaselint.patterns.trial import Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Engine:
    """Asks for trials in JSON.

    An order has `source`, the strings `texts`, `deadline` in seconds and `enough`, seconds after
    which no further string is tried, or null. Its answer is a list of pairs, whether a string
    matched and the seconds that took; it is shorter than `texts` where time ran out.

    Args:
        ask: gives the answer to an order, and None if there is none now.
    """

    def __init__(self, ask: Callable[[str], str | None]) -> None:
        self._ask = ask
        self._answers: dict[str, str] = {}
        self._open: dict[str, None] = {}

    def __call__(
        self, source: str, texts: Sequence[str], deadline: float, enough: float
    ) -> tuple[Trial, ...]:
        """See `phaselint.patterns.engine.trials`."""
        try:
            parse(source)
        except Refused as error:
            raise Unmatchable(str(error)) from None
        most = None if enough == float("inf") else enough
        order = json.dumps(
            {"source": source, "texts": list(texts), "deadline": deadline, "enough": most}
        )
        answer = self._answers.get(order)
        if answer is None:
            answer = self._ask(order)
        if answer is None:
            self._open[order] = None
            return ()
        return tuple(Trial(bool(matched), float(spent)) for matched, spent in json.loads(answer))

    def take_open(self) -> list[str]:
        """The orders without an answer since the last call."""
        waiting = list(self._open)
        self._open.clear()
        return waiting

    def answer(self, order: str, answer: str) -> None:
        """Note the answer to an order."""
        self._answers[order] = answer


def install(ask: Callable[[str], str | None]) -> Engine:
    """Make an engine that of all that follows in this context; the argument as for `Engine`."""
    engine = Engine(ask)
    ENGINE.set(engine)
    return engine
