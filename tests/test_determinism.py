"""The same contracts give the same output, whatever the hash seed and the directory (design §1)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIXTURES = ("projects", "rules")
SEEDS = ("0", "1", "4242")


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


def whole(seed: str) -> str:
    return lint(seed, ROOT / "fixtures", *FIXTURES)


@pytest.mark.parametrize("seed", SEEDS[1:])
def test_the_hash_seed_does_not_show(seed: str) -> None:
    assert whole(seed) == whole(SEEDS[0])


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
            entry["witness"] and entry["witness"]["steps"] is not None,
            entry["proof"],
        )
        for entry in findings
    ]


@pytest.mark.parametrize("folder", [ROOT, ROOT / "tests"])
def test_the_working_directory_shows_in_paths_only(folder: Path) -> None:
    above = os.path.relpath(ROOT / "fixtures", folder).replace(os.sep, "/") + "/"
    report = lint(SEEDS[0], folder, *(f"{above}{name}" for name in FIXTURES))
    assert keys(report, above) == keys(whole(SEEDS[0]), "")


def test_the_order_of_the_paths_does_not_show() -> None:
    turned = lint(SEEDS[0], ROOT / "fixtures", *reversed(FIXTURES))
    assert turned == whole(SEEDS[0])
