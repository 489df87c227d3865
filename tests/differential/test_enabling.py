"""VS Code's own service of tools, beside ours: what `tools` of a header enables.

`PHASELINT_MONACO` names the folder that `test_vscode.py` takes, and `PHASELINT_MONACO_COUNT` and
`PHASELINT_SEED` mean the same. The service is told of the tools and sets of our tables, and of some
servers; what it makes of names is its own.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from checking import findings
from differential.drawing import tools_header
from fresh import picker
from phaselint.dialects.agents import detect
from phaselint.dialects.agents.enabling import enabled, enabling, kind
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.running.offering import is_offered
from phaselint.dialects.agents.tables import vscode
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Record = Callable[[str, object], None]
    Answer = dict[str, Any]

FOLDER = os.environ.get("PHASELINT_MONACO", "")
COUNT = int(os.environ.get("PHASELINT_MONACO_COUNT", "300"))
DRIVER = Path(__file__).with_name("enabling.mjs")
PATH = ".github/agents/a.agent.md"
SERVERS = ("github", "playwright", "atlassian", "io.acme/desk")
SHOWN = 10

pytestmark = pytest.mark.skipif(not FOLDER, reason="PHASELINT_MONACO is not set")


def world() -> dict[str, Any]:
    """Our tables, as the driver takes them."""
    live = [each for each in vscode.TOOLS if not each.last]
    return {
        "tools": [
            {"name": each.name, "bare": each.bare, "legacy": each.legacy, "off": bool(each.setting)}
            for each in live
        ],
        "sets": [
            (name, [each.name for each in live if each.bare in members and "/" in each.name])
            for name, members in vscode.SETS.items()
        ],
        "servers": SERVERS,
    }


def asked(texts: list[str]) -> list[Answer]:
    """What VS Code makes of agents with these texts."""
    done = subprocess.run(
        ["node", str(DRIVER), FOLDER],
        input=json.dumps({"world": world(), "texts": texts}).encode(),
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    answers: list[Answer] = json.loads(done.stdout)
    return answers


@pytest.fixture(scope="module")
def drawn() -> list[tuple[str, Answer]]:
    """Agents with random `tools`, each with what VS Code makes of it; another draw each time,
    unless a seed is given."""
    pick = picker("enabling")
    texts = [tools_header(pick, NAMES, USED) for _ in range(COUNT)]
    return list(zip(texts, asked(texts), strict=True))


NAMES = sorted(
    {
        *enabling(),
        *(name for each in vscode.TOOLS for name in (each.name, each.bare, each.model)),
        *(name for each in vscode.TOOLS for name in each.legacy),
        *(f"{name}/*" for name in vscode.SETS),
        *vscode.GONE,
        *vscode.MISPRINTS,
        *(name for server, also in vscode.SERVERS.items() for name in (server, *also)),
        *(f"{each}/{tool}" for each in SERVERS for tool in ("*", "ask", "tell")),
        *SERVERS,
        *("*", "", "Read", "Bash", "view", "Codebase", "SEARCH", "runcommands", "serach", "x/y"),
    }
)
"""Names of every sort that headers have."""

USED = sorted({*enabling(), *(each.model for each in vscode.TOOLS), *vscode.GONE, "x/y"})
"""Names that texts refer to."""


def differences(drawn: list[tuple[str, Answer]]) -> Iterator[str]:
    """Where a header enables something else to us, by any of our two readings of the table."""
    ours = {each.name for each in vscode.TOOLS}
    for text, answer in drawn:
        reader = DictReader({PATH: text})
        [agent] = load(reader, next(detect.detect(reader, ""))).agents
        names = agent.tool_names
        if answer["tools"] is None or names is None:
            if names is not answer["tools"]:
                yield f"{text!r}: {names} to us, {answer['tools']} to VS Code"
            continue
        theirs = set(answer["enabled"]) & ours
        offered = {each for each in ours if is_offered(each, names)}
        if not enabled(names) == offered == theirs:
            yield f"{text!r}: {sorted(enabled(names) ^ theirs)}, {sorted(offered ^ theirs)}"


def test_headers_enable_the_same(drawn: list[tuple[str, Answer]]) -> None:
    none(list(differences(drawn)))


def test_no_tool_is_said_not_to_be_enabled_that_is(drawn: list[tuple[str, Answer]]) -> None:
    """Nor is one that VS Code does not know by the name that the text has."""
    wrong = []
    for text, answer in drawn:
        reader = DictReader({PATH: text})
        found = findings(next(detect.detect(reader, "")), {PATH: text})
        wrongs = [each.witness for each in found if each.name == "tool-not-enabled"]
        said = {each.data["tool"] for each in wrongs if each is not None}
        for name in said:
            meant = answer["used"][name]
            if not meant or set(meant) & set(answer["enabled"] or ()):
                wrong.append(f"{text!r}: {name}")
    none(wrong)


def test_what_may_be_of_a_server_is_not_said_to_be_nothing(
    drawn: list[tuple[str, Answer]],
) -> None:
    """A name that enables a tool of a server is none of ours, and none of old."""
    alone = [(answer["tools"][0], answer) for _, answer in drawn if len(answer["tools"] or ()) == 1]
    of_server = {
        name: kind(name)
        for name, answer in alone
        if any(each.endswith("/ask") for each in answer["enabled"])
    }
    assert set(of_server.values()) <= {"elsewhere", "unknown"}, of_server


def none(differences: list[str]) -> None:
    assert differences == [], "\n".join([f"{len(differences)} differences", *differences[:SHOWN]])
