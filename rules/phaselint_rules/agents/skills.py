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
    """A skill is run by an agent that is none.

    What:
        `agent` in the header of a skill or a command of Claude Code with `context: fork` names no
        agent beside it, and none that comes with Claude Code.
    Why:
        There is no agent that runs it. Users may have agents of their own, so that this is a
        warning only where a name is near.
    Bad:
        context: fork
        agent: reviewr   # name: reviewer
    Good:
        context: fork
        agent: reviewer
    Fix:
        Correct the name. Where one is near, it is offered.
    Source:
        agents §1.3, §7.12
    """
    for skill in _skills(facts):
        scope = scope_of(facts, skill)
        if skill.fork and skill.agent and not scope.knows(skill.agent):
            near, place = scope.near(skill.agent), Place(skill.file, ("agent",))
            yield Finding(
                place,
                message("no agent is called `{}`, which runs `{}`", skill.agent, skill.name),
                meant(near, "name an agent beside it, if users do not have it from elsewhere"),
                severity="warning" if near else "info",
                fix=respell(skill.agent, near, place),
            )


@rule("AG902", INFO, needs=AROUND, holds=("claude",))
def agent_without_fork(facts: AgentsFacts) -> Iterator[Finding]:
    """A skill names an agent, and is not run by one.

    What:
        `agent` in the header of a skill or a command of Claude Code, without `context: fork`.
    Why:
        The key does nothing: the skill is run where it is used.
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
                message("`agent: {}` does nothing without `context: fork`", skill.agent),
                "add `context: fork`, or remove the key",
            )


@rule("AG903", WARNING, needs=AROUND, holds=("local", "copilot", "cli", "cloud"))
def skill_name_folder(facts: AgentsFacts) -> Iterator[Finding]:
    """A skill is not called by its folder.

    What:
        `name` in the header of a skill in `.github/skills` or `.agents/skills`, beside agents of VS
        Code or Copilot, is another than its folder, or has something else than lower case letters,
        digits and hyphens.
    Why:
        VS Code and Copilot want both to be the same. Claude Code takes any.
    Bad:
        name: Release Notes   # .github/skills/release-notes/SKILL.md
    Good:
        name: release-notes
    Fix:
        Write the name of the folder, or rename that.
    Source:
        agents §1.3, §7.12
    """
    for skill in facts.contract.around.skills if facts.vscode else ():
        if skill.shared and skill.title and skill.title != skill.name:
            yield Finding(
                Place(skill.file, ("name",)),
                message("the skill is called `{}`, and its folder `{}`", skill.title, skill.name),
                "call both the same",
            )
        elif skill.shared and skill.title and not _NAME.fullmatch(skill.title):
            yield Finding(
                Place(skill.file, ("name",)),
                message("`{}` has more than lower case letters, digits and hyphens", skill.title),
                "rename the skill, with its folder",
            )


@rule("AG904", WARNING, needs=AROUND, holds=("claude",))
def not_preloadable_skill(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent preloads a skill that models may not use.

    What:
        An entry of `skills` in an agent of Claude Code whose skill has
        `disable-model-invocation: true`.
    Why:
        Claude Code does not preload it: the agent starts without.
    Bad:
        skills: [deploy]   # disable-model-invocation: true
    Good:
        skills: [house-style]
    Fix:
        Remove the entry, or the key of the skill.
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
                    message("skill `{}` is not preloaded: models may not use it", word.text),
                    "remove the entry, or `disable-model-invocation` of the skill",
                    related=(Related(place, "the skill"),),
                )


@rule("AG905", INFO, needs=(*AROUND, *RIGHTS), holds=("claude",))
def allowed_tools_not_a_limit(facts: AgentsFacts) -> Iterator[Finding]:
    """A skill promises to change nothing, and takes `allowed-tools` for a limit.

    What:
        The `description` of a skill or a command of Claude Code says read-only, no changes or the
        like, and `allowed-tools` has only tools that read, where `agents.rights` is `true`.
    Why:
        `allowed-tools` says what is not asked about. It forbids nothing.
    Bad:
        allowed-tools: Read, Grep
    Good:
        allowed-tools: Read, Grep
        disallowed-tools: Write, Edit, Bash
    Fix:
        Add `disallowed-tools`, or have an agent with such tools run it.
    Source:
        agents §1.3, §7.11
    """
    for skill in _skills(facts):
        names = [bare(each) for each in skill.tools or ()]
        reads = bool(names) and all(claude.RIGHTS.get(each) == ("read",) for each in names)
        if reads and not skill.limited and re.search(PROMISE, skill.text):
            yield Finding(
                Place(skill.file, ("allowed-tools",)),
                message("`allowed-tools` grants {}, and forbids nothing", quote_all(names)),
                "add `disallowed-tools`, or have an agent with such tools run it",
            )


def _skills(facts: AgentsFacts) -> Iterator[Skill]:
    """The skills and commands that Claude Code reads, where there are agents of its."""
    for each in facts.contract.around.skills if facts.claude else ():
        if not each.shared:
            yield each


def scope_of(facts: AgentsFacts, skill: Skill) -> ClaudeScope:
    """Whom a skill may name: the agents of the project, or of the plug-in that it is in."""
    home = f"{facts.contract.target.folder}/.claude/".lstrip("/")
    own = f"{split(skill.file)[0]}/".startswith(home)
    return facts.claude_scopes["claude" if own else "plugin"]
