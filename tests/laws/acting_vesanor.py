"""Vesanor under the law of act choices: every list of calls is a response.

Tiny contracts (`dialects.vesanor.tiny`), with limits and without, in each mode and with each gate.
A response is any list of at most `LONGEST` calls of any of the tools, each with one output for each
set of conditions that outputs can meet, or failing, and, where that is blocked, of a tool that
nobody knows. The session itself rules on them.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

from dialects.vesanor.build import OPEN, load
from dialects.vesanor.tiny import Tiny, outputs, tiny_files
from laws.acting import Player
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.running.session import SessionState

RUNTIME = VesanorRuntime()
LONGEST = 3
MOST_CALLS = 11
"""Different calls of a contract that is tried: the responses are their number to the third."""

GATES = ("reject_all", "reject_all", "strip_partial", "strip_blocked")
KNOWN: dict[int, list[Call]] = {}
"""The calls of each law that is tried, by its identity."""


def starts(seed: str) -> Iterator[tuple[Any, SessionState]]:
    """A tiny contract, its session as it is and without limits."""
    pick = random.Random(seed)
    files = tiny_files(pick.randrange(2**32), limits=pick.random() < 0.6)
    calls = list(_calls(Tiny(files)))
    if len(calls) > MOST_CALLS:
        return
    options = {**OPEN, "gate": pick.choice(GATES)}
    options["mode"] = pick.choices(("enforce", "shadow", "log-only"), (8, 1, 1))[0]
    contract = load(files)
    state = RUNTIME.start(contract, options, {}, {})
    for each in (state, RUNTIME.relax(state)):
        KNOWN[id(each.law)] = calls
        yield contract, each


def _calls(tiny: Tiny) -> Iterator[Call]:
    for name, tool in tiny.tools.items():
        found = {tiny.verdict(name, output): output for output in outputs()}
        for output in found.values():
            yield Call(name, output=output)
            if tool.get("commit_requirement") == "none":
                yield Call(name, ok=False, output=output)
        if tool.get("commit_requirement") != "none":
            yield Call(name, ok=False)


def legal(state: SessionState) -> Iterator[Choice]:
    """Every response; equal calls have arguments of their own, so that none looks like a loop."""
    unknown = [Call("nobody knows it")] if state.law.mode == "enforce" else []
    calls = [*KNOWN[id(state.law)], *unknown]
    for length in range(LONGEST + 1):
        for picked in product(calls, repeat=length):
            apart = (c._replace(fingerprint=_own(state, n)) for n, c in enumerate(picked))
            yield Choice("model", Turn(tuple(apart)))


def _own(state: SessionState, number: int) -> str:
    return f'{{"step": {len(state.history)}, "call": {number}}}'


PLAYER = Player(
    RUNTIME, starts, legal, unfinished=lambda state: state.saying is not None, longest=LONGEST + 1
)
