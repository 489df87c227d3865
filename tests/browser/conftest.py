"""A browser for all tests of a module, and reports to look at in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser import chromium
from browser.reports import linted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser.chromium import Browser
    from browser.reports import Linted


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here drive a browser."""
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A running Chromium; what needs it is skipped where there is none."""
    program = chromium.program()
    if program is None:
        pytest.skip("Chromium is not installed")
    with chromium.browser(program, tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture(scope="session")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Linted:
    """The report on the projects of the fixtures, with proofs."""
    return linted(tmp_path_factory.mktemp("report"), "fixtures/projects", "--dry-run")
