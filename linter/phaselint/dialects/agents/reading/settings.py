"""The workspace settings that matter for a team (reference §1.1, §4.3)."""

from __future__ import annotations

from phaselint.project.paths import normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.reader import Reader

PROMPT_FOLDERS = "chat.promptFilesLocations"
NESTING = "chat.subagents.allowInvocationsFromSubagents"


def settings(reader: Reader, path: str) -> Mapping[str, Any]:
    """The settings in a file, empty if it isn't readable. They can contain comments and trailing
    commas (F4)."""
    text = reader.text(path)
    return {} if text is None or "chat." not in text else object_in(text)


def object_in(text: str) -> Mapping[str, Any]:
    """The object in a JSON string that can contain comments and trailing commas; an empty object if
    it isn't one."""
    import json

    try:
        value = json.loads(_plain(text))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def listed(reader: Reader, path: str, key: str) -> tuple[str, ...]:
    """The folders that a setting in a file names with `true`, below the team's folder."""
    return folders(settings(reader, path), key)


def folders(found: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """The folders that a setting names with `true`, without those outside the team."""
    value = found.get(key)
    if not isinstance(value, dict):
        return ()
    named = (normal(name.rstrip("/")) for name, wanted in value.items() if wanted is True)
    return tuple(name for name in named if name is not None)


def _plain(text: str) -> str:
    """The JSON string without comments and trailing commas."""
    return _without(text, lambda gone: " " if gone else "")


def uncommented(text: str) -> str:
    """The same with spaces in their place, which keeps all other offsets."""
    import re

    return _without(text, lambda gone: re.sub(r"[^\r\n]", " ", gone))


def _without(text: str, instead: Callable[[str], str]) -> str:
    import re

    # unclosed ones continue to the end; otherwise each of their characters would be tried
    quoted = r'"(?:[^"\\]|\\[\s\S])*+(?:"|\\?\Z)'
    token = quoted + r"|//[^\r\n]*|/\*[\s\S]*?(?:\*/|\Z)"
    bare = re.sub(token, lambda found: _kept(found[0]) or instead(found[0]), text)
    token = quoted + r"|,(?=\s*[}\]])"
    return re.sub(token, lambda found: _kept(found[0]) or instead(found[0]), bare)


def _kept(piece: str) -> str:
    return piece if piece.startswith('"') else ""
