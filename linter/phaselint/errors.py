"""The errors phaselint raises on purpose; everything else that escapes is a bug."""

from __future__ import annotations


class PhaselintError(Exception):
    """Base of all errors a caller may want to catch; the text is one line for the user."""


class UsageError(PhaselintError):
    """The command could not do its work as asked: bad option, path, configuration or file."""
