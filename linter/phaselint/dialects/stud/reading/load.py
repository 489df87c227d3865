"""Files → stud contract (reference §1 to §3). Nothing a user wrote makes this raise."""

from __future__ import annotations

from phaselint.dialects.stud.detect import part_of
from phaselint.dialects.stud.model import StudContract
from phaselint.dialects.stud.reading.manifest import read_manifest
from phaselint.dialects.stud.reading.stagefile import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader


def load(reader: Reader, target: Target) -> StudContract:
    """Read the documents of a contract; what is wrong with them is in the contract."""
    document = reader.document(target.main)
    if document is None:
        return StudContract(target, {}, valid=False)
    documents = {target.main: document}
    part = part_of(document)
    if part == "configuration":
        return StudContract(target, documents, configuration=True)
    if part == "stage":
        return StudContract(target, documents, stage=read_file(document, "documented"))
    manifest = read_manifest(reader, document)
    return StudContract(
        target,
        {**documents, **manifest.documents},
        pipeline=manifest.pipeline,
        problems=manifest.problems,
        valid=manifest.valid,
    )
