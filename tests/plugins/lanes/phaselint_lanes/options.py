"""The options of the dialect."""

from __future__ import annotations

from phaselint.dialects.base import Option

OPTIONS = (
    Option("endings", (".lanes.yaml", ".lanes.json"), "how the names of boards end", kind=list),
    Option("stamps", "wanted", "whether a card needs the stamps", values=("wanted", "ignored")),
    Option("moves", 50, "moves after which a card is taken off the board", kind=int),
)
