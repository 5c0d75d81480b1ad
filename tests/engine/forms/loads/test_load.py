"""What is to be served: so many a second, or so many in all."""

from __future__ import annotations

import pytest

from engine.base.constants import Constants
from engine.forms.loads.load import Load, hours_on, load_of
from engine.forms.loads.model import Served, served_model
from engine.workload.profile import Profile
from knowledge.facts import Facts


def named(text: str, facts: Facts) -> Served:
    found = served_model(text, Profile(), facts)
    assert found is not None
    return found


def test_a_rate_leaves_room_at_the_usual_share(facts: Facts) -> None:
    found = load_of(named("YOLO11m", facts), Profile(samples_per_second=200), Constants(facts))
    assert found == Load(200, None, None, 0.7)


def test_what_answers_people_leaves_more(facts: Facts) -> None:
    found = load_of(named("DLRM", facts), Profile(requests_per_second=10, samples_per_second=3000), Constants(facts))
    assert found == Load(3000, None, None, 0.4)


def test_a_share_that_was_said_counts(facts: Facts) -> None:
    found = load_of(named("SDXL", facts), Profile(samples_per_second=2, utilization=0.5), Constants(facts))
    assert found is not None and found.busy == 0.5


def test_so_many_each_month_go_on(facts: Facts) -> None:
    """2,628,000 images a month of 730 hours are one a second."""
    found = load_of(named("SDXL", facts), Profile(samples=2_628_000, runs_per_month=1), Constants(facts))
    assert found is not None and found.rate == pytest.approx(1.0)


def test_hours_of_a_model_of_speech_are_those_of_the_audio(facts: Facts) -> None:
    """180,000 hours are 21.6M clips of 30 seconds."""
    said = Profile(run_hours=180_000, deadline_days=14)
    found = load_of(named("whisper turbo", facts), said, Constants(facts))
    assert found == Load(None, 21_600_000, 14, 0.9)


def test_without_an_amount_there_is_no_load(facts: Facts) -> None:
    assert load_of(named("YOLO11m", facts), Profile(), Constants(facts)) is None


def test_hours_are_samples_over_speed_chips_and_share() -> None:
    """9M images at 250 a second on 10 chips that are busy 90% of the hours: 9,000,000 / 2,250 / 3,600 = 1.11 h."""
    assert hours_on(Load(None, 9e6, None, 0.9), 250, 10) == pytest.approx(1.111, rel=1e-3)
