"""Suppressions with a reason, as edits: by a comment at the place or for the file, or in the
configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.config.model import FILE
from phaselint.document import Document
from phaselint.fixing.suppressing import (
    suppress_file,
    suppress_here,
    suppress_in_configuration,
)
from phaselint.project.paths import below, split
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Edit
    from phaselint_lsp.document_cache import DocumentCache
    from phaselint_lsp.project import Project
    from phaselint_lsp.server_state import ServerState

REASON = "explain here why this is right"
"""What stands for the reason, to be written over by the user."""


class Settings(NamedTuple):
    """The configuration of a project: its project path and its text, and whether there is such a
    file."""

    file: str = FILE
    text: str = ""
    there: bool = False


class Suppressing(NamedTuple):
    """An edit that suppresses a finding; `created` are files that don't exist yet."""

    title: str
    edits: Mapping[str, Sequence[types.TextEdit | types.SnippetTextEdit]]
    created: tuple[str, ...] = ()


def settings_of(desk: ServerState, project: Project) -> Settings:
    """The configuration of a project, as it is in the editor or on disk."""
    path = project.config.path
    if not path:
        return Settings()
    text = desk.index_of(path).text.removeprefix("\ufeff")
    return Settings(below(project.root, path), text, True)


def suppressions(
    shelf: DocumentCache, finding: Diagnostic, settings: Settings, *, snippets: bool = False
) -> Iterator[Suppressing]:
    """The paths to suppress a finding, the narrowest first. With `snippets` the reason is a
    placeholder that the user fills in."""
    document = shelf.document(finding.place.file)
    if document is None or not shelf.is_current(document):
        return
    name = finding.name
    made = (
        (f"Suppress `{name}` here", document, suppress_here(document, finding, REASON)),
        (f"Suppress `{name}` in this file", document, suppress_file(document, finding, REASON)),
        _in_configuration(finding, settings),
    )
    for title, changed, edit in made:
        span = edit.place.range if edit is not None else None
        if edit is None or span is None:
            continue
        ends = changed.offset(span.start), changed.offset(span.end)
        where = shelf.range(changed, *ends)
        if where is not None:
            created = () if settings.there or changed is document else (settings.file,)
            text = _text_edit(where, edit.text, snippets=snippets)
            yield Suppressing(title, {changed.path: (text,)}, created)


def _in_configuration(finding: Diagnostic, settings: Settings) -> tuple[str, Document, Edit | None]:
    folder, name = split(settings.file)
    file = finding.place.file
    if folder and not file.startswith(f"{folder}/"):
        return "", Document(settings.file, "yaml", settings.text), None
    inner = file[len(folder) + 1 :] if folder else file
    edit = suppress_in_configuration(settings.file, settings.text, finding, inner, REASON)
    document = Document(settings.file, "yaml", settings.text)
    return f"Suppress `{finding.name}` in {name}", document, edit


def _text_edit(
    where: types.Range, text: str, *, snippets: bool
) -> types.TextEdit | types.SnippetTextEdit:
    """An edit; with `snippets` the reason in it is a placeholder."""
    if not snippets or text.count(REASON) != 1:
        return types.TextEdit(where, text)
    before, after = map(_escaped, text.split(REASON))
    return types.SnippetTextEdit(where, types.StringValue(f"{before}${{1:{REASON}}}{after}"))


def _escaped(text: str) -> str:
    """A string as it is in a snippet."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
