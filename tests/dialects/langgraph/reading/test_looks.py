"""How often the reading looks through the text of a file doesn't depend on what is in the file."""

from __future__ import annotations

from benchmarks.programs import program
from dialects.langgraph.reading.built import DEFAULTS
from phaselint.dialects.base import Target
from phaselint.dialects.langgraph.reading.load import graphs_of, load
from phaselint.project.memory import DictReader

FILE = "desk.py"


class Text(str):
    """A text that counts how often it is looked through for another one."""

    __slots__ = ("looks",)

    looks: int

    def __contains__(self, part: object) -> bool:
        self.looks += 1
        return isinstance(part, str) and self.find(part) >= 0


def looks(nodes: int) -> int:
    """How often the text of a program of so many nodes is looked through."""
    reader = DictReader({FILE: program(nodes)})
    document = reader.document(FILE)
    assert document is not None
    document.text = text = Text(document.text)
    text.looks = 0
    (name,) = graphs_of(reader, FILE)
    graph = load(reader, Target("langgraph", "", FILE, name), DEFAULTS).graph
    assert graph is not None
    assert len(graph.nodes) == nodes
    return text.looks


def test_the_text_of_a_file_is_looked_through_as_often_for_few_nodes_as_for_many() -> None:
    assert 0 < looks(10) == looks(40)
