"""The first of these sums that a question allows."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.fleets.faster import faster
from engine.forms.fleets.ratio_seen import ratio_seen
from engine.forms.fleets.streams_carried import streams_carried
from engine.forms.fleets.told_fleet import told_fleet
from engine.forms.form import Asked

SUMS = (ratio_seen, faster, told_fleet, streams_carried)


def fleet_of(asked: Asked) -> FactAnswer | None:
    """None where nobody measured, or nothing of the kind is asked."""
    return next((made for work in SUMS if (made := work(asked)) is not None), None)
