"""Inlay hints: what applies without being written, such as defaults and inferred kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint_lsp.insights import hints_in

if TYPE_CHECKING:
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot


def hints(snapshot: Snapshot, start: int, end: int) -> list[types.InlayHint]:
    """The hints between two offsets, behind what they are about."""
    found = [(span[1], hint) for hint, span in hints_in(snapshot) if start <= span[1] <= end]
    return [
        types.InlayHint(
            snapshot.position(_end_of_text(snapshot, at)),
            hint.text,
            tooltip=hint.why or None,
            padding_left=True,
        )
        for at, hint in sorted(found, key=lambda each: (each[0], each[1].text))
    ]


def _end_of_text(snapshot: Snapshot, at: int) -> int:
    """Behind the colon of a key, so the hint does not come between them."""
    return at + 1 if snapshot.text.startswith(":", at) else at


async def inlay(server: Server, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """Answer with the hints of a document."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    server.fetched.add(snapshot.path)
    where = params.range
    return hints(snapshot, snapshot.at(where.start), snapshot.at(where.end))
