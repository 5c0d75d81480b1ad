"""A turn that only says other things, as the question it changes."""

from __future__ import annotations

import pytest

from engine.reading.asking.instead import with_change
from engine.reading.asking.turn import turned, whole
from engine.workload.profile import Turn
from tests.engine.reading.test_read import vocabulary


def changed(question: str, turn: str, form: str = "estimate") -> str | None:
    told = with_change((Turn(text=question, form=form),), turn, vocabulary())
    return told and told[0]


@pytest.mark.parametrize(
    ("question", "turn", "changed_to"),
    [
        ("How long does it take on 8 H100?", "on 4 A100 instead", "How long does it take on 4 A100?"),
        ("How long does it take on 8 H100?", "we only have 4 of them", "How long does it take on 4 H100?"),
        ("Is it worth it at 60% utilization?", "what if 20%?", "Is it worth it at 20% utilization?"),
        ("Serve Llama 70B at 50M tokens a day", "what if 200M?", "Serve Llama 70B at 200M tokens a day"),
        ("How many hours of p5 for $20k?", "and for $50k?", "How many hours of p5 for $50k?"),
        ("How many hours of p5 for $20k?", "on spot?", "How many hours of p5 for $20k on spot?"),
        ("Full fine-tune a 13B on 8 H100?", "with LoRA?", "LoRA fine-tune a 13B on 8 H100?"),
        ("CO2 of 1000 H100 hours in Oregon?", "and in Sweden?", "CO2 of 1000 H100 hours in Sweden?"),
        ("It took 28 h on 2 A100. How long on 4 H100?", "on 8 V100?", "It took 28 h on 2 A100. How long on 8 V100?"),
        ("Does LoRA of a 34B fit on 8 A100?", "and 2x L40S?", "Does LoRA of a 34B fit on 2 L40S?"),
        ("It runs 3 days on 8 A100. Cost?", "on 16", "It runs 3 days on 8 A100. Cost on 16 A100?"),
        ("It takes 8 A100 for 3 days. Cost?", "on H100", "It takes 8 A100 for 3 days. Cost on H100?"),
        ("Can I run Llama 3 70B on 4x RTX 3090?", "And two of them?", "Can I run Llama 3 70B on two RTX 3090?"),
        ("We need 8 A100 for 3 days. Cost?", "16 of them?", "We need 16 A100 for 3 days. Cost?"),
        ("How long on 8 x H100?", "and on p5", "How long on p5?"),
        ("PPO of a 7B on 4 A100 80gb?", "40gb ones", "PPO of a 7B on 4 A100 40gb?"),
        ("Train GPT-2 on 8 H100?", "a single one", "Train GPT-2 on single H100?"),
        ("Does Mixtral fit on 2 A100?", "then one?", "Does Mixtral fit on one A100?"),
        ("We have 2 H100 nodes. Enough?", "4 nodes", "We have 4 H100 nodes. Enough?"),
        ("Are three A100 nodes enough?", "8 x H200?", "Are 8 H200 enough?"),
        ("What do 2 g5.12xlarge cost?", "and g6.12xlarge?", "What do 2 g6.12xlarge cost?"),
        ("200 users at once on an L4?", "and if it's 1000 users", "1000 users at once on an L4?"),
        ("VRAM for mixtral 8x7b?", "and 8x22b?", "VRAM for mixtral 8x22b?"),
        ("8卡A100全参微调13B要多久？", "LoRA呢？", "8卡A100 LoRA微调13B要多久？"),
        ("用8张A100全参微调13B显存够吗？", "4张呢？", "用4张A100全参微调13B显存够吗？"),
    ],
)
def test_it_takes_the_place_of_its_like_or_stands_behind(question: str, turn: str, changed_to: str) -> None:
    assert changed(question, turn) == changed_to


@pytest.mark.parametrize("turn", ["how much is that?", "thanks", "drop the H100", "make it 250", "carbon first"])
def test_what_asks_or_takes_back_or_has_no_like_changes_nothing(turn: str) -> None:
    assert changed("How long does a 7B take on 8 H100?", turn) is None


def test_one_more_side_is_no_other_question() -> None:
    assert changed("trn2 or p5 for a 7B?", "and p5en?", form="choose") is None
    assert changed("Is H100 cheaper than A100?", "and L40S?", form="compare") == "Is L40S cheaper than A100?"


def test_a_place_may_be_added_where_more_was_asked_for_and_work_completes_that() -> None:
    thread = (Turn(text="cheapest gpu for a 70B", form="choose"),)
    assert with_change(thread, "in Frankfurt", vocabulary(), opened=True) == ("cheapest gpu for a 70B, in Frankfurt",)
    assert with_change(thread, "with LoRA", vocabulary(), opened=True) is None


def test_what_stands_in_several_turns_is_changed_in_the_last() -> None:
    thread = (Turn(text="Does a 70B fit on an H100?", form="fit"), Turn(text="how many users at 32k context?"))
    assert with_change(thread, "at 64k?", vocabulary()) == (thread[0].text, "how many users at 64k context?")
    assert with_change(thread, "on an H200", vocabulary()) == ("Does a 70B fit on an H200?", thread[1].text)


@pytest.mark.parametrize(
    ("question", "turn", "prompt", "answer"),
    [
        ("serve Llama 70B at 10 requests per second", "prompts of 4000 tokens", 4000, None),
        ("serve Llama 70B at 10 requests per second", "answers of 500 tokens", None, 500),
        ("serve Llama 70B, 10 requests per second, 1000 tokens in, 200 out", "answers of 500 tokens", 1000, 500),
        ("serve Llama 70B, prompts of 1000 tokens, 10 rps", "what if prompts are 4000 tokens?", 4000, None),
    ],
)
def test_a_length_is_of_what_its_name_says(question: str, turn: str, prompt: int | None, answer: int | None) -> None:
    said = turned(whole(question, vocabulary()), turn, vocabulary()).profile
    assert (said.prompt_tokens, said.answer_tokens) == (prompt, answer)


@pytest.mark.parametrize(
    ("turn", "rate"), [("10x the traffic?", 200), ("twice the traffic", 40), ("what if the load goes up 5x?", 100)]
)
def test_so_many_times_the_traffic_is_of_what_was_said(turn: str, rate: float) -> None:
    said = turned(whole("serve Llama 3 8B, 20 requests per second", vocabulary()), turn, vocabulary()).profile
    assert (said.requests_per_second, said.runs) == (rate, None)


@pytest.mark.parametrize(
    ("question", "turn", "changed_to"),
    [
        ("does DeepSpeed work on TPU", "and JAX on Trainium?", "does JAX work on Trainium"),
        ("does FlashInfer work on trn2", "jax?", "does jax work on trn2"),
    ],
)
def test_of_support_one_thing_takes_the_place_of_another(question: str, turn: str, changed_to: str) -> None:
    assert changed(question, turn, form="support") == changed_to


def test_a_bare_number_is_one_of_machines_where_they_were_counted() -> None:
    assert changed("train a 3B on 60B tokens, 8 H100", "and 16?") == "train a 3B on 60B tokens, 16 H100"
    assert "2 A100" in (changed("Mixtral on 2 A100, does it fit?", "and batch 16?", form="fit") or "2 A100")


def test_a_limit_of_latency_takes_no_place_of_a_rate() -> None:
    assert changed("Inf2 or g5 for bert at 500 rps?", "p99 below 20 ms") is None
