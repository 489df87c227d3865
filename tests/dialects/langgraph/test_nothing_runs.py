"""Nothing of a program that is read is imported or run: an audit hook of Python says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[3] / "fixtures" / "projects" / "seed-library"

WATCHED = """\
import sys

folder, seen = sys.argv[1], []


def hook(event, arguments):
    if event == "exec" and folder in getattr(arguments[0], "co_filename", ""):
        seen.append((event, arguments[0].co_filename))
    elif event == "compile" and isinstance(arguments[1], str) and folder in arguments[1]:
        seen.append((event, arguments[1]))
    elif event == "import" and arguments[0].partition(".")[0] in ("seeds", "trap", "langgraph"):
        seen.append((event, arguments[0]))
    elif event.partition(".")[0] in ("subprocess", "socket", "os.system", "os.exec"):
        seen.append((event, ""))


sys.addaudithook(hook)
from phaselint.api import builtin_rules
from phaselint.linting.request import Request
from phaselint.linting.run import run

result = run(Request((folder,), dry_run=True, jobs=1), builtin_rules())
print(len(result.findings), seen)
"""

TRAP = """\
import sys
from langgraph.graph import START, StateGraph

open(__file__ + ".ran", "w").close()
g = StateGraph(dict)
g.add_node("a", print)
g.add_edge(START, "b")
app = g.compile()
sys.exit("run")
"""


def watched(folder: Path) -> tuple[int, str]:
    """How much is found in a folder, and what was done of it that must not be."""
    command = [sys.executable, "-c", WATCHED, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    count, _, seen = done.stdout.partition(" ")
    return int(count), seen.strip()


def test_a_program_that_would_end_the_process_is_only_read(tmp_path: Path) -> None:
    (tmp_path / "trap.py").write_text(TRAP, "utf-8")
    assert watched(tmp_path) == (1, "[]")
    assert [each.name for each in tmp_path.iterdir()] == ["trap.py"]


def test_a_project_is_only_read() -> None:
    count, seen = watched(PROJECT)
    assert (count > 3, seen) == (True, "[]")
