"""Vesanor files → contract (reference §1.1, §2). Nothing a user wrote makes this raise."""

from __future__ import annotations

import re

from phaselint.dialects.keys import usable
from phaselint.dialects.shape import Shape, problems, string_at, strings
from phaselint.dialects.vesanor.model import (
    OPERATORS,
    Condition,
    FileProblem,
    Phase,
    Precondition,
    Session,
    Suppress,
    TestContract,
    Tool,
    VesanorContract,
)
from phaselint.dialects.vesanor.reading import shapes
from phaselint.dialects.vesanor.reading.files import (
    CONTRACTS,
    in_pack,
    is_test_file,
    is_tool_file,
    named,
    stem,
    yaml_names,
)
from phaselint.dialects.vesanor.reading.limits import read_limits
from phaselint.dialects.vesanor.reading.workflow import read_workflow, session_path
from phaselint.project.paths import join, split
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, Literal

    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.shape import Problem
    from phaselint.dialects.vesanor.model import PhasesForm
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

GUARDS = (("preconditions",), ("forbids_after",))
"""Keys of a tool contract whose problems leave the order of calls unknown (§5.4 rule 10)."""

JSON_PATH = r"\$((?:\.[^.\[\]\s][^.\[\]\s]*)*+)"
"""The subset of JSON paths of reference §4.4."""

ROOTLESS = r"\.?[\w-]+(?:\.[\w-][\w-]*)*+"
"""Such a path without its root."""


def load(reader: Reader, target: Target) -> VesanorContract:
    """Read the documents of a contract; the contract records what is wrong with them."""
    kind = stem(target.main) if target.main else "session"
    if kind == "workflow":
        return _load_workflow(reader, target)
    if kind == "pack":
        return _load_pack(reader, target)
    return _load_set(reader, target)


def _shape_problems(document: Document, shape: Shape) -> tuple[FileProblem, ...]:
    return _file_problems(document.path, problems(document.value, shape))


def _file_problems(path: str, found: Iterable[Problem]) -> tuple[FileProblem, ...]:
    """Problems of a file; what a merge key may bring is not missing."""
    return tuple([FileProblem(path, problem) for problem in found if not problem.merged])


# --- contract sets ---------------------------------------------------------------------------


def _load_set(reader: Reader, target: Target) -> VesanorContract:
    session_path = target.main or named(reader, target.folder, "session")
    document = reader.document(session_path) if session_path else None
    session, found = _load_session(document)
    parts = _parts(reader, target, session_path)
    broken, tests, tools = (
        [each for each in parts if each[1].kind == kind] for kind in ("broken", "test", "tool")
    )
    for _, part in (*tests, *tools):
        found += part.problems
    read = [part.tool for _, part in tools if part.tool is not None]
    every = (part for part, _ in (*broken, *tests, *tools))
    return VesanorContract(
        target,
        {each.path: each for each in (*([document] if document else ()), *every)},
        session=session,
        unreadable_session=document is not None and session is None,
        tools=tuple(tool for tool in read if tool.name),
        open=tuple(each.path for each, part in (*broken, *tools) if part.open),
        nameless=bool(broken) or not all(tool.name for tool in read),
        vague=any(
            entry.problem.pointer[:1] in GUARDS for entry in found if entry.file != session_path
        ),
        tests=tuple(TestContract(each.path, each.value) for each, _ in tests),
        problems=tuple(found),
        unnamed=tuple(tool for tool in read if not tool.name),
    )


def _load_session(document: Document | None) -> tuple[Session | None, list[FileProblem]]:
    """The session of a set's session file, and what is wrong with its shape."""
    if document is None or not usable(document):
        return None, []
    found = list(_session_problems(document))
    return read_session(document) if isinstance(document.value, dict) else None, found


class _Part(NamedTuple):
    """What a file is in the set whose folder it is in. `open` tells that what the tool does is
    unknown."""

    kind: Literal["broken", "test", "tool", "other"]
    problems: tuple[FileProblem, ...] = ()
    tool: Tool | None = None
    open: bool = False


def _part(document: Document) -> _Part:
    if not usable(document):
        return _Part("broken", open=True)
    if is_test_file(document.value):
        return _Part("test", _shape_problems(document, shapes.TEST))
    if not is_tool_file(document.value):
        return _Part("other")
    found = _shape_problems(document, shapes.TOOL)
    return _Part("tool", found, read_tool(document), _is_open(document.value))


def _parts(reader: Reader, target: Target, session_path: str) -> list[tuple[Document, _Part]]:
    """The files of a set, with what each is."""
    paths = _candidates(reader, target, session_path)
    documents = (found for path in paths if (found := reader.document(path)) is not None)
    parts = [(each, each.derived(_part)) for each in documents]
    if in_pack(reader, target.folder):  # what lies here belongs to the pack, a contract of its own
        return [each for each in parts if each[1].kind == "broken"]
    return parts


def _candidates(reader: Reader, target: Target, session_path: str) -> Iterator[str]:
    """Files of a set's folder that may be tool contracts (reference §1.1)."""
    for name in yaml_names(reader, target.folder):
        path = join(target.folder, name)
        if path != session_path and stem(name) not in ("session", "workflow", "pack"):
            yield path


def _is_open(value: Mapping[str, Any]) -> bool:
    """Whether what the tool does is unknown (reference §5.4 rule 10)."""
    transitions = value.get("transitions", {})
    return (
        not isinstance(value.get("tool"), str)
        or not isinstance(transitions, dict)
        or strings(transitions.get("valid_in_phases", [])) is None
        or not isinstance(transitions.get("advances_to", ""), str)
    )


# --- session.yaml ----------------------------------------------------------------------------


def _session_problems(document: Document) -> Iterator[FileProblem]:
    yield from _shape_problems(document, shapes.SESSION)
    value = document.value
    phases = value.get("phases", []) if isinstance(value, dict) else []
    if isinstance(phases, dict):
        return  # `phases-not-array` says it
    found = problems(phases, Shape("list", items=shapes.PHASE), ("phases",))
    yield from _file_problems(document.path, found)


def read_session(document: Document) -> Session:
    """The session of a document whose value is a mapping."""
    value = document.value
    phases, form, flags_ok = _read_phases(value)
    transitions, bad = _read_transitions(value)
    return Session(
        document.path,
        phases=phases,
        phases_form=form,
        flags_ok=flags_ok,
        transitions=transitions,
        bad_transitions=bad,
        limits=read_limits(value.get("session_limits")),
        risk_defaults=_read_risk_defaults(value.get("risk_defaults")),
        suppress=tuple(_read_suppress(value)),
        policy="policy" in value,
    )


def _read_risk_defaults(value: Any) -> dict[str, str]:
    entries = value.items() if isinstance(value, dict) else ()
    return {name: gate for name, gate in entries if isinstance(gate, str)}


def _read_phases(value: Mapping[str, Any]) -> tuple[tuple[Phase, ...], PhasesForm, bool]:
    if "phases" not in value:
        return (), "absent", True
    entries = value["phases"]
    if not isinstance(entries, list):
        return (), "mapping" if isinstance(entries, dict) else "malformed", True
    phases: list[Phase] = []
    form: PhasesForm = "list"
    flags_ok = True
    for index, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            form = "malformed"
            continue
        initial, terminal = entry.get("initial", False), entry.get("terminal", False)
        flags_ok = flags_ok and isinstance(initial, bool) and isinstance(terminal, bool)
        phases.append(Phase(entry["name"], index, initial is True, terminal is True))
    return tuple(phases), form, flags_ok


def _read_transitions(
    value: Mapping[str, Any],
) -> tuple[dict[str, tuple[str, ...]], tuple[Pointer, ...]]:
    if "transitions" not in value:
        return {}, ()
    if not isinstance(value["transitions"], dict):
        return {}, (("transitions",),)
    found, bad = {}, []
    for source, targets in value["transitions"].items():
        listed = strings(targets)
        if listed is None:
            bad.append(("transitions", source))
        else:
            found[source] = listed
    return found, tuple(bad)


def _read_suppress(value: Mapping[str, Any]) -> Iterator[Suppress]:
    analysis = value.get("graph_analysis")
    entries = analysis.get("suppress") if isinstance(analysis, dict) else None
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            check, phase, reason = (entry.get(key) for key in ("check", "phase", "reason"))
            yield Suppress(
                index,
                check if isinstance(check, str) else "",
                phase if isinstance(phase, str) else "",
                reason.strip() if isinstance(reason, str) else "",
            )


# --- tool contracts --------------------------------------------------------------------------


def read_tool(document: Document) -> Tool:
    """The tool of a document whose value is a mapping; one without a `tool` that is a string
    has no name."""
    value = document.value
    transitions = value.get("transitions")
    placed = transitions if isinstance(transitions, dict) else {}
    return Tool(
        string_at(value, "tool"),
        document.path,
        side_effect=string_at(value, "side_effect"),
        evidence_class=string_at(value, "evidence_class"),
        acknowledged=value.get("commit_requirement") != "none",
        gate=string_at(value, "gate"),
        restricted="transitions" in value,
        valid_in=strings(placed["valid_in_phases"]) if "valid_in_phases" in placed else None,
        advances_to=string_at(placed, "advances_to"),
        preconditions=tuple(_read_preconditions(value.get("preconditions"))),
        forbids_after=strings(value.get("forbids_after", [])) or (),
        policy="policy" in value,
        constrained="execution_constraints" in value,
    )


def _read_preconditions(entries: Any) -> Iterator[Precondition]:
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if not isinstance(entry, dict):
            continue
        tool, count = entry.get("requires_prior_tool"), entry.get("requires_step_count")
        steps = count.get("gte") if isinstance(count, dict) else None
        known = isinstance(steps, int) and not isinstance(steps, bool)
        yield Precondition(
            index,
            tool if isinstance(tool, str) else "",
            _read_conditions(entry),
            steps if known else None,
        )


def _read_conditions(entry: Mapping[str, Any]) -> tuple[Condition, ...]:
    if "with_output" not in entry:
        return ()
    listed = entry["with_output"]
    if not isinstance(listed, list):
        return (Condition((), (), known=False),)
    return tuple(_read_condition(item) for item in listed)


def _read_condition(item: Any) -> Condition:
    path = item.get("path") if isinstance(item, dict) else None
    matched = re.fullmatch(JSON_PATH, path) if isinstance(path, str) else None
    tests = tuple(
        (name, item[name]) for name in OPERATORS if isinstance(item, dict) and name in item
    )
    if matched is None:
        written = path if isinstance(path, str) and re.fullmatch(ROOTLESS, path) else ""
        return Condition((), tests, known=False, rootless=written)
    known = bool(tests) and set(item) <= {"path", *OPERATORS}
    return Condition(tuple(matched[1].split(".")[1:]), tests, known)


# --- workflow.yaml and packs -----------------------------------------------------------------


def _load_workflow(reader: Reader, target: Target) -> VesanorContract:
    document = reader.document(target.main)
    if document is None:
        return VesanorContract(target, {})
    if not usable(document):
        return VesanorContract(target, {target.main: document})
    workflow = read_workflow(document)
    missing, outside = [], []
    for index, _, contract in workflow.roles:
        path = session_path(target.folder, contract)
        place = (target.main, ("roles", index, "session_contract"), contract)
        if path is None:
            outside.append(place)
        elif contract and split(path)[1] not in reader.names(split(path)[0]):
            missing.append(place)
    return VesanorContract(
        target,
        {target.main: document},
        workflow=workflow,
        problems=_shape_problems(document, shapes.WORKFLOW),
        missing=tuple(missing),
        outside=tuple(outside),
    )


def _load_pack(reader: Reader, target: Target) -> VesanorContract:
    documents: dict[str, Document] = {}
    tests: list[TestContract] = []
    found: list[FileProblem] = []
    pack = reader.document(target.main)
    if pack is not None:
        documents[target.main] = pack
    folder = join(target.folder, CONTRACTS)
    for name in yaml_names(reader, folder):
        document = reader.document(join(folder, name))
        if document is None or stem(name) == "session":
            continue
        if not usable(document):
            documents[document.path] = document
        elif is_tool_file(document.value) or is_test_file(document.value):
            documents[document.path] = document
            tests.append(TestContract(document.path, document.value))
            found += _shape_problems(document, shapes.TEST)
    return VesanorContract(target, documents, tests=tuple(tests), problems=tuple(found))
