from __future__ import annotations

from machine.shapes import tools
from phaselint.machine.certify import nearness


def test_nearness_counts_moves_to_a_terminal_phase() -> None:
    machine = tools("a b z* c", ["go@a->b", "back@b->a", "pay@b->z", "lost@a->c"])
    assert nearness(machine) == [2, 1, 0, 4]
