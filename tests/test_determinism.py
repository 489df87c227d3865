"""The same contracts give the same output, whatever the hash seed and the directory (design §1)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cases import FIXTURES, listed
from fresh import picker

if TYPE_CHECKING:
    from cases import Written

ROOT = Path(__file__).resolve().parents[1]
PATHS = ("projects", "rules")


@cache
def lint(seed: str, folder: Path, *paths: str) -> str:
    """The JSON report of a dry run in a fresh process."""
    sources = os.pathsep.join(str(ROOT / name) for name in ("linter", "rules", "lsp"))
    command = [sys.executable, "-m", "phaselint", "lint", "--dry-run", "--format", "json"]
    done = subprocess.run(
        [*command, "--select", "ALL", "--exit-zero", *paths],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": sources},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def fixtures(written: Written, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the projects and with the cases of a third of the rules, drawn at random:
    all of them take a minute."""
    folder = tmp_path_factory.mktemp("determinism")
    shutil.copytree(FIXTURES / "projects", folder / "projects")
    rules = sorted({case.rule for case in listed()})
    for rule in picker("determinism").sample(rules, len(rules) // 3):
        shutil.copytree(written.rule(rule), folder / "rules" / rule)
    return folder


def test_neither_the_hash_seed_nor_the_order_of_the_paths_shows(fixtures: Path) -> None:
    assert lint("1", fixtures, *reversed(PATHS)) == lint("0", fixtures, *PATHS)


def keys(report: str, above: str) -> list[tuple[Any, ...]]:
    """What a finding is, wherever one stands: all but the way to its file."""
    findings = [entry for part in ("findings", "suppressed") for entry in json.loads(report)[part]]
    assert findings
    return [
        (
            entry["fingerprint"],
            entry["code"],
            entry["file"].removeprefix(above),
            entry["range"],
            entry["message"],
            {key: data for key, data in (entry["witness"] or {}).items() if key != "steps"},
            entry["proof"],
        )
        for entry in findings
    ]


def test_the_working_directory_shows_in_paths_only(fixtures: Path, tmp_path: Path) -> None:
    above = os.path.relpath(fixtures, tmp_path) + "/"
    report = lint("4242", tmp_path, *(f"{above}{name}" for name in PATHS))
    assert keys(report, above) == keys(lint("0", fixtures, *PATHS), "")
