"""Teams at the edges of what is checked (reference §7); see `test_edges.py` for the marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from teams import CLAUDE, HOME, PROMPTS, agent, to

if TYPE_CHECKING:
    from collections.abc import Mapping

MANIFEST = ".claude-plugin/plugin.json"
SETTINGS = ".vscode/settings.json"
HIDDEN, BLOCKED = "user-invocable: false", "disable-model-invocation: true"
OUT_OF_SIGHT = (HIDDEN, BLOCKED)
NESTED = '{\n // for all of us\n "chat.subagents.allowInvocationsFromSubagents": true,\n}'


class Edge(NamedTuple):
    """The files of a team, and the options it is looked at with."""

    files: Mapping[str, str]
    settings: tuple[str, ...] = ()


def team(**agents: str) -> dict[str, str]:
    """Agents of VS Code, by the stems of their files."""
    return {f"{HOME}{stem}.agent.md": text for stem, text in agents.items()}


def leading(name: str, called: str = "Planner", **more: str) -> dict[str, str]:
    """A team in which a handoff leads to a name; one agent besides is called something."""
    return team(a=agent("Start", "handoffs:", *handoff(name)), planner=agent(called), **more)


def handoff(to: str, label: str = "Go", *lines: str) -> tuple[str, ...]:
    """The lines of an entry of `handoffs`."""
    more = (f"    {line}" for line in lines)
    return (f"  - label: {label}", f"    agent: {to}", "    prompt: Go on.", *more)


def sending(name: str, to: str) -> str:
    """An agent that hands over by itself."""
    return agent(name, "handoffs:", *handoff(to, "Go", "send: true"))


def single(*lines: str, body: str = "Do it.") -> Edge:
    """A team of one."""
    return Edge(team(a=agent("Start", *lines, body=body)))


def claude(*lines: str, name: str = "a", **others: str) -> Edge:
    """A team of Claude Code, of one and others."""
    files = {f"{CLAUDE}{stem}.md": text for stem, text in others.items()}
    return Edge({f"{CLAUDE}a.md": agent(name, *lines), **files})


def plugin(*lines: str, **others: str) -> Edge:
    """A plugin, of one agent and others."""
    files = {f"agents/{stem}.md": text for stem, text in others.items()}
    return Edge({MANIFEST: "{}", "agents/a.md": agent("a", *lines), **files})


def asking(line: str, **agents: str) -> dict[str, str]:
    """A team and a prompt that asks for one."""
    return {**team(**agents), f"{PROMPTS}p.prompt.md": f"---\n{line}\n---\nDo it.\n"}


def raw(text: str, folder: str = HOME) -> Edge:
    """A team of one file, as it is written."""
    return Edge({f"{folder}a{'.agent' if folder == HOME else ''}.md": text})


UNSEEN = agent("A").replace("---", "--- ⟦W agent-not-discovered⟧", 1)
NEAR = FAR = " ⟦W unknown-target⟧"
CLOSED = " ⟦E unknown-target⟧"
TO_HIDDEN = " ⟦E handoff-to-hidden-agent⟧"
SUB, LISTED = " ⟦W unknown-subagent⟧", " ⟦I agent-list-ignored⟧"
LOST = " ⟦W unreachable-phase⟧"
OFF = " ⟦I nested-subagents-off⟧"

NAMES = {
    "a name as it is": Edge(leading("Planner")),
    "a name in another case": Edge(leading(f"planner{NEAR}")),
    "a name with a hyphen": Edge(leading(f"Plan-ner{NEAR}")),
    "one letter less": Edge(leading(f"Plannr{NEAR}")),
    "two letters that changed places": Edge(leading(f"Plannre{NEAR}")),
    "two other letters of seven": Edge(leading(f"Plaxxer{FAR}")),
    "two other letters of eight": Edge(leading(f"Plaxxers{NEAR}", "Planners")),
    "three other letters": Edge(leading(f"Plaxxxrs{FAR}", "Planners")),
    "one letter more than four": Edge(leading(f"Tooly{FAR}", "Tool")),
    "the file of an agent with a name": Edge(leading(f"planner{NEAR}", "Somebody")),
    "nearly the file": Edge(leading(f"plannr{FAR}", "Somebody")),
    "the built-in agent": Edge(leading("agent")),
    "nearly the built-in agent": Edge(leading(f"Agent{NEAR}")),
    "an agent of the chat extension": Edge(leading("Plan")),
    "nearly one of the chat extension": Edge(leading(f"plan{NEAR}")),
    "somebody else": Edge(leading(f"Nobody{FAR}")),
    "somebody else in a closed team": Edge(leading(f"Nobody{CLOSED}"), ("agents.closed=true",)),
    "somebody from elsewhere": Edge(leading("Nobody"), ("agents.external=Nobody",)),
    "somebody nearly from elsewhere": Edge(leading(f"Nobody{FAR}"), ("agents.external=nobody",)),
    "by its file": Edge(leading("planner", "Somebody"), ("agents.identity=file",)),
    "no longer by its name": Edge(leading(f"Somebody{FAR}", "Somebody"), ("agents.identity=file",)),
    "a hidden agent": Edge(
        team(a=agent("S", "handoffs:", *handoff(f"B{TO_HIDDEN}")), b=agent("B", HIDDEN))
    ),
    "the hidden one of the chat extension": Edge(leading("Explore")),
    "a hidden one instead of that of the chat extension": Edge(
        team(
            a=agent("S", "handoffs:", *handoff(f"Explore{TO_HIDDEN}")),
            b=agent("Explore ⟦I overrides-built-in⟧", HIDDEN),
        )
    ),
    "a hidden one beside a visible one of the chat extension": Edge(
        team(a=agent("S", to("Plan")), b=agent("Plan ⟦I overrides-built-in⟧", HIDDEN))
    ),
    "nearly a hidden agent": Edge(
        team(a=agent("S", "handoffs:", *handoff(f"Buider{NEAR}")), b=agent("Builder", HIDDEN))
    ),
    "a hidden one and a visible one of a name": Edge(
        team(a=agent("S", to("B")), b=agent("B", HIDDEN), c=agent("B ⟦W duplicate-name⟧"))
    ),
    "an agent of Claude Code": Edge({**leading("helper"), f"{CLAUDE}x.md": agent("helper")}),
    "an agent of Claude Code in a sub-folder": Edge(
        {**leading(f"Helper{FAR}"), f"{CLAUDE}sub/x.md": agent("helper")}
    ),
    "a file that is never closed, by all it may be called": Edge(
        {
            **team(a=agent("S", to("Broken"), body="x"), b=agent("T", to("br"))),
            **team(c=agent("U", to("br.agent.md"))),
            f"{HOME}br.agent.md": "--- ⟦E header-unclosed⟧\nname: Broken # so far\nDo it.\n",
        }
    ),
    "an agent that is nowhere looked for": Edge(
        {
            **leading("Deep"),
            f"{HOME}sub/d.agent.md": UNSEEN.replace("name: A", "name: Deep"),
        }
    ),
    "an agent in a folder above": Edge(
        {
            f"{CLAUDE}top.md": agent("top"),
            f"web/{CLAUDE}a.md": agent("a", f"tools: Agent(top), Read{LISTED}"),
        }
    ),
    "an agent in a folder below": Edge(
        {
            f"{CLAUDE}top.md": agent(
                "top", f"tools: Agent(deep), Read ⟦W unknown-subagent, {LISTED[2:]}"
            ),
            f"web/{CLAUDE}a.md": agent("deep"),
        }
    ),
    "agents of a plugin": plugin(f"tools: Agent(b, other:x), Read{LISTED}", b=agent("b")),
    "a prompt for nearly an agent": Edge(
        asking("agent: dt-coach ⟦W unknown-prompt-agent⟧", a=agent("DT Coach"))
    ),
    "a prompt in a closed team": Edge(
        asking("agent: dt-coach ⟦E unknown-prompt-agent⟧", a=agent("DT Coach")),
        ("agents.closed=true",),
    ),
    "a prompt for a hidden agent": Edge(
        asking("agent: B ⟦W unknown-prompt-agent⟧", a=agent("A"), b=agent("B", HIDDEN))
    ),
    "a prompt for the hidden one of the chat extension": Edge(
        asking("agent: Explore", a=agent("A"))
    ),
    "a prompt for a hidden one instead of that": Edge(
        asking(
            "agent: Explore ⟦W unknown-prompt-agent⟧",
            a=agent("A"),
            b=agent("Explore ⟦I overrides-built-in⟧", HIDDEN),
        )
    ),
    "a prompt for a built-in agent": Edge(asking("agent: ask", a=agent("A"))),
    "two of a name": Edge(team(a=agent("A"), b=agent("A ⟦W duplicate-name⟧"))),
    "two of a name for Claude Code": claude(b=agent("a ⟦E duplicate-name⟧")),
    "two of a name in different teams": Edge(
        {f"{CLAUDE}a.md": agent("a"), f"web/{CLAUDE}a.md": agent("a")}
    ),
    "a name of the harness": Edge(team(a=agent("ask ⟦W reserved-name⟧"))),
    "the same with a capital": Edge(team(a=agent("Ask ⟦I overrides-built-in⟧"))),
    "for two harnesses": Edge(
        {**team(a=agent("a ⟦I mirrored-name⟧")), f"{CLAUDE}a.md": agent("a")}
    ),
}

GRAPH = {
    "a lap of two": Edge(team(a=sending("B", "A"), b=sending("A ⟦W auto-send-cycle⟧", "B"))),
    "a lap of one": Edge(team(a=sending("A ⟦W auto-send-cycle⟧", "A"))),
    "a lap under Autopilot": Edge(
        team(a=sending("A ⟦E auto-send-cycle⟧", "A")), ("agents.permission=autopilot",)
    ),
    "a lap that a person keeps going": Edge(team(a=sending("A", "B"), b=agent("B", to("A")))),
    "a lap by the second handoff": Edge(
        team(
            a=agent(
                "A",
                "handoffs:",
                *handoff("C", "X", "send: true"),
                *handoff("A", "Y", "send: true ⟦I auto-send-shadowed⟧"),
            ),
            c=agent("C"),
        )
    ),
    "labels of one letter": Edge(
        team(
            a=agent(
                "A",
                "handoffs:",
                *handoff("B", "V", "send: true"),
                *handoff("C", "V", "send: true ⟦I auto-send-shadowed⟧"),
            ),
            b=agent("B"),
            c=agent("C"),
        )
    ),
    "a first handoff that fails": Edge(
        team(
            a=agent(
                "A",
                "handoffs:",
                *handoff(f"Nobody{FAR}", "X", "send: true"),
                *handoff("A", "Y", "send: true ⟦I auto-send-shadowed⟧"),
            )
        )
    ),
    "a first handoff that is dropped": Edge(
        team(
            a=agent(
                "A ⟦W auto-send-cycle⟧",
                "handoffs:",
                "  - label: X ⟦E incomplete-handoff⟧",
                "    agent: A",
                "    send: true",
                *handoff("A", "Y", "send: true"),
            )
        )
    ),
    "a lap of what is quoted, which counts in a run": Edge(
        team(
            a=agent(
                "A ⟦W auto-send-cycle⟧",
                "handoffs:",
                *handoff("A", "X", "send: 'true' ⟦E boolean-not-recognized⟧"),
            )
        )
    ),
    "out of sight": Edge(team(a=agent("A"), b=agent(f"B{LOST}", *OUT_OF_SIGHT))),
    "out of sight and listed": Edge(team(a=agent("A", "agents: [B]"), b=agent("B", *OUT_OF_SIGHT))),
    "out of sight and listed by itself": Edge(
        team(a=agent("A"), b=agent(f"B{LOST}", *OUT_OF_SIGHT, f"agents: [B]{OFF}"))
    ),
    "out of sight, listed by one without the tool": Edge(
        team(
            a=agent("A", "tools: [read] ⟦W agents-without-agent-tool⟧", "agents: [B]"),
            b=agent(f"B{LOST}", *OUT_OF_SIGHT),
        )
    ),
    "out of sight, listed by an agent of Claude Code": Edge(
        {
            **team(b=agent("B", *OUT_OF_SIGHT)),
            f"{CLAUDE}lead.md": agent("lead", "agents: [B] ⟦I key-ignored-here⟧"),
        }
    ),
    "out of sight by an old key": Edge(
        team(a=agent("A"), b=agent(f"B{LOST}", HIDDEN, "infer: false ⟦I deprecated-key⟧"))
    ),
    "only hidden": Edge(team(a=agent("A", "agents: []"), b=agent("B", HIDDEN))),
    "only blocked": Edge(team(a=agent("A", "agents: []"), b=agent("B", BLOCKED))),
    "below a subagent": Edge(
        team(
            a=agent("A", "agents: [B]"),
            b=agent("B", *OUT_OF_SIGHT, f"agents: [C]{OFF}"),
            c=agent("C ⟦W unreachable-without-nesting⟧", *OUT_OF_SIGHT),
        )
    ),
    "below a subagent, with the setting": Edge(
        {
            **team(
                a=agent("A", "agents: [B]"),
                b=agent("B", *OUT_OF_SIGHT, "agents: [C]"),
                c=agent("C", *OUT_OF_SIGHT),
            ),
            SETTINGS: NESTED,
        }
    ),
    "below a subagent that people pick": Edge(
        team(a=agent("A"), b=agent("B", "agents: [C]"), c=agent("C", *OUT_OF_SIGHT))
    ),
    "three calls deep where two are allowed": Edge(
        team(
            a=agent("A", "agents: [B]"),
            b=agent("B", *OUT_OF_SIGHT, "agents: [C]"),
            c=agent("C", *OUT_OF_SIGHT, "agents: [D]"),
            d=agent("D ⟦W subagent-depth-exceeded⟧", *OUT_OF_SIGHT),
        ),
        ("agents.nesting=true", "agents.depth=2"),
    ),
    "a sub-folder": Edge({f"{HOME}sub/a.agent.md": UNSEEN}),
    "a sub-folder below one that is named": Edge(
        {
            SETTINGS: '{"chat.agentFilesLocations": {".github/agents/sub": true}}',
            f"{HOME}sub/b.agent.md": agent("B"),
            f"{HOME}sub/deep/a.agent.md": UNSEEN,
        }
    ),
    "labels that are one to a button": Edge(
        team(
            a=agent(
                "A",
                "handoffs:",
                *handoff("B", "Do it"),
                *handoff("B", "do-it ⟦W duplicate-handoff⟧"),
            ),
            b=agent("B"),
        )
    ),
    "one label for two": Edge(
        team(a=agent("A", "handoffs:", *handoff("B"), *handoff("C")), b=agent("B"), c=agent("C"))
    ),
}

FIELDS = {
    "a prompt that is missing": single(
        "handoffs:", "  - label: Go ⟦E incomplete-handoff⟧", "    agent: Start"
    ),
    "a prompt that is empty": single("handoffs: [{label: Go, agent: Start, prompt: ''}]"),
    "an agent of blanks, which is a name": single("handoffs:", *handoff("' ' ⟦W unknown-target⟧")),
    "an agent that is empty": single("handoffs:", *handoff("'' ⟦E incomplete-handoff⟧")),
    "a label of blanks": single("handoffs:", *handoff("Start", "' ' ⟦E incomplete-handoff⟧")),
    "a model of a handoff, which nobody looks at": single(
        "handoffs:", *handoff("Start", "Go", "model: [one, two]")
    ),
    "a key that a handoff of VS Code does not have": single(
        "handoffs:", *handoff("Start", "Go", "sent: true ⟦W unknown-key⟧")
    ),
    "handoffs that are no list": single("handoffs: Start ⟦E field-type⟧"),
    "agents that are no list": single("agents: Start ⟦E field-type⟧"),
    "an empty list of agents": single("tools: [read]", "agents: []"),
    **{
        f"{word} for a boolean": single(f"{HIDDEN[:-5]}{word} ⟦E boolean-not-recognized⟧")
        for word in ("True", "no", "'false'")
    },
    "what is no boolean at all": single("user-invocable: sometimes ⟦E field-type⟧"),
    "a boolean of Claude Code in capitals": claude("background: True"),
    "a boolean of Claude Code as a text": claude("background: 'true' ⟦W field-type⟧"),
    "a word for a boolean of Claude Code": claude("omitClaudeMd: on ⟦W field-type⟧"),
    "a number for a boolean of Claude Code": claude("background: 1 ⟦W field-type⟧"),
    "another word for a boolean of Claude Code": claude("background: maybe ⟦E field-type⟧"),
    "a word for a boolean in a plugin": plugin("background: on ⟦I field-type⟧"),
    "no turns": claude("maxTurns: 0 ⟦E field-type⟧"),
    "one turn": claude("maxTurns: 1"),
    "a key for a person that nobody reads": single("agent: [x] ⟦W unknown-key⟧"),
    "a key of prompts": single("agent: agent ⟦I unknown-key⟧"),
    "keys near none": single("version: 1 ⟦I unknown-key⟧", "nam: x"),
    "a key near one that is there": single("tools: [read]", "tool: [read] ⟦I unknown-key⟧"),
    "a key that is always meant for another": single("allowed-tools: [x] ⟦W unknown-key⟧"),
    "a key of another tool": single("mode: subagent ⟦I unknown-key⟧", "x-tools: []"),
    "a key of the other harness": single("permissionMode: nonsense ⟦I key-ignored-here⟧"),
    "a key that plug-ins may not have": plugin("permissionMode: nonsense ⟦W key-ignored-here⟧"),
    "handoffs for Copilot alone": single(
        "target: github-copilot", "handoffs: ⟦W key-ignored-here⟧", *handoff("Nobody")
    ),
    "keys that contradict each other": single(
        "infer: true ⟦W deprecated-key, W infer-conflict⟧", BLOCKED
    ),
    "keys that agree": single("infer: false", BLOCKED),
    "an old key that says what is so anyway": single("user-invokable: true ⟦I deprecated-key⟧"),
    "an old key beside the new": single("user-invokable: false", HIDDEN),
    "a target that is none": single("target: vs-code ⟦E invalid-value⟧"),
    "a memory that is none": claude("memory: global ⟦W invalid-value⟧"),
    "a colour that is none": claude("color: magenta ⟦I invalid-value⟧"),
    "a name with a colon": claude(name="a:b ⟦E invalid-name⟧"),
    "as long as it may be": Edge(team(a=agent("A", body="x" * 29_999))),
    "longer": raw("--- ⟦W prompt-too-long⟧\nname: A\ndescription: x\n---\n" + "😀" * 15_001),
    "longer, for VS Code": single("target: vscode", body="x" * 40_000),
}

HEADERS = {
    "a colon in a text": raw(
        "--- ⟦W header-not-portable⟧\nname: A\ndescription: a: b\n"
        "target: x ⟦E invalid-value⟧\n---\n"
    ),
    "an asterisk for a list": raw(
        "--- ⟦W header-not-portable⟧\nname: A\ndescription: x\nagents: * ⟦E field-type⟧\n---\n"
    ),
    "a handoff below what is no YAML": raw(
        "--- ⟦W header-not-portable⟧\nname: A\ndescription: @x\nhandoffs:\n"
        "  - label: Go\n    agent: Nobody ⟦W unknown-target⟧\n    prompt: x\n---\n"
    ),
    "a tag, which is a text": raw("---\nname: A\ndescription: !x\n---\n"),
    "an anchor, which is a text": raw("---\nname: A\ndescription: &a x\n---\n"),
    "a colon in a text for Claude Code": raw(
        "--- ⟦W header-not-portable⟧\nname: a\ndescription: a: b\n---\n", CLAUDE
    ),
    "an at sign for Claude Code": raw(
        "--- ⟦W header-not-portable⟧\nname: a\ndescription: @x\n---\n", CLAUDE
    ),
    "a key twice": raw("---\nname: A\nname: B ⟦E duplicate-key⟧\ntarget: x\n---\n"),
    "never closed": raw("--- ⟦E header-unclosed⟧\nname: A\n"),
    "dashes in a key's value": raw(
        "---\nname: a\ndescription: a --- ⟦W header-ends-early⟧ b\nmodel: opus\n---\n", CLAUDE
    ),
    "dashes before the description": raw(
        "---\nname: a # ---- ⟦E header-ends-early⟧\ndescription: b\n---\n", CLAUDE
    ),
    "dashes in quotes": raw(
        "---\nname: a\ndescription: 'a --- ⟦E syntax-error⟧ b'\nmodel: opus\n---\n", CLAUDE
    ),
    "dashes in VS Code": raw("---\nname: A\ndescription: a --- b\ntarget: vscode\n---\n"),
    "an empty line before": raw("\n--- ⟦W header-not-first-line⟧\nname: A\n---\n"),
    "a comment of two lines before": Edge(
        {f"{CLAUDE}a.md": "<!-- x\n-->\n---\nname: A\n---\n", f"{CLAUDE}b.md": agent("b")}
    ),
    "no header": raw("Do it. ⟦W missing-description⟧\n"),
    "no header for Claude Code": Edge({f"{CLAUDE}a.md": "Notes\n", f"{CLAUDE}b.md": agent("b")}),
    "no name": raw("--- ⟦W missing-name⟧\ndescription: x\n---\n", CLAUDE),
    "no name, but tools": raw("--- ⟦E missing-name⟧\ndescription: x\ntools: Read\n---\n", CLAUDE),
    "a header of something else": Edge(
        {f"{CLAUDE}a.md": "---\ntitle: x\n---\n", f"{CLAUDE}b.md": agent("b")}
    ),
    "a chat mode": Edge(
        {".github/chatmodes/a.chatmode.md": "--- ⟦W legacy-chatmode⟧\ntools: [read]\n---\n"}
    ),
}

TOOLS = {
    "sets, tools of servers, aliases": single("tools: [read, 'x/*', a.b/c, shell, runSubagent]"),
    "an alias in capitals": single("tools: [Read] ⟦I renamed-tool⟧"),
    "an alias in capitals for VS Code alone": single(
        "target: vscode", "tools: [Read] ⟦I renamed-tool⟧"
    ),
    "a former name": single("tools: [codebase] ⟦I renamed-tool⟧"),
    "everything": single("tools: ['*'] ⟦I star-in-local⟧"),
    "everything, for Copilot alone": single("target: github-copilot", "tools: ['*']"),
    "nearly a set": single("tools: [serach, read] ⟦W misspelt-tool⟧"),
    "nearly a set, and nothing else": single("tools: [serach] ⟦W no-usable-tool⟧"),
    "nearly a tool by two edits": single("tools: [edit, 'search/codbas'] ⟦W misspelt-tool⟧"),
    "nearly several": single("tools: [edit, runTaks] ⟦I unknown-tool⟧"),
    "nearly one for Copilot alone": single(
        "target: github-copilot", "tools: [shel, read] ⟦W misspelt-tool⟧"
    ),
    "nearly one of VS Code's, for Copilot alone": single(
        "target: github-copilot", "tools: [codebas, read] ⟦I unknown-tool⟧"
    ),
    "in another case": single("tools: [Codebase, read] ⟦W misspelt-tool⟧"),
    "as the documentation spells it": single("tools: [read, vscode/VSCodeAPI] ⟦I unknown-tool⟧"),
    "a tool of another server": single("tools: [editor/editFiles, read]"),
    "a tool of the runtime": single("tools: [view, str_replace]"),
    "names that models see": single("tools: [read_file, edit] ⟦I unknown-tool⟧"),
    "no tool that there is, and a list of subagents": single(
        "tools: [read_file] ⟦W no-usable-tool⟧\nagents: [Plan]"
    ),
    "names that models see alone": single("tools: [read_file, list_dir] ⟦W no-usable-tool⟧"),
    "a tool that is off by default": single("tools: ['search/changes', read]"),
    "its old name": single("tools: [changes, read] ⟦I renamed-tool⟧"),
    "a tool that is gone": single("tools: [findTestFiles, read] ⟦I removed-tool⟧"),
    "a set of old": single(
        "tools: [runTasks] ⟦I renamed-tool⟧", body="#tool:execute/runTask #tool:read/getTaskOutput"
    ),
    "a set of old that lacks a tool": single(
        "tools: [runTasks] ⟦I renamed-tool⟧", body="#tool:execute/runTests ⟦W tool-not-enabled⟧"
    ),
    "a set that has a tool by its former set": single(
        "tools: [search]", body="#tool:read/readFile"
    ),
    "a server of the project": Edge(
        {
            **single("tools: [weather]").files,
            ".vscode/mcp.json": '{"servers": {"weather": {"command": "w",},} /* ours */}',
        }
    ),
    "nearly a set, and a tool all the same": Edge(
        single("tools: [serach]").files, ("agents.known-tools=serach",)
    ),
    "nearly a short set": single("tools: [wbe, read] ⟦I unknown-tool⟧"),
    "a tool that is used": single(
        "tools: [read]", body="#tool:execute/runTests ⟦W tool-not-enabled⟧"
    ),
    "a tool that is used by its former name": single("tools: [execute]", body="#tool:runTests"),
    "a tool that is spoken of": single("tools: [read]", body="`#tool:edit`\n```\n#tool:edit\n```"),
    "a list of tools without that for calls": single(
        "tools: [read] ⟦W agents-without-agent-tool⟧", "agents: ['*']"
    ),
    "tools of nobody": claude("tools: readfile, search/codebase ⟦E no-usable-tool⟧"),
    "tools of nobody beside one": claude("tools: Read, webfetch ⟦W misspelt-tool⟧"),
    "a tool that is new": claude("tools: NewTool ⟦I unknown-tool⟧"),
    "a tool that is granted and denied": claude(
        "tools: Read, Edit", "disallowedTools: Edit ⟦W tool-denied⟧"
    ),
    "a part of a tool that is denied": claude(
        "disallowedTools: Bash(git push *) ⟦W denied-with-specifier⟧"
    ),
    "all tools that are denied": claude('disallowedTools: ["*", Read] ⟦W denies-nothing⟧'),
    "an agent that is denied": claude("disallowedTools: Agent(x)"),
    "agents in parentheses": claude("tools: Agent(a), Read ⟦I agent-list-ignored⟧"),
    "nobody in parentheses": claude("tools: Agent(), Read"),
    "a tool for the main thread": claude("tools: AskUserQuestion, Read ⟦I tool-not-for-subagents⟧"),
}
