"""The labelled corpora of contracts, a folder for each dialect, in the one of PHASELINT_CORPUS."""

from __future__ import annotations

import os
from pathlib import Path

CORPUS = os.environ.get("PHASELINT_CORPUS", "")
FOLDERS = tuple(sorted(path for path in Path(CORPUS).iterdir() if path.is_dir())) if CORPUS else ()
"""None where the variable is unset."""
