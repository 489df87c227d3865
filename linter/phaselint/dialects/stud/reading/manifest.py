"""Manifests as typed data (reference §3).

A part of the wrong shape is left out as a whole: what half of a registry or of a context does not
have says nothing. The problems say what is wrong with it.
"""

from __future__ import annotations

from phaselint.dialects.shape import Problem, string_at
from phaselint.dialects.stud.detect import STAGE_FILES
from phaselint.dialects.stud.model import (
    BUNDLED_TOOLS,
    ContextNames,
    ContextSchema,
    Pipeline,
    Registry,
    Stage,
)
from phaselint.dialects.stud.reading import shapes
from phaselint.dialects.stud.reading.nextspecs import read_spec
from phaselint.dialects.stud.reading.owners import resolve
from phaselint.dialects.stud.reading.stagefile import read_file, read_inline
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.dialects.stud.model import Form, JoinPolicy, Profile, Spec, StageFault
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer


class Manifest(NamedTuple):
    """What a manifest holds: a pipeline unless it is `not valid`, its problems, and the documents
    of its stage files."""

    pipeline: Pipeline | None
    problems: tuple[Problem, ...] = ()
    valid: bool = True
    documents: Mapping[str, Document] = {}


def read_manifest(reader: Reader, document: Document) -> Manifest:
    """A manifest with the stages it lists. One that is `manifest-invalid` has problems of the
    document, or of the keys that make it a manifest, and nothing else; of one without stages
    nothing else is known (§3.1)."""
    if not document.readable or any(p.kind == "duplicate-key" for p in document.problems):
        return Manifest(None, valid=False)
    value = document.value
    fatal = shapes.wrong(value, shapes.FRAME)
    if fatal:
        return Manifest(None, fatal, valid=False)
    if not value["stages"]:
        name, entry = string_at(value, "id"), value["entryStage"]
        return Manifest(Pipeline(document.path, id=name, entry=entry))
    problems = list(shapes.wrong(value, shapes.MANIFEST))
    broken = {problem.pointer[0] for problem in problems if _hides(problem)}
    parts = {key: part for key, part in value.items() if key not in broken}
    profile, join_policy = _read_options(value.get("options"))
    shelf = _Shelf(reader, document, profile)
    stages = tuple(shelf.stages())
    specs = dict(shelf.specs(stages, parts.get("next")))
    pipeline = Pipeline(
        document.path,
        id=string_at(value, "id"),
        entry=value["entryStage"],
        stages=stages,
        specs=specs,
        next_known="next" not in broken,
        registry=_read_registry(parts["tools"]) if "tools" in parts else None,
        context=_read_context(parts["ctx"]) if "ctx" in parts else None,
        outputs=parts.get("outputs"),
        profile=profile,
        join_policy=join_policy,
    )
    return Manifest(pipeline, (*problems, *shelf.problems), documents=shelf.documents)


def _hides(problem: Problem) -> bool:
    return problem.kind != "unknown-field" and bool(problem.pointer)


def _read_options(value: Any) -> tuple[Profile, JoinPolicy]:
    options = value if isinstance(value, dict) else {}
    profile: Profile = "reference" if options.get("profile") == "reference" else "documented"
    sibling = options.get("joinPolicy") == "sibling"
    return profile, "sibling" if sibling else "separate"


# --- stages and what comes after them (§3.2, §3.3) ----------------------------------------------


class _Entry(NamedTuple):
    """An entry of `stages`: what it says about its stage, what is wrong with it, and where the path
    stands that it names; none where it names none in the project."""

    stage: Stage
    problems: tuple[Problem, ...] = ()
    at: Pointer | None = None


class _Shelf:
    """Reads the entries of one manifest; keeps the documents it opens and the problems it meets."""

    __slots__ = ("_document", "_profile", "_reader", "documents", "problems")

    def __init__(self, reader: Reader, document: Document, profile: Profile) -> None:
        self._reader = reader
        self._document = document
        self._profile = profile
        self.documents: dict[str, Document] = {}
        self.problems: list[Problem] = []

    def stages(self) -> Iterator[Stage]:
        """One stage for each entry, also where there is nothing to read."""
        for entry in self._document.derived(_entries, self._profile):
            self.problems += entry.problems
            yield entry.stage if entry.at is None else self._in_file(entry.stage, entry.at)

    def specs(self, stages: tuple[Stage, ...], given: Any) -> Iterator[tuple[str, Spec]]:
        """The NextSpecs by stage id: those of entries first, so those of `next` win; of
        several stages with one id the first counts. Those that are written the same after an edit
        are the same."""
        inline: dict[str, Spec] = {}
        for stage in stages:
            entry = self._document.value["stages"][stage.number]
            if isinstance(entry, dict) and "next" in entry:
                pointer = ("stages", stage.number, "next")
                spec, problems = read_spec(entry["next"], pointer, True)
                self.problems += problems
                if stage.id:
                    inline.setdefault(stage.id, spec)
        yield from inline.items()
        for id, value in (given or {}).items():
            spec, problems = read_spec(value, ("next", id))
            self.problems += problems
            yield id, spec

    def _in_file(self, stage: Stage, at: Pointer) -> Stage:
        """The stage in a file that an entry names; the same one as long as the file and what the
        entry says about it are."""
        document = self._reader.document(stage.file) if _may_be_stage(stage.file) else None
        if document is None:
            return stage._replace(fault=self._fault(stage.file, at, stage.path))
        self.documents[stage.file] = document
        said = (stage.profile, stage.number, stage.entry, stage.path)
        return _placed(document, *said)

    def _fault(self, file: str, at: Pointer, path: str) -> StageFault:
        """Why there is no stage at a path; what it takes to be the path of one is noted."""
        if _may_be_stage(file) or self._reader.text(file) is None:
            return "absent"
        wanted = "the path of a `.md` or `.json` file"
        self.problems.append(Problem("malformed", at, wanted, found=path))
        return "unreadable"


def _may_be_stage(file: str) -> bool:
    return file.lower().endswith(STAGE_FILES)


@pure
def _placed(document: Document, profile: Profile, number: int, entry: Pointer, path: str) -> Stage:
    """The stage of a file as an entry of a manifest."""
    return read_file(document, profile)._replace(number=number, entry=entry, path=path)


def _entries(document: Document, profile: Profile) -> tuple[_Entry, ...]:
    """The entries of a manifest whose stages are judged under a profile."""
    listed = enumerate(document.value["stages"])
    return tuple(_entry(document, profile, index, each) for index, each in listed)


def _entry(document: Document, profile: Profile, index: int, entry: Any) -> _Entry:
    pointer: Pointer = ("stages", index)
    if shapes.is_inline(entry):
        return _Entry(read_inline(document, index, entry, profile))
    at, path = pointer, entry
    problems: tuple[Problem, ...] = ()
    if isinstance(entry, dict) and "file" in entry:
        problems = shapes.wrong(entry, shapes.FILE_ENTRY, pointer)
        at, path = (*pointer, "file"), entry["file"]
    if isinstance(path, str) and path:
        stage = _named(document.path, Stage(index, pointer, "", "markdown", profile, path=path))
        return _Entry(stage, problems, None if stage.fault else at)
    if isinstance(entry, dict) and at == pointer:
        problems = (Problem("missing-required-field", pointer, shapes.NOT_A_STAGE),)
    elif at == pointer and not isinstance(entry, str):
        problems = (Problem("invalid-type", pointer, "a path or a mapping"),)
    elif at == pointer:
        problems = shapes.wrong(entry, shapes.NAME, pointer)
    stage = Stage(index, pointer, document.path, "inline", profile)
    return _Entry(stage._replace(base=pointer, fault="unreadable"), problems)


def _named(manifest: str, stage: Stage) -> Stage:
    """A stage with what follows from the path by which a manifest names it."""
    json = stage.path.lower().endswith(".json")
    form: Form = "json" if json else "markdown"
    profile: Profile = "reference" if json else stage.profile
    file = resolve(manifest, stage.path)
    fault: StageFault = "outside" if file is None else ""
    return stage._replace(file=file or "", form=form, profile=profile, fault=fault)


# --- tools, context (§3.4, §3.5) ----------------------------------------------------------------


def _read_registry(value: Mapping[str, Any]) -> Registry:
    tools: dict[str, str] = {}
    pointers: dict[str, Pointer] = {}
    for name, layer, pointer in _declared_tools(value):
        tools.setdefault(name, layer)
        pointers.setdefault(name, pointer)
    mutating = value.get("mutating")
    return Registry(tools, None if mutating is None else tuple(mutating), pointers)


def _declared_tools(value: Mapping[str, Any]) -> Iterator[tuple[str, str, Pointer]]:
    """Each tool with its layer and where it is written."""
    for layer in ("bundled", "discovered"):
        pointer: Pointer = ("tools", layer)
        names = value.get(layer, ())
        if names == "default":
            yield from ((name, layer, pointer) for name in BUNDLED_TOOLS)
        else:
            yield from ((name, layer, (*pointer, at)) for at, name in enumerate(names))
    for server, names in value.get("mcp", {}).items():
        pointer = ("tools", "mcp", server)
        layer = message("MCP server {}", quote(server))
        yield from ((name, layer, (*pointer, at)) for at, name in enumerate(names))


def _read_context(value: Mapping[str, Any]) -> ContextSchema:
    by_stage = value.get("byStage", {})
    return ContextSchema(
        _read_names(value, ("ctx",)),
        {id: _read_names(each, ("ctx", "byStage", id)) for id, each in by_stage.items()},
    )


def _read_names(value: Mapping[str, Any], pointer: Pointer) -> ContextNames:
    return ContextNames(
        _first_places(value, "required", pointer), _first_places(value, "optional", pointer)
    )


def _first_places(value: Mapping[str, Any], key: str, pointer: Pointer) -> dict[str, Pointer]:
    found: dict[str, Pointer] = {}
    for at, name in enumerate(value.get(key, ())):
        found.setdefault(name, (*pointer, key, at))
    return found
