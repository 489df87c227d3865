"""What single keywords say about lists and objects, element by element.

Every function takes the judge of schemas first, then what `scalars.Check` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.schema.equality import among, is_count
from phaselint.schema.scalars import every, matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.schema.model import Answer
    from phaselint.schema.resolve import Book

    Judge = Callable[[Book, Any, Any, int], Answer]
    Inner = Callable[[Judge, Book, Any, dict[Any, Any], Any, int], Answer]


def _properties(
    judge: Judge, book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if not isinstance(value, dict):
        return "maybe"
    if not isinstance(instance, dict):
        return "yes"
    parts = ((value[name], part) for name, part in instance.items() if name in value)
    return every(judge(book, schema, part, depth + 1) for schema, part in parts)


def _pattern_properties(
    judge: Judge, book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if not isinstance(value, dict):
        return "maybe"
    if not isinstance(instance, dict):
        return "yes"
    return every(
        _where(applies, judge(book, schema, part, depth + 1))
        for pattern, schema in value.items()
        for name, part in instance.items()
        if (applies := matches(book, pattern, name)) != "no"
    )


def _where(applies: Answer, answer: Answer) -> Answer:
    """What the answer of a schema counts that may not apply: then it surely refuses nothing."""
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


def _additional_properties(
    judge: Judge, book: Book, value: Any, schema: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if not isinstance(instance, dict) or value is True:
        return "yes"
    return every(
        _where(covered, judge(book, value, part, depth + 1))
        for name, part in instance.items()
        if (covered := declares(book, schema, name)) != "yes"
    )


def _required(
    _j: Judge, _b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int
) -> Answer:
    if not isinstance(value, list):
        return "maybe"
    if not isinstance(instance, dict):
        return "yes"
    for name in value:
        if not isinstance(name, str):
            return "maybe"
        if name not in instance:
            return "no"
    return "yes"


def _property_names(
    judge: Judge, book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if not isinstance(instance, dict):
        return "yes"
    return every(judge(book, value, name, depth + 1) for name in instance)


def _dependent(
    judge: Judge, book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    """`dependentRequired`, `dependentSchemas`, and draft-07's `dependencies` for both."""
    if not isinstance(value, dict):
        return "maybe"
    if not isinstance(instance, dict):
        return "yes"
    found = []
    for name, need in value.items():
        if name in instance and isinstance(need, list):
            found.append(_required(judge, book, need, {}, instance, depth))
        elif name in instance:
            found.append(judge(book, need, instance, depth + 1))
    return every(found)


def _dependencies(
    judge: Judge, book: Book, value: Any, schema: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    """Draft-07's; what it refuses is left open in a schema of a later draft, which ignores it."""
    answer = _dependent(judge, book, value, schema, instance, depth)
    return answer if book.old or answer != "no" else "maybe"


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


def _prefix_items(
    judge: Judge, book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if not isinstance(value, list):
        return "maybe"
    if not isinstance(instance, list):
        return "yes"
    pairs = zip(value, instance, strict=False)
    return every(judge(book, schema, part, depth + 1) for schema, part in pairs)


def _items(
    judge: Judge, book: Book, value: Any, schema: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if isinstance(value, list):
        return _prefix_items(judge, book, value, schema, instance, depth)
    if not isinstance(instance, list):
        return "yes"
    rest = instance[len(prefix_of(schema)) :]
    return every(judge(book, value, part, depth + 1) for part in rest)


def _additional_items(
    judge: Judge, book: Book, value: Any, schema: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if not isinstance(instance, list) or not isinstance(schema.get("items"), list):
        return "yes"
    rest = instance[len(schema["items"]) :]
    return every(judge(book, value, part, depth + 1) for part in rest)


def _contains(
    judge: Judge, book: Book, value: Any, schema: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if not isinstance(instance, list):
        return "yes"
    least, most = schema.get("minContains", 1), schema.get("maxContains")
    if not is_count(least) or not (most is None or is_count(most)):
        return "maybe"
    answers = [judge(book, value, part, depth + 1) for part in instance]
    sure, possible = answers.count("yes"), len(answers) - answers.count("no")
    if possible < least or (most is not None and sure > most):
        return "no"
    return "yes" if sure >= least and (most is None or possible <= most) else "maybe"


def _unique_items(
    _j: Judge, _b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int
) -> Answer:
    if not isinstance(value, bool):
        return "maybe"
    if not value or not isinstance(instance, list):
        return "yes"
    if len(instance) > 100:
        return "maybe"
    earlier: list[Any] = []
    for part in instance:
        if among(part, earlier):
            return "no"
        earlier.append(part)
    return "yes"


def _unevaluated_properties(
    judge: Judge, book: Book, value: Any, schema: dict[Any, Any], instance: Any, depth: int
) -> Answer:
    if not isinstance(instance, dict) or value is True:
        return "yes"
    return every(
        _where(covered, judge(book, value, part, depth + 1))
        for name, part in instance.items()
        if (covered := _evaluates(judge, book, schema, instance, name, depth)) != "yes"
    )


def _evaluates(
    judge: Judge, book: Book, schema: Any, instance: Any, name: str, depth: int
) -> Answer:
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
        covered = "yes" if open_ended else declares(book, here, name)
        if covered == "yes" and sure:
            return "yes"
        unsure = unsure or covered != "no" or "$dynamicRef" in here or "$recursiveRef" in here
        for part, mode in in_place(book, here):
            if part is None:
                unsure = True
                continue
            holds = "yes" if mode == "yes" else judge(book, part, instance, depth + 1)
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


def _unevaluated_items(
    _j: Judge, _b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int
) -> Answer:
    """Not modelled beyond what is plain: there is nothing that could be left over."""
    return "yes" if value is True or not isinstance(instance, list) or not instance else "maybe"


CHECKS: dict[str, Inner] = {
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "required": _required,
    "propertyNames": _property_names,
    "dependentRequired": _dependent,
    "dependentSchemas": _dependent,
    "dependencies": _dependencies,
    "prefixItems": _prefix_items,
    "items": _items,
    "additionalItems": _additional_items,
    "contains": _contains,
    "uniqueItems": _unique_items,
    "unevaluatedProperties": _unevaluated_properties,
    "unevaluatedItems": _unevaluated_items,
}
