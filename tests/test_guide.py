"""CONTRIBUTING followed to the letter: a rule is added to a copy of the checkout, in the places it
names and no other."""

from __future__ import annotations

import json
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
NAME = "one-word-instruction"
MODULE = "rules/phaselint_rules/sweny/form/names.py"

CHECK = '''

@rule("SW119", INFO, needs=NODES, claims="notes")
def one_word_instruction(facts: SwenyFacts) -> Iterator[Finding]:
    """Instruction of one word

    What:
        The `instruction` of a node is a single word, and that is what the agent is given.
    Why:
        The agent has to guess what to work on, and what is done when.
    Bad:
        nodes:
          shell: {name: Shell, instruction: Shell}
    Good:
        nodes:
          shell: {name: Shell, instruction: Shell the peas and weigh them.}
    Fix:
        Say what is to be done, and with what.
    Dry run:
        A run enters the node with this instruction.
    Source:
        sweny §2.1
    """
    for name, node in facts.nodes.items():
        given = node.instruction
        if given is not None and given.kind == "inline" and len(given.text.split()) == 1:
            yield Finding(
                facts.place(given.pointer),
                message("the instruction of `{}` is the word `{}`", name, given.text),
                "say what is to be done, and with what",
                claim=Notes(name, "node:enter", {"instruction": given.text}),
            )
'''
IMPORT = "from phaselint.vocabulary.claim import Notes\n"
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
BAD = GOOD.replace("Shell them.", "Shell")


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
    before = module.read_text()
    first = before.index("from phaselint.vocabulary.finding import")
    module.write_text(before[:first] + IMPORT + before[first:] + CHECK)
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
    checkout.run(*pytest_, "tests/laws/test_lies.py", "tests/laws/test_twin.py", "-k", NAME)
    bad = str(checkout.folder / "fixtures" / "rules" / NAME / "bad")
    report = checkout.run(
        *("phaselint", "lint", "--dry-run", "--isolated", "--exit-zero"),
        *("--extend-select", NAME, "--format", "json", bad),
    )
    (finding,) = json.loads(report)["findings"]
    assert finding["proof"]["status"] == "proved"
    assert set(checkout.changed()) == {
        f"fixtures/rules/{NAME}/bad/peas.yml",
        f"fixtures/rules/{NAME}/good/peas.yml",
        "rules/RULES.md",
        "rules/phaselint_rules/sweny/index.py",
        MODULE,
        f"tests/rules/__snapshots__/test_fixtures/test_report[{NAME}].txt",
    }
