"""`phaselint scripts --update`: a script is read, updated in memory, and replaced as a whole if it
is unchanged."""

from __future__ import annotations

import os

from phaselint.cli import streams
from phaselint.cli.common import options_for
from phaselint.cli.outcome import FINDINGS, OK
from phaselint.cli.script_context import script_context, tell_missing
from phaselint.cli.scriptfiles import content, parsed, script_in
from phaselint.executor.updating import update
from phaselint.report.terminal import escape
from phaselint.vocabulary.errors import UsageError, blamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from phaselint.executor.proof import ProofContext
    from phaselint.executor.updating import Update
    from phaselint.linting.discovery import FoundContract


class File:
    """A script on disk, as it was when it was read.

    Raises:
        UsageError: it can't be read, doesn't parse, or isn't a script.
    """

    __slots__ = ("contract", "data", "document", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self.data = content(path)
        self.document = parsed(path, self.data)
        if self.document.format not in ("yaml", "json"):
            raise UsageError(f"{path}: a script must be a YAML or JSON file")
        script = script_in(path, self.document)
        self.contract = os.path.normpath(os.path.join(os.path.dirname(path), script.contract))


def update_script(file: File, found: FoundContract, bound: int, *, diff: bool) -> int:
    """Update a script to its contract, or show the changes.

    Raises:
        UsageError: it is the script of another contract, its contract is refused, or the file can't
            be written or has changed meanwhile; then it stays unchanged.
    """
    _check_contract(file, found)
    labs: list[ProofContext[Any]] = []

    def on_bench(options: Mapping[str, Any]) -> ProofContext[Any]:
        labs.append(script_context(found.target.path or file.contract, found, options, bound))
        return labs[-1]

    with blamed(found.dialect.origin, "runtime"):
        try:
            made = update(file.document, found.dialect, options_for(found), on_bench)
        except UsageError as error:
            raise UsageError(f"{file.path}: {error}; nothing was written") from None
    new = (("\ufeff" if file.document.bom else "") + made.text).encode()
    if diff:
        return _show(file, new, made)
    if new != file.data:
        _write(file, new)
    for line in made.changed or ("nothing to update",):
        streams.write((f"{escape(f'{file.path}: {line}')}\n",))
    tell_missing(labs[-1], made.planned)
    return FINDINGS if _tell_left(file, made) else OK


def _check_contract(file: File, found: FoundContract) -> None:
    root = os.path.realpath(found.workspace.root)
    own = {os.path.join(root, path) if path else root for path in _paths(found)}
    if os.path.realpath(file.contract) not in own:
        raise UsageError(f"{file.path}: the script is for {file.contract}")


def _paths(found: FoundContract) -> Collection[str]:
    return found.target.paths


def _show(file: File, new: bytes, made: Update) -> int:
    from phaselint.cli.fixing import harmless
    from phaselint.fixing.writing import difference

    streams.write(map(harmless, difference(file.path, file.data, new)))
    return FINDINGS if _tell_left(file, made) or new != file.data else OK


def _tell_left(file: File, made: Update) -> bool:
    """Report parts of a script that fail but stay unchanged; whether there are any."""
    for line in made.left:
        streams.complain(f"{file.path}: {line}; left unchanged")
    return bool(made.left)


def _write(file: File, new: bytes) -> None:
    from phaselint.project.replacing import Changed, rewrite

    try:
        lost = rewrite(os.path.realpath(file.path), file.data, new, "")
    except Changed:
        raise UsageError(
            f"{file.path} has changed since it was read; nothing was written"
        ) from None
    for clause in lost:
        streams.complain(f"{file.path}: {clause}")
