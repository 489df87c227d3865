"""Build the bundle: phaselint for Pyodide, with what starts it.

    python linter/bundle/build.py [--pyodide FOLDER [--compiled]] [--npm FOLDER] [FOLDER]

In FOLDER, or else in build/bundle, are `bundle.json`, the parts that it lists, and the modules of
JavaScript. `--pyodide` names a folder in which npm has installed Pyodide: its standard library, cut
to what the bundle may import, is then there, too; it isn't compressed, since whoever transfers it
compresses it better as a whole. With `--compiled`, all modules are compiled: for
where the start matters more than the size. With `--npm`, the npm package is in another folder, and
its tarball next to it. The same sources and libraries give the same bytes. The status is 2, with
one line that says why, where that cannot be done.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from subprocess import CalledProcessError

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT / "linter")

from bundle import package, standard  # noqa: E402
from bundle.archive import compressed, zipped  # noqa: E402
from bundle.baring import bared  # noqa: E402
from bundle.contents import CORE, LIBRARIES, entries, homes, licenses  # noqa: E402
from phaselint.version import __version__  # noqa: E402

JAVASCRIPT = Path(__file__).parent / "js"
MANIFEST = "bundle.json"
STANDARD = "stdlib"


class BundleError(Exception):
    """The bundle can't be built; the text is what to tell the user."""


def zips() -> dict[str, bytes]:
    """Part → its zip."""
    files: dict[str, list[tuple[str, bytes]]] = {CORE: []}
    for part, path, data in (*entries(), *licenses()):
        files.setdefault(part, []).append((path, bared(path, data)))
    return {part: zipped(held) for part, held in files.items()}


def files(pyodide: Path | None = None, compiled: bool = False) -> dict[str, bytes]:
    """The files of the bundle with modules of Python: those of the parts, and the standard library
    if there is Pyodide.

    Raises:
        BundleError: modules should be compiled, but there is no Pyodide.
        PackageNotFoundError: a library isn't installed.
        StandardError: see `standard.cut` and `standard.step`.
    """
    made = zips()
    if pyodide is None:
        if compiled:
            raise BundleError("--compiled needs --pyodide FOLDER, whose Python compiles")
        return {f"{part}.zip.xz": compressed(data) for part, data in made.items()}
    library = standard.cut(pyodide)
    if compiled:
        done = standard.compiled(pyodide, {**made, STANDARD: zipped(library)})
        return {f"{part}.zip": data for part, data in done.items()}
    packed = {f"{part}.zip.xz": compressed(data) for part, data in made.items()}
    return {**packed, f"{STANDARD}.zip": zipped(library)}


def write(folder: Path, pyodide: Path | None = None, compiled: bool = False) -> dict[str, int]:
    """Write the bundle into a folder, in place of an earlier one, and return the sizes of its
    parts.

    Args:
        folder: where it is written.
        pyodide: the npm package `pyodide`, for the standard library.
        compiled: whether modules are compiled.

    Raises:
        BundleError: there is something else in the folder.
        OSError: the folder can't be written.
        Exception: the errors of `files`.
    """
    _claim(folder, MANIFEST)
    made = files(pyodide, compiled)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    listed = {}
    for name, data in made.items():
        (folder / name).write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        listed[name.partition(".")[0]] = {"file": name, "bytes": len(data), "sha256": digest}
    sizes = {part: len(data) for part, data in zip(listed, made.values(), strict=True)}
    library = listed.pop(STANDARD, None)
    libraries = {name: version(name) for names in LIBRARIES.values() for name in names}
    manifest = {
        "version": __version__,
        "parts": listed,
        **({STANDARD: library} if library else {}),
        "homes": homes(),
        "libraries": dict(sorted(libraries.items())),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    for file in sorted(JAVASCRIPT.iterdir()):
        shutil.copyfile(file, folder / file.name)
    return sizes


def pack(folder: Path, bundle: Path) -> Path:
    """Write the npm package into a folder and return its tarball. Errors are those of `write`, and
    CalledProcessError."""
    _claim(folder, "bin/phaselint.mjs")
    package.write(folder, bundle)
    return package.packed(folder)


def _claim(folder: Path, sign: str) -> None:
    """Raises BundleError where a folder has files, but not the one that a build leaves."""
    if folder.exists() and any(folder.iterdir()) and not (folder / sign).is_file():
        raise BundleError(f"{folder}: the folder has other files in it; name another one")


def main() -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the bundle.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "bundle")
    parser.add_argument("--npm", type=Path, metavar="FOLDER", help="write the npm package, too")
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER", help="where npm installed it")
    parser.add_argument("--compiled", action="store_true", help="compile all modules")
    given = parser.parse_args()
    try:
        pyodide = standard.package(given.pyodide) if given.pyodide else None
        sizes = write(given.folder, pyodide, given.compiled)
        tarball = pack(given.npm, given.folder) if given.npm else None
    except PackageNotFoundError as error:
        how = "run `pip install --editable '.[dev]'`"
        print(f"{error.name} isn't installed: {how}", file=sys.stderr)
        return 2
    except CalledProcessError as error:
        print(f"npm pack: {error.stderr.strip()}", file=sys.stderr)
        return 2
    except (BundleError, standard.StandardError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    for part, size in sizes.items():
        print(f"{part:10} {size:9,}")
    print(f"{'all':10} {sum(sizes.values()):9,}")
    if tarball:
        print(f"{'tarball':10} {tarball.stat().st_size:9,} {tarball}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
