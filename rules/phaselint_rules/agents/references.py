"""Names of agents, where they are used (reference §7.1)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.near import Names
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.surroundings import EVERYBODY, LOCAL
from phaselint.dialects.agents.tools import CALLS, bare
from phaselint.project.paths import split
from phaselint.vocabulary.finding import Finding, Fix, Place, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint_rules.agents.fixes import called, meant, respell
from phaselint_rules.agents.unresolved import groups
from phaselint_rules.edits import remove_item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Handoff

CLOSED = (Grade("error", "the team is closed"), Grade("warning", "otherwise"))

NEAR_SKILL = (Grade("warning", "a skill of the team is near"), Grade("info", "otherwise"))


@rule(
    "PL106",
    CLOSED,
    prove="proofs.handoffs:fails",
    fix="safe",
    ends="unused",
    holds=("key handoffs",),
)
def unknown_target(facts: AgentsFacts) -> Iterator[Finding]:
    """A handoff leads to an agent that there is not.

    What:
        The `agent` of a handoff is the name of no agent that VS Code finds in the project, and of
        none that it brings. Names are compared letter by letter, case included, and a file name is
        none. A name that is used several times is one finding, and so are all names of files in
        place of those of agents. Copilot sessions ignore handoffs, and users may have further
        agents: so it is a warning, unless the team is closed.
    Why:
        The button is shown and does nothing when it is pressed.
    Bad:
        agent: plan-critic   # the agent is called `Plan Critic`
    Good:
        agent: Plan Critic
    Fix:
        Correct the name. Where one is near, it is offered. List agents from elsewhere in
        `agents.external`.
    Dry run:
        The agent is picked, a turn ends, the button is pressed: nothing takes over.
    Source:
        agents §4.1, §7.1
    """
    for group in groups(facts, "unknown-target"):
        handoff = group.first.handoff
        assert handoff is not None
        yield group.finding._replace(
            severity="error" if facts.closed else "warning",
            witness=_leading(facts, group.first.agent, handoff),
        )


@rule(
    "AG101",
    ERROR,
    prove="proofs.handoffs:fails",
    fix="unsafe",
    ends="unused",
    holds=("key handoffs",),
)
def handoff_to_hidden_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """A handoff leads to an agent that is hidden.

    What:
        The agent that a handoff names has `user-invocable: false`.
    Why:
        What people cannot pick, a handoff cannot reach either: the button does nothing.
    Bad:
        user-invocable: false   # of the agent that the handoff names
    Good:
        user-invocable: true
    Fix:
        Show the agent, or call it as a subagent. The first is offered.
    Dry run:
        The agent is picked, a turn ends, the button is pressed: nothing takes over.
    Source:
        agents §3.1, §4.1, §7.1, D10
    """
    scope = facts.scope
    for agent, handoff in facts.handoffs:
        name = handoff.target
        if not name or scope.for_people(name) or scope.silent(name) or name not in scope.first:
            continue
        yield Finding(
            facts.at(agent, *handoff.pointer, "agent"),
            message(
                "{} leads to `{}`, which `user-invocable: false` hides from handoffs too",
                called(handoff),
                name,
            ),
            "show the agent, or list it in `agents` and call it as a subagent",
            witness=_leading(facts, agent, handoff),
            fix=_showing(facts, scope.first[name]),
        )


def _showing(facts: AgentsFacts, hidden: Agent) -> Fix | None:
    """Show an agent, in its own file."""
    edit = remove_item(facts.document(hidden), ("user-invocable",))
    name = quote(facts.name(hidden))
    return Fix("unsafe", f"remove `user-invocable` of {name}", (edit,)) if edit else None


@rule(
    "AG102",
    CLOSED,
    prove="proofs.calls:not_found",
    fix="safe",
    ends="unused",
    holds=("key agents", "claude"),
)
def unknown_subagent(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent lists a subagent that there is not.

    What:
        An entry of `agents`, or between the parentheses of `Agent(...)`, is the name of no agent
        of the project or of the harness. Names of plug-ins, with a colon, are not looked at.
    Why:
        The entry is dropped without a word: nobody offers the agent that is meant.
    Bad:
        agents: [researcher]   # the agent is called `Researcher`
    Good:
        agents: [Researcher]
    Fix:
        Correct the name. Where one is near, it is offered. List agents from elsewhere in
        `agents.external`.
    Dry run:
        The agent works and calls the name: it is not found.
    Source:
        agents §4.1, §7.1, D9
    """
    for group in groups(facts, "unknown-subagent"):
        agent, name = group.first.agent, group.first.name
        claude = agent.family != "vscode"
        yield group.finding._replace(
            severity="error" if facts.closed else "warning",
            witness=Witness({"agent": facts.name(agent), "calls": name, "claude": claude}),
        )


@rule("AG103", CLOSED, fix="safe", holds=("file *.prompt.md",))
def unknown_prompt_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """A prompt asks for an agent that there is not.

    What:
        The `agent` of a prompt file is the name of no agent that people can pick; `plan` is taken
        for `Plan`, as VS Code's documentation has it.
    Why:
        The prompt runs with whatever agent is active.
    Bad:
        agent: dt-coach   # the agent is called `DT Coach`
    Good:
        agent: DT Coach
    Fix:
        Correct the name. Where one is near, it is offered.
    Source:
        agents §4.1, §7.1
    """
    for group in groups(facts, "unknown-prompt-agent"):
        yield group.finding._replace(severity="error" if facts.closed else "warning")
    scope = facts.scope
    for prompt in facts.prompts:
        name = prompt.asked
        if name and name in scope.first and not scope.for_people(name) and not scope.silent(name):
            yield Finding(
                facts.at(prompt, prompt.asked_in),
                message("the prompt asks for `{}`, which `user-invocable: false` hides", name),
                "show the agent, or ask for another",
                severity="error" if facts.closed else "warning",
            )


@rule("SW601", NEAR_SKILL, fix="safe", holds=("key skills",))
def unknown_skill(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent asks for a skill that is not here.

    What:
        An entry of `skills` is the name of no folder with skills beside the agents, where there
        are any.
    Why:
        The agent starts without it. Users may have skills of their own, so that this is a warning
        only where a name is near.
    Bad:
        skills: [house_style]   # .claude/skills/house-style
    Good:
        skills: [house-style]
    Fix:
        Correct the name. Where one is near, it is offered.
    Source:
        agents §3.2, §7.1
    """
    known = facts.contract.skills
    names = Names(known, {})
    for agent in facts.claude if known else ():
        for word in agent.skills or ():
            if word.text in known or ":" in word.text:
                continue
            near, place = names.near(word.text, shortest=1), facts.word_place(agent, word)
            yield Finding(
                place,
                message("no skill `{}` here", word.text),
                meant(near, "add it, if users do not have it from elsewhere"),
                severity="warning" if near else "info",
                fix=respell(word.text, near, place),
            )


SHARED_OR_NOT = (
    Grade("warning", "the settings that the project shares deny it"),
    Grade("info", "only `settings.local.json` does"),
)


@rule("AG108", SHARED_OR_NOT, prove="proofs.calls:denied", holds=("claude",))
def denied_subagent(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent lists a subagent that the settings deny.

    What:
        A name between the parentheses of `Agent(...)`, in an agent of Claude Code whose project has
        `Agent(NAME)`, or `Agent`, among `permissions.deny` of `.claude/settings.json`; or the
        `agent` of a skill or a command there that has `context: fork`.
    Why:
        Claude Code refuses the call.
    Bad:
        tools: Agent(test-runner)   # the settings deny Agent(test-runner)
    Good:
        tools: Agent(docs-writer)
    Fix:
        Remove the entry, or the rule of the settings.
    Dry run:
        The agent calls the one that it lists, and is refused.
    Source:
        agents §3.2, §7.1
    """
    denied = facts.denied_agents
    for skill in facts.contract.around.skills if denied and facts.claude else ():
        file = denied.get(skill.agent) or denied.get(EVERYBODY)
        if file and skill.fork and skill.agent and not skill.shared:
            yield Finding(
                Place(skill.file, ("agent",)),
                message("`{}` denies calls of `{}`", split(file)[1], skill.agent),
                "name another agent, or remove the rule of the settings",
                severity="info" if file.endswith(LOCAL) else "warning",
                witness=Witness({"skill": skill.name, "calls": skill.agent}),
            )
    for agent in facts.claude if denied else ():
        for tool in agent.tools or () if agent.family == "claude" else ():
            for word in inside(facts.document(agent), tool) if bare(tool.text) in CALLS else ():
                file = denied.get(word.text) or denied.get(EVERYBODY)
                if file:
                    yield Finding(
                        facts.word_place(agent, word),
                        message("`{}` denies calls of `{}`", split(file)[1], word.text),
                        "remove the entry, or the rule of the settings",
                        severity="info" if file.endswith(LOCAL) else "warning",
                        witness=Witness({"agent": facts.name(agent), "calls": word.text}),
                    )


def _leading(facts: AgentsFacts, agent: Agent, handoff: Handoff) -> Witness:
    """Which button shows where a handoff leads."""
    return Witness(
        {"agent": facts.name(agent), "label": handoff.label or "", "to": handoff.target or ""}
    )
