"""What is nearly a board, and a first one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.keys import keys_of
from phaselint.dialects.scaffolding import Example, Near, Setup
from phaselint.project.paths import join
from phaselint.vocabulary.message import message
from phaselint_lanes.detect import ENDINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader

BOARD = """\
# A card is looked at, and done.
board: 1
start: look
lanes:
  look: {to: [done]}
  done: {}
"""
SCRIPT = """\
version: 1
contract: first.lanes.yaml
scenarios:
  - name: a card is done
    model: [done]
    expect: {outcome: completed, phases: [look, done]}
"""


def setup() -> Setup:
    """What the dialect offers where a project is set up."""
    files = {"first.lanes.yaml": BOARD, "first.script.yaml": SCRIPT}
    return Setup(near, Example(files, "first.script.yaml"))


def near(reader: Reader, folder: str) -> Iterator[Near]:
    """The YAML files of a folder that are boards but for their names."""
    for name in reader.names(folder):
        path = join(folder, name)
        may_be = name.endswith(".yaml") and not name.endswith(ENDINGS)
        if may_be and {"board", "lanes"} <= keys_of(reader.document(path)):
            yield Near(path, message("is not called `*{}`", ENDINGS[0]))
