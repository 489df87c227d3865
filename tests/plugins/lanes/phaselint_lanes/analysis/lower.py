"""Board → machine: lanes and the ways between them. Stamps are left out of account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.machine.model import Machine, Move, Phase
from phaselint.vocabulary.finding import Place

if TYPE_CHECKING:
    from phaselint_lanes.model import Board

MOVE = "move"


def lower(board: Board) -> Machine:
    """The graph of a board; ways to lanes that there are not are left out."""
    numbers = {name: number for number, name in enumerate(board.lanes)}
    phases = tuple(
        Phase(name, not lane.to, Place(board.file, ("lanes", name), "key"))
        for name, lane in board.lanes.items()
    )
    moves = tuple(
        Move(
            numbers[name],
            numbers[target],
            action=0,
            place=Place(board.file, ("lanes", name, "to", index)),
        )
        for name, lane in board.lanes.items()
        for index, target in enumerate(lane.to)
        if target in numbers
    )
    initial = (numbers[board.start],) if board.start in numbers else ()
    return Machine(phases, initial, moves, (MOVE,))
