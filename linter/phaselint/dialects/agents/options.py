"""What configuration may choose about teams (reference §4.1, §4.3, §5, §12)."""

from __future__ import annotations

from phaselint.dialects.base import Option

HARNESSES = ("local", "copilot", "cli", "cloud", "claude")
"""The programs that read agents: VS Code's own agent, Copilot sessions in VS Code, Copilot CLI,
Copilot's cloud agent, Claude Code."""

FILES, VSCODE = "files", "vscode"
"""Words for several of them: those of each family of files, those of VS Code."""

OPTIONS = (
    Option(
        "harness",
        (FILES,),
        "the programs that the team is for, of which alone something is said: `local` (VS Code's "
        "own agent), `copilot` (Copilot sessions in VS Code; what does nothing there is listed), "
        "`cli` (Copilot CLI), `cloud` (Copilot's cloud agent), `claude` (Claude Code); `files` "
        "are those of each family of files, `vscode` is `local` and `copilot`",
        (*HARNESSES, FILES, VSCODE),
        kind=list,
        reads=True,
        single=True,
    ),
    Option(
        "identity",
        "name",
        "what an agent of VS Code and Copilot is called by: its `name`, or its file alone, as "
        "Copilot CLI does",
        ("name", "file"),
        reads=True,
    ),
    Option(
        "closed",
        False,
        "whether there are no agents but those in the project: unknown names are errors then",
        kind=bool,
    ),
    Option(
        "external",
        (),
        "names of agents that users have from elsewhere (their own, an organisation's, an "
        "extension's)",
        kind=list,
        reads=True,
    ),
    Option(
        "permission",
        "ask",
        "whether handoffs with `send: true` go by themselves",
        ("ask", "autopilot"),
    ),
    Option(
        "nesting",
        "settings",
        "whether subagents may call subagents in VS Code; `settings` is what the workspace "
        "settings of the team say, else no",
        ("settings", "true", "false"),
        reads=True,
    ),
    Option(
        "depth",
        0,
        "how deep calls of subagents may go; 0 is what the harness allows: 6 in VS Code, 3 in "
        "Claude Code",
        kind=int,
    ),
    Option(
        "known-tools", (), "tools besides those that the harnesses bring", kind=list, reads=True
    ),
    Option(
        "rights",
        "off",
        "whether agents that promise to change nothing are reported for tools that write, and "
        "those that come to write or run commands through others",
        ("off", "true"),
    ),
    Option(
        "sessions",
        "local",
        "whose sessions a run is: those of VS Code's own agent, or Copilot sessions, in which "
        "lists of `agents` and handoffs do nothing",
        ("local", "copilot"),
    ),
    Option("agent", "", "the agent that a session of Claude Code is started with"),
    Option("max-turns", 20, "turns after which a run ends", kind=int),
)
