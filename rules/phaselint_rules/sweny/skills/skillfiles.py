"""SKILL.md files (reference sweny §3.10, §5.15, §8.6)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.reading.catalogue import CATEGORIES
from phaselint.project.paths import split
from phaselint.vocabulary.finding import Finding, Place, Range
from phaselint.vocabulary.message import message, quote, quote_all, retold
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.sweny.needs import SKILL_FILE
from phaselint_rules.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Skill, SkillFault, SkillFile
    from phaselint.document import Document
    from phaselint.document.model import Problem

_SKIPPED = "so the skill is skipped"


def _skipped(facts: SwenyFacts, fault: SkillFault) -> SkillFile | None:
    """The contract's SKILL.md, if it is skipped for this."""
    file = facts.contract.skill_file
    return file if file is not None and file.fault == fault else None


def _loaded(facts: SwenyFacts) -> tuple[SkillFile, Skill] | None:
    """The contract's SKILL.md and its skill, if it is not skipped."""
    file = facts.contract.skill_file
    return None if file is None or file.skill is None else (file, file.skill)


def _document(facts: SwenyFacts) -> Document:
    return facts.contract.documents[facts.file]


def _syntax_error(facts: SwenyFacts) -> Problem | None:
    found = (each for each in _document(facts).problems if each.kind == "syntax-error")
    return next(found, None)


def _at(facts: SwenyFacts, problem: Problem) -> Place:
    document = _document(facts)
    span = Range(document.position(problem.start), document.position(problem.end))
    return Place(facts.file, range=span)


@rule("SW612", ERROR, needs=SKILL_FILE)
def skill_missing_name(facts: SwenyFacts) -> Iterator[Finding]:
    """SKILL.md without a name

    What:
        The front matter is missing, empty or never closed, or it has no `name`. The syntax error of
        an unclosed front matter isn't reported separately.
    Why:
        The name is the ID by which nodes list the skill; the directory's name isn't used. Most
        commands skip the file silently.
    Bad:
        ---
        description: How we write code
        ---
    Good:
        ---
        name: code-standards
        description: How we write code
        ---
    Fix:
        Add a name between two lines `---` at the start of the file.
    Source:
        sweny §5.15, §8.6
    """
    file = _skipped(facts, "missing-name")
    if file is None:
        return
    problem = _syntax_error(facts)
    value = _document(facts).value
    named = isinstance(value, dict) and "name" in value
    folder = split(file.folder)[1]
    yield Finding(
        _at(facts, problem) if problem else facts.place(("name",) if named else ()),
        message("{}, {}", retold(problem.message if problem else file.reason), _SKIPPED),
        problem.help if problem else f"add `name: {folder or 'my-skill'}` to the front matter",
    )


@rule("SW613", ERROR, needs=SKILL_FILE)
def skill_invalid_id(facts: SwenyFacts) -> Iterator[Finding]:
    """Invalid skill name

    What:
        `name` of a SKILL.md contains characters other than lowercase letters, digits and single
        hyphens between them, or has more than 64 characters.
    Why:
        Most commands skip the file silently.
    Bad:
        name: Code Standards
    Good:
        name: code-standards
    Fix:
        Write a valid name, and list it in the nodes.
    Source:
        sweny §3.10, §5.15, §8.6
    """
    file = _skipped(facts, "invalid-id")
    if file is None:
        return
    better = re.sub("[^a-z0-9]+", "-", file.given.lower()).strip("-")[:64].rstrip("-")
    help = f"use {quote(better)}" if better else "use a name such as `code-standards`"
    yield Finding(
        facts.place(("name",)),
        message("{}, {}", retold(file.reason), _SKIPPED),
        help if better != file.given else "save the file with LF line endings",
    )


@rule("SW614", ERROR, needs=SKILL_FILE)
def skill_invalid_frontmatter(facts: SwenyFacts) -> Iterator[Finding]:
    """SKILL.md with invalid front matter

    What:
        The text between the lines `---` isn't valid YAML, or isn't a mapping. The syntax error
        isn't reported separately. Duplicate keys are reported as `duplicate-key`, and a front
        matter that is too large as `limit-exceeded`.
    Why:
        Most commands skip the file silently.
    Bad:
        ---
        name: triage-rubric
        description: severity: how we rate it
        ---
    Good:
        ---
        name: triage-rubric
        description: "severity: how we rate it"
        ---
    Fix:
        Correct the front matter at the place given in the message.
    Source:
        sweny §5.15, §8.6
    """
    file = _skipped(facts, "invalid-frontmatter")
    if file is None:
        return
    problem = _syntax_error(facts)
    if problem is not None:
        why = retold(problem.message)
        text = message("the front matter isn't valid, {}: {}", _SKIPPED, why)
        yield Finding(_at(facts, problem), text, problem.help)
    elif not _document(facts).problems:
        text = message("the front matter{}, {}", file.reason.removeprefix("it"), _SKIPPED)
        yield Finding(facts.place(()), text, "write `name: …` and other fields in the front matter")


@rule("SW615", WARNING, needs=SKILL_FILE)
def skill_empty(facts: SwenyFacts) -> Iterator[Finding]:
    """Empty skill

    What:
        A SKILL.md has neither text below its front matter nor an `mcp` with a command or URL.
    Why:
        The skill loads but contributes nothing. `publish` refuses it.
    Bad:
        ---
        name: code-standards
        ---
    Good:
        ---
        name: code-standards
        ---
        Prefer small functions.
    Fix:
        Write what the model should know below the front matter.
    Source:
        sweny §5.15, §8.6
    """
    found = _loaded(facts)
    if found is None:
        return
    file, skill = found
    if not skill.instruction and skill.mcp is None and not file.stdio:
        yield Finding(
            facts.place(("name",)),
            message("skill {} is empty: it has neither text nor a server", quote(skill.id)),
            "write what the model should know below the front matter",
        )


@rule("SW616", WARNING, needs=SKILL_FILE)
def skill_dir_mismatch(facts: SwenyFacts) -> Iterator[Finding]:
    """Skill name that differs from its directory

    What:
        `name` of a SKILL.md differs from the name of its directory.
    Why:
        Nodes list a skill by its `name`; people look for it by its directory. `publish` refuses it.
    Bad:
        # .claude/skills/standards/SKILL.md
        name: code-standards
    Good:
        # .claude/skills/code-standards/SKILL.md
        name: code-standards
    Fix:
        Rename the directory, or the skill here and in the nodes that list it.
    Source:
        sweny §5.15, §8.6
    """
    found = _loaded(facts)
    if found is None:
        return
    folder = split(found[0].folder)[1]
    if folder and folder != found[1].id:
        yield Finding(
            facts.place(("name",)),
            message("skill {} is in directory {}", quote(found[1].id), quote(folder)),
            f"rename the directory to {quote(found[1].id)}, or the skill here and in the nodes "
            "that list it",
        )


@rule("SW617", WARNING, needs=SKILL_FILE)
def skill_stdio_not_wired(facts: SwenyFacts) -> Iterator[Finding]:
    """Skill that starts a program

    What:
        `mcp` of a SKILL.md has a `command`, and isn't of type `http`.
    Why:
        Such a server is dropped unless the environment has `SWENY_ALLOW_SKILL_STDIO_COMMAND`:
        otherwise, anybody who can add a file could run a program.
    Bad:
        mcp: {command: npx, args: ["@acme/crm-mcp"]}
    Good:
        mcp: {type: http, url: "https://crm.example.com/mcp"}
    Fix:
        Use a server with a URL, or configure the command in `.sweny.yml`.
    Source:
        sweny §5.15, §8.6
    """
    found = _loaded(facts)
    if found is not None and found[0].stdio:
        yield Finding(
            facts.place(("mcp", "command"), "key"),
            message(
                "the server of skill {} is dropped, because `command` starts a program",
                quote(found[1].id),
            ),
            "use a `url`, configure the server in `.sweny.yml`, or set "
            "`SWENY_ALLOW_SKILL_STDIO_COMMAND`",
        )


@rule("SW618", INFO, needs=SKILL_FILE, default=False)
def skill_category_unknown(facts: SwenyFacts) -> Iterator[Finding]:
    """Unknown skill category

    What:
        `category` of a SKILL.md isn't `general`, `git`, `tasks`, `notification`, `observability` or
        `data`.
    Why:
        It silently becomes `general`.
    Bad:
        category: monitoring
    Good:
        category: observability
    Fix:
        Use one of these words, or remove `category`.
    Source:
        sweny §3.10, §5.15, §8.6
    """
    found = _loaded(facts)
    if found is None or not found[0].category:
        return
    word = found[0].category
    yield Finding(
        facts.place(("category",)),
        message(
            "{} isn't a category, so skill {} counts as `general`",
            quote(word),
            quote(found[1].id),
        ),
        meant(word, CATEGORIES, f"use one of {quote_all(CATEGORIES)}"),
    )
