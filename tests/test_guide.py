"""CONTRIBUTING followed to the letter: a rule is added to a copy of the checkout, in the places it
names and no other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PARTS = ("linter", "rules", "lsp/phaselint_lsp", "fixtures", "tests")
GUARDS = ("fixtures", "documentation", "rules_md", "index")
NAME = "same-node-name"
MODULE = "rules/phaselint_rules/sweny/form/names.py"

CHECK = '''

@rule("SW119", INFO, needs=NODES)
def same_node_name(facts: SwenyFacts) -> Iterator[Finding]:
    """Two nodes are called the same.

    What:
        Nodes have the same `name`, which people and the router read; only the ids differ.
    Why:
        Nobody who looks at a run can tell them apart.
    Bad:
        nodes:
          gather: {name: Work, instruction: Collect the open tickets.}
          report: {name: Work, instruction: Sum them up.}
    Good:
        nodes:
          gather: {name: Gather, instruction: Collect the open tickets.}
          report: {name: Report, instruction: Sum them up.}
    Fix:
        Give each a name that says what it does.
    Source:
        sweny §2.1
    """
    first: dict[str, str] = {}
    for name, node in facts.nodes.items():
        if node.name and first.setdefault(node.name, name) != name:
            yield Finding(
                facts.place((*node.pointer, "name")),
                say("the node `{}` is called `{}`, as `{}` is", name, node.name, first[node.name]),
                "say in the name what it does",
            )
'''
GOOD = """\
id: pea-harvest
name: Pea harvest
entry: pick
nodes:
  pick: {name: Pick, instruction: Pick the peas that are ripe.}
  shell: {name: Shell, instruction: Shell them.}
edges:
  - {from: pick, to: shell}
"""
BAD = GOOD.replace("name: Shell,", "name: Pick,")


class Checkout:
    """A copy of this checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            copytree(ROOT / part, folder / part, ignore=ignore_patterns("__pycache__"))
        (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())

    def run(self, *arguments: str) -> str:
        """What a module of Python prints that is run in it."""
        paths = os.pathsep.join(str(self.folder / name) for name in ("linter", "rules", "lsp"))
        ended = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def changed(self) -> Iterator[str]:
        """The files that are others than in this checkout, or new."""
        for part in PARTS:
            for path in sorted((self.folder / part).rglob("*")):
                name = path.relative_to(self.folder)
                if path.is_file() and not is_same(path, ROOT / name):
                    yield name.as_posix()


def is_same(path: Path, other: Path) -> bool:
    """Whether there is another file with the same content."""
    return other.is_file() and path.read_bytes() == other.read_bytes()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A copy with the rule in it, as far as it is written by hand."""
    checkout = Checkout(tmp_path)
    module = tmp_path / MODULE
    module.write_text(module.read_text() + CHECK)
    for variant, text in (("bad", BAD), ("good", GOOD)):
        folder = tmp_path / "fixtures" / "rules" / NAME / variant
        folder.mkdir(parents=True)
        (folder / "peas.yml").write_text(text)
    return checkout


def test_a_rule_is_added_in_the_places_that_the_guide_names(checkout: Checkout) -> None:
    pytest_ = ("pytest", "-q", "-p", "no:cacheprovider")
    checkout.run("phaselint_rules.indexing")
    checkout.run(*pytest_, "tests/rules/test_fixtures.py", "-k", NAME, "--snapshot-update")
    pages = checkout.run("phaselint", "rules", "--format", "markdown")
    (checkout.folder / "rules" / "RULES.md").write_text(pages)
    watching = [f"tests/rules/test_{name}.py" for name in GUARDS]
    asked = f"{NAME} or documentation or rules_md or index or folder"
    checkout.run(*pytest_, *watching, "-k", asked)
    assert set(checkout.changed()) == {
        f"fixtures/rules/{NAME}/bad/peas.yml",
        f"fixtures/rules/{NAME}/good/peas.yml",
        "rules/RULES.md",
        "rules/phaselint_rules/sweny/index.py",
        MODULE,
        f"tests/rules/__snapshots__/test_fixtures/test_report[{NAME}].txt",
    }
