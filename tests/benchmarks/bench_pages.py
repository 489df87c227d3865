"""What pictures cost a browser: until a page is open, and until a graph in it is laid out and
drawn, in milliseconds and against a graph of twelve phases.

Run it as a script, where Chromium is installed: `python tests/benchmarks/bench_pages.py [ROUNDS]`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.measuring import ratio
from browser import chromium
from browser.reports import chain, page_of, star, tangle

if TYPE_CHECKING:
    from benchmarks.measuring import Times
    from browser.chromium import Browser

GRAPHS = {
    "12 phases": chain(12),
    "50 phases": chain(50),
    "200 phases": chain(200),
    "200 phases around one": star(200),
    "200 phases in a tangle": tangle(200),
}
BASE = "12 phases"
OPENED = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
DRAWN = "performance.getEntriesByName('picture')[0].duration"


def measured(browser: Browser, addresses: dict[str, str], rounds: int) -> tuple[Times, Times]:
    """The milliseconds until pages are open, and until what is in them is drawn, by name."""
    opened: Times = {name: [] for name in addresses}
    drawn: Times = {name: [] for name in addresses}
    for _ in range(rounds):
        for name, address in addresses.items():
            page = browser.open(address)
            page.until("document.querySelector('.drawing')")
            opened[name].append(page.ask(OPENED))
            drawn[name].append(page.ask(DRAWN))
            page.close()
    return opened, drawn


def run(rounds: int = 5) -> None:
    """Print what opening and drawing takes."""
    program = chromium.program()
    if program is None:
        print("Chromium is not installed")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as path:
        folder = Path(path)
        pages = enumerate(GRAPHS.items())
        addresses = {name: page_of(folder, made, str(at)) for at, (name, made) in pages}
        with chromium.browser(program, folder / "profile") as browser:
            opened, drawn = measured(browser, addresses, rounds)
    for name in GRAPHS:
        print(f"milliseconds, opening a page of {name}: {median(opened[name]):.0f}")
    for name in GRAPHS:
        print(f"milliseconds, drawing {name}: {median(drawn[name]):.0f}")
        print(f"drawing {name}, to {BASE}: {ratio(drawn, name, BASE):.1f}")


if __name__ == "__main__":
    run(*map(int, sys.argv[1:2]))
