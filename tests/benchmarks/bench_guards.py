"""What one call of a guard costs, in empty Python processes: processor time, and milliseconds
beyond an empty process.

Run it as a script: `python tests/benchmarks/bench_guards.py [ROUNDS]`. The guard is that of the
example project, in a session of ten calls.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.measuring import by_children, race, ratio

if TYPE_CHECKING:
    from collections.abc import Callable

PROJECT = Path(__file__).parents[2] / "fixtures" / "projects" / "refund-desk-fixed"
GUARD = PROJECT / "guards" / "refunds.py"
EMPTY = "python -c pass"
CALLS = ("lookup_order", "verify_identity", "approve_refund")


def events(count: int) -> list[bytes]:
    """The events of a session."""
    found = []
    for number in range(count):
        event = {
            "hook_event_name": ("PreToolUse", "PostToolUse")[number % 2],
            "session_id": "bench",
            "tool_name": f"mcp__desk__{CALLS[number // 2 % len(CALLS)]}",
            "tool_input": {"text": "x" * 1000},
            "tool_use_id": str(number // 2),
        }
        found.append(json.dumps(event).encode())
    return found


def main(rounds: int = 20) -> None:
    """Print what a call of the guard costs."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PHASELINT_GUARD_DIR": folder}
        run = partial(subprocess.run, capture_output=True, check=True, env=environment)
        session = events(rounds + 1)

        def guarded() -> object:
            return run([sys.executable, "-I", "-S", str(GUARD)], input=session.pop(0))

        works: dict[str, Callable[[], object]] = {
            EMPTY: partial(run, [sys.executable, "-c", "pass"]),
            "guard": guarded,
        }
        race(works, 1, by_children)  # warms the disk
        spent = race(works, rounds, by_children)
    beyond = median(one - two for one, two in zip(spent["guard"], spent[EMPTY], strict=True))
    print(f"a call of a guard: {ratio(spent, 'guard', EMPTY):.2f} x {EMPTY}")
    print(f"milliseconds, a call of a guard beyond {EMPTY}: {1000 * beyond:.0f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
