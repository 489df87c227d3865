"""The command and a folder with distributions."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import pytest

from cli.conftest import phaselint
from plugins.sites import Site

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["phaselint"]


@pytest.fixture
def site(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    """A folder with distributions in it."""
    yield Site(tmp_path_factory.mktemp("site"), monkeypatch)
    importlib.invalidate_caches()


@pytest.fixture
def lanes(site: Site) -> Site:
    """One with the sample in it."""
    site.put_lanes()
    return site
