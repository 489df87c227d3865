from __future__ import annotations

from machine.shapes import tools
from phaselint.machine.analysis import Analysis
from phaselint.machine.check import check
from phaselint.machine.model import Machine, Move, Phase

TRAP = tools("a b z*", ["verify@a", "go@a->b", "pay@b->z"], needs={"pay": "verify"})


def test_a_clean_machine_needs_no_exploration() -> None:
    machine = TRAP._replace(moves=(TRAP.moves[0], TRAP.moves[1]._replace(needs=1), TRAP.moves[2]))
    analysis = Analysis(machine)
    assert analysis.finishes is True
    assert analysis.traps() == ()
    assert analysis.reached == analysis.executed == frozenset({0, 1, 2})
    assert "exploration" not in vars(analysis)
    assert analysis.certificate is not None
    assert check(machine, analysis.certificate) == ""


def test_a_trap_is_found_by_exploration() -> None:
    analysis = Analysis(TRAP)
    assert analysis.finishes is False
    traps = analysis.traps()
    assert traps is not None
    assert [(trap.phase, trap.actions) for trap in traps] == [(0, frozenset({1}))]
    assert analysis.traps(leave_out={1}) == ()


def test_a_tool_to_be_called_once_is_no_trap() -> None:
    machine = tools("a z*", ["x@a", "end@a->z"], needs={"end": "x"}, bans={"x": "x"})
    assert Analysis(machine).finishes is True


def test_beyond_the_bound_nothing_is_guessed() -> None:
    analysis = Analysis(TRAP, bound=1)
    assert analysis.finishes is None
    assert analysis.traps() is None
    assert analysis.reached is None
    assert analysis.executed is None
    assert analysis.certificate is None


def test_the_exploration_answers_where_the_cover_cannot() -> None:
    calls = [f"t{k}@a" for k in range(13)]
    needs = {"end": " ".join(f"t{k}" for k in range(13))}
    bans = {f"t{k}": f"t{k}" for k in range(13)}
    machine = tools("a z*", [*calls, "end@a->z"], needs, bans)
    analysis = Analysis(machine)
    assert not analysis.cover.complete
    assert analysis.reached == frozenset({0, 1})
    assert analysis.executed == frozenset(range(14))
    assert analysis.finishes is True


def test_a_machine_without_guards_needs_no_bound() -> None:
    length = 50
    machine = Machine(
        tuple(Phase(str(k), k == length) for k in range(length + 1)),
        (0,),
        tuple(Move(k, k + 1, 0) for k in range(length)),
        ("go",),
    )
    assert Analysis(machine, bound=1).finishes is True


def test_fewest_responses_have_an_exploration_of_their_own() -> None:
    machine = tools("a b z*", ["x@a->b", "y@a->b", "pay@b->z"], needs={"pay": "x y"})
    assert len(Analysis(machine).wide_exploration.states) == 3
