"""Sessions of tiny teams under the law of act choices: all that anybody may say.

Every name is picked and called, every label pressed and every turn stopped, and what is not turned
down is legal; a session of Claude Code that is stopped has no answers. Of the agents that are built
in and that no file of the team names, one is asked for all, as they are all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialects.agents.running.brute import NAMES, RUNTIME, drawn
from laws.acting import Player
from phaselint.dialects.agents.names import BUILT_IN, CLAUDE, SHIPPED, START
from phaselint.dialects.agents.words import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.model import Agent, Team
    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Choice


def starts(seed: str) -> Iterator[tuple[Team, Session]]:
    """A session with a limit of turns, and one without."""
    team = drawn(seed)  # type: ignore[arg-type]
    yield team.team, team.start(limits=True)
    yield team.team, team.start()


def legal(session: Session) -> Iterator[Choice]:
    """All that is not turned down; of built-in agents that nobody names, the first."""
    named, stranger = _named(session), ""
    for word, argument in _words(session):
        choice = spoken(word, argument)
        after, _ = RUNTIME.step(session, choice)
        if after is session or (after == session and word == "stop"):
            continue
        if argument in (*BUILT_IN, *SHIPPED, *CLAUDE) and argument not in named:
            if word == "pick" or stranger not in ("", argument):
                continue
            stranger = argument
        yield choice


def _named(session: Session) -> set[str]:
    """Every agent that runs tell from others: those of the team, and whom these name."""
    cast = session.cast
    agents: list[Agent] = [*cast.known.values(), *cast.visible.values()]
    if not cast.claude:
        called = {handoff.target or "" for agent in agents for handoff in agent.handoffs}
        return {START, *cast.visible, *called}
    tools = [tool for agent in agents for tool in agent.tool_names or ()]
    inside = [tool[tool.index("(") + 1 : -1].split(", ") for tool in tools if "(" in tool]
    return {*cast.known, *(name for names in inside for name in names)}


def _words(session: Session) -> Iterator[tuple[str, str]]:
    cast = session.cast
    own = CLAUDE if cast.claude else (*BUILT_IN, *SHIPPED)
    names = [*NAMES, "e", "gone", *cast.known, *cast.visible, *own]
    names = list(dict.fromkeys(names))
    if not session.open:
        yield from (("leave", ""), ("send", ""))
    else:
        yield from (("answer", ""), *(() if cast.claude else (("stop", ""),)))
        yield from (("subagent", name) for name in names)
        return
    yield from (("pick", name) for name in names)
    labels = {each.label or "" for name in cast.visible for each in cast.buttons(name).handoffs}
    yield from (("press", label) for label in sorted(labels))


PLAYER = Player(RUNTIME, starts, legal)
