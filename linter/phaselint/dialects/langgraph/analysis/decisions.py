"""What is decided while a graph runs: by its routers, and by the `goto` of its nodes (§2.7, §2.9).

A decision has outcomes: whom it wakes and whom it sends to, in names. One that names nobody has no
effect; a value that LangGraph refuses fails the run.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Send, channel_of, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Literal

    from phaselint.dialects.langgraph.analysis.subgraphs import Command, Runs
    from phaselint.dialects.langgraph.functionmodel import (
        Answer,
        Answers,
        Constant,
        Function,
        Known,
        Return,
    )
    from phaselint.dialects.langgraph.model import Branch, MapEntry, Node, PathMap
    from phaselint.vocabulary.finding import Place

    By = Literal["label", "answer", "goto", "parent", "handler"]


class Astray(NamedTuple):
    """A name that a decision gives and no node has."""

    name: str
    place: Place
    send: bool = False


class Outcome(NamedTuple):
    """One outcome of a decision.

    Attributes:
        wakes: the nodes that are woken; `sends`, those sent to, with whether it is any number of
            times.
        again: whether something is sent to START, which then wakes its nodes once more.
        ends: whether END is among the targets.
        fails: what ends the run here: `KeyError`, `ValueError`, `TypeError`, `InvalidUpdateError`.
        parent: whether it is a command for the parent, which ends this graph's step.
        label: what the decision gave, where that is one value.
        single: whether it is one value.
        targets: where each of what it wakes is named: in a map the entry, else the value.
        astray: the names in it that aren't nodes.
        misspelled: whether a name is spelled differently in a channel than its node (§5.4).
        writes: the keys of the update that a node returns with it, as far as they are known.
        refused: whether LangGraph takes what a node returns only where the state is one value.
        unsure: whether it isn't known that some run has it.
    """

    place: Place
    wakes: tuple[str, ...] = ()
    sends: tuple[tuple[str, bool], ...] = ()
    again: bool = False
    ends: bool = False
    fails: str = ""
    parent: bool = False
    label: Constant = None
    single: bool = True
    targets: Mapping[str, Place] = {}
    astray: tuple[Astray, ...] = ()
    misspelled: bool = False
    writes: frozenset[str] = frozenset()
    refused: bool = False
    unsure: bool = False

    @property
    def reached(self) -> tuple[str, ...]:
        """All nodes that it wakes or sends to."""
        return (*self.wakes, *(name for name, _ in self.sends))


class Decision(NamedTuple):
    """A router at a source, or the return of a node with commands.

    Attributes:
        by: `label` of a router with a map, `answer` of a router without one, `goto` of a node,
        `parent` of a subgraph that returns to its parent, `handler` of an error handler.
        outcomes: those that there may be; where what is decided is not known, those of every entry
            of a map, or none at all.
        known: whether the values are all known.
        anywhere: whether it may go to any node.
        branch: of a router.
        dead: entries of its map that no value gives, where all are known.
        never: of a `parent`, the outcomes that no run has.
    """

    source: str
    by: By
    outcomes: tuple[Outcome, ...] = ()
    known: bool = True
    anywhere: bool = False
    branch: Branch | None = None
    dead: tuple[MapEntry, ...] = ()
    never: tuple[Outcome, ...] = ()

    @property
    def unclear(self) -> bool:
        """Whether it isn't known whether it is made, or what one of its outcomes does."""
        branch = self.branch
        if branch is not None and (not branch.certain or branch.then is not None):
            return True
        return any(each.misspelled or each.unsure for each in self.outcomes)


def routed(source: str, branch: Branch, channels: Mapping[str, str]) -> Decision:
    """What a router decides at a source. `channels` has the nodes, each with the spelling of its
    channel. Guided values are left out of account: they take answers away, and nothing is found
    for that (§2.7)."""
    answers = branch.router.answers if branch.guided and branch.router else branch.answers
    path_map = branch.path_map
    if path_map is None or path_map.given == "ignored":
        outcomes = tuple(_named(option, channels) for option in answers.options)
        unknown = not answers.complete or any(not each.complete for each in answers.options)
        anywhere = unknown or _unnamed_send(answers)
        return Decision(
            source, "answer", outcomes, known=not unknown, anywhere=anywhere, branch=branch
        )
    if path_map.given == "unknown":
        return Decision(source, "label", known=False, anywhere=True, branch=branch)
    return _mapped(source, branch, answers, path_map, channels)


def _mapped(
    source: str,
    branch: Branch,
    answers: Answers,
    path_map: PathMap,
    channels: Mapping[str, str],
) -> Decision:
    entries = entries_of(path_map)
    known = answers.complete and all(each.complete for each in answers.options)
    outcomes = [_looked_up(option, entries, channels) for option in answers.options]
    given = {name_of(each.value) for each in answers.targets if not isinstance(each.value, Send)}
    rest = [entry for label, entry in entries.items() if label not in given]
    if not known:
        outcomes += [_entry(entry, channels) for entry in rest]
    used = [entries[label] for label in given if label in entries] + ([] if known else rest)
    vague = not path_map.complete or any(entry.target is None for entry in used)
    anywhere = vague or _unnamed_send(answers)
    dead = tuple(rest) if known else ()
    return Decision(
        source,
        "label",
        tuple(outcomes),
        known=known,
        anywhere=anywhere,
        branch=branch,
        dead=dead,
    )


def entries_of(path_map: PathMap) -> dict[Constant, MapEntry]:
    """The entries of a map by their labels, as Python compares these; of two with one the last."""
    return {name_of(entry.label): entry for entry in path_map.entries}


def _unnamed_send(answers: Answers) -> bool:
    """Whether something is sent to a node that is not known."""
    return any(isinstance(each.value, Send) and each.value.node is None for each in answers.targets)


def _entry(entry: MapEntry, channels: Mapping[str, str]) -> Outcome:
    """The outcome of one label of a map."""
    targets = () if entry.target is None else ((entry.target, entry.place),)
    return _outcome(entry.place, targets, channels)._replace(label=name_of(entry.label))


def _looked_up(
    option: Answer, entries: Mapping[Constant, MapEntry], channels: Mapping[str, str]
) -> Outcome:
    """The outcome of an answer that goes through a map."""
    targets: list[tuple[Known, Place]] = []
    missed = False
    for given in option.targets:
        if isinstance(given.value, Send):
            targets.append((given, given.place))
        elif (entry := entries.get(name_of(given.value))) is None:
            missed = True
        elif entry.target is not None:
            targets.append((entry.target, entry.place))
    outcome = _outcome(option.place, targets, channels)
    if missed or option.unhashable:
        outcome = outcome._replace(fails="TypeError" if option.unhashable else "KeyError")
    return _said(outcome, option)


def _named(option: Answer, channels: Mapping[str, str], goto: bool = False) -> Outcome:
    """The outcome of an answer that has names of nodes: of a router, or of a `goto`. What a router
    fails for, a `goto` passes over (§4.3)."""
    targets = [(given, given.place) for given in option.targets]
    outcome = _outcome(option.place, targets, channels)
    if goto and outcome.fails:
        nothing = option.single and name_of(option.targets[0].value) is None
        outcome = outcome._replace(fails="TypeError" if nothing else "")
    return _said(outcome, option)


def _said(outcome: Outcome, option: Answer) -> Outcome:
    """An outcome with what the answer was."""
    single = option.single and option.complete and len(option.targets) == 1
    label = name_of(option.targets[0].value) if single else None
    return outcome._replace(label=label, single=single)


def _outcome(
    place: Place, targets: Iterable[tuple[Known, Place]], channels: Mapping[str, str]
) -> Outcome:
    """The outcome that has some targets, each with where it is named."""
    wakes: dict[str, Place] = {}
    sends: list[tuple[str, bool]] = []
    astray: list[Astray] = []
    fails, again, ends, misspelled = "", False, False, False
    for known, where in targets:
        value = known.value
        name = _addressed(value)
        if isinstance(value, Send):
            if name in channels:
                sends.append((name, value.many))
            elif name == START:
                again = True
            elif name == END:
                fails = fails or "InvalidUpdateError"
            elif name:
                astray.append(Astray(name, known.place, send=True))
        elif value is None or name == START:
            fails = fails or "ValueError"
        elif name == END:
            ends = True
        elif name in channels:
            wakes.setdefault(name, where)
            misspelled = misspelled or channel_of(value) != channels[name]
        else:
            astray.append(Astray(name, known.place))
    return Outcome(
        place,
        tuple(wakes),
        tuple(sends),
        again=again,
        ends=ends,
        fails=fails,
        targets=wakes,
        astray=tuple(astray),
        misspelled=misspelled,
    )


def _addressed(value: Constant) -> str:
    """The name that a value has, or that it is sent to; empty for a `Send` to one that is not
    known."""
    name = name_of(value.node if isinstance(value, Send) else value)
    return "" if isinstance(value, Send) and name is None else str(name)


# --- what nodes decide ----------------------------------------------------------------------------


def commanded(node: Node, channels: Mapping[str, str]) -> Decision | None:
    """What a node decides by the commands that it returns; none where it never has one."""
    if node.kind != "function" or node.function is None:
        if not node.routes:
            return None
        return Decision(node.name, "goto", (), False, True)
    return returned(node.name, node.function, channels)


def returned(source: str, function: Function, channels: Mapping[str, str]) -> Decision | None:
    """What a function decides by the commands it returns; none where it never returns one."""
    vague = not function.returns_complete and function.commands
    outcomes: list[Outcome] = []
    chosen = False
    for each in function.returns:
        if each.form == "unknown" and each.goto is None:
            vague = vague or function.commands
        if each.parent:
            chosen = True
            outcomes.append(Outcome(each.place, parent=True))
            continue
        chosen = chosen or each.goto is not None
        vague = vague or _vague(each.goto)
        outcomes += _gone(each, channels)
    if not chosen and not vague:
        return None
    return Decision(source, "goto", tuple(outcomes), not vague, vague)


def _vague(goto: Answers | None) -> bool:
    """Whether a `goto` may be something that is not known."""
    if goto is None:
        return False
    return (
        not goto.complete
        or any(not option.complete for option in goto.options)
        or _unnamed_send(goto)
    )


def _gone(given: Return, channels: Mapping[str, str]) -> Iterator[Outcome]:
    """The outcomes of a return: one for each answer of its `goto`."""
    writes, refused = keys_written(given), given.form == "invalid"
    if given.goto is None or not given.goto.options:
        yield Outcome(given.place, writes=writes, refused=refused)
        return
    for option in given.goto.options:
        yield _named(option, channels, goto=True)._replace(writes=writes)


def keys_written(given: Return) -> frozenset[str]:
    """The keys that a return certainly writes."""
    return frozenset(each.key for each in given.update.keys)


def handed_over(
    source: str,
    commands: Sequence[Command],
    known: bool,
    nodes: Collection[str],
    runs: Runs | None = None,
) -> Decision | None:
    """What a subgraph decides in the graph that it is a node of: nothing, or one of the commands
    for the parent that its nodes return. `known` tells that there are no others, `runs` which of
    the nodes it runs; none where that isn't known."""
    if known and not commands:
        return None
    channels = {name: name for name in nodes}
    listed = [Outcome(commands[0].given.place)] if commands else []
    never: list[Outcome] = []
    for each in commands:
        outcomes = [one for one in _gone(each.given, channels) if one.reached]
        if runs is not None and each.node not in runs.possible:
            never += outcomes
        else:
            unsure = runs is None or each.handles or each.node not in runs.sure
            listed += [one._replace(unsure=unsure) for one in outcomes]
    vague = not known or any(_vague(each.given.goto) for each in commands)
    return Decision(source, "parent", tuple(listed), not vague, vague, never=tuple(never))
