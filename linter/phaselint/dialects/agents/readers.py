"""The harnesses of a team, with the reasons (reference §1.1, §9), for lists of detected
contracts."""

from __future__ import annotations

from phaselint.dialects.agents.harnesses import wanted
from phaselint.dialects.agents.options import HARNESSES
from phaselint.dialects.agents.tables.harness import TITLES
from phaselint.dialects.records import Audience
from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.agents.harnesses import Wanted
    from phaselint.dialects.agents.model import Agent, Team


def readers(team: Team, options: Mapping[str, Any]) -> Iterator[Audience]:
    """The harnesses for which a team has a file, each with the reason."""
    asked = wanted(options["harness"])
    files = (*team.agents, *team.prompts)
    for name in HARNESSES:
        own = [each for each in files if name in asked.of_agent(each)]
        if own:
            yield Audience(name, TITLES[name], _why(name, own, asked))


def _why(name: str, own: Sequence[Agent], asked: Wanted) -> str:
    if asked.named:
        return f"`agents.harness` names {'it' if name in asked.words else 'VS Code'}"
    if all(each.packed for each in own):
        return "the manifest of a plugin for Copilot lists its agents"
    targets = {each.target for each in own}
    if len(targets) == 1 and "" not in targets:
        return f"`target: {targets.pop()}`"
    if name in asked.words:
        return "`agents.harness` names it"
    [folder, *others] = dict.fromkeys(split(each.path)[0] or "." for each in own)
    return f"files in `{folder}`" + (f" and {len(others)} more" if others else "")
