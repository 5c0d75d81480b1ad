"""What a language model does for an answer, by replies that a test gives."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.by_model import LONG
from bot.advice.reader import Reader
from bot.restate.checked import Checked
from bot.restate.restated import Restated
from knowledge.facts import Facts
from tests.day import DAY

TEXT = "Does a LoRA fine-tune of Llama 3.1 8B fit on 1 RTX 4090? And is my flabberwock any good at it?"


def with_reader(facts: Facts, reader: Reader) -> Advisor:
    return Advisor(facts, DAY, reader=reader)


def test_a_part_beyond_the_program_is_told_once(facts: Facts) -> None:
    def restate(_text: str, _earlier: tuple[str, ...]) -> Restated:
        return Restated(beyond=("is my flabberwock any good at it?",))

    answer = with_reader(facts, Reader(restate=restate)).ask(TEXT)
    assert answer.verdict is None and answer.facts.table is None
    assert answer.left_out == ("is my flabberwock any good at it?",)


def test_a_second_look_sees_the_parts_and_the_thread(facts: Facts) -> None:
    seen: list[tuple[tuple[str, ...], int]] = []

    def check(_text: str, earlier: tuple[str, ...], parts: tuple[str, ...]) -> Checked:
        seen.append((earlier, len(parts)))
        return Checked()

    asking = with_reader(facts, Reader(check=check))
    first = asking.ask("Does Llama 3.1 8B in BF16 fit on one RTX 4090? What is the price of p5.48xlarge?")
    asking.ask("and on 2?", before=first.goes_on_from)
    assert seen[0] == ((), 2) and seen[1][0] == (first.goes_on_from.text,)


def test_a_thread_goes_on_from_an_answer_that_was_withheld(facts: Facts) -> None:
    asking = with_reader(facts, Reader(check=lambda *_: Checked(off=(1,))))
    first = asking.ask("Does Llama 3.1 8B in BF16 fit on one RTX 4090?")
    assert first.withheld == 1 and first.goes_on_from.profile.variant == "llama-3.1-8b"


def test_only_long_texts_and_half_read_ones_are_restated(facts: Facts) -> None:
    texts: list[str] = []

    def restate(text: str, _earlier: tuple[str, ...]) -> None:
        texts.append(text)

    asking = with_reader(facts, Reader(restate=restate))
    short, long = "Cheapest H100?", "Cheapest H100? " * (LONG // 15 + 1)
    for text in (short, long, "Cheapest H100 for my flabberwock?"):
        asking.ask(text)
    assert texts == [long, "Cheapest H100 for my flabberwock?"]
