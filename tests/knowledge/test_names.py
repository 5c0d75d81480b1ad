"""What names mean, however they are spelled."""

from __future__ import annotations

from collections import defaultdict

import pytest

from knowledge.facts import Facts, names_of
from knowledge.names import begins, key, model_key, short_region


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("p5.48xlarge", "p5.48xlarge"),
        ("P5 48XLARGE", "p5.48xlarge"),
        ("ml.p5.48xlarge", "p5.48xlarge"),
        ("p5.48xl", "p5.48xlarge"),
        ("trn2u", "trn2u.48xlarge"),
        ("tpu-v5litepod-16", "v5e-16"),
        ("v5e 1 6", None),
        ("A3_HighGPU_8g", "a3-highgpu-8g"),
        ("nd96isr h100 v5", "Standard_ND96isr_H100_v5"),
        ("standard_nd96isr_h100_v5", "Standard_ND96isr_H100_v5"),
        ("p54.8xlarge", None),
        ("p5", None),
        ("h100", None),
        ("", None),
    ],
)
def test_an_instance_type_in_the_spellings_people_use(facts: Facts, name: str, instance: str | None) -> None:
    found = names_of(facts).instance(name)
    assert (found.id if found else None) == instance


@pytest.mark.parametrize(
    ("name", "chips"),
    [
        ("a100 80gb", ["a100-80"]),
        ("A100-80GB", ["a100-80"]),
        ("NVIDIA A100-SXM4-80GB", ["a100-80"]),
        ("NVIDIA H100 80GB HBM3", ["h100-sxm"]),
        ("H100 GPUs", ["h100-sxm"]),
        ("h100 pcie", ["h100-pcie"]),
        ("trainium2", ["trainium2"]),
        ("AWS Trainium 2", ["trainium2"]),
        ("trn2", ["trainium2"]),
        ("Google TPU v6e", ["tpu-v6e"]),
        ("Trillium", ["tpu-v6e"]),
        ("RTX PRO 6000", ["rtx6000pro"]),
        ("a100", ["a100-40", "a100-80"]),
        ("p4d", ["a100-40"]),
        ("trainium", ["trainium1", "trainium2", "trainium3"]),
        ("v100", ["v100-16gb", "v100-32gb"]),
        ("Tesla V100 32GB", []),
        ("V100-32GB", ["v100-32gb"]),
        ("p3", ["v100-16gb"]),
        ("g4dn", ["t4"]),
        ("NVIDIA GeForce RTX 4090", ["rtx4090"]),
        ("RTX 3080 Ti", ["rtx3080ti"]),
        ("RTX A6000", ["a6000"]),
        ("RTX 6000 Ada", ["rtx6000ada"]),
        ("Gaudi 3", ["gaudi3"]),
        ("Apple M3 Ultra", ["m3-ultra"]),
        ("no such chip", []),
    ],
)
def test_a_chip_and_a_group_of_chips(facts: Facts, name: str, chips: list[str]) -> None:
    assert [chip.id for chip in names_of(facts).chips(name)] == chips


def test_if_one_chip_is_needed_the_exact_name_wins(facts: Facts) -> None:
    names = names_of(facts)
    one = {name: chip.id if (chip := names.chip(name)) else None for name in ("a100", "trainium", "gpu", "h200")}
    assert one == {"a100": "a100-40", "trainium": "trainium1", "gpu": None, "h200": "h200"}


@pytest.mark.parametrize(
    ("name", "family", "example"),
    [
        ("p5", "p5", "p5.48xlarge"),
        ("P5EN", "p5en", "p5en.48xlarge"),
        ("a3-highgpu", "a3-highgpu", "a3-highgpu-8g"),
        ("Standard_ND", "standard_nd", "Standard_ND96isr_H100_v5"),
        ("nd", "standard_nd", "Standard_ND96isr_H100_v5"),
    ],
)
def test_types_that_begin_alike(facts: Facts, name: str, family: str, example: str) -> None:
    found = names_of(facts).family(name)
    assert found is not None and found.name == family
    assert example in {instance.id for instance in found.instances}


def test_a_longer_name_that_begins_alike_is_another_family(facts: Facts) -> None:
    p5 = names_of(facts).family("p5")
    assert p5 is not None and {instance.id for instance in p5.instances} == {"p5.4xlarge", "p5.48xlarge"}
    assert begins("a3-highgpu-8g", "A3") and not begins("p5en.48xlarge", "p5")
    assert names_of(facts).family("p") is None


def test_under_a_chips_name_all_types_with_it_can_be_rented(facts: Facts) -> None:
    names = names_of(facts)
    assert {instance.id for instance in names.types("H200")} == {
        *("p5e.48xlarge", "p5en.48xlarge", "a3-ultragpu-8g", "Standard_ND96isr_H200_v5")
    }
    assert [instance.id for instance in names.types("ml.p5.48xlarge")] == ["p5.48xlarge"]
    assert names.types("h100 pcie") == ()  # measured, but rented out by no cloud we know


@pytest.mark.parametrize(
    ("place", "regions"),
    [
        ("Frankfurt", ["eu-central-1", "europe-west3", "germanywestcentral"]),
        ("us-east-1", ["us-east-1"]),
        ("us-east1", ["us-east1"]),
        ("US East 1", ["us-east-1", "us-east1"]),
        ("use1", ["us-east-1"]),
        ("East US 2", ["eastus2"]),
        ("Atlantis", []),
    ],
)
def test_a_region_by_id_and_by_place(facts: Facts, place: str, regions: list[str]) -> None:
    assert [region.id for region in names_of(facts).regions(place)] == regions


def test_a_cloud_narrows_a_place(facts: Facts) -> None:
    names = names_of(facts)
    assert [region.id for region in names.regions("frankfurt", ["gcp"])] == ["europe-west3"]
    assert names.regions("us-east-1", ["gcp"]) == ()
    assert [region.id for region in names.regions_near("frankfrt", "azure")] == ["germanywestcentral"]


@pytest.mark.parametrize(
    ("name", "cloud"), [("AWS", "aws"), ("Google Cloud", "gcp"), ("azure", "azure"), ("ovh", None)]
)
def test_a_cloud(facts: Facts, name: str, cloud: str | None) -> None:
    assert names_of(facts).cloud(name) == cloud


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("Llama 3.1 8B", "llama-3.1-8b"),
        ("llama31_8b", "llama-3.1-8b"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        ("Llama-2-7b-chat-hf", "llama-2-7b"),
        ("Qwen/Qwen2.5-7B", "qwen2.5-7b"),
        ("mixtral8x7b", "mixtral-8x7b"),
        ("ViT-L/16", "vit-large"),
        ("llama 318b", None),
        ("gemma 22b", None),
    ],
)
def test_a_model(facts: Facts, name: str, model: str | None) -> None:
    found = names_of(facts).model(name)
    assert (found.id if found else None) == model


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("h1000", "h100-sxm"), ("p5.48xlrge", "p5.48xlarge"), ("trainum2", "trainium2"), ("a100 80bg", "a100-80")],
)
def test_a_misspelling_gets_the_nearest_name_as_suggestion(facts: Facts, typed: str, offered: str) -> None:
    assert names_of(facts).nearest(typed) == offered


def test_a_name_that_resembles_nothing_gets_no_suggestion(facts: Facts) -> None:
    assert names_of(facts).nearest("zzzzzzzz") is None
    assert names_of(facts).nearest("") is None
    assert names_of(facts).nearest("lama 3.1 8b", "model") == "llama-3.1-8b"


def test_a_feed_is_read_by_exactly_the_names_it_lists(facts: Facts) -> None:
    names = names_of(facts)
    assert names.listed("instance", "gcp", "tpu-v5litepod-8") == "v5e-8"
    assert names.listed("instance", "aws", "tpu-v5litepod-8") is None
    assert names.listed("chip", "gcp", "v5e") == "tpu-v5e"
    assert {"v5e-8", "tpu-v5litepod-8", "tpu-v5e"} <= names.feed_names(["v5e-8"]) <= names.all_feed_names


def test_no_two_types_models_or_chips_share_a_spelling(facts: Facts) -> None:
    """A type may share one with its own chip (`trn2u`): then the kind that is asked for decides."""
    for things, flat in (
        (facts.instances.values(), key),
        (facts.accelerators.values(), key),
        (facts.models.values(), model_key),
    ):
        meant: dict[str, set[str]] = defaultdict(set)
        for thing in things:
            for name in (thing.id, *thing.aliases):
                meant[flat(name)].add(thing.id)
        assert {name: ids for name, ids in meant.items() if len(ids) > 1} == {}


def test_names_are_built_once_for_the_same_facts(facts: Facts) -> None:
    assert names_of(facts) is names_of(facts)
    assert names_of(facts.model_copy()) is not names_of(facts)


def test_the_billing_shorthand_of_a_region() -> None:
    assert [short_region(name) for name in ("us-east-1", "ap-northeast-1", "us-gov-west-1")] == [
        "use1",
        "apne1",
        "usgw1",
    ]


def test_a_type_left_out_on_purpose_is_known_by_the_beginning_of_its_name(facts: Facts) -> None:
    names = names_of(facts)
    part = names.left_out("aws", "g6f.large")
    assert part is not None and part.id == "aws-parts-of-a-gpu"
    assert names.left_out("gcp", "g6f.large") is None and names.left_out("aws", "g6.xlarge") is None
