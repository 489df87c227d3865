"""What need not be compiled is what the compiler takes: held by Python that is drawn."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections import Counter
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.programs import program
from document.refusing import amid, module
from fresh import AGAIN, picker, until
from phaselint.document import pythonblocks, pythondoubts, pythonexpressions
from phaselint.document.model import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

DRAWS = 400
MOST_DRAWS = 30_000
FILES = sorted(Path(__file__).parents[1].rglob("*.py"))
LONGEST = 20_000
UNDECIDED = (RecursionError, MemoryError, ValueError, OverflowError, SystemError)
"""What the compiler raises where it gives up, which says nothing of the text."""

Refusal = tuple[str, int | None, int | None, int | None, int | None] | None


def refusal(body: list[ast.stmt]) -> Refusal:
    """What the compiler says of statements, and where."""
    try:
        compile(ast.Module(body, []), "a.py", "exec", dont_inherit=True)
    except SyntaxError as error:
        return (error.msg, error.lineno, error.offset, error.end_lineno, error.end_offset)
    return None


def doubts(text: str, tree: ast.Module) -> list[ast.stmt]:
    """Those statements of a text that are to be compiled."""
    return [*pythondoubts.doubtful(Document("a.py", "python", text), tree)]


def parsed(text: str) -> ast.Module | None:
    """The tree of a text, if it has one."""
    try:
        return ast.parse(text)
    except (SyntaxError, *UNDECIDED):
        return None


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The compiler also warns of what it takes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def drawn(rng: Random) -> str:
    """A module of refused statements, or a file of these tests with some."""
    if rng.random() < 0.8:
        return module(rng)
    return amid(rng, rng.choice(FILES).read_text("utf-8")[:LONGEST])


def differs(text: str, seen: Counter[str]) -> bool:
    """Whether the compiler says something else of what is in doubt than of all."""
    tree = parsed(text)
    if tree is None:
        return False
    try:
        expected = refusal(tree.body)
    except UNDECIDED:
        return False
    body = doubts(text, tree)
    seen["refused" if expected else "taken"] += 1
    seen["parts"] += len(body) < len(tree.body)
    seen["nothing"] += not body
    if expected is not None:
        seen[re.sub(r"'\w+'|\w+$", "", expected[0])] += 1
    return refusal(body) != expected


LEAST = {"refused": 100, "taken": 30, "parts": 60, "nothing": 10}
KINDS = 25
"""Of what compilers say, at least, if names are left out."""


def test_the_compiler_says_the_same_of_what_is_in_doubt_as_of_all() -> None:
    rng, seen = picker("doubts"), Counter[str]()
    for _ in until(seen, LEAST, DRAWS):
        text = drawn(rng)
        assert not differs(text, seen), f"{AGAIN}:\n{text}"
    assert len(seen) >= KINDS + len(LEAST), seen


def without(pattern: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A hole: a sign is not looked for."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        rest = tuple(each for each in pythondoubts._SIGNS if not each.pattern.startswith(pattern))
        assert len(rest) < len(pythondoubts._SIGNS)
        monkeypatch.setattr(pythondoubts, "_SIGNS", rest)

    return plant


def instead(module: Any, name: str, value: object) -> Callable[[pytest.MonkeyPatch], None]:
    """A hole: something is another than it is."""
    return lambda monkeypatch: monkeypatch.setattr(module, name, value)


def only_plain(*kinds: type[ast.stmt]) -> Callable[[pytest.MonkeyPatch], None]:
    """A hole: statements of some types are taken wherever they stand."""
    return instead(pythonblocks, "_PLAIN", pythonblocks._PLAIN | set(kinds))


def any_features(body: list[ast.stmt]) -> list[ast.stmt]:
    """The first statements that are a `from __future__`, whatever it names."""
    return [
        *takewhile(lambda it: isinstance(it, ast.ImportFrom) and it.module == "__future__", body)
    ]


HOLES = {
    "lambda": without("lambda"),
    "named": without(":="),
    "yield": without("yield"),
    "async": without("async"),
    "star": without(r"\*"),
    "await": instead(pythondoubts, "_AWAIT", re.compile("$^")),
    "await anywhere": instead(pythondoubts, "waits_well", lambda _: True),
    "keywords": instead(pythondoubts, "_repeated", lambda *_: ()),
    "keywords of one line": instead(
        pythondoubts, "_KEYWORD", re.compile(r"=(?<!==)[ \t\f]*+([\w\x80-\U0010ffff]++)[ ]*[(,]")
    ),
    "debug": instead(pythondoubts, "_may_bind_debug", lambda _: False),
    "debug in other letters": instead(
        pythondoubts, "_may_bind_debug", lambda text: pythondoubts._DEBUG in text
    ),
    "features": instead(pythondoubts, "_futures", any_features),
    "parameters": instead(pythonblocks, "clash", lambda _: False),
    "parameters of lambdas": instead(pythonexpressions, "clash", lambda _: False),
    "elements": instead(pythonexpressions, "_are_placed", lambda *_: True),
    "targets": instead(pythonexpressions, "_takes", lambda *_: True),
    "annotations": instead(pythonexpressions, "_ANNOTATED", ()),
    "heads": instead(
        pythonexpressions, "_HEADS", dict.fromkeys(pythonexpressions._HEADS, ())
    ),
    "depth": instead(pythonblocks, "_MOST", 1_000),
    "globals": only_plain(ast.Global),
    "nonlocals": only_plain(ast.Nonlocal),
    "imports": only_plain(ast.ImportFrom),
    "jumps": only_plain(ast.Break, ast.Continue),
    "returns": only_plain(ast.Return),
    "matches": only_plain(ast.Match),
    "groups": only_plain(ast.TryStar),
    "waiting blocks": instead(
        pythonblocks, "_WITHS", {ast.With: 0, ast.AsyncWith: 0}
    ),
    "waiting loops": instead(
        pythonblocks, "_LOOPS", {ast.For: 0, ast.While: 0, ast.AsyncFor: 0}
    ),
    "lines": instead(
        pythonblocks.Blocks, "_line_before", lambda _, first: first.lineno - 1
    ),
    "clauses": instead(pythonblocks.Blocks, "_goes_on", lambda *_: None),
}  # fmt: skip


@pytest.mark.parametrize("name", HOLES)
def test_a_hole_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    HOLES[name](monkeypatch)
    rng, seen = picker("holes", name), Counter[str]()
    assert any(differs(module(rng), seen) for _ in range(MOST_DRAWS)), AGAIN


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no parameters for types")
def test_a_hole_in_parameters_for_types_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pythonblocks, "_is_generic", lambda _: False)
    rng, seen = picker("types"), Counter[str]()
    assert any(differs(module(rng), seen) for _ in range(MOST_DRAWS)), AGAIN


def test_of_a_usual_file_nothing_is_in_doubt() -> None:
    text = program(30)
    assert doubts(text, ast.parse(text)) == []


USUAL = """\
from __future__ import annotations
async def ask(*texts, **options):
    if (found := await invoke(*texts, model="a")) is not None:
        async with found as told:
            return [each async for each in told]
    return sorted(texts, key=lambda text: text * 2)
def each():
    yield dict(a=dict(b=1), b=dict(a=1))
"""


@pytest.mark.parametrize(
    "also", ["", "def late():\n    nonlocal a\n", "class Late(a=1, a=2): pass\n"]
)
def test_only_what_is_in_doubt_is_compiled(also: str) -> None:
    text = f"{USUAL}{also}"
    tree = ast.parse(text)
    assert doubts(text, tree) == ([tree.body[0], tree.body[-1]] if also else [])


def test_of_a_python_that_is_not_known_all_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pythondoubts, "_KNOWN", False)
    tree = ast.parse(USUAL)
    assert doubts(USUAL, tree) == tree.body
