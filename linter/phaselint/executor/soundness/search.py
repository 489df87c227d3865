"""The net under the rules: everything that runs of a contract show to be wrong with it.

It asks the runtime and the contract alone, never what rules have found, so that its silence says
something beside theirs.
"""

from __future__ import annotations

from phaselint.executor.proof import Setting
from phaselint.executor.soundness.claims import claims
from phaselint.executor.soundness.folding import folded
from phaselint.executor.soundness.reach import chart
from phaselint.executor.soundness.telling import refusal, told, whole
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import Lab
    from phaselint.executor.soundness.telling import Told
    from phaselint.vocabulary.finding import Place


class Found(NamedTuple):
    """What was found, nothing left out that rules have said; `cut_off` names the bound that was
    hit, where one was: then runs that fail are all that was looked for. `place` is that
    of the contract, `atlases` have what can happen from each start. `outlived` tells that there is
    more to be found in runs that would outlive the limits of the contract, which end them."""

    place: Place
    told: tuple[Told, ...] = ()
    cut_off: str = ""
    atlases: tuple[Atlas[Any], ...] = ()
    outlived: bool = False


def has_net(lab: Lab[Any]) -> bool:
    """Whether the dialect says what its contracts declare for runs to use."""
    return bool(lab.runtime.elements(lab.facts.contract))


def search(lab: Lab[Any]) -> Found:
    """Explore the contract on a bench from every start. One that is refused has no runs: that is
    then what is found."""
    settings = tuple(_settings(lab))
    refused = refusal_in(lab)
    if refused:
        return Found(whole(lab), (refusal(lab, settings[0], refused),))
    charts = tuple(chart(lab.runtime, each, _explored(lab, each)) for each in settings)
    found = claims(lab.runtime, lab.facts.contract, charts)
    cut_off = next((each.atlas.reason for each in charts if not each.atlas.complete), "")
    atlases = tuple(each.atlas for each in charts)
    left = folded(found)
    said = tuple(told(lab, left))
    return Found(whole(lab), said, cut_off, atlases, len(said) < len(left))


def refusal_in(lab: Lab[Any]) -> str:
    """Why the runtime does not begin runs of the contract under default options; empty where it
    does."""
    contract = lab.facts.contract
    setting = next(_settings(lab))
    start = lab.runtime.start(contract, lab.options, setting.given, setting.world)
    return lab.runtime.refusal(start)


def explored(lab: Lab[Any]) -> tuple[Atlas[Any], ...]:
    """What can happen in runs of the contract, from every start."""
    return tuple(_explored(lab, each) for each in _settings(lab))


def _settings(lab: Lab[Any]) -> Iterator[Setting]:
    contract = lab.facts.contract
    world = lab.runtime.sample_world(contract)
    for given in lab.runtime.sample_inputs(contract):
        yield Setting(given, world)


def _explored(lab: Lab[Any], setting: Setting) -> Atlas[Any]:
    """What can happen in a setting; shared with the proofs where they ask the same."""
    if setting == Setting(lab.runtime.sample_input(lab.facts.contract)):
        return lab.sampled
    return lab.explore(lab.begin(setting))
