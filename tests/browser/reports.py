"""Reports for a browser: of a lint run, and of graphs made up."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.diagram.model import Action, Arrow, Drawing, Node, Parallel
from phaselint.linting.result import Result
from phaselint.report.html import alone

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
WORDS = ("intake", "review", "payout", "evidence", "approval", "escalation", "check", "notify")


class Linted(NamedTuple):
    """The page of a lint run, and what the same run says as JSON."""

    page: Path
    findings: list[dict[str, Any]]

    @property
    def address(self) -> str:
        return self.page.as_uri()


def linted(folder: Path, *arguments: str) -> Linted:
    """Lint, and write the page into a folder."""
    page = folder / "report.html"
    # Infos as well, which JSON has and a page only counts where nothing is said.
    asked = ("--isolated", "--format", "json", "--min-severity", "info")
    command = [sys.executable, "-m", "phaselint", "lint", *asked]
    done = subprocess.run(
        [*command, "--output-file", f"html:{page}", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return Linted(page, json.loads(done.stdout)["findings"])


def page_of(folder: Path, drawing: Drawing, name: str = "graph") -> str:
    """Write the page of a graph into a folder; gives its address."""
    path = folder / f"{name}.html"
    result = Result(drawings={("vesanor", "made-up"): drawing})
    path.write_text(alone(result), "utf-8")
    return path.as_uri()


def chain(count: int, seed: int = 1) -> Drawing:
    """A graph as contracts have it: one after another, with ways ahead and back between."""
    draw = random.Random(seed)
    arrows = [_arrow(draw, at, at + 1) for at in range(count - 1)]
    for _ in range(count // 2):
        source = draw.randrange(count)
        target = min(count - 1, max(0, source + draw.choice((-9, -3, -1, 0, 2, 3, 12))))
        arrows.append(_arrow(draw, source, target))
    return drawing_of(draw, count, arrows)


def star(count: int, seed: int = 1) -> Drawing:
    """A graph in which one node leads to all others."""
    draw = random.Random(seed)
    return drawing_of(draw, count, [_arrow(draw, 0, at) for at in range(1, count)])


def tangle(count: int, seed: int = 1) -> Drawing:
    """A graph without any order."""
    draw = random.Random(seed)
    ways = [_arrow(draw, draw.randrange(count), draw.randrange(count)) for _ in range(count)]
    return drawing_of(draw, count, [*ways, *(_arrow(draw, at // 2, at) for at in range(1, count))])


def drawing_of(draw: random.Random, count: int, arrows: Sequence[Arrow]) -> Drawing:
    """A drawing with nodes of all kinds, and each arrow once."""
    nodes = [
        Node(
            f"{_name(draw)}_{at}",
            initial=at == 0,
            terminal=at == count - 1,
            standing=draw.choice(("live", "live", "live", "unentered", "unusable")),
            why=draw.choice(("", "no transition leads here")),
            bounds=draw.choice(((), ("at most 3 visits",))),
        )
        for at in range(count)
    ]
    once = {(arrow.source, arrow.target): arrow for arrow in arrows}
    return Drawing("phase", tuple(nodes), tuple(once.values()), (Parallel(0, (1, 2)),))


def _arrow(draw: random.Random, source: int, target: int) -> Arrow:
    actions = [
        Action(_name(draw), draw.random() < 0.1, "it is never offered there")
        for _ in range(draw.choice((0, 1, 1, 2, 6)))
    ]
    return Arrow(source, target, tuple(actions))


def _name(draw: random.Random) -> str:
    return "_".join(draw.choice(WORDS) for _ in range(draw.randint(1, 4)))
