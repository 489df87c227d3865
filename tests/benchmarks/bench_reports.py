"""What reports in HTML cost: to make them, against a plain lint of the same contracts; and for a
browser to open one, until it has loaded and until its first picture can be looked at.

Run it as a script: `python tests/benchmarks/bench_reports.py [ROUNDS [CONTRACTS [ENVIRONMENT]]]`.
Pages are opened where Chromium is installed. With `PHASELINT_CORPUS`, the page of its largest agent
is opened too, and that of all its agents, in which findings are searched.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.bench_startup import HERE, clean_environment
from benchmarks.calls import PROJECTS, program
from benchmarks.contracts import write_sets
from benchmarks.measuring import by_children, race, ratio
from browser import chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.measuring import Times
    from browser.chromium import Browser, Page

BASE = "the fixtures"
LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"
DRAWN = "performance.getEntriesByName('picture')[0]"
SEARCH = """new Promise((answered) => {
  const search = document.querySelector('.filters input');
  search.value = 'never';
  const begin = performance.now();
  search.dispatchEvent(new Event('input'));
  requestAnimationFrame(() => setTimeout(() => answered(performance.now() - begin)));
})"""


class Reported(NamedTuple):
    """What pages are made of: a name, and the arguments of a lint."""

    name: str
    arguments: tuple[str, ...]


def reported() -> Iterator[Reported]:
    """What there is to make pages of."""
    yield Reported(BASE, ("--dry-run", PROJECTS))
    corpus = os.environ.get("PHASELINT_CORPUS")
    if corpus:
        agents = Path(corpus, "climpt", "agents").iterdir()
        largest = max(agents, key=_size)
        yield Reported("the largest agent", ("--dry-run", str(largest)))
        yield Reported("all agents", (str(Path(corpus, "climpt")),))


def _size(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


def lint(environment: str, *arguments: str) -> None:
    """Lint in one process of its own, whatever is found; time in workers is not that of a child."""
    command = [program(environment, "phaselint"), "lint", "--isolated", "--exit-zero", "--jobs=1"]
    subprocess.run(
        [*command, *arguments], env=clean_environment(), check=True, stdout=subprocess.DEVNULL
    )


def made(environment: str, rounds: int, count: int) -> None:
    """Print what making reports takes, against plain lints."""
    with tempfile.TemporaryDirectory() as folder:
        sets = os.path.join(folder, "sets")
        write_sets(sets, count)
        for name, path, report in (
            (BASE, PROJECTS, os.path.join(folder, "report.html")),
            (f"{count} sets", sets, os.path.join(folder, "report", "")),
        ):
            works = {
                "plain": partial(lint, environment, path),
                "html": partial(lint, environment, "--output-file", f"html:{report}", path),
            }
            times = race(works, rounds, by_children)
            spent = median(times["html"]) * 1000
            print(f"a report of {name}: {ratio(times, 'html', 'plain'):.1f} x a plain lint")
            print(f"milliseconds, a report of {name}: {spent:.0f}")


def opened(browser: Browser, addresses: dict[str, str], rounds: int) -> tuple[Times, Times, Times]:
    """The milliseconds until pages have loaded, until their first picture is there, and until a
    search is answered, by name."""
    loaded: Times = {name: [] for name in addresses}
    drawn: Times = {name: [] for name in addresses}
    found: Times = {name: [] for name in addresses}
    for _ in range(rounds):
        for name, address in addresses.items():
            page = browser.open(address)
            loaded[name].append(page.ask(LOADED))
            drawn[name].append(_first_picture(page))
            found[name].append(page.ask(SEARCH))
            page.close()
    return loaded, drawn, found


def _first_picture(page: Page) -> float:
    """The milliseconds until the first picture of a page is there; it may be below what is seen."""
    page.ask("document.querySelector('.graph, .picture').scrollIntoView()")
    page.until(DRAWN)
    return float(page.ask(f"{DRAWN}.duration")) + float(page.ask(LOADED))


def looked_at(environment: str, rounds: int) -> None:
    """Print what opening reports and searching in them takes."""
    browsing = chromium.program()
    if browsing is None:
        print("Chromium is not installed")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        addresses = {}
        for number, (name, arguments) in enumerate(reported()):
            page = Path(folder, f"{number}.html")
            lint(environment, "--output-file", f"html:{page}", *arguments)
            addresses[name] = page.as_uri()
        with chromium.browser(browsing, Path(folder, "profile")) as browser:
            loaded, drawn, found = opened(browser, addresses, rounds)
    for name in addresses:
        print(f"opening the report of {name}: {ratio(loaded, name, BASE):.1f} x that of {BASE}")
        print(f"milliseconds, opening the report of {name}: {median(loaded[name]):.0f}")
        print(f"milliseconds, with its first picture, {name}: {median(drawn[name]):.0f}")
        print(f"milliseconds, searching the report of {name}: {median(found[name]):.0f}")


def main(rounds: int = 3, count: int = 1000, environment: str = HERE) -> None:
    """Print what reports cost."""
    made(environment, rounds, count)
    looked_at(environment, rounds)


if __name__ == "__main__":
    given = (*sys.argv[1:], *("3", "1000", HERE)[len(sys.argv) - 1 :])
    main(int(given[0]), int(given[1]), given[2])
