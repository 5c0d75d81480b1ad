"""Threads: every turn is answered as asked, and what was said stays said until it is replaced."""

from __future__ import annotations

from typing import Any

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_text import card_text
from engine.workload.profile import Reading


def talk(advisor: Advisor, *turns: str) -> Answer:
    before: Reading | None = None
    for turn in turns:
        answer = advisor.ask(turn, before=before)
        before = answer.goes_on_from
    return answer


COST = "How much does it cost to fine-tune Llama 3.1 70B with LoRA on 200M tokens?"
OWN = "We have 8 H100 80GB on prem. How long to pretrain a 7B on 100B tokens?"
MIXED = "I own two RTX 3090 and one RTX 4090 in one workstation. Can I run Llama 3.3 70B on that?"
CHINESE = "微调 Qwen2.5-72B，LoRA，2台8卡A100 80G够吗？"

# The turns of a thread, and all that its profile must hold after the last of them.
KEPT: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "another size": (
        (COST, "sorry, I meant the 8B"),
        {"variant": "llama-3.1-8b", "parameters": 8e9, "method": "lora", "tokens": 200e6},
    ),
    "another method": (
        (COST, "sorry, I meant the 8B", "actually make that full fine-tuning", "and on spot?"),
        {"variant": "llama-3.1-8b", "method": "full", "tokens": 200e6, "purchase": "spot"},
    ),
    "data, then method": (
        (CHINESE, "数据有5万条，每条大约1000 token，要跑多久？", "换成QLoRA呢？", "多少钱？"),
        {"parameters": 72e9, "method": "qlora", "accelerator_count": 16, "samples": 5e4, "tokens_per_sample": 1000},
    ),
    "fewer of them": (
        (OWN, "actually only 4 of them are free"),
        {"accelerator_count": 4, "candidates": ("h100",), "tokens": 100e9, "parameters": 7e9},
    ),
    "rented ones": (
        (OWN, "actually only 4 of them are free", "and if we rent 32 instead?"),
        {"accelerator_count": 32, "candidates": ("h100",), "tokens": 100e9},
    ),
    "a fact beside the work": (
        (
            "full fine-tune of Llama 3.1 8B on 300M tokens on A100, how long?",
            "does it support fp8?",
            "and on 16?",
        ),
        {"tokens": 300e6, "method": "full", "candidates": ("a100",), "accelerator_count": 16},
    ),
    "why and doubt": (
        (COST, "why?", "are you sure?", "cheaper?", "would trainium be cheaper?"),
        {"variant": "llama-3.1-70b", "method": "lora", "tokens": 200e6},
    ),
    "one run that is asked about": (
        ("LoRA of Mistral 7B on 10w samples of 512 tokens on 4 A100, how long?", "how long will one run take?"),
        {"samples": 1e5, "tokens_per_sample": 512, "method": "lora", "accelerator_count": 4},
    ),
}
UNSAID = ("runs", "cadence", "run_hours", "capacity", "budget_usd")


@pytest.mark.parametrize("name", KEPT)
def test_a_turn_keeps_what_it_does_not_replace_and_invents_nothing(name: str, advisor: Advisor) -> None:
    turns, expected = KEPT[name]
    said = talk(advisor, *turns).goes_on_from.profile.stated()
    assert {slot: said.get(slot) for slot in expected} == expected
    assert [slot for slot in UNSAID if slot in said] == []


# A thread and the ways to say its last turn: each has the form of the first, and its headline.
SAME: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "another size": ((COST,), ("sorry, I meant the 8B", "no, the 8B", "make that the 8B please")),
    "rented ones": ((OWN,), ("and if we rent 32 instead?", "what would renting 32 cost?", "make it 32")),
    "how long": ((COST,), ("how long does that take?", "how long would it run?", "how many hours is that?")),
    "why": ((COST,), ("why so long?", "why does it take that long?", "but why is it so slow?")),
    "doubt": ((COST,), ("are you sure?", "really?", "is that accurate?")),
    "fp8": ((COST, "on A100"), ("does it support FP8?", "and does A100 support fp8?", "can it do FP8?")),
    "thanks": ((COST,), ("thanks, super helpful!", "thank you so much!", "great, that answers it, thanks")),
}


@pytest.mark.parametrize("name", SAME)
def test_in_three_wordings_a_turn_has_one_answer(name: str, advisor: Advisor) -> None:
    thread, wordings = SAME[name]
    answers = [talk(advisor, *thread, wording) for wording in wordings]
    assert len({answer.form.id for answer in answers}) == 1
    assert len({(type(answer.facts.headline), str(answer.facts.headline)) for answer in answers}) == 1


# What is said over turns, and the same in one message.
AT_ONCE = {
    "estimate": (
        ("LoRA of Llama 3.1 70B on 8 H100", "40k samples of 1000 tokens, 3 epochs", "how long does it take?"),
        "How long does LoRA of Llama 3.1 70B on 8 H100 take, 40k samples of 1000 tokens, 3 epochs?",
    ),
    "fit": (
        ("Can I fit Llama 2 70B on 16x A10 in one box?", "with QLoRA", "and on 8 of them?"),
        "Can I fit Llama 2 70B with QLoRA on 8x A10 in one box?",
    ),
}


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_thread_comes_to_the_answer_of_one_message(name: str, advisor: Advisor) -> None:
    turns, whole = AT_ONCE[name]
    over_turns, at_once = talk(advisor, *turns), advisor.ask(whole)
    assert over_turns.form.id == at_once.form.id
    assert over_turns.facts.headline == at_once.facts.headline


def test_cards_of_several_kinds_stay_together_over_turns(advisor: Advisor) -> None:
    """Two cards of 24 GiB and one more: in 4 bits the 35.5 GiB of a 70B fit on the three, not on one."""
    for turn in ("in 4-bit?", "and could I fine-tune an 8B with LoRA on them?"):
        headline = talk(advisor, MIXED, turn).facts.headline
        assert headline is not None and headline.values["mixed"], turn
        assert headline.values["said"] == 3
        assert headline.code == "fits_there"


def test_a_number_format_is_answered_and_no_sum_beside_an_amount_of_work(advisor: Advisor) -> None:
    answer = talk(advisor, "full fine-tune of Llama 3.1 8B on 300M tokens on A100, how long?", "does it support fp8?")
    assert answer.form.id == "support"


def test_both_questions_of_a_turn_are_answered(advisor: Advisor) -> None:
    first = "full fine-tune of Llama 3.1 8B on 300M tokens on H100, how long?"
    answer = talk(advisor, first, "and the same for A100? also does it support fp8?")
    assert [part.form.id for part in answer.parts] == ["estimate", "support"]
    assert answer.parts[0].reading.profile.candidates == ("a100",)


@pytest.mark.parametrize(
    "text",
    [
        "We have no AWS experience. LoRA of a 7B?",
        "no AWS or GCP experience, LoRA of a 7B",
        "we never used GCP, LoRA of a 7B",
    ],
)
def test_no_experience_excludes_nothing(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).ruled_out == {}


@pytest.mark.parametrize(
    "text", ["We don't have any TPU experience. LoRA of a 7B?", "Just starting out. LoRA of a 7B?"]
)
def test_a_beginner_does_not_lack_capacity(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.capacity is None


def test_carbon_that_is_asked_about_is_told(advisor: Advisor) -> None:
    first = "1.3B from scratch on 30B tokens using 16 A100, what will it cost on GCP?"
    for turn in ("what about carbon?", "and the CO2?", "what about emissions?"):
        assert talk(advisor, first, turn).form.id == "carbon", turn
    assert talk(advisor, first, "carbon matters most").form.id == "estimate"


def test_cards_with_a_number_for_each_kind_are_counted_together(advisor: Advisor) -> None:
    """139 GiB of a 70B with LoRA are 23 on each of 4 x 80 and 2 x 40 GB: less than the 36 usable of the smallest."""
    said = advisor.ask("We have 4 A100 80GB and 2 A100 40GB. LoRA on a 70B possible?").facts.headline
    assert said is not None and (said.code, said.values["said"], said.values["mixed"]) == ("fits_there", 6, True)


# A question said whole, and the same said over turns or changed back: the first line is the same.
WHOLE: dict[str, tuple[tuple[str, ...], ...]] = {
    "Does a 13B fit on 2 L4 with LoRA?": (
        ("Does a 13B fit on 2 L4?", "and with LoRA?"),
        ("13B LoRA, how much memory?", "does it fit on one L4?", "and on 2?"),
        ("Does LoRA of a 7B fit on 2 L4?", "what about 13B?"),
    ),
    "How much memory does serving Llama 3.1 70B in INT4 take?": (
        ("How much memory does serving Llama 3.1 8B in INT4 take?", "and the 70B?"),
        ("How much memory does serving Llama 3.1 70B in INT4 take?", "and fp8?", "back to int4"),
    ),
    "How long does LoRA of Llama 3 8B on 50M tokens take on 4 A100?": (
        ("How long does full fine-tuning of Llama 3 8B on 50M tokens take on 4 A100?", "so LoRA then?"),
        ("How long does LoRA of Llama 3 8B take on 4 A100?", "50M tokens"),
        ("How long does LoRA of Llama 3 8B on 50M tokens take on 4 A100?", "with H100?", "no, A100"),
    ),
    "Can I serve Qwen2.5 32B on one 24GB GPU in 4 bit?": (
        ("Can I serve Qwen2.5 32B on one A100 80GB in 4 bit?", "we have only 24 GB"),
        ("Can I fine-tune Qwen2.5 32B with QLoRA on one 24GB GPU?", "actually it is inference", "in 4 bit"),
    ),
}


@pytest.mark.parametrize("whole", WHOLE)
def test_said_over_turns_it_is_answered_as_said_at_once(whole: str, advisor: Advisor) -> None:
    first = talk(advisor, whole)
    for turns in WHOLE[whole]:
        last = talk(advisor, *turns)
        assert (last.form.id, last.facts.headline) == (first.form.id, first.facts.headline), turns


def test_a_turn_on_the_sum_before_cites_what_the_asker_measured(advisor: Advisor) -> None:
    """The hours of that run are from the seconds a step that were told, which is a source of its own."""
    answer = talk(
        advisor,
        "where can I get H100s right now in Europe?",
        "I'm running step 3 of 36000 iterations at 3.2 s/it, batch 64, one A100 80GB",
        "is a 1 year",
    )
    lines = (answer.facts.headline, *answer.facts.sentences)
    assert {cite for line in lines if line is not None for cite in line.cites} <= answer.sources.keys()
    assert card_text(answer)


def test_which_of_two_plans_is_no_question_for_the_price_of_one(advisor: Advisor) -> None:
    answer = talk(
        advisor,
        "we have 6x g6e.12xlarge for inference, always on. commit or not?",
        "compute savings plan or the ec2 instance one",
    )
    assert answer.form.id == "commitment"
