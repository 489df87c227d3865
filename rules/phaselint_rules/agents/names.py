"""What agents are called (reference §7.1, §7.3)."""

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
    Grade("warning", "it has a description alone"),
)


@rule("AG104", BY_HARNESS, prove="proofs.names:one_reached", holds=("identity: key name",))
def duplicate_name(facts: AgentsFacts) -> Iterator[Finding]:
    """Two agents have one name.

    What:
        Two agents that are read together are called the same: two of VS Code, two in one
        `.claude/agents`, two in one folder of a plug-in.
    Why:
        References reach one of them only: in VS Code the first, in Claude Code the one that the
        file system lists.
    Bad:
        name: Reviewer   # in two files
    Good:
        name: Style Reviewer
    Fix:
        Rename one of them, with what refers to it.
    Dry run:
        Sessions in which the name is used come to one of the files, and to the other only where
        the first is not there.
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
                message(
                    "two agents are called `{}`; only one of them can be named", facts.name(agent)
                ),
                "rename one of them, with what refers to it",
                severity="warning" if agent.family == "vscode" else "error",
                related=(Related(facts.name_place(earlier), "the other one"),),
                witness=Witness(
                    {
                        "agent": facts.name(agent),
                        "files": [earlier.file, agent.file],
                        "claude": agent.family != "vscode",
                    }
                ),
            )


def _named(facts: AgentsFacts) -> Iterator[Agent]:
    """Agents that can be named, in the order of their paths."""
    vscode = (each for each in facts.vscode if each.discovered)
    claude = (each for each in facts.claude if not each.guessed)
    yield from sorted((*vscode, *claude), key=lambda each: each.path)


@rule("AG105", WARNING, prove="proofs.names:built_in_reached", fix="unsafe", holds=("local",))
def reserved_name(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent has the name of one that is built in.

    What:
        An agent of VS Code is called `agent`, `ask` or `edit`, by its `name` or its file.
    Why:
        The built-in agent is found first: no handoff and no prompt reaches this one.
    Bad:
        name: ask
    Good:
        name: Ask an Expert
    Fix:
        Rename it, with what refers to it. Another name is offered where one agent alone is called
        so, with the lists of subagents that name it; handoffs and prompts reach the built-in agent,
        and are left as they are.
    Dry run:
        People pick the name, and the built-in agent works; this one does under another name.
    Source:
        agents §4.1, §7.1
    """
    found = [each for each in facts.vscode if each.discovered and facts.name(each) in BUILT_IN]
    shared = Counter(map(facts.name, found))
    for agent in found:
        name = facts.name(agent)
        yield Finding(
            facts.name_place(agent),
            message("the built-in `{}` is found first; no handoff can reach this agent", name),
            "call it something else",
            fix=_freed(facts, agent) if shared[name] == 1 else None,
            witness=Witness({"agent": name, "file": agent.file}),
        )


_OF_OTHERS = frozenset(each.lower() for each in (*BUILT_IN, *SHIPPED, *COPILOT))
"""Names that lead to an agent of a harness, or are near one that does."""


def _freed(facts: AgentsFacts, agent: Agent) -> Fix | None:
    """Give an agent another name, where it is listed as well."""
    name = facts.name(agent)
    # `Agent` and `agent` are one name to who calls by labels, and `Plan` comes with VS Code.
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
    return Fix("unsafe", f"call it {quote(better)}", (own, *listed)) if own else None


def _named_by(facts: AgentsFacts, agent: Agent, name: str) -> Edit | None:
    """Write what an agent is called."""
    document = facts.document(agent)
    if "name" in agent.header.value:
        return Edit(facts.at(agent, "name"), key_text(document, name))
    return insert_entry(document, (), "name", key_text(document, name))


@rule("AG106", INFO, holds=("local",))
def mirrored_name(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent is there for two harnesses.

    What:
        An agent of `.github/agents` and one of `.claude/agents` have one name.
    Why:
        What is changed in one of them has to be changed in the other.
    Bad:
        # .github/agents/review.agent.md and .claude/agents/review.md
    Good:
        # .claude/agents/review.md, which VS Code reads as well
    Fix:
        Keep both in step, or remove one.
    Source:
        agents §7.1, §8
    """
    claude = {facts.name(each): each for each in reversed(facts.claude) if each.family == "claude"}
    for agent in facts.vscode:
        other = claude.get(facts.name(agent))
        if other is not None:
            yield Finding(
                facts.name_place(agent),
                message("also in `{}`: keep both in step", other.file),
                related=(Related(facts.name_place(other), "the other one"),),
            )


@rule("AG107", INFO, holds=("local", "claude"))
def overrides_built_in(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent replaces one that comes with the harness.

    What:
        An agent is called like one of VS Code's chat extension or of Claude Code.
    Why:
        It takes that one's place in this project, which may be meant.
    Bad:
        name: Explore
    Good:
        name: Explore Cheaply
    Fix:
        Rename it where this is not meant.
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
    """An agent of Claude Code has no name.

    What:
        A file in `.claude/agents` has tools, a model or a description, and no `name`.
    Why:
        Without a name Claude Code takes it for documentation that lies beside agents.
    Bad:
        description: Runs the tests.
    Good:
        name: test-runner
        description: Runs the tests.
    Fix:
        Name it. The name of its file is offered.
    Source:
        agents §3.2, §7.3
    """
    for agent in facts.claude:
        if agent.family == "claude" and "name" not in agent.header.value:
            configured = agent.header.value.keys() & {"tools", "disallowedTools", "model"}
            yield Finding(
                facts.opening(agent),
                message("without a name Claude Code takes this file for documentation"),
                f"add `name: {agent.stem}`",
                severity="error" if configured else "warning",
                fix=_named_by_file(facts, agent),
            )


def _named_by_file(facts: AgentsFacts, agent: Agent) -> Fix | None:
    if agent.stem.startswith("-") or agent.stem in facts.claude_scopes[agent.family].names:
        return None
    edit = _named_by(facts, agent, agent.stem)
    return Fix("unsafe", f"call it {quote(agent.stem)}", (edit,)) if edit else None


@rule("AG308", ERROR, holds=("claude",))
def invalid_name(facts: AgentsFacts) -> Iterator[Finding]:
    """The name of an agent of Claude Code is not allowed.

    What:
        A name that begins with a hyphen, or holds a colon.
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
            text = message("`:` is reserved for plug-in names; the file is skipped")
            yield Finding(place, text, help_)
        elif agent.title.startswith("-"):
            yield Finding(
                place, message("a name must not begin with `-`; the file is skipped"), help_
            )


@rule("AG306", WARNING, holds=("required: key description",))
def missing_description(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent has no description.

    What:
        An agent of Claude Code, of a plug-in, or of `.github/agents` has no `description`. What is
        for VS Code alone, and chat modes, need none.
    Why:
        Claude Code skips the file, and Copilot requires a description: models choose agents by it.
    Bad:
        name: Triage
    Good:
        name: Triage
        description: Labels new issues
    Fix:
        Say in a sentence what the agent is for.
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
                "without a description Claude Code skips this file"
                if claude
                else "Copilot requires a description"
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
