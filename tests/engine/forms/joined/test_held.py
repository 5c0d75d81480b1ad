"""A model and a memory in one question, whatever words stand around them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from engine.forms.joined.held import ByLayers, GibAgainst
from engine.forms.parts.fit_reasons import OnNamed


@pytest.mark.parametrize(
    ("text", "usable"),
    [
        ("installing Qwen2.5-32B on my gaming laptop (RTX 4070, 8gb vram) fails every time. Any hope?", 7.2),
        ("I only have a 1660 Ti with 6 GB and would love to try Mistral 7B", 5.4),
        ("Will M2 ultra with 192GB be supported to use an LLM of 100B? Possible in near future?", 144.0),
    ],
)
def test_what_it_takes_stands_beside_what_there_is(text: str, usable: float, advisor: Advisor) -> None:
    """90% of 8 and of 6 GB; 75% of memory that the CPU has too."""
    facts = advisor.ask(text).facts
    line = next(line for line in facts.sentences if isinstance(line, GibAgainst))
    assert round(line.usable_all_gib, 1) == usable and facts.table is not None


def test_cards_at_hand_are_answered_without_machines_to_rent(advisor: Advisor) -> None:
    answer = advisor.ask("Phi-3-medium (14B) on two 3060 12GB - the loader dies. Wrong setting?")
    assert answer.verdict is None and not answer.facts.unpriced


def test_layers_split_over_cards_at_hand_need_no_power_of_two(advisor: Advisor) -> None:
    """32.5e9 x 2 bytes = 60.6 GiB and a cache, of 3 x 21.6 = 64.8; heads are shared by 4."""
    text = "Should i be able to run OA_SFT_Llama_30B_6 with 3 x RTX 3090 (72GB vram)?"
    facts = advisor.ask(text).facts
    assert any(isinstance(line, ByLayers) and line.way == "bf16" for line in facts.sentences)


AROUND = tomllib.loads(Path(__file__).with_name("surroundings.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("words", AROUND["asked"])
def test_in_whatever_words_the_first_line_is_of_the_two(words: str, advisor: Advisor) -> None:
    for thing in AROUND["things"]:
        first = advisor.ask(words.format(**thing)).facts.headline
        assert isinstance(first, OnNamed), (thing, first)
