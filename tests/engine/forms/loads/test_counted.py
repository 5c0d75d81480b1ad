"""What a load is counted in."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.loads.loads_reasons import JobOn, LoadTakes


@pytest.mark.parametrize(
    "text",
    [
        "SDXL, 1 million images a month (1024px, 30 steps), not time critical, what would that cost us in GPU time?",
        "we need 1M sdxl images a month at 1024 px and 30 steps, no rush: price?",
        "1 Million SDXL Bilder im Monat, 1024 px, 30 steps, nicht eilig, was kostet das auf GPUs?",
    ],
)
def test_so_much_a_month_that_can_wait_is_hours_of_a_card(advisor: Advisor, text: str) -> None:
    """A million at 3 to 5 s each are 800 to 1,400 hours; some 1.9 dollars an hour."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, JobOn) and first.monthly and first.number == pytest.approx(1e6, rel=0.01)
    assert 700 < first.chip_hours.likely < 5000 and 1_000 < first.usd.likely < 5_000


def test_what_comes_all_day_is_machines_and_so_many_a_day(advisor: Advisor) -> None:
    first = advisor.ask("users make 20k sdxl images a day, which gpu").facts.headline
    assert isinstance(first, LoadTakes) and first.a_day == pytest.approx(20_000)


def test_of_one_image_its_cents_come_first(advisor: Advisor) -> None:
    """4 steps of 74 TFLOP at some 60 TFLOP/s are 5 s, at 80 cents an hour a tenth of a cent."""
    first = advisor.ask("cost per image of flux schnell on L4").facts.headline
    assert isinstance(first, JobOn) and first.each_usd is not None
    assert 0.0005 < first.each_usd.likely < 0.003


def test_the_size_of_a_clip_is_no_number_of_clips(advisor: Advisor) -> None:
    first = advisor.ask("wan 2.1 14B, 500 five-second 480p clips a day. which gpu and how many").facts.headline
    assert isinstance(first, LoadTakes) and first.a_day == pytest.approx(500)


def test_a_distilled_model_takes_few_steps(advisor: Advisor) -> None:
    first = advisor.ask("SDXL turbo, 5 images/s peak. how many g6.xlarge?").facts.headline
    assert isinstance(first, LoadTakes) and (first.model, first.steps) == ("SDXL Turbo", 2)
