"""Logs of real runs with labels: what is read of them, and where they leave their contracts.

The environment variable PHASELINT_SAMPLES names the folder: one for each format, with an
`expected.json`.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from phaselint.cli import main

SAMPLES = os.environ.get("PHASELINT_SAMPLES", "")
ROOT = Path(__file__).parents[2]
LABELS = sorted(Path(SAMPLES).glob("*/expected.json")) if SAMPLES else []

pytestmark = pytest.mark.skipif(not SAMPLES, reason="PHASELINT_SAMPLES names no logs")


def plain(act: list[str]) -> list[str]:
    """An act without the kind of what is called."""
    return [re.sub(r"^call (agent|tool|skill) ", "call ", act[0]), *act[1:]]


def told(run: dict[str, Any]) -> dict[str, Any]:
    """What is compared of a run."""
    leaves = run.get("leaves") or {}
    return {"acts": list(map(plain, run["acts"])), "end": run["end"], "leaves": leaves.get("at")}


@pytest.mark.parametrize("labels", LABELS, ids=lambda path: path.parent.name)
def test_logs_are_read_as_their_labels_have_them(
    labels: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(labels.parent)
    for log, label in json.loads(labels.read_text("utf-8")).items():
        contract = label["contract"]
        base = ROOT if contract and contract.startswith("fixtures/") else Path(SAMPLES)
        asked = ["--acts"] if contract is None else ["--contract", str(base / contract)]
        main(["conform", "--format", "json", *asked, log])
        runs = json.loads(capsys.readouterr().out)["runs"]
        assert list(map(told, runs)) == list(map(told, label["runs"]))
