"""A workflow of today for the later release (reference §11.6).

What keeps the meaning that it has is written; whether a run goes on after a node has failed is
proposed, since the author alone knows; what the later release refuses is left undecided.
"""

from __future__ import annotations

from phaselint.dialects.keys import usable
from phaselint.dialects.migration import Migration, Planned, Remark
from phaselint.document.editing import edited, insert_entry, spelt
from phaselint.vocabulary.deferred import deferred
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.dialects.sweny.model import Node, SwenyContract, Workflow
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Edit, Pointer
    from phaselint.vocabulary.message import Message

NAME = "sweny-next"
OF_ROOT = ("spec_version", "context_mode", "safe_outputs", "permissions", "budget")
OF_NODE = ("on_fail", "outputs", "agent_env", "permissions", "budget")
"""Keys that only the later release has (§11.1)."""

MOST_ITERATIONS, MOST_RETRIES = 100, 10
"""What the later release allows (§11.1)."""


def migrations() -> tuple[Migration, ...]:
    """From `sweny.target = current` to `next`."""
    return (
        Migration(
            NAME,
            deferred("phaselint.dialects.sweny.migrating", "plan"),
            before={"target": "current"},
            after={"target": "next"},
        ),
    )


def plan(contract: SwenyContract, options: Mapping[str, Any], _reader: Reader) -> Planned:
    """What becomes of a workflow; a SKILL.md stays as it is."""
    if contract.skill_file is not None:
        return Planned(refusal="is a skill, which the later release also reads", already=True)
    document = contract.documents.get(contract.target.main)
    workflow = contract.workflow
    refusal = _refusal(contract, document)
    if refusal or document is None or workflow is None:
        return Planned(refusal=refusal)
    later = next(_later(document.value), None)
    if later is not None:
        where = document.range(later, "key").start
        refusal = message(
            "is written for the later release already, as `{}` in line {} shows",
            *(later[-1], where.line),
        )
        return Planned(refusal=refusal, already=True)
    root = insert_entry(document, (), "context_mode", _word(document, "full"))
    proposed = tuple(_proposed(workflow, document))
    if root is None or any(edit is None for _, edit in proposed):
        return Planned(
            refusal="has a layout to which a key can't be added automatically; add it by hand"
        )
    kept = tuple(edit for _, edit in proposed if edit is not None)
    remarks = [*_undecided(workflow, document), *(remark for remark, _ in proposed)]
    if options["target"] == "current":
        set_it = message("set `sweny.target` to `next` to lint it for the later release")
        remarks.append(Remark(Place(document.path, ()), set_it))
    return Planned(
        {document.path: edited(document, (root,))},
        tuple(remarks),
        proposed={document.path: edited(document, (*kept, root))} if kept else {},
    )


def _refusal(contract: SwenyContract, document: Document | None) -> str:
    """Why a workflow cannot be migrated; empty where it can."""
    if document is None or contract.workflow is None or not usable(document):
        problem = next(iter(document.problems if document is not None else ()), None)
        return f"does not load: {problem.message}" if problem else "does not load"
    if document.problems:
        problem = document.problems[0]
        return f"does not load: line {document.position(problem.start).line}: {problem.message}"
    return ""


def _later(value: Mapping[str, Any]) -> Iterator[Pointer]:
    """The places of keys that only the later release knows."""
    yield from ((key,) for key in OF_ROOT if key in value)
    nodes = value.get("nodes")
    for key, node in nodes.items() if isinstance(nodes, dict) else ():
        if isinstance(node, dict):
            yield from (("nodes", key, each) for each in OF_NODE if each in node)


def _word(document: Document, word: str) -> str:
    return spelt(word) if document.format == "json" else word


# --- proposed ----------------------------------------------------------------------------------


def _proposed(workflow: Workflow, document: Document) -> Iterator[tuple[Remark, Edit | None]]:
    """The nodes after whose failure a run goes on today, each with the edit that keeps it so."""
    leaving = {edge.source for edge in workflow.edges}
    ordered = sorted(workflow.nodes.values(), key=lambda each: document.offsets(each.pointer))
    for node in ordered:
        if node.id in leaving and _goes_on(node):
            text = message(
                "proposed: `on_fail: continue` lets a run continue after `{}` has failed, as it "
                "does today; without it, the run ends there",
                node.id,
            )
            edit = insert_entry(document, node.pointer, "on_fail", _word(document, "continue"))
            yield Remark(Place(document.path, node.pointer), text), edit


def _goes_on(node: Node) -> bool:
    """Whether a node may fail and nothing in it is meant to end the run: what is soft does not
    fail, and a gate is there to stop what comes after it."""
    return not node.fail_soft and not node.evals


# --- undecided ---------------------------------------------------------------------------------


def _undecided(workflow: Workflow, document: Document) -> Iterator[Remark]:
    """What the later release refuses."""
    for pointer, text in _refused(workflow, document.value):
        yield Remark(Place(document.path, pointer), text, undecided=True)


def _refused(workflow: Workflow, value: Mapping[str, Any]) -> Iterator[tuple[Pointer, Message]]:
    skills = value.get("skills")
    for key, skill in skills.items() if isinstance(skills, dict) else ():
        given = skill.get("instruction") if isinstance(skill, dict) else ""
        if isinstance(skill, dict) and not (isinstance(given, str) and given.strip()):
            yield ("skills", key), message("inline skill `{}` needs an instruction", key)
    for edge in workflow.edges:
        if edge.most is not None and edge.most > MOST_ITERATIONS:
            text = message("`max_iterations` can be at most {}", MOST_ITERATIONS)
            yield (*edge.pointer, "max_iterations"), text
    for node in workflow.nodes.values():
        if node.retry is not None and node.retry.max > MOST_RETRIES:
            yield (
                (*node.retry.pointer, "max"),
                message("`retry.max` can be at most {}", MOST_RETRIES),
            )
