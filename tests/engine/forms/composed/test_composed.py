"""A program is answered for by its parts, on each chip that is named; other questions keep their answers."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.composed.composed import Composed
from knowledge.facts import Facts
from tests.day import DAY

NVFP4 = "nvfp4 MoE on RTX PRO 6000 with vLLM: real FP4 kernels or marlin fallback? gpt-oss-120b"


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


@pytest.mark.parametrize(
    ("text", "on", "levels"),
    [
        ("Detectron2 + deformable attention op: any hope on MI300X, or on Trainium?", "mi300x", "partly rewrite"),
        ("does mamba-ssm + causal-conv1d run on TPU or do i have to rewrite it in jax??", "tpu", "rewrite"),
        ("deepspeed + flash-attn 2 + megatron-core: which can run directly on TPU v6e?", "v6e", "replaced"),
        (NVFP4, "rtx pro 6000", "partly"),
        ("can I use NVENC on H100, or do I need L40S?", "h100", "no yes"),
        ("Is there fp8 on A800, or only int8?", "a800", "replaced"),
        ("our codebase depends on nvdiffrast and tiny-cuda-nn. MI210?", "mi210", "port"),
        ("is there any path for cuEquivariance on MI250X?", "mi250x", "replaced"),
        ("lassen sich unsere Triton kernels auf trn2 portieren?", "trainium2", "rewrite"),
        ("our CUDA extension, on an Intel Arc or an MI300X: what has to be rewritten?", "mi300x", "port rewrite"),
    ],
)  # fmt: skip
def test_the_first_line_is_the_verdict_on_each_chip(text: str, on: str, levels: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, Composed), first
    assert (answer.form.id, " ".join(first.levels)) == ("support", levels)
    assert on in ", ".join(name.removeprefix("AMD Instinct ") for name in first.on).casefold()


def test_a_no_is_followed_by_what_takes_its_place(advisor: Advisor) -> None:
    stated = advisor.ask("is cuEquivariance usable on MI250X?").facts
    assert stated.headline is not None
    assert stated.headline.values["answer"] == "no"
    assert isinstance(stated.sentences[0], Composed)


def test_what_has_to_be_written_anew_takes_weeks_and_a_yes_takes_none(advisor: Advisor) -> None:
    """tpu-some-kernels of ports.toml: two to eight weeks to a first job."""
    first = advisor.ask("do we have to rewrite mamba-ssm for TPU v5e?").facts.headline
    assert isinstance(first, Composed)
    weeks = first.weeks[0]
    assert weeks is not None
    assert (weeks.low, weeks.high) == (2, 8)
    yes = advisor.ask("do Triton kernels and torch.compile run on MI300X?").facts.headline
    assert isinstance(yes, Composed)
    assert (yes.levels, yes.weeks) == (("yes",), (None,))


@pytest.mark.parametrize(
    "text",
    [
        "does 8B with flash-attn and bf16 fit on an L4?",
        "how long does a LoRA of 8B with DeepSpeed take on 8 A100?",
        "why is flash-attn slow on my A100?",
        "what does an H100 cost for vLLM?",
        "does vLLM run on Trainium?",  # its own rows tell more
    ],
)
def test_other_questions_keep_their_answers(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, Composed)


def test_a_format_that_a_chip_lacks_is_told_below_what_fits(advisor: Advisor) -> None:
    text = (
        "Fine-tuning of parakeet-tdt-0.6b-v3. Is T4 16GB enough? It has no bf16 I think, so maybe L4 is the minimum?"
    )
    told = [line for line in advisor.ask(text).facts.sentences if isinstance(line, Composed)]
    assert [line.levels for line in told] == [("no", "yes")]


@pytest.mark.parametrize(
    "question",
    [
        "Kimi K2, native fp8, on 8xH200: is there room for 20 users at 60k?",
        "Full fine-tune of Llama 3.3 70B on one 8xH200, bf16 with fp32 master + Adam. Possible?",
        "LoRA of a 34B without FA2 went OOM on 4xA100 80GB. Will it work as-is on 8xA100 80GB?",
    ],
)
def test_a_format_beside_a_question_of_room_is_no_question(question: str, advisor: Advisor) -> None:
    assert advisor.ask(question).form.id == "fit"


@pytest.mark.parametrize(
    "text",
    [
        "When will bitsandbytes support Trainium?",
        "When will Trainium3 be supported by vLLM?",
        "Is there an ETA for FlashAttention 3 on RTX 5090?",
        "Any plan to support TPU in DeepSpeed?",
    ],
)
def test_who_asks_when_it_is_supported_is_told_the_state_of_today_and_that_no_date_is_held(
    text: str, advisor: Advisor
) -> None:
    told = " ".join(card_text(advisor.ask(text)).split())
    assert told.startswith(("No. ", "Yes, in beta. "))
    assert "I hold no date for a change" in told
