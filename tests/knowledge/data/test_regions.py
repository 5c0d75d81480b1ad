"""Grid, PUE and carbon-free share of every region, each from the source it is cited to."""

from collections import Counter

import pytest

from knowledge.errors import KnowledgeError
from knowledge.facts import Facts
from knowledge.loading.load import check

SOURCE_OF = {
    "Electricity Maps lifecycle average, flow-traced, annual": "carbon-gsf-real-time-cloud",
    "country average, lifecycle (Ember/OWID)": "carbon-ember-owid",
    "province mix x IPCC 2014 lifecycle medians (computed)": "carbon-canada-energy-mix",
    "province average, CO2 only (China MEE 2025 No. 47)": "carbon-china-mee-2023",
    "state average, direct (EPA)": "carbon-epa-egrid",
}


def test_each_method_is_cited_to_the_source_that_uses_it(facts: Facts) -> None:
    for region in facts.regions.values():
        assert region.source == SOURCE_OF[region.grid_basis or ""], region.id
    counted = Counter(region.source for region in facts.regions.values())
    assert counted == {
        "carbon-gsf-real-time-cloud": 117, "carbon-ember-owid": 16, "carbon-china-mee-2023": 2,
        "carbon-canada-energy-mix": 1, "carbon-epa-egrid": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("region", "source"),
    [
        ("ap-southeast-5", "carbon-ember-owid"),
        ("chinanorth3", "carbon-ember-owid"),
        ("norwaywest", "carbon-ember-owid"),
        ("qatarcentral", "carbon-ember-owid"),
        ("me-central2", "carbon-ember-owid"),
        ("us-central2", "carbon-ember-owid"),
        ("ca-west-1", "carbon-canada-energy-mix"),
        ("cn-north-1", "carbon-china-mee-2023"),
        ("cn-northwest-1", "carbon-china-mee-2023"),
        ("westus3", "carbon-epa-egrid"),
    ],
)
def test_regions_missing_from_the_common_table(facts: Facts, region: str, source: str) -> None:
    assert facts.regions[region].source == source


def test_finland_has_the_grid_of_finland(facts: Facts) -> None:
    """82.34 g/kWh in the table of 2023; Victoria's 498.19 stood here."""
    assert facts.regions["europe-north1"].grid_g_per_kwh == 82.34


def test_arizona_in_pounds_is_arizona_in_grams(facts: Facts) -> None:
    """eGRID 2023 prints 689.104 lb/MWh; a pound is 453.592 g."""
    assert facts.regions["westus3"].grid_g_per_kwh == pytest.approx(689.104 * 453.592 / 1000, abs=0.05)


def test_every_region_says_where_its_pue_is_from_and_only_google_states_a_carbon_free_share(facts: Facts) -> None:
    for region in facts.regions.values():
        assert region.pue is not None
        assert region.pue_scope, region.id
        assert region.pue_source, region.id
        assert (region.cfe_share is not None) == (region.cloud == "gcp"), region.id
        assert (region.cfe_share is None) == (region.cfe_source is None), region.id


def test_an_undefined_pue_source_stops_the_load(facts: Facts) -> None:
    wrong = facts.regions["us-west-2"].model_copy(update={"pue_source": "nobody"})
    with pytest.raises(KnowledgeError, match="nobody"):
        check(facts.model_copy(update={"regions": facts.regions | {"us-west-2": wrong}}), {})
