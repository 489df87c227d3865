"""Patterns of a package compiled when they are used."""

from __future__ import annotations

import re
import sys
import typing
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import contract
from phaselint.cli.lazily import Pattern, compile_when_used
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from cli.command import Command

FILES = {
    "early/__init__.py": "from early import words\nimport beside\n",
    "early/words.py": "import re\nWORD = re.compile('[a-z]+', re.I)\nBROKEN = re.compile('(')\n",
    "beside.py": "import re\nNUMBER = re.compile('[0-9]+')\n",
}
NESTED = {
    "outer.py": "import inner, re\nWORD = re.compile('[a-z]+')\n",
    "inner.py": "import re\nWORD = re.compile('[0-9]+')\n",
}
TOLD = """
reader = sys.modules["yaml.reader"].Reader
print(type(reader.NON_PRINTABLE).__module__)
"""
LOOK = """
import sys
from phaselint import cli
{}
sys.argv = ["phaselint", *{!r}]
cli.os._exit = lambda status: None
cli.script()
"""


@pytest.fixture
def early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A package whose patterns are compiled when they are used."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    before = list(sys.meta_path)
    compile_when_used("early")
    try:
        yield import_module("early")
    finally:
        assert sys.meta_path == before
        for name in ("early", "early.words", "beside"):
            sys.modules.pop(name, None)


class TestPackage:
    """A package that is imported so."""

    def test_its_patterns_do_what_patterns_do(self, early: Any) -> None:
        word = early.words.WORD
        assert isinstance(word, Pattern)
        assert word.fullmatch("Word")
        assert word.findall("one 2 three") == ["one", "three"]
        assert (word.pattern, word.flags) == ("[a-z]+", re.I | re.U)

    def test_none_is_compiled_before_it_is_used(self, early: Any) -> None:
        with pytest.raises(re.error):
            early.words.BROKEN.match("")

    def test_what_else_it_imports_has_patterns_of_python(self, early: Any) -> None:
        assert isinstance(early.beside.NUMBER, re.Pattern)

    def test_nothing_is_left_of_it(self, early: ModuleType) -> None:
        assert isinstance(re.compile("behind it"), re.Pattern)
        assert early.__spec__ is not None
        assert early.__loader__ is early.__spec__.loader
        assert type(early.__loader__) is type(import_module("beside").__loader__)


def test_a_package_that_is_not_there_is_missed_as_usual() -> None:
    compile_when_used("nowhere_at_all")
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        import_module("nowhere_at_all")


def test_several_packages_are_awaited_each_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("soon", "later"):
        (tmp_path / f"{name}.py").write_text("import re\nWORD = re.compile('[a-z]+')\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = list(sys.meta_path)
    compile_when_used("soon", "later")
    try:
        assert isinstance(import_module("later").WORD, Pattern)
        assert sys.meta_path != before
        assert isinstance(import_module("soon").WORD, Pattern)
        assert sys.meta_path == before
    finally:
        for name in ("soon", "later"):
            sys.modules.pop(name, None)


def test_one_may_import_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in NESTED.items():
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    before = re.compile, typing.NamedTuple
    compile_when_used("inner", "outer")
    try:
        outer = import_module("outer")
        assert isinstance(outer.WORD, Pattern)
        assert isinstance(outer.inner.WORD, Pattern)
        assert (re.compile, typing.NamedTuple) == before
    finally:
        for name in ("inner", "outer"):
            sys.modules.pop(name, None)


class Ours(NamedTuple):
    first: int


def test_named_tuples_are_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pairs.py").write_text(
        "from __future__ import annotations\nfrom typing import NamedTuple\n"
        "class Pair(NamedTuple):\n    first: Unknown[\n        int]\n    second: str = ''\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    compile_when_used("pairs")
    try:
        pair = import_module("pairs").Pair(1)
        assert (pair.first, pair.second) == (1, "")
        assert type(pair)._replace is Ours._replace
    finally:
        sys.modules.pop("pairs", None)


TYPED = {
    "typed.py": (
        "from __future__ import annotations\nfrom typing import Any, NamedTuple, Tuple\n"
        "Key = Tuple[str, ...]\nclass Pair(NamedTuple):\n    first: Any\n    second: Key = ()\n"
    ),
    "generic.py": (
        "import stranger\nfrom typing import Any, NamedTuple, TypeVar\nT = TypeVar('T')\n"
        "class One(NamedTuple):\n    only: int\n"
    ),
    "stranger.py": "from typing import Any, NamedTuple\n",
    "dated.py": "from datetime import date, datetime, time, timedelta, timezone, tzinfo\n",
}
UNTYPED = """
import sys
sys.modules.pop("typing", None)
sys.modules.pop("datetime", None)
sys.path.insert(0, ".")
from phaselint.cli.lazily import compile_when_used
compile_when_used("{0}")
import {0}
print("typing" in sys.modules, "datetime" in sys.modules)
import datetime, typing
print(typing.__spec__ is not None, typing.List[int], {1})
"""


class TestTyping:
    """What a package is given in place of `typing` and `datetime` while these aren't imported."""

    def shown(self, phaselint: Command, package: str, shown: str) -> list[str]:
        """What a new Python prints after it has imported a package so."""
        for name, text in TYPED.items():
            (phaselint.folder / name).write_text(text)
        return phaselint.process(program=("-c", UNTYPED.format(package, shown))).lines

    def test_it_is_not_imported_for_annotations(self, phaselint: Command) -> None:
        shown = "typed.Pair(1), hasattr(typed.Pair, '_places')"
        assert self.shown(phaselint, "typed", shown) == [
            "False False",
            "True typing.List[int] Pair(first=1, second=()) True",
        ]

    def test_other_names_and_other_packages_are_given_the_real_one(
        self, phaselint: Command
    ) -> None:
        strange = (
            "generic.stranger.Any is typing.Any, generic.stranger.NamedTuple is typing.NamedTuple"
        )
        shown = f"generic.T, {strange}"
        assert self.shown(phaselint, "generic", shown) == [
            "True False",
            "True typing.List[int] ~T True True",
        ]

    def test_dates_are_those_of_datetime(self, phaselint: Command) -> None:
        names = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo")
        same = ", ".join(f"dated.{name} is datetime.{name}" for name in names)
        shown = f"{same}, datetime.datetime.fromisoformat"
        printed = self.shown(phaselint, "dated", shown)
        assert printed[0] == "False False"
        assert printed[1].startswith("True typing.List[int] True True True True True True ")


class TestScript:
    """The console script and PyYAML."""

    def looked(self, phaselint: Command, *arguments: str, before: str = "") -> list[str]:
        """What the console script prints, and the module of the patterns behind it."""
        program = ("-c", LOOK.format(before, arguments) + TOLD)
        return phaselint.process(program=program).lines

    @pytest.mark.parametrize("parser", ["", "sys.modules['yaml._yaml'] = None"])
    def test_the_contract_is_read_with_either_parser(self, phaselint: Command, parser: str) -> None:
        contract(phaselint.folder)
        said, module = self.looked(phaselint, "lint", before=parser)
        assert said.startswith("No findings in 1 contract")
        assert module == "phaselint.cli.lazily"

    def test_no_other_process_has_such_patterns(self, phaselint: Command) -> None:
        contract(phaselint.folder)
        program = ("-c", f"import sys\nfrom phaselint.cli import main\nmain(['lint'])\n{TOLD}")
        assert phaselint.process(program=program).lines[-1] == "re"

    def test_nor_has_the_server(self, phaselint: Command) -> None:
        serve = (
            "import phaselint_lsp.server\nphaselint_lsp.server.serve = lambda _: __import__('yaml')"
        )
        assert self.looked(phaselint, "server", before=serve) == ["re"]
