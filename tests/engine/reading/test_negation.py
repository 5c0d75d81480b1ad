"""What a text excludes, and what only looks like an exclusion."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "ruled_out"),
    [
        ("7B fine-tune, not on GCP", {"clouds": ("gcp",)}),
        ("7B fine-tune, no GCP or Azure", {"clouds": ("gcp", "azure")}),
        ("7B fine-tune, spot is not an option", {"purchase": ("spot",)}),
        ("7B fine-tune, anything but spot", {"purchase": ("spot",)}),
        ("cheapest L4 on demand, non-GCP", {"clouds": ("gcp",)}),
        ("non-AWS H100, non-spot price per hour", {"clouds": ("aws",), "purchase": ("spot",)}),
        ("a non-English chat model on AWS, 7B fine-tune", {}),
        ("cheapest H100 with AWS and GCP excluded", {"clouds": ("aws", "gcp")}),
        ("AWS, Azure and GCP are out: cheapest H100?", {"clouds": ("aws", "azure", "gcp")}),
        ("we run on AWS and GCP is out: cheapest L4?", {"clouds": ("gcp",)}),
        ("cheapest H100, no upfront", {"purchase": ("capacity_block",)}),  # a block is paid whole before it begins
        ("cheapest B200, no blocks, no spot", {"purchase": ("capacity_block", "spot")}),
        ("7B fine-tune, Azure is not possible for us", {"clouds": ("azure",)}),
        ("L4 outside us, no spot: lowest price", {"purchase": ("spot",), "region": ("us",)}),
        ("cheapest non-US A100 on demand", {"region": ("us",)}),
    ],
)
def test_exclusions_are_read(text: str, ruled_out: dict[str, tuple[str, ...]]) -> None:
    assert reading(text).ruled_out == ruled_out


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("cheapest L4 anywhere, not GCP", "gcp"),
        ("cheapest T4 on demand anywhere, no Azure", "azure"),
        ("lowest A100 price on any cloud except AWS", "aws"),
    ],
)
def test_any_cloud_is_none_that_is_excluded(text: str, out: str) -> None:
    read = reading(text)
    assert read.ruled_out == {"clouds": (out,)}
    assert out not in read.profile.clouds


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("Llama 3 8B works on our L4, but Llama 3 70B runs out of memory on 4 of them. Does it fit?", "llama-3-70b"),
        ("Mistral 7B loads but Mixtral 8x7B gives OOM on the same A100 80GB. Will it fit?", "mixtral-8x7b"),
        ("Qwen2.5 32B fails on one H100, while Qwen2.5 7B runs: how much memory does it need?", "qwen2.5-32b"),
        ("Llama 2 13B ran OK. Can Llama 3 70B fit on 2 A100 80GB?", "llama-3-70b"),
        ("We tried Qwen2.5 7B. Does Qwen2.5 32B fit on one H100?", "qwen2.5-32b"),
    ],
)
def test_of_two_models_the_one_that_fails_or_is_asked_is_meant(text: str, variant: str) -> None:
    assert reading(text).profile.variant == variant


def test_two_models_of_one_question_are_both_left_open() -> None:
    assert reading("Does Llama 3 8B or Llama 3 70B fit on one H100?").profile.parameters is None


def test_a_measured_speed_is_of_the_model_it_was_told_of() -> None:
    told = reading("Llama 3 8B trains at 9,000 tokens/s on one H100. How long for Llama 3 70B?")
    assert "parameters" in told.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "Isn't Trainium cheaper for our 7B fine-tune?",
        "we have no plans to leave AWS, 7B fine-tune",
        "7B fine-tune, Trainium cannot run diffusion",
        "7B fine-tune, no custom kernels",
        "It is not possible on AWS to rent fewer than eight A100. 7B fine-tune",
    ],
)
def test_a_question_a_double_negation_and_a_limit_of_a_chip_exclude_nothing(text: str) -> None:
    assert reading(text).ruled_out == {}


def test_denying_a_state_means_its_opposite() -> None:
    assert reading("7B fine-tune, capacity is not tight").profile.capacity == "normal"


@pytest.mark.parametrize(
    ("text", "ruled_out"),
    [
        ("weekly 7B fine-tune, no GPU please", {"candidates": ("gpu",)}),
        ("weekly 7B fine-tune, not on TPU", {"candidates": ("tpu",)}),
        ("weekly 7B fine-tune on anything but Trainium", {"candidates": ("trainium",)}),
        ("weekly 7B fine-tune, TPUs are off the table", {"candidates": ("tpu",)}),
        ("we can't use GPUs by policy; weekly 7B fine-tune", {"candidates": ("gpu",)}),
        ("we do not want to move to Trainium, weekly 7B fine-tune", {"candidates": ("trainium",)}),
        ("weekly 7B fine-tune without TPUs or GPUs", {"candidates": ("tpu", "gpu")}),
        ("Trainium doesn't work for us, weekly 7B fine-tune", {"candidates": ("trainium",)}),
    ],
)
def test_words_that_choose_exclude_a_chip(text: str, ruled_out: dict[str, tuple[str, ...]]) -> None:
    assert reading(text).ruled_out == ruled_out


@pytest.mark.parametrize(
    "text",
    [
        "I don't have a GPU. Can I fine-tune Llama 8B on a TPU?",
        "The 7B model did not fit on the GPU, what should I use?",
        "we have no experience with TPU or Trainium, fine-tune Llama 8B weekly",
        "there is no GPU in my laptop, how do I train a 1B?",
        "RuntimeError: no GPU found when I train Llama 8B",
        "it doesn't work on the A100, 13B runs out of memory",
        "the 7B wouldn't start on TPU v5e, and we couldn't run it on a GPU either",
        "we never had GPU quota problems, 7B fine-tune",
        "our 7B does not run on Trainium",
    ],
)
def test_a_lack_a_complaint_and_a_past_failure_exclude_nothing(text: str) -> None:
    assert reading(text).ruled_out == {}


def test_a_lack_proposes_nothing_either() -> None:
    assert reading("I don't have a GPU. Can I fine-tune Llama 8B on a TPU?").profile.candidates == ("tpu",)
    assert reading("it doesn't work on the A100, 13B").profile.candidates == ("a100",)


def test_an_exclusion_keeps_its_words() -> None:
    result = reading("Weekly 7B fine-tune, not on GCP, and TPUs are off the table.")
    assert result.ruled_out_words == {"gcp": "not on GCP", "tpu": "TPUs are off the table"}


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("H100 are sold out in Frankfurt, fine-tune 70B weekly", [("h100", "eu-central-1")]),
        ("In Frankfurt H100 are sold out, fine-tune 70B weekly", [("h100", "eu-central-1")]),
        ("can't get p5, fine-tuning 70B weekly", [("h100", None)]),
        ("no capacity for A100 in us-east-1, we train a 13B", [("a100", "us-east-1")]),
        ("I can't get H100 or H200, 70B weekly", [("h100", None), ("h200", None)]),
        ("waitlist for H100 is six weeks, pretrain 30B", [("h100", None)]),
        ("there are no H100s to be had in Ohio. pretrain 30B", [("h100", "us-east-2")]),
        ("There is no H100 listed in eu-central-1, 13B", [("h100", "eu-central-1")]),
        ("I don't see any A100 in the list, 8B", [("a100", None)]),
        (
            "p5.48xlarge is unavailable in us-east-1 and Ohio, 8B",
            [("p5.48xlarge", "us-east-1"), ("p5.48xlarge", "us-east-2")],
        ),
    ],
)
def test_what_cannot_be_had_is_read_with_its_place(text: str, gone: list[tuple[str, str | None]]) -> None:
    result = reading(text)
    assert [(entry.id, entry.region) for entry in result.unavailable] == gone
    assert result.profile.capacity == "tight"


@pytest.mark.parametrize(
    "text",
    [
        "H100 are not sold out. Fine-tune 8B weekly",
        "do you know if H100s are sold out in Ohio?",
        "until H100 are available we use A100",
        "GPUs are scarce, fine-tune 8B weekly",
        "H100s are hard to get, fine-tune 8B weekly",
    ],
)
def test_what_is_only_asked_denied_or_scarce_can_be_had(text: str) -> None:
    assert reading(text).unavailable == ()


def test_a_queue_for_gpus_is_tight_capacity_and_no_chip_is_gone() -> None:
    result = reading("queue of six weeks for GPUs, fine-tune 8B weekly")
    assert (result.profile.capacity, result.unavailable) == ("tight", ())


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("I got the 8B running on an L4, now I want to move to the 70B. How many L4?", 70e9),
        ("7B runs well on our A100; we would like to do full fine-tuning of a 34B next. How many?", 34e9),
        ("Trained the 1.5B without problems on 4x4090, trying the 14B now, out of memory", 14e9),
        ("we fine-tuned the 7B and now plan a full fine-tune of a 46B, is one p4d enough?", 46e9),
        ("13B trains without problems on 4x A100 40GB, the 33B OOMs. Is there any way?", 33e9),
        ("with the 70B it crashes, the 8B is fine", 70e9),
        ("the 65B works on 8 A100, will a 13B fit on one?", 13e9),
        ("does a 7B or a 13B fit on a T4?", None),  # both are asked about
        ("how much memory do I need to serve a 7B and a 72B?", None),
    ],
)
def test_of_several_models_the_one_that_fails_is_wished_for_or_is_asked_about_is_sized(
    text: str, size: float | None
) -> None:
    assert reading(text).profile.parameters == size


def test_how_the_model_that_fails_is_trained_is_the_way_that_is_asked() -> None:
    text = "QLoRA of a 70B works on my A6000, full fine-tuning of an 8B does not"
    assert reading(text).profile.method == "full"


def test_a_price_that_has_gone_up_is_no_shortage() -> None:
    assert reading("has the on-demand price of p4d.24xlarge in us-east-1 gone up?").unavailable == ()
    assert reading("p4d.24xlarge in us-east-1 are gone, what else?").unavailable
