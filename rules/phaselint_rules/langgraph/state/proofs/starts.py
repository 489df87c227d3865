"""Runs started as by an invocation (reference langgraph §2.12, §5.8)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from phaselint.dialects.langgraph.analysis.state import given_to
from phaselint.dialects.langgraph.model import START
from phaselint.executor import claims
from phaselint.executor.proof import OTHERWISE, RunInput, data_of, partly
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import by

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.model import Invocation
    from phaselint.dialects.langgraph.running.session import State
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def started(lab: ProofContext[LanggraphFacts], invocation: Invocation) -> Iterator[RunInput]:
    """The starts of a run by an invocation, for each truth value of the graph's conditions."""
    keys = {str(given.value): None for given in invocation.keys}
    for given in lab.runtime.sample_inputs(lab.facts.contract):
        yield RunInput({**given, "input": keys})


def loses(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run that starts with the finding's input loses its keys."""
    if not claims.says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    keys, script = frozenset(data_of(finding)["keys"]), None
    for invocation in lab.facts.graph.invocations:
        if all(given.place != finding.place for given in invocation.keys):
            continue
        for setting in started(lab, invocation):
            script = lab.script("lose keys", (), setting=setting)
            events = lab.runtime.opening(lab.begin(setting))
            lost = [each for each in events if (each.kind, each.phase) == ("lost", START)]
            if keys and keys.issubset(each.data.get("key") for each in lost):
                return Proof("proved", "replay", script)
    return Proof("refuted", "replay", script, "the run takes a key")


@by("static+replay")
def comes_to(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run started as by an invocation reaches the place where the key is read while it has no
    value. That it is read there is read from the file."""
    if not claims.says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    node, key = str(data_of(finding)["node"]), str(data_of(finding)["key"])
    channel = _asked(lab.facts, finding, node, key)
    if not channel:
        return Proof(
            "refuted", "replay", None, "the key isn't read this way, or has a value of its own"
        )
    for invocation in lab.facts.graph.invocations:
        if invocation.kind != "input":
            continue
        for setting in started(lab, invocation):
            found = _atlas(lab, setting).find(partial(_lacks, lab, node, channel, key))
            if found is not None:
                run = lab.replay(_atlas(lab, setting).run_to(found), setting)
                script = lab.script_of(f"reach {node}", run, setting)
                read = message("that {} reads {}", quote(node), quote(key))
                return partly(Proof("proved", "replay", script), read)
    return Proof("refuted", "replay", None, "every run that reaches the node has a value for it")


def _asked(facts: LanggraphFacts, finding: Finding, node: str, key: str) -> str:
    """The channel of the questions that read a key without a value of its own: `model` of a node,
    `route` of a router; empty if the key isn't read there, or has a value."""
    declared = facts.graph.all_keys.get(key)
    if declared is None or declared.default or declared.managed or declared.channel:
        return ""
    for actor in facts.every_actor:
        if actor.name != node or actor.sent or facts.users(actor.function) != [facts.graph]:
            continue
        schema = given_to(facts.graph, actor)
        for read in actor.function.reads:
            if (read.place, read.key) == (finding.place, key) and not read.guarded:
                fails = read.by == "subscript" or (read.needed and not read.default)
                if fails and schema is not None and key in schema.keys and schema.kind == "typed":
                    return "route" if actor.role == "router" else "model"
    return ""


def _lacks(
    lab: ProofContext[LanggraphFacts], node: str, channel: str, key: str, state: State
) -> bool:
    """Whether a node or its router is asked, and a key has no value."""
    question = lab.runtime.asks(state)
    if question is None or question.channel != channel or lab.runtime.phase(state) != node:
        return False
    if len(state.frames) != 1 or state.frame.task.push:
        return False
    return key not in state.frame.present and key not in state.frame.effect.keys


def _atlas(lab: ProofContext[LanggraphFacts], setting: RunInput) -> Atlas[Any]:
    """All possible events in a setting, kept for further findings."""
    kept = ("started", repr(setting.given))
    if kept not in lab.kept:
        lab.kept[kept] = lab.explore(lab.begin(setting))
    found: Atlas[Any] = lab.kept[kept]
    return found
