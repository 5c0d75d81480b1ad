"""Invariants of all shipped figures except prices: cross-checks, bounds, and figures that others depend on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.workload.flops import of_model
from knowledge.bills.rules import rules as bill_rules
from knowledge.facts import THREADS, Accelerator, Facts
from knowledge.loading.check import cites, entries

OWNED = "board-datasheets-recalled"  # chips people have: they say what fits


# Accelerators


def test_an_accelerator_can_be_rented_or_somebody_measured_it(facts: Facts) -> None:
    rented = {instance.accelerator for instance in facts.instances.values()}
    measured = {row.accelerator for row in facts.measurements}
    owned = {chip.id for chip in facts.accelerators.values() if chip.hbm_gib.source == OWNED}
    assert set(facts.accelerators) - rented - measured - owned == set()
    assert all(facts.accelerators[name].aliases for name in owned)  # nobody can ask for one without a name


def test_every_accelerator_has_software_rows(facts: Facts) -> None:
    everywhere = {feature.id for feature in facts.features.values() if feature.everywhere}
    assert len(everywhere) == 11
    for software in {chip.software for chip in facts.accelerators.values()}:
        assert {row.feature for row in facts.support if row.software == software} >= everywhere, software


def test_a_chip_or_group_of_chips_has_one_row_a_feature(facts: Facts) -> None:
    rows = Counter((row.software, row.feature) for row in facts.support)
    assert {row for row, count in rows.items() if count > 1} == set()


def test_no_two_features_share_a_word(facts: Facts) -> None:
    words = Counter(word for feature in facts.features.values() for word in feature.aliases)
    assert {word for word, count in words.items() if count > 1} == set()


def test_inferentia_does_not_train(facts: Facts) -> None:
    assert not facts.accelerators["inferentia1"].trains
    assert not facts.accelerators["inferentia2"].trains


def test_memory_of_a_core_times_cores_is_memory_of_the_chip(facts: Facts) -> None:
    """Two NeuronCores-v2 a chip; from Trainium2 on eight physical cores, in pairs that share an HBM stack."""
    for chip, workers in {"trainium1": 2, "inferentia2": 2, "trainium2": 4, "trainium3": 4}.items():
        core = facts.accelerators[chip].core_hbm_gib
        assert core is not None
        assert core.value * workers == facts.accelerators[chip].hbm_gib.value


def test_memory_of_a_chip_is_whole_cores(facts: Facts) -> None:
    for chip in facts.accelerators.values():
        if chip.core_hbm_gib:
            assert chip.hbm_gib.value % chip.core_hbm_gib.value == 0, chip.id


@pytest.mark.parametrize(
    ("chip", "tflops", "gib"),
    [
        ("trainium1", 190, 32),
        ("trainium2", 667, 96),
        ("trainium3", 671, 144),
        ("a100-40", 312, 40),
        ("h100-sxm", 989, 80),
        ("h200", 989, 141),
        ("tpu-v5e", 197, 16),
        ("tpu-v6e", 918, 32),
    ],
)
def test_peak_and_memory_are(facts: Facts, chip: str, tflops: float, gib: float) -> None:
    accelerator = facts.accelerators[chip]
    assert (accelerator.bf16_dense_tflops.value, accelerator.hbm_gib.value) == (tflops, gib)


def test_names_of_things_to_rent_do_not_collide(facts: Facts) -> None:
    for things in (facts.accelerators.values(), facts.instances.values(), facts.models.values()):
        names = Counter(name.lower() for thing in things for name in {thing.id, *thing.aliases})
        assert [name for name, times in names.items() if times > 1] == []


def test_tpu_slices_count_chips(facts: Facts) -> None:
    assert {name: facts.instances[name].count for name in ("v5e-8", "v6e-256", "v5p-8", "v4-8")} == {
        "v5e-8": 8,
        "v6e-256": 256,
        "v5p-8": 4,
        "v4-8": 4,
    }


# Measurements


def peak(chip: Accelerator) -> float:
    """Dense TFLOP/s at the best precision; FP4 at twice FP8."""
    best = chip.fp8_dense_tflops or chip.bf16_dense_tflops
    return 2 * best.value


def test_no_chip_is_measured_beyond_its_peak(facts: Facts) -> None:
    for row in facts.measurements:
        chip = facts.accelerators[row.accelerator]
        if row.flops_per_token:
            achieved = row.tokens_per_second_per_accelerator * row.flops_per_token / 1e12
            limit = chip.bf16_dense_tflops.value if row.precision in ("bf16", "bf16+sr") else peak(chip)
            assert achieved < 0.9 * limit, f"{row.id}: {achieved:.0f} of {limit:.0f} TFLOP/s"


def test_utilisation_is_the_one_of_tokens_and_flops(facts: Facts) -> None:
    """mfu_percent is tokens/s x FLOPs a token over the dense BF16 peak; AWS prints 190 and 191 for Trainium1."""
    compared = 0
    for row in facts.measurements:
        if row.mfu_percent and row.flops_per_token:
            full = facts.accelerators[row.accelerator].bf16_dense_tflops.value * 1e12
            again = 100 * row.tokens_per_second_per_accelerator * row.flops_per_token / full
            assert again == pytest.approx(row.mfu_percent, rel=0.006), row.id
            compared += 1
    assert compared > 350


def test_training_rows_carry_flops_and_serving_rows_do_not(facts: Facts) -> None:
    for row in facts.measurements:
        assert bool(row.flops_per_token) == (row.kind == "training"), row.id
        assert (row.method == "inference") == (row.kind == "inference"), row.id
        assert row.active_parameters <= row.parameters, row.id
        assert (row.architecture == "moe") == (row.active_parameters < row.parameters), row.id


SELLERS = frozenset({"NVIDIA", "Google", "Amazon Web Services", "AMD", "Intel", "Microsoft"})


def test_mlperf_is_graded_independent_and_a_vendors_own_page_is_not(facts: Facts) -> None:
    for row in facts.measurements:
        source = facts.sources[row.source]
        if source.publisher == "MLCommons":
            assert (row.grade or source.grade) == "independent", row.id
        if source.publisher in SELLERS:
            assert (row.grade or source.grade) != "independent", row.id


# Claims, models, sources


def test_a_relative_claim_uses_the_prices_of_its_day(facts: Facts) -> None:
    claim = facts.relative_claims["trn2-30-40-vs-p5en"]
    assert (claim.gain_low, claim.gain_high) == (0.30, 0.40)
    assert claim.instance_usd_per_hour.value == 85.964
    assert claim.baseline_usd_per_hour.value == 84.8
    for one in facts.relative_claims.values():
        assert facts.instances[one.instance].accelerator == one.accelerator
        assert facts.instances[one.baseline_instance].accelerator == one.baseline_accelerator
        assert one.gain_low <= one.gain_high


def test_shapes_of_models_add_up(facts: Facts) -> None:
    for model in facts.models.values():
        assert model.active_parameters <= model.parameters, model.id
        parts = (model.layers, model.hidden, model.heads, model.kv_heads, model.head_dim)
        assert None not in parts or set(parts) == {None}, model.id  # all of a shape, or none
        if not (model.layers and model.hidden and model.heads and model.kv_heads and model.head_dim):
            continue
        assert model.heads % model.kv_heads == 0, model.id
        attention = model.hidden * (model.heads + model.kv_heads) * model.head_dim * 2 * model.layers
        assert attention < model.parameters, model.id


@pytest.mark.parametrize(
    ("model", "kv_bytes"), [("llama-3-8b", 131_072), ("llama-3.1-70b", 327_680), ("opt-13b", 819_200)]
)
def test_the_cache_of_a_token_is(facts: Facts, model: str, kv_bytes: int) -> None:
    shape = of_model(facts.models[model])
    assert 2 * shape.layers * shape.kv_width * 2 == kv_bytes


def test_capacity_reports_are_short_and_name_their_day_through_a_source(facts: Facts) -> None:
    for report in facts.capacity.values():
        assert len(report.text) <= 200, report.id
        assert facts.sources[report.source].as_of <= report.checked_on
        if report.region:
            assert facts.regions[report.region].cloud == report.cloud, report.id


def figures(facts: Facts) -> Iterator[tuple[str, str]]:
    for fact in entries(facts):
        for cited in cites(fact):
            yield type(fact).__name__, cited.source


def test_every_source_is_used_somewhere(facts: Facts) -> None:
    used = {source for _, source in figures(facts)}
    used |= {
        source
        for region in facts.regions.values()
        for source in (region.source, region.pue_source, region.cfe_source)
        if source
    }
    used |= {price.fabric_source for price in facts.specialists if price.fabric_source}
    used |= {side.source for conflict in facts.conflicts.values() for side in conflict.said}
    used |= {form.source for form in bill_rules().formats}
    used |= {source for faq in facts.faqs.values() for source in faq.sources}
    used |= {source for domain in facts.domains.values() for source in domain.sources}
    used |= {THREADS}  # what is counted over the reports of projects
    assert set(facts.sources) - used == set()


def test_what_is_recalled_says_so(facts: Facts) -> None:
    for source in facts.sources.values():
        if source.read == "recalled" and source.grade == "vendor_measured":
            assert source.note or source.url, source.id


def test_no_address_leads_to_a_machine_or_a_package_index(facts: Facts) -> None:
    for source in facts.sources.values():
        if source.url:
            host = source.url.removeprefix("https://").split("/")[0]
            assert source.url.startswith("https://"), source.id
            assert not any(word in host for word in ("pypi", "npmjs", "localhost", "127.0.0.1")), source.id
