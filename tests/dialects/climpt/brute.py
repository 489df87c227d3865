"""All answers of a tiny agent: what `choices` must stand for (reference §6.2).

The universe of a schema has each value of an enum, one text that is harmless, null where it is
allowed, and every property both there and not there where it need not be. Texts that are empty or
that prompts refuse, and failing calls, only end runs and are left out.
"""

from __future__ import annotations

import json
import random
from itertools import product
from typing import TYPE_CHECKING, Any

from dialects.climpt.runs import RUNTIME, agent, step
from phaselint.dialects.climpt.running.session import Answer
from phaselint.dialects.protocol import Choice
from phaselint.schema import valid

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from phaselint.dialects.climpt.running.session import State

ABSENT = object()
TYPED: dict[str, list[Any]] = {
    "string": ["x", "open", "other"],
    "boolean": [True, False],
    "null": [None],
    "integer": [0, 1],
    "number": [0, 1],
    "array": [["x"], ["open"], ["other"]],
}
KEYWORD = "TASK_COMPLETE"
WORDS = ("open", "done")


def values(schema: Any, keys: Sequence[str]) -> list[Any]:
    """The universe of a schema of the kind that `random_agent` writes; jumps name one of the steps
    that there are."""
    if "enum" in schema:
        return list(schema["enum"])
    types = schema.get("type", "object")
    found: list[Any] = []
    for each in types if isinstance(types, list) else [types]:
        found += _objects(schema, keys) if each == "object" else TYPED[each]
    return found


def _objects(schema: Any, keys: Sequence[str]) -> list[Any]:
    properties = {k: v for k, v in schema.get("properties", {}).items() if k != "stepId"}
    required = schema.get("required", ())
    members = [
        [
            *(keys if name == "target" else values(inner, keys)),
            *([] if name in required else [ABSENT]),
        ]
        for name, inner in properties.items()
    ]
    pairs = [zip(properties, each, strict=True) for each in product(*members)]
    return [{name: value for name, value in each if value is not ABSENT} for each in pairs]


def answers(state: State) -> Iterator[Choice]:
    """Every answer that the schema of the step accepts."""
    known = state.law.schemas[state.step].schema
    for so in values(known, tuple(state.law.registry.steps)):
        assert valid(known, so) == "yes"
        for text in ("", KEYWORD) if state.at.kind == "closure" else ("",):
            yield Choice("model", Answer(so, text))


def survivors(state: State, choices: Any) -> dict[Hashable, Choice]:
    """The states that choices lead to, but those of runs that have failed."""
    found: dict[Hashable, Choice] = {}
    for choice in choices:
        after, _ = RUNTIME.step(state, choice)
        if after.ended is None or after.ended.kind != "failed":
            found.setdefault(RUNTIME.key(after), choice)
    return found


def failures(state: State, choices: Any) -> set[str]:
    """The codes with which choices end runs."""
    ends = (RUNTIME.step(state, choice)[0] for choice in choices)
    return {e.failure.code for e in ends if e.ended and e.ended.kind == "failed" and e.failure}


def random_agent(seed: str) -> dict[str, str]:
    """A tiny agent, from a seed."""
    pick = random.Random(seed)
    keys = ["initial.a", "continuation.a", "verification.a", "closure.a"]
    pick.shuffle(keys)
    keys = ["initial.a", *(key for key in keys if key != "initial.a")][: pick.randint(2, 4)]
    steps = [_step(pick, key, keys) for key in keys]
    verdict = pick.choice(("count:iteration", "count:check", "detect:graph", "detect:keyword"))
    config = {"maxChecks": pick.randint(1, 3)} if verdict == "count:check" else {}
    given: dict[str, Any] = {"entryStep": "initial.a"} if verdict == "detect:graph" else {}
    return agent(*steps, verdict=verdict, most=pick.randint(1, 4), config=config, **given)


def _step(pick: random.Random, key: str, keys: list[str]) -> dict[str, Any]:
    fields = {
        "status": pick.choice(
            (
                {"enum": [*WORDS, None]},
                {"type": ["string", "null"]},
                {"enum": ["completed", 1, "1"]},
            )
        ),
        "note": pick.choice(({"type": "string"}, {"type": ["string", "null"]}, {"enum": ["x"]})),
        "flag": {"type": pick.choice(("boolean", ["boolean", "null"], "array"))},
    }
    schema = dict(pick.sample(sorted(fields.items()), pick.randint(0, 3)))
    handed = pick.sample(sorted(schema), pick.randint(0, len(schema)))
    source = pick.choice(keys)
    reads = {
        name: {
            "from": f"{source}.{name}",
            **pick.choice(({"required": True}, {}, {"default": "d"})),
        }
        for name in pick.sample(["status", "note", "flag"], pick.randint(0, 2))
    }
    needs = [f"{source.replace('.', '_')}_{name}" for name in reads if pick.random() < 0.5]
    common: dict[str, Any] = {"schema": schema, "inputs": reads, "uvVariables": needs}
    if key.startswith("closure"):
        return step(key, pick.choice(("closing", "closing repeat")), **common)
    words = [f"{word}>{pick.choice(keys)}" for word in ("next", "handoff") if pick.random() < 0.7]
    words += pick.sample(["repeat", f"jump>{pick.choice(keys)}", "closing"], pick.randint(0, 2))
    conditional = {}
    if handed and any(word.startswith("next") for word in words) and pick.random() < 0.5:
        targets = {word: pick.choice(keys) for word in ("open", "x", "default")}
        conditional = {"next": {"condition": pick.choice(handed), "targets": targets}}
    gate = {"handoffFields": handed, **pick.choice(({}, {"targetField": "target"}))}
    return step(
        key, " ".join(words or ["next>" + key]), gate=gate, transitions=conditional, **common
    )


def shown(files: dict[str, str]) -> str:
    """The steps of an agent, for a message."""
    registry = next(text for path, text in files.items() if path.endswith("registry.json"))
    return json.dumps(json.loads(registry)["steps"], indent=1)
