"""Zips of modules as zips of compiled modules, which start three times as fast and are twice as
large.

It runs in Pyodide (`inpython.mjs`): only the same Python reads what it compiles.
"""

from __future__ import annotations

import importlib.util
import marshal
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from bundle.archive import zipped

if TYPE_CHECKING:
    from collections.abc import Iterator

UNCHECKED = (1).to_bytes(4, "little")
"""Flags of a compiled module that is never compared with its source (PEP 552)."""


def main(folder: str) -> None:
    """Compile all zips in a folder in place."""
    for file in sorted(Path(folder).glob("*.zip")):
        with zipfile.ZipFile(file) as archive:
            data = zipped(_compiled(archive))
        file.write_bytes(data)


def _compiled(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    for path in sorted(archive.namelist()):
        data = archive.read(path)
        if not path.endswith(".py"):
            yield path, data
            continue
        code = compile(data, path, "exec", dont_inherit=True)
        head = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(data)
        yield f"{path}c", head + marshal.dumps(code)
