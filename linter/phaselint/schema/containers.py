"""What single keywords say about lists and objects, element by element."""

from __future__ import annotations

from phaselint.schema.equality import is_count
from phaselint.schema.plainchecks import every, matches, required

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.schema.judge import Judge, Nested
    from phaselint.schema.model import Answer
    from phaselint.schema.resolve import Book


def _properties(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    value = schema["properties"]
    if not isinstance(value, dict):
        return "maybe"
    if not isinstance(instance, dict):
        return "yes"
    return judge.every((value[name], part) for name, part in instance.items() if name in value)


def _pattern_properties(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    value = schema["patternProperties"]
    if not isinstance(value, dict):
        return "maybe"
    if not isinstance(instance, dict):
        return "yes"
    return every(
        _where(applies, judge.says(inner, part))
        for pattern, inner in value.items()
        for name, part in instance.items()
        if (applies := matches(judge.book, pattern, name)) != "no"
    )


def _where(applies: Answer, answer: Answer) -> Answer:
    """What the answer of a schema counts that can't apply: then it surely refuses nothing."""
    return "maybe" if answer == "no" and applies == "maybe" else answer


def declares(book: Book, schema: dict[Any, Any], name: str) -> Answer:
    """Whether `properties` or `patternProperties` of this very schema cover a name."""
    listed, patterns = schema.get("properties"), schema.get("patternProperties")
    if isinstance(listed, dict) and name in listed:
        return "yes"
    if not isinstance(patterns, dict):
        return "no" if patterns is None else "maybe"
    answers = [matches(book, pattern, name) for pattern in patterns]
    return "yes" if "yes" in answers else "maybe" if "maybe" in answers else "no"


def _additional_properties(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    value = schema["additionalProperties"]
    if not isinstance(instance, dict) or value is True:
        return "yes"
    return every(
        _where(covered, judge.says(value, part))
        for name, part in instance.items()
        if (covered := declares(judge.book, schema, name)) != "yes"
    )


def _property_names(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    if not isinstance(instance, dict):
        return "yes"
    return judge.every((schema["propertyNames"], name) for name in instance)


def _dependent_required(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    return _dependent(judge, schema["dependentRequired"], instance)


def _dependent_schemas(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    return _dependent(judge, schema["dependentSchemas"], instance)


def _dependencies(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    """Draft-07's word for both; what it refuses is left open in a schema of a later draft, which
    ignores it."""
    answer = _dependent(judge, schema["dependencies"], instance)
    return answer if judge.book.old or answer != "no" else "maybe"


def _dependent(judge: Judge, value: Any, instance: Any) -> Answer:
    if not isinstance(value, dict):
        return "maybe"
    if not isinstance(instance, dict):
        return "yes"
    found: list[Answer] = []
    for name, need in value.items():
        if name in instance and isinstance(need, list):
            found.append(required(need, instance))
        elif name in instance:
            found.append(judge.says(need, instance))
    return every(found)


def prefix_of(schema: dict[Any, Any]) -> list[Any]:
    """The schemas of the first elements; draft-07 writes them as a list in `items`."""
    for key in ("prefixItems", "items"):
        if isinstance(schema.get(key), list):
            found: list[Any] = schema[key]
            return found
    return []


def rest_key(schema: dict[Any, Any]) -> str:
    """The keyword for the elements after the first ones."""
    return "additionalItems" if isinstance(schema.get("items"), list) else "items"


def _prefix_items(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    return _first_items(judge, schema["prefixItems"], instance)


def _first_items(judge: Judge, value: Any, instance: Any) -> Answer:
    if not isinstance(value, list):
        return "maybe"
    if not isinstance(instance, list):
        return "yes"
    return judge.every(zip(value, instance, strict=False))


def _items(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    value = schema["items"]
    if isinstance(value, list):
        return _first_items(judge, value, instance)
    if not isinstance(instance, list):
        return "yes"
    return judge.every((value, part) for part in instance[len(prefix_of(schema)) :])


def _additional_items(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    if not isinstance(instance, list) or not isinstance(schema.get("items"), list):
        return "yes"
    value = schema["additionalItems"]
    return judge.every((value, part) for part in instance[len(schema["items"]) :])


def _contains(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    if not isinstance(instance, list):
        return "yes"
    least, most = schema.get("minContains", 1), schema.get("maxContains")
    if not is_count(least) or not (most is None or is_count(most)):
        return "maybe"
    answers = [judge.says(schema["contains"], part) for part in instance]
    sure, possible = answers.count("yes"), len(answers) - answers.count("no")
    if possible < least or (most is not None and sure > most):
        return "no"
    return "yes" if sure >= least and (most is None or possible <= most) else "maybe"


def _unevaluated_properties(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    value = schema["unevaluatedProperties"]
    if not isinstance(instance, dict) or value is True:
        return "yes"
    return every(
        _where(covered, judge.says(value, part))
        for name, part in instance.items()
        if (covered := _evaluates(judge, schema, instance, name)) != "yes"
    )


def _evaluates(judge: Judge, schema: Any, instance: Any, name: str) -> Answer:
    """Whether a schema in place, or one that it applies in place, covers a property.

    Only what surely applies surely covers: branches that hold, `then` or `else` as `if` says.
    """
    waiting: list[tuple[Any, bool, bool]] = [(schema, True, False)]
    unsure = False
    for _ in range(200):
        if not waiting:
            return "maybe" if unsure else "no"
        here, sure, inner = waiting.pop()
        if not isinstance(here, dict):
            continue
        open_ended = "additionalProperties" in here or (inner and "unevaluatedProperties" in here)
        covered = "yes" if open_ended else declares(judge.book, here, name)
        if covered == "yes" and sure:
            return "yes"
        unsure = unsure or covered != "no" or "$dynamicRef" in here or "$recursiveRef" in here
        for part, mode in in_place(judge.book, here):
            if part is None:
                unsure = True
                continue
            holds = "yes" if mode == "yes" else judge.says(part, instance)
            if holds != "no":
                waiting.append((part, sure and holds == "yes" and mode != "maybe", True))
    return "maybe"


def in_place(book: Book, schema: dict[Any, Any]) -> Iterable[tuple[Any, Answer]]:
    """The schemas that this one applies to the same value, none for a reference that cannot be
    followed. With `yes` it always applies, with `no` if it holds, with `maybe` not always
    even then."""
    if "$ref" in schema:
        found = book.follow(schema["$ref"])
        yield (None if found is None else found[0]), "yes"
    for key in ("allOf", "anyOf", "oneOf", "if", "then", "else"):
        parts = schema.get(key)
        mode: Answer = "yes" if key == "allOf" else "maybe" if key in ("then", "else") else "no"
        if isinstance(parts, list):
            yield from ((part, mode) for part in parts)
        elif parts is not None:
            yield parts, mode
    dependent_schemas = schema.get("dependentSchemas")
    if isinstance(dependent_schemas, dict):
        yield from ((part, "maybe") for part in dependent_schemas.values())


CONTAINERS: dict[Any, Nested] = {
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "propertyNames": _property_names,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "dependencies": _dependencies,
    "prefixItems": _prefix_items,
    "items": _items,
    "additionalItems": _additional_items,
    "contains": _contains,
    "unevaluatedProperties": _unevaluated_properties,
}
