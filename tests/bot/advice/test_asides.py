"""Messages that ask one figure beside their thread, which stays as it was."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.bot.advice.test_summed import first_line, thread

CO2 = "co2 for 1000 hours of a p5.48xlarge in virginia?"


@pytest.mark.parametrize(
    ("turns", "begins"),
    [
        (("how many GPUs does a p4d.24xlarge have?",), "8: p4d.24xlarge has 8 x NVIDIA A100 40 GB."),
        (("finetune 7b on 2x g5.12xlarge, does it fit?", "how many gpus is that?"), "8: 2 x g5.12xlarge with 4 x"),
        ((CO2, "and stockholm?", "is it cheaper there too?"), "No: p5.48xlarge on demand in eu-north-1"),
        ((CO2, "and stockholm?", "ist es dort auch teurer?"), "Yes: p5.48xlarge on demand in eu-north-1"),
    ],
)
def test_the_first_line_is_the_figure(advisor: Advisor, turns: tuple[str, ...], begins: str) -> None:
    assert first_line(thread(advisor, *turns)).startswith(begins)


def test_the_thread_goes_on_with_what_it_was_about(advisor: Advisor) -> None:
    told = thread(advisor, "price of p4d.24xlarge in us-west-2", "how many gpus does that have?", "and for a week?")
    assert first_line(told).startswith("$3,689 a week: p4d.24xlarge")  # 168 x 21.96


def test_the_two_places_are_sums_of_the_thread(advisor: Advisor) -> None:
    told = thread(advisor, CO2, "and stockholm?", "is it cheaper there?", "and the difference per month?")
    assert "in us-east-1 is the cheaper" in first_line(told) and "a month" in first_line(told)


SERVING = "Serve Llama 3.1 8B, 1000 tokens in 200 out, 5 requests per second, on H100"
REPEATED = "LoRA of an 8B, 200M tokens a run, 40 runs a year, AWS, Trainium or GPU?"


def test_a_term_is_told_and_its_thread_goes_on(advisor: Advisor) -> None:
    told = thread(advisor, SERVING, "what is TPOT?")
    assert first_line(told).startswith("TPOT, time per output token")
    then = advisor.ask("and on L40S?", before=told.goes_on_from).reading.profile
    assert then.parameters == 8e9 and then.task == "inference"
    assert set(then.candidates) == {"h100", "l40s"}


@pytest.mark.parametrize(
    ("turn", "not_first"),
    [
        ("what is the TPOT?", "TPOT, time per output token"),
        ("what is the break-even?", "Break-even is the number"),
        ("what is the confidence?", "The confidence tells"),
    ],
)
def test_of_something_measured_a_turn_asks_how_much_it_is(advisor: Advisor, turn: str, not_first: str) -> None:
    opening = SERVING if "TPOT" in turn else REPEATED
    assert not first_line(thread(advisor, opening, turn)).startswith(not_first)


def test_how_sure_an_answer_is_may_be_asked_by_its_name(advisor: Advisor) -> None:
    told = first_line(thread(advisor, REPEATED, "what is the confidence?"))
    assert told.startswith(("Low confidence", "Medium confidence", "High confidence"))


def test_two_terms_are_told_in_their_order(advisor: Advisor) -> None:
    answer = advisor.ask("What is TTFT? And what is TPOT?")
    assert [part.question for part in answer.parts] == ["TTFT", "TPOT"]
    assert first_line(answer).startswith("TTFT, time to first token")


def test_what_was_defined_is_known_to_the_next_turn(advisor: Advisor) -> None:
    assert first_line(thread(advisor, "what is trn1n?", "and its price?")).startswith("AWS Trainium: $")
    told = thread(advisor, "what is Trainium?", "LoRA of an 8B, 200M tokens a run, 40 runs a year")
    assert told.verdict is not None and told.reading.profile.runs_per_month == pytest.approx(40 / 12, abs=0.01)


@pytest.mark.parametrize("turn", ["what about spot", "what about QLoRA?", "QLoRA?"])
def test_a_change_is_no_question_for_a_term(advisor: Advisor, turn: str) -> None:
    assert thread(advisor, REPEATED, turn).verdict is not None


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("what is the difference between MFU and HFU?", ["MFU", "HFU"]),
        ("what's the difference between SFT and DPO", ["SFT", "DPO"]),
        ("what are NVSwitch and InfiniBand?", ["NVSwitch", "InfiniBand"]),
    ],
)
def test_two_terms_of_one_sentence_are_both_told(advisor: Advisor, text: str, terms: list[str]) -> None:
    parts = advisor.ask(text).parts
    assert [part.question for part in parts] == terms
    assert all(part.facts.headline is not None and part.facts.headline.code == "faq_told" for part in parts)


@pytest.mark.parametrize(
    "text", ["difference between Trainium and TPU", "difference between LoRA and QLoRA", "and what is it on spot?"]
)
def test_two_sides_are_compared_as_ever(advisor: Advisor, text: str) -> None:
    assert not advisor.ask(text).parts


@pytest.mark.parametrize("turn", ["sorry, I meant QLoRA", "i meant qlora"])
def test_what_was_meant_is_asked_again_and_not_what_it_is(advisor: Advisor, turn: str) -> None:
    asked = ("does LoRA of Llama 3.1 8B fit on one A100 80GB?", turn)
    assert first_line(thread(advisor, *asked)).startswith("Yes: QLoRA of Llama 3.1 8B fits on one NVIDIA A100 80 GB")
