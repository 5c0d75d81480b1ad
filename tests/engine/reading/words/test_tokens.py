"""Any text can be laid out, and invisible characters change nothing."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reading.words.tokens import clean, lowered, regrouped, tokenise
from tests.engine.reading.test_read import FILES, ODDMENTS, labels, reading
from tests.share import examples, some

NESTING = ["(", ")", "[", "]", "{", "}", "<", ">", '"', "'", "`", "```", "\n> ", "\n- ", "|", "&lt;", "<!here>"]
UNSEEN = ["\u200b", "\u200d", "\u00ad", "\u2060", "\ufeff", "\u202e", "\u202c", "\u0301", "\u20dd", "\ufe0f"]
PLAIN = "Weekly LoRA of Llama 8B on 8 H100s in Zürich, 6 hours each, budget 2000 dollars, no custom kernels"


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(
        st.one_of(st.sampled_from(NESTING), st.sampled_from(ODDMENTS), st.sampled_from(UNSEEN), st.text(max_size=5)),
        max_size=80,
    ).map("".join)
)
def test_the_reader_never_fails_on_nesting(text: str) -> None:
    result = reading(text)
    assert set(result.words) == set(result.profile.stated())


@settings(max_examples=examples(20), deadline=None)
@given(st.sampled_from(NESTING), st.integers(1, 3000), st.sampled_from(ODDMENTS))
def test_deep_nesting_is_read_without_failing(mark: str, depth: int, word: str) -> None:
    assert reading(mark * depth + word + mark * depth).text


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(PLAIN)), st.sampled_from(UNSEEN)), max_size=12))
def test_invisible_characters_change_no_reading(marks: list[tuple[int, str]]) -> None:
    text = PLAIN
    for at, mark in sorted(marks, reverse=True):
        if text[at : at + 1] != "\u0308":
            text = text[:at] + mark + text[at:]
    assert reading(text).profile == reading(PLAIN).profile


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("name", FILES)
def test_the_normal_form_of_a_text_changes_no_reading(name: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> None:
    """Of each file some: forms differ in few characters, and those of all scripts are in each of the files."""
    for label in some(labels(name)):
        assert reading(unicodedata.normalize(form, label.text)).profile == reading(label.text).profile, label.id


@pytest.mark.parametrize("name", FILES)
def test_case_changes_no_reading(name: str) -> None:
    for label in some(labels(name)):
        for changed in (label.text.lower(), label.text.upper()):
            assert reading(changed).profile == reading(label.text).profile, label.id


@settings(max_examples=examples(40), deadline=None)
@given(st.text(st.characters(min_codepoint=0x10000), max_size=60))
def test_letters_beyond_the_basic_plane_are_read_or_skipped(text: str) -> None:
    assert reading(f"7B on H100 {text}").profile.parameters in (7e9, None)


def test_mathematical_letters_are_read_as_the_letters_they_show() -> None:
    assert reading("𝟕𝐁 on 𝐇𝟏𝟎𝟎").profile.parameters == 7e9
    assert reading("𝟕𝐁 on 𝐇𝟏𝟎𝟎").profile.candidates == ("h100",)


def test_a_character_of_a_script_without_blanks_is_a_word_and_borders_on_others() -> None:
    words = [token.norm for token in tokenise(lowered(clean("用8张A100微调Llama3-70B。H100を8枚、파인튜닝")))]
    assert words == [
        *("用", "8", "张", "a100", "微", "调", "llama3", "-", "70", "b", ";"),
        *("h100", "を", "8", "枚", ",", "파", "인", "튜", "닝"),
    ]


@pytest.mark.parametrize("size", ["30-billion Llama", "30-billion-parameter Llama", "30 billion-parameter Llama"])
def test_a_hyphen_between_a_number_and_its_unit_is_a_blank(size: str) -> None:
    assert reading(f"train a {size}").profile.parameters == 30e9


def test_hyphens_of_phrases_stay() -> None:
    assert reading("3-year reserved p4d.24xlarge").profile.purchase == "reserved_3yr"


def test_a_count_and_a_memory_written_as_one_word_are_three() -> None:
    assert [token.norm for token in tokenise("2x24gb")] == ["2", "x", "24", "gb"]


@pytest.mark.parametrize(
    ("text", "norms"),
    [
        ("8 x 4090,256G", ["8", "x", "4090", ",", "256", "g"]),  # no sum of four million
        ("1,200 hours", ["1,200", "hours"]),
        ("3060ti8g", ["3060", "ti", "8", "g"]),
        ("v3.8 TPU", ["v3", "-", "8", "tpu"]),
        ("TPU v2.8", ["tpu", "v2", "-", "8"]),
        ("SDK v2.8", ["sdk", "v2", ".", "8"]),
    ],
)
def test_commas_cards_and_slices(text: str, norms: list[str]) -> None:
    assert [token.norm for token in tokenise(lowered(clean(text)))] == norms


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("I used 4090*2.", "I used 2 x 4090."),
        ("A100 x8 for a week", "8 x A100 for a week"),
        ("RTX 4090×2 and V100x4", "2 x RTX 4090 and 4 x V100"),
        ("3080 Ti * 2", "2 x 3080 Ti"),
        ("batch 16 x 4 at 1024 x 64", "batch 16 x 4 at 1024 x 64"),
        ("p5.48xlarge x6, Llama 3 8B x 2", "p5.48xlarge x6, Llama 3 8B x 2"),
    ],
)
def test_how_many_may_stand_behind_a_card(written: str, meant: str) -> None:
    assert clean(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("H-100 price", "H100 price"),
        ("8x a-100s, B-200-like", "8x a100s, B200-like"),
        ("v3-100, A-100K, us-h-100, a - 100", "v3-100, A-100K, us-h-100, a - 100"),
    ],
)
def test_a_hyphen_within_the_name_of_a_card_is_none(written: str, meant: str) -> None:
    assert clean(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("g5.xlrge or p4d.24xlarg", "g5.xlarge or p4d.24xlarge"),
        ("trn1.32xlareg spot", "trn1.32xlarge spot"),
        ("p5.48xlarge, g6.large, g5.metal, v1.xml", "p5.48xlarge, g6.large, g5.metal, v1.xml"),
    ],
)
def test_a_size_that_is_nearly_spelled_is_that_size(written: str, meant: str) -> None:
    assert clean(written) == meant


@pytest.mark.parametrize(
    ("text", "continental", "read"),
    [
        ("mit 1.500 tokens und 300", True, "mit 1,500 tokens und 300"),
        ("2.000.000 anfragen", True, "2,000,000 anfragen"),
        ("2.000.000 requests", False, "2,000,000 requests"),  # no version of anything
        ("a rate of 1.500 a second", False, "a rate of 1.500 a second"),
        ("1.500 €", True, "1,500 €"),
        ("$1.006 pro stunde, 1.006 usd", True, "$1.006 pro stunde, 1.006 usd"),  # of dollars both marks are written
        ("treiber 535.104.05, llama-3.100, 0.526 h", True, "treiber 535.104.05, llama-3.100, 0.526 h"),
    ],
)
def test_dots_between_thousands_are_commas_where_a_language_puts_them(
    text: str, continental: bool, read: str
) -> None:
    assert regrouped(text, lambda _tokens: continental) == read
