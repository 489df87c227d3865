"""Folders with distributions in them, as pip leaves them behind: no pip is needed for that."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from phaselint.plugins.points import DIALECTS, RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

LANES = Path(__file__).parent / "lanes"
"""The sample of a distribution with a dialect."""

BOARD = """\
board: 1
start: triage
lanes:
  triage: {to: [repair, close]}
  repair: {to: [check], stamp: fixed}
  check: {to: [repair, done], wants: fixed}
  close: {}
  done: {}
"""
"""A board on which nothing is wrong."""

UNREACHED = BOARD + "  attic: {to: [done]}\n"
"""One warning: PL101 at 9:3."""

UNSTAMPED = BOARD.replace("wants: fixed", "wants: signed")
"""One error: LA201 at 6:36."""


class Site:
    """A folder that Python imports from."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        monkeypatch.syspath_prepend(folder)

    def put(self, name: str, version: str, points: Mapping[str, Mapping[str, str]]) -> None:
        """Put what says that a distribution is installed, and what it offers."""
        info = self.folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        (info / "METADATA").write_text(metadata)
        lines = []
        for group, entries in points.items():
            lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()), ""]
        (info / "entry_points.txt").write_text("\n".join(lines))

    def put_lanes(self) -> None:
        """Put the sample distribution, whose modules are found where they are."""
        project = tomllib.loads((LANES / "pyproject.toml").read_text())["project"]
        self.put(project["name"], project["version"], project["entry-points"])

    def put_module(self, name: str, source: str) -> None:
        """Put a distribution of one module, with a `DIALECT` or `RULES`, as the plugin `name`."""
        (self.folder / f"{name}.py").write_text(source)
        self._monkeypatch.delitem(sys.modules, name, raising=False)
        offered = {DIALECTS: "DIALECT", RULES: "RULES"}
        points = {
            group: {name: f"{name}:{value}"}
            for group, value in offered.items()
            if f"{value} =" in source
        }
        self.put(f"phaselint-{name}", "0.1", points)

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a process that imports from here, and the sample."""
        return {"PYTHONPATH": ":".join((str(self.folder), str(LANES), *sys.path))}


def board(folder: Path, text: str = BOARD, *plugins: str) -> Path:
    """Write a board, and a configuration that names plug-ins."""
    folder.mkdir(parents=True, exist_ok=True)
    named = ", ".join(f'"{name}"' for name in plugins or ("lanes",))
    (folder / "phaselint.toml").write_text(f"plugins = [{named}]\n")
    path = folder / "tickets.lanes.yaml"
    path.write_text(text)
    return path
