"""A zip that is the same whenever and wherever it is made, and its compressed form.

A zip compresses each file for itself, which for a thousand small modules gives half of what
compressing all together does. So its files are stored, and the whole is one xz: `lzma` comes with
Pyodide.
"""

from __future__ import annotations

import io
import lzma
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WHEN = (1980, 1, 1, 0, 0, 0)
RIGHTS = 0o100644 << 16
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 23}]


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files as a zip, sorted by their paths."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in sorted(files):
            entry = zipfile.ZipInfo(path, WHEN)
            entry.create_system = 3
            entry.external_attr = RIGHTS
            archive.writestr(entry, data)
    return made.getvalue()


def module_of(path: str) -> str:
    """The name of the module whose source has a path in a zip."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def compressed(data: bytes) -> bytes:
    """Data as one xz."""
    return lzma.compress(data, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=FILTERS)
