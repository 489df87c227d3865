"""What the settings of Claude Code in a project deny (reference §3.2)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.reading.settings import object_in
from phaselint.project.paths import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.reader import Reader

SHARED, LOCAL = ".claude/settings.json", ".claude/settings.local.json"
EVERYBODY = "*"
"""Stands for all agents, where the tool that calls them is denied."""

_AGENT = re.compile(r"(?:Agent|Task)(?:\(\s*([^()]*?)\s*\))?")


def denied_agents(reader: Reader, folder: str) -> Mapping[str, str]:
    """Name of an agent that no other may call → the file of settings that says so, the one that is
    shared first."""
    found: dict[str, str] = {}
    for path in (join(folder, each) for each in (SHARED, LOCAL)):
        for name in _denied(reader.text(path) or ""):
            found.setdefault(name, path)
    return found


def _denied(text: str) -> Iterator[str]:
    permissions = object_in(text).get("permissions") if "permissions" in text else None
    rules = permissions.get("deny") if isinstance(permissions, dict) else None
    for rule in rules if isinstance(rules, list) else ():
        found = _AGENT.fullmatch(rule.strip()) if isinstance(rule, str) else None
        if found:
            yield found[1] or EVERYBODY
