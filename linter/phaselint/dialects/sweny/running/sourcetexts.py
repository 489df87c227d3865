"""Sources → their text at the start of a run (reference §5.16).

Nothing is read or fetched here: files are what loading found or what the script says, and the
text of a URL comes from the script only.
"""

from __future__ import annotations

import posixpath

from phaselint.dialects.sweny.reading.sources import in_workflow, read_source
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Located, Source, Workflow


class Outside(NamedTuple):
    """The text outside the workflow: files by path, and URLs with text or an HTTP status."""

    files: Mapping[str, str] = {}
    urls: Mapping[str, str | int] = {}
    offline: bool = False


class Resolution(NamedTuple):
    """The text and kind by field, or the error that ends the run before its first node; `unseen`
    tells that what is missing isn't anywhere in the project."""

    texts: Mapping[str, str] = {}
    kinds: Mapping[str, str] = {}
    error: str = ""
    unseen: bool = False


class Failure(NamedTuple):
    """Why a source can't be read. All sources are resolved at once: the lowest rank fails first."""

    rank: int
    error: str
    unseen: bool = False


_SHAPE, _REFUSED, _BLOCKED, _FILE, _NETWORK = range(5)


def resolve(
    workflow: Workflow, given: Any, located: Sequence[Located], outside: Outside
) -> Resolution:
    """The text of all sources of the workflow and of the run's input, visited or not."""
    known = {each.field: each for each in located}
    files = {posixpath.normpath(path): text for path, text in outside.files.items()}
    outside = outside._replace(files=files)
    texts: dict[str, str] = {}
    kinds: dict[str, str] = {}
    worst: Failure | None = None
    for field, source in _sources(workflow, given):
        found: str | Failure
        if isinstance(source, Failure):
            found = source
        else:
            kinds[field] = source.kind
            found = _resolved(source, field, known.get(field), outside)
        if isinstance(found, str):
            texts[field] = found
        elif worst is None or found.rank < worst.rank:
            worst = found
    if worst is None:
        return Resolution(texts, kinds)
    return Resolution(error=worst.error, unseen=worst.unseen)


def _sources(workflow: Workflow, given: Any) -> Iterator[tuple[str, Source | Failure]]:
    """All sources in the order in which the reference names them."""
    listed = dict(in_workflow(workflow))
    instructions = {f"nodes.{name}.instruction" for name in workflow.nodes}
    for name, node in workflow.nodes.items():
        field = f"nodes.{name}.instruction"
        yield field, node.instruction or _no_source(None)
    yield from _of_input(given)
    for field, source in listed.items():
        if field not in instructions:
            yield field, source


def _of_input(given: Any) -> Iterator[tuple[str, Source | Failure]]:
    """`rules` and `context` of the run's input: a source or a list of them; anything else there
    is ignored."""
    if not isinstance(given, dict):
        return
    for key in ("rules", "context"):
        value = given.get(key)
        listed = value if isinstance(value, list) else [value]
        if isinstance(value, (list, str, dict)):
            for index, item in enumerate(listed):
                source = read_source(item, ("input", key, index))
                yield f"input.{key}.{index}", source or _no_source(item)


def _no_source(value: Any) -> Failure:
    if isinstance(value, (dict, list)):
        return Failure(_SHAPE, "Error: source error: unrecognised Source shape")  # words: ok
    shown = "undefined" if value is None else json_of(value)
    problem = f"Cannot use 'in' operator to search for 'inline' in {shown}"
    return Failure(_SHAPE, f"TypeError: {problem}")


def _resolved(
    source: Source, field: str, located: Located | None, outside: Outside
) -> str | Failure:
    if source.kind == "inline":
        if not source.text and not source.tagged:
            return Failure(_SHAPE, "Error: source error: empty string is not a valid Source")
        return source.text
    if source.kind == "url":
        return _fetched(source, field, outside)
    text = outside.files.get(posixpath.normpath(source.text))
    if text is None and located is not None and not located.beside:
        text = located.text
    if text is None:
        where = f"{source.text} (referenced by {field})"
        outer = located is not None and located.outside
        return Failure(_FILE, f"Error: SOURCE_FILE_NOT_FOUND: file not found: {where}", outer)
    return text.removeprefix("\ufeff")


def _fetched(source: Source, field: str, outside: Outside) -> str | Failure:
    url, named = source.text, f"(referenced by {field})"
    refused = _refused(source, named, outside)
    if refused is not None:
        return refused
    answer = outside.urls.get(url)
    if isinstance(answer, str):
        return answer
    if answer is None:
        problem = f"SOURCE_URL_UNREACHABLE: {url} {named}: fetch failed."
        advice = " Pass --offline to skip URL sources."
    elif answer in (401, 403):
        problem = f"SOURCE_URL_AUTH_REQUIRED: {url} returned HTTP {answer} {named}."
        advice = " Configure fetch.auth in .sweny.yml or set SWENY_FETCH_TOKEN."
    else:
        problem, advice = f"SOURCE_URL_HTTP_ERROR: {url} returned HTTP {answer} {named}.", ""
    return Failure(_NETWORK, f"Error: {problem}{advice}", unseen=True)


def _refused(source: Source, named: str, outside: Outside) -> Failure | None:
    """Why a URL is not even tried."""
    url = source.text
    if outside.offline:
        problem = f"SOURCE_OFFLINE_REQUIRES_FETCH: cannot fetch {url} in --offline mode {named}."
        return Failure(_REFUSED, f"Error: {problem}")
    if source.type and source.type != "fetch":
        problem = f'unknown resolver type "{source.type}" on {url} {named}.'
        advice = 'v1 supports only "fetch".'
        return Failure(_REFUSED, f"Error: SOURCE_INVALID_TYPE: {problem} {advice}")
    from phaselint.dialects.sweny.reading.urls import FETCHED, blocked_address, parse

    parsed = parse(url)
    if parsed is None:
        return Failure(_REFUSED, f'Error: SOURCE_URL_BLOCKED: malformed URL "{url}" {named}.')
    if parsed.scheme not in FETCHED:
        problem = f'scheme "{parsed.scheme}:" not allowed for {url} {named}.'
        advice = "Only http and https are permitted."
        return Failure(_REFUSED, f"Error: SOURCE_URL_BLOCKED: {problem} {advice}")
    address = blocked_address(parsed.host)
    if not address:
        return None
    problem = f"{url} resolves to blocked address {address} {named}."
    advice = "Private, loopback, and link-local hosts are not allowed."
    return Failure(_BLOCKED, f"Error: SOURCE_URL_BLOCKED: {problem} {advice}")
