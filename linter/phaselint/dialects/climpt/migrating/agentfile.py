"""agent.json without the parts that 1.14 keeps in a settings file, and that file (1.14 §1.1, §2.5,
§9)."""

from __future__ import annotations

import json

from phaselint.dialects.climpt.reading.agent import mapping_at
from phaselint.dialects.climpt.reading.settings import find_settings
from phaselint.project.paths import split
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.migrating.context import Context
    from phaselint.dialects.reader import Reader

MOVED = ("allowedTools", "permissionMode")
START = ("Read", "Glob", "Grep")
"""The tools of an agent that lists none."""

_BOUNDARIES = ("runner", "boundaries")
_MODES = ("default", "plan", "acceptEdits", "bypassPermissions")


def migrated_agent(agent: Mapping[str, Any]) -> dict[str, Any]:
    """An agent.json without tools and mode."""
    boundaries = mapping_at(mapping_at(agent, "runner"), "boundaries")
    kept = {key: value for key, value in boundaries.items() if key not in MOVED}
    if len(kept) == len(boundaries):
        return dict(agent)
    runner = {key: each for key, each in agent["runner"].items() if kept or key != "boundaries"}
    return {**agent, "runner": {**runner, **({"boundaries": kept} if kept else {})}}


def settings_text(context: Context, reader: Reader) -> dict[str, str]:
    """The settings file of the agent, by its path; none if it already has one, which is kept, or if
    there is no place for one."""
    contract, agent = context.contract, context.agent
    if contract.root is None:
        sentence = message(
            "the agent isn't in an `.agent` directory: write its settings file yourself"
        )
        context.remark(agent.file, _BOUNDARIES, sentence)
        return {}
    wanted = find_settings(reader, contract.root, split(contract.folder)[1]).wanted
    own, shared = (reader.document(path) for path in wanted)
    if own is not None:
        sentence = message("{} already exists and is kept: compare its tools", quote(wanted[0]))
        context.remark(agent.file, _BOUNDARIES, sentence)
        return {}
    if shared is not None:
        sentence = message(
            "{} no longer applies to this agent, which has its own", quote(wanted[1])
        )
        context.remark(agent.file, _BOUNDARIES, sentence)
    permissions: dict[str, Any] = {"allow": _tools(context)}
    if agent.permission_mode in _MODES:
        permissions["defaultMode"] = agent.permission_mode
    text = json.dumps({"permissions": permissions}, indent=2, ensure_ascii=False)
    return {wanted[0]: f"{text}\n"}


def _tools(context: Context) -> list[str]:
    agent = context.agent
    named = [tool for tool in agent.tools or () if tool != "*"]
    if named:
        return named
    text = message("agent.json names no tools, so the settings allow {}", ", ".join(START))
    context.remark(agent.file, _BOUNDARIES, text)
    return list(START)
