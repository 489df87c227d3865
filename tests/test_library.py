"""What `phaselint.lint` refuses."""

from __future__ import annotations

import pytest

import phaselint
from phaselint.vocabulary.errors import UsageError


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vesnor": {}}, "unknown dialect `vesnor`; a similar name exists: `vesanor`"),
        (
            {"vesanor": {"gat": "reject_all"}},
            "unknown vesanor option `gat`; a similar name exists: `gate`",
        ),
        ({"vesanor": {"gate": "reject"}}, "unknown `gate` value `reject`; expected one of"),
        ({"vesanor": {"gate": 1}}, "`gate`"),
    ],
)
def test_options_are_checked(options: dict[str, dict[str, object]], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        phaselint.lint(["fixtures"], options=options)
    assert message in str(caught.value)
