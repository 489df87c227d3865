"""The command in an empty folder."""

from __future__ import annotations

from cli.conftest import phaselint

__all__ = ["phaselint"]
