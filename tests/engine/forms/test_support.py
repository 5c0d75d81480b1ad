"""Whether something runs on a chip."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from engine.forms.support import SUPPORT, NearestSupport, SupportDiffers, Supported, SupportUnheld


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("does FlashAttention work on TPU?", "partly"),
        ("can I use bitsandbytes on Inferentia2?", "no"),
        ("Does Megatron-LM run on TPU", "no"),
        ("Mixtral on Inferentia2 - does that work?", "partly"),
        ("JAX on Trainium supported?", "beta"),
        ("GPTQ on TPU supported?", "no"),
        ("does A100 support fp8?", "no"),
        ("does the H100 support fp8?", "yes"),
        ("is NVLink available on g5?", "no"),
        ("does p5 have NVLink?", "yes"),
        ("does MIG work on L4", "no"),
        ("is MIG supported on H100?", "yes"),
        ("Does DeepSpeed support TPU?", "no"),
        ("can axolotl run on trn1", "no"),
        ("is Unsloth supported on AWS Trainium", "no"),
        ("does TensorRT-LLM work on MI300X?", "no"),
        ("SGLang on TPU v6e, is it supported?", "yes"),
        ("Is DLRM supported on inferentia?", "no"),
        ("are RNNs a good fit for Inferentia2?", "partly"),
        ("does TGI run on trn2", "no"),
        ("is Triton supported on Trainium2", "no"),
        ("Is loading in int8 with bitsandbytes supported on TPU?", "no"),
        ("Does Ray work with TPU?", "beta"),
    ],
)
def test_the_first_line_says_yes_partly_or_no_with_a_source(text: str, answer: str, advisor: Advisor) -> None:
    asked = advisor.ask(text)
    assert asked.form is SUPPORT
    told = asked.facts.headline
    assert isinstance(told, Supported)
    assert told.answer == answer
    assert told.cites and asked.verdict is None


@pytest.mark.parametrize("text", ["does vLLM run on Trainium?", "FSDP on Trainium?", "is SGLang supported on TPU"])
def test_chips_of_a_family_that_answer_differently_are_told_apart(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts
    assert isinstance(told.headline, SupportDiffers)
    answers = {entry.answer for entry in told.sentences if isinstance(entry, Supported)}
    assert len(answers) > 1


def test_what_nothing_is_held_about_is_said_with_what_comes_nearest(advisor: Advisor) -> None:
    told = advisor.ask("does torchtune run on TPU?").facts
    assert isinstance(told.headline, SupportUnheld)
    assert told.headline.about == "torchtune"
    assert isinstance(told.sentences[0], NearestSupport)


def test_of_a_chip_without_rows_nothing_is_claimed(advisor: Advisor) -> None:
    """No row is held of Gaudi: what holds of AMD's GPUs is not told of Intel's."""
    told = advisor.ask("Is there any plan to support flash attention on Gaudi2?").facts.headline
    assert not isinstance(told, Supported)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("does bf16 work on a V100 or a T4?", "no"),  # CUDA capability 7.0 and 7.5: BF16 came with 8.0
        ("can P100 run bfloat16?", "no"),
        ("does bf16 work on an A100?", "yes"),
        ("is FlashAttention 3 supported on A100?", "no"),
        ("does flash attention 3 run on H100", "yes"),
        ("Is there any plan to support flash attention on T4?", "partly"),
        ("does MIG work on an A10G?", "no"),
    ],
)
def test_an_older_chip_answers_for_itself_and_not_for_its_family(text: str, answer: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, Supported) and told.answer == answer


def test_where_no_chip_is_named_one_line_tells_them_apart(advisor: Advisor) -> None:
    told = advisor.ask("Which chips does vLLM support?").facts
    assert isinstance(told.headline, SupportDiffers) and told.sentences == ()


def test_a_format_at_the_rate_of_bf16_is_half_a_yes(advisor: Advisor) -> None:
    """Trainium1 has 190 TFLOP/s in FP8 and in BF16."""
    told = advisor.ask("does trn1 support fp8?").facts.headline
    assert isinstance(told, Supported)
    assert (told.answer, told.tflops) == ("partly", 190)


def test_the_library_asked_about_is_not_called_ignored(advisor: Advisor) -> None:
    assert answer_json(advisor.ask("can I use bitsandbytes on Inferentia2?"))["unread"] == []


@pytest.mark.parametrize(
    "text",
    [
        "can I fine-tune Llama 70B with QLoRA on one A100?",
        "weekly LoRA of an 8B on AWS, PyTorch, which chip?",
        "should we move our vLLM serving of Llama 8B from g5 to inf2? 5 requests/s",
    ],
)
def test_whether_work_fits_and_which_chip_to_take_are_other_questions(text: str, advisor: Advisor) -> None:
    assert advisor.ask(text).form is not SUPPORT


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("is EFA available on p4d?", "Yes. EFA on NVIDIA A100 40 GB"),
        ("Is p3dn.24xlarge supported with EFA on EKS?", "Yes. EFA on NVIDIA V100 32 GB"),
        ("does inf2 support EFA?", "No. EFA on AWS Inferentia2"),
        ("Flash Attention 3 fp8, does it support the 4090?", "In part on NVIDIA RTX 4090. FlashAttention-3"),
        ("Does vLLM support bitsandbytes quantization on ROCm?", "No on AMD Instinct MI300X. bitsandbytes in vLLM"),
    ],
)
def test_links_bare_card_numbers_and_rocm_are_known(text: str, says: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form.id == "support" and says in card_text(answer)


def test_a_thing_nobody_knows_on_a_chip_is_told_what_runs_there(advisor: Advisor) -> None:
    text = card_text(advisor.ask("does FooBar run on trn2?"))
    assert text.startswith("I hold nothing on what you name. On AWS Trainium2 I know of")
    assert "bitsandbytes" in text.partition(": partly")[2], "a no is told as a no"


def test_a_program_that_is_not_held_gets_no_yes_of_another(advisor: Advisor) -> None:
    text = "Is DeepSpeed-MII going to support habana (HPU) hardware? vLLM has it on its roadmap."
    assert not card_text(advisor.ask(text)).startswith("Yes")


def test_nvidia_in_a_name_is_no_gpu(advisor: Advisor) -> None:
    text = "Will nvidia triton server be able to run on AWS Inferentia EC2 instances?"
    assert card_text(advisor.ask(text)).startswith("Partly. Triton Inference Server on AWS Inferentia2")
