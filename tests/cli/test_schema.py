"""`phaselint schema`: the JSON Schemas of the files that phaselint reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaselint.formats import FORMATS, schema

if TYPE_CHECKING:
    from cli.command import Command


@pytest.mark.parametrize("name", FORMATS)
def test_prints_the_schema(name: str, phaselint: Command) -> None:
    ended = phaselint("schema", name)
    assert (ended.status, ended.err) == (0, "")
    assert json.loads(ended.out) == schema(name)


def test_writes_a_file(phaselint: Command) -> None:
    assert phaselint("schema", "script", "--output", "a.json").status == 0
    written = (phaselint.folder / "a.json").read_text("utf-8")
    assert json.loads(written) == schema("script")


KNOWN = ", ".join(f"`{name}`" for name in FORMATS)


def test_a_name_that_does_not_exist(phaselint: Command) -> None:
    ended = phaselint("schema", "conf")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == f"phaselint: unknown schema `conf`; there are {KNOWN}\n"


def test_no_name(phaselint: Command) -> None:
    ended = phaselint("schema")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == f"phaselint: name a schema: {KNOWN}\n"
