"""Policies that `phaselint policies --write` adds to the script of a contract: the file is replaced
as a whole if it is unchanged, or created."""

from __future__ import annotations

import os

from phaselint.cli import streams
from phaselint.cli.scriptfiles import content, parsed, script_in
from phaselint.executor.adding import new_script, script_for, with_policies
from phaselint.executor.scripts import scripts_of
from phaselint.project.paths import relative
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.linting.discovery import FoundContract


def add(found: FoundContract, policies: Sequence[Mapping[str, Any]]) -> str:
    """Add policies to the script of a contract, or write one; the path of it, as the user names
    it.

    Raises:
        UsageError: the script is not well formed, can't be changed in place or written, or has
            changed meanwhile; then it stays as it is.
    """
    workspace, target = found.workspace, found.target
    scripts = tuple(scripts_of(workspace.reader, target, workspace.config.scripts))
    inner = script_for(target, os.path.basename(workspace.root), scripts)
    path = relative(workspace.root)(inner)
    full = os.path.join(workspace.root, inner)
    if any(each == inner for each, _, _ in scripts):
        _extend(path, full, workspace.root, policies)
    elif os.path.lexists(full):
        raise UsageError(f"{path}: the file isn't a script of {target.path or '.'}; move it away")
    else:
        _create(full, workspace.root, new_script(target, policies))
    return path


def _extend(path: str, full: str, root: str, policies: Sequence[Mapping[str, Any]]) -> None:
    data = content(full)
    document = parsed(path, data)
    script_in(path, document)
    try:
        text = with_policies(document, policies)
    except UsageError as error:
        raise UsageError(f"{path}: {error}; nothing was written") from None
    from phaselint.project.replacing import Changed, rewrite

    new = (("\ufeff" if document.bom else "") + text).encode()
    try:
        lost = rewrite(os.path.realpath(full), data, new, root)
    except Changed:
        raise UsageError(f"{path} has changed since it was read; nothing was written") from None
    for clause in lost:
        streams.complain(f"{path}: {clause}")


def _create(full: str, root: str, text: str) -> None:
    from phaselint.project.replacing import write_atomically

    write_atomically(full, text, root)
