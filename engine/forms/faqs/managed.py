"""What an hour of a machine comes to under SageMaker, beside its hour on EC2: the surcharge that is held."""

from __future__ import annotations

from engine.answers.mentioned import meant
from engine.base.reason import Reason
from engine.forms.form import Asked

SURCHARGE = "sagemaker_surcharge"  # the constant
CLOUD = "aws"


class ManagedHour(Reason, code="managed_hour"):
    """USD an hour of `instance` on EC2, on demand, and as an ml instance with the surcharge; the share of it."""

    instance: str
    region: str
    usd: float
    low: float
    likely: float
    high: float
    low_share: float
    high_share: float


def managed_hour(asked: Asked) -> ManagedHour | None:
    """None where no machine of that cloud with a price is meant."""
    book = asked.library.prices(asked.day)
    thing = next((one for one in meant(asked.reading, asked.facts, book, 4) if one.cloud == CLOUD), None)
    quote = book.near(thing, "on_demand", asked.profile.region) if thing else None
    if thing is None or quote is None:
        return None
    usd, extra = quote.usd_per_hour.likely, asked.library.constants.entry(SURCHARGE)
    return ManagedHour(
        instance=thing.id,
        region=quote.region,
        usd=usd,
        low=usd * (1 + extra.value.low),
        likely=usd * (1 + extra.value.likely),
        high=usd * (1 + extra.value.high),
        low_share=extra.value.low,
        high_share=extra.value.high,
        cites=(quote.source, extra.source),
    )
