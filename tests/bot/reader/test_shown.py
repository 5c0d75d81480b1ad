"""What a check sees of an answer."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.reader.shown import shown


def test_it_is_what_a_person_reads_first_and_what_was_understood(advisor: Advisor) -> None:
    told = shown(advisor.ask("Does Llama 3.1 8B in BF16 fit on one RTX 4090, my flabberwock?"))
    assert told.startswith("Read as: Does Llama") and "Yes: serving in BF16" in told
    assert "Understood: llama-3.1-8b" in told and "Not understood: flabberwock" in told


def test_of_a_verdict_it_is_the_lean(advisor: Advisor) -> None:
    assert "p5" in shown(advisor.ask("Repeated full fine-tune of Llama 3.1 8B on 1B tokens, p5 or trn2?"))
