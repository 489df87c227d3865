"""The workflow that runs the agents of a project, as typed, immutable data (1.14 §2.6)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.finding import Pointer


class WorkflowAgent(NamedTuple):
    """An agent as a workflow lists it (1.14 §2.6): under which name and where, in which folder it
    is, whether there is one, and what it is for (`transformer`, `validator` or a word that is
    neither). `phases` leads from the outcomes in `outputPhases` to phases, `fallback` is the phase
    of the others, empty where there is none."""

    file: str
    name: str
    pointer: Pointer
    folder: str
    missing: bool = False
    role: str = ""
    phases: Mapping[str, str] = {}
    fallback: str = ""


class Workflow(NamedTuple):
    """`.agent/workflow.json`, as far as agents are concerned (1.14 §2.6)."""

    file: str
    agents: tuple[WorkflowAgent, ...] = ()
