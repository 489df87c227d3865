"""Tiny teams, and all that anybody may say in sessions of them (reference §5).

A session is simulated with its whole stack and all its buttons: every name is picked, called and
every label pressed, fitting or not, and every turn may be stopped.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.analysis.facts import AgentsFacts
from phaselint.dialects.agents.names import BUILT_IN, CLAUDE, SHIPPED, START
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.running.runtime import AgentsRuntime
from phaselint.dialects.agents.words import spoken
from phaselint.dialects.options import in_force
from phaselint.executor.explore import explore
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

    from phaselint.dialects.agents.model import Team
    from phaselint.dialects.agents.running.session import Session
    from phaselint.executor.explore import Atlas

RUNTIME = AgentsRuntime()
NAMES = ("a", "b", "c", "d")
GITHUB, CLAUDES, PLUGIN = ".github/agents/{}.agent.md", ".claude/agents/{}.md", "agents/{}.md"
ENOUGH = 100_000
FOREIGN = frozenset((*BUILT_IN, *SHIPPED, *CLAUDE)) - {START}


class Drawn(NamedTuple):
    """A team, and the options that a session of it is held under."""

    team: Team
    options: Mapping[str, Any]

    def start(self, *, limits: bool = False) -> Session:
        """A session before the first word, with any number of turns unless limits are asked for."""
        state = RUNTIME.start(self.team, self.options, {}, {})
        return state if limits else RUNTIME.relax(state)


def drawn(seed: int) -> Drawn:
    """A team of one to four agents, of VS Code or Claude Code, and options."""
    return _loaded(*team_files(random.Random(seed)))


def team_files(pick: random.Random) -> tuple[dict[str, str], dict[str, Any]]:
    """The files of such a team, and its options."""
    claude = pick.random() < 0.4
    names = NAMES[: pick.choice((1, 2, 3, 3, 4))]
    files: dict[str, str] = {}
    for name in names:
        family = pick.choice((CLAUDES, CLAUDES, PLUGIN)) if claude else GITHUB
        files[family.format(name)] = _agent(pick, name, names, claude=claude)
    if any(path.startswith("agents/") for path in files):
        files[".claude-plugin/plugin.json"] = '{"name": "x"}'
    if pick.random() < 0.1:
        more = GITHUB if claude else CLAUDES
        files[more.format("e")] = _agent(pick, "e", names, claude=not claude)
    options: dict[str, Any] = {
        "nesting": pick.choice(("true", "false", "true")),
        "depth": pick.choice((0, 1, 2, 2, 3)) if len(names) < 3 else pick.choice((1, 2, 2)),
        "permission": pick.choice(("ask", "ask", "autopilot")),
        "max-turns": pick.choice((1, 2, 3)),
        "identity": pick.choice(("name", "name", "file")),
    }
    if claude and pick.random() < 0.5:
        options["agent"] = pick.choice(names)
    return files, options


def _loaded(files: Mapping[str, str], options: Mapping[str, Any]) -> Drawn:
    reader = DictReader(files)
    target, *_ = DIALECT.detect(reader, "")
    given = in_force(DIALECT, {"agents": options}, {})
    facts = AgentsFacts(load(reader, target), given, 0)
    return Drawn(facts.contract, facts.options)


def _agent(pick: random.Random, name: str, names: Sequence[str], *, claude: bool) -> str:
    header: dict[str, Any] = {"name": name, "description": "Does it"}
    if pick.random() < 0.05:
        header["name"] = pick.choice((*BUILT_IN, *SHIPPED, *CLAUDE))
    if claude:
        _make_claude(pick, header, names)
    else:
        _make_vscode(pick, header, names)
    lines = "\n".join(f"{key}: {json.dumps(value)}" for key, value in header.items())
    return f"---\n{lines}\n---\nDo it.\n"


def _make_claude(pick: random.Random, header: dict[str, Any], names: Sequence[str]) -> None:
    if pick.random() < 0.7:
        listed = ", ".join(pick.sample((*names, "Explore", "gone"), pick.randint(1, 2)))
        tools = ("Read", "Agent", "Task", f"Agent({listed})", "Raed", "read")
        header["tools"] = pick.sample(tools, pick.randint(1, 2))
    if pick.random() < 0.2:
        header["disallowedTools"] = [pick.choice(("Read", "Agent", "Bash"))]


def _make_vscode(pick: random.Random, header: dict[str, Any], names: Sequence[str]) -> None:
    every = (*names, "gone", *BUILT_IN, "Plan")
    if pick.random() < 0.6:
        header["tools"] = pick.sample(("agent", "read", "*", "runSubagent"), pick.randint(1, 2))
    for flag in ("user-invocable", "disable-model-invocation"):
        if pick.random() < 0.4:
            header[flag] = pick.random() < 0.5
    if pick.random() < 0.5:
        most = pick.choice((0, 1, 1, 2))
        header["agents"] = pick.choice((["*"], pick.sample(every, most), pick.sample(every, most)))
    header["handoffs"] = [
        {
            "label": pick.choice(("Go", "On", " ")),
            "agent": pick.choice(every),
            "prompt": "Go.",
            "send": pick.random() < 0.5,
        }
        for _ in range(pick.randint(0, 2))
    ]


# --- everything that may be said ----------------------------------------------------------------


class Spot(NamedTuple):
    """What a session may be told apart by: who works, how deep and for whom, under Autopilot in
    whose turn, whether a turn runs, whether there are buttons, and how it ended. Those that are
    built in are all the same."""

    who: str
    turn: str
    caller: str
    depth: int
    open: bool
    shown: bool
    left: int | None
    ended: str


def spot_of(state: Session) -> Spot:
    """The spot of a session."""
    shown = bool(state.shown) and not state.stack
    turn = _alike(state, state.active) if state.cast.autopilot else ""
    return Spot(
        _alike(state, state.frame),
        turn,
        _caller(state),
        len(state.stack),
        open=state.open,
        shown=shown,
        left=state.left,
        ended=str(state.ended or ""),
    )


def _caller(state: Session) -> str:
    """Whom the innermost subagent answers, where that agent lists whom it calls."""
    name = (state.active, *state.stack)[-2] if state.stack else ""
    return name if name and state.cast.listed(name) is not None else ""


def _alike(state: Session, name: str) -> str:
    """The name of an agent, for all that are built in the same."""
    return START if name in FOREIGN and state.cast.first(name) is None else name


class Reached(NamedTuple):
    """What sessions come to: spots, each with those that follow it, and what they use."""

    onward: Mapping[Spot, Collection[Spot]]
    used: frozenset[Hashable]

    def good(self) -> frozenset[Spot]:
        """The spots from which a session may be completed."""
        back: dict[Spot, set[Spot]] = {}
        for source, targets in self.onward.items():
            for target in targets:
                back.setdefault(target, set()).add(source)
        found = {spot for spot in self.onward if spot.ended == "completed"}
        waiting = list(found)
        while waiting:
            for source in back.get(waiting.pop(), ()):
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return frozenset(found)


def _words(state: Session) -> Iterable[tuple[str, str]]:
    cast = state.cast
    own = CLAUDE if cast.claude else (*BUILT_IN, *SHIPPED)
    names = sorted({*NAMES, "e", *cast.known, *cast.visible, *own})
    labels = {each.label or "" for name in cast.visible for each in cast.buttons(name).handoffs}
    alone = ("answer",) if state.open else ("leave", "send")
    yield from ((word, "") for word in alone)
    if state.open:
        yield from (("subagent", name) for name in names)
        yield from (("tool", name) for name in ("read", "agent", "Bash"))
        if not cast.claude:
            yield "stop", ""
    else:
        # Who picks an agent that VS Code brings does not pick a hidden one of the same name.
        yield from (
            ("pick", name)
            for name in names
            if name not in SHIPPED or name in cast.visible or name not in cast.known
        )
        yield from (("press", label) for label in sorted(labels))


def whole(state: Session) -> tuple[object, ...]:
    """All of a session but for what it remembers of its way."""
    return (state.active, state.stack, state.open, state.shown, state.left, state.ended)


def everything(begin: Session) -> Reached:
    """What sessions come to by all that may be said."""
    used = {*RUNTIME.moves(begin.opening)}
    known = {whole(begin): spot_of(begin)}
    onward: dict[Spot, set[Spot]] = {spot: set() for spot in known.values()}
    waiting = [begin]
    while waiting:
        state = waiting.pop()
        if state.ended:
            continue
        here = known[whole(state)]
        for word in _words(state):
            after, events = RUNTIME.step(state, spoken(*word))
            if after is state:  # which is how a word is turned down
                continue
            after = after._replace(visited=())
            used.update(RUNTIME.moves(events))
            key = whole(after)
            if key not in known:
                known[key] = spot_of(after)
                onward.setdefault(known[key], set())
                waiting.append(after)
                assert len(known) < ENOUGH
            if word[0] != "stop":  # which leads out of everything
                onward[here].add(known[key])
    return Reached(onward, frozenset(used))


def chosen(atlas: Atlas[Session]) -> Reached:
    """What sessions come to by the choices of an exploration."""
    spots = [spot_of(state) for state in atlas.states]
    onward: dict[Spot, set[Spot]] = {spot: set() for spot in spots}
    used = {*RUNTIME.moves(atlas.states[0].opening)}
    for edge in atlas.edges:
        onward[spots[edge.source]].add(spots[edge.target])
        used.update(RUNTIME.moves(edge.events))
    return Reached(onward, frozenset(used))


def explored(begin: Session) -> Atlas[Session]:
    """The exploration by the runtime's choices."""
    atlas = explore(RUNTIME, begin, ENOUGH)
    assert atlas.complete
    return atlas


def stepped(begin: Session) -> set[Hashable] | None:
    """The keys of the states that the checker comes to; none where it steps the choices."""
    known = {RUNTIME.key(begin)}
    waiting = [begin]
    while waiting:
        state = waiting.pop()
        words = RUNTIME.legal(state)
        if words is None:
            return None
        for choice in words:
            after, _ = RUNTIME.step(state, choice)
            if RUNTIME.key(after) not in known:
                known.add(RUNTIME.key(after))
                waiting.append(after)
    return known
