"""Try the laws of the linter on random contracts for as long as you like, or one of them again.

    python tests/fuzz/run.py --dialect DIALECT --seed SEED --minutes M [--law NAME] [--found FOLDER]
    python tests/fuzz/run.py --dialect DIALECT --again SEED-NUMBER [--law NAME] [--found FOLDER]

Each failure is one line, with what draws it again; the first of a kind is made as small as it goes
and put into a folder below `--found`. The exit status is 1 where there was one. With
PHASELINT_CORPUS, contracts of the corpus are among those that are damaged.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    # Python puts the folder of this file there, whose modules are named like others.
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from fuzz.trying import main

    sys.exit(main())
