"""`phaselint.pyz`: one file with phaselint and what it depends on, for any Python from 3.11.

Only what Python itself can run is in it, so it is the same on every system. Packages that are
compiled are left out; phaselint does without them what it can, and says what it can't:
docs/how-to/install.md.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import time
import zipfile
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

COMPILED = ("regress", "rpds-py", "jsonschema", "jsonschema-specifications", "referencing")
"""Packages that are compiled, or need one that is."""

MAIN = """\
import sys

if sys.version_info < (3, 11):
    sys.exit("phaselint needs Python 3.11 or newer; this is %d.%d" % sys.version_info[:2])
if __name__ == "__main__":
    from phaselint.__main__ import run

    run()
"""
_SHEBANG = b"#!/usr/bin/env python3\n"
_LEFT_OUT = ("__pycache__", "tests", "bin", "_yaml")
_UNSTABLE = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json", ".lock")
_MACHINE = (".so", ".pyd", ".dylib", ".pyc")


def members(folder: Path) -> dict[str, bytes]:
    """The files of installed packages that belong into the archive, by path."""
    found = {}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        name = path.relative_to(folder).as_posix()
        if not _is_left_out(PurePosixPath(name)):
            found[name] = path.read_bytes()
    return {**found, "__main__.py": MAIN.encode()}


def _is_left_out(path: PurePosixPath) -> bool:
    parts = path.parts
    return (
        any(part in _LEFT_OUT for part in parts[:-1])
        or path.name in _UNSTABLE
        or path.suffix in _MACHINE
    )


def packed(files: Mapping[str, bytes], seconds: int) -> bytes:
    """The archive: the same bytes for the same files and time."""
    moment = time.gmtime(max(seconds, 315532800))[:6]  # a zip knows no time before 1980
    target = io.BytesIO()
    target.write(_SHEBANG)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return target.getvalue()


def rolled(folder: Path, top: str, seconds: int) -> bytes:
    """A folder as a compressed tar archive: the same bytes for the same files and time."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = tarfile.TarInfo(f"{top}/{path.relative_to(folder).as_posix()}")
            content = path.read_bytes()
            entry.size, entry.mtime, entry.mode = len(content), seconds, 0o644
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(target.getvalue(), mtime=seconds)
