"""What helps to write agents of climpt 1.14: hints, completion, renaming, links."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from dialects.climpt import runs
from dialects.climpt.later import AGENT, REGISTRY, SETTINGS, later
from lsp.test_completion import labels
from lsp.test_hints import hinted
from lsp.test_rename import renamed
from lsp.writing import editor, put
from phaselint_lsp.links import document_links

if TYPE_CHECKING:
    from pathlib import Path

WORKFLOW = ".agent/workflow.json"


def agent(*steps: dict[str, Any], **change: Any) -> dict[str, str]:
    """An agent of 1.14, each key on a line of its own."""
    files = later(runs.agent(*steps), **change)
    spread = {file: json.dumps(json.loads(files[file]), indent=2) for file in (REGISTRY, SETTINGS)}
    return {**files, **spread}


def test_repeats_without_a_chain(tmp_path: Path) -> None:
    files = agent(initial=["default"], continuation=["default"])
    found = [each for each in hinted(tmp_path, files, REGISTRY) if "adaptationChain:" in each]
    assert found == ['"repeat" «adaptationChain: ["default"]»']


def test_the_mode_of_settings_is_not_in_force(tmp_path: Path) -> None:
    files = agent(settings={"permissions": {"allow": ["Read"], "defaultMode": "plan"}})
    assert hinted(tmp_path, files, SETTINGS) == ['"defaultMode": "plan" «no effect»']


def test_one_prompt_for_all_closing_steps(tmp_path: Path) -> None:
    steps = [runs.step("closure.draft", "closing repeat"), runs.step("closure.issue", "closing")]
    found = hinted(tmp_path, agent(*steps), REGISTRY)
    assert [each for each in found if "prompt of" in each] == [
        '"c3": "issue" «prompt of closure.draft»'
    ]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('"kind": "work"', '"kind": ⌶', ["work", "verification", "closure"]),
        (
            '"initial": "initial.draft"',
            '"initial": "⌶"',
            ["initial.draft", "continuation.draft", "closure.draft"],
        ),
        ('"validators": {}', '"validators": {"clean": {"phase": "⌶"}}', ["preflight", "postllm"]),
    ],
)
def test_words_of_a_registry(tmp_path: Path, old: str, new: str, wanted: list[str]) -> None:
    files = agent(change=lambda registry: registry.update(validators={}))
    assert labels(tmp_path, files, REGISTRY, put(files[REGISTRY], old, new)) == wanted


def test_what_1_13_knew_is_not_completed(tmp_path: Path) -> None:
    files = agent()
    keys = labels(tmp_path, files, REGISTRY, put(files[REGISTRY], '"kind": "work",', '"⌶"'))
    assert {"kind", "adaptationChain"} <= set(keys)
    assert not {"stepKind", "c2", "c3"} & set(keys)
    intents = labels(tmp_path, files, REGISTRY, put(files[REGISTRY], '"repeat"\n', '"⌶"\n'))
    assert "abort" not in intents


def test_permission_modes_of_settings(tmp_path: Path) -> None:
    files = agent()
    text = '{"permissions": {"allow": [], "defaultMode": "⌶"}}'
    assert "acceptEdits" in labels(tmp_path, files, SETTINGS, text)


def test_roles_of_a_workflow(tmp_path: Path) -> None:
    files = {**agent(), WORKFLOW: '{"agents": {"writer": {"role": "validator"}}}'}
    text = '{"agents": {"writer": {"role": "⌶"}}}'
    assert labels(tmp_path, files, WORKFLOW, text) == ["transformer", "validator"]


def test_a_step_is_renamed_in_both_places_of_a_pair(tmp_path: Path) -> None:
    steps = [runs.step("first", "next>last", kind="work"), runs.step("last", "closing")]
    steps = [{**each, "c2": "initial", "c3": "draft"} for each in steps]
    opened = editor(tmp_path, agent(*steps))
    after = renamed(opened, REGISTRY, '"initial": "fir|st"', "opening")
    pairs = json.loads(after[REGISTRY])["entryStepMapping"]
    assert list(pairs.values()) == [{"initial": "opening", "continuation": "opening"}]


def test_links_lead_from_names_to_files(tmp_path: Path) -> None:
    files = {**agent(), WORKFLOW: '{"agents": {"writer": {"role": "transformer"}}}'}
    opened = editor(tmp_path, files)
    for file, tip in ((WORKFLOW, AGENT), (AGENT, SETTINGS)):
        found = document_links(opened.open(file), opened.shelf(file))
        assert tip in [each.tooltip for each in found]


def test_nothing_is_in_force_in_a_workflow_without_being_written(tmp_path: Path) -> None:
    files = {**agent(), WORKFLOW: '{"agents": {"writer": {"role": "transformer"}}}'}
    assert hinted(tmp_path, files, WORKFLOW) == []
