"""The options of teams in the configuration (reference §4.1, §4.3, §5, §12)."""

from __future__ import annotations

from phaselint.dialects.base import Option

HARNESSES = ("local", "copilot", "cli", "cloud", "claude")
"""The programs that read agents: VS Code's own agent, Copilot sessions in VS Code, Copilot CLI,
Copilot's cloud agent, Claude Code."""

FILES, VSCODE = "files", "vscode"
"""Words for several of them: those of each family of files, and those of VS Code."""

OPTIONS = (
    Option(
        "harness",
        (FILES,),
        "the programs that the team is for; findings about other programs are left out: "
        "`local` (VS Code's own agent), `copilot` (Copilot sessions in VS Code; features "
        "without effect there are listed), `cli` (Copilot CLI), `cloud` (Copilot's cloud "
        "agent), `claude` (Claude Code); `files` are the programs of each family of files, "
        "`vscode` is `local` and `copilot`",
        (*HARNESSES, FILES, VSCODE),
        kind=list,
        reads=True,
        single=True,
    ),
    Option(
        "identity",
        "name",
        "how an agent of VS Code and Copilot is identified: by its `name`, or only by its "
        "file, as in Copilot CLI",
        ("name", "file"),
        reads=True,
    ),
    Option(
        "closed",
        False,
        "whether the project contains all agents, which makes unknown names errors",
        kind=bool,
    ),
    Option(
        "external",
        (),
        "names of agents that users have from other sources (their own, an organization's, "
        "an extension's)",
        kind=list,
        reads=True,
    ),
    Option(
        "permission",
        "ask",
        "whether handoffs with `send: true` are sent automatically",
        ("ask", "autopilot"),
    ),
    Option(
        "nesting",
        "settings",
        "whether subagents can call subagents in VS Code; `settings` uses the team's "
        "workspace settings, otherwise no",
        ("settings", "true", "false"),
        reads=True,
    ),
    Option(
        "depth",
        0,
        "limit of nested subagent calls; 0 is the harness's limit: 6 in VS Code, 3 in Claude Code",
        kind=int,
    ),
    Option("known-tools", (), "tools in addition to the harness's own", kind=list, reads=True),
    Option(
        "rights",
        "off",
        "whether to report agents that promise to change nothing but have tools that write, "
        "and agents that can write or run commands only through others",
        ("off", "true"),
    ),
    Option(
        "sessions",
        "local",
        "the program whose sessions are run: VS Code's own agent, or Copilot sessions, in "
        "which lists of `agents` and handoffs have no effect",
        ("local", "copilot"),
    ),
    Option("agent", "", "the agent with which a session of Claude Code starts"),
    Option("max-turns", 20, "number of turns after which a run ends", kind=int),
)
