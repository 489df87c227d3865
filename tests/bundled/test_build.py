"""What the build makes: the same bytes wherever it runs, no module missing, and small files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bundle import standard
from bundle.build import zips
from cases import FIXTURES
from phaselint.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = FIXTURES.parent
HERE = Path(__file__).parent
RUNTIME = ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs", "pyodide-lock.json")
"""What is fetched of Pyodide besides its standard library."""

DIALECTS = ("agents", "climpt", "langgraph", "stud", "sweny", "vesanor")


@pytest.mark.bundle
def test_the_list_of_the_standard_library_is_what_imports_reach(pyodide: Path) -> None:
    assert standard.LIST.read_text("utf-8") == standard.found(pyodide, zips())


@pytest.mark.bundle
def test_each_module_imports_with_the_cut_library(built: Path, pyodide: Path) -> None:
    command = ["node", str(HERE / "importing.mjs"), str(built), str(pyodide)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["tried"] > 1000
    failed = {name: why for name, why in found["failed"].items() if not _is_of_the_sdk(name, why)}
    assert failed == {}


def _is_of_the_sdk(name: str, why: str) -> bool:
    """Whether a module of the MCP server lacks the SDK of MCP, which isn't in the bundle."""
    return name.startswith("phaselint.mcp.") and why.endswith(("'anyio'", "'mcp'"))


@pytest.mark.bundle
def test_the_transfer_is_small(built: Path, pyodide: Path) -> None:
    manifest = json.loads((built / "bundle.json").read_text("utf-8"))
    assert manifest["version"] == __version__
    sizes = {part: each["bytes"] for part, each in manifest["parts"].items()}
    always = sum(_gzipped(pyodide / name) for name in RUNTIME) + _gzipped(built / "stdlib.zip")
    assert always + sum(sizes.values()) <= 8_000_000
    assert always + sizes["core"] + max(sizes[name] for name in DIALECTS) <= 7_000_000


@pytest.mark.bundle
@pytest.mark.posix
def test_a_build_gives_the_same_bytes_elsewhere_and_later(pyodide: Path, tmp_path: Path) -> None:
    modules = pyodide.parents[1]
    one = _built(ROOT, tmp_path / "one", modules, seed="1", umask=0o022)
    copy = tmp_path / "copy"
    left = shutil.ignore_patterns("__pycache__", "node_modules", "vscode")
    for name in ("linter", "rules", "lsp"):
        shutil.copytree(ROOT / name, copy / name, ignore=left, copy_function=shutil.copyfile)
    shutil.copyfile(ROOT / "LICENSE", copy / "LICENSE")
    for file in copy.rglob("*"):
        os.utime(file, (1_500_000_000, 1_500_000_000))
    two = _built(copy, tmp_path / "two", modules, seed="2", umask=0o077)
    assert len(one) > 25
    assert one == two


def _built(checkout: Path, folder: Path, modules: Path, seed: str, umask: int) -> dict[str, int]:
    """The files of a build with compiled modules, and of its npm package: path → a checksum."""
    folder.mkdir()
    script = str(checkout / "linter/bundle/build.py")
    options = ["--pyodide", str(modules), "--compiled", "--npm", str(folder / "npm")]
    done = subprocess.run(
        [sys.executable, script, *options, str(folder / "bundle")],
        capture_output=True,
        text=True,
        check=False,
        umask=umask,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert done.returncode == 0, done.stderr
    return dict(_checksums(folder))


def _checksums(folder: Path) -> Iterator[tuple[str, int]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield file.relative_to(folder).as_posix(), zlib.crc32(file.read_bytes())


def _gzipped(file: Path) -> int:
    return len(zlib.compress(file.read_bytes(), 9))
