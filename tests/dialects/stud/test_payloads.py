"""What a completion schema says about a path."""

from __future__ import annotations

import pytest

from phaselint.dialects.stud.analysis.payloads import lookup

CLOSED = {
    "type": "object",
    "properties": {"list": {"type": "array"}},
    "required": ["list"],
    "additionalProperties": False,
}


@pytest.mark.parametrize("path", [("list", "0"), ("list", 0), ("list", "0", "name")])
def test_elements_of_which_nothing_is_written_may_be_anything(path: tuple[str | int, ...]) -> None:
    assert lookup(CLOSED, path).answer == "open"


def test_a_name_that_is_not_declared_is_not_there() -> None:
    assert lookup(CLOSED, ("lists", "0")).answer == "no"
