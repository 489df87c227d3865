"""Check the documentation, the README included.

    python docs/check.py [links] [sources] [shell] [site] [external]

`links`: every link between pages leads somewhere, and so does every anchor. `sources`: what rules
cite is there. `shell`: every shell block runs in a clean copy of the checkout, or says in a comment
why it does not. `site`: zensical builds the site and complains about nothing. `external`: addresses
on the web answer. Without a name all but the last are done. The status is 1 where one fails.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # fixtures are put together there

from handbook import external, links, shell, site, sources  # noqa: E402
from handbook.pages import complete, handwritten  # noqa: E402
from phaselint.rulebook.page import parse  # noqa: E402
from phaselint_rules import RULES  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handbook import Pages

BESIDE = ("CONTRIBUTING.md", "README.md")
"""What is read in the repository and links into the documentation."""


def main() -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Check the documentation.")
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=", ".join(CHECKS))
    named = parser.parse_args().checks
    if unknown := sorted(set(named) - set(CHECKS)):
        parser.error(f"there is no check `{unknown[0]}`; there are {', '.join(CHECKS)}")
    failed = False
    for name in named or [name for name in CHECKS if name != "external"]:
        complaints = list(CHECKS[name]())
        failed = failed or bool(complaints)
        print(f"{name}: {f'{len(complaints)} wrong' if complaints else 'ok'}", flush=True)
        for complaint in complaints:
            print(f"  {complaint}")
    return int(failed)


@cache
def _pages() -> Pages:
    return complete(handwritten())


def _texts() -> dict[str, str]:
    """What is written by hand, by its path in the repository."""
    pages = {f"docs/{path}": text for path, text in handwritten().items()}
    return {**{name: (ROOT / name).read_text("utf-8") for name in BESIDE}, **pages}


def _links() -> Iterator[str]:
    yield from links.broken(_pages(), {name: _texts()[name] for name in BESIDE})


def _sources() -> Iterator[str]:
    pages = handwritten()
    for rule in RULES:
        for complaint in sources.missing(dict(parse(rule).sections)["Source"], pages):
            yield f"{rule.name} ({rule.dialect}): {complaint}"


def _shell() -> Iterator[str]:
    run = {path: text for path, text in _texts().items() if shell.runnable(text)}
    with tempfile.TemporaryDirectory() as folder:
        copy = shell.Copy(Path(folder, "copy", "phaselint"))
        for number, (path, text) in enumerate(sorted(run.items())):
            home = Path(folder, f"home{number}")
            home.mkdir()
            if failure := shell.failure(text, copy.renewed(), home):
                yield f"{path}:{failure.line}: the block fails\n{failure.output}"


def _site() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        site.claim(Path(folder))
        site.write(_pages(), Path(folder))
        try:
            site.build(Path(folder))
        except site.SiteError as error:
            yield str(error)


def _external() -> Iterator[str]:
    addresses = {each for text in _pages().values() for each in links.external(text)}
    beside = {each for name in BESIDE for each in links.external(_texts()[name])}
    yield from external.unanswered(sorted(addresses | beside))


CHECKS = {
    "links": _links,
    "sources": _sources,
    "shell": _shell,
    "site": _site,
    "external": _external,
}


if __name__ == "__main__":
    raise SystemExit(main())
