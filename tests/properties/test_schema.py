"""Questions about schemas against the jsonschema library, both ways."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.exceptions import SchemaError

from phaselint import schema as questions
from phaselint.schema import Equals, Matches, OneOf, Path, Present
from schema import random_schemas
from schema.oracle import accepts, goes_round, resolve

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

SETTINGS = settings(max_examples=80)


def seeded(build: Callable[[Random], T]) -> st.SearchStrategy[T]:
    """Drawn by a seed: a hundred times as fast as composing strategies for so nested a thing."""
    return st.integers(0, 2**32).map(lambda seed: build(Random(seed)))


ANY_ROOTS = seeded(random_schemas.root)
VALUES = seeded(random_schemas.value)
OTHERS = seeded(lambda source: [random_schemas.value(source, 3) for _ in range(20)])
PATHS = seeded(random_schemas.path)
STEPS = seeded(random_schemas.path_from_name)
ROOTS = ANY_ROOTS.filter(lambda root: not goes_round(root))
ODD = seeded(lambda source: random_schemas.spoiled(source, random_schemas.root(source)))


@given(ROOTS, VALUES)
@SETTINGS
def test_the_validator_agrees_where_it_is_sure(schema: Any, instance: Any) -> None:
    answer = questions.valid(schema, instance)
    if answer != "maybe":
        expected = accepts(schema, instance)
        assert expected is None or expected == (answer == "yes")


@given(ROOTS, PATHS, OTHERS)
@SETTINGS
def test_exists(schema: Any, path: Path, others: list[Any]) -> None:
    found = questions.exists(schema, path)
    if found.answer == "yes":
        assert accepts(schema, found.instance) is not False
        assert resolve(found.instance, path)
    elif found.answer == "no":
        for other in others:
            assert not (resolve(other, path) and accepts(schema, other))


@given(ROOTS, STEPS, OTHERS)
@SETTINGS
def test_always(schema: Any, path: Path, others: list[Any]) -> None:
    found = questions.always(schema, path)
    wanted = dict if isinstance(path[0], str) else list
    if found.answer == "no":
        assert accepts(schema, found.instance) is not False
        assert isinstance(found.instance, wanted)
        assert resolve(found.instance, path) is None
    elif found.answer == "yes":
        for other in others:
            if isinstance(other, wanted) and accepts(schema, other):
                assert resolve(other, path) is not None


@given(ROOTS, PATHS, st.lists(VALUES, max_size=2), OTHERS)
@SETTINGS
def test_satisfiable(schema: Any, path: Path, values: list[Any], others: list[Any]) -> None:
    found = questions.satisfiable(schema, path, OneOf(tuple(values)))

    def holds(instance: Any) -> bool:
        at = resolve(instance, path)
        return bool(at) and accepts({"items": {"enum": values}}, at) is True

    if found.answer == "yes":
        assert accepts(schema, found.instance) is not False
        assert holds(found.instance)
    elif found.answer == "no":
        assert not any(holds(other) and accepts(schema, other) for other in others)


@given(ROOTS, PATHS, VALUES, OTHERS)
@SETTINGS
def test_satisfiable_by_some(schema: Any, path: Path, value: Any, others: list[Any]) -> None:
    found = questions.satisfiable(schema, path, Equals(value), some=True)

    def holds(instance: Any) -> bool:
        at = resolve(instance, path)
        return bool(at) and accepts({"contains": {"const": value}}, at) is True

    if found.answer == "yes":
        assert accepts(schema, found.instance) is not False
        assert holds(found.instance)
    elif found.answer == "no":
        assert not any(holds(other) and accepts(schema, other) for other in others)


@given(ROOTS, PATHS, st.sampled_from(["a", "1", "e"]), OTHERS)
@SETTINGS
def test_texts_and_presence(schema: Any, path: Path, part: str, others: list[Any]) -> None:
    found = questions.satisfiable(schema, path, Matches(lambda text: part in text, (part,)))
    if found.answer == "yes":
        assert accepts(schema, found.instance) is not False
        assert resolve(found.instance, path)
    there = questions.satisfiable(schema, path, Present())
    if there.answer == "yes":
        assert accepts(schema, there.instance) is not False
        assert None not in (resolve(there.instance, path) or [None])
    if there.answer == "no":
        for other in others:
            at = resolve(other, path)
            assert not (at and None not in at and accepts(schema, other))
    if found.answer == "no":
        for other in others:
            at = resolve(other, path)
            texts = at and all(isinstance(text, str) and part in text for text in at)
            assert not (texts and accepts(schema, other))


@given(ROOTS, PATHS, OTHERS)
@SETTINGS
def test_values_at(schema: Any, path: Path, others: list[Any]) -> None:
    values = questions.values_at(schema, path)
    if values is None:
        return
    for other in others:
        if accepts(schema, other):
            at = resolve(other, path)
            assert not at or accepts({"items": {"enum": list(values)}}, at)


@given(ROOTS, PATHS, OTHERS)
@SETTINGS
def test_what_a_value_may_be_by_itself(schema: Any, path: Path, others: list[Any]) -> None:
    for other in others:
        for value in resolve(other, path) or ():
            if accepts(schema, other):
                assert questions.admits(schema, path, Equals(value)).answer != "no"


@given(ROOTS)
@SETTINGS
def test_minimal_instances_are_valid(schema: Any) -> None:
    found = questions.exists(schema, ())
    if found.answer == "yes":
        assert accepts(schema, found.instance) is not False
    assert questions.minimal(schema) == found.instance


@given(ROOTS, OTHERS)
@SETTINGS
def test_nothing_is_called_empty_that_is_not(schema: Any, others: list[Any]) -> None:
    if questions.exists(schema, ()).answer == "no":
        assert not any(accepts(schema, other) for other in others)


@given(ROOTS, PATHS)
@SETTINGS
def test_what_is_written_never_fails_and_repeats(schema: Any, path: Path) -> None:
    found = questions.declared(schema, path)
    assert found == questions.declared(schema, path)
    if found.conflict is not None and not found.unknown:
        assert questions.exists(schema, path).answer != "yes"


def is_schema(draft: Any, schema: Any) -> bool:
    try:
        draft.check_schema(schema, format_checker=None)
    except SchemaError:
        return False
    return True


def has_empty_enum(schema: Any) -> bool:
    return any(fault.pointer[-1:] == ("enum",) for fault in questions.check(schema))


@given(st.one_of(ROOTS, ODD, VALUES))
@SETTINGS
def test_the_check_agrees_with_the_meta_schemas(schema: Any) -> None:
    assume(not has_empty_enum(schema))
    assert is_schema(Draft202012Validator, schema) == (not questions.check(schema))
    assert is_schema(Draft7Validator, schema) == (not questions.check(schema, "draft-07"))


@given(ODD, PATHS)
@SETTINGS
def test_no_question_fails_on_what_is_no_schema(schema: Any, path: Path) -> None:
    for ask in (questions.exists, questions.always, questions.declared):
        assert ask(schema, path) is not None
    questions.values_at(schema, path)
    questions.minimal(schema)
    assert questions.valid(schema, schema) in ("yes", "no", "maybe")


@given(ANY_ROOTS, PATHS, VALUES, VALUES)
@SETTINGS
def test_what_is_plainly_admitted_can_be_satisfied(
    schema: Any, path: Path, value: Any, other: Any
) -> None:
    assume(not questions.check(schema))
    for test in (Present(), Equals(value), OneOf((value, other))):
        if questions.plainly_admits(schema, path, test):
            assert questions.admits(schema, path, test).answer != "no"
            assert questions.satisfiable(schema, path, test).answer == "yes"
