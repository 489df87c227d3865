"""Why a schema refuses an instance, for people: which place of it, which keyword, in words.

`judging` decides whether it does. The library jsonschema finds the error that says most, with our
own look at patterns, which are those of JavaScript and take no longer than they may; it follows no
reference out of the schema. It is imported only here, once something is refused.
"""

from __future__ import annotations

from phaselint.schema.meta import check
from phaselint.schema.plainchecks import matches
from phaselint.schema.resolve import Book, draft_of
from phaselint.schema.wording import worded
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from jsonschema.exceptions import ValidationError

    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

    Checked = Callable[[Any, Any, Any, Any], Iterator[ValidationError]]
"""How the library has a keyword checked: validator, value of the keyword, instance, schema."""


class Refusal(NamedTuple):
    """The place in the instance, the keyword that refuses what it holds, and why in words."""

    path: Pointer
    keyword: str
    words: Message

    def told(self, name: str) -> Message:
        """The refusal as a clause about the instance, which has this name."""
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        where = quote(f"{name}{''.join(steps)}")
        return message("{} {} ({})", where, self.words, quote(self.keyword))


def refusal(schema: Any, instance: Any) -> Refusal | None:
    """What of an instance a schema refuses, as far as there are words for it: none for a schema
    that is not well formed, refers to what is not in it, or loops, and where the library isn't
    installed, which takes compiled packages: in `phaselint.pyz`."""
    if isinstance(schema, bool) or check(schema, draft_of(schema)):
        return None
    try:
        from jsonschema.exceptions import best_match
        from referencing.exceptions import Unresolvable
    except ModuleNotFoundError:
        return None
    try:
        error = best_match(_validator(schema).iter_errors(instance))
    except (RecursionError, Unresolvable):
        return None
    if error is None or not isinstance(error.validator, str):
        return None
    return Refusal(tuple(error.absolute_path), error.validator, worded(error))


def _validator(schema: Any) -> Any:
    from jsonschema import Draft7Validator, Draft202012Validator, validators
    from referencing import Registry

    book = Book(schema)
    base = Draft7Validator if book.old else Draft202012Validator
    # The library types its validators, and not what makes them.
    extended = validators.extend(base, _by_patterns(book))  # type: ignore[no-untyped-call]
    return extended(schema, registry=Registry())  # an own one: the library's default fetches


def _by_patterns(book: Book) -> dict[str, Checked]:
    """The keywords that look at patterns. What is not known to be refused is not."""
    from jsonschema.exceptions import ValidationError

    def pattern(_validator: Any, value: Any, instance: Any, _schema: Any) -> Any:
        if isinstance(instance, str) and matches(book, value, instance) == "no":
            yield ValidationError("")

    def pattern_properties(validator: Any, value: Any, instance: Any, _schema: Any) -> Any:
        for each, inner in value.items() if isinstance(instance, dict) else ():
            for name in instance:
                if matches(book, each, name) == "yes":
                    yield from validator.descend(instance[name], inner, path=name, schema_path=each)

    def additional(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        for name in instance if isinstance(instance, dict) else ():
            if name in schema.get("properties", ()) or _may_match(book, schema, name):
                continue
            if value is False:
                yield ValidationError("", path=(), instance={name: instance[name]})
            elif isinstance(value, dict):
                yield from validator.descend(instance[name], value, path=name)

    def nothing(_validator: Any, _value: Any, _instance: Any, _schema: Any) -> Any:
        return ()

    return {
        "pattern": pattern,
        "patternProperties": pattern_properties,
        "additionalProperties": additional,
        "unevaluatedProperties": nothing,
    }


def _may_match(book: Book, schema: Any, name: str) -> bool:
    return any(matches(book, each, name) != "no" for each in schema.get("patternProperties", ()))
