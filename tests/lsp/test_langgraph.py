"""Graphs of LangGraph in an editor: findings while typing, and names of nodes wherever they are."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from lsp.test_completion import applied, labels
from lsp.test_rename import editor
from phaselint.document.changes import apply
from phaselint.fixing.suppressing import suppress_here
from phaselint_lsp.completion import complete
from phaselint_lsp.diagnosing import diagnostics
from phaselint_lsp.names import names_at
from phaselint_lsp.navigation import definition_at, references_at
from phaselint_lsp.outline import outline
from phaselint_lsp.renaming import Refused, rename
from phaselint_lsp.structure import selections_at
from phaselint_lsp.uris import path_of

if TYPE_CHECKING:
    from pathlib import Path

    from lsprotocol import types

    from lsp.desks import Editor

NODES = """\
from typing import Literal

from langgraph.types import Command, Send


def write(state) -> dict:
    return {"draft": "x"}


def judge(state) -> Command[Literal["publish", "write"]]:
    if state["draft"]:
        return Command(goto="publish", update={"laps": 1})
    return Command(goto=["write"])


def split(state):
    return [Send("work", {"n": n}) for n in state["items"]]


def grade(state) -> str:
    if state["draft"]:
        return "good"
    return "bad"


def publish(state):
    return {"draft": "done"}
"""
AGENT = """\
from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from nodes import grade, judge, publish, split, write


class State(TypedDict):
    draft: str
    laps: int
    items: list


builder = StateGraph(State)
builder.add_node("write", write)
builder.add_node('judge', judge)
builder.add_node("publish", publish)
builder.add_node("work", lambda state: {})
builder.add_node(split)
builder.add_edge(START, "write")
builder.add_edge("write", "judge")
builder.add_conditional_edges("publish", split, ["work"])
builder.add_conditional_edges(
    "work",
    grade,
    {"good": END, "bad": "split"},
)
builder.add_edge(["publish", "work"], 'write')
app = builder.compile(interrupt_before=["publish"])
"""
FILES = {"agent.py": AGENT, "nodes.py": NODES}


@pytest.fixture
def opened(tmp_path: Path) -> Editor:
    return editor(tmp_path, FILES)


def spot(text: str, mark: str) -> int:
    """The offset of the `|` in a piece of a text."""
    return text.index(mark.replace("|", "")) + mark.index("|")


def renamed(editor: Editor, file: str, mark: str, name: str) -> dict[str, str]:
    snapshot = editor.open(file)
    shelf = editor.shelf(file)
    found = names_at(snapshot, shelf, spot(snapshot.text, mark))
    made = rename(shelf, found[0], name)
    texts = {}
    for path, changes in made.changes.items():
        document = shelf.document(path)
        assert document is not None
        texts[path] = apply(document.text, changes)
    return texts


@pytest.mark.parametrize(
    ("file", "mark"),
    [
        ("agent.py", 'add_node("pub|lish"'),
        ("agent.py", 'add_edge(["publi|sh"'),
        ("agent.py", 'interrupt_before=["|publish"'),
        ("nodes.py", 'goto="publis|h"'),
        ("nodes.py", 'Literal["pub|lish"'),
    ],
)
def test_a_node_is_renamed_wherever_its_name_stands(opened: Editor, file: str, mark: str) -> None:
    made = renamed(opened, file, mark, "print")
    assert made == {
        "agent.py": AGENT.replace('"publish"', '"print"'),
        "nodes.py": NODES.replace('"publish"', '"print"'),
    }


def test_what_a_finding_is_related_to_is_a_place_in_a_file(tmp_path: Path) -> None:
    nodes = NODES.replace('goto=["write"]', 'goto=["wrote"]')
    opened = editor(tmp_path, {**FILES, "nodes.py": nodes})
    opened.open("nodes.py")
    found = diagnostics(opened.desk, str(tmp_path / "nodes.py"))
    related = [place for each in found for place in each.related_information or ()]
    assert related
    assert all(os.path.isfile(path_of(each.location.uri)) for each in related)
    assert {each.message for each in related} >= {"part of the contract `agent.py::builder`"}


def test_quotes_stay_and_a_send_is_renamed(opened: Editor) -> None:
    assert renamed(opened, "agent.py", "add_node('ju|dge'", "weigh") == {
        "agent.py": AGENT.replace("'judge'", "'weigh'").replace('"judge"', '"weigh"')
    }
    made = renamed(opened, "nodes.py", 'Send("wo|rk"', "labour")
    assert made == {
        "agent.py": AGENT.replace('"work"', '"labour"'),
        "nodes.py": NODES.replace('"work"', '"labour"'),
    }


@pytest.mark.parametrize(
    ("mark", "name", "why"),
    [
        ('"bad": "sp|lit"', "cut", "`split` can't be renamed: it is named after its function"),
        ('add_node("wr|ite"', "judge", "a node `judge` already exists"),
        ('add_node("wr|ite"', 'a"b', "would be read as something else"),
        ('add_node("wr|ite"', "a\\b", "would be read as something else"),
    ],
)
def test_what_cannot_be_renamed_says_why(opened: Editor, mark: str, name: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        renamed(opened, "agent.py", mark, name)


def test_a_name_and_a_label_lead_to_the_node(opened: Editor) -> None:
    snapshot = opened.open("agent.py")
    shelf = opened.shelf("agent.py")
    for mark in ('add_edge("write", "jud|ge"', "add_node('ju|dge'"):
        (found,) = definition_at(snapshot, shelf, spot(AGENT, mark))
        assert opened.file_of(found.target_uri) == "agent.py"
        assert found.target_selection_range.start.line == 14
    found = definition_at(snapshot, shelf, spot(AGENT, '{"good": END, "b|ad"'))[0]
    assert found.target_selection_range.start.line == AGENT[: AGENT.index("add_node(split")].count(
        "\n"
    )
    snapshot = opened.open("nodes.py")
    (found,) = definition_at(snapshot, opened.shelf("nodes.py"), spot(NODES, 'return "b|ad"'))
    assert opened.file_of(found.target_uri) == "agent.py"


def test_references_are_in_all_files(opened: Editor) -> None:
    snapshot = opened.open("agent.py")
    found = references_at(snapshot, opened.shelf("agent.py"), spot(AGENT, 'add_node("pub|lish"'))
    assert {opened.text_at(each) for each in found} == {"publish"}
    assert [opened.file_of(each.uri) for each in found].count("nodes.py") == 2


def test_a_node_says_what_it_does(opened: Editor) -> None:
    said = opened.hover(opened.open("agent.py"), spot(AGENT, "add_node('ju|dge'"))
    assert "**node `judge`**" in said
    assert "- entered from: `write`" in said
    assert "- leads to: `write` (goto), `publish` (goto)" in said
    assert "- runs `judge`" in said
    assert "- reads `draft`" in said
    assert "- writes `laps`" in said


def test_findings_come_and_go_while_somebody_types(opened: Editor) -> None:
    opened.open("agent.py")
    before = opened.names("agent.py")
    assert not {"unknown-target", "syntax-error"}.intersection(before)
    opened.edit("agent.py", AGENT.replace('add_edge("write", "judge")', 'add_edge("write", "jud")'))
    assert "unknown-target" in opened.names("agent.py")
    opened.edit("agent.py", AGENT.replace('add_edge("write", "judge")', 'add_edge("write", "'))
    assert "syntax-error" in opened.names("agent.py")
    opened.edit("agent.py", AGENT)
    assert opened.names("agent.py") == before


def test_a_broken_file_keeps_its_graph(opened: Editor) -> None:
    broken = AGENT.replace('add_edge("write", "judge")', 'add_edge("write", "')
    snapshot = opened.open("agent.py", broken)
    assert [each.target.name for each in snapshot.contracts] == ["builder"]
    said = opened.hover(snapshot, spot(broken, "add_node('ju|dge'"))
    assert "**node `judge`**" in said


def test_other_files_of_python_are_no_business_of_ours(opened: Editor) -> None:
    snapshot = opened.open("other.py", "x = (\n")
    assert snapshot.contracts == ()
    assert opened.names("other.py") == []
    assert complete(snapshot, opened.desk.project_of(snapshot.path).reader, 3) == []


NAMES = {"write", "judge", "publish", "work", "split", "__end__"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('add_edge("write", "judge")', 'add_edge("write", "⌶")'),
        ('add_edge("write", "judge")', 'add_edge("write", "j⌶'),
        ('add_edge("write", "judge")', "add_edge('⌶', \"judge\")"),
        ('"bad": "split"', '"bad": "⌶"'),
        ('"bad": "split"', '"bad": "s⌶'),
        ('["work"])', '["⌶"])'),
        ('["publish", "work"]', '["publish", "w⌶"]'),
        ('interrupt_before=["publish"]', 'interrupt_before=["⌶"]'),
        ('add_conditional_edges("publish"', 'add_conditional_edges("⌶"'),
    ],
)
def test_names_of_nodes_are_offered_where_they_may_stand(
    tmp_path: Path, old: str, new: str
) -> None:
    assert set(labels(tmp_path, FILES, "agent.py", AGENT.replace(old, new))) == NAMES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('add_node("work"', 'add_node("⌶"'),
        ("class State", "x = '⌶'\nclass State"),
        ("class State", "# '⌶\nclass State"),
        ("class State", "x⌶\nclass State"),
    ],
)
def test_none_are_offered_elsewhere(tmp_path: Path, old: str, new: str) -> None:
    assert labels(tmp_path, FILES, "agent.py", AGENT.replace(old, new, 1)) == []


@pytest.mark.parametrize("new", ['"⌶": "split"},', '"b⌶": "split"}', "'⌶': END}", '"b⌶'])
def test_labels_of_the_router_are_offered_in_its_map(tmp_path: Path, new: str) -> None:
    text = AGENT.replace('"bad": "split"},', new)
    assert set(labels(tmp_path, FILES, "agent.py", text)) == {"good", "bad"}


@pytest.mark.parametrize("new", ['return "⌶"', 'return "b⌶"', "return '⌶' if state else 'bad'"])
def test_labels_of_the_map_are_offered_where_the_router_returns(tmp_path: Path, new: str) -> None:
    text = NODES.replace('return "bad"', new)
    assert set(labels(tmp_path, FILES, "nodes.py", text)) == {"good", "bad"}


def test_a_router_without_a_map_may_return_nodes(tmp_path: Path) -> None:
    agent = AGENT.replace('\n    {"good": END, "bad": "split"},', "")
    files = {"agent.py": agent, "nodes.py": NODES}
    assert set(labels(tmp_path, files, "nodes.py", NODES.replace('"bad"', '"⌶"'))) == NAMES


@pytest.mark.parametrize("new", ['goto="⌶"', 'goto="p⌶"', "goto='⌶'"])
def test_they_are_offered_in_a_goto(tmp_path: Path, new: str) -> None:
    text = NODES.replace('goto="publish", update={"laps": 1})', f"{new})")
    assert set(labels(tmp_path, FILES, "nodes.py", text)) == NAMES


def test_a_chosen_name_stands_between_the_quotes(tmp_path: Path) -> None:
    text = AGENT.replace('add_edge("write", "judge")', "add_edge(\"write\", 'j⌶udge')")
    made = applied(tmp_path, FILES, "agent.py", text, "publish")
    assert "add_edge(\"write\", 'publish')" in made
    text = AGENT.replace('add_edge("write", "judge")', 'add_edge("write", "j⌶')
    made = applied(tmp_path, FILES, "agent.py", text, "publish")
    assert 'add_edge("write", "publish"\n' in made


def test_a_selection_grows_by_expressions_and_statements(opened: Editor) -> None:
    snapshot = opened.open("agent.py")
    found: types.SelectionRange | None = selections_at(snapshot, spot(AGENT, '"write", "jud|ge"'))
    texts = []
    while found is not None:
        start, end = snapshot.at(found.range.start), snapshot.at(found.range.end)
        texts.append(AGENT[start:end])
        found = found.parent
    assert texts[:3] == ["judge", '"judge"', 'builder.add_edge("write", "judge")']
    assert texts[-1] == AGENT


def test_the_outline_has_the_nodes(opened: Editor) -> None:
    snapshot = opened.open("agent.py")
    names = [each.name for each in outline(snapshot, opened.shelf("agent.py"))]
    assert names == ["write", "judge", "publish", "work", "split"]


def test_a_finding_can_be_suppressed_by_a_quick_fix(opened: Editor) -> None:
    text = AGENT.replace('add_edge("write", "judge")', 'add_edge("write", "jud")')
    snapshot = opened.open("agent.py", text)
    [finding] = [each for each in snapshot.findings if each.name == "unknown-target"]
    document = snapshot.document
    assert document is not None
    edit = suppress_here(document, finding, "known")
    assert edit is not None
    assert edit.text == "  # phaselint: ignore[unknown-target] known"
