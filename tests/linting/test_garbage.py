"""What was known of a contract is gone as soon as nobody needs it: nothing refers to what refers to
it, so that the garbage collector has nothing to look for in a sweep."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from benchmarks.contracts import write_sets
from benchmarks.pipelines import write_pipelines
from benchmarks.workflows import write_workflows
from phaselint.api import builtin_rules
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def left(folder: Path) -> int:
    """How many objects linting a folder leaves to the garbage collector."""
    gc.collect()
    gc.disable()
    try:
        run(Request((str(folder),), isolated=True, jobs=1), builtin_rules())
        return gc.collect()
    finally:
        gc.enable()


@pytest.mark.parametrize("write", [write_sets, write_workflows, write_pipelines])
def test_more_contracts_leave_no_more(
    tmp_path: Path, write: Callable[[str, int], list[str]]
) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    write(str(few), 2)
    write(str(many), 8)
    left(few)  # makes what is kept for all runs
    assert left(many) - left(few) < 50
