"""On random contracts, no run that is explored enters what is drawn as never entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from laws.random_contracts import random_contract
from phaselint.dialects import NAMES, dialect
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk
from picture.seeing import seen
from picture.test_agreement import visited

if TYPE_CHECKING:
    from picture.seeing import Seen

COUNT = 25
EXEMPT = "never succeeds"
"""Why a join is never entered that runs enter all the same where a person says that a sibling is
well which has used up its turns."""


@pytest.mark.parametrize("name", NAMES)
def test_no_run_enters_what_is_drawn_as_never_entered(name: str) -> None:
    for number in range(COUNT):
        files = random_contract(name, f"picture-{number}")
        reader = DictReader(files)
        for folder in walk(reader):
            for target in dialect(name).detect(reader, folder):
                assert not wrong(seen(target, files)), f"{name} {number}: {target.path}"


def wrong(of: Seen) -> set[str]:
    """The phases that are drawn as never entered, and that runs enter. A stage of a fan-out stands
    there twice where it runs in its own turn too, and runs need not enter it in both roles."""
    nodes = of.drawing.nodes
    if any(EXEMPT in node.why for node in nodes):
        return set()
    live = {node.name.removesuffix(" (sibling)") for node in nodes if node.reachable}
    return {node.name for node in nodes if not node.reachable} & visited(of) - live
