"""What functions give when they run is among what is read of them, on random functions."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.langgraph.reading.random_functions import decider, node, router
from dialects.langgraph.reading.reading_texts import (
    Queued,
    Read,
    Told,
    complete,
    gives,
    run,
    state_of,
)
from phaselint.dialects.langgraph.functionmodel import Answers, Return, Send
from phaselint.dialects.langgraph.reading.guides import guided

RUNS = 40
ROUTERS = range(60)
NODES = range(60)
DECIDERS = range(60)


def results(text: str, name: str) -> list[Any]:
    """What a function gives for random states; runs that fail give nothing."""
    found = []
    for seed in range(RUNS):
        try:
            found.append(run(text, name, state_of(seed), seed))
        except Exception:
            continue
    return found


def test_routers() -> None:
    known = 0
    for seed in ROUTERS:
        text = router(seed)
        answers = Read(text).function("route", as_router=True).answers
        if not answers.complete:
            continue
        known += complete(answers)
        for result in results(text, "route"):
            assert any(gives(each, result) for each in answers.options), (seed, result)
    assert known > len(ROUTERS) // 4


def fits(result: Any, site: Return) -> bool:
    """Whether a result is one that a return site stands for."""
    if site.form == "unknown":
        return True
    if result is None:
        return site.form == "none"
    update = result
    if isinstance(result, Told):
        if site.form != "command" or not goes(site.goto, result.goto):
            return False
        update = {} if result.update is None else result.update
    elif isinstance(result, Queued):
        return site.form == "command"
    elif isinstance(result, dict):
        if site.form not in ("dict", "state"):
            return False
    else:
        return site.form == "invalid"
    return not isinstance(update, dict) or writes(site, update)


def goes(answers: Answers | None, goto: Any) -> bool:
    """Whether a `goto` is one that is known."""
    if answers is None:
        return bool(goto == ())
    return not answers.complete or any(gives(each, goto) for each in answers.options)


def writes(site: Return, update: dict[str, Any]) -> bool:
    """Whether a site has the keys of an update, with its values."""
    keys = {each.key: each for each in site.update.keys}
    if site.update.whole or not site.update.complete:
        return True
    if not update.keys() <= keys.keys():
        return False
    for key, value in update.items():
        known = keys[key].values
        plain = value is None or isinstance(value, (str, int, Queued))
        if known.complete and plain:
            same = [each.node if isinstance(each, Send) else each for each in known.constants]
            if (value.node if isinstance(value, Queued) else value) not in same:
                return False
    return True


def test_nodes() -> None:
    known = 0
    for seed in NODES:
        text = node(seed)
        found = Read(text).function("work")
        assert found.returns_complete
        known += all(each.form != "unknown" and each.update.complete for each in found.returns)
        for result in results(text, "work"):
            assert any(fits(result, each) for each in found.returns), (seed, result)
    assert known > len(NODES) // 4


def test_guides() -> None:
    """A guided router loses only answers that do not come back from where it is guided."""
    fewer = 0
    for seed in DECIDERS:
        text, values = decider(seed)
        read = Read(text)
        function = read.function("route", as_router=True)
        answers = guided(function, read.function("work"))
        if answers is None or not answers.complete:
            continue
        fewer += len(answers.options) < len(function.answers.options)
        for number in range(RUNS):
            state = {**state_of(number), "k": values[number % len(values)]}
            try:
                result = run(text, "route", state, number)
            except Exception:
                continue
            assert any(gives(each, result) for each in answers.options), (seed, state, result)
    assert fewer > len(DECIDERS) // 6


@pytest.mark.parametrize("seed", range(5))
def test_that_reading_is_the_same_again(seed: int) -> None:
    text = router(seed)
    first, second = Read(text), Read(text)
    assert first.function("route", as_router=True) == second.function("route", as_router=True)
