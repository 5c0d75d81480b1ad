"""What hours mean beside a model that serves."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_hours_of_sound_and_of_the_machine_are_told_apart(advisor: Advisor) -> None:
    sound = advisor.parse("we transcribe 3000 hours of calls a month with whisper large v3, price?").profile
    machine = advisor.parse("mistral 7b endpoint, 3 hours a day, price per month").profile
    assert sound.samples_per_second is not None
    assert machine.run_hours is None


def test_what_was_read_is_not_told_as_left_out(advisor: Advisor) -> None:
    assert advisor.parse("40 mil llamadas al mes de 6 minutos con whisper large, cuánto cuesta").unread == ()
