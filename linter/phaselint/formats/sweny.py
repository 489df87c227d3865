"""The schemas of SWEny's workflows and of the front matter of skills (see
`phaselint.dialects.sweny.reading.shapes`)."""

from __future__ import annotations

from phaselint.dialects.sweny.forms import SKILL
from phaselint.dialects.sweny.reading import fieldchecks, shapes
from phaselint.dialects.sweny.reading.skills import ID, LONGEST_ID
from phaselint.formats.heads import head
from phaselint.formats.shapes import Shapes, suggested, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.formats.shapes import Keywords, Said


def _evaluators() -> Keywords:
    """A judge has a rubric and no rule, others have a rule and nothing of a judge (§3.4)."""
    judge = {"properties": {"kind": {"const": "judge"}}}
    foreign = [{"required": [key]} for key in fieldchecks.JUDGE_KEYS]
    return {
        "if": judge,
        "then": {"required": ["rubric"], "not": {"required": ["rule"]}},
        "else": {"required": ["rule"], "not": {"anyOf": foreign}},
    }


_INPUTS: dict[str, Keywords] = {
    "string": {"type": "string"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "string[]": {"type": "array", "items": {"type": "string"}},
}


def _inputs() -> Keywords:
    """The default and the allowed values have the type of the input, and what is required has no
    default (§3.8)."""
    kinds = typed(_INPUTS, "default", listed="enum")
    needed = {"properties": {"required": {"const": True}}, "required": ["required", "default"]}
    return {"allOf": [*kinds, {"not": needed}]}


_SAID: Said = {
    fieldchecks.is_url: {"format": "uri"},
    fieldchecks.without_space: {"pattern": r"^\S*$"},
    fieldchecks.evaluator_keys: _evaluators(),
    fieldchecks.input_values: _inputs(),
}
_NAMED = {"node": shapes.NODE, "source": shapes.SOURCE, "match": shapes.MATCH}


def workflow() -> dict[str, Any]:
    """The schema of a workflow, for the release that is read unless an option names another."""
    nodes = {"start": {"name": "Start", "instruction": "Say hello."}}
    example = {"id": "hello", "name": "Hello", "nodes": nodes, "edges": [], "entry": "start"}
    made = Shapes(_SAID, _NAMED)
    about = "The nodes of a SWEny workflow, and the edges between them."
    found = head("sweny-workflow", "SWEny workflow", about, example)
    return {**found, **made.written(shapes.WORKFLOW), "$defs": made.definitions()}


def skill() -> dict[str, Any]:
    """The schema of the front matter of `SKILL.md`; of most fields what can be written there is
    offered and anything is taken, as SWEny does."""
    about = "The front matter of a skill that SWEny finds in a folder of skills."
    found = head("sweny-skill", "SWEny skill", about, {"name": "code-standards"})
    named = {"type": "string", "minLength": 1, "maxLength": LONGEST_ID, "pattern": f"^{ID}$"}
    offered = Shapes(_SAID, {}).written(SKILL)
    fields = {key: suggested(each) for key, each in offered["properties"].items()}
    return {**found, **offered, "properties": {**fields, "name": named}}
