"""Files that change on disk, workspace folders that come and go, settings that change."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from phaselint_lsp.server_state import CONFIGURATION
from phaselint_lsp.uris import path_of

if TYPE_CHECKING:
    from phaselint_lsp.server import Server

PATTERNS = ("**/*.{yaml,yml,json,md,markdown,toml,txt,ts,js,py,ipynb}", "**/.gitignore")
"""Files that a contract may be made of, and those that say what belongs to a project."""

SECTION = "phaselint"

log = logging.getLogger("phaselint")


def register(server: Server) -> None:
    """Keep up with what changes around the open documents."""
    _register_files(server)
    _register_settings(server)

    @server.feature(types.INITIALIZED)
    async def initialized(_params: types.InitializedParams) -> None:
        server.start()
        if server.client_has("workspace.configuration"):
            settings = await _ask(server)
            if settings and server.use(settings):
                server.reload()
        await _watch(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def changed_folders(_params: types.DidChangeWorkspaceFoldersParams) -> None:
        folders = server.workspace.folders.values()
        server.desk.set_folders(path_of(each.uri) for each in folders)
        server.reload()


def _register_files(server: Server) -> None:
    """Keep up with files on disk."""

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed_files(params: types.DidChangeWatchedFilesParams) -> None:
        jobs = []
        for change in params.changes:
            moved = change.type != types.FileChangeType.Changed
            path = path_of(change.uri)
            todo = server.desk.changed_on_disk(path, moved=moved) if path else []
            if todo is None:
                server.reload()
                return
            jobs += todo
        server.worker.add(jobs)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        # Some clients watch no files; what they save they know.
        if os.path.basename(path_of(params.text_document.uri)) in CONFIGURATION:
            server.reload()


def _register_settings(server: Server) -> None:
    """Keep up with the settings of the client."""

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def changed_settings(params: types.DidChangeConfigurationParams) -> None:
        settings: Any = params.settings
        if server.client_has("workspace.configuration"):
            settings = await _ask(server)
        elif isinstance(settings, dict) and SECTION not in settings:
            return  # all settings of the editor, without our section
        if server.use(settings):
            server.reload()


async def _ask(server: Server) -> Any:
    """The client's settings; none where it has none for us."""
    items = [types.ConfigurationItem(section=SECTION)]
    try:
        answer = await server.workspace_configuration_async(types.ConfigurationParams(items))
    except JsonRpcException as error:
        log.info("the client doesn't send its settings: %s", error)
        return None
    return answer[0] if answer else None


async def _watch(server: Server) -> None:
    """Ask the client to tell us of files that change."""
    registrations = []
    if server.client_has("workspace.did_change_watched_files.dynamic_registration"):
        watchers = [types.FileSystemWatcher(pattern) for pattern in PATTERNS]
        registrations.append(
            types.Registration(
                "phaselint-files",
                types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                types.DidChangeWatchedFilesRegistrationOptions(watchers),
            )
        )
    if server.client_has("workspace.did_change_configuration.dynamic_registration"):
        registrations.append(
            types.Registration(
                "phaselint-settings",
                types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                {"section": SECTION},
            )
        )
    if not registrations:
        return
    try:
        await server.client_register_capability_async(types.RegistrationParams(registrations))
    except JsonRpcException as error:
        log.info("the client doesn't watch files: %s", error)
