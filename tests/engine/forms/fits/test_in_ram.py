"""A model out of RAM: whether it fits, how fast it writes, and what stays on a card that is too small."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.reasons import fact
from engine.base.reason import Reason
from engine.forms.fits.in_ram import RamBeside


def told(advisor: Advisor, text: str) -> dict[str, Reason]:
    answer = advisor.ask(text).facts
    return {one.code: one for one in (answer.headline, *answer.sentences) if one is not None}


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("Can I run Llama 3 70B on CPU only with 64GB RAM?", ("int4",)),
        ("Is 16 GB RAM enough to run an 8B model without a GPU?", ("int4", "int8")),
        ("Can a PC with 16 GB of RAM and no GPU serve Llama 3 70B?", ()),
    ],
)
def test_it_fits_by_its_precision(advisor: Advisor, text: str, fits: tuple[str, ...]) -> None:
    """70.6B: 35 GiB in 4 bits, 66 in 8; 8B: 4.5 and 8; of 64 GB some 54 are left, of 16 some 13.6."""
    holds = told(advisor, text)["ram_holds"]
    assert holds.values["fits"] == fits


def test_it_writes_as_fast_as_its_active_weights_are_read(advisor: Advisor) -> None:
    """7B in 4 bits are 3.7 GB, and 60% of 45 GB/s of DDR4 read them 7.3 times a second."""
    speed = told(advisor, "i5 13600k 64GB DDR4, no gpu: how fast is a 7B Q4?")["ram_speed"].values
    assert speed["tokens"].likely == pytest.approx(7.3, abs=0.2)
    assert (speed["kind"], speed["active"]) == ("ram_ddr4", False)


def test_what_the_card_does_not_hold_stays_in_ram(advisor: Advisor) -> None:
    """35.5 GiB less the 21.6 of a 3090 are 13.9, read at some 80 GB/s of DDR5 and 936 on the card, 60% of each."""
    beside = told(advisor, "RTX 3090 with 128gb of ddr5. Can I run Llama 3.1 70B in 4 bit?")["ram_beside"].values
    assert beside["in_ram"] == pytest.approx(13.9, abs=0.2)
    assert beside["tokens"].likely == pytest.approx(2.8, abs=0.2)


@pytest.mark.parametrize(
    "text",
    [
        "RTX 3090 with 128 GB RAM: does QLoRA of an 8B fit?",
        "How long does fine-tuning an 8B on a CPU with 64 GB RAM take?",
        "Does an 8B in 4 bit fit on a 3090? I have 64 GB RAM",
    ],
)
def test_nothing_of_it_is_told_where_it_is_not_asked(advisor: Advisor, text: str) -> None:
    assert {"ram_holds", "ram_beside"}.isdisjoint(told(advisor, text))


def test_offload_of_a_model_that_is_served_is_what_the_cards_do_not_hold(advisor: Advisor) -> None:
    """70B in 8 bits are 66.3 GiB with their cache; two cards of 24 GiB hold 43.2 of them."""
    first = advisor.ask("Can I run Llama 3 70B on 2x RTX 3090 with CPU offload?").facts.headline
    assert isinstance(first, RamBeside) and (first.precision, first.in_cards) == ("int8", "int4")
    assert first.in_ram == pytest.approx(66.3 - 43.2, abs=0.2)
    # 23.1 GiB at 25 to 60 GB/s are the most of a token's time
    assert 0.5 < first.tokens.low < first.tokens.high < 3


@pytest.mark.parametrize("turn", ["Does CPU offload help?", "Would offloading help?", "What if I offload to RAM?"])
def test_a_turn_asks_it_of_the_work_of_the_thread(advisor: Advisor, turn: str) -> None:
    served = advisor.ask("Can I run Llama 3 70B on 2x RTX 3090?")
    assert isinstance(advisor.ask(turn, before=served.goes_on_from).facts.headline, RamBeside)
    tuned = advisor.ask("Does full fine-tuning of Llama 2 13B fit on 4x A100 40GB?")
    made = advisor.ask(turn, before=tuned.goes_on_from).facts.headline
    assert made is not None and "offload" in fact(made)


def test_ram_without_offload_stands_below_what_the_cards_hold(advisor: Advisor) -> None:
    """Who asks for all 16 bits of it is not told that 4 run from RAM first."""
    text = "I have 640 GB of RAM and one L40 48GB. Can I run the unquantized DeepSeek-R1 671B?"
    first = advisor.ask(text).facts.headline
    assert first is not None and not isinstance(first, RamBeside)
