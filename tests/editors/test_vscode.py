"""VS Code with the extension, served to a headless browser; only where somebody asks for it.

`PHASELINT_VSCODE` names a folder in which npm has installed `node@24`, `code-server` and
`puppeteer-core`; besides, it takes chromium, and the extension as `npm run package` leaves it.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from editors.driving import GUIDE, HERE, TIMEOUT, editor, session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from editors.driving import Session

EXTENSION = GUIDE.parent / "vscode" / "dist" / "phaselint.vsix"
FOLDER = os.environ.get("PHASELINT_VSCODE", "")

SETTINGS = {
    "chat.disableAIFeatures": True,
    "git.enabled": False,
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
}
"""Nothing that takes the keys from the document."""

pytestmark = [
    pytest.mark.editors,
    pytest.mark.skipif(not FOLDER, reason="PHASELINT_VSCODE is not set"),
]


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    return number


def answers(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def environment_of(work: Session, port: int) -> dict[str, str]:
    """What the server of VS Code and the browser's driver are told."""
    modules = Path(FOLDER).absolute() / "node_modules"
    programs = (str(modules / "node" / "bin"), str(modules / ".bin"), work.environment["PATH"])
    return {
        **work.environment,
        "PATH": os.pathsep.join(programs),
        "PHASELINT_VSCODE": str(modules.parent),
        "PHASELINT_CHROMIUM": editor("chromium"),
        "PHASELINT_URL": f"http://127.0.0.1:{port}",
    }


@contextmanager
def served(folder: Path, environment: dict[str, str], port: int) -> Iterator[None]:
    """VS Code with the extension, at a port of this machine."""
    code = [str(Path(FOLDER).absolute() / "node_modules" / ".bin" / "code-server")]
    code += ["--user-data-dir", str(folder / "user"), "--extensions-dir", str(folder / "ext")]
    install = [*code, "--install-extension", str(EXTENSION)]
    subprocess.run(install, env=environment, check=True, capture_output=True)
    serve = [*code, "--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(serve, env=environment, stdout=quiet, stderr=quiet) as server:
        try:
            until = time.monotonic() + TIMEOUT
            while not answers(port) and time.monotonic() < until:
                time.sleep(0.1)
            yield
        finally:
            server.terminate()


def test_a_session_with_vs_code(tmp_path: Path, port: int) -> None:
    if not EXTENSION.is_file():
        pytest.skip("the extension has not been built")
    work = session(tmp_path)
    settings = tmp_path / "user" / "User" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({**SETTINGS, "phaselint.path": str(work.program)}), "utf-8")
    environment = environment_of(work, port)
    with served(tmp_path, environment, port):
        seen = work._replace(environment=environment).run(["node", str(HERE / "drive.mjs")])

    assert seen["steps"] == {
        "opened": "Errors: 1",
        "edited": "Errors: 1, Warnings: 1",
        "fixed": "Warnings: 1",
        "renamed": "Warnings: 1",
    }
    work.files_are_as_they_should_be()
