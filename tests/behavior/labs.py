"""The contracts of the example projects, with all their runs as acts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.api import builtin_rules
from phaselint.behavior.runs import Runs
from phaselint.dialects.options import Given, in_force
from phaselint.executor.proof import proof_context
from phaselint.executor.soundness.search import refusal_in
from phaselint.linting.discover import Finder
from phaselint.linting.task import DEFAULT_BOUND

if TYPE_CHECKING:
    from phaselint.executor.proof import ProofContext

FOLDER = Path(__file__).parents[2] / "fixtures" / "projects"
PROJECTS = sorted(each.name for each in FOLDER.iterdir() if each.name.endswith("-fixed"))


class Lab(NamedTuple):
    """A contract, its runs, and what they are made of."""

    name: str
    runs: Runs
    bench: ProofContext[Any]


@cache
def labs(project: str) -> tuple[Lab, ...]:
    """The contracts of a project of which it is known what runs do."""
    finder = Finder(builtin_rules(), wanted="", config_file="", isolated=False, given=Given(()))
    made = []
    for found in finder.discover((str(FOLDER / project),)).found:
        options = in_force(found.dialect, found.workspace.config.options, found.workspace.given)
        loaded = found.dialect.load(found.workspace.reader, found.target)
        facts = found.dialect.study(loaded, options, DEFAULT_BOUND)
        lab = proof_context(found.dialect, facts, DEFAULT_BOUND)
        if getattr(facts, "runs_known", False) and not refusal_in(lab):
            made.append(Lab(f"{project}/{found.target.path}", Runs(lab), lab))
    return tuple(made)
