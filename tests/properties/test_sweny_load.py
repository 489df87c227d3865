"""Whatever a workflow file holds, loading it tells what is wrong and never raises."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.dialects.base import Target
from phaselint.dialects.sweny.reading.catalogue import SKILLS
from phaselint.dialects.sweny.reading.load import load
from phaselint.dialects.sweny.reading.urls import parse
from phaselint.dialects.sweny.running.admission import errors, schema_issues
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.sweny.model import SwenyContract

SETTINGS = settings(max_examples=150)

WORDS = (
    "id name entry nodes edges skills rules context inputs instruction eval kind rule retry max "
    "requires output_required output_matches path equals in from to when max_iterations tools "
    "allow type default enum required mcp url file inline verify << __proto__ a b 1"
)
KEYS = st.sampled_from(WORDS.split())
SCALARS = st.sampled_from(
    [
        None,
        True,
        0,
        1,
        -1,
        2.5,
        float("inf"),
        "",
        " ",
        "a",
        "b",
        "value",
        "judge",
        "./a",
        "https://a",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)
NODES = st.dictionaries(
    st.sampled_from(["a", "b", "c", "10", "9"]),
    st.dictionaries(KEYS, VALUES, max_size=3).map(lambda v: {"name": "N", "instruction": "x", **v})
    | st.just({"name": "N", "instruction": "x"}),
    max_size=4,
)
EDGES = st.lists(
    st.fixed_dictionaries(
        {"from": st.sampled_from("abc"), "to": st.sampled_from("abc")},
        optional={"when": st.sampled_from(["x", ""]), "max_iterations": st.just(2)},
    ),
    max_size=5,
)
WORKFLOWS = st.builds(
    lambda nodes, edges, more: (
        {"id": "w", "name": "W", "entry": "a", "nodes": nodes, "edges": edges} | more
    ),
    NODES,
    EDGES,
    st.just({}) | st.dictionaries(KEYS, VALUES, max_size=2),
)


def loaded(value: Any) -> SwenyContract:
    text = json.dumps(value).replace("Infinity", "1e999")
    return load(DictReader({"w.json": text}), Target("sweny", "", "w.json"))


@SETTINGS
@given(VALUES | WORKFLOWS)
def test_loading_never_raises_and_problems_are_where_the_value_is(value: Any) -> None:
    contract = loaded(value)
    errors(contract, SKILLS)
    for problem in contract.problems:
        found = contract.documents["w.json"].value
        for step in problem.pointer:
            found = found[step]


@SETTINGS
@given(WORKFLOWS)
def test_a_workflow_without_problems_is_read_completely(value: dict[str, Any]) -> None:
    contract = loaded(value)
    workflow = contract.workflow
    assert workflow is not None
    if schema_issues(contract.problems):
        return
    assert workflow.graph_ok
    assert set(workflow.nodes) == set(value["nodes"])
    assert len(workflow.edges) == len(value["edges"])
    assert all(node.sound for node in workflow.nodes.values())


@SETTINGS
@given(st.text("htp:/\\@[]%.?#1a0x \t-é", max_size=12).map("http:".__add__) | st.text())
def test_any_text_is_a_url_or_not(text: str) -> None:
    url = parse(text)
    assert url is None or parse(text.strip()) == url
