"""Claude Code's settings in a project: what they deny and allow, the agent of new sessions, and
hooks (reference §1.3)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.surroundings import LOCAL, SHARED, Hook, Permission
from phaselint.document.relaxed import relaxed
from phaselint.project.paths import join, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.agents.surroundings import Effect
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

_EFFECTS: tuple[Effect, ...] = ("deny", "ask", "allow")
_RULE = re.compile(r"([^()]*?)\s*(?:\((.*)\)\s*)?", re.DOTALL)


def settings_of(reader: Reader, folder: str) -> Iterator[Document]:
    """The settings of a project that are an object, shared ones first."""
    for path in (join(folder, each) for each in (SHARED, LOCAL)):
        around, name = split(path)
        if name in reader.names(around):
            written = reader.document(path)
            read = None if written is None else relaxed(written)
            if read is not None and isinstance(read.value, dict):
                yield read


def permissions_in(document: Document) -> Iterator[Permission]:
    """The permission rules of settings."""
    said = document.value.get("permissions")
    for effect in _EFFECTS if isinstance(said, dict) else ():
        rules = said.get(effect)
        for number, text in enumerate(rules if isinstance(rules, list) else ()):
            found = _RULE.fullmatch(text.strip()) if isinstance(text, str) else None
            if found and found[1]:
                argument = None if found[2] is None else found[2].strip()
                at: Pointer = ("permissions", effect, number)
                yield Permission(
                    effect, text.strip(), found[1], argument, file=document.path, pointer=at
                )


def session_in(document: Document) -> Iterator[tuple[str, str, Pointer]]:
    """The agent with which settings start a session."""
    said = document.value.get("agent")
    if isinstance(said, str) and said.strip():
        yield said.strip(), document.path, ("agent",)


def hooks_in(file: str, value: Any) -> Iterator[Hook]:
    """The events of an object's hooks."""
    return events_in(file, value.get("hooks") if isinstance(value, dict) else None, ("hooks",))


def events_in(file: str, hooks: Any, at: Pointer) -> Iterator[Hook]:
    """The events with hooks there."""
    for event in hooks if isinstance(hooks, dict) else ():
        if isinstance(event, str):
            yield Hook(event, file, (*at, event), "claude")
