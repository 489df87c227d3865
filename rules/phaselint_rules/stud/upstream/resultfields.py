"""Fields that predecessors' results never or not always have (reference §2.6, §6.8)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import lookup
from phaselint.dialects.stud.model import RESULT_FIELDS
from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.vocabulary.finding import Edit, Fix, Related
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, Grade, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules.stud.needs import ALL, GRAPH, REACH
from phaselint_rules.stud.parts import ReliableLookup, left_out_in, missing_in, reliable_lookups
from phaselint_rules.stud.upstream.payloadless import bare_ways
from phaselint_rules.stud.upstream.payloadless import way_text as led
from phaselint_rules.stud.upstream.rendered import renders_nothing
from phaselint_rules.stud.upstream.results import (
    NOTHING,
    dotted,
    field_of,
    givers,
    leads_here,
    path_by,
    reachable_uses,
)
from phaselint_rules.stud.upstream.uses import each_place_once, finding, uses
from phaselint_rules.stud.ways.run_descriptions import MOST_NAMED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.roles import Predecessor
    from phaselint.dialects.stud.analysis.uses import Use
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.message import Message
    from phaselint_rules.stud.upstream.results import Giver

PARSED = "parsed"

LACKED_BY_ALL_OR_SOME = (
    Grade("error", "no predecessor with that result has it"),
    Grade("warning", "some predecessors lack it or don't declare it, or no result has a payload"),
)


@rule("ST505", ERROR, needs=REACH, claims="notes", complete_if=ALL, fix="unsafe")
def upstream_unknown_field(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for a field that results don't have

    What:
        The name after the index of a placeholder `ctx.upstream[i].…` isn't `verdict`, `reason`,
        `parsed`, `capHit`, `attemptCount` or `output`. Reported once per spelling; in a pipeline
        only for stages that runs reach.
    Why:
        A result has these fields and no others; the payload is in `parsed`. The placeholder renders
        nothing.
    Bad:
        Stops: {{ctx.upstream[0].stops}}
    Good:
        Stops: {{ctx.upstream[0].parsed.stops}}
    Fix:
        Write `parsed.` before a field of the payload. phaselint suggests this if the completion
        schema of every predecessor requires the field.
    Dry run:
        A run reaches the stage, and its prompt has nothing in that place.
    Source:
        stud §2.6, §6.8
    """
    yield from each_place_once(_no_field(facts))


def _no_field(facts: StudFacts) -> Iterator[Finding]:
    for use in uses(facts, "upstream") if facts.alone else reachable_uses(facts):
        field = field_of(use)
        if field in RESULT_FIELDS:
            continue
        sources = [] if facts.alone else givers(facts, use)
        told = reliable_lookups(facts, use, sources, start=3) if sources else []
        inside = bool(told) and all(each.lookup.answer == "yes" for each in told)
        near = suggest(field, RESULT_FIELDS)
        if inside:
            advice = f"write `{PARSED}.` before {quote(field)}, which is in the payload"
        elif near:
            advice = f"use {quote(near)}"
        else:
            advice = f"use one of {quote_all(RESULT_FIELDS)}; the payload is in `{PARSED}`"
        found = finding(
            use,
            message("{} {}: results have no field {}", quote(use.written), NOTHING, quote(field)),
            advice,
            *(leads_here(facts, use, [each.way for each in sources])),
            field=field,
            path=path_by(facts, use, sources[0].way if sources else None),
            claim=renders_nothing(facts, use, certain=True),
        )
        yield found._replace(fix=_respelt(use, 3, (PARSED, field)) if inside else None)


@rule(
    "ST506",
    LACKED_BY_ALL_OR_SOME,
    needs=GRAPH,
    prove="upstream.proofs.payloads:not_in_payload",
    complete_if=ALL,
    fix="unsafe",
)
def upstream_parsed_path_missing(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for a payload field the predecessor doesn't have

    What:
        The path after `ctx.upstream[i].parsed` is looked up in the completion schemas of the
        predecessors that produce result `i`. An error if all of them rule it out; a warning if some
        of them rule it out or leave it open (undeclared, but not forbidden). Also a warning if only
        results without a payload reach the stage: with the verdict `skip` or `retry`, or after a
        cap hit. Reported once per spelling. Predecessors without a valid completion schema don't
        count.
    Why:
        A field that isn't in the payload renders nothing.
    Bad:
        # the completion schema of the predecessor is closed and has `stops`
        {{ctx.upstream[0].parsed.stations}}
    Good:
        {{ctx.upstream[0].parsed.stops}}
    Fix:
        Use a declared property, or declare this one in the predecessor's completion schema.
        phaselint suggests a similar name.
    Dry run:
        A run whose predecessor submits the smallest allowed payload reaches the stage, and its
        prompt has nothing in that place.
    Source:
        stud §2.6, §6.2, §6.8
    """
    yield from each_place_once(_not_in_payload(facts))


def _not_in_payload(facts: StudFacts) -> Iterator[Finding]:
    for use in _uses_of(facts, PARSED):
        found = missing_in(facts, use)
        if found:
            sources = givers(facts, use)
            told = reliable_lookups(facts, use, sources)
            certain = found[0].lookup.answer == "no" and len(found) == len(sources)
            others = [each for each in told if each.lookup.answer == "open"]
            both = [*found, *(each for each in others if each not in found)]
            yield _missing(facts, use, found, certain=certain)._replace(
                severity="error" if certain else "warning",
                fix=_near_fix(facts, use, both, sources),
            )
        elif ways := bare_ways(facts, use):
            yield _no_payload(facts, use, ways)


def _uses_of(facts: StudFacts, field: str) -> Iterator[Use]:
    """The placeholders that name something in one field of a result."""
    for use in reachable_uses(facts):
        if field_of(use) == field and len(use.path) > 4:
            yield use


def _missing(
    facts: StudFacts, use: Use, told: Sequence[ReliableLookup], *, certain: bool
) -> Finding:
    path = use.path[4:]
    first = told[0].lookup
    last = len(path) - 1 if first.missing is None else first.missing
    part = quote(dotted(path[: last + 1]))
    stages = [each.giver.stage.id for each in told]
    why = _undeclared if first.answer == "open" else _absent if certain else _absent_after
    near = _near(path, told)
    declared = listing([dotted((*path[:last], name)) for name in first.names])
    otherwise = f"declare it there, or name {declared}" if declared else "declare it there"
    return finding(
        use,
        message("{} {}", quote(use.written), why(stages, part)),
        f"use {quote(dotted((*path[:last], near)))}" if near else otherwise,
        *(_schema_related(facts, each.giver) for each in told[:8]),
        predecessors=stages,
        parsed=dotted(path),
        declared=list(first.names),
        path=path_by(facts, use, told[0].giver.way),
        claim=renders_nothing(facts, use, after=stages[:1], certain=certain),
    )


def _no_payload(facts: StudFacts, use: Use, ways: Sequence[Predecessor]) -> Finding:
    """A placeholder of a stage to which only results without a payload lead."""
    return finding(
        use,
        message(
            "{} {}: only results without a payload reach {}, through {}",
            quote(use.written),
            NOTHING,
            quote(use.stage.id),
            joined(", ", (led(facts, way) for way in ways[:MOST_NAMED])),
        ),
        "use a field that these results have, or a context field",
        *leads_here(facts, use, ways),
        branches=len(ways),
        path=path_by(facts, use, ways[0]),
        claim=renders_nothing(facts, use, after=ways[0].sources),
    )._replace(severity="warning")


def _undeclared(stages: Sequence[str], part: Message) -> Message:
    """That no payload need have a part."""
    if len(stages) == 1:
        template = "can be empty: the completion schema of {} doesn't declare {}"
    else:
        template = "can be empty: the completion schemas of {} don't declare {}"
    return message(template, quote_all(stages), part)


def _absent(stages: Sequence[str], part: Message) -> Message:
    """That no payload has a part."""
    one = len(stages) == 1
    template = "{}: the payload of {} has no {}" if one else "{}: the payloads of {} have no {}"
    return message(template, NOTHING, quote_all(stages), part)


def _absent_after(stages: Sequence[str], part: Message) -> Message:
    """That the payloads of some have no such part."""
    one = len(stages) == 1
    template = (
        "{} after {}, whose payload has no {}" if one else "{} after {}, whose payloads have no {}"
    )
    return message(template, NOTHING, quote_all(stages), part)


def _schema_related(facts: StudFacts, giver: Giver) -> Related:
    place = facts.stage_place(giver.stage, "completionSchema", part="key")
    return Related(place, f"the payload of {quote(giver.stage.id)}")


def _near(path: Sequence[str | int], told: Sequence[ReliableLookup]) -> str | None:
    """The declared name that was most likely meant, the same for all schemas; none for none."""
    first = told[0].lookup.missing
    if first is None or any(each.lookup.missing != first for each in told):
        return None
    word = path[first]
    found = {suggest(str(word), each.lookup.names) for each in told}
    return found.pop() if isinstance(word, str) and len(found) == 1 else None


def _near_fix(
    facts: StudFacts, use: Use, told: Sequence[ReliableLookup], sources: Sequence[Giver]
) -> Fix | None:
    """The near name in place of the wrong one, where every schema then has the path."""
    path = use.path[4:]
    near, at = _near(path, told), told[0].lookup.missing
    if near is None or at is None:
        return None
    better = (*path[:at], near, *path[at + 1 :])
    known = reliable_lookups(facts, use, sources)
    for each in known:
        if lookup(each.giver.stage.completion_schema, better).answer not in ("yes", "optional"):
            return None
    return _respelt(use, 4 + at, (near,)) if len(known) == len(sources) else None


def _respelt(use: Use, at: int, names: Sequence[str]) -> Fix | None:
    """A placeholder with other names in place of a segment; none where the text of the file is
    another than that of the body."""
    better = (*use.path[:at], *names, *use.path[at + 1 :])
    written = f"{{{{{dotted(better)}}}}}"
    lexed = lex(written)
    if len(lexed) != 1 or lexed[0].path != better:
        return None
    found = [use.places.exact(each) for each in (use.placeholder, *use.others)]
    edits = tuple(Edit(place, written) for place in found if place is not None)
    return Fix("unsafe", f"write {quote(written)}", edits) if len(edits) == len(found) else None


@rule(
    "ST507",
    INFO,
    needs=GRAPH,
    prove="upstream.proofs.payloads:left_out",
    complete_if=ALL,
    default=False,
)
def upstream_parsed_path_optional(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for an optional payload field

    What:
        The path after `ctx.upstream[i].parsed` is declared in the completion schema of every
        predecessor that produces result `i`, but in some of them it is optional, or an element of a
        list. Reported once per spelling.
    Why:
        If the payload lacks it, the placeholder renders nothing.
    Bad:
        completionSchema: {type: object, properties: {remarks: {type: string}}}
        # and in the body of the next stage
        {{ctx.upstream[0].parsed.remarks}}
    Good:
        completionSchema:
          {type: object, required: [remarks], properties: {remarks: {type: string}}}
    Fix:
        Require it in the predecessor's completion schema, or write a sentence that also works
        without it.
    Dry run:
        A run whose predecessor submits the smallest allowed payload reaches the stage, and its
        prompt has nothing in that place.
    Source:
        stud §2.6, §6.2, §6.8
    """
    yield from each_place_once(_perhaps(facts))


def _perhaps(facts: StudFacts) -> Iterator[Finding]:
    for use in _uses_of(facts, PARSED):
        optional = left_out_in(facts, use)
        if not optional:
            continue
        stages = [each.giver.stage.id for each in optional]
        yield finding(
            use,
            message(
                "{} {} if {} {} out the optional {}",
                quote(use.written),
                NOTHING,
                quote_all(stages),
                "leaves" if len(stages) == 1 else "leave",
                quote(dotted(use.path[4:])),
            ),
            "require it in the completion schema, or write a sentence that also works without it",
            *(_schema_related(facts, each.giver) for each in optional[:8]),
            predecessors=stages,
            parsed=dotted(use.path[4:]),
            path=path_by(facts, use, optional[0].giver.way),
            claim=renders_nothing(facts, use, after=stages[:1]),
        )
