"""What may stand at the cursor, in documents that parse and in those that do not."""

from __future__ import annotations

import random
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

import climpt
from lsp.desks import over
from lsp.writing import FLOW, GARDEN, KILN, LETTERS, SESSION, TOOL, agent, editor, put, written
from phaselint_lsp.completion import complete
from phaselint_lsp.cursor import cursors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lsprotocol import types

PROJECTS = Path(__file__).parents[2] / "fixtures/projects"


def items(root: Path, files: Mapping[str, str], name: str, text: str) -> list[types.CompletionItem]:
    opened = editor(root, files)
    snapshot, offset = written(opened, name, text)
    reader = opened.desk.project_of(snapshot.path).reader
    return complete(snapshot, reader, offset)


def labels(root: Path, files: Mapping[str, str], name: str, text: str) -> list[str]:
    return [each.label for each in items(root, files, name, text)]


def applied(root: Path, files: Mapping[str, str], name: str, text: str, label: str) -> str:
    """The text after one of the items has been chosen."""
    opened = editor(root, files)
    snapshot, offset = written(opened, name, text)
    reader = opened.desk.project_of(snapshot.path).reader
    [item] = [e for e in complete(snapshot, reader, offset) if e.label == label]
    edit = item.text_edit
    assert edit is not None
    start, end = snapshot.at(edit.range.start), snapshot.at(edit.range.end)  # type: ignore[union-attr]
    assert start <= offset <= end
    return snapshot.text[:start] + edit.new_text + snapshot.text[end:]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("dig: [sow]", "dig: [⌶]", ["dig", "sow", "reap"]),
        ("dig: [sow]", "dig: [s⌶", ["dig", "sow", "reap"]),
        ('"1.0"\n', '"1.0"\nrisk_defaults: {read: ⌶}\n', ["allow", "block"]),
        ("  sow: [reap]\n", "  sow: [reap]\n  ⌶\n", ["reap"]),
        ("terminal: true", "terminal: ⌶", ["true", "false"]),
    ],
)
def test_names_and_words_of_a_session(
    tmp_path: Path, old: str, new: str, wanted: list[str]
) -> None:
    assert labels(tmp_path, GARDEN, "session.yaml", put(SESSION, old, new)) == wanted


@pytest.mark.parametrize(
    ("files", "name", "text", "wanted"),
    [
        (GARDEN, "session.yaml", put(SESSION, "name: sow", "name: ⌶"), ["sow"]),
        (GARDEN, "session.yaml", put(SESSION, "  - {name: dig", "  - {name: ⌶"), ["dig"]),
        (GARDEN, "plant_seed.yaml", put(TOOL, "tool: plant_seed", "tool: ⌶"), []),
        ({"kiln.yml": KILN}, "kiln.yml", put(KILN, "  cool:\n", "  ⌶:\n"), ["cool"]),
    ],
)
def test_a_new_name_is_one_that_is_missing(
    tmp_path: Path, files: Mapping[str, str], name: str, text: str, wanted: list[str]
) -> None:
    """Where a phase or tool is named for the first time, none that has a name is offered."""
    assert labels(tmp_path, files, name, text) == wanted


def test_keys_that_are_there_are_left_out_and_required_ones_come_first(tmp_path: Path) -> None:
    text = put(KILN, "  - {from: fire, to: cool}", "  - {to: cool, ⌶}")
    path = ".sweny/workflows/kiln.yml"
    found = items(tmp_path, {path: KILN}, path, text)
    assert [(each.label, each.detail) for each in found] == [
        ("from", "required, a string"),
        ("when", "optional, a string"),
        ("max_iterations", "optional, a number"),
    ]


@pytest.mark.parametrize(
    ("text", "label", "after"),
    [
        (put(SESSION, "[sow]", "[re⌶]"), "reap", put(SESSION, "[sow]", "[reap]")),
        (put(SESSION, "[sow]", '["⌶"]'), "reap", put(SESSION, "[sow]", '["reap"]')),
        (put(SESSION, "[sow]", "['re⌶ap']"), "sow", put(SESSION, "[sow]", "['sow']")),
        (SESSION + "sess⌶\n", "session_limits", SESSION + "session_limits:\n"),
        (SESSION + '"sess⌶"\n', "session_limits", SESSION + '"session_limits":\n'),
        (SESSION + "na⌶: x\n", "name", SESSION + "name: x\n"),
    ],
)
def test_a_chosen_item_takes_the_place_of_what_is_written(
    tmp_path: Path, text: str, label: str, after: str
) -> None:
    assert applied(tmp_path, GARDEN, "session.yaml", text, label) == after


def test_names_that_need_quotes_get_some(tmp_path: Path) -> None:
    files = {**GARDEN, "session.yaml": put(SESSION, "{name: sow}", '{name: "sow: late"}')}
    text = put(files["session.yaml"], "dig: [sow]", "dig: [⌶]")
    after = applied(tmp_path, files, "session.yaml", text, "sow: late")
    assert 'dig: ["sow: late"]' in after


def test_a_document_that_does_not_parse(tmp_path: Path) -> None:
    """The line at the cursor and one elsewhere are broken."""
    broken = put(SESSION, "agent: gardener", "agent: [gardener")
    text = put(broken, "  sow: [reap]", "  sow: [re⌶")
    assert labels(tmp_path, GARDEN, "session.yaml", text) == ["dig", "sow", "reap"]


def test_a_name_that_is_missing_altogether(tmp_path: Path) -> None:
    """Without its entry the pipeline is none; what is being written is taken for it."""
    text = put(FLOW, "entryStage: draft", "entryStage: ⌶")
    assert labels(tmp_path, LETTERS, "letters.stud.yaml", text) == ["draft", "review"]


def test_tools_in_another_file(tmp_path: Path) -> None:
    text = TOOL + "forbids_after: [⌶]\n"
    assert labels(tmp_path, GARDEN, "plant_seed.yaml", text) == ["plant_seed"]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("[load.heat]", "[⌶]", ["input", "load"]),
        ("[load.heat]", "[load.⌶]", ["heat", "note"]),
        ("[load.heat]", "[input.⌶]", ["glaze"]),
        ("kind: judge", "kind: ⌶", ["value", "function", "judge"]),
        ("entry: load", "entry: ⌶", ["load", "fire", "cool"]),
    ],
)
def test_gate_paths_and_names_of_a_workflow(
    tmp_path: Path, old: str, new: str, wanted: list[str]
) -> None:
    path = ".sweny/workflows/kiln.yml"
    assert labels(tmp_path, {path: KILN}, path, put(KILN, old, new)) == wanted


@pytest.mark.parametrize(
    ("new", "wanted"),
    [
        ("on_fail: ⌶", ["halt", "continue"]),
        ("permissions: {access: ⌶}", ["read", "write"]),
        ("permissions: {⌶}", ["access", "deny", "strict"]),
        ("budget: {⌶}", ["tokens", "cost_usd"]),
        ("outputs: [{type: ⌶}]", ["comment", "issue", "pr", "label", "issue_state"]),
    ],
)
def test_keys_and_words_of_the_next_release(tmp_path: Path, new: str, wanted: list[str]) -> None:
    path = ".sweny/workflows/kiln.yml"
    text = put(KILN, "    skills: [github]", f"    skills: [github]\n    {new}")
    files = {path: KILN, "phaselint.toml": '[sweny]\ntarget = "next"\n'}
    assert labels(tmp_path, files, path, text) == wanted


def test_skills_that_come_along(tmp_path: Path) -> None:
    path = ".sweny/workflows/kiln.yml"
    text = put(KILN, "skills: [github]", "skills: [git⌶]")
    assert "github" in labels(tmp_path, {path: KILN}, path, text)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("{{⌶", ["ctx", "stage"]),
        ("{{ ctx.⌶ }}", ["upstream[0]", "topic", "tone", "workflowRunId", "stageExecutionId"]),
        ("{{ctx.upstream[0].parsed.⌶", ["summary"]),
        ("{{stage.⌶", ["id", "name"]),
        ("${ctx.⌶", ["topic", "tone"]),
        ("plain words ⌶", []),
    ],
)
def test_placeholders_of_a_body(tmp_path: Path, typed: str, wanted: list[str]) -> None:
    text = f"{LETTERS['review.md']}{typed}\n"
    assert labels(tmp_path, LETTERS, "review.md", text) == wanted


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ("{{ctx.to⌶", "{{ctx.topic}}"),
        ("{{ctx.to⌶}}", "{{ctx.topic}}"),
        ("{{ctx.to⌶}", "{{ctx.topic}}"),
    ],
)
def test_what_closes_a_placeholder_is_added_where_it_is_missing(
    tmp_path: Path, typed: str, after: str
) -> None:
    body = LETTERS["review.md"]
    assert applied(tmp_path, LETTERS, "review.md", body + typed, "topic") == body + after


def test_variables_of_a_prompt(tmp_path: Path) -> None:
    files = agent()
    prompt = f"{climpt.PROMPTS}/initial/issue/f_default.md"
    found = labels(tmp_path, files, prompt, files[prompt] + "{uv-⌶")
    assert {"iteration", "max_iterations"} <= set(found)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (
            '"count:iteration": "initial.issue"',
            '"count:iteration": "⌶"',
            ["initial.issue", "continuation.issue", "verification.issue", "closure.issue"],
        ),
        ('"stepKind": "work"', '"stepKind": ⌶', ["work", "verification", "closure"]),
        ('"stepKind": "work"', '"stepKind": "⌶', ["work", "verification", "closure"]),
    ],
)
def test_names_and_words_of_a_registry(
    tmp_path: Path, old: str, new: str, wanted: list[str]
) -> None:
    files = agent()
    text = put(files[climpt.REGISTRY], old, new)
    assert labels(tmp_path, files, climpt.REGISTRY, text) == wanted


@pytest.mark.parametrize("typed", ['"⌶"', '"⌶', "⌶"])
def test_keys_of_json_are_written_as_such(tmp_path: Path, typed: str) -> None:
    files = agent()
    text = put(files[climpt.REGISTRY], '"stepKind": "work",', typed)
    after = applied(tmp_path, files, climpt.REGISTRY, text, "adaptation")
    assert '"adaptation": ' in after
    assert '""' not in after


def test_the_intents_of_a_kind_come_first(tmp_path: Path) -> None:
    files = agent()
    text = put(files[climpt.REGISTRY], '"repeat"\n', '"⌶"\n')
    found = labels(tmp_path, files, climpt.REGISTRY, text)
    assert found.index("handoff") < found.index("escalate")


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        ("a.yaml", "a: ⌶\n", [(("a",), "value")]),
        ("a.yaml", "a:\n  ⌶\n", [(("a",), "value"), (("a", ""), "key")]),
        ("a.yaml", "a: [x, {b: ⌶\n", [(("a", 1, "b"), "value")]),
        ("a.yaml", "- a: 1\n  ⌶\n", [((0, ""), "key")]),
        ("a.json", '{"a": {"⌶"}}', [(("a", ""), "key")]),
        ("a.json", '{"a": ["x" ⌶]}', [(("a", 1), "value")]),
        ("a.md", "---\na: ⌶\n---\ntext", [(("a",), "value")]),
        ("a.md", "---\na: b\n---\ntext ⌶", []),
    ],
)
def test_where_a_cursor_is(path: str, text: str, wanted: list[object]) -> None:
    offset = text.index("⌶")
    found = cursors(path, text.replace("⌶", ""), offset)
    told = [
        (tuple("" if step == each.mark else step for step in each.pointer), each.part)
        for each in found
    ]
    assert told == wanted


@pytest.mark.parametrize(
    "name", ["dependency-bot", "flag-retirement", "loan-desk", "refund-desk", "release-crew"]
)
def test_any_place_of_any_text_is_answered(tmp_path: Path, name: str) -> None:
    """Texts cut off at random, as they are while somebody types."""
    chance = random.Random(name)
    folder = tmp_path / name
    copytree(PROJECTS / name, folder)
    opened = over(folder)
    files = [p for p in sorted(folder.rglob("*")) if p.suffix in (".yaml", ".yml", ".json", ".md")]
    for path in chance.sample(files, min(6, len(files))):
        file = path.relative_to(folder).as_posix()
        snapshot = opened.open(file)
        text = snapshot.text
        reader = opened.desk.project_of(snapshot.path).reader
        for _ in range(4):
            at = chance.randrange(len(text) + 1)
            snapshot = opened.replace(file, text[:at] + text[at + chance.randrange(12) :])
            for item in complete(snapshot, reader, at):
                assert item.text_edit is not None
