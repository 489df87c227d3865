"""Which keyword of a schema keeps questions about it from being decided."""

from __future__ import annotations

from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.stud.running.records import Undecided
from phaselint.schema.undecided import hard_keyword, unread_pattern
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.records import Relevance
    from phaselint.dialects.stud.running.session import Law


def undecided(law: Law, stage: Stage, field: str, schema: Any) -> Undecided:
    """What keeps questions about a field of a stage's result from being decided: the first
    expression that cannot be read, in its schema or those of its successors, else a keyword."""
    spec = law.specs.get(stage.id)
    ways = () if spec is None else spec.alternatives
    given = [name for way in ways for name in (*way.stages, way.join) if name]
    targets = [law.stages[name] for name in dict.fromkeys(given) if name in law.stages]
    wanted = [(each, "inputsSchema", each.inputs_schema) for each in targets]
    places = [(stage, field, schema), *((*each,) for each in wanted)]
    for blame in (_unread, _unsolved):
        for owner, name, each in places:
            if why := blame(each):
                return Undecided(owner, name, why)
    return Undecided(stage, field, "isn't decided")


def _unread(schema: Any) -> str:
    pattern = unread_pattern(schema)
    return f"has a `pattern` that isn't decided: `{pattern}`" if pattern else ""


def _unsolved(schema: Any) -> str:
    key = hard_keyword(schema)
    return f"has the keyword `{key}`, which isn't decided here" if key else ""


def stuck(found: Relevance) -> TooManyChoices:
    """Why exploration cannot go on where the answers of a stage are not known."""
    doubt = found.undecided
    if doubt is None:
        return TooManyChoices()
    place = Place(doubt.stage.file, (*doubt.stage.base, doubt.field), "key")
    if doubt.field not in doubt.stage.value:
        place = Place(doubt.stage.file, doubt.stage.base)
    return TooManyChoices(f"the `{doubt.field}` of `{doubt.stage.id}` {doubt.why}", place)
