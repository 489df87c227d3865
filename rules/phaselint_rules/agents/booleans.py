"""Words written for `true` and `false` (reference §2.1, §7.3)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Differs

_MEANT = {
    "true": "true",
    "yes": "true",
    "on": "true",
    "false": "false",
    "no": "false",
    "off": "false",
}


def meant(value: object) -> str | None:
    """The intended value of what is written where VS Code expects a boolean: `true`, `false`, or
    None if it is neither."""
    return _MEANT.get(str(value).lower().strip())


def as_intended(key: str) -> Differs:
    """That some session runs differently once a field is read as its author intended."""
    options = {"permission": "autopilot"} if key == "send" else {}
    return Differs(options=options, doubt="sessions run the same with the intended value")
