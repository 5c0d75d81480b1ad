"""What a language model does for an answer, by replies that a test gives."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.advice.by_model import LONG, Reader
from bot.restate.checked import Checked
from bot.restate.restated import Restated
from knowledge.facts import Facts
from tests.day import DAY

TEXT = "Does a LoRA fine-tune of Llama 3.1 8B fit on 1 RTX 4090? And is my flabberwock any good at it?"


def with_reader(facts: Facts, reader: Reader) -> Advisor:
    return Advisor(facts, DAY, reader=reader)


def test_a_part_beyond_the_program_is_told_once(facts: Facts) -> None:
    def restate(_text: str, _earlier: tuple[str, ...], _tried: tuple[str, ...]) -> Restated:
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

    def restate(text: str, _earlier: tuple[str, ...], _tried: tuple[str, ...]) -> None:
        texts.append(text)

    asking = with_reader(facts, Reader(restate=restate))
    short, long = "Cheapest H100?", "Cheapest H100? " * (LONG // 15 + 1)
    for text in (short, long, "Cheapest H100 for my flabberwock?"):
        asking.ask(text)
    assert texts == [long, "Cheapest H100 for my flabberwock?"]


LINE = "Does a LoRA fine-tune of Llama 3.1 8B fit on 1 RTX 4090?"


def test_where_all_was_withheld_other_lines_are_asked_for_once(facts: Facts) -> None:
    tried: list[tuple[str, ...]] = []

    def restate(_text: str, _earlier: tuple[str, ...], before: tuple[str, ...]) -> Restated:
        tried.append(before)
        return Restated(lines=(LINE,) if before else ("Cheapest RTX 4090?",))

    def check(_text: str, _earlier: tuple[str, ...], _parts: tuple[str, ...]) -> Checked:
        return Checked(off=(1,) if len(tried) == 1 else ())

    answer = with_reader(facts, Reader(restate, check)).ask(TEXT)
    assert tried == [(), ("Cheapest RTX 4090?",)]
    assert answer.restated == (LINE,) and answer.form.id == "fit" and answer.withheld == 0


def test_where_the_other_lines_miss_it_too_nothing_is_told(facts: Facts) -> None:
    def restate(_text: str, _earlier: tuple[str, ...], before: tuple[str, ...]) -> Restated:
        return Restated(lines=(LINE,) if before else ("Cheapest RTX 4090?",))

    answer = with_reader(facts, Reader(restate, lambda *_: Checked(off=(1,)))).ask(TEXT)
    assert answer.withheld == 1 and answer.facts.table is None and answer.restated == ()


def test_a_question_as_it_is_offered_gets_what_is_written_and_lends_no_figure(facts: Facts) -> None:
    faq = next(faq for faq in facts.faqs.values() if "300 hours" in faq.examples[0])

    def restate(_text: str, _earlier: tuple[str, ...], _tried: tuple[str, ...]) -> Restated:
        return Restated(lines=(faq.examples[0],))

    answer = with_reader(facts, Reader(restate=restate)).ask("Meine Epoche dauert ewig, woran liegt das, Leute?")
    first = answer.facts.headline
    assert first is not None and first.values["text"] == faq.says
    assert answer.reading.profile.candidates == () and answer.reading.profile.run_hours is None


def test_without_either_answers_are_what_they_are(facts: Facts, advisor: Advisor) -> None:
    text = "Cheapest H100?"
    assert with_reader(facts, Reader()).ask(text) == advisor.ask(text)
