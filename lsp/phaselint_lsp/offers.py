"""What a client can ask for: each method with the function that answers it.

Modules of features are imported when they are first asked for something: a fifth of the time until
the server answers for the first time went into those that a session may never need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from phaselint_lsp.announced import COMMANDS, MODIFIERS, SOURCE, SOURCE_FIX_ALL, TOKENS, TRIGGERS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from phaselint_lsp.server import Server

REQUESTS = {
    types.TEXT_DOCUMENT_DEFINITION: "navigation.definition",
    types.TEXT_DOCUMENT_REFERENCES: "navigation.references",
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: "navigation.highlight",
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: "outline.of_document",
    types.WORKSPACE_SYMBOL: "outline.of_workspace",
    types.TEXT_DOCUMENT_DOCUMENT_LINK: "links.links",
    types.TEXT_DOCUMENT_FOLDING_RANGE: "structure.folding",
    types.TEXT_DOCUMENT_SELECTION_RANGE: "structure.selecting",
    types.TEXT_DOCUMENT_PREPARE_RENAME: "rename.prepare",
    types.TEXT_DOCUMENT_RENAME: "rename.renaming",
    types.TEXT_DOCUMENT_COMPLETION: "completion.completion",
    types.TEXT_DOCUMENT_HOVER: "hover.hover",
    types.TEXT_DOCUMENT_INLAY_HINT: "hints.inlay",
    types.TEXT_DOCUMENT_CODE_LENS: "lenses.lens",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: "tokens.full",
    types.TEXT_DOCUMENT_CODE_ACTION: "actions.code_action",
}


def options() -> dict[str, Any]:
    """What the server says about some requests in addition to that it answers them."""
    return {
        types.TEXT_DOCUMENT_DIAGNOSTIC: types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=True, identifier=SOURCE
        ),
        types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=TRIGGERS),
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: types.SemanticTokensLegend(TOKENS, MODIFIERS),
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
            code_action_kinds=[types.CodeActionKind.QuickFix, SOURCE_FIX_ALL]
        ),
    }


def register(server: Server) -> None:
    """Answer requests and commands."""
    for method, place in REQUESTS.items():
        server.feature(method)(_late(server, place))
    for name in COMMANDS:
        server.command(name)(_late(server, "commands.obey", name))
    # Given to `feature`, each would be told once only to see whether it is what it is.
    server.protocol.fm.feature_options.update(options())


def _late(server: Server, place: str, *first: Any) -> Callable[..., Awaitable[Any]]:
    """A handler that imports what handles when it is called."""
    module, _, name = place.partition(".")

    # Without types: pygls would compile each of them to find out whether one is a server.
    async def handle(*given):  # type: ignore[no-untyped-def]
        handler = getattr(import_module(f"phaselint_lsp.{module}"), name)
        return await handler(server, *first, *given)

    return handle
