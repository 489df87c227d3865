"""Headers, and where files are (reference §7.3, §7.4)."""

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
    """Header that is invalid YAML

    What:
        The header isn't valid YAML. VS Code accepts it because its own parser reads a value to the
        end of the line. Claude Code reads one-line values as if they were in quotes.
    Why:
        Other tools reject the file or read different values.
    Bad:
        description: Reviews a change: style and names
    Good:
        description: "Reviews a change: style and names"
    Fix:
        Put the value in quotes. phaselint suggests this if the result is YAML with the same
        meaning.
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
                message("this header isn't valid YAML; only {} accepts it", reader),
                _why(facts, agent),
                fix=Fix("safe", "put the values that need it in quotes", edits) if edits else None,
            )


def _why(facts: AgentsFacts, agent: Agent) -> str:
    """The part that a YAML reader rejects."""
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
    """Header that is never closed

    What:
        The first line is `---`, but there is no second `---` line.
    Why:
        VS Code treats the whole file as the header; Claude Code and others treat it as a file
        without a header. Either the instructions or the fields are lost.
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
        Add a line `---` after the header.
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
    """Text before the header

    What:
        Empty lines, a comment, or the start of a code block come before the `---` of an apparent
        header.
    Why:
        A header that doesn't start on the first line is read as text: the agent has no name and no
        tools.
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
        Remove the text before the header. phaselint suggests removing empty lines and moving a
        comment after the header.
    Source:
        agents §1.2 (F6), §7.4
    """
    for agent in facts.files:
        late = agent.header.late
        if late >= 0:
            yield Finding(
                facts.span(agent, late, late + len(FENCE)),
                message("header doesn't start on line 1, so it is read as text"),
                "remove the text before it",
                fix=_first(facts, agent, late),
            )


def _first(facts: AgentsFacts, agent: Agent, late: int) -> Fix | None:
    """Move a header to the top; None if a code block starts before it, because that has an end as
    well."""
    from phaselint.document.markdown import front_matter

    text = facts.document(agent).text
    before, found = text[:late].strip(), front_matter(text[late:])
    if found is None or found.body < 0 or (before and not before.startswith("<!--")):
        return None
    edits = [Edit(facts.span(agent, 0, late), "")]
    if before:
        body = late + found.body
        edits.append(Edit(facts.span(agent, body, body), f"{before}\n"))
    return Fix("unsafe", "move the header to the top", tuple(edits))


@rule("AG004", WARNING, fix="unsafe", holds=("local", "copilot"))
def agent_not_discovered(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent outside the searched directories

    What:
        A file in a subfolder of `.github/agents` that isn't listed in `chat.agentFilesLocations` of
        the workspace settings.
    Why:
        VS Code doesn't show the agent in the picker, and neither handoffs nor calls reach it.
    Bad:
        # .github/agents/extra/linter.agent.md
    Good:
        # .github/agents/linter.agent.md
    Fix:
        Move it up, or add the folder to `chat.agentFilesLocations`. phaselint suggests adding the
        folder if there is a settings file without comments.
    Source:
        agents §1.1, §1.2 (F4), §7.2, D11
    """
    for agent in facts.files:
        if agent.family == "vscode" and not agent.discovered:
            yield Finding(
                facts.file_place(agent),
                message("VS Code doesn't load agents from this subfolder"),
                "move the file to `.github/agents`, or add its folder to "
                "`chat.agentFilesLocations` in `.vscode/settings.json`",
                fix=_looked_into(facts, agent),
            )


def _looked_into(facts: AgentsFacts, agent: Agent) -> Fix | None:
    """Make VS Code search the folder of an agent."""
    settings = facts.contract.settings
    if settings is None or not isinstance(settings.value, dict):
        return None
    team = facts.contract.target.folder
    folder = split(agent.path)[0].removeprefix(f"{team}/" if team else "")
    if AGENT_FOLDERS in settings.value:
        edit = insert_entry(settings, (AGENT_FOLDERS,), folder, "true")
    else:
        edit = insert_entry(settings, (), AGENT_FOLDERS, f"{{{spelt(folder)}: true}}")
    return Fix("unsafe", f"add {quote(folder)} to the settings", (edit,)) if edit else None


@rule("AG005", WARNING, holds=("local", "copilot"))
def legacy_chatmode(facts: AgentsFacts) -> Iterator[Finding]:
    """Legacy chat mode file

    What:
        A file whose name ends in `.chatmode.md`.
    Why:
        Agents replaced chat modes in VS Code 1.106. VS Code still reads the old files for now;
        Copilot sessions don't.
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
                message("chat modes were replaced by agents; Copilot sessions don't read them")
                if facts.wanted.listing
                else message("chat modes were replaced by agents"),
                f"move it to `{GITHUB}/agents/{agent.stem}{AGENT}`",
            )


@rule("AG006", WARNING, holds=("limited: body",))
def prompt_too_long(facts: AgentsFacts) -> Iterator[Finding]:
    """Prompt over Copilot's length limit

    What:
        The body has more than 30,000 characters, in an agent of `.github/agents` that isn't for VS
        Code only.
    Why:
        Copilot's cloud agent and CLI don't accept more.
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
                    "body is {} characters; Copilot's limit is {}", f"{length:,}", f"{BODY_LIMIT:,}"
                ),
                "shorten it, or move parts of it to skills",
            )
