"""Python's standard library as the playground has it: without what no part of phaselint imports."""

from __future__ import annotations

import io
import zipfile

LEFT_OUT = frozenset(
    {
        "_pyio",
        "_pyrepl",
        "bdb",
        "cProfile",
        "colorsys",
        "compileall",
        "doctest",
        "filecmp",
        "fileinput",
        "ftplib",
        "imaplib",
        "mailbox",
        "modulefinder",
        "netrc",
        "optparse",
        "pdb",
        "pickletools",
        "plistlib",
        "poplib",
        "profile",
        "pstats",
        "pty",
        "pyclbr",
        "pydoc",
        "rlcompleter",
        "sched",
        "shelve",
        "smtplib",
        "socketserver",
        "sqlite3",
        "tabnanny",
        "timeit",
        "trace",
        "unittest",
        "wave",
        "wsgiref",
        "xml",
        "xmlrpc",
        "zipapp",
    }
)
"""Modules and packages that are left out."""

WHEN = (1980, 1, 1, 0, 0, 0)


def reduced(library: bytes) -> bytes:
    """The zip of the standard library without these modules; the same for the same library."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as old, zipfile.ZipFile(made, "w") as new:
        for entry in sorted(old.infolist(), key=lambda each: each.filename):
            if top(entry.filename) in LEFT_OUT or entry.is_dir():
                continue
            kept = zipfile.ZipInfo(entry.filename, WHEN)
            kept.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(kept, old.read(entry), compresslevel=9)
    return made.getvalue()


def top(path: str) -> str:
    """The module or package that a file of the library belongs to."""
    return path.partition("/")[0].removesuffix(".py")
