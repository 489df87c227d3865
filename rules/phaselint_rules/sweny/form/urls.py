"""Sources that are URLs (reference sweny §3.7, §5.16, §8.7). No name is looked up."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.sweny.form.sources import one_line, place_of, throws, witness_of
from phaselint_rules.sweny.needs import SOUND
from phaselint_rules.sweny.routes.prose import is_prose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Located
    from phaselint.dialects.sweny.reading.urls import Url

FETCH = "fetch"
"""The only `type` of a URL."""


@rule("SW705", ERROR, claims="ends", complete_if=SOUND, ends="failure")
def source_invalid_type(facts: SwenyFacts) -> Iterator[Finding]:
    """Unknown type of a URL source

    What:
        `type` of a source with `url` is a value other than `fetch`.
    Why:
        The loader accepts any word, and every run ends before its first node.
    Bad:
        context: [{url: "https://example.com/handbook.md", type: s3}]
    Good:
        context: [{url: "https://example.com/handbook.md"}]
    Fix:
        Remove `type`.
    Dry run:
        The run ends with `SOURCE_INVALID_TYPE` before its first node.
    Source:
        sweny §5.16, §8.7
    """
    for located in facts.sources["url"]:
        source = located.source
        if source.type and source.type != FETCH:
            yield Finding(
                place_of(facts, source, "type"),
                message("{} isn't a type of URL source, so no run starts", quote(source.type)),
                "remove `type`, or change it to `fetch`",
                witness=witness_of(located),
                claim=throws(facts, located, "SOURCE_INVALID_TYPE"),
            )


def _urls(facts: SwenyFacts) -> Iterator[tuple[Located, Url | None]]:
    """The sources that are URLs and no prose, each as it is read."""
    for located in facts.sources["url"]:
        if not is_prose(located):
            from phaselint.dialects.sweny.reading.urls import parse

            yield located, parse(located.source.text)


@rule("SW706", ERROR, claims="ends", complete_if=SOUND, ends="failure")
def source_url_scheme(facts: SwenyFacts) -> Iterator[Finding]:
    """URL source with a scheme other than HTTP(S)

    What:
        `url` of a source has a scheme other than `http` and `https`.
    Why:
        The loader accepts any URL, and every run ends before its first node.
    Bad:
        context: [{url: "ftp://files.example.com/handbook.md"}]
    Good:
        context: [{url: "https://files.example.com/handbook.md"}]
    Fix:
        Use a URL that starts with `https://`.
    Dry run:
        The run ends with `SOURCE_URL_BLOCKED` before its first node.
    Source:
        sweny §3.7, §5.16, §8.7
    """
    for located, url in _urls(facts):
        if url is not None and not url.fetched:
            yield Finding(
                place_of(facts, located.source),
                message("sources can't use the scheme {}, so no run starts", quote(url.scheme)),
                "use a URL that starts with `https://`",
                witness=witness_of(located),
                claim=throws(facts, located, "SOURCE_URL_BLOCKED"),
            )


@rule("SW707", ERROR, claims="ends", complete_if=SOUND, ends="failure")
def source_url_blocked(facts: SwenyFacts) -> Iterator[Finding]:
    """URL source with a blocked host

    What:
        The host of a URL source is `localhost`, or an address that is private, loopback,
        link-local, shared (100.64.0.0/10) or multicast, in any spelling (`0x7f.1`). Also an invalid
        URL. Names aren't resolved.
    Why:
        Such a URL is refused, and every run ends before its first node.
    Bad:
        context: ["http://localhost:8080/handbook.md"]
    Good:
        context: ["https://handbook.example.com/handbook.md"]
    Fix:
        Use a public URL, or keep the text in a file of the project.
    Dry run:
        The run ends with `SOURCE_URL_BLOCKED` before its first node.
    Source:
        sweny §5.16, §8.7
    """
    for located, url in _urls(facts):
        if url is None:
            why = message("{} isn't a valid URL", quote(one_line(located.source.text)))
        elif url.fetched and url.blocked:
            why = message("sources are never fetched from host {}", quote(url.host))
        else:
            continue
        yield Finding(
            place_of(facts, located.source),
            message("{}, so no run starts", why),
            "use a public URL, or keep the text in a file of the project",
            witness=witness_of(located),
            claim=throws(facts, located, "SOURCE_URL_BLOCKED"),
        )
