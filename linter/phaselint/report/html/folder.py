"""The `html` format as a folder: an index, a page for each contract, and what the pages share.

A file in the folder says that it is a report and which files belong to it. No other folder is
written into, unless it is new or empty, and of an earlier report nothing stays.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress

from phaselint.project.replacing import why_not, write_atomically
from phaselint.report.html import assets, gathered, overview
from phaselint.report.html.finding import row
from phaselint.report.html.markup import Markup, tag, text
from phaselint.report.html.page import foot, main, section, suppressed, whole
from phaselint.report.html.rules import explained
from phaselint.report.terminal import escape
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from phaselint.linting.result import Result
    from phaselint.report.html.page import Contract

INDEX = "index.html"
MARKER = "phaselint-report.json"
"""The file that makes a folder a report: what wrote it, and the names of its other files."""

VERSION = 1
LONGEST = 60
"""How many characters of a contract's name the name of its page has."""

_OURS = re.compile(r"[a-z0-9-]{1,80}\.(?:html|js|css)")


def check(path: str) -> None:
    """See whether a report can go to a folder, before anything is linted.

    Raises:
        UsageError: it holds something else, isn't a folder, or the one around it does not exist.
    """
    _earlier(path)


def belongs(name: str) -> bool:
    """Whether a report in a folder may have a file of this name."""
    return name == MARKER or _OURS.fullmatch(name) is not None


def write(result: Result, path: str) -> None:
    """Write the report into a folder, each file in one piece and the index last.

    Raises:
        UsageError: as `check`; or a file cannot be written.
    """
    earlier = _earlier(path)
    contracts = gathered(result)
    names = {each.key: page_name(each) for each in contracts}
    files = {assets.SCRIPT_FILE, assets.STYLE_FILE, INDEX, *names.values()}
    foreign = sorted(name for name in files - earlier if os.path.lexists(os.path.join(path, name)))
    if foreign:
        raise UsageError(f"can't write {path}: {foreign[0]} in it isn't part of an earlier report")
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise UsageError(f"can't write {path}: {why_not(error)}") from None
    _put(path, MARKER, _marker(files | earlier))  # so that one that is broken off is recognized
    for name, content in _pages(result, contracts, names):
        _put(path, name, content)
    for name in earlier - files:
        with suppress(OSError):
            os.unlink(os.path.join(path, name))
    _put(path, MARKER, _marker(files))


def page_name(contract: Contract) -> str:
    """The name of the page of a contract: the same in every run, another one for each contract,
    and one that any file system takes."""
    import hashlib

    digest = hashlib.sha256(json.dumps(contract.key).encode("ascii")).hexdigest()[:8]
    slug = re.sub(r"[^a-z0-9]+", "-", contract.heading.lower()).strip("-")
    if len(slug) > LONGEST:  # the end of a path tells more than its beginning
        slug = slug[-LONGEST:].partition("-")[2] or slug[-LONGEST:]
    return "-".join(filter(None, (slug, digest))) + ".html"


def _earlier(path: str) -> frozenset[str]:
    """The files of the report that a folder holds; none if it is new or empty."""
    try:
        held = os.listdir(path)
    except FileNotFoundError:
        if not os.path.isdir(os.path.dirname(path.rstrip("/" + os.sep)) or "."):
            raise UsageError(f"can't write {path}: its directory doesn't exist") from None
        return frozenset()
    except OSError as error:
        raise UsageError(f"can't write {path}: {why_not(error)}") from None
    if not held:
        return frozenset()
    names = _listed(os.path.join(path, MARKER))
    if names is None:
        raise UsageError(
            f"can't write {path}: it isn't empty and doesn't contain a phaselint report"
        )
    return frozenset(names)


def _listed(marker: str) -> list[str] | None:
    """The names in a marker that a report may have; none if it isn't a marker."""
    try:
        with open(marker, "rb") as file:
            data = json.load(file)
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("generator") != "phaselint":
        return None
    files = data.get("files")
    if not isinstance(files, list):
        return None
    return [name for name in files if isinstance(name, str) and _OURS.fullmatch(name)]


def _marker(files: Collection[str]) -> str:
    data = {"generator": "phaselint", "version": VERSION, "files": sorted(files)}
    return json.dumps(data, indent=1) + "\n"


def _put(path: str, name: str, content: str) -> None:
    write_atomically(os.path.join(path, name), content, root=path)


def _pages(
    result: Result, contracts: Sequence[Contract], names: Mapping[tuple[str, str], str]
) -> Iterator[tuple[str, str]]:
    """Each file of a report, the index last."""
    yield assets.SCRIPT_FILE, assets.script()
    yield assets.STYLE_FILE, assets.style()
    for each in contracts:
        yield names[each.key], _page(each, result)
    yield INDEX, _index(result, contracts, names)


def _page(contract: Contract, result: Result) -> str:
    """The page of a contract."""
    link = tag("a", text("All contracts"), href=INDEX)
    body = (
        tag("nav", tag("p", link), class_="top"),
        main(
            len(contract.findings),
            section(contract, result.lines, 1, clean="no findings", heading="h1"),
            explained(finding for _, finding in contract.findings),
        ),
        foot(result.summary._asdict()),
    )
    return whole(f"phaselint: {escape(contract.heading)}", body, assets.beside())


def _index(
    result: Result, contracts: Sequence[Contract], names: Mapping[tuple[str, str], str]
) -> str:
    """The page that leads to the others, with a line for each finding."""
    within = main(
        len(result.findings),
        overview.tables(result, names, contracts),
        overview.filters(result),
        tag("ul", *_rows(contracts, names), class_="all"),
        suppressed(result.suppressed),
        explained(result.findings),
    )
    body = (overview.top(result), within, foot(result.summary._asdict()))
    return whole(f"phaselint: {overview.title(result)}", body, assets.beside())


def _rows(contracts: Sequence[Contract], names: Mapping[tuple[str, str], str]) -> Iterator[Markup]:
    for each in contracts:
        for name, finding in each.findings:
            yield row(finding, f"{names[each.key]}#{name}")
