"""What a workflow's file says under the release that it is for (reference §11).

Releases differ in a shape, in which files they take at all, and in what they read beyond the
others; what is read by none of that is common to all.
"""

from __future__ import annotations

from phaselint.dialects.shape import problems
from phaselint.dialects.sweny.reading.shapes import WORKFLOW
from phaselint.dialects.sweny.reading.tags import as_made, as_retyped, without_tags
from phaselint.dialects.sweny.reading.workflow import read_workflow
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.shape import Shape
    from phaselint.dialects.sweny.model import ReleaseName, SwenyContract, Workflow


def _every(_value: Mapping[str, Any]) -> bool:
    return True


def _nothing_more(workflow: Workflow, _value: Mapping[str, Any]) -> Workflow:
    return workflow


class Release(NamedTuple):
    """How a release reads a workflow.

    `shape` is the required shape of a file, `takes` tells whether a file is for this release or an
    earlier one, `completed` adds to a workflow what only this release reads.
    """

    name: ReleaseName
    shape: Shape
    takes: Callable[[Mapping[str, Any]], bool] = _every
    completed: Callable[[Workflow, Mapping[str, Any]], Workflow] = _nothing_more


CURRENT = Release("current", WORKFLOW)


def read_by(contract: SwenyContract, release: Release) -> SwenyContract:
    """The contract with what a release makes of its document, which can be read."""
    main = contract.target.main
    document = contract.documents[main]
    value = document.value
    if isinstance(value, dict) and not release.takes(value):
        return contract._replace(
            release=release.name,
            workflow=None,
            problems=(),
            unsupported=True,
            legacy=(),
            tagged={},
            located=(),
        )
    found = tuple(
        problem
        for problem in problems(as_retyped(value, contract.tagged), release.shape)
        if problem.pointer not in contract.legacy
    )
    told = {each.pointer for each in found if each.kind == "invalid-type"}
    kept = without_tags(document, told.intersection(contract.tagged))
    workflow = None
    if isinstance(value, dict):
        made = as_made(document)
        workflow = release.completed(read_workflow(main, made, found, release.shape), value)
    return contract._replace(
        documents={**contract.documents, main: kept},
        workflow=workflow,
        problems=found,
        release=release.name,
    )
