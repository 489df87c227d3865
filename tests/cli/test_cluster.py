"""Two thousand contracts on a real cluster of dask: the same bytes as one process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.contracts import write_sets
from cli.command import PATHS, Command, Ended
from cli.contracts import BOTH

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest.importorskip("distributed")
pytestmark = pytest.mark.sweeps

TESTS = Path(__file__).parents[1]
COUNT = 2_000
EACH = 25
"""Of so many contracts one has findings."""


ANY_LENGTH = 600
"""Seconds after which a sweep counts as hung."""


@pytest.fixture(scope="module")
def organisation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """The command in a folder of contracts, clean for the most part."""
    folder = tmp_path_factory.mktemp("organisation")
    write_sets(str(folder), COUNT)
    for session in sorted(folder.glob("*/session.yaml"))[::EACH]:
        session.write_text(BOTH, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cli.command.PATIENCE", ANY_LENGTH)
        yield Command(folder, tuple)


@pytest.fixture(scope="module")
def alone(organisation: Command) -> Ended:
    """What one process says."""
    return organisation.process("lint", "--jobs=1", "--format=jsonl")


def swept(organisation: Command, name: str) -> Ended:
    """What a cluster says."""
    paths = os.pathsep.join((PATHS, str(TESTS)))
    engine = f"--executor=linting.clusters:{name}"
    return organisation.process("lint", engine, "--format=jsonl", environment={"PYTHONPATH": paths})


def test_two_processes_say_what_one_says(organisation: Command, alone: Ended) -> None:
    ended = swept(organisation, "dask")
    assert (ended.status, ended.out) == (alone.status, alone.out)
    found = [json.loads(line) for line in ended.lines]
    assert found[-1]["summary"]["contracts"] == COUNT
    assert len({line["contract"] for line in found[:-1]}) >= COUNT // EACH


def test_a_worker_that_is_killed_in_the_midst_changes_nothing(
    organisation: Command, alone: Ended
) -> None:
    ended = swept(organisation, "killed")
    assert "one of two workers was killed" in ended.err
    assert (ended.status, ended.out) == (alone.status, alone.out)
