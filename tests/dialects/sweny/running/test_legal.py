"""The responses of the checker of certificates, held to those of explorations (§7.1)."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import pytest

from checking import spelled
from dialects.sweny.running.bruteforce import gated
from dialects.sweny.runs import NO_SKILLS, OPEN, RUNTIME, begin, load, workflow

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from phaselint.dialects.protocol import Choice
    from phaselint.dialects.sweny.running.session import State

GRADES = ("strict", "fair", "hostile")
SHAPES = (
    "a>b",
    "a>a?again*2 a>b",
    "a>b?p a>c b>c?q*2 b>a?r*1 c>a*2",
    "a>b?p*1 a>c?q b>a",
    "a>b*2 b>a?x b>c",
    "a>b?p*2 a>c?z*3 a>d b>a c>a",
    "a>a?again*2 a>b b>c?p b>d?q c>b*1",
)
MOST_STATES = 150


def tiny(random: Random) -> Any:
    """A workflow of two to four nodes, some of them with gates, and bounded loops."""
    value = gated(random)
    if random.random() < 0.3:
        return value
    nodes: dict[str, Any] = {"d": {}}
    for name, node in value["nodes"].items():
        kept = {key for key in node if key not in ("eval", "requires") or random.random() < 0.4}
        nodes[name] = {key: node[key] for key in kept - {"name", "instruction"}}
    shape = random.choice(SHAPES)
    return workflow(shape, **{name: nodes[name] for name in "abcd" if name in shape})


def reached(state: State, choices: Iterable[Choice]) -> dict[Hashable, int]:
    """The states that responses lead to, and the least that one of them takes for granted."""
    found: dict[Hashable, int] = {}
    for choice in choices:
        key = RUNTIME.key(RUNTIME.step(state, choice)[0])
        grade = GRADES.index(RUNTIME.grade(state, choice))
        found[key] = min(found.get(key, grade), grade)
    return found


def compared(start: State) -> int:
    """How many states have responses of both kinds; these must reach the same."""
    seen: set[Hashable] = set()
    waiting, count = [start], 0
    while waiting and len(seen) < MOST_STATES:
        state = waiting.pop()
        if RUNTIME.key(state) in seen:
            continue
        seen.add(RUNTIME.key(state))
        choices, legal = RUNTIME.choices(state), RUNTIME.legal(state)
        if legal is not None:
            assert reached(state, legal) == reached(state, choices), (state.node, choices, legal)
            count += 1
        waiting += [RUNTIME.step(state, choice)[0] for choice in choices]
    return count


def test_they_reach_the_states_that_choices_reach() -> None:
    seed = SystemRandom().randrange(10**9)
    print(f"seed {seed}")
    random, count = Random(seed), 0
    for _ in range(40):
        value = tiny(random)
        for router in ("scripted", "bundled"):
            options = {**OPEN, **spelled({"router": router})}
            start = RUNTIME.start(load(value), options, {}, NO_SKILLS)
            count += compared(start) + compared(RUNTIME.relax(start))
    assert count > 500


def test_a_bounded_default_that_is_used_up_is_no_way_out() -> None:
    state = begin(workflow("a>a*1 a>b?p", a={}, b={}))
    for _ in range(2):
        state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
        texts = [choice.value.text for choice in RUNTIME.choices(state)]
        state, _ = RUNTIME.step(state, RUNTIME.read(state, "a"))
    assert texts == ["b", "none of these"]


@pytest.mark.parametrize(
    "node",
    [
        {"eval": [{"name": "v", "kind": "value", "rule": {"output_required": ["x"]}}]},
        {
            "output": {
                "properties": {"x": {"type": "string", "pattern": "(?=a)b"}},
                "required": ["x"],
            }
        },
    ],
)
def test_where_a_gate_or_a_schema_decides_there_are_none(node: Any) -> None:
    assert RUNTIME.legal(begin(workflow(a=node))) is None
