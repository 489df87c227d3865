"""The harnesses of a team's files (reference §1.1): by their family, by `target`, and by
`agents.harness`."""

from __future__ import annotations

from phaselint.dialects.agents.options import FILES, HARNESSES, VSCODE
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal

    from phaselint.dialects.agents.model import Agent

    Mode = Literal["files", "vscode", "claude"]
    """The families of files to check: all, or one."""

LOCAL, COPILOT, CLI, CLOUD, CLAUDE = HARNESSES

_OF_VSCODE = frozenset({LOCAL, COPILOT, CLI, CLOUD})
_USUAL = frozenset({LOCAL, COPILOT})
"""The harnesses of files of VS Code and Copilot if none are named."""

_TARGETS: Mapping[str, frozenset[str]] = {
    "vscode": frozenset({LOCAL}),
    "github-copilot": frozenset({COPILOT, CLI, CLOUD}),
}
"""`target` of an agent → the harnesses to report on."""


class Wanted(NamedTuple):
    """The harnesses of an option: for files of VS Code and Copilot, and for those of Claude Code.
    `words` are those of the option."""

    vscode: frozenset[str]
    claude: frozenset[str]
    words: frozenset[str]

    @property
    def named(self) -> bool:
        """Whether harnesses are named, so others aren't reported."""
        return FILES not in self.words

    @property
    def listing(self) -> bool:
        """Whether features without effect in Copilot sessions are listed, not counted."""
        return COPILOT in self.words

    @property
    def mode(self) -> Mode:
        """The families of files to check."""
        if not self.claude:
            return "vscode"
        return "files" if self.vscode else "claude"

    def of_family(self, family: str) -> frozenset[str]:
        """The harnesses of a family of files."""
        return self.claude if family in ("claude", "plugin") else self.vscode

    def of_agent(self, agent: Agent) -> frozenset[str]:
        """The harnesses of an agent."""
        if agent.packed and not self.named:
            return frozenset({COPILOT})
        found = self.of_family(agent.family)
        return found & _TARGETS.get(agent.target, found) if agent.family == "vscode" else found

    def readers(self, agent: Agent) -> frozenset[str]:
        """The harnesses of an agent, if none are named."""
        everybody = frozenset({CLAUDE}) if agent.family in ("claude", "plugin") else _OF_VSCODE
        return everybody & _TARGETS.get(agent.target, everybody)


def wanted(option: str | Iterable[str]) -> Wanted:
    """The words of the option; a string is a single word."""
    words = frozenset({option} if isinstance(option, str) else option) or frozenset({FILES})
    usual = _USUAL if words & {FILES, VSCODE} else frozenset()
    return Wanted(
        words & _OF_VSCODE | usual,
        frozenset({CLAUDE}) if words & {FILES, CLAUDE} else frozenset(),
        words,
    )


def mode_of(option: str | Iterable[str]) -> Mode:
    """The families of files to check under an option."""
    return wanted(option).mode
