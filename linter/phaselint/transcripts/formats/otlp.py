"""Spans of OpenTelemetry with the GenAI conventions (1.31 to 1.41): OTLP JSON, a value or a line
each, and what the file exporter of Copilot Chat writes. They have no order, so all are kept: the
little that is read of each."""

from __future__ import annotations

from phaselint.transcripts.formats.spans import INVOKE, Span, Spans, key_of
from phaselint.transcripts.seen import AGENT, ANYWHERE, TOOL, Seen
from phaselint.transcripts.sources import REPEATED, is_odd, items, mapping, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.acts import Ok
    from phaselint.transcripts.sources import Source

OPERATION, AGENT_NAME = "gen_ai.operation.name", "gen_ai.agent.name"
TOOL_NAME, CONVERSATION = "gen_ai.tool.name", "gen_ai.conversation.id"
WORKFLOW, ERROR = "gen_ai.workflow.name", "error.type"
NODE, NODE_NS = "langsmith.metadata.langgraph_node", "langsmith.metadata.langgraph_checkpoint_ns"
_READ = frozenset({OPERATION, AGENT_NAME, TOOL_NAME, CONVERSATION, WORKFLOW, ERROR, NODE, NODE_NS})
"""The attributes that are read; what is passed to tools and models never is."""

EXECUTE, FLOW = "execute_tool", "invoke_workflow"
_NO_TIME = 2**63
"""No time in nanoseconds is so large."""

ORPHANED = 0.05
"""More spans without their parents than this part: a sample, in which acts are missing."""

_OTHERS = ("resourceMetrics", "resourceLogs", "scopeMetrics")
"""What else exporters write; the last are metrics of Copilot Chat."""


def sign(record: object) -> bool:
    """Whether a record has spans, or is one."""
    if not isinstance(record, dict):
        return False
    if "resourceSpans" in record or any(each in record for each in _OTHERS):
        return True
    return _is_readable(record) or isinstance(record.get("hrTime"), list)


def _is_readable(record: dict[str, Any]) -> bool:
    """Whether a record is a span of Copilot Chat."""
    return isinstance(record.get("startTime"), list) and isinstance(record.get("attributes"), dict)


def read(source: Source) -> Iterator[Seen]:
    """The records of all spans, in the order of their starts."""
    spans = Spans()
    for each in _spans(source):
        spans.append(each)
    if repeated := spans.repeated():
        source.skipped[REPEATED] += repeated
    if spans.orphans() > ORPHANED * len(spans):
        source.skip("orphan")
        source.sampled = True
    reading = _Reading(source, spans)
    for each in spans.sorted():
        yield from reading.span(each)
    yield from reading.ends(torn=source.torn)


def _spans(source: Source) -> Iterator[Span]:
    for number, record in source.values():
        if record is None:
            source.torn = True
        else:
            yield from _of_record(source, number, record)


def _of_record(source: Source, number: int, record: Any) -> Iterator[Span]:
    if not sign(record):
        source.strange("without spans")
        source.torn = True
        return
    if _is_readable(record):
        yield from _readable(source, number, record)
        return
    if "hrTime" in record:
        source.skip("log record")
    for each in _OTHERS:
        if each in record:
            source.skip(each)
    for resource in _inside(source, record.get("resourceSpans")):
        for scope in _inside(source, resource.get("scopeSpans")):
            for span in _inside(source, scope.get("spans")):
                yield from _kept(source, number, span)


def _inside(source: Source, value: object) -> Iterator[dict[str, Any]]:
    """The mappings of a list. Others may be spans, or have some, and can't be read."""
    source.torn |= is_odd(value, list)
    for each in items(value):
        source.torn |= not isinstance(each, dict)
        yield mapping(each)


def _kept(source: Source, number: int, span: dict[str, Any]) -> Iterator[Span]:
    values = {}
    for each in _inside(source, span.get("attributes")):
        key, value = each.get("key"), mapping(each.get("value")).get("stringValue")
        if isinstance(key, str) and key in _READ:
            values[key] = text(value)
            source.torn |= not isinstance(value, str)
        source.torn |= not isinstance(key, str)
    source.torn |= is_odd(span.get("parentSpanId"), str)
    if not str(span.get("startTimeUnixNano")).isdecimal():  # it might be anywhere
        source.skip("span without a start")
        source.torn = True
        return
    status = mapping(span.get("status")).get("code")
    yield from _made(
        source,
        number,
        values,
        (_number(span.get("startTimeUnixNano")), _number(span.get("endTimeUnixNano"))),
        (text(span.get("traceId")), text(span.get("spanId")), text(span.get("parentSpanId"))),
        bad=status in (2, "STATUS_CODE_ERROR"),
    )


def _readable(source: Source, number: int, span: dict[str, Any]) -> Iterator[Span]:
    """A span as JavaScript's ReadableSpan has it."""
    context = mapping(span.get("_spanContext"))
    parent = text(mapping(span.get("parentSpanContext")).get("spanId"))
    attributes = mapping(span.get("attributes"))
    yield from _made(
        source,
        number,
        {key: text(attributes.get(key)) for key in _READ},
        (_clock(span.get("startTime")), _clock(span.get("endTime"))),
        (
            text(context.get("traceId")),
            text(context.get("spanId")),
            parent or text(span.get("parentSpanId")),
        ),
        bad=mapping(span.get("status")).get("code") == 2,
    )


def _made(
    source: Source,
    number: int,
    values: dict[str, str],
    times: tuple[int, int],
    ids: tuple[str, str, str],
    *,
    bad: bool,
) -> Iterator[Span]:
    operation = values.get(OPERATION, "")
    name = values.get(AGENT_NAME if operation == INVOKE else TOOL_NAME, "")
    if operation == FLOW:
        name = values.get(WORKFLOW, "")
    elif values.get(NODE):
        operation, name = NODE, values.get(NODE_NS) or values[NODE]
    trace, span, parent = ids
    if not span:
        source.skip("span without an id")
        source.torn = True
        return
    yield Span(
        times[0],
        number,
        span,
        parent=hash(key_of(trace, parent)) if parent else 0,
        trace=trace,
        operation=operation,
        name=name,
        conversation=values.get(CONVERSATION, ""),
        bad=bad or bool(values.get(ERROR)),
        end=times[1],
    )


def _number(value: Any) -> int:
    """A number of OTLP, which writes large ones as strings; 0 for one that no clock shows."""
    try:
        found = int(value)
    except (TypeError, ValueError, OverflowError):
        return 0
    return found if abs(found) < _NO_TIME else 0


def _clock(value: object) -> int:
    """A time in seconds and nanoseconds, in nanoseconds."""
    pair = items(value)
    return _number(pair[0]) * 10**9 + _number(pair[1]) if len(pair) == 2 else 0


class _Reading:
    """All spans of a file, in the order of their starts."""

    def __init__(self, source: Source, spans: Spans) -> None:
        self._source = source
        self._spans = spans
        self._begun: set[str] = set()
        self._flows: set[str] = set()
        self._roots: dict[str, Span] = {}
        self._traces: dict[str, str] = {}
        self._cut_off: set[str] = set()
        self._wrapping = spans.wrapping()

    def span(self, span: Span) -> Iterator[Seen]:
        """What a span tells."""
        time = span.start / 1e9
        if span.operation == INVOKE:
            yield from self._invoked(span, time)
        elif span.operation == EXECUTE:
            if hash(span.key) in self._wrapping:
                self._source.skip("execute_tool that only wraps an agent")
                return
            run, above = self._run(span), self._above(span)
            yield from self._begin(run, span, time)
            if above is not None:
                instance = self._instance(above)
            else:  # of the agent at the top, or of one that isn't known
                instance = f"around {span.key}" if self._is_cut_off(run, span) else ""
            yield _call(span, time, run, instance, TOOL)
            yield Seen("result", place=span.place, run=run, call=span.key, ok=_ok(span))
        elif span.operation == FLOW:
            run = self._run(span)
            self._flows.add(run)
            self._roots[run] = span
            self._traces[span.trace] = run
            yield from self._begin(run, span, time)
        elif span.operation == NODE:
            run = self._run(span)
            yield from self._begin(run, span, time)
            path = "/".join(each.partition(":")[0] for each in span.name.split("|"))
            yield Seen("enter", path, span.place, time, run)
        else:
            self._source.skip(span.operation or "other span")

    def _begin(self, run: str, span: Span, time: float) -> Iterator[Seen]:
        if run not in self._begun:
            self._begun.add(run)
            yield Seen("start", place=span.place, time=time, run=run)

    def _invoked(self, span: Span, time: float) -> Iterator[Seen]:
        run, above = self._run(span), self._above(span)
        if above is None and self._is_cut_off(run, span):
            self._cut_off.add(span.key)
            yield Seen("reach", span.name, span.place, time=time, run=run, instance=span.key)
            return
        if above is None:
            if run in self._begun and run not in self._flows:
                yield Seen("request", place=span.place, time=time, run=run)
                yield Seen("turn", place=span.place, time=time, run=run)
            yield from self._begin(run, span, time)
            if run not in self._flows:
                self._roots[run] = span
                self._traces[span.trace] = run
            yield Seen("reach", span.name, span.place, time, run)
            return
        yield from self._begin(run, span, time)
        caller = self._instance(above)
        yield _call(span, time, run, caller, AGENT)
        yield Seen("instance", span.name, run=run, instance=span.key, call=span.key, target=caller)
        yield Seen("reach", span.name, span.place, time=time, run=run, instance=span.key)
        yield Seen("result", place=span.place, run=run, call=span.key, ok=_ok(span))

    def ends(self, *, torn: bool) -> Iterator[Seen]:
        """How runs end, by the last span at the top of each. In a torn file a span of any run may
        be missing, at any place."""
        if torn:
            yield from (Seen("gap", run=run, place=ANYWHERE) for run in self._begun)
        for run, span in self._roots.items():
            ended = "failed" if span.bad else "completed" if span.over else ""
            yield Seen("end", ended, span.place, run=run)

    def _instance(self, above: Span) -> str:
        """The invocation that a span stands for: the main one for spans at the top."""
        at_top = self._above(above) is None and above.key not in self._cut_off
        return "" if at_top else above.key

    def _is_cut_off(self, run: str, span: Span) -> bool:
        """Whether a span without an agent around it belongs to the agent at the top, and a span
        between them is missing."""
        root = self._roots.get(run)
        if root is None or root.trace != span.trace or 0 < root.end <= span.start:
            return False
        *_, last = (span, *self._around(span))
        return last.parent != 0

    def _above(self, span: Span) -> Span | None:
        """The nearest span around it in which an agent works."""
        return next((each for each in self._around(span) if each.operation == INVOKE), None)

    def _around(self, span: Span) -> Iterator[Span]:
        met = {span.id}
        while (around := self._spans.above(span)) is not None and around.id not in met:
            met.add(around.id)
            yield around
            span = around

    def _run(self, span: Span) -> str:
        """The conversation of a span or of those around it, else its trace."""
        last = span
        for each in (span, *self._around(span)):
            if each.conversation:
                return each.conversation
            last = each
        return self._traces.get(last.trace, last.trace) if last.parent else last.trace


def _call(span: Span, time: float, run: str, instance: str, sort: str) -> Seen:
    """The call that a span is."""
    return Seen(
        "call",
        span.name,
        span.place,
        time=time,
        run=run,
        instance=instance,
        call=span.key,
        sort=sort,
    )


def _ok(span: Span) -> Ok:
    return "no" if span.bad else "yes" if span.over else "unknown"
