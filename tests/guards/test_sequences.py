"""Guards on random sessions, next to an oracle of their own: exactly what may violate a policy is
blocked, and nothing else.

`PHASELINT_GUARDS` is how many sessions are drawn for each target; `PHASELINT_SEED` draws those of
an earlier run again.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from fresh import SEED, until
from guards.driving import Loaded, Oracle, Session, guard_text, random_policy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Record = Callable[[str, object], None]

COUNT = int(os.environ.get("PHASELINT_GUARDS", "150"))


@pytest.mark.parametrize("target", ["claude-code", "vscode", "copilot-cli"])
def test_a_guard_blocks_exactly_what_may_violate_its_policies(
    target: str, tmp_path: Path, record_property: Record
) -> None:
    record_property("seed", SEED)
    drawn: Counter[str] = Counter()
    least = {"blocked": COUNT / 2 + 1, "passed": COUNT + 1, "held": COUNT / 10 + 1}
    for number in until(drawn, least, COUNT):
        pick = random.Random(f"{SEED} {target} {number}")
        policies = [random_policy(pick) for _ in range(pick.choice((1, 1, 2, 3)))]
        folder = tmp_path / str(number)
        folder.mkdir()
        guard = Loaded(guard_text(policies, target), folder)
        oracle = Oracle(policies, shows_agents=target == "claude-code")
        session = Session(pick, target, guard, oracle)
        told = session.run(pick.randint(5, 25))
        drawn.update(told._asdict())
        for path in folder.iterdir():
            assert "SECRET" not in path.read_text("utf-8")
