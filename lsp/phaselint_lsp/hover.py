"""Hover: what a phase, a placeholder, or the name or finding of a rule is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.document.commented import comments_of
from phaselint.rulebook.page import as_markdown
from phaselint.vocabulary.finding import WHOLE_FILE
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.insights import insight_of, slots_at
from phaselint_lsp.names import names_at
from phaselint_lsp.phases import graph_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule
    from phaselint_lsp.names import Named
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import CheckedContract, Snapshot

MOST = 12
"""Names of one kind that are listed."""

Span = tuple[int, int]

_NONE: Mapping[str, tuple[str, ...]] = {}


def hover_at(
    snapshot: Snapshot, shelf: DocumentCache, offset: int, rules: Sequence[Rule]
) -> types.Hover | None:
    """What there is to say about an offset of the open document; none for nothing."""
    found = [
        *_of_comments(snapshot, offset, rules),
        *_of_slots(snapshot, offset),
        *_of_phases(snapshot, shelf, offset),
        *_of_findings(snapshot, offset),
    ]
    if not found:
        return None
    texts = dict.fromkeys(text for text, _ in found)
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(texts))
    return types.Hover(content, snapshot.range(*found[0][1]))


def _of_comments(
    snapshot: Snapshot, offset: int, rules: Sequence[Rule]
) -> Iterator[tuple[str, Span]]:
    """The pages of rules that a suppression comment names."""
    document = snapshot.document
    if document is None or document.text != snapshot.text:
        return
    for comment in comments_of(document):
        for name, start, end in comment.names:
            if start <= offset <= end:
                named = [rule for rule in rules if name in (*rule.names, rule.code)]
                codes = {rule.code for rule in named}
                if len(codes) == 1:
                    yield as_markdown(named).strip(), (start, end)


def _of_findings(snapshot: Snapshot, offset: int) -> Iterator[tuple[str, Span]]:
    """The pages of the rules that report something here."""
    for finding, span in findings_at(snapshot, offset, offset):
        yield as_markdown((finding.rule,)).strip(), span


def findings_at(snapshot: Snapshot, start: int, end: int) -> Iterator[tuple[Diagnostic, Span]]:
    """The findings in the open document that two offsets, or what is between them, touch."""
    for finding in snapshot.findings:
        first, last = span_of_finding(snapshot, finding)
        if first <= end and start <= last:
            yield finding, (first, last)


def span_of_finding(snapshot: Snapshot, finding: Diagnostic) -> Span:
    """Where a finding is in the open document; the start for one about it as a whole."""
    place = finding.place.range or WHOLE_FILE
    document = snapshot.document
    if document is None:
        return 0, 0
    return document.offset(place.start), document.offset(place.end)


def _of_slots(snapshot: Snapshot, offset: int) -> Iterator[tuple[str, Span]]:
    for slot, span in slots_at(snapshot, offset):
        lines = slot.sources or ("no known source gives it a value",)
        yield "\n".join((f"**placeholder `{slot.name}`**\n", *(f"- {e}" for e in lines))), span


# --- phases --------------------------------------------------------------------------------------


def _of_phases(snapshot: Snapshot, shelf: DocumentCache, offset: int) -> Iterator[tuple[str, Span]]:
    for named in names_at(snapshot, shelf, offset):
        if named.symbol.kind == "phase":
            for checked in snapshot.contracts:
                if checked.target == named.held.target:
                    text = phase_text(checked, named.symbol.name)
                    if text:
                        yield text, (named.start, named.end)
        else:
            yield _name_text(named), (named.start, named.end)


def phase_text(checked: CheckedContract, name: str) -> str:
    """What leads to a phase, what it leads to, how a run comes there and what it can use; of one
    that is not in the graph what the dialect says, empty for nothing."""
    graph, insight = graph_of(checked), insight_of(checked)
    phase = graph.phases.get(name)
    about = [f"- {line}" for line in insight.about(name)]
    if phase is None:
        return "\n".join((f"**{checked.dialect.word} `{name}`**", "", *about)) if about else ""
    marks = [
        word
        for word, holds in (("runs start here", phase.initial), ("runs end here", phase.terminal))
        if holds
    ]
    lines = [f"**{checked.dialect.word} `{name}`**" + "".join(f", {mark}" for mark in marks), ""]
    lines.append(f"- entered from: {_listed(phase.before, phase.kinds_before)}")
    lines.append(f"- leads to: {_listed(phase.after, phase.kinds_after)}")
    path = graph.path_to(name)
    if len(path) > 1:
        lines.append(f"- shortest path: {' → '.join(f'`{each}`' for each in path)}")
    elif not path and not phase.initial:
        why = f": {phase.why}" if phase.why else ""
        lines.append(f"- no run reaches this{why}")
    lines += about
    tools = insight.tools(name)
    if tools is not None:
        lines.append(f"- tools: {_listed(tools)}")
    return "\n".join(lines)


def _listed(names: Iterable[str], kinds: Mapping[str, tuple[str, ...]] = _NONE) -> str:
    """Names, each with the kinds of ways that lead there where these have lines of their own."""
    ticked = [
        f"`{name}` ({', '.join(kinds[name])})" if name in kinds else f"`{name}`" for name in names
    ]
    if len(ticked) > MOST:
        return f"{', '.join(ticked[:MOST])} and {len(ticked) - MOST} more"
    return ", ".join(ticked) or "none"


def _name_text(named: Named) -> str:
    """What is named, and how often it is used in the contract."""
    found = named.held.symbols.of(named.symbol)
    used = sum(each.role != "definition" for each in found)
    times = "once" if used == 1 else f"{used} times"
    return f"**{named.symbol.kind} `{named.symbol.name}`**, used {times}"


async def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """Answer what there is to say about a place."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    rules = server.desk.project_of(snapshot.path).rules
    shelf = DocumentCache(server.desk, snapshot)
    return hover_at(snapshot, shelf, snapshot.at(params.position), rules)
