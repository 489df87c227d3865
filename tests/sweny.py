"""Workflows in memory for the tests of the SWEny rules.

A graph is written as edges: `"a -> b"`, `"a -> b max 3"`, `"a -> b when the tests fail"`,
`"a -> b max 3 when the tests fail"`; a name alone is a node without edges. The first name is the
entry.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import checking
from phaselint.dialects import dialect
from phaselint.dialects.base import Target
from phaselint.dialects.options import merge
from phaselint.executor.proof import proof_context
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.project.memory import DictReader
from phaselint.project.paths import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.diagnostic import Diagnostic

FILE = "workflow.yml"

_EDGE = re.compile(
    r"(?P<source>\S+)( -> (?P<target>\S+)(?: max (?P<most>\d+))?(?: when (?P<when>.*))?)?"
)


def node(**fields: Any) -> dict[str, Any]:
    """A node with what every node needs."""
    return {"name": "N", "instruction": "Do it.", **fields}


def workflow(*edges: str, nodes: Mapping[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A workflow with these edges; `nodes` adds keys to nodes, `fields` to the workflow."""
    names: dict[str, None] = {}
    listed = []
    for text in edges:
        found = _EDGE.fullmatch(text)
        assert found is not None, text
        names.setdefault(found["source"])
        if found["target"] is None:
            continue
        names.setdefault(found["target"])
        edge: dict[str, Any] = {"from": found["source"], "to": found["target"]}
        if found["when"] is not None:
            edge["when"] = found["when"]
        if found["most"] is not None:
            edge["max_iterations"] = int(found["most"])
        listed.append(edge)
    more = nodes or {}
    return {
        "id": "test",
        "name": "Test",
        "entry": next(iter(names)),
        "nodes": {name: node(**more.get(name, {})) for name in {**names, **dict.fromkeys(more)}},
        "edges": listed,
        **fields,
    }


def findings(
    value: Mapping[str, Any] | str,
    *,
    opt_in: Iterable[str] = (),
    files: Mapping[str, str] | None = None,
    dry_run: bool = False,
    bound: int = DEFAULT_BOUND,
    main: str = FILE,
    **options: Any,
) -> tuple[Diagnostic, ...]:
    """What phaselint finds in a workflow, given as a value or as text; `files` are others of the
    project, `main` the path of the workflow or of the SKILL.md that the text is. Rules that are
    off by default say nothing unless named in `opt_in`."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return checking.findings(
        Target("sweny", split(main)[0], main),
        {**(files or {}), main: text},
        opt_in=opt_in,
        dry_run=dry_run,
        bound=bound,
        options=options,
    )


def of(name: str, value: Mapping[str, Any] | str, **given: Any) -> tuple[Diagnostic, ...]:
    """The findings of one rule."""
    found = findings(value, **{"opt_in": (name,), **given})
    return tuple(finding for finding in found if finding.name == name)


def names(value: Mapping[str, Any] | str, **given: Any) -> list[str]:
    """The rules that report something, once for each finding, sorted."""
    return sorted(finding.name for finding in findings(value, **given))


def places(found: Iterable[Diagnostic]) -> list[str]:
    """Where findings stand, as dotted paths."""
    return [".".join(map(str, finding.place.pointer)) for finding in found]


def bench(value: Mapping[str, Any]) -> ProofContext[Any]:
    """The lab in which findings about a workflow are proved."""
    sweny, path = dialect("sweny"), ".sweny/workflows/w.json"
    contract = sweny.load(DictReader({path: json.dumps(value)}), Target("sweny", "", path))
    facts = sweny.study(contract, merge(sweny, {}, {}, {}), DEFAULT_BOUND)
    return proof_context(sweny, facts, DEFAULT_BOUND)
