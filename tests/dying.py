"""A process that is killed while it replaces files."""

from __future__ import annotations

BEGINNING = """
import os, signal, sys
from phaselint.project.replacing import Folder
rename, count = Folder.rename, 0
def dying(folder, old, new):
    global count
    count += 1
    if count == int(sys.argv[1]):
        os.kill(os.getpid(), signal.SIGKILL)
    rename(folder, old, new)
Folder.rename = dying
"""
"""How its program begins: it dies before the renaming whose number is its first argument."""
