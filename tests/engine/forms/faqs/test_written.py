"""A written answer leads where nothing else answers, and is a line under figures where these were asked for."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms import FORMS
from engine.reading.document import laid_out
from engine.reading.vocabulary import compile_vocabulary
from knowledge.facts import Facts


def test_every_example_asks_its_own_question(facts: Facts) -> None:
    """First of all that its words ask: another that is asked as well comes behind it."""
    vocabulary = compile_vocabulary(facts, FORMS)
    examples = [(faq.id, text) for faq in facts.faqs.values() for text in faq.examples]
    asked = {one: [found.faq for found in laid_out(one[1], vocabulary).asked[:1]] for one in examples}
    assert {one: found for one, found in asked.items() if found != [one[0]]} == {}


def test_forms_that_are_replaced_exist(facts: Facts) -> None:
    known = {form.id for form in FORMS}
    assert {name for faq in facts.faqs.values() for name in faq.over} <= known


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Am I still charged for a p3.2xlarge when it is stopped?", "A stopped machine costs no compute"),  # no price
        ("VcpuLimitExceeded launching g5.xlarge, limit is 0", "AWS counts accelerator quotas in vCPUs"),
        ("Can I cancel a Capacity Block and get a refund?", "A Capacity Block is booked for 1 to 14 days"),
        ("Training works but I get OOM when saving the checkpoint with FSDP", "It dies while saving"),
    ],
)
def test_it_is_the_first_line_where_nothing_else_answers(text: str, first: str, advisor: Advisor) -> None:
    assert card_text(advisor.ask(text)).startswith(first)


def test_its_source_is_cited(advisor: Advisor) -> None:
    answer = advisor.ask("Can I cancel a Capacity Block and get a refund?")
    assert answer.facts.headline is not None
    assert "aws-capacity-blocks" in answer.facts.headline.cites


def test_where_memory_ran_out_the_sum_comes_first_and_what_to_change_follows(advisor: Advisor) -> None:
    """13e9 x 16 bytes are 194 GiB, with activations 196; four A100 of 40 GB hold 160."""
    answer = advisor.ask("CUDA OOM full fine-tuning a 13B on 4x A100 40GB, what should I change?")
    told = card_text(answer)
    assert answer.form.id == "fit" and told.startswith("Not as it is: full fine-tuning of 13B takes 196")
    assert "Change things in this order" in told


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("each of my 8 A100 shows only 7 GB used in fine-tuning, is the memory usage too low?", "slow-several-gpus"),
        ("frequently OOM on TPU v2-8 with a 7B llama, v3-8 is generally not available", "capacity-tpu"),
        ("How much CPU memory is needed to full fine-tune a 70B on 8 A100 80GB?", "oom-host"),
        ("Can I run this on AWS Lambda to reduce GPU cost?", "marketplace"),
        ("Expected performance of TPU v3 relative to V100? A v3 core takes 18.5 s", "tpu-cores-chips"),
        ("slower than even the CPU on the TPU instance, v5e-4", "better-card-no-faster"),
        ("trouble getting quota for TPU v2 and v3, should I move to v5e or v6e?", "gen-tpu"),
        ("MacBook Pro can't run for days, renting in AWS SageMaker to train a voice encoder", "mac-training"),
    ],
)
def test_words_of_a_subject_do_not_make_another_question(text: str, other: str, advisor: Advisor) -> None:
    assert other not in advisor.parse(text).faqs


@pytest.mark.parametrize(
    "text",
    [
        "How many A100 80GB for a full fine-tune of a 70B?",
        "price of p5.48xlarge in us-east-1",
        "we cannot get any gain from more data, which GPU for a 7B LoRA every week?",
        "Weekly LoRA on a 7B, PyTorch, AWS",
        "p5.48xlarge is sold out, capacity is tight. 20 runs of 70B fine-tuning, what else?",
    ],
)
def test_a_question_that_is_worked_out_is_left_alone(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    codes = {line.code for line in (answer.facts.headline, *answer.facts.sentences) if line is not None}
    assert codes.isdisjoint({"faq_told", "faq_more"})


def test_a_turn_of_a_thread_is_answered_too_and_the_work_stays(advisor: Advisor) -> None:
    first = advisor.ask("Weekly LoRA on a 7B, PyTorch, AWS")
    aside = advisor.ask("Am I still charged for the instance when it is stopped?", before=first.goes_on_from)
    assert card_text(aside).startswith("A stopped machine costs no compute")
    then = advisor.ask("and with a 13B?", before=aside.goes_on_from)
    assert then.reading.profile.parameters == 13e9 and then.reading.profile.method == "lora"


@pytest.mark.parametrize("text", ["A100 vs H100", "what is the difference between an H100 and an A100?"])
def test_two_generations_are_told_in_words_before_their_figures(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert card_text(answer).startswith("An H100 SXM has 3.2 times the BF16 math")
    assert answer.form.id == "compare" and answer.facts.table is not None


def test_whether_a_model_fits_comes_before_why_it_is_slow(advisor: Advisor) -> None:
    told = card_text(advisor.ask("LoRA of Llama 2 13B is very slow, why? Will a p3.8xlarge be sufficient?"))
    assert told.startswith(("Yes", "No", "Partly", "LoRA"))


def test_a_written_first_line_uses_no_amount_and_says_nothing_of_those_it_left(advisor: Advisor) -> None:
    told = card_text(advisor.ask("Training on a CPU: 7000 widgets of 3 kinds, an i5-7400 with 8GB, possible?"))
    assert told.startswith("Training on a CPU works only") and "could not place" not in told


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Is it worth using FP8 training on RTX 4090?", "FP8 training on Hopper or Blackwell"),
        ("Does NVLink combine the memory of two 3090s into 48GB?", "Two cards do not become one card"),
        ("What are the minimum hardware requirements for training this model?", "It depends on the model's size"),
    ],
)
def test_it_comes_before_how_large_a_model_a_card_holds(text: str, first: str, advisor: Advisor) -> None:
    assert card_text(advisor.ask(text)).startswith(first)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("How many workers should I set for an 8B on inf2.xlarge, 4 because of 4 vCPUs or 2?", "As many workers as"),
        ("It seems PPO of a 7B can be only run with Ray on 4 A100 40GB GPUs?", "Ray is not demanded by the size"),
        (
            "33B on a 4090 with koboldcpp, which shares RAM and VRAM: is it possible to use the card?",
            "Yes, both compute",
        ),
        ("Speech recognition on 4 T4 GPUs, what would be the probable batch size?", "No one number can be said"),
    ],
)
def test_one_that_leads_comes_before_any_figure_and_recommends_no_machine(
    text: str, first: str, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    told = card_text(answer)
    assert told.startswith(first) and answer.verdict is None
    assert "To rent" not in told and " on demand" not in told


def test_what_the_kind_of_work_says_of_the_same_comes_before_it(advisor: Advisor) -> None:
    told = " ".join(card_text(advisor.ask("Can AlphaFold2 use more than one GPU?")).split())
    assert told.startswith("One prediction runs on one GPU") and "A program uses several GPUs only" in told


def test_a_way_that_is_excluded_asks_for_no_advice_on_it(advisor: Advisor) -> None:
    text = "L4 outside Europe, pay-as-you-go, no spot: lowest price + where"
    assert advisor.ask(text).form.id == "price"


@pytest.mark.parametrize(
    "text",
    [
        "Qwen3-235B-A22B in vllm on 4x H20 96GB: OOM whatever gpu-memory-utilization is. Is 4 simply impossible?",
        "Llama 3.3 70B on 2x L40S with vllm, gpu_memory_utilization 0.95, OOM. Could 4 do it at all?",
        "vllm takes all the memory and dies: Qwen3 32B on one L4. Is that impossible?",
    ],
)
def test_whether_a_named_model_has_room_comes_before_what_a_program_takes(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code in {"fits_partly", "fits_there", "too_small_there"}


def test_the_rate_of_a_block_comes_before_how_one_is_booked(advisor: Advisor) -> None:
    """37.76 / 8 in ap-northeast-1."""
    answer = advisor.ask("p5.48xlarge Capacity Block: rate per GPU hour now and when does it change next?")
    assert answer.form.id == "price" and "$5.97 a chip-hour, p5.48xlarge by Capacity Block" in card_text(answer)


GENERAL = (
    ("Is 12 hours of Colab enough for training?", "colab-enough"),
    ("Can I use both cards for distributed training on Windows?", "windows-several-cards"),
    ("Can I train it on 2 GPUs rather than 8?", "fewer-gpus"),
    ("Is an Intel GPU enough to run the model?", "intel-graphics"),
)


@pytest.mark.parametrize(("text", "name"), GENERAL)
def test_what_is_written_of_the_question_comes_before_what_holds_of_any(
    advisor: Advisor, text: str, name: str
) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None
    assert (first.code, first.values["text"]) == ("faq_told", advisor.facts.faqs[name].says)
