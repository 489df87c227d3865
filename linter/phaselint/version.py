"""The version of phaselint, where every part of it can ask."""

from __future__ import annotations

__version__ = "0.1.0"
