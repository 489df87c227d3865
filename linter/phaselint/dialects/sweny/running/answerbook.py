"""The answers of all nodes of a workflow, and inputs that stand for all others (reference §5.1,
§5.5).

Made when they are first asked for: most runs never do. What the answers leave in doubt is in doubt
for all that reads it, too.
"""

from __future__ import annotations

from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.running.answers import Tried, answers, combined, pinned, proposal
from phaselint.dialects.sweny.running.readings import readings
from phaselint.javascript.members import inherits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Input, Workflow
    from phaselint.dialects.sweny.running.answers import Answers, Combined
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.readings import Reading

_TYPES: Mapping[str, dict[str, Any]] = {
    "string": {"type": "string", "examples": ["x"]},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "string[]": {"type": "array", "items": {"type": "string", "examples": ["x"]}},
}
_SOURCE = {"type": "string", "minLength": 1}
_SOURCES = {"anyOf": [_SOURCE, {"type": "array", "items": _SOURCE}]}
_SPECIAL: Mapping[str, Any] = {
    "rules": _SOURCES,
    "context": _SOURCES,
    "dryRun": {"not": {"const": True}},
}
"""What a run does more with than to hand it on (reference §5.1): other values would change it."""


class AnswerBook:
    """What may be answered in runs of a workflow. The data of nodes that have `pins` are told
    apart by these schemas, too; all else is as in the book without them, `free`. `kept` is what is
    worked out of it once for all runs."""

    __slots__ = (
        "_free",
        "_input_sets",
        "_inputs",
        "_judged",
        "_made",
        "_pins",
        "kept",
        "read",
        "rules",
        "workflow",
    )

    def __init__(
        self,
        workflow: Workflow,
        rules: Rules,
        pins: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
        free: AnswerBook | None = None,
    ) -> None:
        self.workflow = workflow
        self.rules = rules
        self._pins = pins or {}
        self.read: Mapping[str, tuple[Reading, ...]] = (
            readings(workflow) if free is None else free.read
        )
        self._free = free
        self._made: dict[str, Answers] = {}
        self._judged: dict[str, bool] = {}
        self._input_sets: Combined | None = None
        self._inputs: tuple[dict[str, Any], ...] | None = None
        self.kept: dict[Hashable, Any] = {}

    def of(self, name: str) -> Answers:
        """The answers of a node."""
        if name not in self._made:
            node, read, pins = self.workflow.nodes[name], self.read.get(name, ()), self._pins
            if name in pins:
                self._made[name] = pinned(node, read, self.rules, pins[name])
            elif self._free is not None:
                self._made[name] = self._free.of(name)
            else:
                self._made[name] = answers(node, read, self.rules)
        return self._made[name]

    def is_judged(self, name: str) -> bool:
        """Whether it matters how often the gates of a node fail: later gates look at the verdicts
        on it, or find something else after that."""
        if name not in self._judged:
            fails = any(run.status == "success" for run in self.of(name).others)
            read = self.read.get(name, ())
            self._judged[name] = fails or any(each.evaluators() for each in read)
        return self._judged[name]

    def reads(self, name: str, data: Mapping[str, Any]) -> bool:
        """Whether a gate that reads a node passes on some data of it."""
        return any(each.holds(data, self.rules) for each in self.read.get(name, ()))

    @property
    def inputs(self) -> tuple[dict[str, Any], ...]:
        """Inputs that together let as many gates pass as can be, the one that serves most first,
        and last one that serves none, or one for each gate that it would serve."""
        if self._free is not None:
            return self._free.inputs
        if self._inputs is None:
            self._inputs = tuple(self._made_inputs())
        return self._inputs

    def _made_inputs(self) -> list[dict[str, Any]]:
        found = [given for _, given in self._combined_inputs().found]
        least = self._given(()).found
        if least is not None and repr(least) not in map(repr, found):  # 1 is not true
            found.append(least)
        for each in self.read.get(INPUT, ()):
            if found and all(each.holds(given, self.rules) for given in found):
                found += self._given_against(each)
        return found

    def _given_against(self, reading: Reading) -> Iterator[dict[str, Any]]:
        """An input on which a reading does not pass, where one is found."""
        schema = _input_schema(self.workflow.inputs)
        for each in reading.unwanted(self.rules):
            given = proposal(schema, (each,)).found
            if given is not None and not reading.holds(given, self.rules):
                yield given
                return

    def _combined_inputs(self) -> Combined:
        if self._free is not None:
            return self._free._combined_inputs()
        if self._input_sets is None:
            self._input_sets = combined(self.read.get(INPUT, ()), self._given)
        return self._input_sets

    def _given(self, read: Sequence[Reading]) -> Tried:
        tried = proposal(_input_schema(self.workflow.inputs), _wanted_of(read, self.rules))
        if tried.found is None:
            special = any(each.names(_SPECIAL) for each in read)
            return tried._replace(sure=tried.sure and not special)
        if all(each.holds(tried.found, self.rules) for each in read):
            return tried
        return Tried(None, sure=False)

    def doubtful(self) -> frozenset[str]:
        """The nodes of which it is not known whether they may end well where no run shows it."""
        nodes = self.workflow.nodes
        inputs = self._combined_inputs().unsure or not self.inputs or INPUT in nodes
        found = {each.reader for each in self.read.get(INPUT, ()) if inputs}
        found |= {each.reader for root, of in self.read.items() if inherits(root) for each in of}
        for name, node in nodes.items():
            known = self.of(name)
            found |= known.doubts
            if known.unsure or node.eval_policy not in ("", "all_pass"):
                found.add(name)
        waiting = list(found)
        for name in waiting:
            fresh = {each.reader for each in self.read.get(name, ())} - found
            found |= fresh
            waiting += sorted(fresh)
        return frozenset(found)


def _wanted_of(read: Sequence[Reading], rules: Rules) -> list[Any]:
    return [wanted for each in read for wanted in each.wanted(rules)]


def _input_schema(declared: Mapping[str, Input] | None) -> dict[str, Any]:
    """What a run's input may be: what is declared, and of the rest anything that changes nothing
    else."""
    fields = {name: _field(field) for name, field in (declared or {}).items()}
    needed = [name for name, field in (declared or {}).items() if field.required]
    for name, special in _SPECIAL.items():
        fields[name] = {"allOf": [fields.get(name, True), special]}
    return {"type": "object", "properties": fields, "required": needed}


def _field(field: Input) -> dict[str, Any]:
    written = _TYPES.get(field.type, {})
    return {**written, "enum": list(field.enum)} if field.enum is not None else written
