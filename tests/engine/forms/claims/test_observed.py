"""Each amount with the one machine it was seen on, in whatever words and order."""

from __future__ import annotations

from itertools import permutations

import pytest

from bot.advice.advisor import Advisor
from knowledge.facts import Facts
from tests.engine.forms.claims.reading import seen

HOURS = {("h100-sxm", 16): 52, ("h200", 8): 24}
TWO_RUNS = [
    "16x H100 took 52 hours, 8x H200 takes 24 hours.",
    "52 h on 16x H100, 24 h on 8x H200.",
    "52 h (16x H100) vs 24 h (8x H200).",
    "16x H100 (52 h) vs 8x H200 (24 h).",
    "16x H100: 52 h, 8x H200: 24 h.",
    "16x H100: 52 h; 8x H200: 24 h.",
    "On 8x H200 it took 24 h, 52 h on 16x H100.",
    "It went from 52 h on 16x H100 to 24 h on 8x H200.",
    "It went from 16x H100 (52 h) to 8x H200 (24 h).",
    "Moving from 16x H100 to 8x H200 brought it from 52 h down to 24 h.",
    "24 h instead of 52 h on 8x H200 instead of 16x H100.",
    "The job needs 24 hours with 8x H200, whereas it needed 52 hours with 16x H100.",
    "8x H200 finished in 24 h; the 16x H100 before needed 52 h.",
    "16x H100 and 8x H200 took 52 h and 24 h.",
    "With 16x H100 we needed 52 h. With 8x H200 we need 24 h.",
    "We had 16x H100, it took 52 h. Then 8x H200, about 24 h.",
    "2 nodes with 8x H100 each: 52 h. One node with 8x H200: 24 h.",
    "52 h with 16 H100 and 24 with 8 H200.",
    "8 H200: 24h, 16 H100: 52h.",
    "Using 8x H200 instead of 16x H100: 24 h instead of 52 h.",
    "52 hours was the time on 16x H100, while 8x H200 got it done in 24 hours.",
    "16x H100, 52 h, 8x H200, 24 h.",
    "52 h, 16x H100, 24 h, 8x H200.",
    "Our run is 52 h on 16x H100 but only 24 h on 8x H200.",
    "It ran 52 h on 16x H100 and then, on 8x H200, 24 h.",
    "8x H200 does it in 24 h, 16x H100 in 52 h.",
    "24 h with 8x H200 compared to 52 h with 16x H100.",
    "The 16x H100 run: 52 h. The 8x H200 run: 24 h.",
    "On 16x H100 we saw 52 h - on 8x H200 24 h.",
    "8x H200 = 24 h, 16x H100 = 52 h.",
    "16x H100 takes 52 h versus 24 h for 8x H200.",
]


def hours(advisor: Advisor, facts: Facts, *turns: str) -> dict[tuple[str, int], float]:
    return {one.key: round(one.of.value / 3600, 6) for one in seen(advisor, facts, *turns) if one.on is not None}


@pytest.mark.parametrize("text", TWO_RUNS)
def test_two_runs_are_bound_alike_in_all_wordings(advisor: Advisor, facts: Facts, text: str) -> None:
    assert hours(advisor, facts, text) == HOURS


@pytest.mark.parametrize("turns", list(permutations(["16x H100 took 52 h.", "With 8x H200 it was 24 h."])))
def test_and_over_turns(advisor: Advisor, facts: Facts, turns: tuple[str, ...]) -> None:
    assert hours(advisor, facts, *turns) == HOURS
    assert [one.earlier for one in seen(advisor, facts, *turns)] == [True, False]


CLAUSES = {
    ("h100-sxm", 8): "8x H100 took 11 h",
    ("a100-80", 4): "4x A100 80GB took 31 h",
    ("l4", 2): "2x L4 took 90 h",
}


@pytest.mark.parametrize("order", list(permutations(CLAUSES)))
@pytest.mark.parametrize("joint", [", ", "; ", " and ", ". ", " while ", ", but ", "\n"])
def test_a_number_is_never_bound_to_a_machine_of_another_clause(
    advisor: Advisor, facts: Facts, order: tuple[tuple[str, int], ...], joint: str
) -> None:
    text = joint.join(CLAUSES[one] for one in order) + "."
    assert hours(advisor, facts, text) == {("h100-sxm", 8): 11, ("a100-80", 4): 31, ("l4", 2): 90}


@pytest.mark.parametrize(
    "text",
    [
        "A blog says 60 ms a token for Llama-2 7B on inf2.xlarge. I get 50-60 ms there, but on a g5.xlarge 30 ms.",
        "Llama-2 7B: the docs claim 60 ms a token on inf2.xlarge; I see 55 ms there, and 30 ms on a g5.xlarge.",
    ],
)
def test_what_is_seen_there_is_seen_on_the_machine_before(advisor: Advisor, facts: Facts, text: str) -> None:
    found = [(one.key[0], one.who, round(one.of.value, 4), one.of.thing) for one in seen(advisor, facts, text)]
    assert found == [
        ("inf2.xlarge", "theirs", 0.06, "token"),
        ("inf2.xlarge", "mine", 0.055, "token"),
        ("g5.xlarge", "mine", 0.03, "token"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my ETA says 80 h, the calculator says 6", {"progress": 80, "calculator": 6}),
        ("The calculator says 6 hours but tqdm shows 80 hours", {"progress": 80, "calculator": 6}),
        ("your estimate was 6 h but my log shows 80 h remaining", {"progress": 80, "calculator": 6}),
        ("the paper says 6 h, I need 80 h on it", {"theirs": 6, "mine": 80}),
    ],
)
def test_who_says_it_is_kept(advisor: Advisor, facts: Facts, text: str, expected: dict[str, float]) -> None:
    assert {one.who: one.of.value / 3600 for one in seen(advisor, facts, text)} == pytest.approx(expected)


def test_an_amount_of_no_machine_has_none_where_several_were_named(advisor: Advisor, facts: Facts) -> None:
    found = seen(advisor, facts, "We have 8 H100 and 8 A100. The run takes 20 h.")
    assert [one.on for one in found] == [None]


def test_a_box_with_so_many_cards_counts_them(advisor: Advisor, facts: Facts) -> None:
    assert hours(advisor, facts, "An 8x A100 box takes 20 h.") == {("a100-40", 8): 20}
