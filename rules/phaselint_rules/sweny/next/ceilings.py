"""Rights and budgets of nodes under those of the workflow (reference sweny §11.1, §11.3)."""

from __future__ import annotations

from phaselint.dialects.sweny.policies import access
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.sweny.form.subjects import value_at
from phaselint_rules.sweny.needs import NEXT, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.policies import Permissions
    from phaselint.vocabulary.finding import Place


@rule("SW801", ERROR, needs=NEXT, complete_if=SOUND)
def permission_above_ceiling(facts: SwenyFacts) -> Iterator[Finding]:
    """Node with more permissions than the workflow

    What:
        With the option `target = "next"`: `permissions` of the workflow is `read`, as a word or in
        `access`, but `permissions` of a node is `write`.
    Why:
        The workflow's permissions are a ceiling: the loader refuses the file with
        `PERMISSION_CEILING`.
    Bad:
        permissions: read   # and a node has `permissions: write`
    Good:
        permissions: write   # and the other nodes have `permissions: read`
    Fix:
        Give the node `read` permission, or raise the ceiling and lower the other nodes.
    Source:
        sweny §11.1, §11.3
    """
    ceiling = facts.workflow.policy.permissions
    if ceiling is None or ceiling.access != "read":
        return
    for node in facts.sound_nodes:
        own = node.policy.permissions
        if own is not None and own.access == "write":
            yield Finding(
                _access_place(facts, own),
                message(
                    "{} has `write` permission, but the workflow allows only `read`", quote(node.id)
                ),
                "use `read` here, or raise the `permissions` of the workflow",
                related=(Related(_access_place(facts, ceiling), "ceiling of the workflow"),),
            )


def _access_place(facts: SwenyFacts, permissions: Permissions) -> Place:
    """Where the access is said: the word itself, or the one in a mapping."""
    written = value_at(facts, permissions.pointer)
    inner = ("access",) if isinstance(written, dict) and "access" in written else ()
    return facts.place((*permissions.pointer, *inner))


@rule("SW802", ERROR, needs=NEXT, complete_if=SOUND)
def budget_above_ceiling(facts: SwenyFacts) -> Iterator[Finding]:
    """Node budget larger than the workflow's

    What:
        With the option `target = "next"`: workflow and node both limit `tokens`, or both limit
        `cost_usd`, and the node's limit is larger.
    Why:
        The workflow's budget covers the whole run and each of its nodes: the loader refuses the
        file with `BUDGET_CEILING`.
    Bad:
        budget: {tokens: 50000}   # and a node has `budget: {tokens: 90000}`
    Good:
        budget: {tokens: 200000}   # and a node has `budget: {tokens: 90000}`
    Fix:
        Lower the limit of the node, or raise the limit of the workflow.
    Source:
        sweny §11.1, §11.3, §11.5
    """
    ceiling = facts.workflow.policy.budget
    for node in facts.sound_nodes if ceiling is not None else ():
        own = node.policy.budget
        for unit, limit in own.limits.items() if own is not None else ():
            most = ceiling.limits.get(unit) if ceiling is not None else None
            if own is None or ceiling is None or most is None or limit <= most:
                continue
            yield Finding(
                facts.place((*own.pointer, unit)),
                message(
                    "the budget of {} is {} {}, but the whole workflow has {}",
                    quote(node.id),
                    f"{limit:,}",
                    quote(unit),
                    f"{most:,}",
                ),
                f"use {most} or less",
                related=(
                    Related(facts.place((*ceiling.pointer, unit)), "ceiling of the workflow"),
                ),
            )


@rule("SW803", ERROR, needs=NEXT, complete_if=SOUND)
def agent_env_on_read_node(facts: SwenyFacts) -> Iterator[Finding]:
    """Secrets of the environment on a read-only node

    What:
        With the option `target = "next"`: a node has `agent_env`, but can only read: because of its
        `permissions`, because it has `outputs` and no access of its own, or because the workflow is
        read-only and the node doesn't set `permissions`.
    Why:
        Read-only nodes don't get access to the environment: the loader refuses the file with
        `AGENT_ENV_READ_ONLY`.
    Bad:
        scan: {name: Scan, instruction: Scan it., permissions: read, agent_env: [SCAN_TOKEN]}
    Good:
        scan: {name: Scan, instruction: Scan it., permissions: write, agent_env: [SCAN_TOKEN]}
    Fix:
        Remove `agent_env`, or give the node `write` permission.
    Source:
        sweny §11.1, §11.3
    """
    root = facts.workflow.policy
    for node in facts.sound_nodes:
        own = node.policy
        if own.agent_env is None or access(root, own) != "read":
            continue
        said = own.permissions is not None and own.permissions.access is not None
        if said:
            why = message("its `permissions` make it read-only")
        elif own.outputs:
            why = message("its `outputs` make it read-only")
        else:
            why = message("the workflow makes its nodes read-only")
        yield Finding(
            facts.place(own.agent_env, "key"),
            message("{} has `agent_env`, but {}", quote(node.id), why),
            "remove `agent_env`, or give the node `permissions: write`",
        )
