"""Text → value and positions: YAML, JSON, markdown front matter, suppression comments."""

from __future__ import annotations

from phaselint.document.model import Document, Problem

__all__ = ["Document", "Problem"]
