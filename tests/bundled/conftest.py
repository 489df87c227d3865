"""The bundle as it is built, and node with Pyodide to run it in."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bundle.build import write
from bundled.innode import Bundled


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """The folder of the npm package `pyodide`."""
    folder = os.environ.get("PHASELINT_PYODIDE", "")
    if not folder:
        pytest.skip("PHASELINT_PYODIDE doesn't name a folder in which npm has installed pyodide")
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    return Path(folder, "node_modules", "pyodide").resolve(strict=True)


@pytest.fixture(scope="session")
def built(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of this checkout, with the standard library cut to what it may import."""
    folder = tmp_path_factory.mktemp("built") / "bundle"
    write(folder, pyodide)
    return folder


@pytest.fixture(scope="session")
def bundled(built: Path, pyodide: Path) -> Bundled:
    """Runs command lines in the bundle."""
    return Bundled(built, pyodide)
