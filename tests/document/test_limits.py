"""Documents that would cost too much are refused at once, in plain words."""

from __future__ import annotations

import pytest

from phaselint.document import jsonreader, limits, yamlbuilder
from phaselint.document.limits import DEPTH_LIMIT, SIZE_LIMIT, extent
from phaselint.document.reader import read, read_text

DEEP = "collections are nested deeper than the limit of 200 levels"


def message(path: str, text: str) -> str:
    """The text of the document's only problem, which is over a limit."""
    document = read_text(path, text)
    (problem,) = document.problems
    assert problem.kind == "limit-exceeded"
    assert document.value is None
    assert not document.readable
    return problem.message


@pytest.mark.parametrize(
    ("path", "opener"), [("a.yaml", "["), ("a.yaml", "{a: "), ("a.yaml", "- ")]
)
def test_yaml_may_be_nested_to_the_limit(path: str, opener: str) -> None:
    assert message(path, opener * (DEPTH_LIMIT + 1)) == DEEP
    assert message(path, opener * 100_000) == DEEP
    assert read_text("a.yaml", "[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT).problems == ()


def test_json_may_be_nested_to_the_limit() -> None:
    assert read_text("a.json", "[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT).problems == ()
    assert message("a.json", "[" * (DEPTH_LIMIT + 1) + "]" * (DEPTH_LIMIT + 1)) == DEEP
    assert message("a.json", "[" * 100_000) == DEEP
    assert read_text("a.json", "[" + "{}," * 300 + "[]]").problems == ()


def test_the_place_of_what_is_too_deep_is_known() -> None:
    yaml = read_text("a.yaml", "[" * 500)
    json = read_text("a.json", "[" * 500 + "]" * 500)
    assert (yaml.problems[0].start, json.problems[0].start) == (DEPTH_LIMIT, DEPTH_LIMIT)


def test_a_document_may_have_nodes_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamlbuilder, "NODE_LIMIT", 4)
    assert read_text("a.yaml", "{a: [b, c]}").problems[0].start == 8
    assert read_text("a.yaml", "{a: [b]}").problems == ()
    assert read_text("a.yaml", "[[], [], []]").problems == ()


def test_json_may_have_nodes_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonreader, "NODE_LIMIT", 4)
    said = "the document has more nodes than the limit of 1,000,000"
    assert message("a.json", '{"a": [1, 2]}') == said
    assert read_text("a.json", '{"a": [1, 2]}').problems[0].start == 10
    assert read_text("a.json", '{"a": ["{},{},{},{}"]}').problems == ()


def test_a_huge_file_is_not_even_decoded() -> None:
    document = read("a.yaml", b"\xff" * (SIZE_LIMIT + 1))
    assert document.problems[0].message == "the file has 20.0 MB, more than the limit of 20 MB"
    assert document.text == ""
    assert message("a.json", " " * (SIZE_LIMIT + 1)).startswith("the file has 20.0 MB")


def bomb(levels: int, width: int) -> str:
    """Lists of aliases of lists of aliases."""
    lines = ["a0: &a0 [x]"]
    for level in range(1, levels + 1):
        lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * width)}]")
    return "\n".join(lines)


def test_an_alias_bomb_is_refused_without_writing_it_out() -> None:
    said = "the document has more nodes with its aliases written out than the limit of 1,000,000"
    assert message("a.yaml", bomb(9, 9)) == said
    assert message("a.yaml", bomb(90, 3)) == said
    assert read_text("a.yaml", bomb(3, 9)).problems == ()


def test_aliases_cannot_nest_deeper_than_brackets() -> None:
    said = "aliases nest collections deeper than the limit of 200 levels"
    assert message("a.yaml", bomb(5_000, 1)) == said


def test_extent_counts_shared_parts_each_time() -> None:
    part = {"a": [1, 2]}
    assert extent([part, part]) == (1 + 2 * 5, 3)
    assert extent("x") == (1, 0)
    assert extent({}) == (1, 1)


def test_extent_stops_counting_above_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EXPANDED_LIMIT", 3)
    assert extent([1, 2, 3, 4, 5])[0] == 4
