"""The schemas of the dialects' formats, held against our own check of these."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from formats.documents import Slips
from formats.foreign import ACCEPTS, documents
from formats.test_schemas import validator
from phaselint.dialects.sweny.reading.urls import parse
from phaselint.formats import FORMATS, schema

if TYPE_CHECKING:
    from pathlib import Path

DAMAGED = 300
"""Documents of each format."""

PLAIN = [name for name in ACCEPTS if not name.startswith("agents-")]
"""The formats that are judged without a lint of a folder."""


def test_all_formats_of_dialects_are_judged() -> None:
    assert set(ACCEPTS) == {name for name in FORMATS if "-" in name}


def agrees(name: str, value: Any, folder: Path) -> bool:
    """Whether the schema says the same as our own check, or otherwise for a reason of its own."""
    judge, ours = validator(name), ACCEPTS[name](value, folder)
    return judge.is_valid(value) == ours or is_beyond(name, value, ours)


def is_beyond(name: str, value: Any, ours: bool) -> bool:
    """Whether schemas leave open for what a document is refused, a text that is no URL and two
    parameters with one flag, or refuse what is passed over: a name that SWEny makes a text of, the
    default of a parameter that should have more keys."""
    if ours and name == "climpt-agent":
        parameters = value["parameters"].values()
        return any("default" in each and not {"type", "cli"} <= each.keys() for each in parameters)
    if ours:
        return name == "sweny-skill" and not isinstance(value["name"], str)
    if name == "sweny-workflow":
        return any(not parse(url) for url in urls(value))
    if name != "climpt-agent":
        return False
    flags = [each.get("cli") for each in value["parameters"].values()]
    return len(set(flags)) < len(flags)


def urls(value: Any) -> list[str]:
    """The texts at keys `url` in a document."""
    if isinstance(value, list):
        return [url for each in value for url in urls(each)]
    if not isinstance(value, dict):
        return []
    own = [value["url"]] if isinstance(value.get("url"), str) else []
    return own + [url for each in value.values() for url in urls(each)]


@pytest.mark.parametrize("name", ACCEPTS)
def test_examples_are_good(name: str, tmp_path: Path) -> None:
    (example,) = schema(name)["examples"]
    validator(name).validate(example)
    assert ACCEPTS[name](example, tmp_path)


@pytest.mark.parametrize("name", ACCEPTS)
def test_documents_of_fixtures_and_corpora(name: str, tmp_path: Path) -> None:
    found = documents(name)
    assert found
    for number, value in enumerate(found):
        assert agrees(name, value, tmp_path / str(number)), value


@pytest.mark.parametrize("name", ACCEPTS)
def test_damaged_documents(name: str, tmp_path: Path) -> None:
    slips = Slips(schema(name), documents(name), Random(f"{name}:1"))
    seen = set()
    for number in range(DAMAGED if name in PLAIN else DAMAGED // 3):
        value = slips.damaged()
        assert agrees(name, value, tmp_path / str(number)), value
        seen.add(validator(name).is_valid(value))
    assert seen == {True, False}
