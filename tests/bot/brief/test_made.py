"""Answers as the brief contract says them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import jsonschema
import pytest

from bot.advice.advisor import Advisor, Answer
from bot.brief.contract import LONGEST, Brief
from bot.brief.made import brief, figure, whole
from bot.brief.schema import schema_of
from bot.brief.shorten import size, text_of
from bot.card.as_text import card_text, headline
from engine.forms.registry import FORMS
from tests.day import FOUNDING
from tests.golden.test_golden import CARDS

WORST = (
    "weekly fine-tune of 8B and 70B on trn1, trn2, trn3, p4d, p4de, p5, p5e, p5en, p6-b200, p6-b300, v5e, v5p, v6e, "
    "H100, H200, B200, A100, L40S, L4, T4 or inferentia2 with custom kernels, how much does each cost, does it fit, "
    "how long does it take, what is the carbon in Oregon and in Sweden, and should we commit for three years? "
)


def asked(text: str, advisor: Advisor) -> Brief:
    made = text_of(brief(advisor.ask(text)))
    assert len(f"{made}\n".encode()) <= LONGEST
    return Brief.model_validate_json(made)


MORE = {
    "compare-with-work": "trn2 vs p5 vs p5en vs v6e for 20 full fine-tunes of Llama 70B with 1B tokens each",
    "compare-many": "compare p5.48xlarge, p5en.48xlarge, trn2.48xlarge, p6-b200.48xlarge, p4d.24xlarge",
    "compare-chips": "compare H100, H200 and trn2",
    "estimate": "how long and how much to fine-tune llama 8b with 2B tokens on p5.48xlarge",
    "serving": "label 5M documents of 800 tokens with Llama 3.1 8B, how long and how much?",
    "commitment": "Should we buy a 1-year savings plan for 4 p5.48xlarge?",
    "support": "does vllm run on trainium2?",
    "explain": "what is a capacity block?",
    "one-chip": "H100",
    "no-size": "how much VRAM does LoRA need?",
    "hello": "hello",
    "several": "does llama 70b lora fit on one A100 80GB? and what is the price of p5.48xlarge in us-east-1?",
}
VALID = jsonschema.Draft202012Validator(schema_of("brief"))
FREE = 300  # bytes: less than a choice takes


@pytest.fixture(scope="module")
def answers(advisor: Advisor) -> Callable[[str], Answer]:
    """Each is worked out once."""
    return cache(lambda name: advisor.ask((CARDS | MORE)[name]))


@pytest.mark.parametrize("name", [*CARDS, *MORE])
def test_every_kind_of_answer_fits_the_contract_and_begins_like_its_card(
    name: str, answers: Callable[[str], Answer]
) -> None:
    answer = answers(name)
    told = brief(answer)
    assert size(told) <= LONGEST and list(VALID.iter_errors(json.loads(text_of(told)))) == []
    made = Brief.model_validate(told)
    assert made.headline == headline(answer) and made.form == answer.form.id
    assert set(made.cites) == shown_cites(made) & set(answer.sources)
    assert made.confidence is None or made.confidence.because
    assert [name for name, cite in made.cites.items() if not cite.url] == []


def shown_cites(made: Brief) -> set[str]:
    table = made.table
    shown = {*made.headline_cites, *(name for line in made.answer for name in line.cites)}
    shown |= {name for choice in (made.option, *made.choices) if choice for name in choice.cites}
    return shown | ({name for row in table.row_cites for name in row} | set(table.cites) if table else set())


@pytest.mark.parametrize("name", [*CARDS, *MORE])
def test_prose_goes_before_what_decides(name: str, answers: Callable[[str], Answer]) -> None:
    """Where a choice or a row had no room, nothing that only explains has taken it."""
    answer = answers(name)
    made, all_of_it = brief(answer), whole(answer)
    left = made.get("left_out", {})
    if {"choices", "table"} & set(left):
        assert LONGEST - size(made) < FREE
        assert len(made.get("answer", ())) <= 1 and not set(made) & {"derived", "ruled_out", "next"}
    for key in ("choices", "flips", "break_even"):
        assert len(made.get(key, ())) + left.get(key, 0) == len(all_of_it.get(key, ()))
    assert made.get("option") == all_of_it.get("option")


def test_all_forms_are_among_them(answers: Callable[[str], Answer]) -> None:
    assert {answers(name).form.id for name in (*CARDS, *MORE)} == {form.id for form in FORMS} - {"remark"}


def test_the_worst_question_fits_too(advisor: Advisor) -> None:
    assert asked(f"{WORST * 12} {'zzz ' * 900}", advisor).said
    assert asked(FOUNDING, advisor).left_out


def test_the_figures_of_an_option_are_those_of_its_row(advisor: Advisor) -> None:
    made = asked("20 full fine-tunes of Llama 70B, 1B tokens each, PyTorch on AWS, trn2 or p5?", advisor)
    option = made.option
    assert option is not None and option.count is not None and option.hours is not None
    assert option.usd_per_hour is not None and option.usd_per_run is not None and option.usd_total is not None
    worked = option.count * option.hours * option.usd_per_hour
    assert worked == pytest.approx(option.usd_per_run, rel=2e-3)  # four digits each
    assert option.usd_total == pytest.approx(20 * option.usd_per_run + (option.migration_usd or 0), rel=2e-3)
    assert option.region and option.price_as_of and option.evidence and option.cites


def test_an_estimate_names_where_and_when_its_price_was_seen(advisor: Advisor) -> None:
    made = asked("how long and how much to fine-tune llama 8b with 2B tokens on p5.48xlarge", advisor)
    option = made.option
    assert option is not None and (option.instance, option.usd_per_hour) == ("p5.48xlarge", 55.04)
    assert (option.region, option.price_as_of) == ("us-east-1", "2026-11-09") and made.choices
    assert made.said["tokens"] == 2_000_000_000 and made.assumed["method"] == "full"


def test_a_price_is_a_choice_with_its_region_and_day(advisor: Advisor) -> None:
    made = asked("price of p5.48xlarge in us-east-1", advisor)
    first = made.choices[0]
    assert (first.purchase, first.usd_per_hour, first.region) == ("on_demand", 55.04, "us-east-1")
    assert first.price_as_of == "2026-11-09" and made.cites[first.cites[0]].url
    assert first.usd_per_run is None and made.option is None


def test_a_comparison_is_a_table_and_an_unknown_figure_stays_unknown(advisor: Advisor) -> None:
    table = asked("compare trn2.48xlarge and p5en.48xlarge", advisor).table
    assert table is not None and table.columns == ("property", "trn2.48xlarge", "p5en.48xlarge")
    found = {row[0]: row[1:] for row in table.rows}
    assert found["memory per chip, GiB"] == (96, 141) and found["spot, $/h"][0] is None
    assert len(table.row_cites) == len(table.rows) and "nvidia-h200-datasheet" in table.row_cites[3]
    assert "PyTorch" in found


def test_the_columns_of_a_table_say_their_unit(advisor: Advisor) -> None:
    table = asked("does LoRA of Llama 70B fit on one A100 80GB?", advisor).table
    assert table is not None and table.columns[1:4] == ("GiB in all", "usable a chip", "chips")


def test_an_estimate_in_a_thread_is_not_mixed_with_the_advice_below_it(advisor: Advisor) -> None:
    """The dollars of the option are those of the headline, and the recommendation is named apart."""
    first = advisor.ask("30 LoRA runs of Llama 8B on AWS, 500M tokens each")
    told = brief(advisor.ask("and if we run it 400 times, how long and how much?", before=first.goes_on_from))
    made = Brief.model_validate(told)
    assert made.form == "estimate" and made.option is not None and made.option.purchase == "on_demand"
    assert f"${made.option.usd_per_run:.1f}" in made.headline and made.per == "run"
    assert made.advice and made.advice != made.headline and made.confidence is not None


def test_serving_is_counted_by_the_month_with_its_latency(advisor: Advisor) -> None:
    made = asked("serve Llama 70B, 50M tokens a day, PyTorch, AWS", advisor)
    assert made.per == "month" and made.option is not None and made.option.hours == 730
    assert made.option.ttft_ms and made.option.tpot_ms and made.option.usd_per_million_tokens


def test_a_price_of_another_region_is_marked(advisor: Advisor) -> None:
    choices = asked("price of p5e.48xlarge in eu-west-1", advisor).choices
    assert choices and all(choice.is_elsewhere and choice.region != "eu-west-1" for choice in choices)


def test_an_open_size_is_asked_back_with_the_answer_on_either_side(advisor: Advisor) -> None:
    made = asked(FOUNDING, advisor)
    assert made.turns_on is not None and made.turns_on.slot == "parameters"
    values = [branch.value for branch in made.turns_on.branches]
    assert values[0] == 8_000_000_000 and made.turns_on.figures_are_at in values
    assert made.ask_back and "parameters" not in made.assumed
    assert made.confidence is not None and made.confidence.because


def test_what_was_not_used_is_named(advisor: Advisor) -> None:
    answer = advisor.ask("serve llama 70b at 20M tokens a day, frobnicate quux")
    assert set(answer.reading.unread) == set(whole(answer)["ignored"]) != set()
    made = brief(answer)
    assert len(made.get("ignored", ())) + made["left_out"].get("ignored", 0) == len(answer.reading.unread)
    assert whole(answer, ignored=("form=support",))["ignored"][0] == "form=support"


def test_a_second_question_is_told_beside_the_first(advisor: Advisor) -> None:
    made = asked("does llama 70b lora fit on one A100 80GB? and what is the price of p5.48xlarge?", advisor)
    assert made.form == "fit" and [also.form for also in made.also] == ["price"]
    assert "55.04" in made.also[0].headline


def test_it_says_no_more_than_the_card(advisor: Advisor) -> None:
    """The figures of the recommended row are on the card that a person reads."""
    made, card = asked(CARDS["founding-70b-52-runs"], advisor), card_text(advisor.ask(CARDS["founding-70b-52-runs"]))
    assert made.option is not None and made.option.instance in card and str(made.option.region) in card


def test_numbers_keep_four_digits_and_whole_ones_no_point() -> None:
    assert figure(23.7812) == 23.78 and figure(60_234.0) == 60_230 and figure(1e9) == 1_000_000_000
    assert figure(0.08504) == 0.08504 and figure(None) is None and figure(True) is True
    assert figure(41.528, 6) == 41.528 and isinstance(figure(2.0), int)


def test_a_break_even_is_a_whole_run_as_on_the_card(advisor: Advisor) -> None:
    """$16,000 of migration over $1,867 - $850 a run saved is 15.7: it pays from the 16th run, as the card says."""
    text = "20 full fine-tunes of Llama 70B, 1B tokens each, PyTorch on AWS, trn2 or p5?"
    pays = asked(text, advisor).break_even[0]
    assert (pays.option, pays.against, pays.runs) == (
        "trn2.48xlarge capacity_block",
        "p5.48xlarge capacity_block",
        16,
    )
    assert "from 16 runs" in asked(text, advisor).headline


def test_a_text_that_asks_nothing_was_not_misread(advisor: Advisor) -> None:
    """Small talk has no slots and no ignored words, on no card and in no brief answer."""
    assert asked("book me a meeting room", advisor).ignored == () == asked("hello", advisor).ignored
