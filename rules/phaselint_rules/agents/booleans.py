"""Words that are written for `true` and `false` (reference §2.1, §7.3)."""

from __future__ import annotations

_MEANT = {
    "true": "true",
    "yes": "true",
    "on": "true",
    "false": "false",
    "no": "false",
    "off": "false",
}


def meant(value: object) -> str | None:
    """What somebody means who writes a value where VS Code wants a boolean: `true` or `false`, or
    none where it is neither."""
    return _MEANT.get(str(value).lower().strip())
