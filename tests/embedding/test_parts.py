"""Parts that the first import of one of their modules loads."""

from __future__ import annotations

import importlib
import lzma
import sys
from typing import TYPE_CHECKING

import pytest

from bundle.archive import zipped
from phaselint.embedding import parts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILES = [
    ("embedded_far/__init__.py", b"from embedded_far.deep import HERE\n"),
    ("embedded_far/deep.py", b"HERE = __name__\n"),
]
HOMES = {"embedded_far": "far", "embedded_gone": "gone"}


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    before = list(sys.meta_path)
    yield
    sys.meta_path[:] = before
    for name in [name for name in sys.modules if name.startswith("embedded_")]:
        del sys.modules[name]


@pytest.mark.parametrize("pack", [lzma.compress, bytes], ids=["xz", "zip"])
def test_an_import_loads_its_part_once(pack: type[bytes], tmp_path: Path) -> None:
    asked = []

    def read(part: str) -> bytes:
        asked.append(part)
        return pack(zipped(FILES))

    installed = parts.install(HOMES, str(tmp_path / "zips"), read)
    assert installed.loaded == ()
    assert importlib.import_module("embedded_far").HERE == "embedded_far.deep"
    assert installed.load("far") == str(tmp_path / "zips") + "/far.zip"
    assert asked == ["far"]
    assert list(installed.loaded) == asked


def test_a_module_that_the_part_lacks_does_not_exist(tmp_path: Path) -> None:
    parts.install(HOMES, str(tmp_path), lambda _: zipped(FILES))
    with pytest.raises(ModuleNotFoundError, match="embedded_far"):
        importlib.import_module("embedded_far.absent")


def test_other_modules_load_nothing(tmp_path: Path) -> None:
    installed = parts.install(HOMES, str(tmp_path), lambda _: zipped(FILES))
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("embedded_other")
    assert installed.loaded == ()


@pytest.mark.parametrize("data", [b"", b"garbage", lzma.compress(b"x" * 99)[:-8]], ids=repr)
def test_a_damaged_part_is_one_line(data: bytes, tmp_path: Path) -> None:
    parts.install(HOMES, str(tmp_path), lambda _: data)
    with pytest.raises(ImportError, match="part `gone` of phaselint can't be loaded: ") as error:
        importlib.import_module("embedded_gone")
    assert "\n" not in str(error.value)


def test_a_missing_part_is_one_line_and_can_be_loaded_later(tmp_path: Path) -> None:
    answers: list[bytes | OSError] = [OSError("no network"), zipped(FILES)]

    def read(_: str) -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    parts.install(HOMES, str(tmp_path), read)
    line = "part `far` of phaselint can't be loaded: no network"
    with pytest.raises(ImportError, match=f"^{line}$"):
        importlib.import_module("embedded_far")
    assert importlib.import_module("embedded_far").HERE == "embedded_far.deep"
