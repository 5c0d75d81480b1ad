"""The rule by which an answer is cut to 4 kB."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.brief.contract import LONGEST, Brief
from bot.brief.shorten import plain, shortened, size, text_of
from tests.share import examples

LEAST: dict[str, Any] = {
    "schema_version": 1,
    "form": "choose",
    "kind": "recommend",
    "as_of": "2026-11-21",
    "headline": "p5.48xlarge.",
}
texts = st.text(max_size=900)
words = st.lists(texts, max_size=30)
names = st.text("abcdef", min_size=1, max_size=4)
choices = st.fixed_dictionaries({"instance": names, "region": texts, "usd_per_hour": st.floats(0, 1e6)})
lines = st.lists(st.fixed_dictionaries({"text": texts, "cites": st.lists(names, max_size=4)}), max_size=12)
rows = st.lists(st.lists(texts, min_size=2, max_size=2), min_size=1, max_size=30)
bodies = st.fixed_dictionaries(
    {"headline": st.text("あx ", min_size=1, max_size=5_000).map(lambda text: f"x{text}")},
    optional={
        "option": choices,
        "choices": st.lists(choices, max_size=6),
        "answer": lines,
        "table": st.fixed_dictionaries({"columns": st.just(["a", "b"]), "rows": rows}),
        "flips": words,
        "ask_back": words,
        "ignored": words,
        "ruled_out": words,
        "unanswered": words,
        "confidence": st.fixed_dictionaries({"level": st.just("low"), "because": words}),
        "said": st.dictionaries(names, texts, max_size=30),
        "assumed": st.dictionaries(names, texts, max_size=30),
        "next": texts,
        "changed": texts,
        "cites": st.dictionaries(
            names,
            st.fixed_dictionaries(
                {"title": texts, "as_of": st.just("2026"), "grade": st.just("claim"), "url": st.just("https://x.org")}
            ),
        ),
    },
)


@given(bodies)
@settings(max_examples=examples(60))
def test_whatever_was_answered_is_a_valid_contract_within_4_kb(body: dict[str, Any]) -> None:
    made = shortened(LEAST | body)
    assert len(f"{text_of(made)}\n".encode()) <= LONGEST
    again = Brief.model_validate_json(text_of(made))
    assert (again.form, again.kind) == ("choose", "recommend")
    assert again.headline and (again.option is None) == ("option" not in body)
    cited = [name for line in again.answer for name in line.cites]
    assert set(again.cites) == {name for name in cited if name in body.get("cites", {})}


def test_what_fits_is_not_touched() -> None:
    body = LEAST | {"flips": ["fewer runs"], "said": {"runs": 20}}
    assert shortened(body) == body


def test_the_end_of_a_list_goes_first_and_is_counted() -> None:
    body = LEAST | {"flips": [f"{number} " + "x" * 200 for number in range(29)], "ask_back": ["How many runs?"]}
    made = shortened(body)
    assert made["flips"] == body["flips"][: len(made["flips"])] and made["ask_back"] == ["How many runs?"]
    assert made["left_out"] == {"flips": 29 - len(made["flips"])} and size(made) <= LONGEST


def test_a_long_first_line_keeps_its_conditions_while_other_texts_are_cut() -> None:
    line = "p5.48xlarge, unless " + "y" * 600
    made = shortened(LEAST | {"headline": line, "ask_back": ["z" * 3_000] * 2})
    assert made["headline"] == line and all(text.endswith("…") for text in made["ask_back"])
    assert made["left_out"]["characters"] >= 4_000


CHOICE = {
    "instance": "p5.48xlarge", "cloud": "aws", "accelerator": "h100", "count": 1, "hours": 20.5,
    "region": "us-east-1", "usd_per_hour": 55.04, "usd_per_run": 1_128, "usd_per_run_range": [900, 1_400],
    "cites": ["price", "speed"],
}  # fmt: skip
SOURCES = {
    name: {"title": f"{name} " + "t" * 80, "as_of": "2026-11-09", "grade": "claim", "url": "https://example.com/a"}
    for name in ("price", "speed")
}
PROSE = {"answer": [{"text": "x" * 230}] * 9, "ignored": ["i" * 90] * 9, "read_as": ["r" * 90] * 9}


def test_prose_makes_room_for_the_choices_and_not_the_other_way_round() -> None:
    body = LEAST | PROSE | {"choices": [CHOICE] * 6, "flips": ["f" * 60] * 4, "cites": SOURCES}
    body["confidence"] = {"level": "low", "because": ["c" * 90] * 3}
    made = shortened(body)
    assert len(made["choices"]) == 6 and len(made["flips"]) == 4 and len(made["confidence"]["because"]) == 3
    assert made["left_out"].keys() <= {"answer", "ignored", "details", "characters", "read_as"}
    assert LONGEST - 300 < size(made) <= LONGEST


def test_far_choices_lose_their_ranges_before_one_of_them_goes() -> None:
    made = shortened(LEAST | {"choices": [CHOICE] * 22, "cites": SOURCES})
    whole = [choice for choice in made["choices"] if "usd_per_run_range" in choice]
    assert made["choices"][: len(whole)] == whole and len(whole) < len(made["choices"])
    assert made["choices"][-1]["cites"] == ["price"] and made["choices"][-1]["usd_per_run"] == 1_128
    assert made["left_out"]["details"] == len(made["choices"]) - len(whole)


def test_a_table_keeps_its_rows_and_names_their_sources_together() -> None:
    rows, cites = [["a" * 40, number, "b" * 30] for number in range(37)], [["price", "speed"]] * 37
    table = {"columns": ["x", "y", "z"], "rows": rows, "row_cites": cites}
    made = shortened(LEAST | {"table": table, "cites": SOURCES, "answer": [{"text": "x" * 230}] * 9})
    assert made["table"]["rows"] == rows and made["table"]["cites"] == ["price", "speed"]
    assert set(made["cites"]) == {"price", "speed"} and "row_cites" not in made["table"]


def test_the_end_of_the_line_counts() -> None:
    body = LEAST | {"answer": [{"text": "x" * 3_000}]}
    least = LEAST | {"answer": [{"text": ""}]}
    exact = LONGEST - size(least)
    assert shortened(LEAST | {"answer": [{"text": "x" * exact}]})["answer"][0]["text"] == "x" * exact
    assert "left_out" in shortened(LEAST | {"answer": [{"text": "x" * (exact + 1)}]})
    assert size(shortened(body)) <= LONGEST


def test_the_sources_are_those_of_what_is_still_shown() -> None:
    source = {"title": "t" * 300, "as_of": "2026-01-01", "grade": "claim"}
    answer = [{"text": "x" * 350, "cites": [f"s{number}"]} for number in range(19)]
    made = shortened(LEAST | {"answer": answer, "cites": {f"s{number}": source for number in range(22)}})
    assert list(made["cites"]) == [line["cites"][0] for line in made["answer"]] != []


def test_nothing_in_it_steers_a_terminal_or_breaks_the_encoding() -> None:
    made = shortened(LEAST | {"ignored": ["\x1b[31mred\ud800\n done"]})
    assert json.loads(text_of(made).encode())["ignored"] == ["[31mred done"]
    assert plain("a\u202eb\tc") == "a b c"
