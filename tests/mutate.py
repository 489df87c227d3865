"""Change the program at random and see whether its tests notice.

    python tests/mutate.py --count 86 [--seed N] [--skip K] [--group machine ...]

Each change is made in a copy of the checkout, and runs against the tests of its part. The status is
1 where a change survives that tests/mutation/survivors.toml does not name.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
from collections import Counter
from itertools import islice
from pathlib import Path

from mutation.groups import GROUPS
from mutation.runner import Copy, drawn


def main() -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Change the program and see whether tests notice.")
    parser.add_argument("--count", type=int, default=10, help="for each group")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--skip", type=int, default=0, help="begin after so many")
    parser.add_argument("--group", choices=GROUPS, nargs="*", default=list(GROUPS))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, Copy(Path(folder) / "checkout") as copy:
        for group, mutant in islice(drawn(given.seed, given.count, given.group), given.skip, None):
            verdict = copy.verdict(group, mutant)
            counts[f"{group} {verdict.status}"] += 1
            print(verdict, flush=True)
    for name, count in sorted(counts.items()):
        print(count, name)
    return 1 if any(name.endswith("survived") for name in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
