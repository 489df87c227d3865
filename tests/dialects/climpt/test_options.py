"""The options of the dialect keep the reference's names, hyphens included (reference §5, §7.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.config import configure
from phaselint.dialects import BUILTIN
from phaselint.dialects.climpt import DIALECT
from phaselint.dialects.options import Given, check_options
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def test_on_the_command_line() -> None:
    given = ["climpt.validate-parity=true", "climpt.legacy=1.13.22", "climpt.docs-parity=FALSE"]
    assert Given(given).options(BUILTIN) == {
        "climpt": {"validate-parity": True, "legacy": "1.13.22", "docs-parity": False}
    }


def test_in_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "phaselint.toml").write_text('[climpt]\ndocumented-edges = true\nlegacy = ""\n')
    config = configure(str(tmp_path), ())
    assert config.options == {"climpt": {"documented-edges": True, "legacy": ""}}


def test_in_a_script() -> None:
    assert check_options(DIALECT, {"validate-parity": True}) == {"validate-parity": True}


@pytest.mark.parametrize("setting", ["climpt.legacy=1.12", "climpt.validate-partly=true"])
def test_bad_ones(setting: str) -> None:
    with pytest.raises(UsageError, match="climpt"):
        Given([setting]).options(BUILTIN)


def test_what_the_documents_say_is_no_semantics_but_three_options() -> None:
    with pytest.raises(UsageError) as caught:
        Given(["climpt.semantics=documented"]).options(BUILTIN)
    for name in ("docs-parity", "documented-edges", "legacy"):
        assert f"`{name}`" in str(caught.value)
    assert Given(["climpt.semantics=reference"]).options(BUILTIN)
