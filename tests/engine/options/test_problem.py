"""The question made computable: the work of a run, and what was named."""

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.options.assumptions import refill
from engine.options.named import is_named
from engine.options.option import CostedOption, costed
from engine.options.problem import Problem
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.problems import filled, judged, problem


def test_the_work_of_a_run_is_proportional_to_its_tokens(advisor: Advisor) -> None:
    few, many = (problem(advisor, f"full fine-tune Llama 8B, {n}B tokens, PyTorch, AWS") for n in (1, 3))
    assert many.run_tflop.likely == pytest.approx(3 * few.run_tflop.likely)


def test_hours_are_those_of_the_hardware_they_were_said_about(advisor: Advisor) -> None:
    scene = problem(advisor, "fine-tune Llama 8B takes 6 hours on 2 p4d.24xlarge, cheaper elsewhere?")
    instance = scene.reference_instance()
    assert instance is not None and instance.id == "p4d.24xlarge"
    speed = scene.speed(scene.chip(instance))
    assert speed is not None
    assert scene.run_tflop.likely == pytest.approx(speed.speed.likely * 2 * 8 * 6 * 3600)


def test_serving_has_no_training_work(advisor: Advisor) -> None:
    scene = problem(advisor, "serve Llama 8B, 20M tokens a day")
    assert scene.serving and scene.run_tflop.likely == 0


@pytest.mark.parametrize(
    ("word", "chips"),
    [
        ("h100-sxm", {"h100-sxm"}),
        ("trainium", {"trainium1", "trainium2", "trainium3"}),
        ("gpu", {"h100-sxm", "h200", "a100-40gb"}),
    ],
)
def test_a_word_means_a_chip_its_line_or_its_family(facts: Facts, word: str, chips: set[str]) -> None:
    named = {chip.id for chip in facts.accelerators.values() if is_named(chip, {word})}
    assert chips & set(facts.accelerators) <= named
    assert "tpu-v6e" not in named


def test_chips_that_were_counted_are_whole_machines(advisor: Advisor) -> None:
    """20 H100 are three machines of eight."""
    scene = problem(advisor, "fine-tune Llama 8B on 20 H100, PyTorch")
    assert scene.said_instances(scene.facts.instances["p5.48xlarge"]) == 3


def likely_run(advisor: Advisor, text: str, instance: str) -> CostedOption:
    """The offering of an instance on demand."""
    found = (option for option in costed(judged(advisor, text).base.options) if option.id == f"{instance}:on_demand")
    return next(found)


def test_resnet_50_on_imagenet_costs_tens_of_dollars(advisor: Advisor) -> None:
    """115,305,030 images x 24.6 GFLOP = 2.836M TFLOP. Eight A100 of 40 GB do 18,400/s: 1.74 h, and 0.1 to start."""
    text = "Train ResNet-50 on ImageNet for 90 epochs, once, on 8 A100, AWS"
    assert problem(advisor, text).run_tflop.likely == pytest.approx(1_281_167 * 90 * 24.6 / 1000)
    run = likely_run(advisor, text, "p4d.24xlarge").run
    assert run.hours.likely == pytest.approx(1.84, abs=0.05)
    assert run.usd.likely == pytest.approx(40, abs=2)  # 1.84 h x 21.96
    assert run.usd.low < 35 < run.usd.high  # 115.3M images at NVIDIA's 26,674 images/s on the 80 GB chip are 26 $


def test_an_sdxl_fine_tune_is_its_images_times_epochs(advisor: Advisor) -> None:
    """10,000 images x 10 epochs x 6.76 TFLOP x 3 = 2.028M TFLOP."""
    assert problem(advisor, "full fine-tune SDXL").run_tflop.likely == pytest.approx(10_000 * 10 * 6.76 * 3)


def test_a_click_log_is_read_once(advisor: Advisor) -> None:
    """4,195,197,692 rows x 0.096 GFLOP = 402,739 TFLOP; 8 A100 of 40 GB read 5M a second: a quarter of an hour."""
    scene = problem(advisor, "train DLRM on Criteo")
    assert scene.run_tflop.likely == pytest.approx(4_195_197_692 * 0.096 / 1000)
    assert likely_run(advisor, "train DLRM on Criteo", "p4d.24xlarge").run.hours.likely < 0.5


def test_bert_from_scratch_is_a_million_steps(advisor: Advisor) -> None:
    """6.4M sequences x 40 epochs x 97 GFLOP x 3 = 74.5M TFLOP."""
    assert problem(advisor, "pretrain BERT base").run_tflop.likely == pytest.approx(256e6 * 0.291)


def test_the_hours_that_were_said_are_the_work_whatever_the_dataset(advisor: Advisor) -> None:
    scene = problem(advisor, "our ResNet-50 run on ImageNet takes 3 hours on p4d.24xlarge")
    instance = scene.reference_instance()
    assert instance is not None and scene.profile.epochs is None
    speed = scene.speed(scene.chip(instance))
    assert speed is not None and scene.run_tflop.likely == pytest.approx(speed.speed.likely * 8 * 3 * 3600)


def test_a_model_without_a_published_sample_is_asked_about(advisor: Advisor) -> None:
    verdict = judged(advisor, "pretrain AlphaFold on 16 A100")
    assert (verdict.kind, verdict.option, verdict.work_unknown) == ("need_more", None, True)


def test_the_attention_of_a_said_length_is_counted(advisor: Advisor) -> None:
    """6 N + 6 L h s a token: 32 layers of 4,096 add 25.8 GFLOP at 32k to 3.2 at 4k, beside 48.2."""
    library, plain = advisor.library(), filled(advisor, "full fine-tune Llama 3.1 8B, 1B tokens, PyTorch")
    usual, long = (
        Problem(refill(plain, library, **said), library, DAY).run_tflop.likely
        for said in ({}, {"sequence_length": 32768})
    )
    assert long / usual == pytest.approx((48.18 + 25.77) / (48.18 + 3.22), rel=0.01)


def test_a_share_of_the_peak_that_is_told_is_the_speed(advisor: Advisor) -> None:
    """610e21 FLOP / (512 x 50% x 989e12 a second) are 2.41M s, 670 h; at 25% twice as many."""
    text = "how long to pretrain 70b on 1.4T tokens on 512 H100"
    told = [advisor.ask(text + more).facts.headline for more in ("", " at 50% MFU", ", MFU of 25%")]
    usual, half, quarter = (one.hours.likely for one in told if isinstance(one, RunEstimate))
    assert (half, quarter) == (pytest.approx(670, rel=0.01), pytest.approx(1_340, rel=0.01))
    assert usual > half


def test_it_is_told_of_the_chips_that_are_named(advisor: Advisor) -> None:
    scene = problem(advisor, "fine-tune Llama 3 8B on 10B tokens, our A100 reach 20% MFU")
    a100, h100 = (scene.speed(advisor.facts.accelerators[chip]) for chip in ("a100-40", "h100-sxm"))
    assert a100 is not None and a100.is_own and a100.speed.likely == pytest.approx(0.2 * 312)
    assert h100 is not None and not h100.is_own
