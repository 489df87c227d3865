"""Schemas, values and paths drawn from a seeded source: small, odd, and full of collisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.schema import EACH

if TYPE_CHECKING:
    from random import Random

    from phaselint.schema import Path, Step

NAMES = ("a", "b", "c")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
PATTERNS = ("^a", "b$", "^[a-c]+$", "a|b", "^(ab){1,2}$", "^", "^.$", r"^\d+$", "(?=a)")
"""Never empty: the library takes an empty pattern in `patternProperties` for none."""
SCALARS = (None, True, False, 0, 1, 2, -1, 3.0, 0.5, 1.5, "", "a", "b", "ab", "abc", "1", "ü")
NUMBERS = (-3, -1, 0, 1, 2, 4, 0.5, 1.5, -0.5, 2.0)
STEPS = (1, 2, 3, 0.5, 2.0)
REFS = ("#", "#/$defs/a", "#/$defs/b", "#mark", "#/$defs/none", "other.json")
COMMON = ("type", "type", "properties", "properties", "required", "items", "enum")
RARE = (
    *("const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "prefixItems"),
    *("contains", "minContains", "maxContains", "minProperties", "maxProperties", "not", "$ref"),
    *("additionalProperties", "patternProperties", "propertyNames", "dependentRequired"),
    *("dependentSchemas", "unevaluatedProperties", "allOf", "anyOf", "oneOf", "if", "then", "else"),
    *("unevaluatedItems", "dependencies", "format"),
)
COUNTED = ("Length", "Items", "Contains", "Properties")


def value(source: Random, depth: int = 2) -> Any:
    """Any JSON value, often an object."""
    drawn = source.random()
    if not depth or drawn < 0.35:
        return source.choice(SCALARS)
    if drawn < 0.55:
        return [value(source, depth - 1) for _ in range(source.randrange(4))]
    return {name: value(source, depth - 1) for name in some_names(source)}


def some_names(source: Random) -> list[str]:
    return source.sample(NAMES, source.randrange(len(NAMES) + 1))


def path(source: Random, longest: int = 3) -> Path:
    steps: tuple[Step, ...] = (*NAMES, *NAMES, EACH, EACH, 0, 1)
    return tuple(source.choice(steps) for _ in range(source.randint(0, longest)))


def path_from_name(source: Random) -> Path:
    return (source.choice(NAMES), *path(source, 2))


def root(source: Random) -> dict[str, Any]:
    """A schema with definitions that it may refer to."""
    found = mapping(source, 3)
    if source.random() < 0.7:
        found["type"] = "object"
    found["$defs"] = {"a": schema(source, 1), "b": mapping(source, 1) | {"$anchor": "mark"}}
    return found


def schema(source: Random, depth: int) -> Any:
    drawn = source.random()
    if drawn < 0.12:
        return drawn < 0.08
    if not depth or drawn < 0.3:
        return {"type": source.choice(TYPES)}
    return mapping(source, depth)


def mapping(source: Random, depth: int) -> dict[str, Any]:
    keys = source.sample(COMMON, source.randrange(4)) + source.sample(RARE, source.randrange(3))
    return {key: keyword(source, key, depth) for key in keys}


def keyword(source: Random, key: str, depth: int) -> Any:
    """A well-formed value for a keyword."""
    simple: dict[str, tuple[Any, ...]] = {
        "pattern": PATTERNS,
        "$ref": REFS,
        "multipleOf": STEPS,
        "uniqueItems": (True, True, False),
        "format": ("date", "email"),
    }
    if key in simple:
        return source.choice(simple[key])
    if key == "type":
        few = source.sample(TYPES, source.randint(1, 3))
        return source.choice(("object", "array", source.choice(TYPES), few))
    if key == "enum":
        return [value(source) for _ in range(source.randint(1, 3))]
    if key == "const":
        return value(source)
    if key == "required":
        return some_names(source)
    if "imum" in key:
        return source.choice(NUMBERS)
    if key[:3] in ("min", "max") and key.endswith(COUNTED):
        return source.randrange(4)
    return composed(source, key, depth)


def composed(source: Random, key: str, depth: int) -> Any:
    """A well-formed value for a keyword that holds schemas."""
    if key in ("properties", "dependentSchemas"):
        return {name: schema(source, depth - 1) for name in some_names(source)}
    if key == "patternProperties":
        return {source.choice(PATTERNS): schema(source, depth - 1)}
    if key == "dependentRequired":
        return {name: some_names(source) for name in some_names(source)}
    if key == "dependencies":
        return {"a": some_names(source), "b": schema(source, depth - 1)}
    if key in ("allOf", "anyOf", "oneOf", "prefixItems"):
        return [schema(source, depth - 1) for _ in range(source.randint(1, 2))]
    if key in ("additionalProperties", "unevaluatedProperties") and source.random() < 0.5:
        return False
    return schema(source, depth - 1)


def spoiled(source: Random, whole: Any) -> Any:
    """A schema in which one value, at any depth, is exchanged for anything."""
    if not isinstance(whole, (dict, list)) or not whole or source.random() < 0.25:
        return value(source)
    if isinstance(whole, list):
        place = source.randrange(len(whole))
        return [*whole[:place], spoiled(source, whole[place]), *whole[place + 1 :]]
    key = source.choice(sorted(whole))
    return whole | {key: spoiled(source, whole[key])}
