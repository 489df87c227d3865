"""Skills and commands of a project, and the agents that run them (reference §1.3, §7.12)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.tables import claude
from phaselint.dialects.agents.tools import bare
from phaselint.project.paths import split
from phaselint.vocabulary.finding import Finding, Place, Related
from phaselint.vocabulary.message import message, quote_all
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.agents.fixes import meant, respell
from phaselint_rules.agents.needs import AROUND, RIGHTS
from phaselint_rules.agents.permissions import NEAR_OR_NOT
from phaselint_rules.agents.rights import PROMISE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.analysis.scope import ClaudeScope
    from phaselint.dialects.agents.surroundings import Skill

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@rule("AG901", NEAR_OR_NOT, needs=AROUND, fix="unsafe", holds=("claude",))
def unknown_fork_agent(facts: AgentsFacts) -> Iterator[Finding]:
    """Skill run by an unknown agent

    What:
        `agent` in the header of a Claude Code skill or command with `context: fork` names neither
        an agent next to it nor one built into Claude Code.
    Why:
        No agent of that name can run it. Users can have agents of their own, so this is a warning
        only if a similar name exists.
    Bad:
        context: fork
        agent: reviewr   # name: reviewer
    Good:
        context: fork
        agent: reviewer
    Fix:
        Correct the name. If a similar name exists, phaselint suggests it.
    Source:
        agents §1.3, §7.12
    """
    for skill in _skills(facts):
        scope = scope_of(facts, skill)
        if skill.fork and skill.agent and not scope.knows(skill.agent):
            near, place = scope.near(skill.agent), Place(skill.file, ("agent",))
            yield Finding(
                place,
                message(
                    "skill `{}` asks for agent `{}`, but no agent has that name",
                    skill.name,
                    skill.agent,
                ),
                meant(
                    near, "use an agent of this project, unless users have it from another source"
                ),
                severity="warning" if near else "info",
                fix=respell(skill.agent, near, place),
            )


@rule("AG902", INFO, needs=AROUND, holds=("claude",))
def agent_without_fork(facts: AgentsFacts) -> Iterator[Finding]:
    """Skill with `agent` but without `context: fork`

    What:
        The header of a Claude Code skill or command has `agent`, but not `context: fork`.
    Why:
        The key has no effect: the skill runs where it is used.
    Bad:
        agent: reviewer
    Good:
        context: fork
        agent: reviewer
    Fix:
        Add `context: fork`, or remove the key.
    Source:
        agents §1.3, §7.12
    """
    for skill in _skills(facts):
        if skill.agent and not skill.fork:
            yield Finding(
                Place(skill.file, ("agent",), "key"),
                message("`agent: {}` has no effect without `context: fork`", skill.agent),
                "add `context: fork`, or remove the key",
            )


@rule("AG903", WARNING, needs=AROUND, holds=("local", "copilot", "cli", "cloud"))
def skill_name_folder(facts: AgentsFacts) -> Iterator[Finding]:
    """Skill whose name differs from its folder

    What:
        `name` in the header of a skill in `.github/skills` or `.agents/skills`, next to agents of
        VS Code or Copilot, differs from the folder, or contains characters other than lowercase
        letters, digits and hyphens.
    Why:
        VS Code and Copilot require the same name for both. Claude Code accepts any.
    Bad:
        name: Release Notes   # .github/skills/release-notes/SKILL.md
    Good:
        name: release-notes
    Fix:
        Use the folder's name, or rename the folder.
    Source:
        agents §1.3, §7.12
    """
    for skill in facts.contract.around.skills if facts.vscode else ():
        if skill.shared and skill.title and skill.title != skill.name:
            yield Finding(
                Place(skill.file, ("name",)),
                message("the skill is named `{}`, but its folder is `{}`", skill.title, skill.name),
                "use the same name for both",
            )
        elif skill.shared and skill.title and not _NAME.fullmatch(skill.title):
            yield Finding(
                Place(skill.file, ("name",)),
                message(
                    "`{}` contains characters other than lowercase letters, digits and hyphens",
                    skill.title,
                ),
                "rename the skill and its folder",
            )


@rule("AG904", WARNING, needs=AROUND, holds=("claude",))
def not_preloadable_skill(facts: AgentsFacts) -> Iterator[Finding]:
    """Preloaded skill that models can't use

    What:
        An entry of `skills` in an agent of Claude Code points to a skill with
        `disable-model-invocation: true`.
    Why:
        Claude Code doesn't preload it, so the agent starts without it.
    Bad:
        skills: [deploy]   # disable-model-invocation: true
    Good:
        skills: [house-style]
    Fix:
        Remove the entry, or the key in the skill.
    Source:
        agents §1.3, §7.12
    """
    hidden = {each.name: each for each in _skills(facts) if each.hidden}
    for agent in facts.claude if hidden else ():
        for word in agent.skills or ():
            skill = hidden.get(word.text)
            if skill is not None and facts.contract.skills.get(word.text) == skill.file:
                place = Place(skill.file, ("disable-model-invocation",))
                yield Finding(
                    facts.word_place(agent, word),
                    message("skill `{}` isn't preloaded because models can't use it", word.text),
                    "remove the entry, or `disable-model-invocation` from the skill",
                    related=(Related(place, "the skill"),),
                )


@rule("AG905", INFO, needs=(*AROUND, *RIGHTS), holds=("claude",))
def allowed_tools_not_a_limit(facts: AgentsFacts) -> Iterator[Finding]:
    """Read-only skill that `allowed-tools` doesn't restrict

    What:
        The `description` of a Claude Code skill or command says read-only, no changes or the like,
        and `allowed-tools` lists only tools that read. Checked only if `agents.rights` is `true`.
    Why:
        `allowed-tools` lists the tools that run without asking. It doesn't forbid any.
    Bad:
        allowed-tools: Read, Grep
    Good:
        allowed-tools: Read, Grep
        disallowed-tools: Write, Edit, Bash
    Fix:
        Add `disallowed-tools`, or run it with an agent restricted to such tools.
    Source:
        agents §1.3, §7.11
    """
    for skill in _skills(facts):
        names = [bare(each) for each in skill.tools or ()]
        reads = bool(names) and all(claude.RIGHTS.get(each) == ("read",) for each in names)
        if reads and not skill.limited and re.search(PROMISE, skill.text):
            yield Finding(
                Place(skill.file, ("allowed-tools",)),
                message("`allowed-tools` grants {}, but doesn't forbid anything", quote_all(names)),
                "add `disallowed-tools`, or run it with an agent restricted to such tools",
            )


def _skills(facts: AgentsFacts) -> Iterator[Skill]:
    """The skills and commands that Claude Code reads, if there are agents for it."""
    for each in facts.contract.around.skills if facts.claude else ():
        if not each.shared:
            yield each


def scope_of(facts: AgentsFacts, skill: Skill) -> ClaudeScope:
    """The agents that a skill can name: those of the project, or of its plugin."""
    home = f"{facts.contract.target.folder}/.claude/".lstrip("/")
    own = f"{split(skill.file)[0]}/".startswith(home)
    return facts.claude_scopes["claude" if own else "plugin"]
