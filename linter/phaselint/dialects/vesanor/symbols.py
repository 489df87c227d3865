"""The names in Vesanor's files: phases, tools, and the roles of workflows (reference §2)."""

from __future__ import annotations

from phaselint.dialects.symbols import (
    ANY,
    Home,
    Link,
    Naming,
    Sheet,
    Symbol,
    Symbols,
    names_in,
)
from phaselint.dialects.vesanor import forms
from phaselint.dialects.vesanor.reading import shapes
from phaselint.dialects.vesanor.reading.files import stem
from phaselint.dialects.vesanor.reading.workflow import session_path
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.model import VesanorContract

SESSION_NAMES = (
    Naming(("phases", ANY, "name"), "phase", "definition"),
    Naming(("transitions", ANY), "phase", part="key"),
    Naming(("transitions", ANY, ANY), "phase"),
    Naming(("graph_analysis", "suppress", ANY, "phase"), "phase"),
    Naming(("session_limits", "max_calls_per_tool", ANY), "tool", part="key"),
)

TOOL_NAMES = (
    Naming(("tool",), "tool", "definition"),
    Naming(("transitions", "valid_in_phases", ANY), "phase"),
    Naming(("transitions", "advances_to"), "phase"),
    Naming(("preconditions", ANY, "requires_prior_tool"), "tool"),
    Naming(("forbids_after", ANY), "tool"),
)

TEST_NAMES = (
    Naming(("tool",), "tool"),
    Naming(("expect_tools", ANY), "tool"),
    Naming(("expected_tool_calls", ANY, "name"), "tool"),
)

WORKFLOW_NAMES = (
    Naming(("roles", ANY, "name"), "role", "definition"),
    Naming(("roles", ANY, "session_contract"), "file"),
    Naming(("handoffs", ANY, "from"), "role"),
    Naming(("handoffs", ANY, "to"), "role"),
)


def symbols(contract: VesanorContract) -> Symbols:
    """The names of a contract set, a workflow or a pack."""
    sheets = tuple(_sheets(contract))
    names = tuple(names_in(contract.documents, sheets))
    return Symbols(names, tuple(_links(contract)), sheets, homes=tuple(_homes(contract)))


def _sheets(contract: VesanorContract) -> Iterator[Sheet]:
    if contract.session is not None:
        yield Sheet(contract.session.file, SESSION_NAMES, forms.SESSION)
    for tool in (*contract.tools, *contract.unnamed):
        yield Sheet(tool.file, TOOL_NAMES, shapes.TOOL)
    for test in contract.tests:
        yield Sheet(test.file, TEST_NAMES, shapes.TEST)
    if contract.workflow is not None:
        yield Sheet(contract.workflow.file, WORKFLOW_NAMES, shapes.WORKFLOW)


def _links(contract: VesanorContract) -> Iterator[Link]:
    """From the roles of a workflow to their session files."""
    if contract.workflow is None:
        return
    absent = {pointer for _, pointer, _ in contract.missing}
    for index, _, path in contract.workflow.roles:
        pointer = ("roles", index, "session_contract")
        found = session_path(contract.target.folder, path) if path else None
        if found and pointer not in absent:
            yield Link(Place(contract.workflow.file, pointer), found)


def _homes(contract: VesanorContract) -> Iterator[Home]:
    """The files of tools, which are called by the tool's name (§1.1)."""
    for tool in contract.tools:
        if stem(tool.file) == tool.name:
            yield Home(Symbol("tool", tool.name), tool.file)
