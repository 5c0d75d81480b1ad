"""The hardware a question about memory means, and the machines it is rented in."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import FitsThere, MemoryNeeded
from engine.forms.parts.hardware import meant, of_type
from engine.forms.parts.headline import headline
from engine.forms.parts.rows import Work, quoted, rows, sold_here
from engine.memory.ways import Way, in_all, parts
from tests.engine.problems import problem


def test_qlora_is_offered_on_gpus_alone(advisor: Advisor) -> None:
    asked = problem(advisor, "fine-tune 8B on trn1.32xlarge")
    made = rows((Work("lora", asked), Work("qlora", asked)), meant(asked, alone=True))
    assert [row.work.way for row in made] == ["lora"]


def test_the_machines_of_least_price_are_taken(advisor: Advisor) -> None:
    """Of all GPU machines of the cloud that hold it alone or share it."""
    asked = problem(advisor, "LoRA of 8B on AWS")
    work = Work("lora", asked)
    best = work.rented(sold_here(asked))
    assert best is not None
    for instance in sold_here(asked):
        other = work.rented((instance,))
        if other is not None and other.usd_per_hour is not None and best.usd_per_hour is not None:
            assert best.usd_per_hour <= other.usd_per_hour


def test_a_price_is_by_an_open_way_to_buy(advisor: Advisor) -> None:
    asked = problem(advisor, "fine-tune 7B on p4d.24xlarge")
    quote = quoted(asked, asked.facts.instances["p4d.24xlarge"])
    assert quote is not None
    assert quote.purchase == "on_demand"


MODELS = (
    "Llama 3.1 8B",
    "Qwen2.5 32B",
    "Llama 3.1 70B",
    "Llama 3.1 405B",
)  # from small to large, all with whole heads


def test_machines_agree_with_each_other_and_with_their_first_lines(advisor: Advisor) -> None:
    """Of every machine that is sold: what holds a model holds every smaller one, more of a chip hold no less, and a
    yes of the first line is one of the table, and of the totals."""
    held: dict[tuple[str, str, str], bool] = {}
    facts = advisor.library().facts
    for model in MODELS:
        asked = problem(advisor, f"does {model} fit there")
        works = (Work("bf16", asked), Work("int8", asked), Work("full", asked), Work("lora", asked))
        for instance in facts.instances.values():
            kind = of_type(asked, instance)
            for row in rows(works, (kind,)):
                fits = bool(row.fits)
                held[row.work.way, model, instance.id] = fits
                first = headline(asked, row, (row,), is_said=True, counts=False)
                assert fits is isinstance(first, FitsThere), (model, instance.id)
                if fits:
                    assert in_all(row.work.need()) <= kind.core.usable * kind.core.per_chip * kind.said
    for (way, model, name), fits in held.items():
        instance = facts.instances[name]
        smaller = MODELS[: MODELS.index(model)]
        assert not fits or all(held[way, one, name] for one in smaller), (way, model, name)
        for other in facts.instances.values():
            if other.accelerator == instance.accelerator and other.count > instance.count and fits:
                assert held[way, model, other.id], (way, model, name, other.id)


def test_slices_and_machines_share_what_one_cannot_hold(advisor: Advisor) -> None:
    """70B takes 16 bytes a parameter, 1,051 GiB: 44 chips of a TPU v3's 28.8 usable GiB with 8 of activations on each
    of a few, which is a slice of 64; 405B takes 6,070, which is two slices of 256 of a TPU v5e's 14.4."""
    asked = problem(advisor, "full fine-tuning of Llama 3 70B on TPU v3")
    (row,) = rows((Work("full", asked),), meant(asked, alone=True))
    assert row.room is not None
    assert row.room.chips == 64
    asked = problem(advisor, "full fine-tuning of Llama 3.1 405B on TPU v5e")
    (row,) = rows((Work("full", asked),), meant(asked, alone=True))
    assert row.room is not None
    assert (row.room.chips, row.room.machines) == (512, 2)


def test_the_host_is_named_as_the_limit_and_not_the_chips(advisor: Advisor) -> None:
    """8.03e9 x 5 bytes to compile = 37.4 GiB; a host of 16 has 14 free, one of 128 is enough."""
    small = problem(advisor, "serve Llama 3.1 8B on inf2.xlarge")
    (row,) = rows((Work("bf16", small),), meant(small, alone=True))
    assert row.fits
    assert row.host_short == pytest.approx(8.03e9 * 5 / 2**30 - 14, rel=0.01)
    large = problem(advisor, "serve Llama 3.1 8B on inf2.8xlarge")
    (row,) = rows((Work("bf16", large),), meant(large, alone=True))
    assert row.fits
    assert not row.host_short


@pytest.mark.parametrize(
    ("text", "way", "bytes_each"),
    [
        ("RLHF of a 10B", "rlhf", 22),  # 16 of the model that learns, 2 each of a reference, a reward model, a writer
        ("PPO of a 10B", "rlhf", 38),  # and a critic of 16
        ("PPO with a critic of a 10B", "rlhf", 38),
        ("GRPO of a 10B", "rlhf", 20),  # the reference and the copy alone
        ("DPO, full fine-tuning of a 10B", "full", 18),
        ("full fine-tuning of a 10B", "full", 16),
    ],
)
def test_models_beside_the_one_that_learns_are_counted(
    advisor: Advisor, text: str, way: Way, bytes_each: float
) -> None:
    work = Work(way, problem(advisor, f"how much memory does {text} take?"))
    made = parts(work.profile, work.shape, work.constants, work.plan)
    states = made.weights + made.gradients + made.optimizer + made.frozen + made.engine
    assert states / work.shape.parameters == pytest.approx(bytes_each)
    assert work.need().sharded == pytest.approx(states)


def test_zero_2_keeps_the_whole_weights_on_each_chip(advisor: Advisor) -> None:
    """10B x 2 bytes of weights whole, and 14 of gradients and Adam states over 4 chips: 20 + 35 GB."""
    work = Work("full", problem(advisor, "does full fine-tuning of a 10B with ZeRO-2 fit on 4 A100 80GB?"))
    wanted = work.need(zero=2)
    assert work.plan.zero == 2
    assert wanted.sharded == pytest.approx(140e9)
    assert wanted.split > 20e9


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("does QLoRA of a 32B with 13137 tokens per sample fit on g5.12xlarge?", 13137),
        ("does QLoRA of a 32B with 600 tokens per sample fit on g5.12xlarge?", None),  # shorter than is usual
        ("does QLoRA of a 32B with 13137 tokens per sample at sequence length 8192 fit on g5.12xlarge?", None),
    ],
)
def test_long_samples_are_long_sequences(advisor: Advisor, text: str, tokens: float | None) -> None:
    assert Work("qlora", problem(advisor, text)).plan.sequence == tokens


def test_a_context_that_is_said_is_not_made_longer(advisor: Advisor) -> None:
    asked = problem(advisor, "serve Llama 3.1 8B on one L4 with max-model-len 1024")
    assert Work("bf16", asked).plan.context == 1024


@pytest.mark.parametrize(
    "question", ["What is the smallest EC2 instance for GPT-J 6B?", "Which EC2 instance do I need for GPT-J 6B?"]
)
def test_a_card_without_bf16_serves_in_fp16_and_is_the_cheapest(question: str, advisor: Advisor) -> None:
    """12.1 GiB in 16 bits fit on a T4 (15 GiB, 13.5 usable), which costs $0.526 against $0.8048 of an L4; it trains
    nothing in BF16."""
    first = advisor.ask(question).facts.headline
    assert isinstance(first, MemoryNeeded)
    by_way = {held.way: held for held in first.ways}
    assert (by_way["bf16"].instance, by_way["bf16"].in_fp16) == ("g4dn.xlarge", True)
    assert by_way["lora"].instance == "g6.xlarge"


def test_the_machine_in_a_place_is_one_sold_there(advisor: Advisor) -> None:
    """The g7e costs less, and nobody sells it in Tokyo; 132 GiB fit on four L40S."""
    told = advisor.ask("minimum instance to run llama 3.3 70b in tokyo").facts.headline
    assert isinstance(told, MemoryNeeded) and told.place == "ap-northeast-1"
    assert told.ways[0].instance == "g6e.12xlarge"
