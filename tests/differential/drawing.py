"""Random headers and teams for the comparison with VS Code's own reader and validator."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    Team = list[tuple[str, str]]
    """Files by their paths, in the order in which VS Code lists them."""

PIECES = (
    *("name", "description", "tools", "agents", "handoffs", "label", "agent", "prompt", "send"),
    *(": ", ":", ",", " ", "  ", "\n", "\n", "\n", "\n  ", "\n  - ", "\n- ", "\n    ", "[", "]"),
    *("{", "}", ", ", "'", '"', "''", "#", " # c", "|", "> ", ">-", "|+", "|+-", "|2", "a", "b c"),
    *("true", "False", "@x", "!t", "&a", "*", "%x", "\t", "\\n", "\\", "---", "- ", "...", "\r\n"),
    *("\r", "é", "😀", "x: y", "`q`", "\n\n", "? ", "\\u00e9", "\xa0", "\u2028", "\x0c", "~", "3"),
)
KEYS = ("name", "description", "tools", "handoffs", "agents", "send", "user-invocable", "x")
INDENTS = ("", "", "", "  ", "    ", "\t", " ")

NAMES = ("Lead", "Worker", "Check er", "lead", "Ünïcode", "a:b", "3", "true", "*", "agent", "Plan")
BOOLEANS = ("true", "false", "True", "yes", '"true"', "'false'", "", "1", "[]", "on")
LISTS = (
    "[{0}]",
    "['{0}', {1}]",
    "{0}",
    "{0}, {1}",
    "\n  - {0}\n  - '{1}'",
    "",
    "[]",
    "{{}}",
    "[[a]]",
)
TOOLS = ("agent", "read", "*", "Task", "agent/runSubagent", "'a, b'", "Bash(x, y)", "3")
BODIES = (
    "Do it.\n",
    "Use #tool:read and `#tool:agent`.\n",
    "```\n#tool:read\n```\n#TOOL:agent [#tool:edit](x) ![#tool:web](y)\n",
    "~~~~\n#tool:a\n~~~\n#tool:b\n~~~~ \n#tool:c.\u2028#tool:d\n",
    "",
)


def header(pick: random.Random) -> str:
    """Text that stands where a header does: pieces of anything, or lines that look like one."""
    if pick.random() < 0.5:
        return "".join(pick.choice(PIECES) for _ in range(pick.randint(1, 25)))
    return "\n".join(_line(pick) for _ in range(pick.randint(1, 7)))


def _line(pick: random.Random) -> str:
    value = "".join(pick.choice(PIECES) for _ in range(pick.randint(0, 5)))
    start = pick.choice(INDENTS) + pick.choice(("", "", "- ")) + pick.choice(KEYS)
    return f"{start}{pick.choice((':', ': ', ': ', ''))}{value}"


def team(pick: random.Random) -> Team:
    """A team of some agents and prompts, most of whose references lead to somebody."""
    paths = [f".github/agents/{name}.agent.md" for name in ("a", "Lead", "w")]
    paths += [".github/agents/plain.md"]
    files = [(path, _agent(pick)) for path in paths if pick.random() < 0.8]
    files = files or [(paths[0], _agent(pick))]
    if pick.random() < 0.4:
        files.append((".claude/agents/c.md", _agent(pick)))
    prompts = [f".github/prompts/{name}.prompt.md" for name in "xy"]
    files += [(path, _prompt(pick)) for path in prompts if pick.random() < 0.5]
    return files


def _agent(pick: random.Random) -> str:
    parts: Mapping[str, Callable[[], str]] = {
        "name": lambda: _name(pick),
        "description": lambda: pick.choice(("Does it", "", "a: b", "[x]")),
        "tools": lambda: pick.choice(LISTS).format(pick.choice(TOOLS), pick.choice(TOOLS)),
        "agents": lambda: pick.choice(LISTS).format(_name(pick), _name(pick)),
        "handoffs": lambda: _handoffs(pick),
        "user-invocable": lambda: pick.choice(BOOLEANS),
        "disable-model-invocation": lambda: pick.choice(BOOLEANS),
        "infer": lambda: pick.choice(BOOLEANS),
        "target": lambda: pick.choice(("vscode", "github-copilot", "code", "")),
        "argument-hint": lambda: pick.choice(("a file", "[a]", "[a] [b]")),
    }
    shares = {"name": 0.9, "description": 0.9, "infer": 0.1, "target": 0.15, "argument-hint": 0.1}
    lines = [
        f"{key}: {make()}" for key, make in parts.items() if pick.random() < shares.get(key, 0.5)
    ]
    if not lines or pick.random() < 0.05:
        return pick.choice(BODIES)
    return "\n".join(("---", *lines, "---", pick.choice(BODIES)))


def _prompt(pick: random.Random) -> str:
    lines = [f"{key}: {_name(pick)}" for key in ("agent", "mode") if pick.random() < 0.6]
    return "\n".join(("---", "description: Asks", *lines, "---", "Do it.\n"))


def _name(pick: random.Random) -> str:
    name = pick.choice(NAMES)
    return pick.choice((name, name, name, f"'{name}'", f'"{name}"', f"' {name}'"))


def _handoffs(pick: random.Random) -> str:
    if pick.random() < 0.1:
        return pick.choice(("none", "[a]", "{}", ""))
    return "".join(f"\n  - {_handoff(pick)}" for _ in range(pick.randint(1, 3)))


def _handoff(pick: random.Random) -> str:
    parts = {
        "label": pick.choice(("Go", "Go on", '" "', "''", "[x]")),
        "agent": _name(pick),
        "prompt": pick.choice(("Go", '""', "", "a: b")),
        "send": pick.choice(BOOLEANS),
    }
    shares = {"send": 0.5}
    kept = [f"{key}: {said}" for key, said in parts.items() if pick.random() < shares.get(key, 0.9)]
    return "\n    ".join(pick.sample(kept, len(kept))) or "x: y"


def tools_header(pick: random.Random, names: Sequence[str], used: Sequence[str]) -> str:
    """An agent whose header has some names in `tools`, in one of the styles of lists, and whose
    text refers to some."""
    said = [_styled(pick, pick.choice(names)) for _ in range(pick.choice((0, 1, 1, 2, 3, 5)))]
    style = pick.choice(("flow", "flow", "block", "words"))
    tools = f" [{', '.join(said)}]"
    if style == "block":
        before = pick.choice(("\n  - ", "\n- "))
        tools = "".join(f"{before}{each}" for each in said) or " []"
    elif style == "words":
        tools = " " + pick.choice((", ", ",")).join(said)
    text = " ".join(f"#tool:{pick.choice(used)}" for _ in range(pick.randint(0, 3)))
    return f"---\ndescription: Works\ntools:{tools}\n---\nUse {text}\n"


def _styled(pick: random.Random, name: str) -> str:
    quotes = ("'", '"') if not name or name == "*" or name.endswith("*") else ("", "", "'", '"')
    mark = pick.choice(quotes)
    return f"{mark}{name}{mark}"
