"""The cheapest machine whose chip computes in BF16, for who has a card that does not."""

from __future__ import annotations

from engine.forms.form import Asked
from engine.forms.symptoms.symptom_reasons import SymptomBf16, SymptomTold

CLOUD = "aws"  # where none is named


def cheapest_with(told: SymptomTold, asked: Asked) -> SymptomTold:
    """On the cloud that is named."""
    cloud = next(iter(asked.profile.clouds or ()), CLOUD)
    book, facts = asked.library.prices(asked.day), asked.facts
    found = []
    for thing in facts.instances.values():
        chip = facts.accelerators[thing.accelerator]
        if thing.cloud != cloud or not (chip.is_usual_gpu and chip.has_bf16):
            continue
        quote = book.near(thing, "on_demand", asked.profile.region)
        if quote is not None:
            found.append((quote.usd_per_hour.likely, thing.id, chip.name, quote.source))
    if not found:
        return told
    usd, name, chip_name, source = min(found)
    return SymptomBf16(
        **told.values, cites=(*told.cites, source), cloud=cloud, instance=name, chip=chip_name, usd=usd
    )
