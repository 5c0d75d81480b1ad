"""What the network between machines carries at most, for a machine that is named."""

from __future__ import annotations

from engine.forms.form import Asked
from engine.forms.symptoms.symptom_reasons import SymptomNetwork, SymptomTold
from knowledge.units import BITS_PER_BYTE


def between(told: SymptomTold, asked: Asked) -> SymptomTold:
    """Of the first type that is named, where its network is known."""
    named = (asked.facts.instances[one] for one in asked.profile.instances if one in asked.facts.instances)
    thing = next((one for one in named if one.network_gbps), None)
    if thing is None or not thing.network_gbps:
        return told
    gbits = float(thing.network_gbps)
    return SymptomNetwork(
        **told.values, cites=(*told.cites, thing.source), instance=thing.id, gbits=gbits, gb=gbits / BITS_PER_BYTE
    )
