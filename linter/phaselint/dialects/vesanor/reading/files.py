"""The files of a contract's folder: names, and what tells one kind from another (reference §1)."""

from __future__ import annotations

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.project.paths import join, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.reader import Reader

BASE_FIELDS = (
    "side_effect",
    "evidence_class",
    "commit_requirement",
    "timeouts",
    "retries",
    "rate_limits",
    "assertions",
    "golden_cases",
    "allowed_errors",
)
"""The required fields of a tool contract besides `tool`."""

TEST_MARKS = (
    "expect_tools",
    "expected_tool_calls",
    "tool_order",
    "tool_call_match_mode",
    "pass_threshold",
)
"""Any of these makes a tool file a contract test (reference §1.2)."""


CONTRACTS = "contracts"
"""The folder of a pack that has its contract tests (reference §1.2)."""


def yaml_names(reader: Reader, folder: str) -> list[str]:
    """The YAML files of a folder, without hidden files and phaselint's own scripts."""
    return [
        name
        for name in reader.names(folder)
        if name.endswith((".yaml", ".yml"))
        and not name.startswith(".")
        and not name.endswith(SCRIPT_SUFFIXES)
    ]


def named(reader: Reader, folder: str, stem: str) -> str:
    """The path of `stem.yaml`, else `stem.yml`, in a folder; empty when there is neither."""
    present = reader.names(folder)
    for name in (f"{stem}.yaml", f"{stem}.yml"):
        if name in present:
            return join(folder, name)
    return ""


def stem(path: str) -> str:
    """The last name of a path without its extension."""
    return split(path)[1].rpartition(".")[0]


def in_pack(reader: Reader, folder: str) -> bool:
    """Whether a folder is the `contracts/` next to a pack file (reference §1.2)."""
    parent, name = split(folder)
    return name == CONTRACTS and bool(named(reader, parent, "pack"))


def is_tool_file(value: Any) -> bool:
    """The rule of reference §1.1 that tells tool files from other YAML files."""
    if not isinstance(value, dict):
        return False
    return "tool" in value or len(set(BASE_FIELDS).intersection(value)) >= 2


def is_test_file(value: Any) -> bool:
    """Whether a file is a contract test wherever it lies (reference §1.2)."""
    return isinstance(value, dict) and not set(TEST_MARKS).isdisjoint(value)
