"""The workflow that runs the agents of a project, as typed, immutable data (1.14 §2.6)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.finding import Pointer


class WorkflowAgent(NamedTuple):
    """An agent as a workflow lists it (1.14 §2.6): its name and place, its directory, whether it
    exists, and its role (`transformer`, `validator` or another word). `phases` maps the outcomes in
    `outputPhases` to phases, `fallback` is the phase of the others, empty if there is none."""

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
