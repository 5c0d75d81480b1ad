"""Each time with the machine it was measured on."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from engine.forms.form import Asked
from engine.forms.joined.timed import by_cards, told_of

TOLD = tomllib.loads((Path(__file__).parent / "times.toml").read_text())
TEXTS, CARDS = TOLD["text"], TOLD["cards"]


def asked_of(text: str, advisor: Advisor) -> Asked:
    return Asked(advisor.parse(text), advisor.library(), advisor.today())


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: row["says"][:30])
def test_each_time_is_of_its_machine(row: dict[str, list[list[object]]], advisor: Advisor) -> None:
    found = told_of(asked_of(str(row["says"]), advisor)).times
    shown = [(one.hours, one.unit, one.on.chip.id if one.on and one.on.chip else "", one.on) for one in found]
    assert len(shown) == len(row["times"])
    for (hours, unit, chip, on), (told, of, machine, cards) in zip(shown, row["times"], strict=True):
        assert hours == pytest.approx(told, rel=0.01) and unit == of and chip.startswith(str(machine))
        assert on is not None and (on.cards or 1) == cards


def test_what_is_told_is_worked_out_once_a_question(advisor: Advisor) -> None:
    asked = asked_of("It took us 20 h on 8 V100, how long on 8 A100?", advisor)
    assert told_of(asked) is told_of(asked)


def test_a_time_that_is_asked_after_was_not_measured(advisor: Advisor) -> None:
    found = told_of(asked_of("60 days on a 4060 Ti. Can I do it in one day on a 4090?", advisor)).times
    assert [(one.hours, one.wished) for one in found] == [(1440.0, False), (24.0, True)]


@pytest.mark.parametrize("row", CARDS, ids=lambda row: row["says"][:30])
def test_figures_of_several_numbers_of_cards_go_with_theirs(
    row: dict[str, str | list[float]], advisor: Advisor
) -> None:
    """The number of cards, and a rate of one thing or hours of the same job."""
    found = by_cards(asked_of(str(row["says"]), advisor))
    told = [(float(one.on.cards or 0) if one.on else 0.0, one.rate or one.hours, one.unit) for one in found]
    assert [cards for cards, *_ in told] == row["cards"] and {unit for *_, unit in told} <= {row["of"]}
    assert [value for _, value, _ in told] == pytest.approx(row["figures"])


def test_an_article_counts_no_cards(advisor: Advisor) -> None:
    """The memory of one TPU core against that of "a GPU" is no question of more cards."""
    text = (
        "I train a Reformer with PyTorch on a TPU v3-8 and it runs out of memory. Why? The v3-8 has 128 GB, and the "
        "same model on a GPU takes 40 GB at batch size 1."
    )
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "faq_told" and "8 cores of 16" in first.values["text"]
