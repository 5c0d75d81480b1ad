"""Work counted in samples: which published model it is, what a sample costs, how many there are."""

import pytest

from engine.workload.profile import Profile
from engine.workload.samples import cost_unknown, in_samples, sample_shape, samples_of, serves_samples
from knowledge.facts import Facts


def gflop(facts: Facts, **said: object) -> float:
    shape = sample_shape(Profile.model_validate({"task": "fine_tuning"} | said), facts)
    assert shape is not None
    return shape.forward_gflop


@pytest.mark.parametrize(
    ("model", "parameters", "gflop_forward"),
    [
        ("resnet", 25.6e6, 8.2),  # 4.1 G multiply-adds
        ("resnet", 60.2e6, 23.0),  # ResNet-152, 11.5 G
        ("vit", 86e6, 35.1),  # ViT-B/16, 17.56 G
        ("stable-diffusion", 2.6e9, 6760),  # SDXL: 162.27 TFLOP a step of 8, three passes: 6.76
        ("bert", 110e6, 97),  # 2 x 85M x 512 = 87.0, attention 4 x 12 x 768 x 512**2 = 9.7
        ("whisper", 1.55e9, 2800),
        ("dlrm", 26.1e9, 0.032),
    ],
)
def test_a_sample_of_a_published_model_costs_what_was_published(
    facts: Facts, model: str, parameters: float, gflop_forward: float
) -> None:
    assert gflop(facts, model=model, parameters=parameters) == gflop_forward


def test_between_published_sizes_flops_follow_the_parameters(facts: Facts) -> None:
    """A ViT of 170M is nearer ViT-L (307M) than ViT-B (86M) in neither; log(170/86) = 0.68, log(307/170) = 0.59."""
    assert gflop(facts, model="vit", parameters=170e6) == pytest.approx(123.1 * 170 / 307)


def test_the_rows_of_a_recommenders_tables_cost_no_flops(facts: Facts) -> None:
    assert gflop(facts, model="dlrm", parameters=200e9) == gflop(facts, model="dlrm", parameters=26.1e9)


def test_a_sequence_of_a_quarter_of_the_length_costs_a_quarter(facts: Facts) -> None:
    whole = gflop(facts, model="bert", parameters=110e6)
    assert gflop(facts, model="bert", parameters=110e6, tokens_per_sample=128) == pytest.approx(whole / 4)
    assert gflop(facts, model="bert", parameters=110e6, sequence_length=128) == pytest.approx(whole / 4)


def test_a_language_model_is_not_counted_in_samples(facts: Facts) -> None:
    llama = Profile(task="fine_tuning", model="llama", parameters=8e9)
    assert not in_samples(llama, facts) and sample_shape(llama, facts) is None and not cost_unknown(llama, facts)


def test_serving_is_not_counted_in_samples(facts: Facts) -> None:
    assert not in_samples(Profile(task="inference", model="resnet"), facts)


def test_a_model_nobody_published_the_cost_of_is_unknown_until_its_hours_are_said(facts: Facts) -> None:
    alone = Profile(task="pretraining", model="alphafold", parameters=93e6)
    assert cost_unknown(alone, facts)
    assert not cost_unknown(alone.model_copy(update={"run_hours": 10.0}), facts)


def test_a_number_of_tokens_is_that_many_sequences(facts: Facts) -> None:
    """512 million tokens in sequences of 512 are a million samples."""
    said = Profile(task="pretraining", model="bert", parameters=110e6, tokens=512e6)
    sample = sample_shape(said, facts)
    assert sample is not None and samples_of(said, sample) == 1e6


def test_images_have_no_tokens_to_count(facts: Facts) -> None:
    said = Profile(task="pretraining", model="resnet", parameters=25.6e6, tokens=1e9)
    sample = sample_shape(said, facts)
    assert sample is not None and samples_of(said, sample) is None


@pytest.mark.parametrize(
    ("profile", "unknown"),
    [
        (Profile(task="inference", model="stable-diffusion"), True),
        (Profile(task="inference", model="whisper"), True),
        (Profile(task="inference", architecture="recommender"), True),
        (Profile(task="inference", model="bert"), False),  # one pass over its tokens
        (Profile(task="inference", model="llama"), False),
        (Profile(task="inference"), False),
    ],
)
def test_serving_samples_is_asked_back_and_never_costed_as_next_tokens(
    profile: Profile, unknown: bool, facts: Facts
) -> None:
    assert serves_samples(profile, facts) is unknown
    assert cost_unknown(profile, facts) is unknown


def test_pixels_scale_what_an_image_costs(facts: Facts) -> None:
    """YOLO11x: 196 GFLOP at 640 pixels; twice the side is four times the pixels: 784."""
    said = Profile(task="pretraining", model="yolo", parameters=57e6, image_side=1280)
    sample = sample_shape(said, facts)
    assert sample is not None and sample.model == "yolo11x" and sample.forward_gflop == pytest.approx(784)
