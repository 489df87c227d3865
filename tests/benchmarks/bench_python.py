"""What Python files without a graph cost: 2,000 of them, beside reading their bytes and looking for
two words.

    python tests/benchmarks/bench_python.py

prints both and how they compare; the goal is a ratio of at most 1.3.
"""

from __future__ import annotations

import os
import sysconfig
import tempfile
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from phaselint.dialects.langgraph.detect import detect
from phaselint.document.python import may_build_graphs
from phaselint.project.disk import DiskReader
from phaselint.project.reader import walk

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = 2_000
IN_A_FOLDER = 40
ROUNDS = 9


def written(root: str) -> int:
    """A project of files of the standard library and of packages; how many bytes they have."""
    size = 0
    folder = sysconfig.get_path("stdlib")
    plain = (path for path in sorted(Path(folder).rglob("*.py")) if path.stat().st_size > 500)
    texts = (path.read_bytes() for path in islice(plain, FILES))
    for number, text in enumerate(each for each in texts if not may_build_graphs(each)):
        home = os.path.join(root, f"package{number // IN_A_FOLDER}")
        os.makedirs(home, exist_ok=True)
        Path(home, f"module{number}.py").write_bytes(text)
        size += len(text)
    return size


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


def fastest(function: Callable[[str], None], root: str) -> float:
    """The seconds that the fastest of some rounds takes."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        function(root)
        times.append(perf_counter() - start)
    return min(times)


def main() -> None:
    """Measure, and print what came of it."""
    with tempfile.TemporaryDirectory() as root:
        size = written(root)
        plain, ours = fastest(read, root), fastest(looked, root)
    print(f"{size / 1e6:.1f} MB: read {plain * 1e3:.1f} ms, looked for graphs {ours * 1e3:.1f} ms")
    print(f"ratio {ours / plain:.2f}, at most 1.3 wanted")


if __name__ == "__main__":
    main()
