"""Skills that workflows name and declare (reference sweny §3.9, §5.15, §8.6)."""

from __future__ import annotations

from phaselint.dialects.sweny.reading.catalogue import SKILLS
from phaselint.project.paths import split
from phaselint.vocabulary.claim import All, Notes, Written
from phaselint.vocabulary.finding import Finding, Place, Related, Witness
from phaselint.vocabulary.message import message, quote, retold
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.form.subjects import value_at
from phaselint_rules.sweny.needs import MAPPING, NODES, NONE_BROKEN, SKILL_LISTS, SOUND
from phaselint_rules.sweny.run_descriptions import MOST_NAMED, first_names, node_place
from phaselint_rules.sweny.skills.skillcontent import (
    first_reached,
    is_stranded,
    section_of,
    throws_in,
)
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node, Skill, SkillFile
    from phaselint.vocabulary.finding import Severity
    from phaselint.vocabulary.message import Message

IF_COMPLETE = (
    Grade("error", 'with the option `registry = "complete"`'),
    Grade("warning", "otherwise"),
)

IF_STRANDED = (
    Grade("error", "if a node has no other usable skill"),
    Grade("warning", "otherwise"),
    Grade("info", 'with the option `target = "next"`'),
)


def first_places(node: Node) -> dict[str, int]:
    """The skills that a node lists, each with its first place."""
    found: dict[str, int] = {}
    for index, id in enumerate(node.skills):
        found.setdefault(id, index)
    return found


def declared_inline(facts: SwenyFacts) -> tuple[Skill, ...]:
    """The inline skills in which the schema pass found nothing."""
    inside = [p.pointer for p in facts.contract.problems if p.pointer[:1] == ("skills",)]
    broken = {pointer[1] for pointer in inside if len(pointer) > 1}
    return tuple(skill for id, skill in facts.workflow.skills.items() if id not in broken)


@rule(
    "SW601",
    IF_COMPLETE,
    claims="ends",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=SKILL_LISTS,
    ends="failure",
)
def unknown_skill(facts: SwenyFacts) -> Iterator[Finding]:
    """Unknown skill

    What:
        An ID in `skills` of a node isn't a built-in skill, an inline skill, or the name of a
        SKILL.md in `.gemini/skills`, `.agents/skills`, `.claude/skills` or `.sweny/skills` of the
        project. If the intended SKILL.md was skipped, it is named as the cause.
    Why:
        The skill is silently left out; a node without any existing skill throws. `workflow run` and
        `publish` refuse the workflow with `UNKNOWN_SKILL`. With the option `registry = "complete"`
        the finding is an error; without it, the machine that runs the workflow might have further
        skills.
    Bad:
        skills: [gtihub]
    Good:
        skills: [github]
    Fix:
        Correct the ID, declare the skill under `skills`, or add its SKILL.md.
    Dry run:
        A run reaches a node whose skills provide nothing, and ends with an exception. If other
        skills of the node exist, a run doesn't show the defect.
    Source:
        sweny §4.5, §5.2, §5.15, §6 row 5, §8.6
    """
    inline = value_at(facts, ()).get("skills", {}) if facts.sound_nodes else {}
    if not isinstance(inline, dict):  # `schema-violation` says so, and the ids are not known
        return
    known = tuple(dict.fromkeys((*facts.contract.registry, *inline)))
    severity: Severity = "error" if facts.options["registry"] == "complete" else "warning"
    for node in facts.sound_nodes:
        for id, index in first_places(node).items():
            if id in known:
                continue
            place = facts.place((*node.pointer, "skills", index))
            alone = "; without another usable skill, every visit throws"
            file = _meant_file(facts.contract.skill_files, id)
            yield Finding(
                place,
                message(
                    "{} lists skill {}, {}{}",
                    quote(node.id),
                    quote(id),
                    _why(file),
                    alone if is_stranded(facts, node) else "",
                ),
                _remedy(id, file, known),
                severity=severity,
                related=_cause(file),
                witness=Witness({"node": node.id, "skill": id}),
                claim=throws_in(facts, [node]),
                fix=None if file else respell(id, known, place),
            )


def _meant_file(files: Sequence[SkillFile], id: str) -> SkillFile | None:
    """The SKILL.md that should have brought a skill: by the name in it, or by its folder."""
    named = [file for file in files if file.given == id]
    lying = [file for file in files if split(file.folder)[1] == id]
    return next(iter((*named, *lying)), None)


def _why(file: SkillFile | None) -> Message:
    if file is None:
        return message("but that skill doesn't exist")
    if file.skill is not None:
        return message("but {} names its skill {}", quote(file.file), quote(file.skill.id))
    if file.fault == "invalid-frontmatter":
        return message(
            "but {} is skipped: its front matter {}", quote(file.file), retold(file.reason[3:])
        )
    return message("but {} is skipped: {}", quote(file.file), retold(file.reason))


def _remedy(id: str, file: SkillFile | None, known: Sequence[str]) -> str:
    if file is not None and file.skill is not None:
        return f"use {quote(file.skill.id)}"
    if file is not None:
        return f"correct the front matter of {quote(file.file)}"
    return meant(id, known, "correct the ID, declare it under `skills`, or add its SKILL.md")


def _cause(file: SkillFile | None) -> tuple[Related, ...]:
    if file is None:
        return ()
    pointer = () if file.skill is None and not file.given else ("name",)
    return (Related(Place(file.file, pointer), "intended file"),)


@rule(
    "SW602",
    IF_STRANDED,
    claims="ends",
    complete_if=SOUND,
    ends="failure",
)
def mcp_only_skill(facts: SwenyFacts) -> Iterator[Finding]:
    """Skill with a server but no instruction

    What:
        An inline skill, or a SKILL.md, has `mcp` but no instruction. Reported where the skill is
        declared; in a workflow that lists a discovered skill, only if a node has no other usable
        skill. Silent for an inline skill that `inline-skill-shadowed` reports.
    Why:
        The servers of such skills aren't connected, so the skill gives a node nothing. A node
        without any other usable skill throws when it is visited. With the option `target = "next"`
        servers are connected: then it is a note, on a SKILL.md only.
    Bad:
        skills: {crm: {mcp: {url: "https://crm.example.com/mcp"}}}
    Good:
        skills: {crm: {instruction: Look customers up in the CRM., mcp: {url: "https://…"}}}
    Fix:
        Add an instruction, and configure the server where the workflow runs.
    Dry run:
        A run reaches a node that has no other usable skill, and ends with an exception.
    Source:
        sweny §5.2, §5.15, §6 row 9, §8.6, §11.5
    """
    yield from _mcp_only_file(facts)
    if facts.servers_connect:
        return
    stranded = [node for node in facts.sound_nodes if is_stranded(facts, node)]
    for skill in declared_inline(facts):
        if skill.mcp is None or skill.instruction or skill.id in facts.contract.registry:
            continue
        nodes = [node for node in stranded if skill.id in node.skills]
        yield Finding(
            facts.place(skill.pointer, "key"),
            _mcp_only(skill.id, [node.id for node in nodes]),
            "add an `instruction`, and configure the server where the workflow runs",
            severity="error" if nodes else "warning",
            related=tuple(
                Related(node_place(facts, node.id), "has no other usable skill")
                for node in nodes[:MOST_NAMED]
            ),
            witness=Witness({"skill": skill.id, "nodes": [node.id for node in nodes]}),
            claim=throws_in(facts, nodes),
        )
    for node in stranded:
        for id, index in first_places(node).items():
            found = facts.skill(id)
            if found is not None and found.origin == "discovered" and found.mcp is not None:
                yield Finding(
                    facts.place((*node.pointer, "skills", index)),
                    _mcp_only(id, [node.id]),
                    f"add an instruction to {quote(found.file)}",
                    related=(Related(Place(found.file, ("mcp",), "key"), "server"),),
                    witness=Witness({"skill": id, "nodes": [node.id]}),
                    claim=throws_in(facts, [node]),
                )


def _mcp_only_file(facts: SwenyFacts) -> Iterator[Finding]:
    file = facts.contract.skill_file
    skill = file.skill if file else None
    if skill is None or skill.mcp is None or skill.instruction or skill.id in SKILLS:
        return
    connected = facts.servers_connect
    yield Finding(
        facts.place(("mcp",), "key"),
        message("skill {} has a server, but no description of its purpose", quote(skill.id))
        if connected
        else _mcp_only(skill.id, ()),
        "describe what to do with it below the front matter",
        severity="info" if connected else "warning",
        witness=Witness({"skill": skill.id, "nodes": []}),
    )


def _mcp_only(id: str, nodes: Sequence[str]) -> Message:
    useless = message(
        "skill {} has no effect: it has no instruction, and its server isn't connected",
        quote(id),
    )
    if not nodes:
        return useless
    have = "have" if len(nodes) > 1 else "has"
    return message(
        "{}; {} {} no other usable skill, so every visit throws", useless, first_names(nodes), have
    )


@rule("SW603", WARNING, needs=MAPPING, claims="notes", only_if_keys=SKILL_LISTS)
def inline_skill_shadowed(facts: SwenyFacts) -> Iterator[Finding]:
    """Inline skill hidden by another skill

    What:
        An ID under `skills` is also the ID of a built-in skill, or of a SKILL.md of the project.
    Why:
        Registered skills take precedence: the inline skill is ignored.
    Bad:
        skills: {slack: {instruction: Write short messages.}}
    Good:
        skills: {slack-style: {instruction: Write short messages.}}
    Fix:
        Rename it, also in the nodes that list it.
    Dry run:
        The prompt of a node that lists it lacks its section.
    Source:
        sweny §3.11, §5.2, §8.6
    """
    for inline in declared_inline(facts):
        other = facts.contract.registry.get(inline.id)
        if other is None:
            continue
        built_in = other.origin == "builtin"
        nodes = [node.id for node in facts.sound_nodes if inline.id in node.skills]
        yield Finding(
            facts.place(inline.pointer, "key"),
            message(
                "inline skill {} is ignored: {} has the same ID",
                quote(inline.id),
                "a built-in skill" if built_in else message("the skill in {}", quote(other.file)),
            ),
            "rename it here and in the nodes that list it",
            related=()
            if built_in
            else (Related(Place(other.file, ("name",)), "skill that is used"),),
            witness=Witness({"skill": inline.id, "nodes": nodes}),
            claim=_left_out(facts, inline, other, nodes),
        )


def _left_out(facts: SwenyFacts, inline: Skill, other: Skill, nodes: Sequence[str]) -> All | None:
    """That the prompt of a node that lists the skill lacks what is written inline; nothing if no
    node lists it, or nothing else is written there."""
    section = section_of(inline)
    if not nodes or not section or section == section_of(other):
        return None
    unseen = Notes(first_reached(facts, nodes), "model:run", lacks={"prompt": [section]})
    return All((unseen,), (Written(facts.place(inline.pointer)),))


@rule("SW604", INFO, needs=NONE_BROKEN, complete_if=NODES, default=False, only_if_keys=SKILL_LISTS)
def unused_inline_skill(facts: SwenyFacts) -> Iterator[Finding]:
    """Unused inline skill

    What:
        An ID under `skills` isn't listed in `skills` of any node. Silent for a skill that
        `inline-skill-shadowed` reports, or that `unknown-skill` assumes to be the intended one.
    Why:
        It has no effect.
    Bad:
        skills: {tone: {instruction: Be friendly.}}   # and no node lists `tone`
    Good:
        reply: {name: Reply, instruction: Answer the letter., skills: [tone]}
    Fix:
        Remove it, or list it in the nodes that need it.
    Source:
        sweny §3.9, §8.6
    """
    listed = dict.fromkeys(id for node in facts.sound_nodes for id in node.skills)
    unknown = [id for id in listed if facts.skill(id) is None]
    for skill in declared_inline(facts):
        if skill.id in listed or skill.id in facts.contract.registry:
            continue
        if suggest(skill.id, unknown) is None:
            yield Finding(
                facts.place(skill.pointer, "key"),
                message("inline skill {} isn't listed by any node", quote(skill.id)),
                "list it in a node, or remove it",
            )


@rule(
    "SW605",
    WARNING,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=SKILL_LISTS,
)
def duplicate_skill_reference(facts: SwenyFacts) -> Iterator[Finding]:
    """Skill that a node lists twice

    What:
        `skills` of a node contains the same ID more than once.
    Why:
        Its tools are offered twice, and its text appears twice in the prompt.
    Bad:
        skills: [github, slack, github]
    Good:
        skills: [github, slack]
    Fix:
        Remove one of them.
    Dry run:
        The tools offered to the model, or the sections of its prompt, are duplicated.
    Source:
        sweny §5.2, §8.6
    """
    for node in facts.sound_nodes:
        first = first_places(node)
        for index, id in enumerate(node.skills):
            if first[id] == index:
                continue
            earlier = facts.place((*node.pointer, "skills", first[id]))
            yield Finding(
                facts.place((*node.pointer, "skills", index)),
                message(
                    "{} lists skill {} twice{}",
                    quote(node.id),
                    quote(id),
                    _doubled(facts.skill(id)),
                ),
                "remove one of them",
                related=(Related(earlier, "first listed here"),),
                witness=Witness({"node": node.id, "skill": id}),
                claim=_twice(facts, node, facts.skill(id)),
            )


def _twice(facts: SwenyFacts, node: Node, skill: Skill | None) -> Notes | None:
    """That the model is offered a tool of a skill twice, or reads its section twice; nothing of a
    skill that gives a node neither."""
    tools = [tool for tool in (skill.tools if skill else ()) if facts.offers(node, tool)]
    if tools:
        return Notes(node.id, "model:run", holds={"tools": (tools[0], tools[0])})
    section = section_of(skill) if skill else ""
    return Notes(node.id, "model:run", holds={"prompt": (section, section)}) if section else None


def _doubled(skill: Skill | None) -> str:
    if skill is None or not (skill.tools or skill.instruction):
        return ""
    parts = [*(["its tools"] if skill.tools else []), *(["its text"] if skill.instruction else [])]
    return (
        f": {' and '.join(parts)} are duplicated" if skill.tools else f": {parts[0]} is duplicated"
    )
