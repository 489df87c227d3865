"""The top keys of a document that does not parse, by what its text seems to have."""

from __future__ import annotations

import pytest

from phaselint.dialects.keys import keys_of
from phaselint.document.reader import read


def keys(text: str, name: str = "session.yaml") -> set[str]:
    """The keys of a text that nothing can be read from."""
    document = read(name, text.encode())
    assert not document.readable
    return set(keys_of(document))


@pytest.mark.parametrize(
    "text",
    [
        'phases: [{name: a}]\n"agent": {tools: [\n',
        "{phases: [{name: a}], agent: {tools: [a}",
        '{"phases":[{"name":"a, {"}],"agent":{"tools":[{"tool":1]}',
        "# a session\n---\n{ phases: {name: a}, 'agent': }]\n",
        "{\n  phases: [\n    {name: a # isn't, b: {\n  ]},\n  agent: [\n",
        '{"phases":"a \\" b: 1, c: 2","agent":"unclosed, d: 1',
    ],
)
def test_keys_are_the_outermost_ones(text: str) -> None:
    assert keys(text) == {"phases", "agent"}


def test_json_on_one_line_has_all_its_keys() -> None:
    assert keys('{"stages":[{"id":1}],"id":"a","next":}', "a.json") == {"stages", "id", "next"}


def test_text_without_braces_is_no_flow() -> None:
    assert keys("a: [\nb, c: {d: 1}, e: 1\n") == {"a"}


@pytest.mark.parametrize("part", ["a", "{", "[", "]", '"', '\\"', "'", "a:", " ", "#\n", "{]"])
def test_much_of_one_thing_takes_one_look(part: str) -> None:
    """Each part of the text is looked at once, so that a long one ends."""
    assert "z" in keys("{z: 1, " + part * 200_000)
