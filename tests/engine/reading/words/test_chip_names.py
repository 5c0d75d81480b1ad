"""Cards by name: each of its spellings is that card and no other."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.options.named import is_named
from engine.reading.words.chip_names import number_of, spellings
from engine.reading.words.tokens import tokenise
from knowledge.facts import Facts
from tests.engine.reading.test_read import reading, vocabulary


def test_a_card_is_written_with_and_without_blanks_and_by_what_follows_its_number() -> None:
    forms = set(spellings("rtx 4070 ti super"))
    assert forms >= {"rtx4070 ti super", "rtx4070tisuper", "4070 ti super", "4070tisuper"}
    assert set(spellings("gtx 1080")) == {"gtx 1080", "gtx1080", "geforce 1080"}


def test_a_number_alone_is_a_name_only_of_four_digits() -> None:
    assert (number_of("rtx 3090"), number_of("rtx 3090 ti"), number_of("gtx 980"), number_of("v100")) == (
        "3090", None, None, None,
    )  # fmt: skip


def test_every_spelling_of_every_card_is_found_as_that_card(facts: Facts) -> None:
    wrong: dict[str, object] = {}
    for chip in facts.accelerators.values():
        for form in {form for alias in chip.aliases if chip.generation for form in spellings(alias)}:
            matches, *_ = vocabulary().find(tokenise(f"2 x {form}, or"))
            cards = [match for match in matches if match.slot == "candidates"]
            most = max((match.last - match.first for match in cards), default=0)
            named = {str(match.value) for match in cards if match.last - match.first == most}
            if not any(is_named(chip, {name}) for name in named):
                wrong[form] = named
    assert {name: said for name, said in wrong.items() if "gb" not in name.replace(" ", "")} == {}


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("can I train on a 3090?", ("rtx3090",)),
        ("8 * 4090,256G memory", ("rtx4090",)),
        ("trained on 4090, 3090 and A100.", ("rtx4090", "rtx3090", "a100")),
        ("dual-3090 with NVLink or a 2nd 4090 without", ("rtx3090", "rtx4090")),
        ("one 1080 Ti or two 1080 SLI", ("gtx1080ti", "gtx1080")),
        ("A10 slower than 2080ti: 3090 7.5k/s, 2080 4.5k/s", ("a10", "rtx2080ti", "rtx3090", "rtx2080")),
        ("is the A10 faster than the A10G", ("a10", "a10g")),
        ("RTX 6000 or A6000", ("rtx6000", "a6000")),
        ("RTX 6000 Ada or A6000 or L40S", ("rtx6000ada", "a6000", "l40s")),
        ("inf1 or inf2", ("inferentia1", "inferentia2")),
        ("Titan Black or GTX 980", ("titanblack", "gtx980")),
        ("a 4090 laptop", ("rtx4090m",)),
    ],
)
def test_a_name_near_another_is_itself(text: str, chips: tuple[str, ...]) -> None:
    assert set(reading(text).profile.candidates) == set(chips)


def test_cards_are_read_as_people_write_them() -> None:
    """As themselves, or as one of which nothing is held; none as another."""
    table = tomllib.loads((Path(__file__).parent / "cards.toml").read_text())
    wrong: dict[str, object] = {}
    for card, names in table.items():
        for name in names:
            read = reading(f"Is a {name} enough to fine-tune a 3B model?")
            found = set(read.profile.candidates) or ({"unknown"} if read.unknown_cards else set())
            if found != {card}:
                wrong[name] = (card, found)
    assert wrong == {}


@pytest.mark.parametrize("text", ["3090 steps on an A100", "we have 2080 samples", "it costs $4090", "1080p video"])
def test_a_number_of_something_else_is_no_card(text: str) -> None:
    assert not {name for name in reading(text).profile.candidates if name.startswith(("rtx", "gtx"))}
