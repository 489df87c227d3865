"""Tiny pipelines with schemas of many kinds, drawn from a seed (reference §2.3, §3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialects.stud.pipelines import pipeline, stage

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

IDS = ("a", "b", "c", "e")
KEYS = ("d", "n", "k")
SCALARS = ("go", "stop", "", 0, 1, "1", True, "true", None, 1.5, "false", False)
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
PATTERNS = ("^g", "o$", "^$", "1", "^[a-z]{2}$")
VERDICTS = ("ok", "fail", "skip", "retry")
KNOWN = ("verdict", "capHit", "attemptCount", "output")
RESULTS: Sequence[Any] = (
    {"required": ["parsed"]},
    {"required": ["output"]},
    {"required": ["reason"]},
    {"properties": {"verdict": {"const": "ok"}}},
    {"properties": {"verdict": {"enum": ["ok", "fail"]}}},
    {"properties": {"capHit": {"const": False}}},
    {"properties": {"attemptCount": {"maximum": 1}}},
    {"properties": {"reason": {"enum": ["retry-exhausted", "gate-skip"]}}},
    {"not": {"required": ["parsed"]}},
    {"properties": {"reason": False}},
    {"maxProperties": 4},
    {"minProperties": 5},
    {"propertyNames": {"enum": ["verdict", "capHit", "attemptCount", "parsed", "reason"]}},
    {"properties": dict.fromkeys(KNOWN, True), "additionalProperties": False},
    {"additionalProperties": {"type": ["boolean", "integer", "string"]}},
    False,
    True,
)


def tiny(pick: random.Random) -> dict[str, Any]:
    """The manifest of a pipeline of 2 to 4 stages, with one or two schemas that conditions, and
    stages that are handed results, look into."""
    names = IDS[: pick.choice((2, 2, 3, 3, 4))]
    stages = [stage(name, **_fields(pick)) for name in names]
    profile = "reference" if pick.random() < 0.08 else "documented"
    more: dict[str, Any] = {"options": {"profile": profile}}
    outputs = {name: _leaf(pick, 1) for name in names if pick.random() < 0.2}
    if outputs:
        more["outputs"] = outputs
    return pipeline(*stages, next={name: _next(pick, names) for name in names}, **more)


def _fields(pick: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {
        "completionSchema": _payload(pick),
        "turnCap": pick.randint(1, 2),
        "retryPolicy": {"maxAttempts": pick.randint(1, 2), "backoff": "none"},
    }
    if pick.random() < 0.4:
        found["inputsSchema"] = _inputs(pick)
    if pick.random() < 0.1:
        found["body"] = "{{ctx.upstream[0].parsed.d}} {{ctx.upstream[0].output}}"
    return found


# --- schemas --------------------------------------------------------------------------------------


def _payload(pick: random.Random) -> Any:
    keys = KEYS[: pick.choice((1, 1, 2, 2, 2, 3))]
    found: dict[str, Any] = {"type": "object"} if pick.random() < 0.9 else {}
    found["properties"] = {key: _leaf(pick, 2) for key in keys if pick.random() < 0.9}
    if pick.random() < 0.7:
        found["required"] = pick.sample(keys, pick.randint(1, len(keys)))
    if pick.random() < 0.5:
        found["additionalProperties"] = False if pick.random() < 0.7 else _leaf(pick, 0)
    if pick.random() < 0.5:
        found |= _further(pick, keys)
    return found


def _further(pick: random.Random, keys: Sequence[str]) -> dict[str, Any]:
    """Keywords that look at several properties together."""
    one, other = pick.choice(keys), pick.choice(KEYS)
    about: Any = {"properties": {one: _leaf(pick, 1)}}
    about = pick.choice((about, {"required": [other]}, {**about, "required": [one]}))
    return pick.choice(
        (
            {"dependencies": {one: [other]}},
            {"dependencies": {one: about}},
            {"minProperties": pick.randint(1, 2)},
            {"maxProperties": pick.randint(0, 2)},
            {"patternProperties": {pick.choice(("^d", "^z")): _leaf(pick, 0)}},
            {"propertyNames": {"enum": [*keys]}},
            {"not": about},
            {pick.choice(("anyOf", "oneOf", "allOf")): [about, {"required": [other]}]},
            {"if": about, "then": {"required": [other]}},
            {"if": {"required": [other]}, "then": about, "else": {"required": [one]}},
        )
    )


def _leaf(pick: random.Random, depth: int) -> Any:
    """A schema of a property; with some depth also of lists, mappings and of several together."""
    kind = pick.random()
    if kind < 0.35:
        return {"enum": pick.sample(SCALARS, pick.randint(1, 4))}
    if kind < 0.55:
        return {"type": pick.choice((pick.choice(TYPES), pick.sample(TYPES, 2)))}
    if kind < 0.75 or not depth:
        return pick.choice(_bounds(pick))
    if kind < 0.85:
        return _collection(pick, depth)
    pair = [_leaf(pick, depth - 1), _leaf(pick, 0)]
    return pick.choice(
        ({pick.choice(("anyOf", "oneOf", "allOf")): pair}, {"not": pair[0]}, {**_mapping(pair)})
    )


def _mapping(schemas: Sequence[Any]) -> dict[str, Any]:
    """What two schemas say, in one; the second wins."""
    return {key: value for each in schemas if each is not True for key, value in each.items()}


def _bounds(pick: random.Random) -> Sequence[Any]:
    number = pick.choice((-1, 0, 1, 1.5, 2))
    return (
        {"const": pick.choice(SCALARS)},
        {"type": "string", "minLength": pick.randint(0, 3)},
        {"type": "string", "maxLength": pick.randint(0, 3)},
        {"type": pick.choice(("integer", "number")), "minimum": number},
        {"type": pick.choice(("integer", "number")), "maximum": number},
        {"exclusiveMinimum": number, "exclusiveMaximum": number + pick.choice((1, 2))},
        {"type": "string", "pattern": pick.choice(PATTERNS)},
        {"pattern": pick.choice(PATTERNS), "maxLength": pick.randint(0, 3)},
        {},
    )


def _collection(pick: random.Random, depth: int) -> Any:
    inner = _leaf(pick, min(depth - 1, 0))
    if pick.random() < 0.5:
        found: dict[str, Any] = {"type": "array", "items": inner}
        if pick.random() < 0.5:
            found[pick.choice(("minItems", "maxItems"))] = pick.randint(0, 2)
        return found
    found = {"type": "object", "properties": {"e": inner}}
    if pick.random() < 0.5:
        found["required"] = ["e"]
    return {**found, **({"additionalProperties": False} if pick.random() < 0.5 else {})}


def _inputs(pick: random.Random) -> Any:
    """What a stage demands of the results that it is handed."""
    kind = pick.random()
    if kind < 0.5:
        field = "output" if pick.random() < 0.25 else "parsed"
        inner = _leaf(pick, 1) if field == "output" else _payload(pick)
        found: dict[str, Any] = {"properties": {field: inner}}
        return {**found, "required": [field]} if pick.random() < 0.5 else found
    if kind < 0.8:
        return pick.choice(RESULTS)
    pair = [pick.choice(RESULTS), _inputs(pick)]
    return {pick.choice(("anyOf", "allOf", "oneOf")): pair}


# --- ways -----------------------------------------------------------------------------------------


def _next(pick: random.Random, names: Sequence[str]) -> Any:
    if pick.random() < 0.25:
        return _way(pick, names)
    branches = [
        {"when": _condition(pick), **_way(pick, names)} for _ in range(pick.choice((1, 2, 2, 3)))
    ]
    return {"branches": branches, **({"default": _way(pick, names)} if pick.random() < 0.6 else {})}


def _way(pick: random.Random, names: Sequence[str]) -> dict[str, Any]:
    kind = pick.random()
    if kind < 0.3:
        return {"nextStages": []}
    if kind < 0.32:
        return {"nextStages": ["gone"]}
    if kind < 0.83 or len(names) < 3:
        return {"nextStages": [pick.choice(names[1:])]}
    if kind < 0.9:
        return {"nextStages": [names[1], names[-1]]}
    found: dict[str, Any] = {"execution": "parallel", "nextStages": pick.sample(names[1:], 2)}
    return {**found, "join": pick.choice(names)} if pick.random() < 0.8 else found


def _condition(pick: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if pick.random() < 0.3:
        words = pick.sample(VERDICTS[: pick.choice((2, 2, 4))], pick.randint(1, 2))
        found["verdict"] = words if len(words) > 1 or pick.random() < 0.3 else words[0]
    if pick.random() < 0.12:
        found["capHit"] = pick.random() < 0.5
    if found and pick.random() < 0.4:
        return found
    path, values = pick.choice(
        (
            *(6 * (("parsed.d", SCALARS),)),
            *(3 * (("parsed.n", SCALARS),)),
            ("parsed.k", SCALARS),
            ("parsed.d.e", SCALARS),
            ("parsed.d.0", SCALARS),
            ("parsed", SCALARS),
            *(2 * (("output", SCALARS),)),
            ("output.e", SCALARS),
            ("verdict", ("ok", "fail", "nope")),
            ("capHit", (True, False, "true")),
            ("reason", ("retry-exhausted", "gate-skip", "nope")),
            ("attemptCount", (0, 1, 2, "1")),
        )
    )
    test = pick.choice(("equals", "equals", "in", "exists"))
    if test == "exists":
        return {**found, "path": path, "exists": pick.random() < 0.5}
    given = pick.sample(values, pick.randint(1, 2))
    return {**found, "path": path, test: given if test == "in" else given[0]}
