"""The card in a terminal: within its width, plain when piped, and nothing in it is markup."""

import pytest

from bot.advice.advisor import Advisor
from bot.api.traced import trace
from bot.card.as_text import card_text, hang, headline, math_text, wrap
from tests.day import FOUNDING


@pytest.mark.parametrize("width", [60, 100])
def test_sentences_stay_within_the_width(advisor: Advisor, width: int) -> None:
    first, *_ = card_text(advisor.ask(FOUNDING), width).split("\n")
    assert 0 < len(first) <= width


def test_a_card_that_is_piped_has_no_escape_sequences(advisor: Advisor) -> None:
    assert "\x1b" not in card_text(advisor.ask(FOUNDING))


@pytest.mark.parametrize("styled", [False, True])
@pytest.mark.parametrize("control", ["\x1b[2J", "\x1b]0;owned\x07", "\x08", "\x9b31m"])
def test_what_the_asker_typed_cannot_steer_the_terminal(advisor: Advisor, control: str, *, styled: bool) -> None:
    question = f"{FOUNDING} and a frobnicated{control}whatsit for the gizmo"
    shown = card_text(advisor.ask(question), styled=styled)
    assert "frobnicated" in shown
    assert all(line.isprintable() for line in shown.split("\n"))


def test_a_card_begins_with_its_headline(advisor: Advisor) -> None:
    answer = advisor.ask(FOUNDING)
    assert card_text(answer, 10_000).startswith(headline(answer))


def test_the_trace_lists_each_step_of_an_offering(advisor: Advisor) -> None:
    answer = advisor.ask("Llama 8B full fine-tune, 1B tokens, 20 runs, PyTorch, AWS")
    assert answer.verdict is not None and answer.verdict.option is not None
    assert answer.verdict.option.instance in math_text(answer)


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("does full fine-tuning of a 70B fit on 8 H100?", "130 weights + 130 gradients + 782 Adam states"),
        ("Llama 8B fine-tune", "$230"),
    ],
)
def test_the_trace_of_an_answer_without_offerings_is_what_agents_get(advisor: Advisor, text: str, sums: str) -> None:
    answer = advisor.ask(text)
    shown = " ".join(math_text(answer).split())
    assert sums in shown
    for line in trace(answer).lines:
        assert line.text in shown


def test_without_figures_there_is_no_calculation(advisor: Advisor) -> None:
    assert "no calculation" in math_text(advisor.ask("hello"))


def test_long_lines_are_folded_at_words() -> None:
    assert wrap("one two three", 8) == "one two\nthree"


def test_a_paragraph_hangs_right_of_its_label() -> None:
    first, *others = hang("word " * 20, "Next", 60).split("\n")
    assert first.startswith("Next ") and others
    assert {len(line) - len(line.lstrip()) for line in others} == {first.index("word")}
