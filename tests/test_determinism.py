"""The same contracts give the same output, whatever the hash seed and the directory (design §1)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

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


def test_the_hash_seed_does_not_show() -> None:
    assert whole(SEEDS[1]) == whole(SEEDS[0])


def test_nor_does_the_order_of_the_paths() -> None:
    assert lint(SEEDS[2], ROOT / "fixtures", *reversed(FIXTURES)) == whole(SEEDS[0])


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


def test_the_working_directory_shows_in_paths_only() -> None:
    above = "../fixtures/"
    report = lint(SEEDS[0], ROOT / "tests", *(f"{above}{name}" for name in FIXTURES))
    assert keys(report, above) == keys(whole(SEEDS[0]), "")
