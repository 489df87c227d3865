"""What files other than agent.json and the registry contain, as typed, immutable data: settings,
prompts, patterns, output schemas (reference §1.2, §4.5, 1.14 §2.5)."""

from __future__ import annotations

from phaselint.vocabulary.message import Message, message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from phaselint.dialects.climpt.reading.braces import Brace
    from phaselint.dialects.shape import Problem
    from phaselint.vocabulary.finding import Pointer


class Settings(NamedTuple):
    """The settings file of an agent (1.14 §1.1, §2.5), as far as it is well formed. `file` is empty
    if there is none, `wanted` are the paths where it is looked for, in order. `allow` is none if
    `permissions.allow` is absent."""

    wanted: tuple[str, ...] = ()
    file: str = ""
    allow: tuple[str, ...] | None = None
    mode: str = ""
    sound: bool = True


class Text(NamedTuple):
    """A prompt file: its project path, its text after the leading block, and where that starts.
    `variables` are the names of `{uv-…}` with their offsets in the file's text; `declared` those of
    the front matter, none if it has no `uvVariables`. `braces` are all names in braces, and
    `custom` those that the front matter lists under `customVariables`."""

    file: str
    body: str
    body_start: int
    variables: tuple[tuple[str, int, int], ...] = ()
    input_text: int = -1
    declared: tuple[str, ...] | None = None
    braces: tuple[Brace, ...] = ()
    custom: frozenset[str] = frozenset()


class Breakdown(NamedTuple):
    """The two yml files of a registry (reference §1.2): their project paths, whether they exist,
    why the prompt root is unknown and the place of that, the root, and the two patterns as the
    reference's text search finds them (none if it doesn't)."""

    app: str = ""
    user: str = ""
    app_found: bool = False
    user_found: bool = False
    fault: Message = message("")
    root: str | None = None
    directive: str | None = None
    layer: str | None = None
    fault_at: tuple[str, Pointer] = ("", ())


class Expanded(NamedTuple):
    """A step's output schema, resolved as the reference does (reference §4.5).

    `schema` is none if it can't be resolved; `error` is then the reference's word
    (`SCHEMA_POINTER_ERROR`, `SCHEMA_CIRCULAR_REFERENCE`, …), `fault` the rule that reports it, and
    `place` the file and pointer of the reference or name at fault. `origin` maps pointers in the
    schema to the file and pointer they come from. `leads_out` is the path to a file outside the
    agent's directory, if that is the fault. `files` are those it is made of.
    """

    schema: Mapping[str, Any] | None = None
    error: str = ""
    fault: Literal[
        "",
        "output-schema-file-missing",
        "output-schema-unresolved",
        "schema-ref-unresolved",
        "schema-ref-reused",
        "schema-ref-circular",
    ] = ""
    place: tuple[str, Pointer] = ("", ())
    origin: Mapping[Pointer, tuple[str, Pointer]] = {}
    leads_out: str = ""
    files: tuple[str, ...] = ()


class FileProblem(NamedTuple):
    """A shape problem, the file it is in, and the name of the rule that reports it."""

    file: str
    problem: Problem
    rule: str = ""
