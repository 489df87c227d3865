"""References to missing agents, by cause: a team that references agents by file names, or one name
used several times (reference §7.1, §7.7)."""

from __future__ import annotations

from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.tools import CALLS, bare
from phaselint.vocabulary.finding import Finding, Fix, Related, Retold
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.retelling import COUNT, NAMES, help_of, message_of, together
from phaselint_rules.agents.fixes import called, meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.analysis.near import Near
    from phaselint.dialects.agents.model import Agent, Handoff
    from phaselint.vocabulary.finding import Place, Safety
    from phaselint.vocabulary.message import Message

ELSEWHERE = "name an agent of the project, or add it to `agents.external` if users have it"


BY_FILES = "{} references use file names (IDs in Copilot), but VS Code's own agent needs names: {}"
"""The message about references that are all file names."""

CODES = {"unknown-target": "PL106", "unknown-subagent": "AG102", "unknown-prompt-agent": "AG103"}
"""Rule → its code."""


class Reference(NamedTuple):
    """A reference to an agent that doesn't exist.

    Attributes:
        rule: the rule that reports such a place.
        agent: whose file it is in; `handoff` is the one, of a target.
        near: the agent probably intended.
        owner: the agent whose file has this name, and its own name, where that differs.
    """

    rule: str
    agent: Agent
    name: str
    place: Place
    near: Near | None = None
    owner: tuple[Agent, str] | None = None
    handoff: Handoff | None = None


class Group(NamedTuple):
    """References with one cause, in the order of files. `by_files`: file names are used in place of
    agent names."""

    references: tuple[Reference, ...]
    by_files: bool = False

    @property
    def first(self) -> Reference:
        """Where the group is reported."""
        return self.references[0]

    @property
    def related(self) -> tuple[Related, ...]:
        """The other places."""
        return tuple(
            Related(each.place, f"also {quote(each.name)}") for each in self.references[1:]
        )

    @property
    def members(self) -> tuple[str, ...]:
        """The codes of the rules that would report its references on their own, if there are
        several."""
        codes = tuple(CODES[each.rule] for each in self.references)
        return codes if len(codes) > 1 else ()

    @property
    def told(self) -> Retold:
        """The problem, in the words for any of the references."""
        fixes = [respell(each.name, each.near, each.place) for each in self.references]
        return Retold(
            tuple(_said(each) for each in self.references),
            (BY_FILES, COUNT, NAMES) if self.by_files else (),
            tuple(each.name for each in self.references),
            tuple(_help(each, by_files=self.by_files) for each in self.references),
            tuple(each.title if each else "" for each in fixes),
        )

    @property
    def finding(self) -> Finding:
        """One finding for all of them, at the first."""
        every, told = range(len(self.references)), self.told
        return Finding(
            self.first.place,
            message_of(told, every),
            help_of(told, every),
            related=self.related,
            fix=self.fix,
            members=self.members,
            retold=told if self.members else None,
        )

    @property
    def fix(self) -> Fix | None:
        """Use the intended names, in all places."""
        fixes = [respell(each.name, each.near, each.place) for each in self.references]
        found = [each for each in fixes if each is not None]
        if len(found) < len(fixes):
            return None
        [first, *others] = found
        safety: Safety = "safe" if all(each.safety == "safe" for each in found) else "unsafe"
        edits = tuple(edit for each in found for edit in each.edits)
        titles = together(each.title for each in found)
        return first if not others else Fix(safety, titles, edits)


def _said(reference: Reference) -> Message:
    """The message about a single reference."""
    name = reference.name
    if reference.owner is not None:
        agent, its_name = reference.owner
        file = agent.path.rpartition("/")[2]
        but = message("but the agent in `{}` is named `{}`", file, its_name)
    else:
        but = message("but no agent has that name")
    if reference.rule == "unknown-target":
        assert reference.handoff is not None
        return message("{} points to `{}`, {}", called(reference.handoff), name, but)
    if reference.rule == "unknown-subagent":
        return message("`agents` lists `{}`, {}; the entry is ignored", name, but)
    return message("the prompt asks for agent `{}`, {}", name, but)


def _help(reference: Reference, *, by_files: bool) -> str:
    """The help for a reference."""
    near = reference.near
    if by_files:
        return f"use {quote(near.name)}" if near is not None else ""
    if near is None:
        return ELSEWHERE
    return meant(near, "") if near.same else f"{meant(near, '')} or set `agents.external`"


def groups(facts: AgentsFacts, rule: str) -> Iterator[Group]:
    """The groups that a rule reports, by the kind of their first reference."""
    for each in _groups(facts):
        if each.first.rule == rule:
            known = (one._replace(near=_near(facts, one)) for one in each.references)
            yield each._replace(references=tuple(known))


def _groups(facts: AgentsFacts) -> Iterator[Group]:
    found = sorted(_of_vscode(facts), key=_standing)
    by_file = tuple(each for each in found if each.owner)
    if len(by_file) > 1:
        yield Group(by_file, by_files=True)
        found = [each for each in found if not each.owner]
    yield from _by_name(found)
    for family in facts.claude_scopes:
        yield from _by_name(_of_claude(facts, family))


def _standing(reference: Reference) -> tuple[str, int]:
    """The sort key of references: the file and the key in it."""
    keys = list(reference.agent.header.value)
    return reference.agent.path, keys.index(str(reference.place.pointer[0]))


def _by_name(references: Iterable[Reference]) -> Iterator[Group]:
    named: dict[str, list[Reference]] = {}
    for each in references:
        named.setdefault(each.name, []).append(each)
    return (Group(tuple(each)) for each in named.values())


def _of_vscode(facts: AgentsFacts) -> Iterator[Reference]:
    stems = _stems(facts)
    for each in (*_targets(facts), *_listed(facts), *_asked(facts)):
        yield each._replace(owner=stems.get(each.name))


def _stems(facts: AgentsFacts) -> Mapping[str, tuple[Agent, str]]:
    """File name → its agent and the agent's name, if they differ."""
    scope, found = facts.scope, {}
    for agent in scope.members:
        if (name := scope.name(agent)) != agent.stem:
            found[agent.stem] = found[f"{agent.stem}.agent"] = (agent, name)
    return found


def _targets(facts: AgentsFacts) -> Iterator[Reference]:
    """Targets of handoffs."""
    scope = facts.scope
    for agent, handoff in facts.handoffs:
        name = handoff.target
        if not name or scope.for_people(name) or scope.silent(name):
            continue
        if name not in scope.first and not scope.comes_hidden(name):
            place = facts.at(agent, *handoff.pointer, "agent")
            yield Reference("unknown-target", agent, name, place, handoff=handoff)


def _listed(facts: AgentsFacts) -> Iterator[Reference]:
    """Entries of `agents`."""
    scope = facts.scope
    for agent in facts.vscode:
        for word in (agent.agents or ()) if agent.discovered and agent.hands_off else ():
            if not scope.for_models(word.text) and not scope.silent(word.text):
                place = facts.word_place(agent, word)
                yield Reference("unknown-subagent", agent, word.text, place)


def _asked(facts: AgentsFacts) -> Iterator[Reference]:
    """Agents that prompts ask for."""
    scope = facts.scope
    for prompt in facts.prompts:
        name = prompt.asked
        if name == "plan" or not name or scope.for_people(name) or scope.silent(name):
            continue  # the documentation asks for `Plan` by this name
        if name not in scope.first and not scope.comes_hidden(name):
            place = facts.at(prompt, prompt.asked_in)
            yield Reference("unknown-prompt-agent", prompt, name, place)


def _near(facts: AgentsFacts, reference: Reference) -> Near | None:
    """The agent probably intended, by its name or its file name."""
    if reference.agent.family in facts.claude_scopes:
        return facts.claude_scopes[reference.agent.family].near(reference.name)
    to_people, ending = reference.rule != "unknown-subagent", ".agent"
    near = facts.scope.near(reference.name, to_people=to_people)
    if near is None and reference.name.endswith(ending):
        return facts.scope.near(reference.name.removesuffix(ending), to_people=to_people)
    return near


def _of_claude(facts: AgentsFacts, family: str) -> Iterator[Reference]:
    """Entries of `Agent(...)`."""
    scope = facts.claude_scopes[family]
    for agent in facts.claude:
        for tool in agent.tools or () if agent.family == family else ():
            for word in inside(facts.document(agent), tool) if bare(tool.text) in CALLS else ():
                if not scope.knows(word.text) and word.text != "*":
                    place = facts.word_place(agent, word)
                    yield Reference("unknown-subagent", agent, word.text, place)
