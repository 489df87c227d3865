"""Words in files that are looked at for nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.config.model import Config
from phaselint.document.reader import read_text
from phaselint.linting.chunks import units_of
from phaselint.linting.detection import Item, Looker, Workspace
from phaselint.project.disk import DiskReader
from phaselint.project.memory import DictReader
from phaselint.project.substituting import Substituting

if TYPE_CHECKING:
    from pathlib import Path

GRAPH = "from langgraph.graph import StateGraph\ng = StateGraph(dict)\n"


@pytest.mark.parametrize(
    ("path", "word", "held"),
    [
        ("a.py", b"langgraph", True),
        ("./a.py", b"langgraph", True),
        ("a.py", b"MessageGraph", False),
        ("gone.py", b"langgraph", False),
        ("../a.py", b"langgraph", False),
        ("folder", b"langgraph", False),
    ],
)
def test_a_word_is_in_a_file_or_not(path: str, word: bytes, held: bool) -> None:
    reader = DictReader({"a.py": GRAPH, "folder/b.py": GRAPH})
    assert [reader.holds(path, word) for _ in range(2)] == [held, held]


def test_a_file_is_looked_at_anew_once_it_has_been_let_go(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("x = 1\n", "utf-8")
    reader = DiskReader(str(tmp_path))
    assert not reader.holds("a.py", b"langgraph")
    file.write_text(GRAPH, "utf-8")
    assert not reader.holds("a.py", b"langgraph")
    reader.forget(["a.py"])
    assert reader.holds("a.py", b"langgraph")


def test_a_document_that_is_put_in_counts() -> None:
    reader = DictReader({"a.py": "x = 1\n", "b.py": GRAPH})
    changed = Substituting(reader, {"a.py": read_text("a.py", GRAPH)})
    assert changed.holds("a.py", b"langgraph")
    assert changed.holds("b.py", b"langgraph")
    assert not reader.holds("a.py", b"langgraph")


def test_folders_with_graphs_are_looked_at_together_and_others_apart() -> None:
    files = {"x/a.py": GRAPH, "y/b.py": "import x\n", "z/c.py": GRAPH, "w/d.yaml": "a: 1\n"}
    workspaces = {"/r": Workspace("/r", Config(), DictReader(files))}
    items = [Item((0, n), "/r", path, "detect") for n, path in enumerate("wxyz")]
    units = units_of(items, workspaces, Looker())
    assert [[item.path for item in unit.items] for unit in units] == [["w"], ["x", "z"], ["y"]]
