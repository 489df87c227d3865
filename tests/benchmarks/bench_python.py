"""What Python files cost: those without a graph beside reading their bytes and looking for two
words, and one that builds a graph beside parsing its text.

Run it as a script: `python tests/benchmarks/bench_python.py [ROUNDS [FILES]]`. All of it is in one
process that did it before, in processor time.
"""

from __future__ import annotations

import ast
import os
import sys
import sysconfig
import tempfile
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.measuring import race, ratio
from benchmarks.programs import program
from phaselint.api import builtin_rules
from phaselint.dialects.langgraph.detect import detect
from phaselint.document.python import may_build_graphs
from phaselint.linting.garbage import collect_rarely
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.project.disk import DiskReader
from phaselint.project.reader import walk

FILES = 2_000
IN_A_FOLDER = 40
NODES = 30
ROUNDS = 9
MORE = 10
"""How many times as many rounds one file gets as thousands do."""


def write(root: str, count: int) -> None:
    """A project of files of the standard library and of packages."""
    folder = sysconfig.get_path("stdlib")
    plain = (path for path in sorted(Path(folder).rglob("*.py")) if path.stat().st_size > 500)
    texts = (path.read_bytes() for path in islice(plain, count))
    for number, text in enumerate(each for each in texts if not may_build_graphs(each)):
        home = os.path.join(root, f"package{number // IN_A_FOLDER}")
        os.makedirs(home, exist_ok=True)
        Path(home, f"module{number}.py").write_bytes(text)


def read(root: str) -> None:
    """Read all files, and look for two words."""
    for folder, _, names in os.walk(root):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                may_build_graphs(file.read())


def looked(root: str) -> None:
    """Look for graphs as a run does."""
    reader = DiskReader(root)
    for folder in walk(reader):
        assert not list(detect(reader, folder))


def without(rounds: int, count: int) -> None:
    """Print what files without a graph cost."""
    with tempfile.TemporaryDirectory() as root:
        write(root, count)
        works = {"read": partial(read, root), "look": partial(looked, root)}
        times = race(works, rounds, process_time)
    found = ratio(times, "look", "read")
    print(f"{count} Python files without a graph: {found:.2f} x reading them for two words")


def with_one(rounds: int) -> None:
    """Print what a file that builds a graph costs."""
    text, rules = program(NODES), builtin_rules()
    with tempfile.TemporaryDirectory() as root:
        Path(root, "desk.py").write_text(text, "utf-8")
        request = Request((root,), isolated=True, jobs=1)
        found = run(request, rules)
        assert (found.summary.contracts, len(found.findings)) == (1, 0)
        works = {"parse": partial(ast.parse, text), "lint": partial(run, request, rules)}
        times = race(works, rounds, process_time)
    print(f"a file with a graph of {NODES} nodes: {ratio(times, 'lint', 'parse'):.1f} x ast.parse")


def main(rounds: int = ROUNDS, count: int = FILES) -> None:
    """Measure both."""
    collect_rarely()  # as the command does
    without(rounds, count)
    with_one(rounds * MORE)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
