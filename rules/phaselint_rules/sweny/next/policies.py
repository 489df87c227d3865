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
    """A node asks for more than the workflow allows.

    What:
        With the option `target = "next"`: `permissions` of the workflow is `read`, as a word or in
        `access`, and that of a node is `write`.
    Why:
        The workflow's permissions are a ceiling: the loader refuses the file with
        `PERMISSION_CEILING`.
    Bad:
        permissions: read   # and a node has `permissions: write`
    Good:
        permissions: write   # and the other nodes have `permissions: read`
    Fix:
        Let the node read only, or raise the ceiling and lower the other nodes.
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
                message("{} may write, and the workflow allows nodes to read only", quote(node.id)),
                "write `read` here, or raise the `permissions` of the workflow",
                related=(Related(_access_place(facts, ceiling), "the ceiling"),),
            )


def _access_place(facts: SwenyFacts, permissions: Permissions) -> Place:
    """Where the access is said: the word itself, or the one in a mapping."""
    written = value_at(facts, permissions.pointer)
    inner = ("access",) if isinstance(written, dict) and "access" in written else ()
    return facts.place((*permissions.pointer, *inner))


@rule("SW802", ERROR, needs=NEXT, complete_if=SOUND)
def budget_above_ceiling(facts: SwenyFacts) -> Iterator[Finding]:
    """The budget of a node is larger than that of the workflow.

    What:
        With the option `target = "next"`: workflow and node both limit `tokens`, or both
        `cost_usd`, and the node's limit is larger.
    Why:
        The workflow's budget is for the whole run and every node of it: the loader refuses the
        file with `BUDGET_CEILING`.
    Bad:
        budget: {tokens: 50000}   # and a node has `budget: {tokens: 90000}`
    Good:
        budget: {tokens: 200000}   # and a node has `budget: {tokens: 90000}`
    Fix:
        Lower the limit of the node, or raise that of the workflow.
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
                    "the budget of {} is {} {}, and the whole workflow has {}",
                    quote(node.id),
                    f"{limit:,}",
                    quote(unit),
                    f"{most:,}",
                ),
                f"write {most} or less",
                related=(Related(facts.place((*ceiling.pointer, unit)), "the ceiling"),),
            )


@rule("SW803", ERROR, needs=NEXT, complete_if=SOUND)
def agent_env_on_read_node(facts: SwenyFacts) -> Iterator[Finding]:
    """A node that only reads is given secrets of the environment.

    What:
        With the option `target = "next"`: a node has `agent_env`, and may only read: its
        `permissions` say so, or it has `outputs` and no access of its own, or the workflow says
        so and the node says nothing.
    Why:
        What only reads is kept from the environment: the loader refuses the file with
        `AGENT_ENV_READ_ONLY`.
    Bad:
        scan: {name: Scan, instruction: Scan it., permissions: read, agent_env: [SCAN_TOKEN]}
    Good:
        scan: {name: Scan, instruction: Scan it., permissions: write, agent_env: [SCAN_TOKEN]}
    Fix:
        Remove `agent_env`, or let the node write.
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
            why = message("its `permissions` let it read only")
        elif own.outputs:
            why = message("it has `outputs`, so that it reads only")
        else:
            why = message("the workflow lets nodes read only")
        yield Finding(
            facts.place(own.agent_env, "key"),
            message("{} has `agent_env`, and {}", quote(node.id), why),
            "remove `agent_env`, or give the node `permissions: write`",
        )
