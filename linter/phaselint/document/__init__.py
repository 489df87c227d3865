"""Text → value and positions: YAML, JSON, markdown front matter, suppression comments."""

from __future__ import annotations

from phaselint.document.model import Comment, Document, Problem

__all__ = ["Comment", "Document", "Problem"]
