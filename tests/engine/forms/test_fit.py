"""Does it fit: the first line, the table and the sum, with figures worked out by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.card.sentences import answer_line
from engine.forms.fit import FIT
from engine.forms.fits.largest import LargestThere
from engine.forms.parts.fit_reasons import (
    ChipsNeeded,
    FitAcross,
    FitOffload,
    FitQuoted,
    FitServesOnly,
    FitsPartly,
    FitsThere,
    FitSum,
    FitUnpacked,
    MemoryNeeded,
    OnNamed,
    TooSmallThere,
)

ASKED = tomllib.loads((Path(__file__).parent / "asked_forms.toml").read_text(encoding="utf-8"))
GIB = 2**30


def headline(answer: Answer) -> OnNamed:
    assert isinstance(answer.facts.headline, OnNamed)
    return answer.facts.headline


def chips(answer: Answer) -> dict[str, object]:
    table = answer.facts.table
    assert table is not None
    way, count = table.columns.index("way"), table.columns.index("chips")
    return {str(row.cells[way]): row.cells[count] for row in table.rows}


@pytest.mark.parametrize("text", ASKED["fit"])
def test_a_question_about_memory_is_answered_as_one(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    assert answer.form is FIT
    assert answer.facts.headline is not None
    assert answer.verdict is None


@pytest.mark.parametrize("text", (*ASKED["estimate"], *ASKED["other"]))
def test_anything_else_is_not(advisor: Advisor, text: str) -> None:
    assert advisor.parse(text).form != "fit"


def test_70b_in_full_takes_two_machines_of_80_gb_chips(advisor: Advisor) -> None:
    """70e9 x 16 = 1,120 GB = 1,043 GiB over 72 usable: more than 14, and beyond a machine they come by eights."""
    answer = advisor.ask("how many A100 80GB are needed for full fine-tuning, LoRA and QLoRA of a 70B?")
    assert isinstance(answer.facts.headline, ChipsNeeded)
    found = chips(advisor.ask("how many A100 80GB to fine-tune a 70B?"))
    assert found == {"full": 16, "lora": 2, "qlora": 1}


def test_a_no_names_the_count_and_what_does_fit(advisor: Advisor) -> None:
    """7e9 x 16 = 112 GB = 104 GiB: more than the 72 of two A100 40 GB, less than the 108 of three."""
    answer = advisor.ask("can I full fine-tune 7B with 2 A100 40GB?")
    said = answer.facts.headline
    assert isinstance(said, TooSmallThere)
    assert said.asked is not None
    assert said.asked.chips == 4  # 104.3 / 3 + 1.6 = 36.4 of 36 GiB, and three make no groups of two
    assert [held.way for held in said.fitting] == ["lora", "qlora"]
    assert answer_json(answer)["verdict"]["headline"].startswith("Not as it is: full fine-tuning of 7B takes")


def test_a_yes_says_what_is_taken_on_the_chips_that_were_named(advisor: Advisor) -> None:
    """LoRA of 8B: 16 GB of weights, 14.9 GiB, and some 2.5 of adapters and activations."""
    answer = advisor.ask("is a single H100 enough for LoRA of an 8B?")
    said = answer.facts.headline
    assert isinstance(said, FitsThere)
    assert said.said == 1
    assert 16 < said.core_gib < 20
    assert said.usable_gib == pytest.approx(72)


def test_a_method_nobody_said_is_answered_for_each(advisor: Advisor) -> None:
    answer = advisor.ask("can I fine-tune 7B on one A100 40GB?")
    said = answer.facts.headline
    assert isinstance(said, FitsPartly)
    assert [held.way for held in said.fitting] == ["lora", "qlora"]
    assert [(held.way, held.chips) for held in said.failing] == [("full", 4)]


def test_a_card_is_named_by_its_memory_alone(advisor: Advisor) -> None:
    """65e9 x 4.127 / 8 = 33.5 GB of weights (Dettmers et al. 2023): one card of 48 GB."""
    answer = advisor.ask("Is 48 GB of VRAM sufficient for QLoRA of a 65B?")
    said = answer.facts.headline
    assert isinstance(said, FitsThere)
    assert (said.chip, said.card_gib, said.said) == ("", 48, 1)
    assert answer.reading.unread == ()


def test_without_hardware_the_answer_is_of_common_sizes(advisor: Advisor) -> None:
    answer = advisor.ask("how much VRAM does full fine-tuning of 7B need?")
    said = answer.facts.headline
    assert isinstance(said, MemoryNeeded)
    assert [held.way for held in said.ways] == ["full", "lora", "qlora"]
    assert said.ways[0].needs_gib == pytest.approx(112e9 / GIB, rel=0.05)
    assert answer.facts.table is not None
    assert {"chips_24", "chips_40", "chips_80", "chips_141"} <= set(answer.facts.table.columns)


def test_the_cheapest_machine_is_named_where_a_machine_was_asked_for(advisor: Advisor) -> None:
    said = advisor.ask("what is the cheapest instance that fits QLoRA 70B?").facts.headline
    assert isinstance(said, MemoryNeeded)
    assert said.asks_type
    assert said.ways[0].way == "qlora"
    assert said.ways[0].usd_per_hour > 0


def test_the_sum_adds_up_to_what_the_table_says(advisor: Advisor) -> None:
    answer = advisor.ask("how many H100 to fine-tune 13B?")
    table = answer.facts.table
    assert table is not None
    needs = [row.cells[table.columns.index("needs")] for row in table.rows]
    sums = [reason for reason in answer.facts.sentences if isinstance(reason, FitSum)]
    assert [reason.total for reason in sums] == pytest.approx(needs)
    full = sums[0]
    assert full.weights + full.gradients + full.optimizer == pytest.approx(13e9 * 16 / GIB)


def test_what_would_make_it_fit_stands_beside_a_no(advisor: Advisor) -> None:
    """With two bytes of optimizer a moment: 7e9 x (4 + 6) = 70 GB, 65 GiB of the 72 that two A100 40 GB have."""
    facts = advisor.ask("can I full fine-tune 7B with 2 A100 40GB?").facts
    assert isinstance(facts.headline, TooSmallThere)
    assert [change.change for change in facts.headline.helps] == ["optimizer_8bit"]
    offload = next(reason for reason in facts.sentences if isinstance(reason, FitOffload))
    assert offload.host_gib == pytest.approx(7e9 * 12 / GIB)


@pytest.mark.parametrize(
    "text",
    [
        "full fine-tuning of 70B: does it fit on {} p4d.24xlarge?",
        "full fine-tuning of 70B: does it fit on {} p4de.24xlarge?",
        "full fine-tuning of 8B: does it fit on {} trn1.32xlarge?",
    ],
)
def test_the_machines_are_those_of_the_verdict(advisor: Advisor, text: str) -> None:
    """As many as the placement that verdicts use says: one fewer does not hold it."""
    asked = text.format(1)
    answer = advisor.ask(asked)
    table = answer.facts.table
    assert table is not None
    named = next(row for row in table.rows if row.cells[table.columns.index("way")] == "full")
    machines = str(named.cells[table.columns.index("machines")]).split(" x ")
    judged = advisor.judge(advisor.parse(asked), advisor.library(), advisor.today())
    option = next(o for o in judged.base.options if o.instance == machines[1] and o.named)
    assert option.count >= int(machines[0])
    fewer = advisor.ask(text.format(int(machines[0]))).facts.headline
    assert isinstance(fewer, FitsThere)
    if int(machines[0]) > 1:
        assert isinstance(advisor.ask(text.format(int(machines[0]) - 1)).facts.headline, TooSmallThere)


@pytest.mark.parametrize("way", ["full fine-tuning", "LoRA", "QLoRA"])
def test_a_yes_stays_a_yes_with_more_chips(advisor: Advisor, way: str) -> None:
    fits = [
        isinstance(advisor.ask(f"does {way} of 30B fit on {count} A100 80GB?").facts.headline, FitsThere)
        for count in range(1, 17)
    ]
    assert fits == sorted(fits)
    assert fits[-1]


def test_nothing_is_said_without_a_model(advisor: Advisor) -> None:
    assert advisor.parse("does it fit on 8 A100?").form != "fit"


def test_of_a_model_whose_size_was_not_said_the_largest_that_fits_is_said_and_the_size_asked(
    advisor: Advisor,
) -> None:
    card = advisor.ask("How much VRAM does a LoRA need, is one V100 32GB enough?")
    told = card.facts
    assert card.form.id == "fit"
    assert isinstance(told.headline, LargestThere)
    assert told.headline.chip == "NVIDIA V100 32 GB" and told.headline.said == 1
    most = {one.way: one.parameters for one in told.headline.ways}
    # 32 GiB x 0.9 = 28.8 GiB usable: at 16 bytes a parameter less than 28.8 x 1.074 / 16 = 1.93B, at 2 bytes 15.5B.
    assert 1.5e9 < most["full"] <= 1.95e9
    assert 11e9 < most["lora"] <= 15.5e9
    assert told.questions


def test_the_number_of_chips_somebody_has_is_judged_even_where_a_number_is_asked_for(advisor: Advisor) -> None:
    told = advisor.ask("How many GPUs do I need to full fine-tune a 7B? I have 2 A100 40GB").facts.headline
    # 7B x 16 bytes = 104 GiB and activations; 2 x 36 usable = 72, 3 x 36 = 108.
    assert isinstance(told, TooSmallThere)
    assert told.said == 2 and told.asked is not None and told.asked.chips == 4


def test_gigabytes_beside_a_chip_say_which_variant_is_meant(advisor: Advisor) -> None:
    told = advisor.ask("Bloom-7B LoRA微调，1张32G的V100够用吗").facts.headline
    assert isinstance(told, FitsThere) and told.chip == "NVIDIA V100 32 GB"


def test_a_large_model_of_unknown_heads_is_served_with_grouped_keys_and_values(advisor: Advisor) -> None:
    told = advisor.ask("How much VRAM to serve a 70B in INT4?").facts.headline
    assert isinstance(told, MemoryNeeded)
    # 70B x 0.53 bytes = 34.6 GiB; cache of a request 2 x 71 layers x 1,024 x 2 bytes x 2,048 tokens = 0.55 GiB;
    # with a key and a value for each of 64 heads it would be 8 times that.
    assert 34.9 < told.ways[0].needs_gib < 35.5


def test_a_vision_model_that_is_not_held_is_not_taken_for_the_text_model_of_its_family(advisor: Advisor) -> None:
    for text in ("How much GPU memory does full fine-tuning of DeepSeek-Vision take on one A100 80GB?",
                 "Can I full fine-tune Baichuan-Audio on one A100 40GB?"):  # fmt: skip
        assert isinstance(advisor.ask(text).facts.headline, LargestThere), text


@pytest.mark.parametrize(
    "text",
    [
        "70B 모델을 파인튜닝하려면 A100 80GB 몇 장이 필요한가요?",
        "7BモデルのLoRA学習にVRAM 24GBで足りますか？",
        "13B全参数微调需要几张A100 80G？",
        "如果要进行满血版DeepSeekR1的模型微调，大概需要什么硬件配置呢？",
        "四张V100能够完成MOSS(16B)微调吗？",
        "70Bの学習にH100は何枚必要ですか？",
        "A100 40GB 한 장으로 8B LoRA 학습이 가능한가요?",
    ],
)
def test_questions_in_scripts_without_blanks_ask_whether_it_fits(advisor: Advisor, text: str) -> None:
    assert advisor.ask(text).form.id == "fit"


def test_how_long_an_unknown_model_trains_is_no_question_of_memory(advisor: Advisor) -> None:
    text = "请问用4张A100训练OSTrack大概要多长时间？40GB和80GB显存差别大吗？"
    assert advisor.ask(text).form.id == "estimate"


def test_a_model_is_served_in_the_precision_it_is_published_in(advisor: Advisor) -> None:
    """DeepSeek-R1: 671e9 bytes = 625 GiB in FP8, less than 8 x 141 GiB x 0.9; 16 H100 are two machines of 576 GiB."""
    answer = advisor.ask("16 x H100 they say is needed for DeepSeek-R1, could 8 H200 do it?")
    said = headline(answer)
    assert isinstance(said, FitsThere)
    assert (said.said, said.native) == (8, True)
    assert said.asked is not None and said.asked.way == "fp8"
    assert said.asked.needs_gib == pytest.approx(671e9 / GIB, rel=0.01)
    quoted = next(line for line in answer.facts.sentences if isinstance(line, FitQuoted))
    assert (quoted.said, quoted.fits, quoted.held.chips) == (16, True, 16)


def test_weights_of_four_bits_count_as_published(advisor: Advisor) -> None:
    """116.8e9 x 4.47 bits = 60.8 GiB: more than 2 x 32 GiB x 0.9, less than 72."""
    assert isinstance(headline(advisor.ask("Can I run gpt-oss-120b on 2x 5090?")), TooSmallThere)
    said = headline(advisor.ask("does gpt-oss-120b fit on a single H100 80GB?"))
    assert isinstance(said, FitsThere)
    assert said.asked is not None and said.asked.needs_gib == pytest.approx(60.8, abs=0.3)


def test_a_chip_without_eight_bit_floats_serves_such_a_model_otherwise(advisor: Advisor) -> None:
    answer = advisor.ask("Three A100 nodes (8 x 80GB each), are they sufficient for deploying DeepSeek-R1?")
    assert headline(answer).said == 24
    assert "fp8" not in chips(answer)
    assert any(isinstance(line, FitUnpacked) for line in answer.facts.sentences)


def test_engines_split_a_served_model_by_powers_of_two(advisor: Advisor) -> None:
    """131 GiB of weights on 5 x 72: on 4 of them, 33 on each."""
    said = headline(advisor.ask("can I serve Llama 3.1 70B in bf16 on 5 x A100 80GB?"))
    assert (said.said, said.shared) == (5, 4)
    assert said.core_gib == pytest.approx(33.0, abs=0.1)
    counted = advisor.ask("how many A100 40GB to serve Qwen2.5-32B in bf16 for 50 concurrent users with 8k context?")
    assert chips(counted)["bf16"] == 8  # 61 + 100 GiB over 36: five, and engines take eight


def test_a_said_batch_is_that_of_a_chip(advisor: Advisor) -> None:
    one, four = (
        headline(advisor.ask(f"does LoRA of Mistral 7B at sequence length 2048{more} fit on an RTX 4090?")).core_gib
        for more in ("", " with batch size 4")
    )
    assert four - one == pytest.approx(3.0, abs=0.3)  # a sequence of 2,048 tokens takes 1 GiB


def test_offloaded_states_stay_in_the_host(advisor: Advisor) -> None:
    """70e9 x 4 bytes of weights and gradients = 261 GiB on 576 usable; 12 bytes, 782 GiB, in the host."""
    said = headline(advisor.ask("full fine-tune of 70B on 8 A100 80GB with ZeRO-3 and CPU offload, does it fit?"))
    assert isinstance(said, FitsThere)
    assert said.host_gib == pytest.approx(70e9 * 12 / GIB, rel=0.01)
    assert said.core_gib == pytest.approx(42.4, abs=1)


def test_a_stage_that_was_said_counts(advisor: Advisor) -> None:
    """ZeRO-2 keeps 2 bytes a parameter on every chip: 13 GiB of a 7B, and 14/8 of the rest."""
    stage = {
        number: headline(
            advisor.ask(f"full fine-tune of 7B on 8 A100 80GB with zero-{number}, does it fit?")
        ).core_gib
        for number in (2, 3)
    }
    assert stage[2] - stage[3] == pytest.approx(7e9 * 2 * 7 / 8 / GIB, abs=1)


def test_hardly_any_room_is_said_so(advisor: Advisor) -> None:
    """70B in full on 16 x 72 usable GiB: more than 69.8 of them are taken on each."""
    said = headline(advisor.ask("does a full fine-tune of Llama 3 70B fit on 16 A100 80GB?"))
    assert isinstance(said, FitsThere)
    assert said.barely == (said.core_gib > said.usable_gib * 0.97)
    assert said.barely


def turns(advisor: Advisor, *texts: str) -> list[Answer]:
    found: list[Answer] = []
    for text in texts:
        found.append(advisor.ask(text, before=found[-1].goes_on_from if found else None))
    return found


def test_a_turn_replaces_the_machine_and_its_number(advisor: Advisor) -> None:
    """ "2x L40S" are two of them, and no twice as many as before."""
    first, four, other, why = turns(
        advisor, "Can one A100 40GB serve Llama 3 70B?", "and on 4?", "no, 2x L40S", "why?"
    )
    assert headline(first).said == 1
    assert (headline(four).said, headline(four).chip) == (4, "NVIDIA A100 40 GB")
    assert (headline(other).said, headline(other).chip) == (2, "NVIDIA L40S")
    assert why.form is FIT


def test_a_number_that_was_asked_for_is_asked_for_still(advisor: Advisor) -> None:
    """671e9 x 4.25 / 8 = 332 GiB over 127: three, and engines take four."""
    _, four_bits, other = turns(advisor, "How many H200 for DeepSeek-R1?", "in int4?", "and with H100")
    assert isinstance(four_bits.facts.headline, ChipsNeeded) and isinstance(other.facts.headline, ChipsNeeded)
    assert headline(four_bits).asked is not None and headline(four_bits).asked.chips == 4


def test_a_type_that_nobody_sells_is_told_and_its_chip_is_sized(advisor: Advisor) -> None:
    answer = advisor.ask("how many p5.12xlarge do I need to serve Llama 70B?")
    assert answer_line(answer).startswith("There is no p5.12xlarge: p5 comes as p5.4xlarge and p5.48xlarge.")
    assert headline(answer).chip == "NVIDIA H100 SXM"
    assert headline(answer).said == 0


def test_the_full_context_is_that_of_the_model(advisor: Advisor) -> None:
    """Llama 3.1: 131,072 tokens x 128 KiB = 16 GiB for 8B (2 x 32 layers x 8 heads x 128 x 2 bytes a token)."""
    answer = advisor.ask("how much memory does Llama 3.1 8B take with full context?")
    sums = [sentence for sentence in answer.facts.sentences if isinstance(sentence, FitSum) and sentence.cache]
    assert sums[0].tokens == 131_072
    assert sums[0].cache == pytest.approx(16)
    assert sums[0].requests == 1


@pytest.mark.parametrize("machines", [2, 4])
def test_machines_without_a_fast_network_hold_it_and_are_told_to_be_slow(advisor: Advisor, machines: int) -> None:
    """13B x 16 bytes = 208 GB do not fit 8 x 20 GiB; over machines they do, and slowly."""
    answer = advisor.ask(f"does full fine-tuning of a 13B fit on {machines} g5.48xlarge?")
    assert isinstance(headline(answer), FitsThere)
    assert any(isinstance(sentence, FitAcross) for sentence in answer.facts.sentences)


def test_a_dgx_has_eight_chips_and_not_the_most_that_a_cloud_sells_in_one_machine(advisor: Advisor) -> None:
    assert headline(advisor.ask("we have 4 DGX A100 machines, does full fine-tuning of a 70B fit?")).said == 32


def test_a_chip_that_does_not_train_is_told_so_first(advisor: Advisor) -> None:
    answer = advisor.ask("Does a 13B full fine-tune fit on inf2.24xlarge?")
    assert isinstance(answer.facts.headline, FitServesOnly)
    assert not answer.facts.headline.trains


@pytest.mark.parametrize(
    "text",
    ["which size EC2 do I need to run Mixtral 8x7B?", "what size of instance do we need to run Mixtral 8x7B on AWS?"],
)
def test_which_machine_runs_a_model_is_answered_by_what_holds_it(advisor: Advisor, text: str) -> None:
    """46.7B in BF16 are 87 GiB of weights: more than one chip of 80 GB."""
    answer = advisor.ask(text)
    assert answer.form.id == "fit" and answer.verdict is None


def test_little_experience_with_a_cloud_rules_out_nothing(advisor: Advisor) -> None:
    answer = advisor.ask("I'm not too experienced with AWS, which instance runs Mixtral 8x7B?")
    assert not answer.reading.ruled_out and answer.reading.profile.clouds == ("aws",)


@pytest.mark.parametrize("model", ["HunyuanVideo 13B", "SDXL", "FLUX", "Wan2.1 14B"])
def test_of_images_and_video_weights_alone_are_never_told(advisor: Advisor, model: str) -> None:
    """No tokens are written, so there is no KV cache and no room for requests."""
    answer = advisor.ask(f"How much VRAM does {model} need for inference? Does it run on 2 x T4 16 GB?")
    assert answer.facts.headline is not None and answer.facts.headline.code == "domain_room"
    text = card_text(answer)
    assert "KV cache" not in text and "Room for requests" not in text and "a request" not in text
