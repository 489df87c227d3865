"""The cases in fixtures/rules: which there are, and what each holds when it is put together.

A case is a folder `fixtures/rules/<rule>/<variant>`. A `case.toml` in it may say:

    explained
            the rules that report something in the place of the case's own, one of those that
            report what exploration finds and no rule explains
    also    the rules that inevitably report something as well
    base    what the case is a variant of: another case of its rule, by its variant, or a shared
            folder, `bases/<name>`; the case then holds nothing but the files that differ
    absent  the files of the base that the case does not have
    names   what stands in a shared base where its paths and files say `{{agent}}`

A shared base is a folder `fixtures/bases/<name>`, and may have a base itself. `tests/case.py`
shows a case and writes it into a folder.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.vocabulary.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FIXTURES = Path(__file__).parents[1] / "fixtures"
SETTINGS = "case.toml"
SHARED = "bases"
EXEMPT = {
    "internal-error": "reports a defect of phaselint, which no contract can bring about",
    "refused-without-reason": "reports that phaselint lacks a rule, which none is known to",
    "refuted-finding": "reports a defect of phaselint, which no contract can bring about",
}
"""Rules without fixtures, and why."""

_BLANK = re.compile(rb"\{\{(\w+)\}\}")

Files = dict[str, bytes]
"""The bytes of files by their paths below the folder of a case."""


class CaseError(Exception):
    """A case that cannot be put together; its text is one line that says why."""


class Case(NamedTuple):
    """One case, by the rule it is about and the name of its folder."""

    rule: str
    variant: str

    def __str__(self) -> str:
        return f"{self.rule}/{self.variant}"

    @property
    def folder(self) -> Path:
        return FIXTURES / "rules" / self.rule / self.variant


class Settings(NamedTuple):
    """What a `case.toml` says."""

    also: tuple[str, ...] = ()
    explained: tuple[str, ...] = ()
    base: str = ""
    absent: tuple[str, ...] = ()
    names: Mapping[str, str] = {}


class Whole(NamedTuple):
    """A case put together: all files of its base, those of its own, and what it leaves out."""

    base: Files
    own: Files
    absent: tuple[str, ...]

    def files(self) -> Files:
        kept = {path: data for path, data in self.base.items() if path not in self.absent}
        return {**kept, **self.own}


def listed(rule: str = "*", variant: str = "*") -> list[Case]:
    """The cases whose rule and variant match a pattern, sorted."""
    found = (FIXTURES / "rules").glob(f"{rule}/{variant}")
    return sorted(Case(folder.parent.name, folder.name) for folder in found if folder.is_dir())


def settings_of(folder: Path) -> Settings:
    """Read the `case.toml` of a folder; what is not said there has its default.

    Raises CaseError.
    """
    path = folder / SETTINGS
    if not path.is_file():
        return Settings()
    try:
        said = tomllib.loads(path.read_text("utf-8"))
        found = Settings(**{key: _checked(key, value) for key, value in said.items()})
        _check_base(found)
    except (CaseError, ValueError) as error:
        raise CaseError(f"{_label(folder)}/{SETTINGS}: {error}") from None
    return found


def read(folder: Path) -> Whole:
    """Put a case together. Raises CaseError."""
    whole = Whole({}, {}, ())
    for each, settings in reversed(_bases(folder)):
        try:
            whole = _over(whole.files(), each, settings)
        except CaseError as error:
            raise CaseError(f"{_label(each)}/{SETTINGS}: {error}") from None
    return whole


def texts(case: Case) -> dict[str, str]:
    """The files of a case as texts, for a reader of files in memory. Raises CaseError."""
    files = read(case.folder).files()
    return {path: data.decode("utf-8", "replace") for path, data in sorted(files.items())}


def write(folder: Path, target: Path) -> None:
    """Write all files of a case into a folder. Raises CaseError."""
    for path, data in read(folder).files().items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(data)


class Written:
    """Cases that are written when a test asks for them, in the layout of fixtures/rules."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        for beside in (FIXTURES / "rules").glob("*.toml"):
            shutil.copy(beside, root)

    def rule(self, name: str) -> Path:
        """The folder with all cases of a rule."""
        folder = self.root / name
        if not folder.exists():
            for case in listed(name):
                write(case.folder, folder / case.variant)
            for beside in self.root.glob("*.toml"):  # a project of its own: nothing else is read
                shutil.copy(beside, folder)
        return folder

    def rules(self) -> Path:
        """The folder with all cases of all rules."""
        for name in sorted({case.rule for case in listed()}):
            self.rule(name)
        return self.root


def _checked(key: str, value: Any) -> Any:
    """The value of a key, if it is one that the key can have."""
    if key not in Settings._fields:
        raise CaseError(unknown("key", key, Settings._fields))
    if key == "base":
        if isinstance(value, str) and value:
            return value
        raise CaseError("`base` has to be the name of a case or of a shared base")
    if key == "names":
        if isinstance(value, dict) and all(_is_name(each) for each in value.values()):
            return value
        raise CaseError("`names` has to be a table of words")
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    raise CaseError(f"`{key}` has to be a list of texts")


def _check_base(settings: Settings) -> None:
    """What is said of a base needs one."""
    if settings.absent and not settings.base:
        raise CaseError("`absent` needs a `base`")
    if settings.names and not settings.base.startswith(f"{SHARED}/"):
        raise CaseError(f"`names` needs a `base` in `{SHARED}/`")


def _is_name(value: object) -> bool:
    """Whether a blank can be filled with it, which stands in paths as well."""
    return isinstance(value, str) and re.fullmatch(r"\w[\w -]*", value) is not None


def _bases(folder: Path) -> list[tuple[Path, Settings]]:
    """A case, its base, the base of that, and so on."""
    found: dict[Path, Settings] = {}
    while folder not in found:
        found[folder] = settings_of(folder)
        if not found[folder].base:
            return list(found.items())
        folder = _base_of(folder, found[folder].base)
    circle = " → ".join(map(_label, [*found, folder]))
    raise CaseError(f"{_label(folder)}/{SETTINGS}: `base` leads back to where it starts: {circle}")


def _base_of(folder: Path, base: str) -> Path:
    """The folder that is meant by the base of another."""
    root = _root_of(folder)
    shared = [f"{SHARED}/{each.name}" for each in sorted((root / SHARED).glob("*/"))]
    beside = [] if _is_shared(folder) else [each.name for each in sorted(folder.parent.glob("*/"))]
    if base not in (*beside, *shared):
        complaint = unknown("base", base, (*beside, *shared))
        raise CaseError(f"{_label(folder)}/{SETTINGS}: {complaint}")
    return root / base if base in shared else folder.parent / base


def _over(below: Files, folder: Path, settings: Settings) -> Whole:
    """Put what a folder holds over the files of its base."""
    own = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path != folder / SETTINGS
    }
    # For a shared base its base is still a pattern: it is the case that fills the blanks.
    pattern = settings.base.startswith(f"{SHARED}/") and not _is_shared(folder)
    _check_names(settings, _blanks(below) if pattern else set())
    base = _filled(below, settings.names) if pattern else below
    for path in settings.absent:
        if path in own:
            raise CaseError(f"`{path}` is absent and there as well")
        if path not in base:
            raise CaseError(f"`absent` names an {unknown('file', path, sorted(base))}")
    return Whole(base, own, settings.absent)


def _blanks(files: Files) -> set[str]:
    texts = (*(path.encode() for path in files), *files.values())
    return {found.decode() for text in texts for found in _BLANK.findall(text)}


def _check_names(settings: Settings, blanks: Iterable[str]) -> None:
    """Every blank of the base has a name, and every name has a blank."""
    for name in sorted(set(blanks) - set(settings.names)):
        raise CaseError(f"`names` says nothing for `{name}`, a blank of `{settings.base}`")
    for name in sorted(set(settings.names) - set(blanks)):
        raise CaseError(unknown("name", name, sorted(blanks)))


def _filled(files: Files, names: Mapping[str, str]) -> Files:
    def fill(text: bytes) -> bytes:
        return _BLANK.sub(lambda blank: names[blank[1].decode()].encode(), text)

    return {fill(path.encode()).decode(): fill(data) for path, data in files.items()}


def _is_shared(folder: Path) -> bool:
    return folder.parent.name == SHARED


def _root_of(folder: Path) -> Path:
    return folder.parents[1 if _is_shared(folder) else 2]


def _label(folder: Path) -> str:
    """How a folder is called in messages: its path from the folder that has all fixtures."""
    return folder.relative_to(_root_of(folder).parent).as_posix()
