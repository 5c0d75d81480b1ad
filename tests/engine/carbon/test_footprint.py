"""Energy and carbon of a run, against published footprints worked by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.interval import Interval
from engine.carbon.footprint import (
    carbon_kg,
    chip_watts,
    drawn_share,
    energy_kwh,
    footprint,
    grid_intensity,
    is_comparable,
    site_pue,
)
from engine.library import Library
from knowledge.facts import Accelerator, Facts, Region
from knowledge.loading.load import load

FACTS = load()
LIBRARY = Library(FACTS)
CHIPS = st.sampled_from(sorted(FACTS.accelerators.values(), key=lambda chip: chip.id))
PLACES = st.sampled_from(sorted(FACTS.regions.values(), key=lambda place: place.id))
HOURS = st.floats(min_value=1e-3, max_value=1e8)


def exactly(value: float) -> Interval:
    return Interval.exactly(value)


@pytest.mark.parametrize(
    ("hours", "kwh", "g_per_kwh", "tonnes"),
    [
        (184_320, 73_728, 423.4, 31.22),  # Llama 2 7B on A100s at 400 W: 31.22 t are 423.4 g/kWh
        (1_720_320, 688_128, 423.5, 291.42),  # Llama 2 70B: 291.42 t are 423.5 g/kWh
    ],
)
def test_the_llama_2_paper_comes_out(hours: float, kwh: float, g_per_kwh: float, tonnes: float) -> None:
    """Its authors count chips at their rated power, without host and PUE."""
    used = energy_kwh(exactly(hours), exactly(400), exactly(1), exactly(1))
    assert used.likely == pytest.approx(kwh)
    assert carbon_kg(used, exactly(g_per_kwh)).likely / 1000 == pytest.approx(tonnes, abs=0.01)


@pytest.mark.parametrize(
    ("kwh", "g_per_kwh", "tonnes"),
    [
        (433_196, 57, 24.7),  # BLOOM on the French grid, without idle and embodied
        (1_287_000, 429, 552.1),  # GPT-3 (Patterson et al. 2021)
    ],
)
def test_published_energy_gives_published_carbon(kwh: float, g_per_kwh: float, tonnes: float) -> None:
    assert carbon_kg(exactly(kwh), exactly(g_per_kwh)).likely / 1000 == pytest.approx(tonnes, abs=0.05)


def test_a_run_on_h100s_in_oregon_by_hand(facts: Facts) -> None:
    """12,000 h x 700 W x (0.8 + 0.35) x PUE 1.12 / 1000 = 10,819.2 kWh; x 119.76 g/kWh = 1,295.7 kg."""
    found = footprint(facts.accelerators["h100-sxm"], exactly(12_000), "us-west-2", Library(facts))
    assert found.kwh is not None
    assert found.grams is not None
    assert found.kwh.likely == pytest.approx(10_819.2)
    assert found.grams.likely / 1000 == pytest.approx(1_295.7, abs=0.05)
    assert [entry.label for entry in found.steps][-2:] == ["grid_g_per_kwh", "gco2e_per_run"]


def test_no_published_power_is_unknown_and_not_zero() -> None:
    found = footprint(FACTS.accelerators["trainium1"], exactly(24), "us-east-1", LIBRARY)
    assert (found.kwh, found.grams, found.steps) == (None, None, ())


@pytest.mark.parametrize("region", [None, "unstated", "nowhere-1"])
def test_an_unknown_grid_leaves_energy_and_no_carbon(region: str | None) -> None:
    found = footprint(FACTS.accelerators["h100-sxm"], exactly(24), region, LIBRARY)
    assert found.kwh is not None
    assert found.grams is None


def test_an_estimated_power_is_wider_than_a_published_one() -> None:
    published = chip_watts(FACTS.accelerators["h100-sxm"], LIBRARY.constants)
    estimated = chip_watts(FACTS.accelerators["trainium2"], LIBRARY.constants)
    assert published == exactly(700)
    assert estimated is not None
    assert (estimated.low, estimated.likely, estimated.high) == (300, 500, 800)  # 0.6 and 1.6 times 500 W


def test_a_fleet_average_says_less_about_a_site_than_its_own_figure() -> None:
    site, fleet = FACTS.regions["us-west-2"], FACTS.regions["eu-west-2"]
    assert (site.pue_scope, fleet.pue_scope) == ("site", "fleet")
    assert site_pue(fleet, LIBRARY).sigma > site_pue(site, LIBRARY).sigma


def test_most_regions_are_on_one_method_and_the_others_are_less_sure() -> None:
    stockholm, oslo = FACTS.regions["eu-north-1"], FACTS.regions["norwayeast"]
    assert is_comparable(stockholm, LIBRARY)
    assert not is_comparable(oslo, LIBRARY)
    sure, unsure = grid_intensity(stockholm, LIBRARY), grid_intensity(oslo, LIBRARY)
    assert sure is not None
    assert unsure is not None
    assert unsure.sigma > sure.sigma


@given(PLACES)
def test_no_building_does_better_than_all_its_power(place: Region) -> None:
    assert site_pue(place, LIBRARY).low >= 1


@given(CHIPS, PLACES, HOURS, HOURS)
def test_more_hours_never_take_less(chip: Accelerator, place: Region, one: float, other: float) -> None:
    short, long = sorted((one, other))
    less = footprint(chip, exactly(short), place.id, LIBRARY)
    more = footprint(chip, exactly(long), place.id, LIBRARY)
    for low, high in ((less.kwh, more.kwh), (less.grams, more.grams)):
        assert (low is None) == (high is None)
        if low and high:
            assert (low.low <= high.low, low.likely <= high.likely, low.high <= high.high) == (True, True, True)


@given(PLACES, HOURS, st.floats(min_value=1, max_value=2000), st.floats(min_value=1, max_value=2000))
def test_a_dirtier_grid_never_emits_less(place: Region, kwh: float, one: float, other: float) -> None:
    clean, dirty = sorted((one, other))
    found = [grid_intensity(place.model_copy(update={"grid_g_per_kwh": grams}), LIBRARY) for grams in (clean, dirty)]
    less, more = (carbon_kg(exactly(kwh), grid) for grid in found if grid)
    assert (less.low <= more.low, less.likely <= more.likely, less.high <= more.high) == (True, True, True)


@given(CHIPS, PLACES, HOURS, st.floats(min_value=1, max_value=3))
def test_every_interval_is_ordered_and_finite(chip: Accelerator, place: Region, hours: float, spread: float) -> None:
    found = footprint(chip, Interval(hours / spread, hours, hours * spread), place.id, LIBRARY)
    for held in (found.kwh, found.grams):
        if held:
            assert 0 < held.low <= held.likely <= held.high
            assert math.isfinite(held.high)


def test_host_and_chip_share_one_scale() -> None:
    """A DGX H100 is rated 10.2 kW for 5.6 kW of GPUs: 1.8 times, the high end here."""
    drawn = drawn_share(LIBRARY.constants)
    assert (drawn.low, drawn.likely, drawn.high) == pytest.approx((0.8, 1.15, 1.8))
