"""Agents of release 1.13 in the corpus, moved to 1.14: they lint as well as they did, and run as
they did but for what the reference names (1.14 §9).

The environment variable PHASELINT_CORPUS names the folder.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import checking
import phaselint.api
from phaselint.dialects.base import Target
from phaselint.dialects.climpt import DIALECT
from phaselint.dialects.climpt.migrating.offer import REPLACED, migrations
from phaselint.dialects.climpt.migrating.plan import plan
from phaselint.dialects.climpt.reading.load import load
from phaselint.executor.scenario import play
from phaselint.executor.script import read_script
from phaselint.linting.request import Request
from phaselint.migrating.moving import Leave, brought, migrate
from phaselint.project.memory import DictReader
from samples import document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.executor.scenario import Played

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
pytestmark = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")

REFUSALS = ("S2", "S3", "S5", "A3", "SR-VALID-004", "SR-VALID-005", "AC-VERDICT-012")
"""Refusals of a start in the place of an error while running."""

RESULT = ("success", "iterations", "error_code", "verdict", "model_calls")
SEEN = ("iteration", "step", "loop", "model_called", "intent", "next", "complete")
OTHERS = ("is written for", "has no steps registry")
"""What is no agent of 1.13: one of another release, or none at all."""


def read_json(*path: str) -> Any:
    file = Path(CORPUS, "climpt", *path)
    return json.loads(file.read_text("utf-8")) if CORPUS and file.exists() else {}


def sound() -> list[str]:
    """The folders whose agent the reference starts and accepts."""
    return [
        path
        for path, label in read_json("expected.json").items()
        if label.get("startup", {}).get("ok") and label.get("valid")
    ]


def traces() -> list[str]:
    return sorted(path.stem for path in Path(CORPUS, "climpt", "traces").glob("*.json"))


@pytest.mark.parametrize("path", sound())
def test_a_sound_agent_is_migrated(path: str) -> None:
    (migration,) = migrations()
    request = Request((os.path.join(CORPUS, "climpt", path),), isolated=True, jobs=1)
    rules = phaselint.api.builtin_rules()
    (moved,) = migrate(request, rules, "climpt", migration, Leave()).moved
    if any(each in moved.refusal for each in OTHERS):
        pytest.skip(moved.refusal)
    assert not moved.refusal or "`no-path-to-closure`" in moved.refusal


class Both:
    """The files of a trace, as they are and migrated."""

    def __init__(self, name: str) -> None:
        self.native = read_json("traces", f"{name}.json")
        self.target = Target("climpt", f".agent/{self.native['agent']}")
        self.before: dict[str, str] = self.native["files"]
        reader = DictReader(self.before)
        planned = plan(load(reader, self.target), {}, reader)
        assert not planned.refusal
        self.after: dict[str, str] = {**self.before, **planned.texts}

    def played(self, files: Mapping[str, str]) -> Played:
        """A run of some files by the script of the trace; of 1.14 the issue is always there."""
        native = self.native
        given = {"issue": 1, **native["args"]} if files is self.after else native["args"]
        scenario = {
            "name": native["name"],
            "input": given,
            "model": native["script"],
            "world": {"validators": native.get("validator_outcomes", {})},
            "on_exhausted": "repeat-last",
        }
        text = json.dumps({"version": 1, "contract": self.target.folder, "scenarios": [scenario]})
        (read,) = read_script(document("case.script.json", text)).scenarios
        contract = DIALECT.load(DictReader(files), self.target)
        defaults = {option.name: option.default for option in DIALECT.options}
        return play(DIALECT.runtime(), contract, defaults, read)

    @property
    def explained(self) -> str:
        """Which of the kinds of runs that change this is one of; empty for none (1.14 §9)."""
        registry = self.before.get(f"{self.target.folder}/steps_registry.json", "")
        steps = json.loads(registry).get("steps", {}).values()
        ran = self.native["expected"]["steps"]
        failed = any(each.get("preflight_failed") or each.get("failed_pattern") for each in ran)
        kinds = (
            ("a validator fails, beforehand or more often than is counted", failed),
            ("`abort` is no intent", '"abort"' in registry),
            ("the issue was not given", "issue" not in self.native["args"]),
            ("nothing gave a step its kind", not any("stepKind" in each for each in steps)),
            ("a `jump` had no rule", _lacks(steps, "jump")),
            ("the closing prompt is that of `continuation`", _lends(self.native)),
        )
        return next((kind for kind, holds in kinds if holds), "")


def _lacks(steps: Any, intent: str) -> bool:
    """Whether a step allows an intent without a rule."""
    gated = [each for each in steps if isinstance(each.get("structuredGate"), dict)]
    return any(
        intent in each["structuredGate"].get("allowedIntents", ())
        and intent not in each.get("transitions", {})
        for each in gated
    )


def _lends(native: Any) -> bool:
    return "PR-RESOLVE-001" in str(native["expected"]["result"])


def seen(played: Played) -> list[Any]:
    found = [each.data for each in played.run.events if each.kind == "iteration"]
    return [{key: each.get(key) for key in (*SEEN, "prompt")} for each in found]


@pytest.mark.parametrize("name", traces())
def test_a_migrated_agent_runs_as_it_did(name: str) -> None:
    both = Both(name)
    old, new = both.played(both.before), both.played(both.after)
    if str(new.run.outcome).removeprefix("refused(").removesuffix(")") in REFUSALS:
        assert str(old.run.outcome) != "completed" or _refusable(both)
        return
    same = seen(old) == seen(new) and all(
        old.run.summary[key] == new.run.summary[key] for key in RESULT
    )
    refused = old.run.outcome == new.run.outcome and not seen(new)
    assert same or refused or both.explained


def _refusable(both: Both) -> bool:
    """Whether 1.14 cannot start what 1.13 completed: it never closes, or is malformed."""
    steps = json.loads(both.before[f"{both.target.folder}/steps_registry.json"])["steps"].values()
    closing = any("closure" in (each.get("stepKind"), each.get("c2")) for each in steps)
    return not closing or any("structuredGate" in s and "transitions" not in s for s in steps)


@pytest.mark.parametrize("name", traces())
def test_a_migrated_agent_lints_as_well(name: str) -> None:
    both = Both(name)
    before = checking.findings(both.target, both.before, options={"target": "1.13"})
    after = checking.findings(both.target, both.after, options={"target": "1.14"})
    worse = {each.name for each in brought(before, after, REPLACED) if each.level != "info"}
    assert worse <= {"no-path-to-closure"}
