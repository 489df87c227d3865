"""Try what the linter says of many random contracts, and of one again.

    python tests/truth.py --dialect DIALECT --count 10000 [--seed N] [--from K]
    python tests/truth.py --dialect DIALECT --write SEED-NUMBER FOLDER

No finding may be refuted by its own proof, and the linter may not fail; the exit status is 1 where
that is not so. `--write` puts one of the contracts into a folder, to run phaselint on.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections import Counter
from pathlib import Path

from laws.random_contracts import random_contract
from laws.truth import draw
from phaselint.dialects import NAMES


def write(dialect: str, seed: str, folder: Path) -> None:
    """Put a random contract into a folder."""
    for path, text in random_contract(dialect, seed).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def main() -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Try what is said of random contracts.")
    parser.add_argument("--dialect", choices=NAMES, required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--write", nargs=2, metavar=("SEED-NUMBER", "FOLDER"))
    given = parser.parse_args()
    if given.write:
        write(given.dialect, given.write[0], Path(given.write[1]))
        return 0
    counts: Counter[str] = Counter()
    begun = time.process_time()
    for tried in draw(given.dialect, given.seed, range(given.first, given.count)):
        counts.update(tried.counts)
        counts["wrong"] += len(tried.wrong)
        for line in tried.wrong:
            print(f"{tried.seed}: {line}", flush=True)
    took = time.process_time() - begun
    print(f"{given.dialect}, seed {given.seed}: {dict(counts)}, {took:.0f} s")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
