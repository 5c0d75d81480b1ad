"""The sentences of an answer about carbon, as typed values."""

from __future__ import annotations

from typing import TypedDict

from engine.base.reason import Reason
from knowledge.facts import Purchase


class WorkFields(TypedDict):
    """The fields of `AtWork`, whether or not the grid is known."""

    chip: str
    instance: str
    chips: int
    hours: float
    region: str
    place: str
    pue: float
    watts: float
    said: bool
    as_asked: bool
    runs: float
    estimated: bool
    kwh_low: float
    kwh: float
    kwh_high: float


class AtWork(Reason):
    """Chips at work for hours in a region, and the energy they take; kWh.

    `said`: chips and hours were stated. `as_asked`: the region was. `estimated`: an outsider estimates the power.
    """

    chip: str
    instance: str
    chips: int
    hours: float
    region: str
    place: str
    pue: float
    watts: float
    said: bool
    as_asked: bool
    runs: float
    estimated: bool
    kwh_low: float
    kwh: float
    kwh_high: float


class EmitsNoGrid(AtWork, code="emits_no_grid"):
    """The grid of the region is unknown, and with it the carbon."""


class Emissions(AtWork, code="emits"):
    """kgCO2e of a run at the region's grid, and of all runs; `cfe` is the carbon-free share its operator states."""

    low: float
    likely: float
    high: float
    all_likely: float
    all_kwh: float
    grid: float
    year: int
    basis: str
    cfe: float | None = None
    cfe_year: int | None = None


class NoRegion(Reason, code="no_region"):
    instance: str


class NoPower(Reason, code="no_power"):
    chip: str
    instance: str


class NoPowerPlace(Reason, code="no_power_place"):
    """No power is published; the cleanest region that sells the type is known all the same."""

    chip: str
    instance: str
    region: str
    place: str
    grams: float


class GreenestRegion(Reason, code="greenest"):
    """The cleanest region known to sell it: kgCO2e there, and the USD more than in `here`.

    `share` of the carbon saved, where both grids are known by one method. `priced`: a price there is known, and with
    it `usd` to `more`.
    """

    chip: str
    instance: str
    region: str
    place: str
    likely: float
    grid: float
    grams: float
    here: str
    said: bool
    known_here: bool
    sold_here: bool
    priced: bool
    known: int
    next: str
    unranked: str
    share: float | None = None
    usd: float | None = None
    purchase: Purchase | None = None
    day: str | None = None
    total: float | None = None
    more: float | None = None


class AlreadyGreenest(GreenestRegion, code="already_greenest"): ...


class CarbonMethod(Reason, code="method"):
    """The shares of rated power that chips and hosts are taken to draw."""

    power_low: float
    power_high: float
    host_low: float
    host_high: float


class PriceThere(TypedDict, total=False):
    """The fields of `GreenestRegion` that a known price settles."""

    usd: float
    purchase: Purchase
    day: str
    total: float
    more: float
