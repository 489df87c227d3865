"""Rules that were not asked say so (reference stud §3.1, §6.10).

Every bad fixture is linted as it is, and with one further defect that turns rules off. A rule
that falls silent must be among those that count as not asked.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from cases import Case, listed, texts
from dialects.stud.pipelines import pipeline, stage, to
from phaselint.dialects import dialect
from phaselint.dialects.base import Target
from phaselint.dialects.options import merge
from phaselint.document.reader import read
from phaselint.linting.check import Checked, check
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES

STUD = dialect("stud")
OURS = {rule.name for rule in RULES if rule.dialect == "stud"}
MANIFEST = ".stud.yaml"
FILE = f"harbour{MANIFEST}"

CASES = [
    case
    for name in sorted(OURS)
    for case in listed(name, "bad*")
    if any(path.endswith(MANIFEST) for path in texts(case))
]

MENDED = "stages-empty"
"""What a further stage mends, which is another reason to fall silent."""

ALWAYS_ASKED = {"syntax-error", "frontmatter-missing", "manifest-invalid"}
"""Rules about whatever there is, the same defect being reported in other words."""


def unreadable_stage(value: dict[str, Any]) -> None:
    value["stages"].append({"file": "absent.md"})


def stage_without_a_name(value: dict[str, Any]) -> None:
    entry = stage("x")
    del entry["id"]
    value["stages"].append(entry)


def unknown_target(value: dict[str, Any]) -> None:
    specs = value.setdefault("next", {})
    if isinstance(specs, dict):
        specs.setdefault("nowhere", {"nextStages": ["nowhere"]})


def broken_next(value: dict[str, Any]) -> None:
    value["next"] = []


def broken_branches(value: dict[str, Any]) -> None:
    for spec in value.get("next", {}).values():
        if isinstance(spec, dict):
            spec["branches"] = 7


def broken_declarations(value: dict[str, Any]) -> None:
    value |= {key: 7 for key in ("tools", "ctx", "outputs") if key in value}


def unknown_entry(value: dict[str, Any]) -> None:
    value["entryStage"] = "nowhere-at-all"


def no_stages(value: dict[str, Any]) -> None:
    value["stages"] = []


def no_manifest(value: dict[str, Any]) -> None:
    value["stages"] = "none"


SPOILERS = (
    unreadable_stage,
    stage_without_a_name,
    unknown_target,
    broken_next,
    broken_branches,
    broken_declarations,
    unknown_entry,
    no_stages,
    no_manifest,
)


def lint(files: dict[str, str], main: str) -> Checked:
    target = Target("stud", "", main)
    return check(STUD, DictReader(files), target, Task(RULES, merge(STUD, {}, {}, {})))


def names(checked: Checked) -> set[str]:
    found = {hit.rule.name for hit in checked.hits}
    assert "internal-error" not in found
    return found & OURS


def manifests(files: dict[str, str]) -> dict[str, Any]:
    found = {path: read(path, files[path].encode()).value for path in files if MANIFEST in path}
    return {
        path: value
        for path, value in found.items()
        if isinstance(value, dict) and isinstance(value.get("stages"), list)
    }


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_rule_that_falls_silent_was_not_asked(case: Case) -> None:
    files = texts(case)
    for main, value in manifests(files).items():
        before = names(lint(files, main)) - ALWAYS_ASKED - {MENDED}
        for spoiler in SPOILERS:
            spoilt = json.loads(json.dumps(value))
            spoiler(spoilt)
            after = lint({**files, main: json.dumps(spoilt)}, main)
            silent = before - names(after) - _told_by(names(after))
            assert silent <= after.unasked, spoiler.__name__


def _told_by(found: set[str]) -> set[str]:
    """Rules in whose place another speaks: a stage that is declared under another id than it is
    named by is one finding."""
    return {"next-for-unknown-stage"} if "next-missing" in found else set()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_rule_about_a_stage_falls_silent_where_stages_cannot_be_read(case: Case) -> None:
    files = texts(case)
    for main in manifests(files):
        before = names(lint(files, main)) - ALWAYS_ASKED
        for path in [path for path in files if path.endswith(".md")]:
            after = lint({**files, path: "---\n- no\n---\n"}, main)
            assert before - names(after) <= after.unasked, path


WHERE_DECLARED = {
    *("allowed-tool-unregistered", "body-names-out-of-envelope-tool"),
    *("ctx-field-unused", "placeholder-ctx-undeclared", "placeholder-optional-field"),
}
"""Rules that take from the manifest what tools there are, or what is in the context."""


def test_a_sound_pipeline_has_every_rule_asked() -> None:
    value = pipeline("a", "b", next={"a": to("b")})
    assert lint({FILE: json.dumps(value)}, FILE).unasked == WHERE_DECLARED
    declared = {"tools": {"bundled": "default"}, "ctx": {}}
    assert lint({FILE: json.dumps({**value, **declared})}, FILE).unasked == frozenset()


def test_a_stage_alone_has_the_rules_about_stages_asked() -> None:
    text = "---\nid: a\n---\nGo on.\n"
    unasked = lint({"a.md": text}, "a.md").unasked
    assert {"unreachable-phase", "unknown-entry", "stages-empty", *WHERE_DECLARED} <= unasked
    assert not {"missing-required-field", "body-empty", "upstream-unknown-field"} & unasked


@pytest.mark.parametrize("path", ["a.stud.yaml", "a.md"])
def test_where_nothing_can_be_read_hardly_a_rule_is_asked(path: str) -> None:
    assert lint({path: "---\n- no\n"}, path).unasked == OURS - ALWAYS_ASKED
