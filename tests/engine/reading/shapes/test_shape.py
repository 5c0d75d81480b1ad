"""What a question asks for by its shape, and what a line of an answer tells."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.reading.shapes.shape import (
    COUNT,
    COUNT_OF_UNIT,
    NONE,
    OF_UNITS,
    OPENS,
    SHOWS,
    UNIT,
    asks_otherwise,
    is_named,
    says_yes,
    shapes,
    shown,
    tells_of,
)
from knowledge.facts import Facts

# Units of which the first line is looked at by what its code is declared to tell, and not by its words.
BY_CODE = frozenset({"batch", "model_size", "jobs", "worth", "value", "pick", "cheapest"})


@pytest.mark.parametrize(
    ("text", "told_by"),
    [
        ("How many tokens would $40k buy?", {"tokens"}),
        ("8B on one L4, when is it done", {"time"}),
        ("wie viele Tokens wären das?", {"tokens"}),
        ("$12k left. how many tokens is that", {"tokens"}),
        ("How long would a 30B take on two p5?", {"time"}),
        ("Combien de temps pour entraîner un 3B ?", {"time"}),
        ("多久能跑完？", {"time"}),
        ("where can I book eight H200s?", {"place"}),
        ("Wo kann ich 16 H100 mieten?", {"place"}),
        ("which of those could I rent in Oregon?", {"place"}),
        ("How often are spot machines taken back?", {"often"}),
        ("wie oft passiert das?", {"often"}),
        ("¿con qué frecuencia ocurre?", {"often"}),
        ("What would 3 g6e.xlarge cost?", {"usd"}),
        ("Was kostet ein p5en?", {"usd"}),
        ("сколько стоит час H100?", {"usd"}),
        ("isn't that cheaper than the L4?", {"usd", "percent"}),
        ("How many kWh would that use?", {"energy", "carbon"}),
        ("how many L40S do we need", {"count"}),
        ("how much vram for a 9B?", {"gib", "count"}),
    ],
)
def test_the_words_that_open_a_question_tell_what_it_asks_for(advisor: Advisor, text: str, told_by: set[str]) -> None:
    assert [one.told_by for one in shapes(text, advisor._vocabulary)][:1] == [frozenset(told_by)]


def test_a_noun_without_a_unit_stands_for_itself(advisor: Advisor) -> None:
    (asked,) = shapes("How many epochs could we afford?", advisor._vocabulary)
    assert (asked.told_by, asked.nouns) == (frozenset(), ("epochs",))


@pytest.mark.parametrize(
    "text",
    [
        "Llama 8B on one L4",
        "no idea how many runs that will be, 13B LoRA",
        "I don't know how many users there are",
        "what does that cost us in speed?",
        "We must stay in Frankfurt. LoRA of 8B.",
        "wie viele Durchläufe wären das?",  # a noun that no English line has
    ],
)
def test_what_opens_so_and_asks_nothing_has_no_shape(advisor: Advisor, text: str) -> None:
    assert shapes(text, advisor._vocabulary) == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Pretraining of 3B takes about 46 GiB (one 80 GB chip).", "gib"),
        ("About 11 days on 16 x NVIDIA A100 40 GB.", "time"),
        ("About 11 days on 16 x NVIDIA A100 40 GB.", "count"),
        ("$1.20 a chip-hour.", "usd"),
        ("It is sold in eu-west-1.", "place"),
        ("About 1,500 kWh (1,100 to 2,400).", "energy"),
        ("About 290B tokens.", "tokens"),
    ],
)
def test_a_line_tells_by_its_words_and_figures(advisor: Advisor, line: str, told: str) -> None:
    assert told in shown(line, advisor._vocabulary)


@pytest.mark.parametrize(
    ("text", "line", "tells"),
    [
        ("How many tokens is that?", "Pretraining of 3B takes about 46 GiB (one 80 GB chip).", False),
        ("How many tokens is that?", "About 290B tokens on one p5.48xlarge.", True),
        ("How many cameras can it serve?", "About 31 live streams at once on one NVIDIA L4.", True),
        ("How many epochs is that?", "It costs $93.", False),
        ("How many epochs is that?", "14 epochs for $93.", True),
    ],
)
def test_a_line_tells_what_is_asked_or_does_not(advisor: Advisor, text: str, line: str, tells: bool) -> None:
    (asked,) = shapes(text, advisor._vocabulary)
    assert tells_of(asked, line, shown(line, advisor._vocabulary)) is tells


def test_a_noun_is_named_whatever_its_ending() -> None:
    assert is_named("epochs", "One epoch takes an hour.")
    assert not is_named("epochs", "One pass takes an hour.")


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [
        ("what would replace them for the least money", True),
        ("How many v5e chips match eight H100?", True),
        ("Welche Karte reicht nicht?", True),
        ("Is one L4 enough, and what does it cost?", False),
        ("jax on trainium?", False),
        ("what about trn1?", False),
        ("full fine-tune of 8B on 8 A100?", False),
        ("显存够吗？", False),
    ],
)
def test_what_no_yes_answers_is_seen(advisor: Advisor, text: str, otherwise: bool) -> None:
    assert asks_otherwise(text, advisor._vocabulary) is otherwise


def test_a_yes_is_the_first_word(advisor: Advisor) -> None:
    assert says_yes("Yes: it fits.", advisor._vocabulary)
    assert not says_yes("It fits, yes.", advisor._vocabulary)


def test_all_that_is_asked_by_shape_can_be_told(facts: Facts) -> None:
    told = {term.value for term in facts.terms if term.slot == SHOWS}
    asked = {term.value for term in facts.terms if term.slot == OPENS} - {COUNT, COUNT_OF_UNIT, NONE, "cheaper"}
    assert asked <= told
    assert set(OF_UNITS.values()) <= told


def test_every_unit_is_told_by_words_or_by_codes(facts: Facts) -> None:
    units = {str(term.value) for term in facts.terms if term.slot == UNIT}
    assert units == (units & OF_UNITS.keys()) | (units & BY_CODE)
