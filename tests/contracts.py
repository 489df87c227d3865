"""Contracts in memory, written as the fragments of the Vesanor reference (section 6).

A graph is a row of phases, `a!` initial and `z*` terminal, each with its targets:
`"a!:[b,z] b:[z] z*"`. A tool is `"name[phases]->target"` with the clauses `needs x,y` and
`forbids x`; without brackets it is valid in all phases.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import checking
from dialects.vesanor.build import BASE
from phaselint.dialects import dialect
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic

_PHASE = re.compile(r"(?P<name>[\w-]+)(?P<initial>!?)(?P<terminal>\*?)(:\[(?P<targets>[^\]]*)\])?")
_TOOL = re.compile(
    r"(?P<name>\w+)(\[(?P<phases>[^\]]*)\])?(->(?P<target>[\w-]+))?(?P<clauses>( \w+ [\w,]+)*)"
)
_CLAUSES = re.compile(r"(\w+) ([\w,]+)")


def tool(text: str, **fields: Any) -> dict[str, Any]:
    """A tool contract; `fields` replace or add keys, none takes a key away."""
    found = _TOOL.fullmatch(text)
    assert found is not None, text
    value = {"tool": found["name"], **BASE}
    if found["phases"] is not None:
        value["transitions"] = {"valid_in_phases": _words(found["phases"])}
    if found["target"]:
        value.setdefault("transitions", {})["advances_to"] = found["target"]
    clauses = dict(_CLAUSES.findall(found["clauses"]))
    if "needs" in clauses:
        needed = _words(clauses["needs"])
        value["preconditions"] = [{"requires_prior_tool": name} for name in needed]
    if "forbids" in clauses:
        value["forbids_after"] = _words(clauses["forbids"])
    value.update(fields)
    return {key: item for key, item in value.items() if item is not None}


def session(graph: str, **fields: Any) -> dict[str, Any]:
    """A session file; `fields` replace or add keys, none takes a key away."""
    parts = [_PHASE.fullmatch(word) for word in graph.split()]
    assert all(parts), graph
    matched = [part for part in parts if part]
    value = {
        "schema_version": "1.0",
        "agent": "test",
        "phases": [_phase(part) for part in matched],
        "transitions": {
            part["name"]: _words(part["targets"]) for part in matched if part["targets"] is not None
        },
        **fields,
    }
    return {key: item for key, item in value.items() if item is not None}


def _phase(part: re.Match[str]) -> dict[str, Any]:
    marks = {"initial": part["initial"], "terminal": part["terminal"]}
    return {"name": part["name"], **{key: True for key, mark in marks.items() if mark}}


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def contract(graph: str, *tools: str | dict[str, Any], **fields: Any) -> dict[str, str]:
    """The files of a contract: path → text. `fields` go into the session file."""
    files = {"session.yaml": json.dumps(session(graph, **fields))}
    for each in tools:
        value = tool(each) if isinstance(each, str) else each
        files[f"{value['tool']}.yaml"] = json.dumps(value)
    return files


def findings(
    files: Mapping[str, str],
    *,
    opt_in: Iterable[str] = (),
    dry_run: bool = True,
    bound: int = DEFAULT_BOUND,
    **options: Any,
) -> tuple[Diagnostic, ...]:
    """What phaselint finds in a contract, suppressed findings included.

    Rules that are off by default say nothing unless named in `opt_in`.
    """
    [target] = dialect("vesanor").detect(DictReader(files), "")
    return checking.findings(
        target, files, opt_in=opt_in, dry_run=dry_run, bound=bound, options=options
    )


def names(files: Mapping[str, str], **given: Any) -> list[str]:
    """The rules that report something, once for each finding, sorted; suppressed ones left out."""
    return sorted(each.name for each in findings(files, **given) if each.suppression is None)


def only(found: Iterable[Diagnostic], name: str) -> Diagnostic:
    """The one finding of a rule."""
    [finding] = [each for each in found if each.name == name]
    return finding


def witness(finding: Diagnostic) -> Mapping[str, Any]:
    """The data of a finding's witness."""
    assert finding.witness is not None
    return finding.witness.data


def verdict(finding: Diagnostic) -> str:
    """Status, method and reason of a finding's proof, in one line."""
    assert finding.proof is not None
    status, method, _, reason = finding.proof
    return " ".join(filter(None, (status, method, f"({reason})" if reason else "")))
