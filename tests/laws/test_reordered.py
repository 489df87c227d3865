"""The order in which a pipeline lists siblings is none of what runs do: they are worked on side by
side. Random pipelines are compared with themselves under other orders; where more is changed, what
is told is what is told of the two whose text lists them in the same order.

`PHASELINT_SEED` draws the same pipelines again, `PHASELINT_REORDERED` says how many.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from dialects.stud.pipelines import FILE
from dialects.stud.tiny import IDS, tiny
from fresh import picker, until
from laws.acting_stud import TOOLS
from laws.version_pairs import version
from phaselint.behavior.difference.differing import difference
from phaselint.vocabulary.step_budget import StepBudget, allowing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.behavior.difference.model import Difference
    from phaselint.behavior.difference.version import Version

COUNT = int(os.environ.get("PHASELINT_REORDERED") or 10)


def drawn(pick: random.Random) -> dict[str, Any]:
    """A pipeline in which siblings run, and where the order of their results is looked at by
    none that are handed them."""
    while True:
        manifest = tiny(pick)
        for stage in manifest["stages"]:
            stage["body"] = "work"
            stage["allowedTools"] = pick.sample(TOOLS, pick.choice((0, 0, 1)))
        names = [each["id"] for each in manifest["stages"]]
        manifest["next"] = {**manifest["next"], names[0]: fan_out(pick, names)}
        if sum(len(each["nextStages"]) for each in forks(manifest["next"])) <= 2 * len(IDS):
            return manifest


def fan_out(pick: random.Random, names: list[str]) -> dict[str, Any]:
    siblings = pick.sample(names, 2)
    join = {"join": pick.choice(names)} if pick.random() < 0.5 else {}
    return {"nextStages": siblings, "execution": "parallel", **join}


def forks(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if value.get("execution") == "parallel":
            yield value
        for each in value.values():
            yield from forks(each)
    elif isinstance(value, list):
        for each in value:
            yield from forks(each)


def reordered(manifest: dict[str, Any], order: Callable[[list[str]], list[str]]) -> dict[str, Any]:
    """The same pipeline whose fan-outs list their siblings in another order."""
    made: dict[str, Any] = json.loads(json.dumps(manifest))
    for each in forks(made["next"]):
        each["nextStages"] = order(each["nextStages"])
    return made


def turned(names: list[str]) -> list[str]:
    return names[::-1]


def runs_of(manifest: dict[str, Any]) -> Version | None:
    return version("stud", {FILE: json.dumps(manifest)}, {})


def told(found: Difference, side: str) -> set[tuple[str, str, tuple[str, ...]]]:
    every = (*found.runs, *found.endings)
    return {(each.before, each.act, each.word) for each in every if each.side == side}


class Four(NamedTuple):
    """A pipeline and one that differs in more than an order, each also with the other order."""

    seed: str
    old: Version
    new: Version
    turned_old: Version
    turned_new: Version


def pairs(law: str) -> Iterator[Four]:
    """Pipelines that are small enough in either order."""
    pick = picker(law, "stud")
    while True:
        seed = str(pick.randrange(10**9))
        own = random.Random(seed)
        old = drawn(own)
        new: dict[str, Any] = json.loads(json.dumps(old))
        changed = own.choice(new["stages"])
        changed["turnCap"] = 3 - changed["turnCap"]
        changed["allowedTools"] = own.sample(TOOLS, own.choice((0, 1)))
        every = (old, new, reordered(old, turned), reordered(new, turned))
        with allowing(StepBudget(engine=True)):
            found = [each for each in map(runs_of, every) if each is not None]
        if len(found) == len(every):
            yield Four(seed, *found)


def test_another_order_is_no_difference(record_property: Any) -> None:
    seen = Counter[str]()
    numbers, every = until(seen, {"with many states": 1}, COUNT), pairs("reordered")
    for _, four in zip(numbers, every, strict=False):
        with allowing(StepBudget(engine=True)):
            found = difference(four.old, four.turned_old)
        assert not found.defects, four.seed
        assert found._replace(reason="", length=0, facts_reason="").is_empty, (four.seed, found)
        seen.update({"pipelines": 1, "pairs of states": found.pairs})
        seen["with many states"] += found.pairs > 10
    record_property("tried", dict(seen))


def test_what_else_changes_is_told_as_without_another_order() -> None:
    seen = Counter[str]()
    numbers, every = (
        until(seen, {"differing": COUNT / 5 + 1}, COUNT),
        pairs("reordered and changed"),
    )
    for _, four in zip(numbers, every, strict=False):
        seed, old, new, turned_old, turned_new = four
        with allowing(StepBudget(engine=True)):
            found = difference(old, turned_new)
            as_new, as_old = difference(turned_old, turned_new), difference(old, new)
        assert not found.defects, (seed, found.defects)
        assert told(found, "new") == told(as_new, "new"), seed
        assert told(found, "gone") == told(as_old, "gone"), seed
        seen["differing"] += bool(found.runs)
