"""What rules need to be known of a board, by facts."""

from __future__ import annotations

LANES = ("lanes_known",)
"""The lanes, whatever their names lead to."""

GRAPH = ("graph_known",)
"""The ways from the start on."""

STAMPS = ("graph_known", "stamps_wanted")
"""And that a card is looked at."""
