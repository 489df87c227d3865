"""Our own modules, found where they are."""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder, SourceFileLoader
from importlib.util import cache_from_source, module_from_spec
from pathlib import Path
from pkgutil import iter_modules
from py_compile import PycInvalidationMode, compile
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

import phaselint
import phaselint_rules
from phaselint.cli import import_hook

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = '"""A module."""\n\nVALUE = 7\n'


@pytest.fixture
def finder() -> Any:
    """The finder that a console script begins with, where our first module is compiled."""
    compile(phaselint.__file__, invalidation_mode=PycInvalidationMode.TIMESTAMP)
    before = list(sys.meta_path)
    import_hook.find_directly()
    assert sys.meta_path[1:] == before
    return sys.meta_path.pop(0)


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A module that is compiled."""
    path = tmp_path / "part.py"
    path.write_text(SOURCE)
    compile(str(path))
    return path


def names(package: Any) -> Iterator[str]:
    return (f"{package.__name__}.{each.name}" for each in iter_modules(package.__path__))


@pytest.mark.parametrize("package", [phaselint, phaselint_rules])
def test_modules_are_found_as_python_finds_them(finder: Any, package: Any) -> None:
    for name in names(package):
        theirs: Any = PathFinder.find_spec(name, package.__path__)
        compile(theirs.origin)
        ours = finder.find_spec(name, package.__path__)
        for field in ("name", "origin", "cached", "has_location", "submodule_search_locations"):
            assert getattr(ours, field) == getattr(theirs, field)
        assert isinstance(ours.loader, SourceFileLoader)
        assert ours.loader.get_code(name) == theirs.loader.get_code(name)


def test_a_module_is_filled_from_what_is_compiled(finder: Any, module: Path) -> None:
    spec = finder.find_spec("phaselint.part", [str(module.parent)])
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    assert (loaded.VALUE, loaded.__file__, loaded.__doc__) == (7, str(module), "A module.")
    assert (loaded.__cached__, loaded.__spec__) == (cache_from_source(str(module)), spec)
    assert spec.loader.get_source("phaselint.part") == SOURCE


def test_a_module_lacks_names_as_any_other(finder: Any, module: Path) -> None:
    spec = finder.find_spec("phaselint.part", [str(module.parent)])
    loaded = module_from_spec(spec)
    assert isinstance(loaded, ModuleType)
    spec.loader.exec_module(loaded)
    for name in ("__path__", "absent"):
        with pytest.raises(AttributeError, match=name):
            getattr(loaded, name)
    sys.modules["phaselint.part"] = loaded
    try:
        with pytest.raises(ImportError, match="cannot import name 'absent'"):
            exec("from phaselint.part import absent", {})
    finally:
        del sys.modules["phaselint.part"]


def test_a_module_may_give_names_on_demand(finder: Any, module: Path) -> None:
    module.write_text("def __getattr__(name):\n    return name.upper()\n")
    compile(str(module))
    spec = finder.find_spec("phaselint.part", [str(module.parent)])
    loaded: Any = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    assert loaded.wanted == "WANTED"


def test_python_finds_what_was_edited_since(finder: Any, module: Path) -> None:
    module.write_text(SOURCE.replace("7", "8000"))
    assert finder.find_spec("phaselint.part", [str(module.parent)]) is None


def test_python_finds_what_was_touched_since(finder: Any, module: Path) -> None:
    os.utime(module, (1, 1))
    assert finder.find_spec("phaselint.part", [str(module.parent)]) is None


def test_python_finds_what_is_not_compiled_or_not_by_time(finder: Any, module: Path) -> None:
    folder = [str(module.parent)]
    compile(str(module), invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    assert finder.find_spec("phaselint.part", folder) is None
    Path(cache_from_source(str(module))).unlink()
    assert finder.find_spec("phaselint.part", folder) is None


def test_python_finds_what_is_large_or_cut_off(finder: Any, module: Path) -> None:
    folder = [str(module.parent)]
    compiled = Path(cache_from_source(str(module)))
    whole = compiled.read_bytes()
    compiled.write_bytes(whole[:-1])
    assert finder.find_spec("phaselint.part", folder) is None
    compiled.write_bytes(whole)
    assert finder.find_spec("phaselint.part", folder) is not None
    module.write_text(f"VALUE = {'x' * import_hook.MOST!r}\n")
    compile(str(module))
    assert finder.find_spec("phaselint.part", folder) is None


@pytest.mark.parametrize("name", ["phaselint", "phaselint.nothing", "json.decoder", "phaselinty.x"])
def test_python_finds_all_others(finder: Any, name: str) -> None:
    path = phaselint.__path__ if "." in name else None
    assert finder.find_spec(name, path) is None


def test_there_is_no_finder_where_compiled_modules_are_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(phaselint.__spec__, "cached", "/elsewhere/__init__.cpython-311.pyc")
    before = list(sys.meta_path)
    import_hook.find_directly()
    assert sys.meta_path == before
