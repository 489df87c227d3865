"""What tests of all parts share."""

from __future__ import annotations

import pytest

from cases import Written


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The cases of fixtures/rules as whole folders, written when they are asked for."""
    return Written(tmp_path_factory.mktemp("fixtures") / "rules")
