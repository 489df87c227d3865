"""What siblings do by themselves is kept: explorations are the same without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialects.stud.pipelines import OPEN, RUNTIME, load
from dialects.stud.tiny import tiny
from fresh import AGAIN, picker
from phaselint.behavior.acting import act_atlas
from phaselint.dialects.stud.running.beside import beside

if TYPE_CHECKING:
    import random

    from phaselint.behavior.acting import ActAtlas
    from phaselint.dialects.stud.running.session import State

TOOLS = ("read", "write", "crane")
PIPELINES = 40


def fanned(pick: random.Random) -> dict[str, Any]:
    """A tiny pipeline whose first stage fans out to all others but the last, which joins them."""
    manifest = tiny(pick)
    names = [each["id"] for each in manifest["stages"]]
    for each in manifest["stages"]:
        each["allowedTools"] = pick.sample(TOOLS, pick.randint(0, 2))
        each["turnCap"] = pick.randint(1, 2)
    if len(names) > 3:
        way = {"execution": "parallel", "nextStages": names[1:-1], "join": names[-1]}
        manifest["next"] = {**manifest["next"], names[0]: way}
    return manifest


def explored(start: State, *, kept: bool) -> ActAtlas:
    memo = start.law.memo
    assert memo is not None
    law = start.law._replace(memo=memo._replace(beside={} if kept else None))
    return act_atlas(RUNTIME, None, start._replace(law=law), 3_000)


def told(atlas: ActAtlas) -> Any:
    keys = [RUNTIME.act_key(each) for each in atlas.states]
    return (keys, atlas.opening, atlas.out, atlas.offered, atlas.ended, atlas.reason)


def test_explorations_are_the_same() -> None:
    pick = picker("beside")
    siblings = 0
    for _ in range(PIPELINES):
        start = RUNTIME.start(load(fanned(pick)), {**OPEN}, {}, {})
        if start.law.memo is None:  # it is refused
            continue
        without, twice = (explored(start, kept=each) for each in (False, True))
        assert told(twice) == told(without), AGAIN
        siblings += sum(beside(each) is not None for each in twice.states)
    assert siblings, AGAIN
