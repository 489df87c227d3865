"""Build the documentation: write its pages, those that are generated among them, and the site.

    python docs/build.py [FOLDER]

The site is in FOLDER/site, the pages in FOLDER/docs; without a name FOLDER is build/docs. Nothing
is fetched: the playground is part of the site if `npm ci` has run in lsp/playground, and a line
says so if it is left out. The status is 2, with one line that says why, where that cannot be done.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # fixtures are put together there

from handbook import playground  # noqa: E402
from handbook.pages import complete, handwritten  # noqa: E402
from handbook.site import SiteError, build, claim, write  # noqa: E402


def main() -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the documentation.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "docs")
    folder = parser.parse_args().folder
    try:
        claim(folder)  # before anything is made: that takes a minute
        write(complete(handwritten()), folder)
        site = build(folder)
        if playground.is_installed():
            playground.build(site)
        else:
            print("the playground is left out: run `npm ci` in lsp/playground", file=sys.stderr)
        print(site)
    except (SiteError, playground.PlaygroundError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
