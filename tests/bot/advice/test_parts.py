"""Several questions or workloads in one message are answered one by one; one that is told at length stays whole."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.parts import Parts, parts
from bot.blockkit.check import check_message
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.card.blocks.message import card_blocks, sentence
from tests.golden.test_golden import CARDS

SEVERAL = {
    "Does 70B fit on one p4d? And what does p5 cost in Ohio?": ("fit", "price"),
    "What does p5 cost in Ohio? Does a 70B LoRA fit on one p4d?": ("price", "fit"),
    "We fine-tune 8B weekly and serve 70B at 20 QPS": ("choose", "choose"),
    "We fine-tune 8B weekly on AWS. We also serve Llama 70B, 2B tokens a day.": ("choose", "choose"),
}


def taken_apart(text: str, advisor: Advisor) -> Parts:
    return parts(text, advisor.questions(text), lambda piece, known: advisor.parse(piece, before=known))


@pytest.mark.parametrize("text", SEVERAL)
def test_each_part_is_answered_in_its_own_form_and_in_order(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert tuple(part.form.id for part in answer.parts) == SEVERAL[text]
    assert answer.form.id == SEVERAL[text][0] and answer.question == text
    body = answer_json(answer)
    assert tuple(part["form"] for part in body["parts"]) == SEVERAL[text]
    assert body["verdict"]["headline"] == body["parts"][0]["verdict"]["headline"]
    shown = " ".join(card_text(answer).split())
    places = [shown.index(part["verdict"]["headline"]) for part in body["parts"]]
    assert places[0] == 0 and places == sorted(places)


@pytest.mark.parametrize("text", SEVERAL)
def test_slack_shows_the_first_line_of_every_part_within_its_limits(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    shown = card_blocks(answer)
    assert check_message({"text": sentence(answer), "blocks": shown}) == ()
    said = str(shown)
    for part in answer_json(answer)["parts"]:
        assert part["verdict"]["headline"][:60].replace("&", "&amp;") in said


def test_a_part_that_names_nothing_goes_on_with_the_one_before(advisor: Advisor) -> None:
    answer = advisor.ask("Does Llama 70B fit on one p4d? How long does a LoRA of 100M tokens take there?")
    if answer.parts:
        assert {part.reading.profile.parameters for part in answer.parts} == {70e9}


@pytest.mark.parametrize("text", [*CARDS.values()], ids=[*CARDS])
def test_an_approved_card_is_of_one_question(text: str, advisor: Advisor) -> None:
    assert taken_apart(text, advisor).answered == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "We are on AWS. We fine-tune Llama 70B every week with LoRA. Is Trainium2 cheaper than p4d? Should we move?",
        "We fine-tune Llama 8B and then serve it, 1B tokens a day",
        "Pretrain a 7B on 2T tokens, and fine-tune the same 7B afterwards",
        "Is 70B too big for one p4d?",
        "What should we use? Which one is best?",
        "How long does it take? We fine-tune a 7B on 1B tokens. What will it cost?",
    ],
)
def test_one_workload_told_at_length_stays_whole(text: str, advisor: Advisor) -> None:
    assert taken_apart(text, advisor).answered == (text,)
    assert advisor.ask(text).parts == ()


THREADED = {
    "what does it cost? And would it also fit on one node of L40S?": ("estimate", "fit"),
    "how long? and how much CO2?": ("estimate", "carbon"),
}


@pytest.mark.parametrize("turn", THREADED)
def test_a_turn_with_two_questions_is_answered_in_two_parts(turn: str, advisor: Advisor) -> None:
    before = advisor.ask("How long to pretrain a 1.3B model on 30B tokens on 16 H100?").goes_on_from
    answer = advisor.ask(turn, before=before)
    assert tuple(part.form.id for part in answer.parts) == THREADED[turn]
    assert {part.reading.profile.tokens for part in answer.parts} == {30e9}
    assert answer.goes_on_from.profile.parameters == 1.3e9


def test_a_thread_goes_on_with_the_price_or_with_the_work_of_two_questions(advisor: Advisor) -> None:
    before = advisor.ask("Does Llama 8B fit on one L4? What does g6.xlarge cost?").goes_on_from
    assert advisor.ask("and in Frankfurt?", before=before).form.id == "price"
    work = advisor.ask("can I fine-tune it with LoRA?", before=before)
    assert work.form.id == "fit" and work.reading.profile.parameters == 8e9


ALSO = "How much VRAM does LoRA of a 7B take? And who wrote the tutorial on it?"


def test_a_question_that_nothing_answers_is_named_everywhere(advisor: Advisor) -> None:
    answer = advisor.ask(ALSO)
    assert answer.left_out == ("And who wrote the tutorial on it?",) and answer.form.id == "fit"
    assert answer_json(answer)["unanswered"] == ["And who wrote the tutorial on it?"]
    assert 'Not answered here: "And who wrote the tutorial on it?"' in " ".join(card_text(answer).split())
    shown = card_blocks(answer)
    assert check_message({"text": sentence(answer), "blocks": shown}) == ()
    assert "Not answered here" in str(shown)


IN_ONE_SENTENCE = {
    "What VRAM does QLoRA of a 13B take, and how long on an L4 for 50k samples of 500 tokens?": ("fit", "estimate"),
    "Can I run Llama 3.3 70B on 2x A100 40GB, and does A100 support FP8?": ("fit", "support"),
    "Does trn1 support bf16, and what does it cost per hour?": ("support", "price"),
    "70B LoRA on 4 H100: does it fit, how long for 30M tokens, and what's the CO2?": ("estimate", "carbon"),
    "Which GPU should I use to fine-tune Llama 8B weekly? And what does p5 cost in Ohio?": ("choose", "price"),
}


@pytest.mark.parametrize("text", IN_ONE_SENTENCE)
def test_each_quantity_that_one_sentence_asks_for_is_answered(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert tuple(part.form.id for part in answer.parts) == IN_ONE_SENTENCE[text]
    assert answer.left_out == ()


def test_a_part_that_names_only_a_card_keeps_the_model_of_the_part_before(advisor: Advisor) -> None:
    _, hours = advisor.ask(next(iter(IN_ONE_SENTENCE))).parts
    said = hours.reading.profile
    assert (said.parameters, said.method, said.candidates, said.samples) == (13e9, "qlora", ("l4",), 50_000)


def test_count_hours_and_dollars_are_one_answer_of_one_sum(advisor: Advisor) -> None:
    text = "Full fine-tune of Llama 3.1 8B, 300M tokens. How many H100 do I need, how long and what does it cost?"
    answer = advisor.ask(text)
    assert answer.parts == () and answer.form.id == "estimate"
    shown = " ".join(card_text(answer).split())
    assert "takes 2 x NVIDIA H100 SXM" in shown and "About 1.4 h" in shown and "$74.5" in shown


def test_which_and_how_long_there_are_one_answer(advisor: Advisor) -> None:
    text = (
        "LoRA of a 7B on 20k samples of 800 tokens: which GPU do I need, how long will it take, and how much is it?"
    )
    answer = advisor.ask(text)
    assert answer.parts == () and answer.form.id == "estimate"


@pytest.mark.parametrize(
    "text",
    [
        "If one can run 70B by layers on a 4GB card, is it also possible to fine-tune a 70B on a single 4090?",
        "What's the VRAM for LoRA of the 7B LLaVA? Is a single A800-80GB card OK?",
        "How many GPUs for a full fine-tune of 13B, or is one enough?",
    ],
)
def test_what_is_asked_twice_or_supposed_is_one_question(text: str, advisor: Advisor) -> None:
    assert taken_apart(text, advisor) == Parts((text,))


def test_of_more_questions_than_are_answered_the_rest_is_named(advisor: Advisor) -> None:
    asked = (
        "Does 70B fit on one p4d?",
        "What does p5 cost in Ohio?",
        "Can I run JAX on trn1?",
        "How long does a 7B LoRA of 100M tokens take on L4?",
        "How much CO2 does a week of p4d in Frankfurt emit?",
    )
    answer = advisor.ask(" ".join(asked))
    assert [part.form.id for part in answer.parts] == ["fit", "price", "support", "estimate"]
    assert answer.left_out == asked[4:]


def test_one_question_leaves_nothing_out(advisor: Advisor) -> None:
    assert advisor.ask("Does 70B fit on one p4d? Is it enough memory?").left_out == ()
    assert "unanswered" not in answer_json(advisor.ask("Does 70B fit on one p4d?"))


@pytest.mark.parametrize(
    "text",
    [
        "Training 1.5B?\nWere you able to train the 1.5B model on TPUs? Afaik it is too large to fit.",
        "Fine-tuning Llama 8B?\nIs it too large to fit on one 4090? I would really like to know.",
    ],
)
def test_work_that_a_title_tells_is_no_question_of_its_own(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form.id == "fit" and answer.verdict is None


def test_the_same_two_named_the_other_way_round_are_one_question(advisor: Advisor) -> None:
    assert len(taken_apart("H100 vs A100, which is faster? A100 or H100 for training?", advisor).answered) == 1


def test_a_title_that_the_text_says_again_is_no_question_of_its_own(advisor: Advisor) -> None:
    title = "Is it possible to run llama2-13b on smaller inferentia instances?"
    answer = advisor.ask(f"{title}\n{title[:-1]} such as inf2.8xlarge ?")
    assert answer.parts == () and answer.facts.headline is not None
    assert "inf2.8xlarge" in answer_json(answer)["verdict"]["headline"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "What kind of computer do I need to run Grok-1? Can a 3080 do it?",
            "No: Grok-1 does not fit",
        ),
        (
            "What hardware do I need to fine-tune Llama 3 8B? Is a 3090 enough?",
            "Partly: on one NVIDIA RTX 3090",
        ),
        ("Which GPU do I need for QLoRA of a 13B? Could a T4 handle it?", "Yes: QLoRA of 13B fits on one NVIDIA T4"),
    ],
)
def test_a_card_asked_about_behind_what_is_needed_is_answered_first(text: str, first: str, advisor: Advisor) -> None:
    assert card_text(advisor.ask(text)).startswith(first)
