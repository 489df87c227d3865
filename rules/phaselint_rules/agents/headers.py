"""Headers, and where files lie (reference §7.3, §7.4)."""

from __future__ import annotations

from phaselint.dialects.agents.fields import BODY_LIMIT
from phaselint.dialects.agents.filenames import AGENT, AGENT_FOLDERS, GITHUB, MODE
from phaselint.document.markdown import FENCE
from phaselint.project.paths import is_below, split
from phaselint.vocabulary.finding import Edit, Finding, Fix
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.edits import insert_entry, spelt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent


@rule("AG001", WARNING, fix="safe")
def header_not_portable(facts: AgentsFacts) -> Iterator[Finding]:
    """A header is no YAML, and one harness reads it all the same.

    What:
        The header does not parse as YAML. VS Code takes it, which has a reader of its own: to it a
        value goes on to the end of its line. Claude Code takes a value of one line that holds a
        colon and a blank.
    Why:
        Other tools that read the file refuse it, or make something else of it.
    Bad:
        description: Reviews a change: style and names
    Good:
        description: "Reviews a change: style and names"
    Fix:
        Put the value in quotes. This is offered where the header then is YAML that says the same.
    Source:
        agents §2.3, §7.4, D3
    """
    from phaselint_rules.agents.quoting import quoted

    for agent in facts.all:
        if not agent.header.portable:
            edits = quoted(facts.document(agent))
            reader = "Claude Code" if agent.family in ("claude", "plugin") else "VS Code"
            yield Finding(
                facts.opening(agent),
                message("{} reads this header, YAML readers do not", reader),
                _why(facts, agent),
                fix=Fix("safe", "put in quotes what needs them", edits) if edits else None,
            )


def _why(facts: AgentsFacts, agent: Agent) -> str:
    """What a YAML reader stumbles over."""
    from phaselint.document.markdown import front_matter
    from phaselint.document.yamlreader import read

    text = facts.document(agent).text
    found = front_matter(text)
    problems = read(text[found.start : found.end], found.start).problems if found else ()
    if not problems:
        return "put the value in quotes"
    line = facts.document(agent).position(problems[0].start).line
    return f"put the value in quotes; line {line}: {problems[0].message}"


@rule("AG002", ERROR)
def header_unclosed(facts: AgentsFacts) -> Iterator[Finding]:
    """A header is never closed.

    What:
        The first line is `---`, and no other line is.
    Why:
        VS Code takes the whole text for the header, Claude Code and others for a file without one:
        there are no instructions left, or no fields.
    Bad:
        ---
        name: Builder
        Keep edits small.
    Good:
        ---
        name: Builder
        ---
        Keep edits small.
    Fix:
        Write a line `---` where the header ends.
    Source:
        agents §1.2 (F6), §2.1, §7.4
    """
    for agent in facts.files:
        if agent.header.fault == "unclosed":
            place = facts.span(agent, 0, len(FENCE))
            yield Finding(
                place, message("the header is never closed"), "close it with a line `---`"
            )


@rule("AG003", WARNING, fix="unsafe")
def header_not_first_line(facts: AgentsFacts) -> Iterator[Finding]:
    """Something stands before a header.

    What:
        Empty lines, a comment, or a line that opens a code block come before the `---` of what
        looks like a header.
    Why:
        A header starts on the first line, or it is text: the agent has no name and no tools.
    Bad:
        <!-- licence -->
        ---
        name: docs-writer
        ---
    Good:
        ---
        name: docs-writer
        ---
    Fix:
        Remove what stands before it. Empty lines are removed, a comment is put after the header.
    Source:
        agents §1.2 (F6), §7.4
    """
    for agent in facts.files:
        late = agent.header.late
        if late >= 0:
            yield Finding(
                facts.span(agent, late, late + len(FENCE)),
                message("the header must start on the first line"),
                "remove what stands before it: as it is, all of it is text",
                fix=_first(facts, agent, late),
            )


def _first(facts: AgentsFacts, agent: Agent, late: int) -> Fix | None:
    """Put a header first; none where a code block opens before it, which has an end as well."""
    from phaselint.document.markdown import front_matter

    text = facts.document(agent).text
    before, found = text[:late].strip(), front_matter(text[late:])
    if found is None or found.body < 0 or (before and not before.startswith("<!--")):
        return None
    edits = [Edit(facts.span(agent, 0, late), "")]
    if before:
        body = late + found.body
        edits.append(Edit(facts.span(agent, body, body), f"{before}\n"))
    return Fix("unsafe", "put the header first", tuple(edits))


@rule("AG004", WARNING, fix="unsafe", holds=("local", "copilot"))
def agent_not_discovered(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent lies where VS Code does not look.

    What:
        A file in a folder below `.github/agents` that `chat.agentFilesLocations` of the workspace
        settings does not name.
    Why:
        The agent is in no picker, no handoff leads to it, and nobody can call it.
    Bad:
        # .github/agents/extra/linter.agent.md
    Good:
        # .github/agents/linter.agent.md
    Fix:
        Move it up, or add the folder to `chat.agentFilesLocations`. The latter is offered where
        there are settings without comments.
    Source:
        agents §1.1, §1.2 (F4), §7.2, D11
    """
    for agent in facts.files:
        if agent.family == "vscode" and not agent.discovered:
            yield Finding(
                facts.file_place(agent),
                message("VS Code does not look into this sub-folder"),
                "move the file to `.github/agents`, or add its folder to "
                "`chat.agentFilesLocations` in `.vscode/settings.json`",
                fix=_looked_into(facts, agent),
            )


def _looked_into(facts: AgentsFacts, agent: Agent) -> Fix | None:
    """Have VS Code look into the folder of an agent."""
    settings = facts.contract.settings
    if settings is None or not isinstance(settings.value, dict):
        return None
    team = facts.contract.target.folder
    folder = split(agent.path)[0].removeprefix(f"{team}/" if team else "")
    if AGENT_FOLDERS in settings.value:
        edit = insert_entry(settings, (AGENT_FOLDERS,), folder, "true")
    else:
        edit = insert_entry(settings, (), AGENT_FOLDERS, f"{{{spelt(folder)}: true}}")
    return Fix("unsafe", f"list {quote(folder)} in the settings", (edit,)) if edit else None


@rule("AG005", WARNING, holds=("local", "copilot"))
def legacy_chatmode(facts: AgentsFacts) -> Iterator[Finding]:
    """A file is a chat mode of old.

    What:
        A file whose name ends in `.chatmode.md`.
    Why:
        Chat modes are agents since VS Code 1.106; the old files are read for a while, and not by
        Copilot sessions.
    Bad:
        # .github/chatmodes/scribe.chatmode.md
    Good:
        # .github/agents/scribe.agent.md
    Fix:
        Move the file to `.github/agents` and rename it.
    Source:
        agents §7.3, §9.1
    """
    for agent in facts.files:
        if agent.path.endswith(MODE):
            yield Finding(
                facts.file_place(agent),
                message("chat modes are agents now; Copilot sessions do not read them")
                if facts.wanted.listing
                else message("chat modes are agents now"),
                f"move it to `{GITHUB}/agents/{agent.stem}{AGENT}`",
            )


@rule("AG006", WARNING, holds=("limited: body",))
def prompt_too_long(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent has more text than Copilot takes.

    What:
        The text after the header has more than 30,000 characters, in an agent of `.github/agents`
        that is not for VS Code alone.
    Why:
        Copilot's cloud agent and CLI take no more.
    Bad:
        # 47,730 characters after the header
    Good:
        # 12,000 characters, and the rest in files that it names
    Fix:
        Shorten it, or move parts of it to skills or other files.
    Source:
        agents §3.1, §7.3
    """
    for agent in facts.vscode:
        document = facts.document(agent)
        if agent.target == "vscode" or not is_below(agent.path, f"{GITHUB}/agents"):
            continue
        if len(document.text) <= BODY_LIMIT // 2:  # a character is two units at most
            continue
        body = document.text[document.body_start :].replace("\r\n", "\n")  # as a repository has it
        length = len(body.encode("utf-16-le")) // 2
        if length > BODY_LIMIT:
            yield Finding(
                facts.file_place(agent),
                message(
                    "the body has {} characters, Copilot takes {}", f"{length:,}", f"{BODY_LIMIT:,}"
                ),
                "shorten it, or move parts of it to skills",
            )
