"""Proofs of the rules by execution, imported for a dry run only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.deferred import deferred_module

if TYPE_CHECKING:
    from phaselint_lanes.rules.proofs import graph, stamps
else:
    graph = deferred_module("phaselint_lanes.rules.proofs.graph")
    stamps = deferred_module("phaselint_lanes.rules.proofs.stamps")

__all__ = ["graph", "stamps"]
