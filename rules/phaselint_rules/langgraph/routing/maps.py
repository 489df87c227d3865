"""Misleading maps from labels to nodes (reference langgraph §7.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.vocabulary.claim import Differs, Never
from phaselint.vocabulary.finding import Edit, Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint_rules.langgraph.edits import checked, text_at
from phaselint_rules.langgraph.needs import BUILT
from phaselint_rules.langgraph.routing.common import called, entries, given, routes, source_of
from phaselint_rules.langgraph.wording import spelled, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Answers
    from phaselint.dialects.langgraph.model import Branch, MapEntry, PathMap
    from phaselint.vocabulary.finding import Fix, Safety

BY_USE = (
    Grade("warning", "the router never returns it"),
    Grade("info", "it returns it for another node, or the label is only in its return type"),
)

BRACKETS = {"(": ")", "{": "}"}


@rule("LG206", BY_USE, needs=BUILT, claims="never", ends="unused")
def dead_label(facts: LanggraphFacts) -> Iterator[Finding]:
    """Map label that the router never returns

    What:
        Every answer of a router is known, but one label of its map isn't among them. A map next to
        a router that returns a `Send` is skipped, because it lists the targets for drawings. If the
        label is the only exit of a loop, `exit-never-returned` reports it.
    Why:
        The path in the map is never taken. Often the router spells the label differently, or misses
        a case.
    Bad:
        def decide(state): return "accept" if state["score"] > 3 else "rewrite"
        builder.add_conditional_edges(
            "grade", decide, {"accept": END, "rewrite": "rewrite", "reject": "reject"}
        )
    Good:
        def decide(state): return "accept" if state["score"] > 3 else "rewrite"
        builder.add_conditional_edges("grade", decide, {"accept": END, "rewrite": "rewrite"})
    Fix:
        Return the label in the intended case, or remove it from the map.
    Dry run:
        Complete exploration never takes the label.
    Source:
        langgraph §2.8, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for branch in ways.graph.branches:
            for entry, info in _dead(facts, branch):
                key = (branch.place, source_of(branch), name_of(entry.label))
                yield Held(key, branch.guards, (branch, entry, info))

    for held in facts.in_all(find):
        branch, entry, info = held.value
        source = source_of(branch)
        label = name_of(entry.label)
        router = branch.router
        element = ("label", source, branch.key, label)
        yield Finding(
            entry.place,
            message(
                "{} never returns {}{}", called(branch), value(entry.label), _where(info, source)
            ),
            "return the label in the intended case, or remove it from the map",
            severity="info" if info else "warning",
            related=(Related(router.place, "the router"),) if router is not None else (),
            witness=Witness({"source": source, "router": branch.name, "label": spelled(label)}),
            tags=("unnecessary",),
            claim=Never(element) if not info and routes(facts, source, branch.place) else None,
        )


def _where(info: str, source: str) -> object:
    return message(" at {}", quote(source)) if info == "guided" else ""


def _dead(facts: LanggraphFacts, branch: Branch) -> Iterator[tuple[MapEntry, str]]:
    """The entries of a map that a router never returns, each with why that is only an info."""
    router, labels = branch.router, entries(branch)
    if router is None or labels is None or branch.path_map is None or not branch.source:
        return
    every = router.answers
    if not (_complete(every) and _complete(branch.answers)):
        return
    if any(isinstance(each.value, Send) for each in every.targets):
        return
    here = {each.value for each in given(branch)}
    anywhere = {name_of(each.value) for each in every.targets}
    for label, entry in labels.items():
        if label in here or entry.place in facts.exits_never_returned:
            continue
        if label in anywhere:
            yield entry, "guided"
        else:
            yield entry, "declared" if branch.path_map.given == "literal" else ""


def _complete(answers: Answers) -> bool:
    return answers.complete and all(each.complete for each in answers.options)


@rule("LG207", WARNING, needs=BUILT, prove="routing.proofs.claims:differs_here", fix="unsafe")
def path_map_ignored(facts: LanggraphFacts) -> Iterator[Finding]:
    """Path map that LangGraph ignores

    What:
        The third argument of `add_conditional_edges` is a tuple, a set, a generator or another
        collection that is neither a list nor a dict, or it is empty.
    Why:
        LangGraph silently treats it as missing: the router's answer is then the name of a node, and
        a name without a node is dropped. With a list, it would be a `KeyError`.
    Bad:
        builder.add_conditional_edges("plan", route, ("search", "write"))
    Good:
        builder.add_conditional_edges("plan", route, ["search", "write"])
    Fix:
        Use a list. The fix is safe if all values of the router are known and listed.
    Dry run:
        A run in which the router gives an unlisted value goes differently with a list.
    Source:
        langgraph §2.8, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for branch in ways.graph.branches:
            if branch.path_map is not None and branch.path_map.given == "ignored":
                yield Held((branch.place, source_of(branch)), branch.guards, branch)

    for held in facts.in_all(find):
        branch: Branch = held.value
        path_map = branch.path_map
        if path_map is None:
            continue
        listed = {name_of(each.value) for each in path_map.values}
        plain = [each.value for each in given(branch) if not isinstance(each.known.value, Send)]
        outside = bool(listed) and any(each not in listed for each in plain)
        safe = _complete(branch.answers) and not outside and bool(listed)
        fix = _as_list(facts, path_map, "safe" if safe else "unsafe")
        source = source_of(branch)
        yield Finding(
            branch.place,
            message("`path_map` is {}, so LangGraph ignores it", path_map.said or "not a list"),
            "use a list"
            if path_map.said != "empty"
            else "list the targets, or remove the argument",
            related=(Related(path_map.place, "the map"),) if path_map.place else (),
            witness=Witness(
                {
                    "source": source,
                    "router": branch.name,
                    "given": path_map.said,
                    "text": text_at(facts, path_map.place) if path_map.place else "",
                }
            ),
            fix=fix,
            claim=Differs() if fix and outside and routes(facts, source, branch.place) else None,
        )


def _as_list(facts: LanggraphFacts, path_map: PathMap, safety: Safety) -> Fix | None:
    """Suggest a list of the same values."""
    place = path_map.place
    if place is None or path_map.said == "empty":
        return None
    text = text_at(facts, place)
    if not text:
        return None
    closing = BRACKETS.get(text[0])
    better = f"[{text[1:-1]}]" if closing and text.endswith(closing) else f"list({text})"
    return checked(facts, safety, "use a list", (Edit(place, better),))
