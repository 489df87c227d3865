"""One contract read by itself, under the options of its project."""

from __future__ import annotations

from phaselint.dialects.options import in_force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.base import Facts
    from phaselint.linting.discovery import FoundContract


def studied(found: FoundContract, bound: int) -> Facts:
    """The facts of a contract; `bound` is how many states are explored for them."""
    workspace = found.workspace
    options = in_force(found.dialect, workspace.config.options, workspace.given)
    loaded = found.dialect.load(workspace.reader, found.target)
    facts: Facts = found.dialect.study(loaded, options, bound)
    return facts
