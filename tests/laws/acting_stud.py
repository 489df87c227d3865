"""stud under the law of act choices: tiny pipelines, whose stages have tools.

All answers are those of `dialects.stud.running.test_brute`: every gate and verdict, and of
payloads, outputs and reasons those of `dialects.stud.universe`, which asks nothing of the product.
A turn may call any tools, at most so many of them in these runs. Pipelines with a place of which
there are too many values are not run, and neither are those that exploration is undecided about.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

from dialects.stud.pipelines import OPEN, RUNTIME, load
from dialects.stud.running.test_brute import answers
from dialects.stud.simulated import Simulated, Unbounded
from dialects.stud.tiny import tiny
from dialects.stud.universe import TooMany
from laws.acting import Player
from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import Choice
from phaselint.dialects.stud.running.relevance import relevance
from phaselint.dialects.stud.running.session import Call, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.running.session import State

TOOLS = ("read", "write", "crane")
LONGEST = 2
"""Calls of a turn, at most."""

LIMITED = 0.25
"""The share of pipelines with a limit of stage executions."""

REGISTERED = 0.2
"""The share of those that register tools, which need not be all that stages allow."""

_SIMULATED: dict[int, tuple[Any, Simulated]] = {}
"""By the stages of a law, kept so that no others take their place, how their pipeline goes."""


def starts(seed: str) -> Iterator[tuple[Any, State]]:
    """A pipeline, with its limit or without any."""
    pick = random.Random(seed)
    manifest = tiny(pick)
    for stage in manifest["stages"]:
        stage["allowedTools"] = pick.sample(TOOLS, pick.randint(0, 2))
    if pick.random() < REGISTERED:
        manifest["tools"] = {"bundled": pick.sample(TOOLS, 2)}
    most = pick.randint(1, 5) if pick.random() < LIMITED else None
    contract = load(manifest)
    options = {**OPEN, **({} if most is None else {"max-stage-executions": most})}
    start = RUNTIME.start(contract, options, {}, {})
    try:
        simulated = Simulated(manifest, most)
        simulated.runs()
        for each in start.law.stages.values():
            decided(start, each)
    except (TooMany, Unbounded, TooManyChoices):
        return
    _SIMULATED[id(start.law.stages)] = (start.law.stages, simulated)
    yield contract, RUNTIME.relax(start) if most is None else start


def decided(state: State, stage: Any) -> None:
    """Raises TooManyChoices where exploration does not know all kinds of a stage's answers."""
    found = relevance(state.law, stage)
    if None in (found.payloads, found.outputs, found.told):
        raise TooManyChoices


def legal(state: State) -> Iterator[Choice]:
    """All answers, turns with calls among them."""
    _, simulated = _SIMULATED[id(state.law.stages)]
    yield from answers(simulated, state, random.Random(0))
    for count in range(1, LONGEST + 1) if state.pending == "turn" else ():
        for names in product(TOOLS, repeat=count):
            yield Choice("model", Turn("", tuple(Call(name, {}) for name in names)))


def unfinished(state: State) -> bool:
    """Whether a turn goes on."""
    return state.pending == "turn" and bool(state.current.calling)


PLAYER = Player(RUNTIME, starts, legal, unfinished, LONGEST)
