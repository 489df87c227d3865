"""For which harnesses the files of a team are (reference §1.1): by their family, by `target`, and
by `agents.harness`."""

from __future__ import annotations

from phaselint.dialects.agents.options import FILES, HARNESSES, VSCODE
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal

    from phaselint.dialects.agents.model import Agent

    Mode = Literal["files", "vscode", "claude"]
    """Whose files are looked at: of all families, or of one."""

LOCAL, COPILOT, CLI, CLOUD, CLAUDE = HARNESSES

_OF_VSCODE = frozenset({LOCAL, COPILOT, CLI, CLOUD})
_USUAL = frozenset({LOCAL, COPILOT})
"""Those that files of VS Code and Copilot are for where none is named."""

_TARGETS: Mapping[str, frozenset[str]] = {
    "vscode": frozenset({LOCAL}),
    "github-copilot": frozenset({COPILOT, CLI, CLOUD}),
}
"""`target` of an agent → the harnesses that something is said of."""


class Wanted(NamedTuple):
    """The harnesses of an option: for files of VS Code and Copilot, for those of Claude Code.
    `words` are those of the option."""

    vscode: frozenset[str]
    claude: frozenset[str]
    words: frozenset[str]

    @property
    def named(self) -> bool:
        """Whether some are named, so that of others nothing is said."""
        return FILES not in self.words

    @property
    def listing(self) -> bool:
        """Whether what does nothing in Copilot sessions is listed, not counted."""
        return COPILOT in self.words

    @property
    def mode(self) -> Mode:
        """Whose files are looked at."""
        if not self.claude:
            return "vscode"
        return "files" if self.vscode else "claude"

    def of_family(self, family: str) -> frozenset[str]:
        """The harnesses that files of a family are for."""
        return self.claude if family in ("claude", "plugin") else self.vscode

    def of_agent(self, agent: Agent) -> frozenset[str]:
        """Those that an agent is for."""
        if agent.packed and not self.named:
            return frozenset({COPILOT})
        found = self.of_family(agent.family)
        return found & _TARGETS.get(agent.target, found) if agent.family == "vscode" else found

    def readers(self, agent: Agent) -> frozenset[str]:
        """Those that an agent may be for where none is named."""
        everybody = frozenset({CLAUDE}) if agent.family in ("claude", "plugin") else _OF_VSCODE
        return everybody & _TARGETS.get(agent.target, everybody)


def wanted(option: str | Iterable[str]) -> Wanted:
    """What the words of the option ask for; a text is a single word."""
    words = frozenset({option} if isinstance(option, str) else option) or frozenset({FILES})
    usual = _USUAL if words & {FILES, VSCODE} else frozenset()
    return Wanted(
        words & _OF_VSCODE | usual,
        frozenset({CLAUDE}) if words & {FILES, CLAUDE} else frozenset(),
        words,
    )


def mode_of(option: str | Iterable[str]) -> Mode:
    """Whose files are looked at under an option."""
    return wanted(option).mode
