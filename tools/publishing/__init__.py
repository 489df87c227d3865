"""What a release is made of: the names in it, its files, and their trial in empty environments."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The checkout."""


class ReleaseError(Exception):
    """A release, or a change of its names, that can't go on; the text is what to tell the user."""
