"""What scripted runs of the projects under fixtures/projects do, as acts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from phaselint.executor.scenario import play
from phaselint.executor.script import read_script
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.acts import Act
    from phaselint.dialects.base import Dialect, Target

PROJECTS = Path(__file__).parents[1] / "fixtures" / "projects"


def acts_of(dialect: Dialect, target: Target, project: str, script: str, name: str) -> list[str]:
    """The acts of the run of a scenario, in words; one that failed says so."""
    root = PROJECTS / project
    paths = [path for path in root.rglob("*") if path.is_file()]
    reader = DictReader({str(path.relative_to(root)): path.read_text() for path in paths})
    document = reader.document(script)
    assert document is not None
    (scenario,) = [each for each in read_script(document).scenarios if each.name == name]
    options: dict[str, Any] = {option.name: option.default for option in dialect.options}
    runtime = dialect.runtime()
    run = play(runtime, dialect.load(reader, target), options, scenario).run
    return in_words(runtime.acts(run.events) or ())


def in_words(acts: Iterable[Act]) -> list[str]:
    """Acts in words; one that failed says so, and so does one that is done side by side."""
    return [
        f"{act.thread}: " * (act.thread > 0) + act.text + " (no)" * (act.ok == "no") for act in acts
    ]
