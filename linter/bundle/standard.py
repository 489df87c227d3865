"""Python's standard library, cut to what the bundle imports or may import.

    python linter/bundle/standard.py FOLDER

writes the list of its modules, `standard.txt`, anew, with the npm package `pyodide` that is
installed in FOLDER. `reaching` makes that list, and a test compares it.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bundle.archive import module_of
from bundle.reaching import LISTED

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "python_stdlib.zip"
LIST = Path(__file__).with_name(LISTED)
STEPS = Path(__file__).with_name("inpython.mjs")


class StandardError(Exception):
    """Pyodide isn't what the bundle is made for; the text is what to tell the user."""


def package(folder: Path) -> Path:
    """The npm package in a folder in which it is installed. Raises StandardError."""
    found = folder / "node_modules" / "pyodide"
    if not (found / FILE).is_file():
        raise StandardError(f"{folder}: no pyodide there; run `npm install pyodide` in it")
    return found


def cut(pyodide: Path) -> list[tuple[str, bytes]]:
    """The listed files of the standard library: path and content.

    Raises:
        StandardError: a listed module isn't there.
        OSError: there is no library in the folder of the package.
    """
    with zipfile.ZipFile(io.BytesIO((pyodide / FILE).read_bytes())) as archive:
        paths = {module_of(path): path for path in archive.namelist() if path.endswith(".py")}
        names = LIST.read_text("utf-8").split()
        absent = [name for name in names if name not in paths]
        if absent:
            raise StandardError(f"{pyodide / FILE} has no {absent[0]}: use the pinned Pyodide")
        return [(paths[name], archive.read(paths[name])) for name in names]


def found(pyodide: Path, zips: Mapping[str, bytes]) -> str:
    """The list for parts, made anew. Errors are those of `step`."""
    with tempfile.TemporaryDirectory() as folder:
        for part, data in zips.items():
            Path(folder, f"{part}.zip").write_bytes(data)
        step(pyodide, "reaching", Path(folder))
        return Path(folder, LISTED).read_text("utf-8")


def compiled(pyodide: Path, zips: Mapping[str, bytes]) -> dict[str, bytes]:
    """Zips with their modules compiled by Pyodide. Errors are those of `step`."""
    with tempfile.TemporaryDirectory() as folder:
        for part, data in zips.items():
            Path(folder, f"{part}.zip").write_bytes(data)
        step(pyodide, "compiling", Path(folder))
        return {part: Path(folder, f"{part}.zip").read_bytes() for part in zips}


def step(pyodide: Path, module: str, folder: Path) -> None:
    """Run the `main` of a module of this package in Pyodide.

    Raises:
        StandardError: it has failed, or there is no node.
    """
    command = ["node", str(STEPS), str(pyodide), module, str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        raise StandardError("node isn't installed; install Node 20") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "Error" in line]
        raise StandardError(f"{module} in Pyodide: {lines[-1] if lines else done.stderr.strip()}")


def main() -> int:
    """Write the list anew; return the exit status."""
    from bundle.build import zips

    if len(sys.argv) != 2:
        print("usage: python linter/bundle/standard.py FOLDER", file=sys.stderr)
        return 2
    try:
        LIST.write_text(found(package(Path(sys.argv[1])), zips()), "utf-8")
    except (StandardError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
