"""What the protocol asks for, a laid out text has."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.reading.document import lay_out
from engine.reading.meant.text import Text
from engine.workload.profile import Profile


def test_a_laid_out_text_is_one(advisor: Advisor) -> None:
    text: Text = lay_out("fine-tune it on Colab in 4 bit", advisor._vocabulary, Profile())
    assert text.classes["notebook"] and text.before == Profile() and not text.where("not_bits")
