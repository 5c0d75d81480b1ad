"""What a card shows, and in which order."""

import pytest

from bot.advice.advisor import Advisor
from bot.card.card import Card, card
from tests.day import FOUNDING


@pytest.fixture(scope="module")
def founding(advisor: Advisor) -> Card:
    return card(advisor.ask(FOUNDING))


def test_every_figure_line_of_the_table_carries_its_sources(founding: Card) -> None:
    numbers = {note.number for note in founding.notes}
    assert founding.rows
    for row in founding.rows:
        assert row.notes and set(row.notes) <= numbers


def test_sources_are_numbered_from_one_without_a_gap(founding: Card) -> None:
    assert [note.number for note in founding.notes] == list(range(1, len(founding.notes) + 1))


def test_the_advised_row_is_the_recommended_option(advisor: Advisor) -> None:
    answer = advisor.ask("full fine-tune Llama 70B, 1B tokens, 52 runs, PyTorch, AWS")
    shown = card(answer)
    assert answer.verdict is not None and answer.verdict.option is not None and shown.advised is not None
    assert shown.rows[shown.advised].cells[0] == answer.verdict.option.instance


def test_a_turning_slot_is_asked_back_with_a_button_for_each_value(founding: Card) -> None:
    assert founding.ask
    assert len(founding.choices) > 1
    assert {choice.slot for choice in founding.choices} == {"parameters"}


def test_a_question_without_a_workload_is_asked_back_and_shows_no_table(advisor: Advisor) -> None:
    shown = card(advisor.ask("which chip is best?"))
    assert len(shown.questions) == 2 and shown.confidence == "low" and not shown.rows


def test_a_chip_the_asker_excluded_is_listed_with_the_reason(advisor: Advisor) -> None:
    shown = card(advisor.ask("fine-tune Llama 8B on p4d.24xlarge or Inferentia2, 20 runs, PyTorch, AWS"))
    assert any("Inferentia2" in line.text for line in shown.left_out)


def test_facts_that_are_no_advice_are_shown_without_confidence(advisor: Advisor) -> None:
    shown = card(advisor.ask("price of p5.48xlarge in us-east-1"))
    assert shown.rows and shown.confidence is None and not shown.is_offers


def test_the_forms_of_a_message_share_one_card(advisor: Advisor) -> None:
    answer = advisor.ask(FOUNDING)
    assert card(answer) is card(answer)
    assert card(answer, full=True) is not card(answer)
    assert card(advisor.ask(FOUNDING, before=None)) is not card(answer)  # asked anew: the fixture remembers


@pytest.mark.parametrize(
    "text", ["price of p5.48xlarge in us-east-1 frobnicated", "what is a frobnicated capacity block?"]
)
def test_facts_too_say_how_they_were_read_and_what_was_ignored(text: str, advisor: Advisor) -> None:
    shown = card(advisor.ask(text))
    assert shown.known and any("frobnicated" in words for words in shown.unread)
