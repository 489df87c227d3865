"""Projects of several graphs in an editor: what an edit costs, and that what is kept of a project
between its contracts says what a new look at it says."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fresh import picker
from lsp.test_rename import editor
from phaselint.dialects.langgraph.reading import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    import pytest

    from lsp.desks import Editor

STEPS = """\
from typing import TypedDict


class State(TypedDict):
    draft: str
    laps: int


def write(state: State) -> dict:
    return {"draft": "x"}


def judge(state: State) -> str:
    return "write" if state["laps"] < 3 else "end"
"""
INNER = """\
from langgraph.graph import END, START, StateGraph
from steps import State, judge, write

builder = StateGraph(State)
builder.add_node("write", write)
builder.add_edge(START, "write")
builder.add_conditional_edges("write", judge, {"write": "write", "end": END})
inner = builder.compile()
"""
OUTER = """\
from inner import inner
from langgraph.graph import END, START, StateGraph
from steps import State, write

builder = StateGraph(State)
builder.add_node("inner", inner)
builder.add_node("write", write)
builder.add_edge(START, "inner")
builder.add_edge("inner", "write")
builder.add_edge("write", END)
outer = builder.compile()
"""
ALONE = """\
from langgraph.graph import END, START, StateGraph
from steps import State, write

builder = StateGraph(State)
builder.add_node("write", write)
builder.add_edge(START, "write")
builder.add_edge("write", END)
alone = builder.compile()
"""
FILES = {"steps.py": STEPS, "inner.py": INNER, "outer.py": OUTER, "alone.py": ALONE}
EDITS = (
    ("steps.py", '{"draft": "x"}', '{"drafts": "x"}'),
    ("steps.py", '"write" if', '"writes" if'),
    ("steps.py", "draft: str", "draft: str\n    score: float"),
    ("steps.py", "def judge", "def judged"),
    ("inner.py", 'add_edge(START, "write")', 'add_edge(START, "wrote")'),
    ("inner.py", '"end": END', '"over": END'),
    ("inner.py", "inner = builder", "other = builder"),
    ("outer.py", 'add_edge("inner", "write")', 'add_edge("inner", "rewrite")'),
    ("outer.py", 'add_node("inner", inner)', 'add_node("inner", write)'),
    ("alone.py", 'add_edge("write", END)', 'add_edge("write", "write")'),
)
BREAKS = ("{[\n", "def (:\n")


class Counting:
    """A function that counts its calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.count = 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.count += 1
        return self.function(*given, **named)


def test_an_edit_parses_what_was_edited_and_reads_the_project_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = editor(tmp_path, FILES)
    opened.open("outer.py")
    parse, read = Counting(ast.parse), Counting(load._read)
    monkeypatch.setattr(ast, "parse", parse)
    monkeypatch.setattr(load, "_read", read)
    opened.edit("outer.py", OUTER.replace('"inner", "write"', '"inner", "rewrite"'))
    assert "unknown-target" in opened.names("outer.py")
    assert (parse.count, read.count) == (1, 1)
    opened.edit("outer.py", "{[\n" + OUTER)
    assert read.count == 3  # as it is, and repaired


def test_a_scan_reads_a_project_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Counting(load._read)
    monkeypatch.setattr(load, "_read", read)
    opened = editor(tmp_path, FILES)
    assert opened.desk.project_of(str(tmp_path / "outer.py")).states.keys()
    assert read.count == 1


def placed(folder: Path, texts: dict[str, str]) -> Editor:
    """An editor over files in a new folder."""
    folder.mkdir()
    return editor(folder, texts)


def said(opened: Editor) -> dict[str, list[tuple[str, str, str]]]:
    """What is reported in each file."""
    return {
        file: sorted(
            (each.rule.name, each.finding.message, str(each.finding.place.range))
            for each in opened.findings(file)
        )
        for file in FILES
    }


def test_after_any_edits_findings_are_those_of_a_new_editor(tmp_path: Path) -> None:
    pick = picker("langgraph-projects")
    opened, texts = placed(tmp_path / "old", FILES), dict(FILES)
    kept = pick.sample(sorted(FILES), pick.randint(1, len(FILES)))
    for file in kept:
        opened.open(file)
    for number in range(12):
        file, old, new = pick.choice([each for each in EDITS if each[0] in kept])
        text = texts[file]
        if pick.random() < 0.3:
            opened.edit(file, pick.choice(BREAKS) + text)
        texts[file] = text.replace(old, new) if old in text else text.replace(new, old)
        opened.edit(file, texts[file])
        fresh = placed(tmp_path / f"new{number}", texts)
        for each in kept:
            fresh.open(each)
        assert said(opened) == said(fresh), (file, old, new)
