"""What the playground is made of, as far as that needs no npm and no browser."""

from __future__ import annotations

import json
import re

from handbook import playground
from phaselint.dialects import MODULES


def test_each_dialect_has_an_example_with_its_fixed_copy() -> None:
    assert playground.EXAMPLES.keys() == MODULES.keys()
    for text in playground.examples().values():
        example = json.loads(text)
        assert example["files"] != example["fixed"]


def test_the_page_may_connect_to_its_own_site_alone() -> None:
    policy = dict(part.split(" ", 1) for part in playground.policy().split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self' blob: data:"
    assert "'unsafe-inline'" not in policy["script-src"]
    assert "https:" not in playground.policy()


def test_the_page_loads_nothing_from_elsewhere() -> None:
    sources = [*playground.HOME.glob("*.html"), *playground.HOME.glob("src/*")]
    addresses = {
        found
        for path in sources
        for found in re.findall(r"https?://[\w.]+", path.read_text("utf-8"))
    }
    assert addresses == {"https://python.invalid", "http://localhost"}
