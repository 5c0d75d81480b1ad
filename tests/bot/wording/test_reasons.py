"""A reason is worded by the template of where it is declared."""

from __future__ import annotations

from bot.wording.reasons import fact, file_of
from engine.forms.faqs.written import FaqTold


def test_a_reason_of_a_form_is_worded_by_the_words_of_that_form() -> None:
    told = FaqTold(text="Closing the browser stops nothing.")
    assert file_of(told) == "words/forms/written.j2"
    assert fact(told) == "Closing the browser stops nothing."
