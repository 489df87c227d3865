"""Tiny agents at random, of both releases, each verdict type and with validators or without."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from dialects.climpt.brute import KEYWORD, SIGNAL, WORD
from dialects.climpt.later import later
from dialects.climpt.runs import HOME, agent, step
from phaselint.dialects.climpt.model import VALIDATION_KEYS, VERDICT_TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

KEYS = ("initial.a", "continuation.a", "verification.a", "closure.a", "continuation.b")
WORDS = ("open", "done")
FIELDS: dict[str, tuple[Any, ...]] = {
    "status": (
        {"enum": [*WORDS, None]},
        {"type": ["string", "null"]},
        {"enum": ["completed", 1, "1"]},
        {"enum": ["", "open"]},
        {"enum": ["", None, 0, False]},
        {"type": "integer"},
    ),
    "note": (
        {"type": "string"},
        {"type": ["string", "null"]},
        {"enum": ["x"]},
        {"enum": [""]},
        {"enum": ["", "x", "a|b"]},
    ),
    "flag": (
        {"type": "boolean"},
        {"type": ["boolean", "null"]},
        {"type": "array"},
        {"enum": [[], ["x"], [None], 0]},
        {"type": ["array", "string", "null"]},
    ),
}
SPOKEN = ["pass", "RETRY", "jump", "stop", None, ["next"]]
SUCCESSES = ("exitCode:0", "contains:ok")
ACTIONS = ("retry", "skip", "abort")


def random_agent(seed: str, verdicts: Sequence[str] = VERDICT_TYPES) -> dict[str, str]:
    """A tiny agent, from a seed, of one of some verdict types."""
    pick = random.Random(seed)
    others = [key for key in KEYS if key != "initial.a"]
    pick.shuffle(others)
    keys = ["initial.a", *others][: pick.randint(2, 4)]
    verdict = pick.choice(verdicts)
    steps = [_step(pick, key, keys) for key in keys]
    entry: dict[str, Any] = {"entryStep": "initial.a"} if verdict == "detect:graph" else {}
    afterwards = pick.random() < 0.4
    validation = _validation(pick, verdict, later_=afterwards) if pick.random() < 0.35 else {}
    config = _config(pick, verdict)
    most = pick.randint(1, 4)
    issue = {"issue": {"type": "number", "description": "d", "required": True, "cli": "--issue"}}
    files = agent(
        *steps,
        verdict=verdict,
        most=most,
        config=config,
        parameters=issue,
        prompts={"retry/a/f_failed.md": "Again."},
        **entry,
        **validation,
    )
    chains: dict[str, Any] = {
        key.partition(".")[0]: pick.choice((["default"], ["default", "default"]))
        for key in keys
        if pick.random() < 0.6
    }
    return later(files, **chains) if afterwards else files


def _config(pick: random.Random, verdict: str) -> dict[str, Any]:
    """How an agent closes."""
    if verdict == "count:check":
        return {"maxChecks": pick.randint(1, 3)}
    if verdict == "detect:keyword":
        return {"verdictKeyword": KEYWORD}
    if verdict == "detect:structured":
        needs: Any = pick.choice((["status"], {"status": "completed"}, [], None))
        return {"signalType": SIGNAL, **({} if needs is None else {"requiredFields": needs})}
    if verdict == "meta:composite":
        kinds = pick.sample(
            ("poll:state", "count:iteration", "detect:keyword", "detect:structured"), 2
        )
        conditions = [{"type": kind, "config": _own(pick, kind)} for kind in kinds]
        return {"operator": pick.choice(("and", "or", "first")), "conditions": conditions}
    return {}


def _own(pick: random.Random, kind: str) -> dict[str, Any]:
    if kind == "count:iteration":
        return {"maxIterations": pick.randint(1, 3)}
    if kind == "detect:structured":
        return {"signalType": SIGNAL}
    return {"verdictKeyword": KEYWORD} if kind == "detect:keyword" else {}


def _validation(pick: random.Random, verdict: str, *, later_: bool) -> dict[str, Any]:
    """What the registry says about validation."""
    names = ["clean", "tested"][: pick.randint(1, 2)]
    validators = {name: _validator(pick, later_=later_) for name in names}
    key = VALIDATION_KEYS[verdict]
    listed = [{"validator": name} for name in names]
    conditions: dict[str, Any] = {"validationConditions": listed}
    if later_:
        first = pick.randint(0, len(listed))
        conditions = {"preflightConditions": listed[:first], "postLLMConditions": listed[first:]}
        conditions["address"] = {"c1": "steps", "c2": "retry", "c3": "a", "edition": "failed"}
    entry = {"stepId": key, "name": "Check", "c2": "retry", "c3": "a", **conditions}
    if pick.random() < 0.3:
        entry["outputSchema"] = {"type": "object", "required": ["ok"]}
    most = {"maxAttempts": pick.randint(1, 3)} if pick.random() < 0.7 else {}
    entry["onFailure"] = {"action": pick.choice(ACTIONS), **most}
    return {"validators": validators, "validationSteps": {key: entry}, "failurePatterns": {}}


def _validator(pick: random.Random, *, later_: bool) -> dict[str, Any]:
    return {
        "type": "command",
        "command": "look",
        "successWhen": pick.choice(SUCCESSES),
        "failurePattern": "none",
        **({"extractParams": {}} if pick.random() < 0.8 else {}),
        **({"phase": "postllm"} if later_ else {}),
        **({"recoverableByDefault": False} if pick.random() < 0.2 else {}),
    }


def _step(pick: random.Random, key: str, keys: list[str]) -> dict[str, Any]:
    fields = {name: pick.choice(kinds) for name, kinds in FIELDS.items()}
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
        words = pick.choice(("closing", "closing repeat"))
        return step(key, words, **_saying(pick, words, keys, common))
    return _flow_step(pick, key, keys, handed, common)


def _saying(
    pick: random.Random, words: str, keys: list[str], common: dict[str, Any]
) -> dict[str, Any]:
    """The fields of a step, with another schema of what it says, now and then."""
    if pick.random() < 0.5:
        return common
    allowed = [word.partition(">")[0] for word in words.split()]
    more = pick.choice(([], [], [None], [3], [""]))
    target = pick.choice(
        (
            {"type": "string"},
            {"type": ["string", "null"]},
            {"enum": pick.sample([*keys, "", None], 2)},
            {"enum": [pick.choice(keys)]},
        )
    )
    action = {
        "type": "object",
        "properties": {"action": {"enum": [*allowed, *more]}, "target": target},
        "required": pick.choice((["action"], ["action", "target"], [])),
    }
    return {**common, "schema": {**common["schema"], "next_action": action}}


def _flow_step(
    pick: random.Random, key: str, keys: list[str], handed: list[str], common: dict[str, Any]
) -> dict[str, Any]:
    """A step with a gate, some intents of its kind, and conditional transitions if it hands
    anything off."""
    third = "escalate" if key.startswith("verification") else "handoff"
    words = [f"{word}>{pick.choice(keys)}" for word in ("next", third) if pick.random() < 0.7]
    words += pick.sample(["repeat", f"jump>{pick.choice(keys)}"], pick.randint(0, 2))
    conditional = {}
    for intent in ("next", "jump"):
        listed = any(word.startswith(intent) for word in words)
        if handed and listed and pick.random() < 0.5:
            names = pick.sample(("open", "x", "true", "1", "open,x", "default"), 3)
            targets = {name: pick.choice(keys) for name in names}
            conditional[intent] = {"condition": pick.choice(handed), "targets": targets}
    gate: dict[str, Any] = {"handoffFields": handed}
    gate |= pick.choice(({}, {"targetField": "next_action.target"}))
    if pick.random() < 0.15:
        gate["intentField"] = WORD
        schema = {**common["schema"], WORD: pick.choice(({"type": "string"}, {"enum": SPOKEN}))}
        common = {**common, "schema": schema}
    if pick.random() < 0.2:
        gate["failFast"] = False
    words = words or [f"next>{key}"]
    common = _saying(pick, " ".join(words), keys, common)
    return step(key, " ".join(words), gate=gate, transitions=conditional, **common)


def release(files: dict[str, str]) -> str:
    """The release that an agent is written for."""
    registry = json.loads(files[f"{HOME}/steps_registry.json"])
    first = next(iter(registry["steps"].values()))
    return "1.14" if "kind" in first else "1.13"
