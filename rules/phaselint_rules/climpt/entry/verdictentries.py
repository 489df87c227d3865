"""Entries compared with the verdict type of an agent (reference climpt §3.1, §4.1, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import VERDICT_TYPES
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.claiming import same_without
from phaselint_rules.climpt.entry.entry import add_entry, given, no_step_named, without_entry
from phaselint_rules.climpt.entry.entrywords import ENTRY, MAPPING
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.needs import BOTH, STEPS
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts

GRAPH = "detect:graph"


@rule("CL102", ERROR, needs=BOTH, claims="refused")
def entry_missing_for_verdict(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing entry for the verdict type of the agent

    What:
        `entryStepMapping` has no entry for `runner.verdict.type`, and `entryStep` isn't set. If the
        type is `detect:graph`, `graph-verdict-needs-entry-step` reports it. In release 1.14 every
        type needs an entry in the mapping, whatever `entryStep` is.
    Why:
        The runtime doesn't know where to start and ends with `SR-GATE-002`, or in release 1.14 with
        `AC-VERDICT-012`; `--validate` doesn't detect it.
    Bad:
        # the agent's verdict type is detect:keyword
        "entryStepMapping": {"poll:state": "initial.issue"}
    Good:
        # the agent's verdict type is detect:keyword
        "entryStepMapping": {"detect:keyword": "initial.issue"}
    Fix:
        Add the entry; before release 1.14, you can set an `entryStep` for all types instead.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §3.1, §4.1, §7.2, climpt 1.14 §3.4, §7.1
    """
    agent, registry, release = facts.agent, facts.registry, release_of(facts)
    mapping = given(facts).get(MAPPING, {})
    if not isinstance(mapping, dict) or without_entry(facts):
        return
    if agent.verdict not in VERDICT_TYPES or agent.verdict in mapping:
        return
    if release.stands_in and (not no_step_named(facts) or _reads_entry(facts)):
        return
    near = suggest(agent.verdict, [key for key in mapping if key not in VERDICT_TYPES])
    alone = MAPPING not in given(facts)
    place = facts.place((*registry.base, ENTRY if alone else MAPPING), "key")
    missing = facts.place((*registry.base, MAPPING, agent.verdict))
    yield Finding(
        place,
        message(
            "no entry for {}, the verdict type of the agent{}",
            quote(agent.verdict),
            message("; `{}` alone starts no run", ENTRY) if alone else "",
        ),
        f"replace {quote(near)} with {quote(agent.verdict)}"
        if near
        else f"add an entry for {quote(agent.verdict)}"
        + (f", or an `{ENTRY}`" if release.stands_in else f" to `{MAPPING}`"),
        related=(_verdict_place(facts),),
        witness=Witness({"code": release.no_entry}),
        claim=refused_for(facts, release.no_entry, place, missing),
    )


def _verdict_place(facts: ClimptFacts) -> Related:
    return Related(
        facts.agent_place((*facts.agent.base, "runner", "verdict", "type")), "the verdict type"
    )


@rule("CL103", WARNING, needs=STEPS, claims="same", fix="unsafe")
def entry_mapping_key_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Entry for an unknown verdict type

    What:
        A key of `entryStepMapping` isn't one of the eight verdict types.
    Why:
        Entries are looked up by the verdict type of the agent, so this one is never found.
    Bad:
        "entryStepMapping": {"issue": "initial.issue", "count:iteration": "initial.issue"}
    Good:
        "entryStepMapping": {"poll:state": "initial.issue", "count:iteration": "initial.issue"}
    Fix:
        Use the verdict type, or remove the entry.
    Dry run:
        A run without the entry takes the same path.
    Source:
        climpt §2.1, §7.2
    """
    registry = facts.registry
    for key in registry.mapping or ():
        if key in VERDICT_TYPES:
            continue
        pointer = (*registry.base, MAPPING, key)
        place = facts.place(pointer, "key")
        free = tuple(each for each in VERDICT_TYPES if each not in (registry.mapping or {}))
        yield Finding(
            place,
            message("{} isn't a verdict type, so its entry is never used", quote(key)),
            meant(key, free, f"use one of {quote_all(VERDICT_TYPES)}"),
            witness=Witness({"file": registry.file, "pointer": [*pointer]}),
            claim=same_without(facts, place),
            fix=respell(key, free, place),
        )


@rule("CL104", INFO, needs=BOTH, default=False)
def entry_mapping_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """Entry for a verdict type that the agent doesn't have

    What:
        A key of `entryStepMapping` is a verdict type other than that of agent.json.
    Why:
        No run of this agent uses it; steps that are reached from it alone never run.
    Bad:
        # the agent's verdict type is poll:state
        "entryStepMapping": {"poll:state": "initial.issue", "count:iteration": "initial.batch"}
    Good:
        # the agent's verdict type is poll:state
        "entryStepMapping": {"poll:state": "initial.issue"}
    Fix:
        Keep it if you change the verdict type sometimes; otherwise remove it.
    Source:
        climpt §2.1, §4.1, §7.2
    """
    agent, registry = facts.agent, facts.registry
    for key in registry.mapping or ():
        if key in VERDICT_TYPES and agent.verdict in VERDICT_TYPES and key != agent.verdict:
            yield Finding(
                facts.place((*registry.base, MAPPING, key), "key"),
                message(
                    "the entry for {} is never used: the agent has {}",
                    quote(key),
                    quote(agent.verdict),
                ),
                "remove it unless you sometimes change the verdict type",
                related=(_verdict_place(facts),),
            )


@rule("CL105", ERROR, needs=BOTH, claims="refused", fix="safe")
def graph_verdict_needs_entry_step(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing `entryStep` for the verdict `detect:graph`

    What:
        `runner.verdict.type` is `detect:graph`, but neither the registry nor the verdict's
        configuration has an `entryStep`.
    Why:
        This verdict ignores `entryStepMapping`: the runtime ends with `SR-ENTRY-004`, and
        `--validate` doesn't detect it.
    Bad:
        # the agent's verdict type is detect:graph
        "entryStepMapping": {"detect:graph": "initial.issue"}
    Good:
        # the agent's verdict type is detect:graph
        "entryStep": "initial.issue"
    Fix:
        Add the `entryStep` that the mapping names.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §3.1, §7.2
    """
    agent, registry = facts.agent, facts.registry
    if agent.verdict != GRAPH:
        return
    if not _reads_entry(facts) or without_entry(facts) or not no_step_named(facts):
        return
    named = (registry.mapping or {}).get(GRAPH, "")
    first = named if named in facts.steps else ""
    mapped = registry.mapping is not None and GRAPH in registry.mapping
    place = facts.place((*registry.base, MAPPING, *((GRAPH,) if mapped else ())), "key")
    yield Finding(
        place,
        message("verdict `{}` needs `{}`; it ignores `{}`", GRAPH, ENTRY, MAPPING),
        f"add `{ENTRY}`" + (f" with {quote(first)}" if first else ""),
        related=(_verdict_place(facts),),
        witness=Witness({"code": "SR-ENTRY-004"}),
        claim=refused_for(facts, "SR-ENTRY-004", place),
        fix=add_entry(facts, first, "safe") if first else None,
    )


def _reads_entry(facts: ClimptFacts) -> bool:
    """Whether the verdict handler looks for an `entryStep` in this registry."""
    agent = facts.agent
    if agent.verdict != GRAPH:
        return False
    return not any((agent.config or {}).get(key) for key in (ENTRY, "registryPath"))
