"""The members of a registry in which entries are written (reference climpt §2.1, 1.14 §2.1)."""

from __future__ import annotations

MAPPING = "entryStepMapping"
ENTRY = "entryStep"

FIRST, LENT = "initial", "continuation"
PAIR = (FIRST, LENT)
"""The members of an entry of 1.14: the step that runs start with, and the step whose prompt is
lent."""
