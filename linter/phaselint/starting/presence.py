"""What there is in a folder that a configuration is written for."""

from __future__ import annotations

import os

from phaselint.linting.discover import Finder
from phaselint.project.paths import below, join, split
from phaselint.starting.configuration import Present

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.vocabulary.rule import Rule

_ANY_SCRIPT = ("*.script.yaml", "*.script.yml", "*.script.json")


def present_in(folder: str, rules: Sequence[Rule], overlay: Mapping[str, bytes]) -> Present:
    """The contracts of a folder and where their scripts lie, with strings that stand for files."""
    from phaselint.executor.scripts import scripts_of

    root = os.path.realpath(folder)
    scripts: dict[str, None] = {}
    found = Finder(rules, overlay=overlay).discover((folder,)).found
    for each in found:
        reader, target = each.workspace.reader, each.target
        for path, _, _ in scripts_of(reader, target, _ANY_SCRIPT):
            inner, name = split(path)
            full = os.path.join(each.workspace.root, inner)
            if inner != target.folder:
                kind = ".".join(name.rsplit(".", 2)[1:])
                scripts[join(below(root, os.path.realpath(full)), f"*.{kind}")] = None
    return Present(tuple(each.target.dialect for each in found), tuple(sorted(scripts)))
