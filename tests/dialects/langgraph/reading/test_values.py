"""What expressions may be, and what they name (reference langgraph §2.2)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.dialects.langgraph.functionmodel import Member, Send, Values
from phaselint.dialects.langgraph.reading.project import Project
from phaselint.dialects.langgraph.reading.scopes import inner_scope, module_scope
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.reading.resolving import Scope

MAIN = """
import os
from enum import Enum, IntEnum, StrEnum, auto
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, get_args
import langgraph.graph as lg
from langgraph.graph import END, START
from langgraph.types import Send
from tables import NAME, ROUTES as OTHER
from package import shared
import tables

class Word(str, Enum):
    A = "a"
    B = "b"

class Plain(Enum):
    Q = "q"

class Text(StrEnum):
    UP = auto()
    X = "x"

class Number(IntEnum):
    ONE = 1

class Names:
    first = "one"
    both = ("one", "two")

    def method(self, state): ...

    @staticmethod
    def fixed(state): ...

class Callable:
    def __call__(self, state): ...

Kind = Literal["l1", "l2"]
TABLE = {"x": "1", "y": "2"}
CHANGED = {"x": "1"}
CHANGED["z"] = "3"
ORDER = ["a", "b", "c"]
GROWN = ["a"]
GROWN.append("b")
PAIRS = [("a", 1), ("b", 2)]
left, right = "l", "r"
word = "first"
word = "second"
added = "p"
added += "q"
if os.environ:
    either = "yes"
else:
    either = "no"
if os.environ:
    maybe = "inside"
try:
    tried = "body"
except ImportError:
    tried = "handler"
for item in ORDER:
    looped = item
with open("f") as handle:
    pass
if (walrus := "w"):
    pass
unpacked, *rest = ORDER
alias = partial

def function(state): ...

def make(n):
    def inner(state):
        return n
    return inner

def several(n):
    if n:
        return function
    return make
"""
TABLES = """
NAME = "table name"
ROUTES = {"k": "v"}

def helper(): ...
"""
FILES = {
    "app/main.py": MAIN,
    "app/tables.py": TABLES,
    "app/package/__init__.py": "from .inner import shared\nfrom .inner import *\n",
    "app/package/inner.py": "shared = 'deep'\nstarred = 'star'\n",
    "pyproject.toml": "",
}


@pytest.fixture(scope="module")
def project() -> Project:
    return Project(DictReader(FILES))


def at_end(project: Project, expression: str) -> tuple[ast.expr, Scope]:
    """An expression as if it stood at the end of the module."""
    module = project.modules.at("app/main.py")
    assert module is not None
    node = ast.parse(expression, mode="eval").body
    for each in ast.walk(node):
        if isinstance(each, ast.expr):
            each.lineno = each.end_lineno = 10_000
    return node, module_scope(module)


def values(project: Project, expression: str) -> Values:
    return project.values(*at_end(project, expression))


KNOWN: dict[str, tuple[Any, ...]] = {
    '"a"': ("a",),
    "3": (3,),
    "None": (None,),
    "START": ("__start__",),
    "END": ("__end__",),
    "lg.END": ("__end__",),
    "TYPE_CHECKING": (False,),
    "word": ("second",),
    "added": ("pq",),
    "left + right": ("lr",),
    '"a" if x else "b"': ("a", "b"),
    '"a" or "b"': ("a", "b"),
    "either": ("no", "yes"),
    "tried": ("handler", "body"),
    "walrus": ("w",),
    "looped": ("a", "b", "c"),
    'f"{left}_{either}!"': ("l_no!", "l_yes!"),
    '"%s-%s" % (left, right)': ("l-r",),
    '"{}{x}".format(left, x=right)': ("lr",),
    '"Ab".lower()': ("ab",),
    '" ab ".strip().upper()': ("AB",),
    '"a-b".replace("-", "_")': ("a_b",),
    '"/".join(ORDER)': ("a/b/c",),
    'str("a")': ("a",),
    "Names.first": ("one",),
    "Names.both[1]": ("two",),
    "Word.A": (Member("a", "Word.A"),),
    "Word.A.value": ("a",),
    "Word.B.name": ("B",),
    'Word("b")': (Member("b", "Word.B"),),
    'Word["B"].value': ("b",),
    'f"{Word.A}"': ("Word.A",),
    'Word.A + "!"': ("a!",),
    "Plain.Q": (Member("Plain.Q", "Plain.Q"),),
    "Plain.Q.value": ("q",),
    "Text.UP": ("up",),
    "Text.X": ("x",),
    "Number.ONE": (1,),
    "[w.value for w in Word][1]": ("b",),
    'TABLE["x"]': ("1",),
    "TABLE[anything]": ("1", "2"),
    'TABLE.get("y")': ("2",),
    'TABLE.get("no")': (None,),
    'TABLE.get(anything, "d")': ("1", "2", "d"),
    "TABLE.get(anything)": ("1", "2", None),
    'OTHER["k"]': ("v",),
    "NAME": ("table name",),
    "tables.NAME": ("table name",),
    "shared": ("deep",),
    "ORDER[0]": ("a",),
    "ORDER[-1]": ("c",),
    "ORDER[1:][0]": ("b",),
    "list(zip(ORDER, ORDER[1:]))[1][0]": ("b",),
    "list(pairwise(ORDER))[0][1]": ("b",),
    "list(enumerate(ORDER, 1))[2][0]": (3,),
    "list(reversed(ORDER))[0]": ("c",),
    'sorted(["b", "a"])[0]': ("a",),
    "list(TABLE)[1]": ("y",),
    "list(TABLE.values())[0]": ("1",),
    "list(TABLE.items())[1][1]": ("2",),
    "dict(zip(ORDER, ORDER[1:]))['b']": ("c",),
    "{**TABLE, 'z': '3'}['z']": ("3",),
    "(TABLE | {'x': 'n'})['x']": ("n",),
    "[*ORDER, 'd'][3]": ("d",),
    "(ORDER + ['d'])[3]": ("d",),
    "[x + '!' for x in ORDER if x != 'a'][0]": ("b!",),
    "{x: y for x, y in PAIRS}['b']": (2,),
    "list(range(1, 6, 2))[-1]": (5,),
    "'a b'.split()[1]": ("b",),
    "get_args(Kind)[1]": ("l2",),
    "not left == 'l'": (False,),
    "-1": (-1,),
    'Send("n", {})': (Send("n"),),
    "Send(unknown_name, {})": (Send(None),),
}
"""Expression → the constants that it may be, and no others."""

UNKNOWN = (
    "os.getenv('X')",
    "anything",
    "function(1)",
    "CHANGED['x']",
    "GROWN[0]",
    "handle",
    "rest",
    "unpacked",
    "tables.missing",
    "Names.missing",
    "b'bytes'",
    "left * 9",
    "f'{left:>3}'",
    "lambda: 1",
    "ORDER[1:]",
    "ORDER[9]",
    "'{0.x}'.format(left)",
)


@pytest.mark.parametrize("expression", KNOWN)
def test_what_is_known(project: Project, expression: str) -> None:
    found = values(project, expression)
    assert (found.constants, found.complete) == (KNOWN[expression], True)


@pytest.mark.parametrize("expression", UNKNOWN)
def test_what_is_unknown(project: Project, expression: str) -> None:
    assert values(project, expression) == Values()


def test_that_a_part_may_be_known(project: Project) -> None:
    found = values(project, "'a' if x else anything")
    assert (found.constants, found.complete) == (("a",), False)


def test_that_a_name_bound_in_one_branch_only_is_that(project: Project) -> None:
    assert values(project, "maybe").constants == ("inside",)


def test_that_more_than_64_constants_are_unknown(project: Project) -> None:
    digits = " if x else ".join(map(repr, map(str, range(10))))
    assert len(values(project, digits).constants) == 10
    assert values(project, f"({digits}) + ({digits})") == Values()


def test_that_known_constants_have_their_places(project: Project) -> None:
    module = project.modules.at("app/main.py")
    assert module is not None
    node = next(
        each.iter
        for each in module.tree.body
        if isinstance(each, ast.For) and isinstance(each.iter, ast.Name)
    )
    use = ast.copy_location(ast.Name(id="word", ctx=ast.Load()), node)
    (known,) = project.values(use, module_scope(module)).known
    assert known.source is not None
    at = [slice(*map(int, place.pointer)) for place in (known.place, known.source)]
    assert [module.document.text[each] for each in at] == ["ORDER", '"second"']


def test_that_the_binding_above_counts(project: Project) -> None:
    module = project.modules.at("app/main.py")
    assert module is not None
    first = next(
        each
        for each in module.tree.body
        if isinstance(each, ast.Assign) and "first" in ast.dump(each)
    )
    name = ast.Name(id="word", ctx=ast.Load(), lineno=first.lineno + 1, col_offset=0)
    name.end_lineno, name.end_col_offset = name.lineno, 4
    assert project.values(name, module_scope(module)).constants == ("first",)


NAMED: dict[str, tuple[str, str]] = {
    "function": ("function", "function"),
    "partial(function, x=1)": ("function", "function"),
    "alias(function)": ("function", "function"),
    "make('v')": ("function", "inner"),
    "Names.method": ("function", "method"),
    "Names().method": ("function", "method"),
    "Names.fixed": ("function", "fixed"),
    "Names": ("class", "Names"),
    "tables.helper": ("function", "helper"),
    "Callable()": ("value", ""),
    "[function][0]": ("function", "function"),
    "{'a': function}['a']": ("function", "function"),
}


@pytest.mark.parametrize("expression", NAMED)
def test_what_is_named(project: Project, expression: str) -> None:
    found = project.defined(*at_end(project, expression))
    assert found is not None
    assert [(each.kind, getattr(each.node, "name", "")) for each in found] == [NAMED[expression]]


def test_that_methods_are_bound_where_they_are_called_so(project: Project) -> None:
    for expression, bound in (("Names().method", True), ("Names.method", False)):
        (found,) = project.defined(*at_end(project, expression)) or ()
        assert found.bound is bound


def test_what_a_partial_has_given(project: Project) -> None:
    (found,) = project.defined(*at_end(project, "partial(make, 3)")) or ()
    assert list(found.arguments) == ["n"]


def test_that_a_factory_knows_what_it_got(project: Project) -> None:
    (found,) = project.defined(*at_end(project, "make('v')")) or ()
    inside = inner_scope(found.node, found.scope, {})
    name = ast.Name(id="n", ctx=ast.Load(), lineno=1, col_offset=0)
    name.end_lineno, name.end_col_offset = 1, 1
    assert project.values(name, inside).constants == ("v",)


def test_that_what_may_be_several_things_is_not_one(project: Project) -> None:
    (found,) = project.defined(*at_end(project, "several(1)")) or ()
    assert found.kind == "value"
    assert project.defined(*at_end(project, "anything")) is None


ORIGINS = {
    "lg.StateGraph": "langgraph.graph.StateGraph",
    "lg.StateGraph[int]": "langgraph.graph.StateGraph",
    "END": "langgraph.graph.END",
    "dict": "builtins.dict",
    "alias": "functools.partial",
    "os.path.join": "os.path.join",
    "function": "",
    "function()": "",
    "anything": "",
}


@pytest.mark.parametrize("expression", ORIGINS)
def test_where_something_comes_from(project: Project, expression: str) -> None:
    assert project.origin(*at_end(project, expression)) == ORIGINS[expression]


IMPORTS = {
    "beside.py": "x = 'beside'\n",
    "src/in_source.py": "x = 'source'\n",
    "twice.py": "x = 1\n",
    "app/twice.py": "x = 2\n",
    "same.py": "x = 'same'\n",
    "app/same.py": "x = 'same'\n",
    "app/deep/near.py": "x = 'near'\n",
    "app/above.py": "x = 'above'\n",
    "app/loop_a.py": "from loop_b import x\n",
    "app/loop_b.py": "from loop_a import x\n",
}
FOUND: dict[str, tuple[Any, ...]] = {
    "from beside import x": ("beside",),
    "from in_source import x": ("source",),
    "from twice import x": (),
    "from same import x": ("same",),
    "from near import x": ("near",),
    "from .near import x": ("near",),
    "from ..above import x": ("above",),
    "from .. import above; x = above.x": ("above",),
    "from .missing import x": (),
    "from installed import x": (),
    "from loop_a import x": (),
    "import above; x = above.x": ("above",),
    "import app.above; x = app.above.x": ("above",),
    "import app.deep.near as n; x = n.x": ("near",),
    "from app.deep import near; x = near.x": ("near",),
    "from near import *": ("near",),
}


@pytest.mark.parametrize("statement", FOUND)
def test_where_modules_are_looked_for(statement: str) -> None:
    project = Project(DictReader({**IMPORTS, "app/deep/main.py": f"{statement}\n"}))
    module = project.modules.at("app/deep/main.py")
    assert module is not None
    name = ast.Name(id="x", ctx=ast.Load(), lineno=99, col_offset=0)
    name.end_lineno, name.end_col_offset = 99, 1
    assert project.values(name, module_scope(module)).constants == FOUND[statement]


SELF = """
class Base:
    inherited = "base"
    def run(self): ...

class Some(Base):
    field = "class"
    def __init__(self, given):
        self.once = "once"
        self.given = given
        self.twice = "a"
        self.left, self.right = "l", "r"
    def other(self):
        self.twice = "b"
        return [self.once, self.given, self.twice, self.field, self.inherited, self.run]
"""


def test_what_attributes_of_self_are() -> None:
    project = Project(DictReader({"main.py": SELF}))
    module = project.modules.at("main.py")
    assert module is not None
    some = module.tree.body[1]
    assert isinstance(some, ast.ClassDef)
    method = some.body[-1]
    assert isinstance(method, ast.FunctionDef)
    scope = inner_scope(method, inner_scope(some, module_scope(module), {}), {})
    statement = method.body[-1]
    assert isinstance(statement, ast.Return)
    assert isinstance(statement.value, ast.List)
    found = [project.values(each, scope) for each in statement.value.elts]
    assert [each.constants for each in found] == [
        ("once",), (), ("a", "b"), ("class",), ("base",), ()
    ]  # fmt: skip
    named = project.defined(statement.value.elts[-1], scope)
    assert [each.bound for each in named or ()] == [True]
