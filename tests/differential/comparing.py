"""Teams as VS Code's own reader and validator take them, beside what phaselint makes of them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checking import findings
from phaselint.dialects.agents import detect
from phaselint.dialects.agents.analysis.scope import SHIPPED_TO_MODELS
from phaselint.dialects.agents.names import SHIPPED
from phaselint.dialects.agents.reading.bodies import tools_in
from phaselint.dialects.agents.reading.lenient import read_leniently
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.tools import calls_agents
from phaselint.document.markdown import front_matter
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from differential.drawing import Team
    from phaselint.dialects.agents.model import Agent
    from phaselint.document import Document
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place

    Answer = dict[str, Any]
    """What VS Code makes of a file, as the driver writes it."""

DRIVER = Path(__file__).with_name("vscode.mjs")
AT_ONCE = 500
"""Teams that one process of Node is given."""

REFUSING = frozenset(
    {
        *("syntax-error", "duplicate-key", "header-unclosed", "field-type", "incomplete-handoff"),
        *("boolean-not-recognized", "invalid-value"),
    }
)
"""Rules for what VS Code's validator calls an error."""

UNKNOWN = frozenset(
    {
        *("unknown-target", "handoff-to-hidden-agent", "unknown-subagent", "unknown-prompt-agent"),
    }
)

DEPARTURES = (
    "The 'infer' attribute is deprecated",  # a warning of ours, `deprecated-key`
    "must contain at least one alphanumeric character",  # the button is shown
    "Duplicate handoff label",  # a warning of ours where both lead to one agent
    "The 'agent' attribute must be a non-empty string",  # in prompts: nobody is asked for
    "The 'mode' attribute must be a non-empty string",
    "The 'model' ",  # lists of models are not looked at
)
"""What VS Code calls an error and the reference does not (§7, §12)."""


KEYS_OF_LOCAL = (("user-invocable",), ("disable-model-invocation",), ("argument-hint",))
OF_LOCAL = (
    "The 'user-invocable' attribute must be 'true' or 'false'",
    "The 'disable-model-invocation' attribute must be 'true' or 'false'",
    "The 'argument-hint' attribute must be a string",
)
"""Keys of an agent for Copilot alone that are not compared, and what VS Code says of them: only its
own agent reads booleans so, and shows hints, and of that nothing is said here."""


MISSING = "Missing value"
"""What it says of a key without value; to us an error where the header is no YAML (§2.3)."""


def asked(folder: str, teams: Sequence[Team]) -> list[list[Answer]]:
    """What VS Code makes of teams; the packages are in a folder."""
    shipped = {"people": SHIPPED, "models": sorted(SHIPPED_TO_MODELS)}
    answers: list[list[Answer]] = []
    for start in range(0, len(teams), AT_ONCE):
        given = json.dumps({"teams": teams[start : start + AT_ONCE], "shipped": shipped})
        done = subprocess.run(
            ["node", str(DRIVER), folder],
            input=given.encode("utf-8", "surrogatepass"),
            capture_output=True,
            check=False,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
        answers += json.loads(done.stdout)
    return answers


# --- headers --------------------------------------------------------------------------------------


def of_header(text: str, answer: Answer) -> Iterator[str]:
    """How our reader of headers differs on a file: in the values, in what it complains of first,
    and in whether a key stands twice."""
    found = front_matter(text)
    if found is None:
        if answer["header"] is not None:
            yield f"{text!r}: no header to us, {answer['header']} to VS Code"
        return
    read = read_leniently(text[found.start : found.end])
    value = read.value if isinstance(read.value, dict) else {}
    if read.error == "too-deep":
        return
    errors = [code for code in answer["errors"] if code not in ("duplicate-key", "INVALID_YAML")]
    theirs = (answer["header"], errors[0] if errors else "", "duplicate-key" in answer["errors"])
    ours = (value, read.error, bool(read.duplicates))
    if ours != theirs:
        yield f"{text!r}: {ours} to us, {theirs} to VS Code"


# --- teams ----------------------------------------------------------------------------------------


def of_team(files: Team, answers: list[Answer]) -> Iterator[str]:
    """How a team differs, a line for each difference."""
    texts = dict(files)
    reader = DictReader(texts)
    target = next(detect.detect(reader, ""))
    team = load(reader, target)
    said = findings(target, texts)
    agents = {each.file: each for each in (*team.agents, *team.prompts)}
    sure = not any(each.header.fault for each in agents.values())
    for answer in answers:
        path = answer["path"]
        agent = agents[path]
        if agent.family == "claude":  # in the scope of VS Code, and judged by the rules of its own
            continue
        own = [each for each in said if each.place.file == path]
        parts: list[tuple[str, object, object]] = [
            (f"tools in the text of {path}", *_references(team.documents[path], answer))
        ]
        if not agent.header.fault:
            parts.append((f"what {path} says", *_fields(agent, answer)))
        alone = agent.target == "github-copilot"
        parts.append((f"whether {path} is accepted", *_verdicts(own, answer, alone=alone)))
        places = (place for each in said if each.name in UNKNOWN for place in _places(each))
        ours = {_line(team.documents[path], place) for place in places if place.file == path}
        theirs = _unknown(answer)
        if sure or not ours <= theirs:
            parts.append((f"lines with unknown names of {path}", ours, theirs))
        parts.append((f"the tool that calls agents in {path}", *_callers(agent, own, answer)))
        for about, mine, other in parts:
            if mine != other:
                yield f"{about}: {mine} to us, {other} to VS Code\n{texts[path]}"


def _references(document: Document, answer: Answer) -> tuple[list[str], list[str]]:
    return [name for name, _ in tools_in(document)], answer["references"]


def _fields(agent: Agent, answer: Answer) -> tuple[object, object]:
    if agent.family == "prompt":
        return agent.asked, (answer["asked"] or "") if (answer["asked"] or "").strip() else ""
    ours = {
        "name": agent.title or agent.stem,
        "tools": None if agent.tools is None else [word.text for word in agent.tools],
        "agents": None if agent.agents is None else [word.text for word in agent.agents],
        "handoffs": [
            [each.target, each.label, each.prompt, each.send]
            for each in agent.handoffs
            if each.survives
        ],
        "invocable": agent.invocable,
        "blocked": agent.blocked,
    }
    theirs = answer["agent"]
    if not theirs["name"].strip():  # an error to both, and a name to nobody
        theirs = {**theirs, "name": ours["name"]}
    return ours, theirs


def _verdicts(own: list[Diagnostic], answer: Answer, *, alone: bool) -> tuple[str, str]:
    ours = [each for each in own if each.level == "error" and each.name in REFUSING]
    if alone:
        ours = [each for each in ours if each.place.pointer[:1] not in KEYS_OF_LOCAL]
    names = {each.name for each in ours}
    departures = DEPARTURES if "syntax-error" in names else (*DEPARTURES, MISSING)
    departures = (*departures, *(OF_LOCAL if alone else ()))
    theirs = [
        text
        for level, _, text in answer["markers"]
        if level == "error" and not any(words in text for words in departures)
    ]
    if "header-unclosed" in names or bool(ours) == bool(theirs):  # to VS Code, all is header then
        return "", ""
    return f"refused for {[str(each.message) for each in ours]}", f"refused for {theirs}"


def _unknown(answer: Answer) -> set[int]:
    """The lines with names that nobody has. Names of plug-ins are not looked at in `agents`."""
    return {
        line
        for _, line, text in answer["markers"]
        if (
            found := re.match(
                r"Unknown agent '(.*?)'( will be ignored)?\. Available", text, re.DOTALL
            )
        )
        and not (found[2] and ":" in found[1])
    }


def _places(said: Diagnostic) -> Iterator[Place]:
    """Where a finding stands, and where the others do of which it is the only one told."""
    yield said.place
    yield from (each.place for each in said.finding.related if str(each.message).startswith("also"))


def _line(document: Document, place: Place) -> int:
    return document.position(document.offsets(place.pointer)[0]).line


def _callers(agent: Agent, own: list[Diagnostic], answer: Answer) -> tuple[bool, bool]:
    """Whether it is said that agents are listed and none can be called. VS Code wants the word
    `agent`, its documentation names others too."""
    theirs = any(text.startswith("When 'agents' and") for _, _, text in answer["markers"])
    if agent.header.fault or calls_agents(agent.tool_names):
        theirs = False
    return any(each.name == "agents-without-agent-tool" for each in own), theirs
