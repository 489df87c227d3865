"""What claims read in the documents of a contract."""

from __future__ import annotations

import json
from typing import Any

import pytest

from laws.bench import benches_of
from phaselint.executor.written import is_written
from phaselint.vocabulary.claim import Written
from phaselint.vocabulary.finding import Place

FLOW = """\
id: ferry
name: Ferry
description: " "
entry: row
nodes:
  row: {name: Row, instruction: "Row to input.shore, then rest."}
  rest: {name: Rest, instruction: Rest.}
edges: [{from: row, to: rest}]
inputs:
  shore: {type: string, enum: [near, 1, true]}
"""

FILE = "ferry.yml"
ENUM = ("inputs", "shore", "enum")
ROW = ("nodes", "row", "instruction")


def says(pointer: tuple[str | int, ...], file: str = FILE, **what: Any) -> bool:
    (bench,) = benches_of({FILE: FLOW})
    return is_written(bench.lab, Written(Place(file, pointer), **what))


@pytest.mark.parametrize(
    ("pointer", "there"),
    [
        ((), True),
        (("inputs", "shore"), True),
        (("inputs", "shores"), False),
        ((*ENUM, 2), True),
        ((*ENUM, 3), False),
        ((*ENUM, -1), False),
        (("edges", "0"), False),
        ((*ROW, "Row"), False),
        ((*ROW, 0), False),
    ],
)
def test_something_is_at_a_place_or_absent(pointer: tuple[str | int, ...], there: bool) -> None:
    assert says(pointer) is there
    assert says(pointer, absent=True) is not there
    assert not says(pointer, "other.yml")
    assert says(pointer, "other.yml", absent=True)


@pytest.mark.parametrize(
    ("pointer", "what", "held"),
    [
        (ENUM, "near", True),
        (ENUM, "nea", False),
        (ENUM, 1.0, True),
        (ENUM, False, False),
        (ENUM[:2], ["type", "string"], True),
        (ENUM[:2], ["type", "text"], False),
        (ROW, "input.shore", True),
        (ROW, "input.shores", False),
        (ROW, 1, False),
        ((*ENUM, 1), 1, False),
    ],
)
def test_what_is_there_holds_or_lacks_parts(
    pointer: tuple[str | int, ...], what: Any, held: bool
) -> None:
    assert says(pointer, holds=(what,)) is held, json.dumps(what)
    assert says(pointer, lacks=(what,)) is not held, json.dumps(what)
    assert not says(pointer, holds=(what,), lacks=(what,))


def test_the_whole_text_of_a_document_can_be_read() -> None:
    (bench,) = benches_of({FILE: FLOW})
    whole = Written(Place(FILE, (), "document"))
    assert is_written(bench.lab, whole._replace(holds=("id: ferry\n",)))
    assert not is_written(bench.lab, whole._replace(holds=("id: fairy\n",)))


@pytest.mark.parametrize(
    ("pointer", "pattern", "like"),
    [
        (("description",), r"\s*", True),
        (("name",), r"\s*", False),
        (ROW, "Row", False),
        (ROW, "Row.*", True),
        ((*ENUM, 1), ".*", False),
    ],
)
def test_a_string_is_like_a_pattern_as_a_whole(
    pointer: tuple[str | int, ...], pattern: str, like: bool
) -> None:
    assert says(pointer, like=pattern) is like
