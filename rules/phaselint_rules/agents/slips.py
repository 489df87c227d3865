"""Names of tools that are slips of others (reference §4.2)."""

from __future__ import annotations

from functools import cache

from phaselint.dialects.agents.enabling import aliases, enabling
from phaselint.dialects.agents.tables import claude
from phaselint.vocabulary.suggest import distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

SHORTEST = 4
"""Letters that both names have at least, if they differ by more than case."""

LONG = 6
"""Letters from which on two edits are a slip, and not one alone."""


def of_vscode(name: str) -> str | None:
    """The name of VS Code's that is meant."""
    return slip(name, enabling())


def of_copilot(name: str) -> str | None:
    """The name that the Copilot runtime documents which is meant."""
    return slip(name, aliases())


def of_claude(name: str) -> str | None:
    """The tool of Claude Code that is meant."""
    return slip(name, _of_claude())


def slip(name: str, known: Mapping[str, Hashable]) -> str | None:
    """The one name that is meant; none where several are near that stand for different things.

    Args:
        known: name → what it stands for.
    """
    same = [each for each in known if each.lower() == name.lower()]
    if same:
        return same[0]
    if len(name) < SHORTEST:
        return None
    limit = 3 if len(name) >= LONG else 2
    apart = {each: distance(name, each, limit) for each in sorted(known) if len(each) >= SHORTEST}
    near = [each for each, edits in apart.items() if edits < limit]
    if len({known[each] for each in near}) != 1:
        return None
    return min(near, key=lambda each: apart[each])


@cache
def _of_claude() -> Mapping[str, str]:
    accepted = (name for name, former in claude.FORMER.items() if former.accepted)
    return {each: each for each in (*claude.PRESENT, *accepted, *claude.UNLISTED)}
