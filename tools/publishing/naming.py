"""The names of a release, set in every file that has them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from publishing import ReleaseError
from publishing.places import PLACES, Names, refilled

if TYPE_CHECKING:
    from pathlib import Path

VERSION = "linter/phaselint/version.py"
MANIFESTS = ("lsp/vscode/package.json", "lsp/vscode/package-lock.json")
ACTION = "action.yml"
_CONSTANTS = {
    "version": "__version__",
    "repository": "REPOSITORY",
    "documentation": "DOCUMENTATION",
}
_VALID = {
    "version": (r"\d+\.\d+\.\d+", "three numbers, such as 1.2.3"),
    "repository": (r"([A-Za-z0-9][A-Za-z0-9-]*/[\w.-]+)?", "OWNER/NAME, such as acme/phaselint"),
    "documentation": (r"(https://[^\s\"\\]*[^\s\"\\/])?", "an https address without a last slash"),
}


def current(root: Path) -> Names:
    """The names in a checkout."""
    text = (root / VERSION).read_text("utf-8")
    found = {field: _constant(text, name) for field, name in _CONSTANTS.items()}
    return Names(**found)


def _constant(text: str, name: str) -> str:
    found = re.search(rf'^{name} = "(.*)"$', text, re.MULTILINE)
    if found is None:
        raise ReleaseError(f'{VERSION}: `{name} = "…"` is missing')
    return found[1]


def renamed(root: Path, new: Names) -> dict[str, str]:
    """The files of a checkout that change under new names, with their contents.

    Raises:
        ReleaseError: a name isn't one, or a file doesn't have the current names where it should.
    """
    for field, value in new._asdict().items():
        pattern, expected = _VALID[field]
        if not re.fullmatch(pattern, value):
            raise ReleaseError(f"--{field} is `{value}`; expected {expected}")
    old = current(root)
    files = sorted({place.file for place in PLACES})
    texts = {
        name: (root / name).read_text("utf-8") for name in (*files, ACTION, VERSION, *MANIFESTS)
    }
    made = {name: refilled(name, texts[name], old, new) for name in files}
    made[ACTION] = texts[ACTION].replace(f"phaselint=={old.version}", f"phaselint=={new.version}")
    made[VERSION] = _replaced(texts[VERSION], new)
    for name in MANIFESTS:
        made[name] = _versioned(texts[name], old.version, new.version)
    return {name: text for name, text in made.items() if text != texts[name]}


def _replaced(text: str, names: Names) -> str:
    for field, constant in _CONSTANTS.items():
        value = getattr(names, field)
        text = re.sub(rf'^({constant}) = ".*"$', rf'\1 = "{value}"', text, flags=re.MULTILINE)
    return text


def _versioned(text: str, old: str, new: str) -> str:
    """A manifest of npm, or its lock, with another version of the package itself."""
    own = re.compile(
        rf'("name": "phaselint",(?:\s+"[^v][^\n]*",)*\s+"version": "){re.escape(old)}"'
    )
    return own.sub(lambda found: f'{found[1]}{new}"', text)
