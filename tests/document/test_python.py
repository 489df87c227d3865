"""Python as documents: how a file is decoded, what is wrong with it, and where its nodes are."""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import phaselint
from phaselint.document.python import builds_graphs, place_of, problems, span_of, tree_of
from phaselint.document.pythonplaces import spans_around, text_at, words
from phaselint.document.reader import format_of, read, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = "from langgraph.graph import StateGraph\n"
SOURCES = sorted(Path(phaselint.__file__).parent.rglob("*.py"))[::60]

PIECES = (
    "x = 1\n",
    "naïve = 'ünï' + \"\\u2028 y\"  # é\n",
    "def f(a, b=2, *c, **d):\n\treturn {**d, 'k': [a, *c]}\n",
    "@deco(1)\nclass C(Base, metaclass=M):\n    y: int = 3\n",
    "class D:\n    async def g(self):\n        await x\n",
    "\fz = (1,\n\t2,  # ä\n  3)\n",
    "t = '''\nä\n''' ; u = f'ö{x!r:>{y}} {z}'\n",
    "v = lambda *, k: k if k else [i for i in k if i]\n",
    "match x:\n    case {'a': [1, *r]} | C(y=[*r]):\n        pass\n    case _:\n        pass\n",
    "w = ('a'  # part\n     'ß' 'c')\n",
    "with open('ä') as h, g(): del h\n",
    "w = a.b.c[1:2, ...] @ -d\n",
)


def nodes_with_places(text: str) -> list[tuple[str | None, str]]:
    """Of each node what Python's own library takes for its text, and what is at its place."""
    document = read_text("a.py", text)
    tree = tree_of(document)
    assert tree is not None, problems(document)
    found = []
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            start, end = span_of(document, node)
            found.append((ast.get_source_segment(text, node), document.text[start:end]))
    return found


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6), st.sampled_from(("\n", "\r\n")))
def test_a_node_is_where_its_text_is(pieces: list[str], ending: str) -> None:
    text = "".join(pieces).replace("\n", ending)
    for wanted, found in nodes_with_places(text):
        assert found == wanted


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_so_it_is_in_real_files(path: Path) -> None:
    for wanted, found in nodes_with_places(path.read_text("utf-8")):
        assert found == wanted


def test_names_in_text_that_is_cut_by_carriage_returns_alone_are_where_they_stand() -> None:
    text = "ä = 1\rb = ä\r\n\tc\n".replace("\t", "")
    document = read_text("a.py", text)
    tree = tree_of(document)
    assert tree is not None
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    for node in names:
        start, end = span_of(document, node)
        assert document.text[start:end] == node.id
        assert document.position(start).line == node.lineno
    assert len(names) == 4


def test_a_place_is_found_again_and_an_offset_leads_to_the_innermost_node() -> None:
    document = read_text("a.py", "g.add_edge('a', name)\n")
    tree = tree_of(document)
    assert tree is not None
    call = tree.body[0].value  # type: ignore[attr-defined]
    place = place_of(document, call.args[1])
    assert place.file == "a.py"
    assert document.text_of(place.pointer) == "name"
    assert document.positions is not None
    assert document.positions.at(18) == (place.pointer, "value")
    assert document.text_of(document.positions.at(12)[0]) == "'a'"
    assert document.text_of(document.positions.at(10)[0]) == "g.add_edge"
    assert document.positions.find((-5, 10_000), "value") == (0, len(document.text))


def test_a_node_without_a_place_of_its_own_is_nowhere() -> None:
    document = read_text("a.py", "def f(): pass\n")
    tree = tree_of(document)
    assert tree is not None
    assert span_of(document, tree.body[0].args) == (0, 0)  # type: ignore[attr-defined]


# --- decoding ------------------------------------------------------------------------------------

ENCODED = (
    b"x = '\xc3\xa4'\n",
    b"\xef\xbb\xbfx = '\xc3\xa4'\n",
    b"# -*- coding: latin-1 -*-\nx = '\xe4'\n",
    b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n",
    b"\n# coding=iso-8859-15\nx = '\xa4'\n",
    b"\r\n# coding: latin-1\r\nx = '\xe4'\r\n",
    b"\xef\xbb\xbf# coding: utf-8\nx = '\xc3\xa4'\n",
    b"x = 1\n# coding: latin-1\ny = '\xc3\xa4'\n",
    b"\n\n# coding: latin-1\ny = '\xc3\xa4'\n",
    b"# coding: utf8\nx = '\xc3\xa4'\n",
    b"# encoding: koi8-r\nx = '\xc1'\n",
)


@pytest.mark.parametrize("data", ENCODED)
def test_a_file_is_decoded_as_python_decodes_it(data: bytes) -> None:
    stream = io.BytesIO(data)
    encoding, _ = tokenize.detect_encoding(stream.readline)
    document = read("a.py", data)
    assert document.problems == ()
    assert document.text == data.decode(encoding).removeprefix("\ufeff")
    assert document.bom == data.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"x = 1\ny = '\xe4'\n", "the file isn't UTF-8: byte 0xe4 at offset 11 (line 2)"),
        (
            b"# coding: ascii\nx = '\xe4'\n",
            "the file isn't ascii: byte 0xe4 at offset 21 (line 2)",
        ),
        (b"# coding: nosuch\n", "the file names the encoding `nosuch`, which Python doesn't know"),
        (b"# coding: hex\n", "the file names the encoding `hex`, which Python doesn't know"),
        (
            b"# coding: punycode\n",
            "the file names the encoding `punycode`, which Python doesn't know",
        ),
        (
            b"\xef\xbb\xbf# coding: latin-1\n",
            "the file has a byte order mark of UTF-8 and names the encoding `latin-1`",
        ),
        (b"\xff\xfex\x00", "the file is UTF-16, but must be UTF-8"),
        (b"x = 1\0", "the file holds binary data (a NUL byte)"),
    ],
)
def test_a_file_that_cannot_be_decoded_says_so(data: bytes, said: str) -> None:
    document = read("a.py", data)
    assert [(each.kind, each.message) for each in document.problems] == [("unreadable-file", said)]
    assert tree_of(document) is None


# --- what does not parse -------------------------------------------------------------------------


def test_a_file_that_does_not_parse_is_wrong_only_where_it_has_the_words_of_a_graph() -> None:
    assert read_text("a.py", "x = (\n").problems == ()
    document = read_text("a.py", f"{WORDS}x = (\n")
    assert [each.kind for each in document.problems] == ["syntax-error"]
    assert document.problems[0].message == "'(' was never closed"
    start = document.position(document.problems[0].start)
    assert (start.line, start.column) == (2, 5)
    assert "its own Python, 3." in document.problems[0].help
    assert not document.readable


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import langgraph; StateGraph", True),
        ("import langgraph; MessageGraph", True),
        ("import langgraph", False),
        ("StateGraph", False),
    ],
)
def test_two_words_make_a_file_worth_parsing(text: str, words: bool) -> None:
    assert builds_graphs(text) is words


HARD = {
    "brackets": "x = " + "(" * 300 + ")" * 300,
    "unary": "x = " + "-" * 20_000 + "1",
    "attributes": "x = a" + ".b" * 20_000,
    "sum": "x = " + "+".join(["1"] * 50_000),
    "calls": "x = a" + "()" * 20_000,
    "indents": "".join(f"{' ' * n}if x:\n" for n in range(150)) + " " * 150 + "pass",
    "elifs": "if a: pass\n" + "elif b: pass\n" * 15_000,
    "integer": "x = " + "9" * 10_000,
    "nul": "x = '\0'",
    "half a character": "x = '\ud800'",
    "f-string": "x = f'" + "{" * 200,
}


@pytest.mark.parametrize("name", HARD)
def test_whatever_the_parser_refuses_is_a_problem_and_never_an_exception(name: str) -> None:
    document = read_text("a.py", WORDS + HARD[name])
    assert (tree_of(document) is None) is (not document.readable)
    assert {each.kind for each in document.problems} <= {"syntax-error", "limit-exceeded"}


def test_large_files_are_left_alone() -> None:
    long = read_text("a.py", WORDS + "x = 1\n" * 20_000)
    assert [each.kind for each in long.problems] == ["limit-exceeded"]
    assert long.problems[0].message == "the file has 20,002 lines, more than the limit of 20,000"
    wide = read_text("a.py", f"{WORDS}x = '{'ä' * 500_000}'\n")
    assert [each.kind for each in wide.problems] == ["limit-exceeded"]
    assert "more than the limit of 1 MB" in wide.problems[0].message


def test_warnings_of_the_parser_are_nobodys_business() -> None:
    program = (
        "from phaselint.document.reader import read_text\n"
        "from phaselint.document.python import tree_of\n"
        "assert tree_of(read_text('a.py', r\"x = '\\d'; y = 1 is 1\"))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_parser_is_imported_for_a_file_with_the_words_alone() -> None:
    program = (
        "import sys\n"
        "from phaselint.document.reader import read_text\n"
        "read_text('a.py', 'import langgraph')\n"
        "assert 'ast' not in sys.modules\n"
        "read_text('a.py', 'import langgraph; StateGraph')\n"
        "assert 'ast' in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_no_python_has_no_tree() -> None:
    assert format_of("a/B.PY") == "python"
    assert tree_of(read_text("a.yaml", "x: 1")) is None


# --- places in words -----------------------------------------------------------------------------

BEFORE = """\
class Builder:
    def make(self):
        graph.add_edge("a", "b", label={"x": 1})
        return graph
"""


def spot(text: str, piece: str) -> tuple[tuple[str, ...], str]:
    document = read_text("a.py", text)
    start = text.index(piece)
    pointer = (start, start + len(piece))
    return words(document, pointer), text_at(document, pointer)


@pytest.mark.parametrize(
    ("piece", "way", "text"),
    [
        ('"b"', ("Builder", "make", "b"), '"b"'),
        (
            'graph.add_edge("a", "b", label={"x": 1})',
            ("Builder", "make", "a"),
            'add_edge("a", "b", label=...)',
        ),
        ("return graph", ("Builder", "make"), "return graph"),
        (BEFORE.strip(), ("Builder",), "class Builder"),
    ],
)
def test_a_place_is_told_by_the_names_around_it_and_what_is_there(
    piece: str, way: tuple[str, ...], text: str
) -> None:
    assert spot(BEFORE, piece) == (way, text)
    moved = f"import x\n\n\n{BEFORE}\n\nother = 1\n"
    assert spot(moved, piece) == (way, text)
    assert spot(BEFORE.replace('{"x": 1}', '{"y": [1, 2]}'), '"b"') == (
        ("Builder", "make", "b"),
        '"b"',
    )


def test_the_nodes_around_a_place_among_many() -> None:
    """They are those of the statements read alone, moved to where these are."""
    pieces = PIECES * 3
    document = read_text("a.py", "".join(pieces))
    before = 0
    for piece in pieces:
        alone = read_text("b.py", piece)
        for offset in range(len(piece)):
            moved = [(before + a, before + b) for a, b in spans_around(alone, offset)]
            assert [*spans_around(document, before + offset)] == moved
        before += len(piece)


@pytest.mark.parametrize(("first", "part", "last"), [("{", "{}: b, ", "}"), ("x", " and {}", "")])
def test_the_node_at_a_place_in_a_long_expression(first: str, part: str, last: str) -> None:
    text = f"{first}{''.join(part.replace('{}', str(number)) for number in range(100, 200))}{last}"
    document = read_text("a.py", text)
    for number in range(100, 200):
        start = text.index(str(number))
        assert [*spans_around(document, start + 1)][-1] == (start, start + 3)


def test_that_places_are_looked_up_and_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place costs the same among a thousand statements and among a hundred."""
    looks = 0

    def counted(node: ast.AST) -> Iterator[ast.AST]:
        nonlocal looks
        for child in iter_child_nodes(node):
            looks += 1
            yield child

    iter_child_nodes = ast.iter_child_nodes
    costs = []
    for count in (100, 1000):
        text = "g.add_node('a', f)\n" * count
        document = read_text("a.py", text)
        assert tree_of(document) is not None
        looks = 0
        monkeypatch.setattr(ast, "iter_child_nodes", counted)
        for number in range(count):
            start = number * 19 + 11
            assert [*spans_around(document, start + 1)][-1] == (start, start + 3)
        monkeypatch.undo()
        costs.append(looks / count)
    assert costs[1] <= costs[0]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("return app", "'return' outside function"),
        ("yield app", "'yield' outside function"),
        ("break", "'break' outside loop"),
        ("await app", "'await' outside function"),
        ("def f(a, a): pass", "duplicate argument 'a' in function definition"),
        ("nonlocal b", "nonlocal declaration not allowed at module level"),
    ],
)
def test_what_is_parsed_but_not_compiled_is_refused(statement: str, said: str) -> None:
    document = read_text("a.py", f"{WORDS}app = 1\n{statement}\n")
    assert tree_of(document) is None
    (problem,) = problems(document)
    assert (problem.kind, problem.message) == ("syntax-error", said)
    assert document.position(problem.start).line == 3
