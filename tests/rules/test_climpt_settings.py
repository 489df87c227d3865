"""Settings of release 1.14 that nobody can read: one cause, one finding (climpt 1.14 §2.5)."""

from __future__ import annotations

from typing import Any

import pytest

from cases import Case, texts
from climpt import CONFIG, NAME, names

SETTINGS = f"{CONFIG}/claude.settings.climpt.agents.{NAME}.json"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("{", ["settings-invalid"]),
        (b'{"permissions": "\xff"}', ["unreadable-file"]),
        ("[]", ["settings-invalid"]),
    ],
)
def test_one_cause_is_one_finding(written: Any, found: list[str]) -> None:
    given = texts(Case("address-c1-mismatch", "good")).items()
    files: dict[str, Any] = {k.replace("tanner", NAME): v.replace("tanner", NAME) for k, v in given}
    assert SETTINGS in files
    assert names({**files, SETTINGS: written}) == found
