"""The second series of labelled contracts: findings, dry runs, a later release, and commands.

The environment variable PHASELINT_CASES2 names the folder. What is listed in secondcases.toml is
not yet as its label says, and excused for what the line names; once it is right, it fails here
until it is no longer listed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import phaselint
from conformance.judging import wrong

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic

CASES = os.environ.get("PHASELINT_CASES2", "")
LISTED = tomllib.loads(Path(__file__).with_name("secondcases.toml").read_text("utf-8"))
"""Case or command → why it is not as its label says, with all that is wrong with it."""

FOLDERS = {
    **{name: name for name in ("vesanor", "stud", "sweny", "climpt", "climpt-1.14", "agents")},
    "dry/vesanor": "vesanor",
    "dry/stud": "stud",
    "next/sweny": "sweny",
}
"""Folder with labels → where its dialect is named."""

LATER = ("F4",)
"""Commands that are about texts of suggestions, which are checked by their own tests."""

pytestmark = pytest.mark.skipif(not CASES, reason="PHASELINT_CASES2 names no labelled contracts")


class Entry(NamedTuple):
    """A labelled contract: the folder with its label, and its path there."""

    folder: str
    path: str

    def __str__(self) -> str:
        return f"{self.folder}/{self.path}"


def labels(folder: str) -> dict[str, Any]:
    """Path → label, of a folder; nothing where there is none."""
    file = Path(CASES, folder, "expected.json")
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if CASES and file.exists() else {}
    return dict(found.get("files", found))


def entries() -> list[Entry]:
    return [Entry(folder, path) for folder in FOLDERS for path in labels(folder)]


@cache
def commands() -> list[dict[str, Any]]:
    file = Path(CASES, "commands.json")
    found = json.loads(file.read_text("utf-8")) if CASES else []
    return [each for each in found if each["id"] not in LATER]


def found_in(entry: Entry) -> tuple[Diagnostic, ...]:
    """The findings of an entry, all rules selected."""
    return phaselint.lint(
        (str(Path(CASES, entry.folder, entry.path)),),
        dialect=dialect_of(entry),
        dry_run=entry.folder.startswith("dry/"),
        options={"sweny": {"target": "next"}} if entry.folder.startswith("next/") else {},
        select=("ALL",),
        isolated=True,
    ).findings


def unexcused(name: str, told: list[str]) -> list[str]:
    """What is wrong with an entry or command and not named where it is listed; that nothing of
    what is named there is wrong any more."""
    if name not in LISTED:
        return told
    if not told:
        return [f"{name} is right by now, and need not be listed"]
    return [each for each in told if each not in LISTED[name]]


def dialect_of(entry: Entry) -> str:
    return FOLDERS[entry.folder].partition("-")[0]


@pytest.mark.parametrize("entry", entries(), ids=str)
def test_findings_are_the_labelled_ones(entry: Entry) -> None:
    label = labels(entry.folder)[entry.path]
    told = [*wrong(dialect_of(entry), label, found_in(entry))]
    assert unexcused(str(entry), told) == []


@pytest.mark.posix
@pytest.mark.parametrize("number", range(len(commands())), ids=lambda n: commands()[n]["dir"])
def test_a_command_does_what_is_asked(number: int, tmp_path: Path) -> None:
    wanted = commands()[number]
    shutil.copytree(Path(CASES, "commands", wanted["dir"]), tmp_path, dirs_exist_ok=True)
    told = [*wrong_with(wanted, run(wanted["argv"], tmp_path, wanted.get("seconds", 60)))]
    assert unexcused(wanted["dir"], told) == []


class Ran(NamedTuple):
    """How a command ended, what it wrote, and what it took: processor time and memory."""

    status: int
    text: str
    seconds: float
    kilobytes: int


MEASURED = """
import json, resource, subprocess, sys
limit, *command = sys.argv[1:]
ended = subprocess.run(command, stdout=sys.stderr, stderr=sys.stderr, timeout=float(limit))
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([ended.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""
"""Runs a command and says what it took. A process has the memory of the one that starts it until
it begins to be another: so it is started by a small one."""


def run(arguments: list[str], folder: Path, seconds: float) -> Ran:
    """Run a command in a folder; one that hangs is ended long after its limit."""
    command = [sys.executable, "-m", "phaselint", *arguments]
    ended = subprocess.run(
        [sys.executable, "-c", MEASURED, str(10 * seconds), *command],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=True,
    )
    status, taken, kilobytes = json.loads(ended.stdout)
    return Ran(status, ended.stderr, taken, kilobytes)


def wrong_with(wanted: Mapping[str, Any], ran: Ran) -> Iterator[str]:
    """What a command should have done, and should not."""
    yield from (f"lacks {each!r}" for each in wanted.get("want", ()) if each not in ran.text)
    yield from (f"has {each!r}" for each in wanted.get("never", ()) if each in ran.text)
    for each in wanted.get("want_re", ()):
        if not re.search(each, ran.text):
            yield f"lacks /{each}/"
    if ran.status != wanted.get("status", ran.status):
        yield f"ends with {ran.status}"
    if ran.seconds > wanted.get("seconds", 60):
        yield f"takes {ran.seconds:.1f} s"
    if ran.kilobytes > wanted.get("mb", 3000) * 1024:
        yield f"takes {ran.kilobytes // 1024} MB"


def test_what_is_listed_is_there() -> None:
    there = {*map(str, entries()), *(each["dir"] for each in commands())}
    assert LISTED.keys() - there == set()
