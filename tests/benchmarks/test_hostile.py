"""Contracts that are hard to judge are judged: nothing fails, and work does not multiply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.bench_hostile import contracts
from benchmarks.hostile import write
from benchmarks.hostileagents import many_fields
from climpt import of
from phaselint.api import builtin_rules
from phaselint.document.positions import Positions
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from pathlib import Path

SMALL = 4_000
CONTRACTS = dict(contracts(SMALL))


@pytest.mark.parametrize("name", CONTRACTS)
def test_none_makes_the_linter_fail(tmp_path: Path, name: str) -> None:
    write(str(tmp_path), CONTRACTS[name])
    result = run(Request((str(tmp_path),), isolated=True, jobs=1), builtin_rules())
    assert result.summary.contracts
    assert not result.wrong
    assert all(each.name != "internal-error" for each in result.findings)


def test_many_edits_of_one_list_look_at_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    children = Positions.children

    def counted(positions: Positions, pointer: Any) -> Any:
        asked.append(pointer)
        return children(positions, pointer)

    monkeypatch.setattr(Positions, "children", counted)
    found = of("handoff-field-unresolved", many_fields(SMALL))
    assert len(found) > 100
    assert all(each.fix for each in found)
    assert len(set(asked)) == len(asked)
