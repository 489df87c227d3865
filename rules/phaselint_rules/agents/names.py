"""Names of agents (reference §7.1, §7.3)."""

from __future__ import annotations

from collections import Counter

from phaselint.dialects.agents.filenames import GITHUB, MODE
from phaselint.dialects.agents.names import BUILT_IN, CLAUDE, COPILOT, SHIPPED
from phaselint.project.paths import is_below, split
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.edits import insert_entry, key_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent

BY_HARNESS = (Grade("error", "in Claude Code"), Grade("warning", "in VS Code"))

CONFIGURED = (
    Grade("error", "the file has tools or a model"),
    Grade("warning", "it has only a description"),
)


@rule("AG104", BY_HARNESS, prove="proofs.names:one_reached", holds=("identity: key name",))
def duplicate_name(facts: AgentsFacts) -> Iterator[Finding]:
    """Duplicate agent name

    What:
        Two agents that are loaded together have the same name: two of VS Code, two in one
        `.claude/agents`, or two in one folder of a plugin.
    Why:
        References reach only one of them: in VS Code the first, in Claude Code the one that the
        file system lists last.
    Bad:
        name: Reviewer   # in two files
    Good:
        name: Style Reviewer
    Fix:
        Rename one of them, and the references to it.
    Dry run:
        Sessions that use the name reach one of the files, and reach the other only if the first is
        missing.
    Source:
        agents §4.1, §7.1, D12
    """
    first: dict[tuple[str, str, str], Agent] = {}
    for agent in _named(facts):
        folder = split(agent.path)[0] if agent.family == "plugin" else ""
        earlier = first.setdefault((agent.family, folder, facts.name(agent)), agent)
        if earlier is not agent:
            yield Finding(
                facts.name_place(agent),
                message("two agents are named `{}`; only one can be called", facts.name(agent)),
                "rename one of them, and the references to it",
                severity="warning" if agent.family == "vscode" else "error",
                related=(Related(facts.name_place(earlier), "the other agent"),),
                witness=Witness(
                    {
                        "agent": facts.name(agent),
                        "files": [earlier.file, agent.file],
                        "claude": agent.family != "vscode",
                    }
                ),
            )


def _named(facts: AgentsFacts) -> Iterator[Agent]:
    """Agents that can be called by name, in the order of their paths."""
    vscode = (each for each in facts.vscode if each.discovered)
    claude = (each for each in facts.claude if not each.guessed)
    yield from sorted((*vscode, *claude), key=lambda each: each.path)


@rule("AG105", WARNING, prove="proofs.names:built_in_reached", fix="unsafe", holds=("local",))
def reserved_name(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent hidden by a built-in agent of the same name

    What:
        The `name` or the file name of an agent of VS Code is `agent`, `ask` or `edit`.
    Why:
        VS Code finds the built-in agent first, so handoffs and prompts never reach this one.
    Bad:
        name: ask
    Good:
        name: Ask an Expert
    Fix:
        Rename it, and the references to it. If only one agent has the name, phaselint suggests
        another name, also in subagent lists; handoffs and prompts reach the built-in agent and stay
        unchanged.
    Dry run:
        A user picks the name, and the built-in agent works; under another name, this agent works.
    Source:
        agents §4.1, §7.1
    """
    found = [each for each in facts.vscode if each.discovered and facts.name(each) in BUILT_IN]
    shared = Counter(map(facts.name, found))
    for agent in found:
        name = facts.name(agent)
        yield Finding(
            facts.name_place(agent),
            message("the built-in `{}` is found first, so no handoff can reach this agent", name),
            "rename it",
            fix=_freed(facts, agent) if shared[name] == 1 else None,
            witness=Witness({"agent": name, "file": agent.file}),
        )


_OF_OTHERS = frozenset(each.lower() for each in (*BUILT_IN, *SHIPPED, *COPILOT))
"""Names of built-in agents of a harness, and names similar to one."""


def _freed(facts: AgentsFacts, agent: Agent) -> Fix | None:
    """Rename an agent, also in the lists that name it."""
    name = facts.name(agent)
    # labels don't distinguish `Agent` and `agent`, and VS Code has a built-in `Plan`
    better = f"{name}-agent" if agent.stem.lower() in _OF_OTHERS else agent.stem
    if better in facts.scope.first or facts.options["identity"] == "file":
        return None
    listed = (
        Edit(facts.word_place(each, word), key_text(facts.document(each), better))
        for each in facts.vscode
        for word in each.agents or ()
        if word.text == name
    )
    own = _named_by(facts, agent, better)
    return Fix("unsafe", f"rename it to {quote(better)}", (own, *listed)) if own else None


def _named_by(facts: AgentsFacts, agent: Agent, name: str) -> Edit | None:
    """Write the name of an agent."""
    document = facts.document(agent)
    if "name" in agent.header.value:
        return Edit(facts.at(agent, "name"), key_text(document, name))
    return insert_entry(document, (), "name", key_text(document, name))


@rule("AG106", INFO, holds=("local",))
def mirrored_name(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent defined for two runtimes

    What:
        An agent of `.github/agents` and one of `.claude/agents` have the same name.
    Why:
        Every change to one of them must be repeated in the other.
    Bad:
        # .github/agents/review.agent.md and .claude/agents/review.md
    Good:
        # .claude/agents/review.md, which VS Code reads as well
    Fix:
        Keep both in sync, or remove one.
    Source:
        agents §7.1, §8
    """
    claude = {facts.name(each): each for each in reversed(facts.claude) if each.family == "claude"}
    for agent in facts.vscode:
        other = claude.get(facts.name(agent))
        if other is not None:
            yield Finding(
                facts.name_place(agent),
                message("also defined in `{}`; keep both in sync", other.file),
                related=(Related(facts.name_place(other), "the other agent"),),
            )


@rule("AG107", INFO, holds=("local", "claude"))
def overrides_built_in(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent that replaces a built-in agent

    What:
        An agent has the name of an agent of VS Code's chat extension or of Claude Code.
    Why:
        It replaces that agent in this project, which may be intended.
    Bad:
        name: Explore
    Good:
        name: Explore Cheaply
    Fix:
        Rename it, unless you want to replace the built-in agent.
    Source:
        agents §4.1, §7.1
    """
    shipped = {"vscode": SHIPPED, "claude": CLAUDE}
    for agent in (*facts.vscode, *facts.claude):
        if facts.name(agent) in shipped.get(agent.family, ()):
            yield Finding(
                facts.name_place(agent), message("replaces the built-in `{}`", facts.name(agent))
            )


@rule("AG307", CONFIGURED, fix="unsafe", holds=("claude",))
def missing_name(facts: AgentsFacts) -> Iterator[Finding]:
    """Missing agent name

    What:
        A file in `.claude/agents` has tools, a model or a description, but no `name`.
    Why:
        Without `name`, Claude Code treats the file as documentation.
    Bad:
        description: Runs the tests.
    Good:
        name: test-runner
        description: Runs the tests.
    Fix:
        Add a name. phaselint suggests the file name.
    Source:
        agents §3.2, §7.3
    """
    for agent in facts.claude:
        if agent.family == "claude" and "name" not in agent.header.value:
            configured = agent.header.value.keys() & {"tools", "disallowedTools", "model"}
            yield Finding(
                facts.opening(agent),
                message("without `name`, Claude Code treats this file as documentation"),
                f"add `name: {agent.stem}`",
                severity="error" if configured else "warning",
                fix=_named_by_file(facts, agent),
            )


def _named_by_file(facts: AgentsFacts, agent: Agent) -> Fix | None:
    if agent.stem.startswith("-") or agent.stem in facts.claude_scopes[agent.family].names:
        return None
    edit = _named_by(facts, agent, agent.stem)
    return Fix("unsafe", f"name it {quote(agent.stem)}", (edit,)) if edit else None


@rule("AG308", ERROR, holds=("claude",))
def invalid_name(facts: AgentsFacts) -> Iterator[Finding]:
    """Invalid agent name

    What:
        The name begins with a hyphen or contains a colon.
    Why:
        Claude Code skips the file.
    Bad:
        name: docs:writer
    Good:
        name: docs-writer
    Fix:
        Rename it.
    Source:
        agents §3.2, §7.3
    """
    for agent in facts.claude:
        place, help_ = facts.at(agent, "name"), "rename the agent"
        if ":" in agent.title:
            text = message("`:` is reserved for plugin names, so Claude Code skips the file")
            yield Finding(place, text, help_)
        elif agent.title.startswith("-"):
            yield Finding(
                place, message("the name begins with `-`, so Claude Code skips the file"), help_
            )


@rule("AG306", WARNING, holds=("required: key description",))
def missing_description(facts: AgentsFacts) -> Iterator[Finding]:
    """Missing agent description

    What:
        An agent of Claude Code, of a plugin, or of `.github/agents` has no `description`. Agents
        for VS Code only and chat modes don't need one.
    Why:
        Claude Code skips the file, and Copilot requires a description because models choose agents
        by it.
    Bad:
        name: Triage
    Good:
        name: Triage
        description: Labels new issues
    Fix:
        Describe in one sentence what the agent is for.
    Source:
        agents §3.1, §3.2, §7.3, D2
    """
    for agent in (*facts.vscode, *facts.claude):
        if "description" in agent.header.value or not _needs_description(agent):
            continue
        claude = agent.family != "vscode"
        yield Finding(
            facts.opening(agent),
            message(
                "without `description`, Claude Code skips this file"
                if claude
                else "Copilot requires `description`, but it is missing"
            ),
            "add a `description` that says what the agent is for",
        )


def _needs_description(agent: Agent) -> bool:
    if agent.family == "vscode":
        return (
            is_below(agent.path, GITHUB)
            and agent.target != "vscode"
            and not agent.path.endswith(MODE)
        )
    return agent.family == "plugin" or "name" in agent.header.value
