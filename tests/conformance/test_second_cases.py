"""The second series of labelled contracts: findings, dry runs, a later release, and commands.

The environment variable PHASELINT_CASES2 names the folder. Labels use the catalogue names of the
dialect references.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import phaselint
from rules.catalogue import ALIASES

CASES = os.environ.get("PHASELINT_CASES2", "")
LISTED = tomllib.loads(Path(__file__).with_name("secondcases.toml").read_text("utf-8"))
"""Case or command → why it is not as its label says."""

FOLDERS = {
    **{name: name for name in ("vesanor", "stud", "sweny", "climpt", "climpt-1.14")},
    "dry/vesanor": "vesanor",
    "dry/stud": "stud",
    "next/sweny": "sweny",
}
"""Folder with labels → where its dialect is named."""

LATER = ("F4",)
"""Commands that are about texts of suggestions, which are checked by their own tests."""

KEYS = ("ideal", "checks", "ideal_includes")
ALLOWED = ("also_ok", "notes", "ideal_allowed")

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


def wrong(entry: Entry) -> list[str]:
    """What a contract lacks that its label asks for, and what it has besides."""
    label, dialect = labels(entry.folder)[entry.path], FOLDERS[entry.folder].partition("-")[0]
    findings = phaselint.lint(
        (str(Path(CASES, entry.folder, entry.path)),),
        dialect=dialect,
        dry_run=entry.folder.startswith("dry/"),
        options={"sweny": {"target": "next"}} if entry.folder.startswith("next/") else {},
        select=("ALL",),
        isolated=True,
    ).findings

    def names(*keys: str) -> set[str]:
        every = (name for key in keys for name in label.get(key) or ())
        return {ALIASES[dialect].get(name, name) for name in every}

    must, may = names(*KEYS), names(*ALLOWED)
    loud = {each.name for each in findings if each.level != "info"}
    graded = dialect in ("vesanor", "stud")  # whose labels say what is an info
    got = loud if graded else {each.name for each in findings}
    if label.get("any_name") and must - got and got - must - may - names("not_enough"):
        got = loud = must | (loud & may)
    extra = loud - must - (set() if graded else may)
    places = Counter((each.name, each.place) for each in findings)
    refused = label.get("ideal_valid", label.get("valid", True)) is False
    return [
        *(f"lacks {name}" for name in sorted(must - got)),
        *(f"has {name}" for name in sorted(extra)),
        *(f"has {name} twice" for (name, _), count in places.items() if count > 1),
        *(["has no error"] if refused and all(each.level != "error" for each in findings) else ()),
    ]


@pytest.mark.parametrize("entry", entries(), ids=str)
def test_findings_are_the_labelled_ones(entry: Entry) -> None:
    found = wrong(entry)
    assert found == [] or str(entry) in LISTED


@pytest.mark.parametrize("number", range(len(commands())), ids=lambda n: commands()[n]["dir"])
def test_a_command_does_what_is_asked(number: int, tmp_path: Path) -> None:
    wanted = commands()[number]
    shutil.copytree(Path(CASES, "commands", wanted["dir"]), tmp_path, dirs_exist_ok=True)
    limit = wanted.get("seconds", 60)
    used = os.times()
    run = subprocess.run(
        [sys.executable, "-m", "phaselint", *wanted["argv"]],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=10 * limit,
        check=False,
    )
    lacking = [
        *(each for each in wanted.get("want", ()) if each not in run.stdout),
        *(each for each in wanted.get("want_re", ()) if not re.search(each, run.stdout)),
    ]
    told = [each for each in wanted.get("never", ()) if each in run.stdout]
    spent = os.times()
    seconds = spent.children_user - used.children_user
    right = run.returncode == wanted.get("status", run.returncode) and seconds <= limit
    assert (not lacking and not told and right) or wanted["dir"] in LISTED, run.stdout
