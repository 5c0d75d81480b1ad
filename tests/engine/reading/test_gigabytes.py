"""What gigabytes of a text are: a card's, what work takes or needs, or how full a card is."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "taken", "card"),
    [
        ("The docs ask for at least 40GB of VRAM. Any chance to get it going on a 24GB card?", 40, 24),
        ("It seems to require a GPU with at least 24GB of VRAM. Could it run in 16GB?", 24, 16),
        ("The required GPU memory is at least 32GB. Can I train it on 3 cards with 12GB memory each?", 32, 12),
        ("Minimum requirement is 48 GB VRAM, can I use two 24 GB cards?", 48, 24),
        ("README: recommended 80GB GPU. Would an RTX 4090 do for inference?", 80, None),
        ("The README asks for a 24GB GPU: is a T4 enough?", 24, None),
    ],
)
def test_what_is_needed_is_set_against_what_is_had(text: str, taken: float, card: float | None) -> None:
    said = reading(text).profile
    assert (said.taken_gb, said.chip_memory_gb) == (taken, card)


@pytest.mark.parametrize(
    "text",
    [
        "Which GPU should I rent if it requires a GPU with at least 24GB?",
        "I need to run it on a 24 GB card, is that possible?",
    ],
)
def test_a_need_with_nothing_beside_it_is_the_card_that_is_looked_for(text: str) -> None:
    said = reading(text).profile
    assert (said.taken_gb, said.chip_memory_gb) == (None, 24)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("vLLM shows 22.1GB / 24GB used on each of my two 3090. Does a 7B really need that much?", 24),
        ("GPU memory usage is 38GB/40GB on all 8 cards while serving, is that the model?", 40),
    ],
)
def test_how_full_a_card_is_is_no_need_of_the_model(text: str, card: float) -> None:
    said = reading(text).profile
    assert (said.taken_gb, said.chip_memory_gb) == (None, card)


@pytest.mark.parametrize("words", ["16gbof vram", "16gvram", "16gbvram", "16GBmemory"])
def test_a_unit_with_a_word_glued_to_it_is_a_unit(words: str) -> None:
    assert reading(f"I run the model on a 4060 with {words} and it is out of memory").profile.chip_memory_gb == 16


@pytest.mark.parametrize(
    ("text", "ram", "card"),
    [
        ("Can I run it on a 16 GB RTX 4060 Ti and 32 GB RAM?", 32, 16),
        ("a PC with a Quadro RTX 4000 8GB ram", None, 8),
        ("I'm using a 4090 with 24GB of Ram", None, 24),
        ("3090 with 128gb of ddr5, run a 70B?", 128, None),
        ("32GB of physical memory isn't enough", 32, None),
        ("CPU: AMD 3955WX, RAM: 128GB, GPU: A4000 16 GB", 128, 16),
        ("a Mac mini M4 with 16GB RAM", None, 16),
        ("8 GB VRAM and 16 GB system RAM", 16, 8),
        ("dual EPYC 7742 with 1TB of RAM", 1000, None),
        ("24 x 48GB DDR5", 1152, None),
        ("内存64G，显卡3090", 64, None),
        ("50 GB of data on disk and an RTX 3090", None, None),
        ("it needs 64 GB RAM to load", None, None),
    ],
)
def test_ram_is_that_of_the_machine(text: str, ram: float | None, card: float | None) -> None:
    """And of a card where it is named right before it and has so much, or shares it."""
    said = reading(text).profile
    assert (said.ram_gb, said.chip_memory_gb) == (ram, card)


def test_the_name_of_a_cpu_counts_nothing() -> None:
    read = reading("Ryzen 9 5950X or i5-13600K with an RTX 3060 for a 7B?")
    assert (read.profile.accelerator_count, read.profile.parameters, read.unread) == (None, 7e9, ())
    assert "names_cpu" in read.cues


@pytest.mark.parametrize(
    ("text", "card", "others"),
    [
        ("Will 16gb or 24gb vram be enough to run it?", 16, (24.0,)),
        ("Is an 8gb GPU enough? or do I need a 12 gb GPU?", 8, (12.0,)),
        ("How much GPU do I need for training? 8xA100 (40GB) or 8xA100(80GB)?", 40, (80.0,)),
        ("Is a 24GB GPU enough to run it?", 24, ()),
    ],
)
def test_gigabytes_behind_or_are_another_choice(text: str, card: float, others: tuple[float, ...]) -> None:
    said = reading(text)
    assert (said.profile.chip_memory_gb, said.memories) == (card, others)


def test_the_end_of_a_processors_name_is_no_machine() -> None:
    assert reading("Intel Core i7-1165G7, 16 GB RAM: can it run a 7B?").profile.candidates == ()


@pytest.mark.parametrize("text", ["memory usage is 26/32GB with batch 256", "I see 22.1/24GB taken"])
def test_how_full_a_card_is_tells_its_memory(text: str) -> None:
    assert reading(text).profile.chip_memory_gb in (32, 24)


def test_a_batch_before_gigabytes_counts_no_cards() -> None:
    assert (
        reading("I cant fit BERT-Large with batch size 64 in 16GB VRAM, is it expected?").profile.chip_memory_gb == 16
    )


@pytest.mark.parametrize(
    "text", ["16 x 32 GB cards with 1T of RAM, LoRA of 70B?", "16卡*32G显存，内存1T，70B的LoRA能跑吗？"]
)
def test_a_bare_t_of_ram_is_terabytes_and_no_tokens(text: str) -> None:
    said = reading(text).profile
    assert (said.ram_gb, said.tokens, said.chip_memory_gb) == (1000, None, 32)


def test_the_other_of_two_that_are_asked_about_is_not_what_it_takes(advisor: Advisor) -> None:
    said = advisor.parse("Can this be fine-tuned with 24GB GPUs, or is 48GB needed?").profile
    assert (said.chip_memory_gb, said.taken_gb) == (24, None)


def test_cards_of_so_many_gigabytes_are_counted(advisor: Advisor) -> None:
    """The 32 A100 are others'; the eight stand before the memory of the card."""
    text = "You used 32 A100s. If we use 8 cards of 32G V100, how long will it take to complete the training?"
    assert [(one.id, one.chips) for one in advisor.parse(text).hardware] == [("a100", 32), ("v100-32gb", 8)]


@pytest.mark.parametrize(
    ("text", "card", "others"),
    [
        ("train on 10 GB, 12 GB, 16 GB and 24 GB cards", 10.0, (24.0, 12.0, 16.0)),
        ("Is 16GB or 24GB of VRAM enough for LoRA?", 16.0, (24.0,)),
        ("How much VRAM is needed for training? (40G, 60G or 80G)", 40.0, (60.0, 80.0)),
        ("Can this be fine-tuned with 24GB GPUs, or is 48GB needed?", 24.0, (48.0,)),
        ("My node has 64 GB of RAM and 128 GB of swap, can I load a 70B?", None, ()),
    ],
)
def test_several_sizes_of_card_are_a_choice(
    advisor: Advisor, text: str, card: float | None, others: tuple[float, ...]
) -> None:
    found = advisor.parse(text)
    assert (found.profile.chip_memory_gb, set(found.memories)) == (card, set(others))
    assert ("card_sizes" in found.cues) == bool(others)


def test_gigabytes_before_a_card_are_its_own(advisor: Advisor) -> None:
    assert advisor.parse("Can I use 8 32gb-v100 gpus?").profile.candidates == ("v100-32gb",)


def test_gigabits_of_a_link_are_no_memory_of_a_card() -> None:
    said = reading("16 A100 40GB with 100G InfiniBand, full fine-tune of a 70B fits?").profile
    assert said.chip_memory_gb is None


def test_what_may_be_taken_beside_a_game_is_what_is_had() -> None:
    said = reading("We may take 3.5 GB VRAM next to the game. What model size at 4-bit with 4k context?").profile
    assert (said.chip_memory_gb, said.taken_gb) == (3.5, None)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Serving a 70B on 2 H100 takes 129 of 144 GiB, is that expected?", 129),
        ("QLoRA of a 70B on 2 A100 80GB uses 60 out of 80 GB. Is that normal?", 60),
    ],
)
def test_a_part_of_the_memory_is_what_is_taken(text: str, taken: float) -> None:
    assert reading(text).profile.taken_gb == taken
