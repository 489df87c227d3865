"""Teams of coding agents that are hard to judge, of about 100 kB each; see `hostile.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from benchmarks.hostile import Files

HOME, CLAUDE = ".github/agents", ".claude/agents"
HIDDEN = ("user-invocable: false", "disable-model-invocation: true")
NESTING = {".vscode/settings.json": '{"chat.subagents.allowInvocationsFromSubagents": true}'}


def _agent(name: str, *lines: str) -> str:
    header = "\n".join(("---", f"name: {name}", "description: Does its part.", *lines, "---"))
    return f"{header}\nDo your part.\n"


def _team(agents: Mapping[str, str]) -> Files:
    """Agents by what their files are called."""
    return {f"{HOME}/{file}.agent.md": text for file, text in agents.items()}


def _handoffs(targets: Iterable[str], send: str = "false") -> str:
    entries = (
        f"  - {{label: To {each}, agent: {each}, prompt: Go on., send: {send}}}" for each in targets
    )
    return "\n".join(("handoffs:", *entries))


def many(size: int) -> Files:
    """Agents that say next to nothing: each may call each other."""
    return {**_team({f"a{n}": _agent(f"A{n}") for n in range(size // 70)}), **NESTING}


def unreached(size: int) -> Files:
    """Agents that nobody comes to."""
    return _team({f"a{n}": _agent(f"A{n}", *HIDDEN) for n in range(size // 130)})


def chain(size: int) -> Files:
    """Handoffs in a line, which go by themselves, and at its end begin again."""
    count = size // 150
    return _team(
        {f"a{n}": _agent(f"A{n}", _handoffs([f"A{(n + 1) % count}"], "true")) for n in range(count)}
    )


def calls_in_a_line(size: int) -> Files:
    """Hidden agents of which each is listed by the one before."""
    count = size // 150
    own = {f"a{n}": _agent(f"A{n}", *HIDDEN, f"agents: [A{n + 1}]") for n in range(count)}
    last = {f"a{count}": _agent(f"A{count}", *HIDDEN)}
    return {**_team({"first": _agent("First", "agents: [A0]"), **own, **last}), **NESTING}


def all_to_all(size: int) -> Files:
    """Agents of which each hands off to each other, and lists each other."""
    names = [f"A{n}" for n in range(int((size / 60) ** 0.5))]
    lines = (_handoffs(names), f"agents: [{', '.join(names)}]")
    return {**_team({name.lower(): _agent(name, *lines) for name in names}), **NESTING}


def long_names(size: int) -> Files:
    """Names of thousands of letters, and handoffs to what is nearly one of them."""
    long = "a" * 10_000
    count = max(2, size // 30_000)
    return _team(
        {
            f"a{n}": _agent(
                f"{long}{n:04}", f"agents: [{long}x{n:03}]", _handoffs([f"{long}y{n:03}"])
            )
            for n in range(count)
        }
    )


def strangers(size: int) -> Files:
    """Handoffs and lists that name nobody, in a team of many who are called alike."""
    count = size // 170
    return _team(
        {
            f"a{n}": _agent(
                f"Helper {n:05}", f"agents: [Helpper {n:05}x]", _handoffs([f"Hepler {n:05}y"])
            )
            for n in range(count)
        }
    )


def one_name(size: int) -> Files:
    """Agents who all have one name."""
    return _team({f"a{n}": _agent("Same") for n in range(size // 75)})


def tools(size: int) -> Files:
    """An agent with thousands of tools that nobody knows, and a text that uses thousands."""
    names = ", ".join(f"serach{n}" for n in range(size // 32))
    uses = " ".join(f"#tool:edit/editFiles{n}" for n in range(size // 48))
    return _team({"a": f"{_agent('A', f'tools: [{names}]')}{uses}\n"})


def subagents_of_claude(size: int) -> Files:
    """Agents of Claude Code who list each other."""
    names = [f"a{n}" for n in range(int((size / 4) ** 0.5))]
    line = f"tools: Read, Agent({', '.join(names)})"
    return {f"{CLAUDE}/{name}.md": _agent(name, line) for name in names}


TEAMS: Mapping[str, Callable[[int], Files]] = {
    "many agents": many,
    "unreached agents": unreached,
    "chain of handoffs": chain,
    "calls in a line": calls_in_a_line,
    "all to all": all_to_all,
    "long names": long_names,
    "strangers": strangers,
    "one name": one_name,
    "tools": tools,
    "subagents of Claude": subagents_of_claude,
}
