"""What makes the documentation: pages that are generated, and checks of all of them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The checkout."""

DOCS = ROOT / "docs"
"""The pages that are written by hand."""

Pages = dict[str, str]
"""The texts of pages by their paths below the root of the documentation."""
