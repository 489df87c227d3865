"""The settings file of an agent: what its steps can call (1.14 §1.1, §2.5, §4.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.detect import CONFIG, HOME, SHARED, home_of, settings_names
from phaselint.dialects.climpt.filemodel import FileProblem, Settings
from phaselint.dialects.climpt.reading.agent import mapping_at
from phaselint.dialects.climpt.reading.jsonfiles import json_document
from phaselint.dialects.climpt.reading.stepentries import texts
from phaselint.dialects.keys import usable
from phaselint.dialects.shape import problems, string_at
from phaselint.project.paths import join, split
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

RULE = "settings-invalid"


class Sheet(NamedTuple):
    """Where the settings of an agent are looked for, and the first of these files that exists, if
    any."""

    wanted: tuple[str, ...]
    document: Document | None = None


def find_settings(reader: Reader, root: str, name: str) -> Sheet:
    """The settings file of an agent: its own, or else the shared one. They aren't merged."""
    folder = join(root, f"{HOME}/{SHARED}/{CONFIG}")
    wanted = tuple(join(folder, file) for file in settings_names(name))
    found = (json_document(reader, path) for path in wanted)
    return Sheet(wanted, next((document for document in found if document is not None), None))


def has_settings(reader: Reader, folder: str) -> bool:
    """Whether there is a settings file for the agent in a folder."""
    root = home_of(folder)
    return root is not None and find_settings(reader, root, split(folder)[1]).document is not None


def with_settings(contract: ClimptContract, reader: Reader) -> ClimptContract:
    """A contract with its settings, if its release has any, and with the problems of their
    shape."""
    if contract.root is None or contract.generation != "1.14":
        return contract
    sheet = find_settings(reader, contract.root, split(contract.folder)[1])
    document = sheet.document
    if document is None:
        return contract._replace(settings=Settings(sheet.wanted))
    documents = {**contract.documents, document.path: document}
    if not usable(document):
        unread = Settings(sheet.wanted, document.path, sound=False)
        return contract._replace(settings=unread, documents=documents)
    from phaselint.dialects.climpt.reading.shapes114 import SETTINGS

    wrong = problems(document.value, SETTINGS)
    return contract._replace(
        settings=_read(sheet.wanted, document, sound=not wrong),
        documents=documents,
        problems=(
            *contract.problems,
            *(FileProblem(document.path, each, RULE) for each in wrong),
        ),
    )


def _read(wanted: tuple[str, ...], document: Document, *, sound: bool) -> Settings:
    permissions = mapping_at(document.value, "permissions")
    allow = permissions.get("allow")
    return Settings(
        wanted,
        document.path,
        allow=texts(allow) if isinstance(allow, list) else None,
        mode=string_at(permissions, "defaultMode"),
        sound=sound,
    )


def tools_of(settings: Settings) -> tuple[str, ...]:
    """The names of the tools that settings allow, each once: for a rule, the part before its
    bracket counts."""
    return tuple(dict.fromkeys(map(tool_of, settings.allow or ())))


def tool_of(rule: str) -> str:
    """The name of the tool that a rule of settings is about."""
    return rule.partition("(")[0]
