"""Bodies that do not name their completion tool, or another in its place (reference stud §6.7)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.document.changes import apply, changes_of
from phaselint.document.reader import read_text
from stud import FILE, STAGE, markdown, names, of, pipeline, stage

if TYPE_CHECKING:
    from phaselint.vocabulary.finding import Fix

MISSING = "body-missing-completion-tool"


def fixed(fix: Fix | None, file: str, text: str) -> str:
    """A file after a fix; empty where there is none."""
    if fix is None:
        return ""
    documents = {file: read_text(file, text)}
    changes = changes_of(fix, documents)
    assert changes is not None
    return apply(text, changes[file])


@pytest.mark.parametrize(
    ("body", "better"),
    [
        ("Call `submit_darft`.", "Call `submit_draft`."),
        ("Call submit-draft, then `Submit_Draft`.", ""),
        ("Call submit-draft, then submit-draft.", "Call submit_draft, then submit_draft."),
        ("```\nsubmit_drafts({})\n```", "```\nsubmit_draft({})\n```"),
        ("Call `submitdraft`.", "Call `submit_draft`."),
        ("Use {{ctx.submit_drafts}}.", "Use {{ctx.submit_drafts}}.\n\nWhen you are done, "),
        ("Draft it.", "Draft it.\n\nWhen you are done, call `submit_draft`.\n"),
        ("Call `submit_review`.", "Call `submit_draft`."),
        ("Call submit_review or `hand_in`.", "Call submit_draft or `hand_in`."),
        ("Call `submit`.", "Call `submit`.\n\nWhen you are done, "),
    ],
)
def test_a_name_that_is_near(body: str, better: str) -> None:
    text = markdown(stage("draft", body=body))
    (found,) = of(MISSING, text, main=STAGE)
    after = fixed(found.fix, STAGE, text).partition("---\n")[2].partition("---\n")[2]
    assert after.startswith(better)
    assert bool(after) == bool(better)
    if "When" not in better and better:
        assert names(fixed(found.fix, STAGE, text), main=STAGE) == []


def test_words_of_sentences_are_no_names() -> None:
    text = markdown(stage("draft", completionTool="finish", body="Have it finished, do finis."))
    (found,) = of(MISSING, text, main=STAGE)
    assert found.fix is not None
    assert found.fix.title == "add a line that names `finish`"


def two(body: str, **change: Any) -> dict[str, Any]:
    """Two stages, one after the other; a body for the second."""
    return pipeline("plan -> draft", "draft", stages={"draft": {"body": body, **change}})


def test_the_tool_of_another_stage_is_renamed() -> None:
    text = json.dumps(two("Do it, then call `submit_plan`: submit_plan ends the stage."))
    (found,) = of(MISSING, text)
    assert found.help == "use `submit_draft` instead of `submit_plan`, the tool of `plan`"
    assert len(found.related) == 2
    after = fixed(found.fix, FILE, text)
    assert names(after) == []
    assert after.count("submit_plan") == text.count("submit_plan") - 2


def test_a_copied_file_gets_no_second_tool() -> None:
    plan = stage("plan", body="Plan it, then call `submit_plan`.\n")
    files = {
        "plan.md": markdown(plan),
        "draft.md": markdown({**stage("draft"), "body": plan["body"]}),
    }
    value = {**pipeline("plan -> draft", "draft"), "stages": ["plan.md", "draft.md"]}
    (found,) = of(MISSING, value, files=files)
    after = fixed(found.fix, "draft.md", files["draft.md"])
    assert names(value, files={**files, "draft.md": after}) == []
    assert "submit_plan" not in after


def test_of_several_names_none_is_surely_meant() -> None:
    ways = ("a -> b", "b -> c", "c")
    value = pipeline(*ways, stages={"c": {"body": "Not `submit_a`, not `submit_b`."}})
    (found,) = of(MISSING, value)
    assert found.fix is None
    assert found.help == "tell the model when to call it, and with what"
    assert len(found.related) == 2


def test_a_tool_that_the_stage_may_call_is_not_renamed() -> None:
    value = two("Look with `submit_drafts`.", allowedTools=["submit_drafts"])
    (found,) = of(MISSING, value)
    assert found.fix is None
    assert not found.related


def test_a_stage_that_never_gets_a_turn_shows_nothing() -> None:
    change = {"body": "Do it.", "inputsSchema": False}
    value = pipeline("a => d e | b", "b -> d", "d", "e", stages={"d": change})
    (found,) = of(MISSING, value, dry_run=True)
    assert found.proof is not None
    assert (found.proof.status, found.proof.reason) == (
        "unproved",
        "no run can be answered in `d` so that it shows this",
    )
