"""Names of agents, where they are used (reference §7.1)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.near import Names
from phaselint.dialects.agents.names import CLAUDE, MAIN
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.surroundings import EVERYBODY, LOCAL
from phaselint.dialects.agents.tools import CALLS, bare, calls_agents
from phaselint.project.paths import split
from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Finding, Fix, Place, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint_rules.agents.claiming import (
    at_work,
    confused,
    is_another,
    refuses_call,
    says,
    written,
)
from phaselint_rules.agents.fixes import called, meant, respell
from phaselint_rules.agents.unresolved import groups
from phaselint_rules.edits import remove_item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Handoff
    from phaselint.dialects.agents.surroundings import Skill

CLOSED = (Grade("error", "the team is closed"), Grade("warning", "otherwise"))

NEAR_SKILL = (Grade("warning", "a similar skill exists in the team"), Grade("info", "otherwise"))


@rule(
    "PL106",
    CLOSED,
    claims="notes",
    fix="safe",
    ends="unused",
    holds=("key handoffs",),
)
def unknown_target(facts: AgentsFacts) -> Iterator[Finding]:
    """Handoff to an agent that doesn't exist

    What:
        The `agent` of a handoff isn't the name of an agent that VS Code finds in the project or
        provides itself. Names are case-sensitive, and a file name doesn't count. A name used
        several times is one finding; so are all file names used in place of agent names. This is a
        warning unless the team is closed: Copilot sessions ignore handoffs, and users can have
        other agents.
    Why:
        VS Code shows the button, but pressing it has no effect.
    Bad:
        agent: plan-critic   # the agent is named `Plan Critic`
    Good:
        agent: Plan Critic
    Fix:
        Correct the name. If a similar name exists, phaselint suggests it. List agents from other
        sources in `agents.external`.
    Dry run:
        A user picks the agent, a turn ends, and the button is pressed: no agent takes over.
    Source:
        agents §4.1, §7.1
    """
    for group in groups(facts, "unknown-target"):
        handoff = group.first.handoff
        assert handoff is not None
        yield group.finding._replace(
            severity="error" if facts.closed else "warning",
            witness=_leading(facts, group.first.agent, handoff),
            claim=_fails(facts, group.first.agent, handoff),
        )


@rule(
    "AG101",
    ERROR,
    claims="notes",
    fix="unsafe",
    ends="unused",
    holds=("key handoffs",),
)
def handoff_to_hidden_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """Handoff to a hidden agent

    What:
        The agent that the handoff names has `user-invocable: false`.
    Why:
        A handoff can't reach an agent that people can't pick, so the button has no effect.
    Bad:
        user-invocable: false   # of the agent that the handoff names
    Good:
        user-invocable: true
    Fix:
        Show the agent, which phaselint suggests, or call it as a subagent.
    Dry run:
        A user picks the agent, a turn ends, and the button is pressed: no agent takes over.
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
                "{} points to `{}`, but `user-invocable: false` hides that agent from handoffs",
                called(handoff),
                name,
            ),
            "show the agent, or list it in `agents` and call it as a subagent",
            witness=_leading(facts, agent, handoff),
            claim=_fails(facts, agent, handoff),
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
    claims="notes",
    fix="safe",
    ends="unused",
    holds=("key agents", "claude"),
)
def unknown_subagent(facts: AgentsFacts) -> Iterator[Finding]:
    """Unknown subagent

    What:
        An entry of `agents`, or a name in the parentheses of `Agent(...)`, isn't the name of an
        agent of the project or the harness. Names of plugins, with a colon, aren't checked.
    Why:
        The entry is silently dropped, so the intended agent can't be called.
    Bad:
        agents: [researcher]   # the agent is named `Researcher`
    Good:
        agents: [Researcher]
    Fix:
        Correct the name. If a similar name exists, phaselint suggests it. List agents from other
        sources in `agents.external`.
    Dry run:
        The agent works and calls the name, which isn't found.
    Source:
        agents §4.1, §7.1, D9
    """
    for group in groups(facts, "unknown-subagent"):
        agent, name, place = group.first.agent, group.first.name, group.first.place
        claude = agent.family != "vscode"
        claim = refuses_call(
            facts, agent, name, "not-found", place, doubt=_hindered(facts, agent, name)
        )
        yield group.finding._replace(
            severity="error" if facts.closed else "warning",
            witness=Witness({"agent": facts.name(agent), "calls": name, "claude": claude}),
            claim=All((claim,), (written(agent, place.pointer, name),)),
        )


@rule("AG103", CLOSED, fix="safe", holds=("file *.prompt.md",))
def unknown_prompt_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """Prompt file for an agent that doesn't exist

    What:
        The `agent` of a prompt file isn't the name of an agent that people can pick; `plan` counts
        as `Plan`, as in VS Code's documentation.
    Why:
        The prompt runs with the currently active agent.
    Bad:
        agent: dt-coach   # the agent is named `DT Coach`
    Good:
        agent: DT Coach
    Fix:
        Correct the name. If a similar name exists, phaselint suggests it.
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
                message(
                    "the prompt asks for `{}`, but `user-invocable: false` hides that agent", name
                ),
                "show the agent, or use another",
                severity="error" if facts.closed else "warning",
            )


@rule("SW601", NEAR_SKILL, fix="safe", holds=("key skills",))
def unknown_skill(facts: AgentsFacts) -> Iterator[Finding]:
    """Skill missing from the project

    What:
        An entry of `skills` isn't the name of a skill folder next to the agents, although there are
        such folders.
    Why:
        The agent starts without the skill. Users can have skills of their own, so this is a warning
        only if a similar name exists.
    Bad:
        skills: [house_style]   # .claude/skills/house-style
    Good:
        skills: [house-style]
    Fix:
        Correct the name. If a similar name exists, phaselint suggests it.
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
                message("skill `{}` doesn't exist in this project", word.text),
                meant(near, "add it, unless users have it from another source"),
                severity="warning" if near else "info",
                fix=respell(word.text, near, place),
            )


SHARED_OR_NOT = (
    Grade("warning", "the settings shared by the project deny it"),
    Grade("info", "only `settings.local.json` denies it"),
)


@rule("AG108", SHARED_OR_NOT, claims="notes", holds=("claude",))
def denied_subagent(facts: AgentsFacts) -> Iterator[Finding]:
    """Subagent that the settings deny

    What:
        `Agent(...)` of a Claude Code agent lists a name, but `permissions.deny` in
        `.claude/settings.json` has `Agent(NAME)` or `Agent`. Also checked: the `agent` of a skill
        or a command with `context: fork`.
    Why:
        Claude Code refuses the call.
    Bad:
        tools: Agent(test-runner)   # the settings deny Agent(test-runner)
    Good:
        tools: Agent(docs-writer)
    Fix:
        Remove the entry, or the rule in the settings.
    Dry run:
        The agent calls a listed agent and is refused.
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
                "use another agent, or remove the rule from the settings",
                severity="info" if file.endswith(LOCAL) else "warning",
                witness=Witness({"skill": skill.name, "calls": skill.agent}),
                claim=_denied_to_main(skill, _unknown(facts, skill.agent)),
            )
    for agent in facts.claude if denied else ():
        for tool in agent.tools or () if agent.family == "claude" else ():
            for word in inside(facts.document(agent), tool) if bare(tool.text) in CALLS else ():
                file = denied.get(word.text) or denied.get(EVERYBODY)
                if file:
                    place, name = facts.word_place(agent, word), word.text
                    doubt = confused(facts, agent) or _unknown(facts, name)
                    claim = refuses_call(facts, agent, name, "denied", place, doubt=doubt)
                    yield Finding(
                        place,
                        message("`{}` denies calls of `{}`", split(file)[1], name),
                        "remove the entry, or the rule from the settings",
                        severity="info" if file.endswith(LOCAL) else "warning",
                        witness=Witness({"agent": facts.name(agent), "calls": name}),
                        claim=All((claim,), (says(agent, word),)),
                    )


def _hindered(facts: AgentsFacts, agent: Agent, name: str) -> str:
    """Why no call of an agent tells whether its name is found; empty if one does."""
    lacks_tool = agent.family == "vscode" and not calls_agents(agent.tool_names)
    hidden = agent.family == "vscode" and not agent.invocable
    return confused(facts, agent) or (f"`{name}` isn't called" if hidden or lacks_tool else "")


def _unknown(facts: AgentsFacts, name: str) -> str:
    """That no agent of Claude Code has a name; empty if one does."""
    known = (*CLAUDE, *(each for scope in facts.claude_scopes.values() for each in scope.names))
    return "" if name in known else f"no agent is named `{name}`"


def _denied_to_main(skill: Skill, doubt: str) -> All:
    """That the main agent, which makes the calls of a skill, is refused one."""
    claim = Notes(
        MAIN,
        "subagent-refused",
        {"agent": skill.agent, "reason": "denied"},
        options={"harness": "claude"},
        answers=({"subagent": skill.agent},),
        decisive=True,
        doubt=doubt,
    )
    return All((claim,), (Written(Place(skill.file, ("agent",)), holds=(skill.agent,)),))


def _fails(facts: AgentsFacts, agent: Agent, handoff: Handoff) -> Notes | Undecided:
    """That the button of a handoff is pressed, but no agent takes over."""
    name, to, label = facts.name(agent), handoff.target or "", handoff.label or ""
    asked, words = at_work(facts, agent)
    if not label:
        return Undecided("the handoff has no label to press")
    another = agent.invocable and is_another(facts, agent, handoff)
    return Notes(
        name,
        "handoff-failed",
        {"from": name, "to": to},
        asked=asked,
        answers=(*words, "answer", {"press": label}),
        decisive=True,
        apart=facts.at(agent, *handoff.pointer, "agent"),
        doubt=f"{'another handoff' if another else 'no button'} is labeled `{label}`",
    )


def _leading(facts: AgentsFacts, agent: Agent, handoff: Handoff) -> Witness:
    """The button that shows where a handoff points."""
    return Witness(
        {"agent": facts.name(agent), "label": handoff.label or "", "to": handoff.target or ""}
    )
