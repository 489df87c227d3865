"""What readers of the playground wait for, in milliseconds: a browser that has never seen it until
the first finding, and an edit until the findings change, against Chromium opening an empty page.

Run it as a script, where Chromium is installed and `npm ci` has run in `lsp/playground`:
`python tests/benchmarks/bench_playground.py [ROUNDS]`. `PHASELINT_PLAYGROUND` names a built site.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..", "docs")))
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from browser import chromium
from browser.playground import Desk, served, site
from handbook import playground

EXAMPLES = ("agents", "climpt", "langgraph", "stud", "sweny", "vesanor")
FIRST = "document.querySelectorAll('#finding-list li').length"
LISTED = "document.getElementById('finding-list')"
NOTING = f"""
    window.changed = 0;
    new MutationObserver(() => (window.changed = performance.now())).observe(
        {LISTED}, {{ childList: true, subtree: true, characterData: true }});
"""


def cold(program: str, address: str) -> tuple[float, float]:
    """The milliseconds of a new browser until a first page is open, and until a first finding."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        chromium.browser(program, Path(profile)) as made,
    ):
        begun = time.monotonic()
        made.open("data:text/html,<p>empty").close()
        empty = time.monotonic() - begun
        begun = time.monotonic()
        desk = Desk(made, made.open(address))
        desk.until(FIRST)
        return empty * 1000, (time.monotonic() - begun) * 1000


def edits(desk: Desk, rounds: int) -> list[float]:
    """The milliseconds from keys until the list of findings changes, there and back."""
    page = desk.page
    page.ask("document.querySelector('.cm-content').focus()")
    page.ask(f"{{ {NOTING} }}")
    taken = []
    for _ in range(rounds):
        for key in ("write", "undo"):
            page.press("Home", control=True)
            begun = page.ask("window.changed = 0, performance.now()")
            if key == "write":
                page.write("{[\n")
            else:
                page.press("z", control=True)
            desk.until("window.changed")
            desk.until("document.getElementById('busy').hidden")
            taken.append(page.ask("window.changed") - begun)
    return taken


def main(rounds: int = 5) -> None:
    """Measure and print."""
    program = chromium.program()
    if program is None or not ("PHASELINT_PLAYGROUND" in os.environ or playground.is_installed()):
        print("Chromium or what the playground is made of is not installed")
        return
    with tempfile.TemporaryDirectory() as built, served(site(Path(built))) as address:
        times = [cold(program, address) for _ in range(rounds)]
        empty, first = (median(some) for some in zip(*times, strict=True))
        print(f"the first finding in the playground: {first / empty:.1f} x an empty page")
        print(f"milliseconds, the first finding in the playground: {first:.0f}")
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
            chromium.browser(program, Path(profile)) as made,
        ):
            desk = Desk(made, made.open(address))
            desk.begin()
            for each in EXAMPLES:
                desk.example(each)
                taken = median(edits(desk, rounds))
                print(f"milliseconds, an edit in the playground, {each}: {taken:.0f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
