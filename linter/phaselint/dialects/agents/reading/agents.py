"""Headers to agents (reference §2.3, §3)."""

from __future__ import annotations

from phaselint.dialects.agents.fields import LIVE
from phaselint.dialects.agents.filenames import AGENT, MODE, PROMPT
from phaselint.dialects.agents.model import Agent, Handoff
from phaselint.dialects.agents.reading.lists import (
    listed,
    listed_or_parted,
    listed_or_split,
    text_at,
    tools_of_claude,
)
from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.agents.fields import Family
    from phaselint.dialects.agents.model import Header, Word
    from phaselint.document import Document

_REQUIRED = ("name", "description")
_NAME_LINE = r"(?m)^name[ \t]*:([^\r\n]*)"
_COMMENT = r"[ \t]#"


def stem_of(path: str) -> str:
    """The name of an agent based on its file (§3.1)."""
    name = split(path)[1]
    for ending in (AGENT, MODE, PROMPT, ".md"):
        if name.endswith(ending):
            return name.removesuffix(ending)
    return name


def read_agent(document: Document, path: str, family: Family, header: Header) -> Agent:
    """The agent of a document; `path` is its place in the team."""
    value = header.value
    if family == "claude" and any(key in header.lost and key not in value for key in _REQUIRED):
        header = header._replace(fault="unread")  # Claude Code skips the file
    agent = Agent(document.path, family, stem_of(path), header, path)
    if header.fault:
        guessed = _guessed(document, agent.stem)
        lost = not document.text or any("\ufffd" in name for name in guessed)
        return agent._replace(guessed=guessed, lost=lost)
    if family in ("claude", "plugin") and not header.present:
        return agent._replace(documentation=True)
    if family == "claude" and LIVE.isdisjoint(value):
        return agent._replace(documentation=True)
    title = text_at(document, ("name",), value.get("name")) or ""
    agent = agent._replace(
        title=title if title.strip() else "",
        tools=listed_or_parted(document, value, "tools"),
        agents=listed(document, value, "agents"),
    )
    if family in ("claude", "plugin"):
        agent = _claude(document, agent)
    return _vscode(document, agent)


def boolean(document: Document, value: Mapping[str, Any], key: str) -> bool | None:
    """A boolean as VS Code reads it, with or without quotes (§2.1)."""
    said = text_at(document, (key,), value[key]) if key in value else None
    return said == "true" if said in ("true", "false") else None


def _vscode(document: Document, agent: Agent) -> Agent:
    """The agent in a file of any family, as VS Code reads it."""
    value = agent.header.value
    invocable = boolean(document, value, "user-invocable")
    blocked = boolean(document, value, "disable-model-invocation") is True
    infer = boolean(document, value, "infer")
    asked_in = next((key for key in ("agent", "mode") if key in value), "")
    asked = text_at(document, (asked_in,), value[asked_in]) if asked_in else ""
    return agent._replace(
        handoffs=tuple(_handoffs(document, value.get("handoffs"))),
        target=str(value.get("target", "")),
        invocable=invocable is not False,
        blocked=blocked if infer is None else not infer,
        asked=asked if asked and asked.strip() else "",
        asked_in=asked_in,
    )


def _claude(document: Document, agent: Agent) -> Agent:
    """The additional fields that Claude Code reads. `*` among tools stands for all of them, and
    among denied ones for none, whatever else is listed (2.1.197, observed)."""
    value = agent.header.value
    tools = tools_of_claude(document, value, "tools")
    denied = tools_of_claude(document, value, "disallowedTools")
    agent = agent._replace(
        tools=None if _all(tools) else tools,
        denied=() if _all(denied) else denied,
        skills=listed_or_split(document, value, "skills"),
    )
    nameless = agent.family == "claude" and not agent.title
    refused = agent.title.startswith("-") or ":" in agent.title
    undescribed = agent.family == "claude" and "description" not in value
    if nameless or refused or undescribed:
        names = (agent.title, agent.stem, split(agent.path)[1])
        return agent._replace(guessed=tuple(dict.fromkeys(names)))
    return agent


def _all(words: Sequence[Word] | None) -> bool:
    return any(word.text == "*" for word in words or ())


def _handoffs(document: Document, value: Any) -> Iterator[Handoff]:
    for number, entry in enumerate(value if isinstance(value, list) else ()):
        if isinstance(entry, dict):
            yield _handoff(document, number, entry)


def _handoff(document: Document, number: int, entry: Mapping[str, Any]) -> Handoff:
    def said(key: str) -> str | None:
        pointer = ("handoffs", number, key)
        return text_at(document, pointer, entry[key]) if key in entry else None

    return Handoff(
        number,
        said("agent"),
        said("label"),
        prompt=said("prompt"),
        send=said("send") == "true",
    )


def _guessed(document: Document, stem: str) -> tuple[str, ...]:
    """The possible name of an agent with an unreadable header (§2.3, 5)."""
    import re

    lines = re.findall(_NAME_LINE, document.text)
    bare = (re.split(_COMMENT, line, maxsplit=1)[0].strip().strip("'\"") for line in lines)
    return tuple(dict.fromkeys((*bare, stem, split(document.path)[1])))
