"""Notebooks as documents: their code cells are one module, and lines know their cells."""

from __future__ import annotations

import json
import pickle

import pytest

from phaselint.document.python import span_of, tree_of
from phaselint.document.reader import read
from phaselint.report.wording import spot
from phaselint.vocabulary.finding import CellLine, Place


def notebook(*cells: tuple[str, str | list[str]]) -> bytes:
    listed = [{"cell_type": kind, "source": source, "outputs": []} for kind, source in cells]
    return json.dumps({"cells": listed, "nbformat": 4}).encode()


SHOWN = notebook(
    ("markdown", ["# A graph"]),
    ("code", ["%pip install langgraph\n", "!ls\n", "from langgraph.graph import StateGraph"]),
    ("code", "help?\ng = StateGraph(dict)\n"),
    ("code", ["%%bash\n", "echo $("]),
    ("raw", "nothing ("),
    ("code", ["%%time\n", "x = g\n"]),
)


def test_the_code_of_all_cells_is_one_module_without_magics() -> None:
    document = read("a.ipynb", SHOWN)
    assert document.problems == ()
    tree = tree_of(document)
    assert tree is not None
    found = []
    for node in tree.body:
        range = document.range(span_of(document, node))
        assert isinstance(range.start.line, CellLine)
        found.append(
            (
                document.text_of(span_of(document, node)),
                range.start.line.cell,
                range.start.line.inner,
            )
        )
    assert found == [
        ("from langgraph.graph import StateGraph", 2, 3),
        ("g = StateGraph(dict)", 3, 2),
        ("x = g", 6, 2),
    ]


def test_a_place_in_a_notebook_is_told_by_its_cell() -> None:
    document = read("a.ipynb", SHOWN)
    start = document.text.index("g = ")
    place = Place("a.ipynb", (start, start + 1))
    place = place._replace(range=document.range(place.pointer))
    assert spot(place) == "a.ipynb: cell 3, line 2"
    assert spot(pickle.loads(pickle.dumps(place))) == "a.ipynb: cell 3, line 2"
    assert place.range is not None
    assert json.dumps(place.range.start.line) == "5"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"{", "syntax-error"),
        (b"[" * 100_000, "syntax-error"),
        (notebook(("code", "import langgraph; StateGraph(")), "syntax-error"),
    ],
)
def test_what_does_not_parse_is_a_problem(data: bytes, kind: str) -> None:
    assert [each.kind for each in read("a.ipynb", data).problems] == [kind]


@pytest.mark.parametrize("value", [[], {}, {"cells": 1}, {"cells": [1, {"cell_type": "code"}]}, 3])
def test_a_notebook_of_another_shape_has_no_code(value: object) -> None:
    document = read("a.ipynb", json.dumps(value).encode())
    assert (document.text.strip(), document.problems) == ("", ())
