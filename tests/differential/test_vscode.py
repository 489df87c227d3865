"""VS Code's own reader and validator, beside ours: what they accept, read, and whom they find.

`PHASELINT_MONACO` names a folder in which npm has installed
`@codingame/monaco-vscode-chat-service-override`; nothing of it is part of this repository.
`PHASELINT_MONACO_COUNT` says how many headers and teams are drawn, `PHASELINT_SEED` which.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from differential.comparing import asked, of_header, of_team
from differential.drawing import header, team
from fresh import AGAIN, picker

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from differential.drawing import Team

    Record = Callable[[str, object], None]

FOLDER = os.environ.get("PHASELINT_MONACO", "")
CORPUS = os.environ.get("PHASELINT_CORPUS", "")
COUNT = int(os.environ.get("PHASELINT_MONACO_COUNT", "300"))
PATH = ".github/agents/a.agent.md"
SHOWN = 10

pytestmark = pytest.mark.skipif(not FOLDER, reason="PHASELINT_MONACO is not set")


@pytest.fixture
def pick(record_property: Record) -> random.Random:
    """Another draw each time, unless a seed is given."""
    record_property("drawn", [f"{AGAIN} drew {COUNT} for VS Code"])
    return picker("vscode")


def none(differences: list[str]) -> None:
    assert differences == [], "\n".join([f"{len(differences)} differences", *differences[:SHOWN]])


def test_headers_are_read_alike(pick: random.Random) -> None:
    texts = [f"---\n{header(pick)}\n---\nDo it.\n" for _ in range(COUNT)]
    answers = asked(FOLDER, [[(PATH, text)] for text in texts])
    pairs = zip(texts, answers, strict=True)
    none([line for text, [answer] in pairs for line in of_header(text, answer)])


def test_teams_are_taken_alike(pick: random.Random) -> None:
    teams = [team(pick) for _ in range(COUNT)]
    pairs = zip(teams, asked(FOLDER, teams), strict=True)
    none([line for files, answers in pairs for line in of_team(files, answers)])


@pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS is not set")
def test_teams_of_the_corpus_are_taken_alike() -> None:
    teams = [files for files in map(discovered, labelled()) if is_for_vscode(files)]
    pairs = zip(teams, asked(FOLDER, teams), strict=True)
    none([line for files, answers in pairs for line in of_team(files, answers)])


def is_for_vscode(files: Team) -> bool:
    return any(path.startswith(".github/agents/") for path, _ in files)


def labelled() -> list[Path]:
    labels = json.loads(Path(CORPUS, "agents", "expected.json").read_text("utf-8"))
    return [Path(CORPUS, "agents", name) for name in labels["files"]]


def discovered(folder: Path) -> Team:
    """The agents and prompts of a team that VS Code lists by default."""
    homes = (
        (".github/agents", "*.md"),
        (".claude/agents", "*.md"),
        (".github/prompts", "*.prompt.md"),
    )
    found = (path for home, names in homes for path in sorted((folder / home).glob(names)))
    kept = (path for path in found if path.name != "README.md")
    return [(path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in kept]
