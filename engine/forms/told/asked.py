"""When a text asks for a sum over figures it tells, and the answer in such sums."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.told.bill import asks_of_bill, of_bill
from engine.forms.told.confirm import asks_of_confirm, of_confirm
from engine.forms.told.decoding import asks_of_decoding, of_decoding
from engine.forms.told.energy import asks_of_energy, of_energy
from engine.forms.told.month import asks_of_month, of_month
from engine.forms.told.on_other import asks_of_other, of_other
from engine.forms.told.passes import asks_of_times, hours_in_all, of_times, pass_unknown
from engine.forms.told.prices import asks_of_prices, hours_paid, of_prices
from engine.forms.told.scaling import asks_of_scaling, of_scaling
from engine.forms.told.speed_up import asks_of_speed_up, of_speed_up
from engine.forms.told.theirs import THEIRS, NotTheirs, WhereTheirs, per_billion
from engine.forms.told.worth import asks_of_worth, of_worth
from engine.options.problem import Problem
from engine.workload.profile import Reading
from engine.workload.question import FormCues

__all__ = ["asks_of_told", "of_decoding", "of_told", "pass_unknown", "per_billion"]


def asks_of_told(seen: FormCues) -> bool:
    """Whether the asker's own figures answer it, whatever the model."""
    timed = asks_of_confirm(seen) or asks_of_scaling(seen) or asks_of_times(seen) or asks_of_decoding(seen)
    paid = asks_of_prices(seen) or asks_of_month(seen) or asks_of_bill(seen) or asks_of_worth(seen)
    return timed or paid or asks_of_speed_up(seen) or asks_of_energy(seen) or asks_of_other(seen)


def of_told(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where the text tells no figure that a sum can be made of."""
    if (scaled := of_scaling(reading.text, asked.constants)) is not None:
        return scaled
    if (confirmed := of_confirm(asked, reading)) is not None:
        return confirmed.model_copy(update={"of_told": True})
    timed, hours = of_times(asked, reading), hours_in_all(reading)
    if timed is None:
        found = _of_rates(asked, reading)
        return found.model_copy(update={"of_told": True}) if found else None
    chips = int(reading.profile.accelerator_count or 1)
    paid = hours_paid(reading, hours, chips) if hours else None
    more = (paid,) if paid else ()
    others = (NotTheirs(), WhereTheirs()) if THEIRS in reading.cues else ()
    return timed.model_copy(update={"sentences": (*more, *timed.sentences, *others), "of_told": True})


def _of_rates(asked: Problem, reading: Reading) -> FactAnswer | None:
    """By the prices or hours that were told; None where they give no sum."""
    priced = (
        of_speed_up(asked, reading)
        or of_energy(asked, reading)
        or of_month(asked, reading)
        or of_worth(asked, reading)
    )
    priced = priced or of_prices(asked, reading, reading.profile.run_hours) or of_bill(reading)
    return priced or of_other(asked, reading)
