"""What nodes declare to write: their `outputs` (reference sweny §11.2, §11.3)."""

from __future__ import annotations

from phaselint.dialects.sweny.policies import APPLIERS, CLOSING, NUMBERED
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.sweny.needs import NEXT, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.policies import Declaration
    from phaselint.vocabulary.finding import Place

REOPEN = "reopen"


def _declared(facts: SwenyFacts) -> Iterator[tuple[Node, Declaration]]:
    for node in facts.sound_nodes:
        for declaration in node.policy.outputs:
            yield node, declaration


def _type_place(facts: SwenyFacts, declaration: Declaration) -> Place:
    return facts.place((*declaration.pointer, "type"))


@rule("SW804", ERROR, needs=NEXT, complete_if=SOUND)
def duplicate_output(facts: SwenyFacts) -> Iterator[Finding]:
    """Output type that one node declares twice

    What:
        With the option `target = "next"`: two entries of `outputs` of a node have the same `type`.
    Why:
        The agent refers to an output by its type: the loader refuses the file with
        `DUPLICATE_OUTPUT`.
    Bad:
        outputs: [{type: issue}, {type: issue, max: 2}]
    Good:
        outputs: [{type: issue, max: 3}]
    Fix:
        Keep one entry, with a larger `max` if necessary.
    Source:
        sweny §11.2, §11.3
    """
    first: dict[tuple[str, str], Declaration] = {}
    for node, declaration in _declared(facts):
        earlier = first.setdefault((node.id, declaration.type), declaration)
        if earlier is not declaration:
            yield Finding(
                _type_place(facts, declaration),
                message("{} declares output {} twice", quote(node.id), quote(declaration.type)),
                "keep one entry, with a larger `max` if necessary",
                related=(Related(_type_place(facts, earlier), "first declared here"),),
            )


@rule("SW805", ERROR, needs=NEXT, complete_if=SOUND)
def output_not_allowed(facts: SwenyFacts) -> Iterator[Finding]:
    """Output that the workflow doesn't allow

    What:
        With the option `target = "next"`: `safe_outputs.allow` is set, but doesn't contain the
        `type` of an entry of `outputs`.
    Why:
        The loader refuses the file with `OUTPUT_NOT_ALLOWED`.
    Bad:
        safe_outputs: {allow: [comment]}   # and a node has `outputs: [{type: pr}]`
    Good:
        safe_outputs: {allow: [comment, pr]}
    Fix:
        Allow the type, or remove the output.
    Source:
        sweny §11.1, §11.3
    """
    allowed = facts.workflow.policy.allow
    for node, declaration in _declared(facts) if allowed is not None else ():
        if allowed is None or declaration.type in allowed:
            continue
        place = facts.place(("safe_outputs", "allow"), "key")
        yield Finding(
            _type_place(facts, declaration),
            message(
                "{} declares output {}, but the workflow allows only {}",
                quote(node.id),
                quote(declaration.type),
                quote_all(allowed),
            ),
            f"add {quote(declaration.type)} to `safe_outputs.allow`, or remove the output",
            related=(Related(place, "allowed outputs"),),
        )


@rule("SW806", ERROR, needs=NEXT, complete_if=SOUND)
def unsupported_output(facts: SwenyFacts) -> Iterator[Finding]:
    """Output that can't be applied as declared

    What:
        With the option `target = "next"`: `via` names a skill that can't apply the type (`github`
        can apply all, `linear` only `comment`, `issue` and `issue_state`); `number` is set for a
        type other than `comment`, `label` and `issue_state`, or `state` for a type other than
        `issue_state`; or an `issue_state` can close issues (`state` isn't `reopen`) but no `number`
        selects an issue.
    Why:
        The loader refuses the file with `UNSUPPORTED_OUTPUT`.
    Bad:
        outputs: [{type: issue_state, state: close}]
    Good:
        outputs: [{type: issue_state, state: close, number: {input: issue}}]
    Fix:
        Use another skill, remove keys that the type doesn't accept, or select the issue by its
        `number`.
    Source:
        sweny §11.2, §11.3
    """
    for node, declaration in _declared(facts):
        given, type = declaration.given, declaration.type
        via = given.get("via")
        if isinstance(via, str) and type not in APPLIERS.get(via, ()):
            able = [skill for skill, types in APPLIERS.items() if type in types]
            yield Finding(
                facts.place((*declaration.pointer, "via")),
                message("skill {} can't apply output {}", quote(via), quote(type)),
                f"use {joined(' or ', map(quote, able))}, or remove `via`",
            )
        for key, types in (("number", NUMBERED), ("state", (CLOSING,))):
            if key in given and type not in types:
                yield Finding(
                    facts.place((*declaration.pointer, key), "key"),
                    message(
                        "output {} of {} doesn't accept {}", quote(type), quote(node.id), quote(key)
                    ),
                    f"remove {quote(key)}",
                )
        if type == CLOSING and given.get("state") != REOPEN and "number" not in given:
            yield Finding(
                _type_place(facts, declaration),
                message("{} can close any issue, because it has no `number`", quote(node.id)),
                "add `number`, or set `state: reopen`",
            )
