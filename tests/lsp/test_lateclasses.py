"""Classes of the protocol that are made when they are first used are those that they always are."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

LATE = "from phaselint_lsp.lateclasses import import_protocol; import_protocol()"

TELL = """
import attrs
METHODS = dict.fromkeys(["__eq__", "__ne__", "__repr__", "__lt__", "__setattr__"]).keys()
from lsprotocol import types
for name, cls in list(types.ALL_TYPES_MAP.items()):
    if attrs.has(cls):
        attrs.resolve_types(cls, types.ALL_TYPES_MAP, {})
        print(name)
        for a in attrs.fields(cls):
            print(a.name, a.type, a.default, a.validator, a.alias, a.eq, a.repr, a.on_setattr)
        print(sorted(METHODS & vars(cls).keys()))
        print(cls.__hash__, cls.__match_args__, cls.__init__.__annotations__)
"""

USE = """
from lsprotocol import types
from lsprotocol.converters import get_converter
converter = get_converter()
start, end = types.Position(1, 2), types.Position(line=1, character=4)
place = types.Location("file:///a", types.Range(start, end))
print(start < end, start == types.Position(1, 2), start != end, place, repr(place.range))
related = [types.DiagnosticRelatedInformation(place, "there")]
tags = [types.DiagnosticTag.Unnecessary]
found = types.Diagnostic(place.range, "no", tags=tags, related_information=related, data={"a": 1})
told = converter.unstructure(types.PublishDiagnosticsParams("file:///a", [found], 3))
print(found, told, converter.structure(told, types.PublishDiagnosticsParams))
asked = {"id": 1, "jsonrpc": "2.0", "method": "textDocument/hover", "params":
    {"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 5}}}
print(converter.structure(asked, types.HoverRequest))
for wrong in (lambda: types.Position(-1, 0), lambda: types.Position(), lambda: types.Hover(x=1)):
    try:
        wrong()
    except (TypeError, ValueError) as error:
        print(type(error), error)
"""


def says(*lines: str, path: Path | None = None) -> str:
    """What a Python of its own prints."""
    words = [sys.executable, "-c", "\n".join(lines)]
    found = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=path, timeout=120
    )
    assert found.returncode == 0, found.stderr
    return re.sub(r"0x[0-9a-f]+", "0x", found.stdout)


@pytest.mark.parametrize("script", [TELL, USE], ids=["fields", "use"])
def test_late_classes_are_those_of_an_ordinary_import(script: str) -> None:
    assert says(LATE, script) == says(script)


def test_few_classes_are_made_at_first() -> None:
    script = (
        "from lsprotocol import types",
        "classes = [each for each in vars(types).values() if type(each) is type]",
        "print(sum('__match_args__' in vars(each) for each in classes))",
    )
    early, late = says(*script), says(LATE, *script)
    assert int(late) * 50 < int(early)


def test_attrs_is_as_it_was() -> None:
    told = says(
        "import attrs; before = attrs.define",
        LATE,
        "print(attrs.define is before, '__slots__' in vars(attrs.define(type('A', (), {}))))",
    )
    assert told == "True True\n"


OTHERS = {
    "nothing that is expected": "answer = 42",
    "no map of names": "import attrs\n@attrs.define\nclass Position:\n line: int\n character: int",
    "a defect": "import attrs\nattrs.no_such_thing\n",
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_another_version_is_imported_as_it_comes(tmp_path: Path, text: str) -> None:
    package = tmp_path / "lsprotocol"
    package.mkdir()
    package.joinpath("__init__.py").write_text("")
    package.joinpath("types.py").write_text(text)
    before = "import sys; sys.path.insert(0, '')"
    left = "print([name for name in sys.modules if name.startswith('lsprotocol')], attrs.define)"
    told = says(before, LATE, "import attrs", left, path=tmp_path)
    assert told.startswith("[] <function define")


def test_missing_packages_are_for_others_to_find(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['lsprotocol'] = None"
    assert says(hidden, LATE, "print('lsprotocol' in sys.modules)", path=tmp_path) == "True\n"
