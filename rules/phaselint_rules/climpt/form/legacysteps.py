"""Steps whose address has the form of release 1.13, or a value that is never read (reference climpt
1.14 §2.2, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.reading.promptfiles import DEFAULT_EDITION
from phaselint.dialects.climpt.spelling import FORMER_MEMBERS
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.climpt.claiming import same_with
from phaselint_rules.climpt.edits import spelt
from phaselint_rules.climpt.needs import OF_1_14, STEPS
from phaselint_rules.climpt.pointertext import written_step
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.edits import insert_entry, remove_items, replace_entry
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

KIND, FORMER_KIND = "kind", "stepKind"
ADDRESS = "address"


@rule(
    "CL014",
    ERROR,
    needs=(*OF_1_14, *STEPS),
    claims="refused",
    fix="unsafe",
)
def legacy_step_shape(facts: ClimptFacts) -> Iterator[Finding]:
    """Step in the format of release 1.13, which 1.14 refuses

    What:
        In a registry for 1.14, a step has `stepKind`, or a `c2`, `c3`, `edition` or `adaptation` at
        its root. Other missing members of the step aren't reported too.
    Why:
        The start is always refused with SR-VALID-005.
    Bad:
        "initial.x": {"stepKind": "work", "c2": "initial", "c3": "x", "edition": "default"}
    Good:
        "initial.x": {
          "kind": "work",
          "address": {"c1": "steps", "c2": "initial", "c3": "x", "edition": "default"}
        }
    Fix:
        Rename `stepKind`, and move the others into `address`. Safe, unless a member there already
        has another value.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt 1.14 §1.2, §2.2, §3.1, §7.2, §9
    """
    for step in facts.steps.values():
        value = written_step(facts, step)
        former = [name for name in FORMER_MEMBERS if isinstance(value, dict) and name in value]
        if not former:
            continue
        first, *others = [facts.place((*step.pointer, name), "key") for name in former]
        yield Finding(
            first,
            message(
                "step {} still has the format of 1.13 ({}): every start ends with SR-VALID-005",
                quote(step.key),
                quote_all(former),
            ),
            f"use `{KIND}` and `{ADDRESS}`",
            related=tuple(Related(place, "as in 1.13") for place in others),
            witness=Witness({"step": step.key, "members": former, "code": "SR-VALID-005"}),
            claim=refused_for(facts, "SR-VALID-005", first, *others),
            fix=_rewritten(facts, step, value),
        )


class _Moved(NamedTuple):
    """What to do with the members of 1.13: those to remove, the address that is made of them, and
    whether a different value is lost."""

    gone: tuple[str, ...]
    address: Mapping[str, Any]
    differs: bool


def _rewritten(facts: ClimptFacts, step: Step, value: Mapping[str, Any]) -> Fix | None:
    """Suggest the form of 1.14, if everything it needs is known."""
    document = facts.contract.documents[facts.registry.file]
    moved = _moved(facts, value)
    kind = value.get(KIND, value.get(FORMER_KIND))
    if moved is None or kind not in ALLOWED:
        return None
    edits = _edits(document, step.pointer, value, moved)
    if not edits:
        return None
    lost = moved.differs or (KIND in value and value.get(FORMER_KIND, kind) != kind)
    return Fix("unsafe" if lost else "safe", f"use `{KIND}` and `{ADDRESS}`", edits)


def _moved(facts: ClimptFacts, value: Mapping[str, Any]) -> _Moved | None:
    """The members of an address, its existing members first; none if it would be incomplete or
    isn't an object."""
    given = value.get(ADDRESS, {})
    if not isinstance(given, dict):
        return None
    flat = {name: value[name] for name in FORMER_MEMBERS[1:] if name in value}
    kept = {name: text for name, text in flat.items() if text or name != "adaptation"}
    implied = {"c1": facts.registry.c1, "edition": DEFAULT_EDITION}
    wanted = {**implied, **kept, **given}
    address = {name: wanted[name] for name in ("c1", *FORMER_MEMBERS[1:]) if name in wanted}
    complete = all(isinstance(text, str) and text for text in address.values())
    if not complete or not {"c2", "c3"} <= address.keys():
        return None
    differs = any(given.get(name, text) != text for name, text in kept.items())
    return _Moved(tuple(flat), address, differs)


def _edits(
    document: Document, pointer: Pointer, value: Mapping[str, Any], moved: _Moved
) -> tuple[Edit, ...]:
    """The edits that bring a step into the form of 1.14; none if one of them can't be made. A
    member that goes makes room for a new one."""
    edits: list[Edit | None] = []
    gone = list(moved.gone)
    if FORMER_KIND in value and KIND not in value:
        text = spelt(value[FORMER_KIND])
        edits.append(replace_entry(document, (*pointer, FORMER_KIND), KIND, text))
    elif FORMER_KIND in value:
        gone.append(FORMER_KIND)
    if ADDRESS in value:
        added = {name: text for name, text in moved.address.items() if name not in value[ADDRESS]}
        edits += _added(document, (*pointer, ADDRESS), value[ADDRESS], added)
    elif gone:
        place = (*pointer, gone.pop(0))
        edits.append(replace_entry(document, place, ADDRESS, spelt(moved.address)))
    if gone:
        removed = remove_items(document, pointer, gone)
        edits += removed or (None,)
    made = tuple(edit for edit in edits if edit is not None)
    return made if len(made) == len(edits) else ()


def _added(
    document: Document, pointer: Pointer, given: Mapping[str, Any], added: Mapping[str, Any]
) -> tuple[Edit | None, ...]:
    """The edit that adds members to an existing address."""
    if not added:
        return ()
    if len(added) == 1:
        ((name, text),) = added.items()
        return (insert_entry(document, pointer, name, spelt(text)),)
    return (replace_entry(document, pointer, ADDRESS, spelt({**given, **added})),)


@rule(
    "CL015",
    WARNING,
    needs=(*OF_1_14, *STEPS),
    claims="same",
    fix="safe",
)
def address_c1_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """`c1` of a step that differs from the registry's

    What:
        `c1` in the `address` of a step differs from `c1` of the registry.
    Why:
        The `c1` of the address is never read: the yml files by which prompts are found have the
        `c1` of the registry in their names.
    Bad:
        // "c1": "steps" in the registry
        "address": {"c1": "dev", "c2": "initial", "c3": "x", "edition": "default"}
    Good:
        // "c1": "steps" in the registry
        "address": {"c1": "steps", "c2": "initial", "c3": "x", "edition": "default"}
    Fix:
        Use the `c1` of the registry.
    Dry run:
        The contract and a copy with the `c1` of the registry do the same on the same script.
    Source:
        climpt 1.14 §1.1, §2.2, §7.2
    """
    wanted = facts.registry.c1
    for step in facts.steps.values():
        if not wanted or not step.c1 or step.c1 == wanted:
            continue
        place = facts.place(step.address_at("c1"))
        yield Finding(
            place,
            message(
                "`c1` of {} is {}, but prompts are found by {}, the `c1` of the registry",
                quote(step.key),
                quote(step.c1),
                quote(wanted),
            ),
            f"write {quote(wanted)}",
            related=(Related(facts.place((*facts.registry.base, "c1")), "the `c1` used"),),
            witness=Witness({"step": step.key, "c1": wanted}),
            claim=same_with(facts, place, Edit(place, spelt(wanted))),
            fix=replace(step.c1, wanted, place, "safe"),
        )
