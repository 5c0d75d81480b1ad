"""What was named: one thing to answer, alternatives to choose from, and the clouds where they live."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.named import (
    alternatives,
    home,
    is_asked_for,
    is_gone,
    names_a_chip,
    sold_elsewhere,
    still_wanted,
    usual_forms,
)
from engine.workload.profile import Profile, Unavailable
from knowledge.facts import Facts
from tests.engine.problems import filled, judged


@pytest.mark.parametrize(
    ("said", "clouds"),
    [
        ({"candidates": ("tpu-v6e", "h100")}, ("aws", "gcp")),
        ({"candidates": ("tpu",)}, ("gcp",)),
        ({"candidates": ("h100",)}, ("aws",)),  # several clouds sell it
        ({"candidates": ("h100",), "region": "us-central1"}, ("gcp",)),
        ({"instances": ("a3-highgpu-8g", "p5.48xlarge")}, ("aws", "gcp")),
        ({}, ()),
    ],
)
def test_home_is_the_union_of_where_the_named_things_live(
    facts: Facts, said: dict[str, object], clouds: tuple[str, ...]
) -> None:
    assert home(Profile.model_validate(said), facts) == clouds


@pytest.mark.parametrize(
    ("said", "chosen_from"),
    [
        ({"candidates": ("tpu-v6e", "h100")}, {"tpu-v6e", "h100-sxm"}),
        ({"candidates": ("tpu",)}, set()),
        ({"candidates": ("gpu", "h100")}, set()),  # an H100 is a GPU: one thing
        ({"candidates": ("a100-40",), "instances": ("p4d.24xlarge",)}, set()),
        ({"candidates": ("trainium2",), "instances": ("p5.48xlarge",), "run_hours": 240.0}, set()),
        ({"instances": ("p5.48xlarge", "p4d.24xlarge")}, {"p5.48xlarge", "p4d.24xlarge"}),
    ],
)
def test_two_things_are_alternatives_unless_one_means_the_other(
    facts: Facts, said: dict[str, object], chosen_from: set[str]
) -> None:
    assert chosen_from <= alternatives(Profile.model_validate(said), facts)
    assert bool(chosen_from) == bool(alternatives(Profile.model_validate(said), facts))


def test_what_the_clouds_do_not_sell_is_elsewhere(facts: Facts) -> None:
    """MI300X is on Azure alone, but "a GPU" is not: AWS sells others."""
    assert sold_elsewhere(Profile(candidates=("tpu-v6e", "gpu"), clouds=("aws",)), facts) == {"tpu-v6e"}


def test_a_family_names_no_chip() -> None:
    assert not names_a_chip(Profile(candidates=("gpu", "trainium")))
    assert names_a_chip(Profile(candidates=("h100",)))


def test_only_what_was_named_to_choose_from_is_recommended(advisor: Advisor) -> None:
    verdict = judged(advisor, "TPU v6e or H100, 70B, 60 runs, JAX")
    assert verdict.base.filled.profile.clouds == ("aws", "gcp")
    assert verdict.option is not None
    assert verdict.option.accelerator in ("tpu-v6e", "h100-sxm")
    assert {"tpu-v6e", "h100-sxm"} <= {option.accelerator for option in verdict.base.options}


def test_hours_of_no_machine_are_counted_on_eight_h100(advisor: Advisor) -> None:
    """240 h x 55.04 USD are 13,210 a run on the machine itself, and it is the first assumption."""
    made = filled(advisor, "a 7B run takes 10 days")
    assert (made.assumptions[0].slot, made.assumptions[0].value) == ("instances", "p5.48xlarge")
    verdict = judged(advisor, "a 7B run takes 10 days")
    (own,) = [option for option in verdict.base.options if option.id == "p5.48xlarge:on_demand"]
    assert own.count == 1
    assert own.run.usd.likely == pytest.approx(240 * 55.04, rel=0.01)  # type: ignore[union-attr]


def test_without_aws_the_other_clouds_are_home_and_hours_are_counted_on_theirs(advisor: Advisor) -> None:
    made = filled(advisor, "a 7B run takes 10 days, not on AWS")
    assert made.profile.clouds == ("gcp", "azure")
    assert made.profile.instances == ("a3-highgpu-8g",)


def test_a_type_not_sold_there_says_where_it_is(advisor: Advisor) -> None:
    verdict = judged(advisor, "trn2.48xlarge for a Llama 8B fine-tune weekly in eu-central-1")
    (option,) = [option for option in verdict.base.options if option.instance == "trn2.48xlarge"]
    assert option.reason.code == "no_price_in_region"  # type: ignore[union-attr]
    assert option.reason.values["sold_in"] == "us-east-2, ap-south-2"  # type: ignore[union-attr]


def test_what_cannot_be_had_where_the_work_is_is_no_longer_wanted(facts: Facts) -> None:
    said = Profile(candidates=("h100", "trainium2"), region="eu-central-1")
    there, elsewhere = (Unavailable(id="h100", region=name) for name in ("eu-central-1", "us-east-1"))
    assert still_wanted(said, (there,), facts).candidates == ("trainium2",)
    assert still_wanted(said, (elsewhere,), facts) == said
    assert still_wanted(said, (Unavailable(id="h100"),), facts).candidates == ("trainium2",)
    assert still_wanted(said, (), facts) == said


def test_a_word_for_a_chip_means_all_types_with_it(facts: Facts) -> None:
    p5 = facts.instances["p5.48xlarge"]
    chip = facts.accelerators[p5.accelerator]
    assert is_gone(Unavailable(id="h100"), p5, chip) and is_gone(Unavailable(id="p5.48xlarge"), p5, chip)
    assert not is_gone(Unavailable(id="p5e.48xlarge"), p5, chip) and not is_gone(Unavailable(id="a100"), p5, chip)


def test_a_chip_is_asked_for_by_its_name_or_by_a_type_that_has_it(facts: Facts) -> None:
    t4 = facts.accelerators["t4"]
    assert is_asked_for(t4, Profile(candidates=("t4",)), facts)
    assert is_asked_for(t4, Profile(instances=("g4dn.xlarge",)), facts)
    assert is_asked_for(t4, Profile(current_instances=("g4dn.xlarge",)), facts)
    assert not is_asked_for(t4, Profile(candidates=("gpu",), instances=("p5.48xlarge",)), facts)


def test_a_chip_that_is_sold_on_several_boards_means_the_usual_one_where_one_is_meant(facts: Facts) -> None:
    sxm, nvl = facts.accelerators["h100-sxm"], facts.accelerators["h100-nvl"]
    assert usual_forms([sxm, nvl]) == [sxm]
    assert usual_forms([nvl]) == [nvl]
