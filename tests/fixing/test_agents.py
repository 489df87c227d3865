"""Fixes of teams: made one by one, the finding is gone, nothing new comes, and all that the fix
does not name stays as it was, in fixtures and in random teams."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from cases import listed, texts
from laws.random_contracts import random_contract
from phaselint.dialects import dialect
from phaselint.dialects.options import merge
from phaselint.document.changes import apply, changes_of
from phaselint.linting.check import check
from phaselint.linting.locate import locate
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.document import Document
    from phaselint.document.changes import Changes
    from phaselint.vocabulary.finding import Finding

AGENTS = dialect("agents")
OWN = RULES.of(("agents",))
FIXED = sorted(
    {each.name for each in OWN if each.dialect == AGENTS.name and each.fix in ("safe", "unsafe")}
)
SEEDS = 120
SETTINGS = ".vscode/settings.json"

BRINGS = {
    "header-not-first-line": "what stands in a header is looked at once it is one",
    "missing-name": "a file that was documentation is an agent, and is looked at as one",
    "no-usable-tool": "once there is a tool, each of the others is told by itself",
}
"""Rules whose fixes let something be seen that was there before."""


class Looked(NamedTuple):
    """What is found in the teams of some files, and their documents."""

    findings: tuple[tuple[str, Finding], ...]
    documents: Mapping[str, Document]

    @property
    def said(self) -> Counter[tuple[str, str, str]]:
        return Counter((name, each.place.file, str(each.message)) for name, each in self.findings)


def looked(files: Mapping[str, str]) -> Looked:
    reader = DictReader(files)
    above = {path[:at] for path in files for at, sign in enumerate(path) if sign == "/"}
    folders = {"", *(each for each in above if "/." not in f"/{each}")}
    found: list[tuple[str, Finding]] = []
    settings = reader.document(SETTINGS)
    documents: dict[str, Document] = {} if settings is None else {SETTINGS: settings}
    for folder in sorted(folders):
        for target in AGENTS.detect(reader, folder):
            options = merge(AGENTS, {}, {}, {})
            made = check(AGENTS, reader, target, Task(OWN, options))
            documents |= made.documents
            hits = (hit for hit in made.hits if not hit.finding.counted)
            found += ((hit.rule.name, locate(hit.finding, made.documents)) for hit in hits)
    return Looked(tuple(found), documents)


def fixes(files: Mapping[str, str]) -> Iterator[tuple[Looked, str, Finding, dict[str, Changes]]]:
    """The findings with edits in some files, each with these."""
    before = looked(files)
    for name, finding in before.findings:
        changes = changes_of(finding.fix, before.documents) if finding.fix else None
        if changes:
            yield before, name, finding, dict(changes)


def made(
    files: Mapping[str, str], before: Looked, changes: Mapping[str, Changes]
) -> dict[str, str]:
    after = dict(files)
    for path, some in changes.items():
        bom = "\ufeff" if before.documents[path].bom else ""
        after[path] = bom + apply(before.documents[path].text, some)
    return after


def leaves(value: Any) -> dict[tuple[Any, ...], Any]:
    """The scalars of a header by pointer."""
    found: dict[tuple[Any, ...], Any] = {}
    waiting: list[tuple[tuple[Any, ...], Any]] = [((), value)]
    while waiting:
        pointer, each = waiting.pop()
        if isinstance(each, dict | list):
            members = each.items() if isinstance(each, dict) else enumerate(each)
            waiting += [((*pointer, step), inner) for step, inner in members]
        else:
            found[pointer] = each
    return found


def touched(document: Document, changes: Changes) -> set[Any]:
    """The top keys that changes are at, and those that they write."""
    keys = set[Any]()
    for change in changes:
        for at in (change.start, max(change.start, change.end - 1)):
            pointer, _ = document.positions.at(at) if document.positions else ((), "")
            keys.update(pointer[:1])
        keys.update(line.partition(":")[0].strip() for line in change.text.splitlines())
    return keys


def is_kept(before: Document, after: Document, changes: Changes) -> bool:
    """Whether a document says the same after a fix, but for the keys that this is about."""
    old, new = leaves(before.value), leaves(after.value)
    keys = touched(before, changes)
    apart = old.keys() ^ new.keys()
    apart |= {at for at in old.keys() & new.keys() if _differ(old[at], new[at])}
    body = before.text[before.body_start :].strip(), after.text[after.body_start :].strip()
    same = body[0] == body[1] or before.format == "json"
    return same and {pointer[0] for pointer in apart} <= keys


def _differ(old: Any, new: Any) -> bool:
    """Whether two scalars say something else: numbers and booleans are texts in a header that only
    VS Code reads."""
    texts_alone = all(isinstance(each, str | None) for each in (old, new))
    return texts_alone and (old or "") != (new or "")


@cache
def cases() -> tuple[tuple[str, str, dict[str, str]], ...]:
    return tuple(
        (case.rule, case.variant, files)
        for case in listed()
        if case.rule in FIXED
        for files in (texts(case),)
        if any("agents/" in path or path.endswith("plugin.json") for path in files)
    )


@pytest.mark.parametrize("rule", FIXED)
def test_the_fixes_of_a_rule_change_nothing_else(rule: str) -> None:
    shown = 0
    for name, variant, files in cases():
        for before, found, finding, changes in fixes(files) if name == rule else ():
            if found != rule:
                continue
            shown += 1
            after = looked(made(files, before, changes))
            said = (rule, finding.place.file, str(finding.message))
            assert after.said[said] < before.said[said], (variant, finding)

            def rest(new: tuple[str, str, str], of: Finding = finding) -> bool:
                """Whether it is what is left of a group."""
                return bool(of.members) and new[:2] == (rule, of.place.file)

            if rule not in BRINGS:
                assert not [each for each in after.said - before.said if not rest(each)], variant
                for path, some in changes.items():
                    assert is_kept(before.documents[path], after.documents[path], some), variant
    assert shown, "no fixture shows an edit"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_fixes_of_random_teams(seed: int) -> None:
    files = random_contract("agents", str(seed))
    for before, rule, finding, changes in fixes(files):
        after = looked(made(files, before, changes))
        said = (rule, finding.place.file, str(finding.message))
        assert after.said[said] < before.said[said], finding
        for path, some in changes.items() if rule not in BRINGS else ():
            assert is_kept(before.documents[path], after.documents[path], some), finding


HOME = ".github/agents"


def fixed(header: str, rule: str, path: str = f"{HOME}/a.agent.md", **others: str) -> str:
    """The header of an agent after the first fix of a rule."""
    files = {path: f"---\n{header}---\nDo.\n", **others}
    for before, found, _, changes in fixes(files):
        if found == rule:
            return made(files, before, changes)[path].removeprefix("---\n").partition("---\n")[0]
    pytest.fail(f"{rule} has no fix")


@pytest.mark.parametrize(
    ("tools", "better"),
    [
        ("read, edit", "read, edit, agent"),
        ("'read, edit'", "'read, edit, agent'"),
        ('"read" # all', '"read, agent" # all'),
        ("read,", "read, agent"),
        ("[read, 'edit']", "[read, 'edit', agent]"),
        ("\n  - read # first\n", "\n  - read # first\n  - agent\n"),
        ("[]", "[agent]"),
    ],
)
def test_tools_are_added_as_the_others_are_written(tools: str, better: str) -> None:
    head = "name: A\ndescription: x\nagents: [A]\n"
    header = f"{head}tools: {tools}\n".replace("\n\n", "\n")
    assert fixed(header, "agents-without-agent-tool") == header.replace(tools, better)


@pytest.mark.parametrize(
    ("tools", "better"),
    [
        ("Read, webfetch", "Read, WebFetch"),
        ("Read, WebFecth(domain:a.b)", "Read, WebFetch(domain:a.b)"),
        ("[Read, 'webfetch(domain:a.b)']", "[Read, 'WebFetch(domain:a.b)']"),
        ('[Read, "webfetch"]', '[Read, "WebFetch"]'),
    ],
)
def test_a_tool_is_respelt_and_granted_no_further(tools: str, better: str) -> None:
    header = f"name: a\ndescription: x\ntools: {tools}\n"
    after = fixed(header, "misspelt-tool", ".claude/agents/a.md")
    assert after == header.replace(tools, better)


@pytest.mark.parametrize(
    ("value", "better"),
    [
        ("a: b", '"a: b"'),
        ("@x # why", '"@x" # why'),
        ('say "a: b"', "'say \"a: b\"'"),
        ("`x`", '"`x`"'),
        ("!x", '"!x"'),
        ("*y", '"*y"'),
        ("&z w", '"&z w"'),
        ("%v: 1", '"%v: 1"'),
        ("it's: so", '"it\'s: so"'),
    ],
)
def test_only_what_needs_quotes_gets_some(value: str, better: str) -> None:
    """`true`, numbers and what is quoted already stay."""
    header = f"name: A\ndescription: {value}\nuser-invocable: true\nmodel: 4.10\ntools: ['a: b']\n"
    if value.startswith(("!", "&")):
        header += "argument-hint: c: d\n"  # the value alone would be YAML
        better_hint = header.replace("c: d", '"c: d"')
    else:
        better_hint = header
    assert fixed(header, "header-not-portable") == better_hint.replace(
        f"description: {value}", f"description: {better}"
    )


def test_a_number_beside_what_needs_quotes_stays() -> None:
    header = "name: a\ndescription: Use it: often\nmaxTurns: 20\nbackground: true\n"
    better = header.replace("Use it: often", '"Use it: often"')
    assert fixed(header, "header-not-portable", ".claude/agents/a.md") == better


def test_headers_that_quotes_do_not_help_get_none() -> None:
    files = {f"{HOME}/a.agent.md": "---\nname: A\ndescription: 'open\nmodel: x\n---\nDo.\n"}
    assert [rule for _, rule, _, _ in fixes(files)] == []


def test_no_fix_is_looked_for_without_end() -> None:
    """A header of so many texts is left to its author, and so are two agents of one name."""
    tools = ", ".join(f"@t{number}" for number in range(600))
    header = f"---\nname: A\ndescription: a: b\ntools: [{tools}]\n---\nDo.\n"
    found = [rule for _, rule, _, _ in fixes({f"{HOME}/a.agent.md": header})]
    assert "header-not-portable" not in found
    ask = "---\nname: ask\ndescription: x\n---\nDo.\n"
    assert [rule for _, rule, _, _ in fixes({f"{HOME}/a.agent.md": ask})] == ["reserved-name"]
    two = {f"{HOME}/a.agent.md": ask, f"{HOME}/b.agent.md": ask}
    assert [rule for _, rule, _, _ in fixes(two)] == []


@pytest.mark.parametrize(
    ("stem", "better"),
    [("expert", "expert"), ("ask", "ask-agent"), ("Ask", "ask-agent"), ("Plan", "ask-agent"),
     ("AGENT", "ask-agent"), ("task", "ask-agent")],
)  # fmt: skip
def test_no_name_is_offered_that_leads_to_an_agent_of_the_harness(stem: str, better: str) -> None:
    path = f"{HOME}/{stem}.agent.md"
    files = {path: "---\nname: ask\ndescription: x\n---\nDo.\n"}
    [(before, rule, _, changes)] = fixes(files)
    assert rule == "reserved-name"
    assert f"name: {better}\n" in made(files, before, changes)[path]


def test_a_comment_before_a_header_is_kept_behind_it() -> None:
    path = ".claude/agents/a.md"
    header = "---\nname: a\ndescription: x\n---\n"
    files = {path: f"<!-- licence -->\n{header}Do.\n"}
    [(before, rule, _, changes)] = fixes(files)
    assert rule == "header-not-first-line"
    assert made(files, before, changes)[path] == f"{header}<!-- licence -->\nDo.\n"
    assert list(fixes({path: f"```\n{header}```\n"})) == []


@pytest.mark.parametrize(
    ("settings", "better"),
    [
        ("{}", '{"chat.agentFilesLocations": {".github/agents/x": true}}'),
        ('{"a": 1}\n', '{"a": 1, "chat.agentFilesLocations": {".github/agents/x": true}}\n'),
        (
            '{\n  "chat.agentFilesLocations": {\n    "y": true\n  }\n}\n',
            (
                '{\n  "chat.agentFilesLocations": {\n    "y": true,\n'
                '    ".github/agents/x": true\n  }\n}\n'
            ),
        ),
        ('{"chat.agentFilesLocations": {}} // why', None),
        ('{"chat.agentFilesLocations": {".github/agents/x": false}}', None),
        ('{"chat.agentFilesLocations": []}', None),
        ("[]", None),
    ],
)
def test_a_folder_is_listed_in_settings_without_comments(settings: str, better: str | None) -> None:
    agent = "---\nname: A\ndescription: x\n---\nDo.\n"
    files = {f"{HOME}/x/a.agent.md": agent, f"{HOME}/b.agent.md": "", SETTINGS: settings}
    found = [each for each in fixes(files) if each[1] == "agent-not-discovered"]
    after = [made(files, before, changes)[SETTINGS] for before, _, _, changes in found]
    assert after == ([] if better is None else [better])


def test_infer_says_the_opposite() -> None:
    for value, other in (("true", "false"), ("false", "true")):
        header = f"name: A\ndescription: x\ninfer: {value} # so\n"
        better = f"name: A\ndescription: x\ndisable-model-invocation: {other} # so\n"
        assert fixed(header, "deprecated-key") == better


@pytest.mark.parametrize("value", ["true", "false"])
def test_a_header_with_one_spelling_for_each_release_is_left_alone(value: str) -> None:
    header = f"name: A\nuser-invocable: true\nuser-invokable: {value}\ndescription: x\n"
    files = {f"{HOME}/a.agent.md": f"---\n{header}---\nDo.\n"}
    assert "deprecated-key" not in {name for name, _ in looked(files).findings}


def test_an_agent_is_listed_where_one_has_a_list_and_shown_to_models_else() -> None:
    hidden = "name: B\ndescription: x\nuser-invocable: false\ndisable-model-invocation: true\n"
    lead = "---\nname: L{}\ndescription: x\nagents: [Plan]\n---\nDo.\n"
    others = {f"{HOME}/l{number}.agent.md": lead.format(number) for number in range(2)}
    assert fixed(hidden, "unreachable-phase", **others) == hidden.replace(
        "disable-model-invocation: true\n", ""
    )
    files = {f"{HOME}/b.agent.md": f"---\n{hidden}---\n", f"{HOME}/l.agent.md": lead.format("")}
    [(before, _, _, changes)] = [each for each in fixes(files) if each[1] == "unreachable-phase"]
    after = made(files, before, changes)
    assert after[f"{HOME}/l.agent.md"] == lead.format("").replace("[Plan]", "[Plan, B]")


@pytest.mark.parametrize("tools", ["[read]", "[]", "[search, web]"])
def test_no_agent_is_listed_in_one_that_cannot_call_it(tools: str) -> None:
    hidden = "name: B\ndescription: x\nuser-invocable: false\ndisable-model-invocation: true\n"
    lead = f"---\nname: L\ndescription: x\ntools: {tools}\nagents: [Plan]\n---\nDo.\n"
    files = {f"{HOME}/b.agent.md": f"---\n{hidden}---\n", f"{HOME}/l.agent.md": lead}
    [(before, _, _, changes)] = [each for each in fixes(files) if each[1] == "unreachable-phase"]
    assert made(files, before, changes)[f"{HOME}/l.agent.md"] == lead
    assert "unreachable-phase" not in [name for name, _ in looked(made(files, before, changes))[0]]


@pytest.mark.parametrize(
    ("tools", "denied", "better"),
    [
        ("Read, Edit, Bash", "Edit", "Read, Bash"),
        ("Edit, Read", "Edit", "Read"),
        ("Read, Edit", "[Edit]", "Read"),
        ("[Read, 'Edit']", "Edit", "[Read]"),
    ],
)
def test_a_denied_tool_is_granted_no_more(tools: str, denied: str, better: str) -> None:
    header = f"name: a\ndescription: x\ntools: {tools}\ndisallowedTools: {denied}\n"
    after = fixed(header, "tool-denied", ".claude/agents/a.md")
    assert after == header.replace(f"tools: {tools}\n", f"tools: {better}\n", 1)


def test_places_in_headers_that_are_no_yaml() -> None:
    """They are those of what is written, for all who look at the file."""
    header = "name: A\ndescription: a: b\nuser-invokable: true\n"
    files = {f"{HOME}/a.agent.md": f"---\n{header}---\nDo.\n"}
    [finding] = [found for name, found in looked(files).findings if name == "deprecated-key"]
    assert finding.place.range is not None
    assert finding.place.range.start.line == 4
