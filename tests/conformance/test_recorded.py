"""Runs of the real engines, replayed: the same contracts and scripts end in the same way.

The environment variable PHASELINT_RECORDED names the folder: runs as lines of JSON, and the program
that compares them.
"""

from __future__ import annotations

import os
import sys
import tomllib
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

RECORDED = os.environ.get("PHASELINT_RECORDED", "")
LISTED = tomllib.loads(Path(__file__).with_name("recorded.toml").read_text("utf-8"))
"""File → why some runs differ → their ids."""

PARTS = 4
"""Tests that the runs of a file are spread over."""

pytestmark = pytest.mark.skipif(not RECORDED, reason="PHASELINT_RECORDED names no recorded runs")


@cache
def comparing() -> Any:
    """The program that comes with the runs."""
    spec = spec_from_file_location("recorded_compare", Path(RECORDED, "compare.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def files() -> list[str]:
    return sorted(each.name for each in Path(RECORDED).glob("*.jsonl.gz")) if RECORDED else []


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", files())
def test_runs_end_as_they_did_in_the_engine(name: str, part: int) -> None:
    excused = {each for ids in LISTED.get(name, {}).values() for each in ids}
    runs = comparing().records(Path(RECORDED, name))[part::PARTS]
    found = {each["id"]: sorted(comparing().differences(each)) for each in runs}
    assert {key: keys for key, keys in found.items() if keys and key not in excused} == {}


def test_each_exception_is_a_run_with_a_reason() -> None:
    for name in files():
        ids = {each["id"] for each in comparing().records(Path(RECORDED, name))}
        for why, listed in LISTED.get(name, {}).items():
            assert " " in why
            assert ids.issuperset(listed)
