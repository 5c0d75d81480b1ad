"""Amounts joined: where what one is counted per is what another counts."""

from __future__ import annotations

from itertools import permutations

from engine.reading.chains.amounts import EACH, UNSAID, Amount
from engine.reading.chains.join import chain_of, chains, settled, used


def amount(value: float, thing: str, per: str = UNSAID, of: tuple[str, ...] = (), first: int = 0) -> Amount:
    return Amount(value, thing, (thing,), of, per, 0.0, first, first + 1)


STEPS = amount(10, "step", first=0)
PROMPTS = amount(20, "prompt", of=("step",), first=2)
ANSWERS = amount(4, "answer", of=("prompt",), first=4)
TOKENS = amount(100, "token", per="answer", first=6)


def test_their_product_counts_the_last_thing() -> None:
    """10 steps x 20 prompts x 4 answers x 100 tokens = 80,000 tokens."""
    found = chains(settled([STEPS, PROMPTS, ANSWERS, TOKENS], {}), "token")
    assert [chain.value for chain in found] == [80_000]
    assert len(used(found)) == 4


def test_the_order_of_the_text_does_not_matter() -> None:
    for order in permutations([STEPS, PROMPTS, ANSWERS, TOKENS]):
        moved = [one._replace(first=place * 2) for place, one in enumerate(order)]
        assert chains(settled(moved, {}), "token")[0].value == 80_000


def test_what_is_counted_per_something_that_nobody_counts_stays_open() -> None:
    assert chain_of(TOKENS, settled([TOKENS, STEPS], {})) is None


def test_each_is_of_what_was_counted_before() -> None:
    cameras = amount(30, "camera", first=0)
    frames = amount(5, "frame_rate", per=EACH, of=("camera",), first=2)
    assert settled([cameras, frames], {})[1].per == "camera"


def test_too_many_are_all_there_are_and_no_part_of_a_step() -> None:
    many = amount(90_000, "prompt", of=("step",), first=2)
    assert settled([STEPS, many], {"prompt": 4096})[1].per == ""
