"""Build the bundle: phaselint for Pyodide, with what starts it.

    python linter/bundle/build.py [--npm FOLDER] [FOLDER]

In FOLDER, or else in build/bundle, are `bundle.json`, the parts that it lists, and the modules of
JavaScript. With `--npm`, the npm package is in another folder, and its tarball next to it. The same
sources and libraries give the same bytes. The status is 2, with one line that says why, where that
cannot be done.
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

from bundle import package  # noqa: E402
from bundle.archive import compressed, zipped  # noqa: E402
from bundle.baring import bared  # noqa: E402
from bundle.contents import CORE, LIBRARIES, entries, homes, licenses  # noqa: E402
from phaselint.version import __version__  # noqa: E402

JAVASCRIPT = Path(__file__).parent / "js"
MANIFEST = "bundle.json"


class BundleError(Exception):
    """The bundle can't be built; the text is what to tell the user."""


def parts() -> dict[str, bytes]:
    """Part → its zip, compressed."""
    files: dict[str, list[tuple[str, bytes]]] = {CORE: []}
    for part, path, data in (*entries(), *licenses()):
        files.setdefault(part, []).append((path, bared(path, data)))
    return {part: compressed(zipped(held)) for part, held in files.items()}


def write(folder: Path) -> dict[str, int]:
    """Write the bundle into a folder, in place of an earlier one, and return the sizes of its
    parts.

    Raises:
        BundleError: there is something else in the folder.
        PackageNotFoundError: a library isn't installed.
        OSError: the folder can't be written.
    """
    _claim(folder, MANIFEST)
    made = parts()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    listed = {}
    for part, data in made.items():
        name = f"{part}.zip.xz"
        (folder / name).write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        listed[part] = {"file": name, "bytes": len(data), "sha256": digest}
    libraries = {name: version(name) for names in LIBRARIES.values() for name in names}
    manifest = {
        "version": __version__,
        "parts": listed,
        "homes": homes(),
        "libraries": dict(sorted(libraries.items())),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    for file in sorted(JAVASCRIPT.iterdir()):
        shutil.copyfile(file, folder / file.name)
    return {part: len(data) for part, data in made.items()}


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
    given = parser.parse_args()
    try:
        sizes = write(given.folder)
        tarball = pack(given.npm, given.folder) if given.npm else None
    except PackageNotFoundError as error:
        how = "run `pip install --editable '.[dev]'`"
        print(f"{error.name} isn't installed: {how}", file=sys.stderr)
        return 2
    except CalledProcessError as error:
        print(f"npm pack: {error.stderr.strip()}", file=sys.stderr)
        return 2
    except (BundleError, OSError) as error:
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
