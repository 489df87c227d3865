"""Entries of release 1.14, which are pairs: the step that starts a run, and the step that lends its
prompt (reference climpt 1.14 §2.1, §4.5, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.stepprompts import prompts
from phaselint.vocabulary.claim import Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import sends, unused
from phaselint_rules.climpt.edits import add_member, remove, spelt
from phaselint_rules.climpt.entry.entry import given
from phaselint_rules.climpt.entry.entrywords import ENTRY, FIRST, LENT, MAPPING, PAIR
from phaselint_rules.climpt.needs import GRAPH, OF_1_14, RESOLVED, RUN, SOUND, STEPS
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.climpt.ways.graph import stays
from phaselint_rules.climpt.ways.transitiontext import first_names, lent_places, step_place
from phaselint_rules.words import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.vocabulary.claim import Notes
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

REFUSAL = "SR-ENTRY-003"

ENTRY_PAIR = (
    Grade("error", "it isn't a pair of two names"),
    Grade("warning", "it has an extra member"),
)


# --- the form of an entry ------------------------------------------------------------------------


@rule(
    "CL107",
    ENTRY_PAIR,
    needs=(*OF_1_14, *STEPS),
    claims="refused",
    fix="safe",
)
def entry_pair_incomplete(facts: ClimptFacts) -> Iterator[Finding]:
    """Entry that isn't a pair of steps

    What:
        A value of `entryStepMapping` isn't an object, lacks `initial` or `continuation`, or has one
        that is empty or not a string: an error. It has extra members: a warning.
    Why:
        The start is refused with SR-ENTRY-003, even if this run doesn't need the entry. An extra
        member is refused by `--validate` only.
    Bad:
        "entryStepMapping": {"poll:state": "initial.x"}
    Good:
        "entryStepMapping": {"poll:state": {"initial": "initial.x", "continuation": "initial.x"}}
    Fix:
        Name both. `continuation` starts nothing: if in doubt, use the same step as for `initial`.
    Dry run:
        The executor refuses to start the agent; not confirmed for an extra member.
    Source:
        climpt 1.14 §2.1, §3.1, §3.5, §7.2
    """
    mapping = given(facts).get(MAPPING)
    for verdict, pair in mapping.items() if isinstance(mapping, dict) else ():
        place = facts.place((*facts.registry.base, MAPPING, verdict))
        if not isinstance(pair, dict):
            yield _no_pair(facts, verdict, pair, place)
            continue
        yield from _members(facts, verdict, pair, place)


def _no_pair(facts: ClimptFacts, verdict: str, entry: Any, place: Place) -> Finding:
    fix = None
    if isinstance(entry, str) and entry:
        text = spelt({FIRST: entry, LENT: entry})
        fix = Fix("safe", "write a pair", (Edit(place, text),))
    return Finding(
        place,
        message(
            "the entry for {} is {}, not a pair of `{}` and `{}`: every start ends with "
            "SR-ENTRY-003",
            quote(verdict),
            quote(entry) if isinstance(entry, str) and entry else kind_of(entry),
            FIRST,
            LENT,
        ),
        f"write an object with `{FIRST}` and `{LENT}`",
        severity="error",
        witness=Witness({"verdict": verdict, "code": REFUSAL}),
        claim=refused_for(facts, REFUSAL, place),
        fix=fix,
    )


def _member(place: Place, name: str) -> Place:
    return place._replace(pointer=(*place.pointer, name))


def _members(
    facts: ClimptFacts, verdict: str, pair: Mapping[str, Any], place: Place
) -> Iterator[Finding]:
    missing = [name for name in PAIR if name not in pair]
    if missing:
        yield Finding(
            place._replace(part="key"),
            message(
                "the entry for {} has no {}: every start ends with SR-ENTRY-003",
                quote(verdict),
                quote_all(missing),
            ),
            f"add {quote_all(missing)}",
            severity="error",
            witness=Witness({"verdict": verdict, "code": REFUSAL}),
            claim=refused_for(facts, REFUSAL, place, *(_member(place, name) for name in missing)),
            fix=_completed(facts, pair, place),
        )
    for name in PAIR:
        if name in pair and not (isinstance(pair[name], str) and pair[name]):
            yield Finding(
                _member(place, name),
                message(
                    "`{}` of the entry for {} is {}: every start ends with SR-ENTRY-003",
                    name,
                    quote(verdict),
                    message("{}, not a name", kind_of(pair[name])) if pair[name] != "" else "empty",
                ),
                "name a step",
                severity="error",
                witness=Witness({"verdict": verdict, "code": REFUSAL}),
                claim=refused_for(facts, REFUSAL, _member(place, name)),
            )
    for name in pair:
        if name not in PAIR:
            yield _further(facts, verdict, name, place)


def _completed(facts: ClimptFacts, pair: Mapping[str, Any], place: Place) -> Fix | None:
    """Lend the prompt of the first step, if that is named and the rest is sound."""
    first = pair.get(FIRST)
    if LENT in pair or not isinstance(first, str) or not first:
        return None
    edit = add_member(facts.contract.documents, place.file, place.pointer, LENT, first)
    return Fix("safe", f"add `{LENT}` {quote(first)}", (edit,)) if edit else None


def _further(facts: ClimptFacts, verdict: str, name: str, place: Place) -> Finding:
    inner = place._replace(pointer=(*place.pointer, name), part="key")
    edit = remove(facts.contract.documents, inner.file, inner.pointer)
    return Finding(
        inner,
        message("the entry for {} has {}, which `--validate` refuses", quote(verdict), quote(name)),
        f"remove it: an entry has `{FIRST}` and `{LENT}` only",
        severity="warning",
        fix=Fix("safe", f"remove {quote(name)}", (edit,)) if edit else None,
    )


# --- the step that lends its prompt --------------------------------------------------------------


@rule(
    "CL108",
    WARNING,
    needs=(*OF_1_14, *GRAPH),
    claims="never",
    complete_if=RESOLVED,
    ends="unused",
)
def step_only_via_continuation(facts: ClimptFacts) -> Iterator[Finding]:
    """Step that only lends its prompt and never runs

    What:
        A `continuation` names a step, but no path from an `initial` reaches it. The steps after it
        are part of the finding. `unreachable-phase` doesn't report such steps. This rule is silent
        if `closure-prompt-of-other-step` reports the step.
    Why:
        It never runs. No run starts with the step of `continuation`: it only lends its prompt to
        closure steps that have none.
    Bad:
        "entryStepMapping": {"count:iteration": {"initial": "initial.x", "continuation": "late.x"}}
        // no transition leads to late.x
    Good:
        "transitions": {"next": {"target": "late.x"}}
    Fix:
        Add a transition to it, or name another step and remove it.
    Dry run:
        Complete exploration from the active entry never reaches any of these steps.
    Source:
        climpt 1.14 §2.1, §6, §7.2, §7.3
    """
    told = {other for other, _ in _other_prompt(facts)}
    for members in () if stays(facts) else facts.lent_islands:
        first, *others = members
        if first in told:
            continue
        yield Finding(
            step_place(facts, first),
            message(
                "{} never runs{}: `{}` only lends its prompt",
                quote(first),
                _behind(others),
                LENT,
            ),
            "add a transition to it, or remove it",
            related=tuple(
                Related(place, "lends its prompt here")
                for key, place in lent_places(facts)
                if key == first
            ),
            witness=Witness(
                {"step": first, "steps": list(members), "entries": list(facts.entries)}
            ),
            claim=unused(facts, first, *others),
        )


@rule(
    "CL109",
    ERROR,
    needs=(*OF_1_14, *RUN),
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    ends="unused",
)
def closure_prompt_of_other_step(facts: ClimptFacts) -> Iterator[Finding]:
    """Another step's prompt sent in a registry of closure steps

    What:
        All steps of the registry are of kind `closure`, and the entry for the agent's verdict type
        names different steps as `initial` and `continuation`; for the verdict `detect:graph`,
        different steps as `entryStep` and `continuation`.
    Why:
        In such a registry no step builds its own prompt: the verdict handler sends the prompt of
        the `continuation` step while the other step runs.
    Bad:
        "count:iteration": {"initial": "closure.x", "continuation": "closure.y"}
    Good:
        "count:iteration": {"initial": "closure.x", "continuation": "closure.x"}
    Fix:
        Name the same step in both.
    Dry run:
        A run starts in the first step and sends the prompt of the other.
    Source:
        climpt 1.14 §4.5, §7.2, §7.3
    """
    for other, place in _other_prompt(facts):
        first = facts.active
        yield Finding(
            place,
            message("{} sends the prompt of {}", quote(first), quote(other)),
            f"write {quote(first)}",
            related=(Related(step_place(facts, other), "the prompt sent"),),
            witness=Witness({"step": first, "sent": other}),
            claim=_sent_there(facts, other),
            fix=Fix("unsafe", f"write {quote(first)}", (Edit(place, spelt(first)),)),
        )


def _behind(others: Sequence[str]) -> Message:
    """The steps that never run because another one doesn't, as the end of a message about that."""
    if not others:
        return message("")
    verb = "does" if len(others) == 1 else "do"
    return message("; neither {} {} after it", verb, first_names(others))


def _sent_there(facts: ClimptFacts, other: str) -> Notes | Undecided:
    """That the first step sends the prompt of another, which is not its own."""
    lent, own = (_prompt(facts, key) for key in (other, facts.active))
    if lent is None or lent is own:
        return Undecided("the other step has no prompt to send")
    return sends(facts.active, lent)


def _prompt(facts: ClimptFacts, key: str) -> Text | None:
    """The prompt of a step, by its address."""
    known, there = prompts(facts.contract, facts.steps[key]), facts.contract.prompts
    paths = (known.own, known.base) if known else ()
    return next((there[path] for path in paths if path is not None and path in there), None)


def _other_prompt(facts: ClimptFacts) -> Iterator[tuple[str, Place]]:
    """The step whose prompt the first step sends in a registry of closure steps only, and where it
    is named."""
    registry = facts.registry
    first = facts.steps.get(facts.active)
    if first is None or first.runner is not None or not registry.closure_only:
        return
    verdict = facts.agent.verdict
    if verdict == "detect:graph":
        other, place = registry.entry_step, facts.place((*registry.base, ENTRY))
    else:
        other = registry.lent.get(verdict, "")
        place = facts.place((*registry.base, MAPPING, verdict, LENT))
    if other in facts.steps and other != first.key:
        yield other, place
