"""Programs that nobody should write are read without an exception, and soon."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.langgraph.reading.load import graphs_of, load
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.model import Graph

LONGEST = 10.0
"""Seconds of processor time; a loaded machine takes twice what an idle one does."""

HEAD = """\
from functools import partial
from typing import TypedDict
from langgraph.graph import END, START, StateGraph
class S(TypedDict):
    x: int
def f(s): return {}
"""
G = "g = StateGraph(S)\n"


def doubled(first: str, each: str, last: str, count: int = 60) -> str:
    """Names that each stand for the one before, twice."""
    lines = "".join(each.format(i + 1, i) for i in range(count))
    return first + lines + G + last.format(count)


PROGRAMS = {
    "a million nodes": f"{G}for i in range(1000000):\n    g.add_node(f'n{{i}}', f)\n",
    "loops in loops": G
    + "".join("    " * d + f"for a{d} in range(60):\n" for d in range(15))
    + "    " * 15
    + "g.add_node(f'{a0}', f)\n",
    "a builder that calls itself": (
        "def b(n):\n    g = StateGraph(S)\n    g.add_node('a', b(n - 1))\n"
        "    return g.compile()\nb(3)\n"
    ),
    "helpers that call each other": (
        f"def a(g):\n    b(g)\n    g.add_node('x', f)\ndef b(g):\n    a(g)\n{G}a(g)\n"
    ),
    "helpers that double": "def h0(g): g.add_node('a', f)\n"
    + "".join(f"def h{i + 1}(g):\n    h{i}(g)\n    h{i}(g)\n" for i in range(30))
    + f"{G}h30(g)\n",
    "deep brackets": f"{G}x = {'(' * 80}'a'{')' * 80}\ng.add_node(x, f)\n",
    "a deep sum": f"x = {' + '.join(['1'] * 900)}\n{G}g.add_node(x, f)\n",
    "deep calls": f"{G}x = {'f(' * 80}1{')' * 80}\ng.add_node(x, f)\n",
    "a long chain": "g = StateGraph(S)" + ".add_node('a', f)" * 900 + "\n",
    "long attributes": f"{G}x = g{'.a' * 900}\n",
    "texts that double": doubled("x0 = 'a'\n", "x{0} = x{1} + x{1}\n", "g.add_node(x{0}, f)\n"),
    "lists that double": doubled(
        "x0 = ['a']\n", "x{0} = x{1} + x{1}\n", "for n in x{0}:\n    g.add_node(n, f)\n"
    ),
    "choices that double": doubled(
        "x0 = 'a'\n", "x{0} = x{1} if c else x{1}\n", "g.add_node(x{0}, f)\n"
    ),
    "choices that double, and many who ask": doubled(
        "x0 = 'a'\n",
        "x{0} = x{1} if c else x{1}\n",
        "".join(f"g.add_node(x{{0}} + '{i}', f)\n" for i in range(1500)),
    ),
    "pairs of pairs": doubled(
        "x0 = ['a', 'b']\n",
        "x{0} = list(zip(x{1}, x{1}))\n",
        "for n in x{0}:\n    g.add_node(n[0], f)\n",
        40,
    ),
    "names in a circle": f"a = b\nb = a\n{G}while q:\n    a = b\n    b = a\n    g.add_node(a, f)\n",
    "10,000 statements": G
    + "".join(f"g.add_node('n{i}', f)\ng.add_edge('n{i}', 'n{i + 1}')\n" for i in range(5000)),
    "10,000 bindings": "".join(f"v = 'n{i}'\n" for i in range(10000)) + G + "g.add_node(v, f)\n",
    "conditional bindings": "if q:\n    v = 'a'\n" * 800 + G + "g.add_node(v, f)\n" * 800,
    "many branches": f"{G}if a == 0:\n    pass\n"
    + "".join(f"elif a == {i}:\n    g.add_node('n{i}', f)\n" for i in range(1000)),
    "many conditions": G + "".join(f"if c{i}:\n    g.add_node('n{i}', f)\n" for i in range(2000)),
    "a long text": f"{G}x = '{'a' * 100_000}'\ng.add_node(x, f)\ng.add_node(x + x, f)\n",
    "many graphs": "".join(
        f"def b{i}():\n    g = StateGraph(S)\n    return g\n" for i in range(600)
    ),
    "classes in a circle": "class A(A): pass\nclass B(C): pass\nclass C(B): pass\n"
    f"{G}g.add_node('a', B().y)\n",
    "a grid of classes": "".join(
        f"class A{i + 1}(A{i}, B{i}): pass\nclass B{i + 1}(A{i}, B{i}): pass\n" for i in range(40)
    )
    + f"{G}g.add_node('a', A40().m)\n",
    "a large product": (
        f"{G}N = range(500)\n[g.add_node(a + b + c, f) for a in N for b in N for c in N]\n"
    ),
    "a large table": f"T = {{{', '.join(f'{i!r}: {i!r}' for i in map(str, range(9000)))}}}\n{G}"
    "for k in T:\n    g.add_node(k, f)\ng.add_conditional_edges('a', f, T)\n",
    "a tower of partials": "p0 = f\n"
    + "".join(f"p{i + 1} = partial(p{i}, x=1)\n" for i in range(300))
    + f"{G}g.add_node('a', p300)\n",
    "an f-string of choices": f"a = 'x' if q else 'y'\n{G}g.add_node(f'{'{a}' * 40}', f)\n",
    "a list that grows": f"L = []\n{G}{''.join(f'L.append({i})' + chr(10) for i in range(3000))}"
    "for n in L:\n    g.add_node(n, f)\n",
    "nothing given": (
        f"{G}g.add_node()\ng.add_edge()\ng.add_conditional_edges()\ng.add_sequence()\n"
        "g.compile(*a, **k)\ng.add_node(*a)\ng.add_node(**k)\ng.set_entry_point()\n"
        "g.add_edge(1, None)\ng.add_edge([], [])\n"
        "g.add_node(1.5, 2)\ng.add_node(b'x', f)\ng.add_node(..., f)\nStateGraph()\n"
    ),
    "odd characters": f"{G}g.add_node('\\ud800', f)\ng.add_edge('\\0', '\U0001f600')\n",
    "stars": "from x import *\nfrom .main import *\nfrom main import *\ng = StateGraph(S)\n",
}
"""What is odd → the program."""


def read(files: dict[str, str]) -> list[Graph]:
    """The first graphs of a program, read in time."""
    reader = DictReader(files)
    found: list[Graph] = []
    before = process_time()
    for file in files:
        for name in graphs_of(reader, file)[:3]:
            contract = load(reader, Target("langgraph", "", file, name))
            assert contract.graph is not None
            found.append(contract.graph)
    assert process_time() - before < LONGEST
    return found


@pytest.mark.parametrize("odd", PROGRAMS)
def test_odd_programs(odd: str) -> None:
    assert read({"main.py": HEAD + PROGRAMS[odd]})


def test_modules_that_import_each_other() -> None:
    first = f"{HEAD}from b import g as h\nimport b\ng = h\ng.add_node('a', b.f)\n"
    second = f"{HEAD}from a import g\nfrom a import *\nq = StateGraph(S)\nq.add_node('n', f)\n"
    (graph,) = read({"a.py": first, "b.py": second})
    assert [node.name for node in graph.nodes] == ["n"]


def test_that_imports_are_followed_no_further_than_that() -> None:
    hops = {f"m{i}.py": f"from m{i + 1} import NAME\n" for i in range(30)}
    text = f"{HEAD}from m0 import NAME\n{G}g.add_node(NAME, f)\n"
    (graph,) = read({**hops, "m30.py": "NAME = 'a'\n", "main.py": text})
    assert len(graph.nodes) <= 1
