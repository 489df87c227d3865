"""Names that plug-ins may go on using (docs/reference/plugins.md)."""

from __future__ import annotations

from phaselint.vocabulary import finding
from phaselint.vocabulary.finding import WitnessStep


def test_a_step_of_a_witness_goes_by_its_former_name() -> None:
    former = vars(finding)["Step"]
    assert former is WitnessStep
    assert former("it begins").text == "it begins"
