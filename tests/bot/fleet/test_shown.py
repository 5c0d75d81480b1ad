"""What a plan prints can be recomputed by hand: every product gives its dollars, and they add up."""

from __future__ import annotations

import math
import re

import pytest

from bot.advice.advisor import Advisor
from bot.fleet.shown import ShownPlan, shown, spans
from tests.bot.fleet.sample import SERVE, TUNE, plan_of_text

FLEET = (
    'budget.total_usd = 400000\nallow.commitments = ["1yr"]\n'
    + TUNE
    + SERVE
    + """
[[workload]]
name = "search"
text = "serve Llama 3.1 8B offline, 50M tokens a day"
apis = true
[[workload]]
name = "pre"
text = "pretrain a 13B model on 100B tokens once, PyTorch"
deadline_days = 60
priority = 2
"""
)
NUMBER = r"\$?([\d,]+(?:\.\d+)?)"
PRODUCT = re.compile(rf"((?:{NUMBER}[^$=;:]*? x )+{NUMBER}/h) = \$([\d,]+\.\d\d)")
CALLED = re.compile(
    rf"{NUMBER} months? x {NUMBER} requests x \({NUMBER} tokens in x {NUMBER}/M \+ {NUMBER} out x {NUMBER}/M\)"
    r" = \$([\d,]+\.\d\d)"
)


def number(text: str) -> float:
    return float(text.replace(",", ""))


@pytest.fixture(scope="module")
def made(advisor: Advisor) -> ShownPlan:
    return shown(plan_of_text(advisor, FLEET))


def test_machines_times_hours_times_price_is_what_each_line_costs(made: ShownPlan) -> None:
    lines = [sentence for section in made.sections for sentence in section.sentences]
    checked = 0
    for line in lines:
        for product in PRODUCT.finditer(line):
            factors = [number(factor) for factor in re.findall(rf"{NUMBER}(?=[^$=;:]*? x |/h)", product[1])]
            assert math.prod(factors) == pytest.approx(number(product[product.lastindex or 0]), rel=2e-5), line
            checked += 1
        for months, requests, prompt, usd_in, answer, usd_out, usd in CALLED.findall(line):
            each = number(prompt) * number(usd_in) / 1e6 + number(answer) * number(usd_out) / 1e6
            assert number(months) * number(requests) * each == pytest.approx(number(usd), rel=2e-5), line
            checked += 1
    assert checked >= 4


def test_the_lines_add_up_to_the_first_line(made: ShownPlan) -> None:
    (sums,) = [section.sentences[0] for section in made.sections if section.label == "Adds up"]
    parts, total = sums.split(" = ")
    assert sum(number(part) for part in re.findall(r"\$([\d,.]+)", parts)) == pytest.approx(
        number(total.removeprefix("$")), abs=0.03
    )
    assert made.headline.startswith(total + " over 3 months")


def test_every_number_of_a_source_is_a_source(made: ShownPlan) -> None:
    (sources,) = [section.sentences for section in made.sections if section.label == "Sources"]
    text = " ".join(sentence for section in made.sections for sentence in section.sentences)
    assert {int(each) for each in re.findall(r"\[(\d+)\]", text)} == set(range(1, len(sources) + 1))


def test_each_price_has_its_day_and_region_and_each_call_says_who_sees_the_prompts(made: ShownPlan) -> None:
    for section in made.sections:
        for line in section.sentences:
            if "/h = $" in line:
                assert re.search(r"price seen 20\d\d-\d\d-\d\d", line), line
                assert re.search(r" in \w+-\w+-?\d", line), line
            if line.startswith("Call "):
                assert "prompts and answers leave your systems for" in line


def test_what_is_assumed_is_marked(made: ShownPlan) -> None:
    (assumed,) = [section.sentences for section in made.sections if section.label == "Assumed"]
    assert any(line.startswith("chat: ") and "tokens per answer 256" in line for line in assumed)


def test_each_workload_says_what_it_was_read_as_and_what_its_cost_turns_on(made: ShownPlan) -> None:
    first = {section.label: section.sentences[0] for section in made.sections}
    assert first["tune"].startswith("Read as: fine-tuning")
    assert "Assumed" not in first["tune"]
    assert "tokens per answer 256" in first["chat"]
    assert "runs" not in first["chat"]


def test_a_rhythm_that_was_not_read_stands_as_assumed_beside_its_figures(advisor: Advisor) -> None:
    made = shown(plan_of_text(advisor, TUNE.replace("runs_per_month = 4\ntokens = 5e8\n", "")))
    assert "Assumed, since nobody said: tokens per run 1B, runs" in made.sections[0].sentences[0]


def test_without_a_plan_the_first_line_says_what_it_needs(advisor: Advisor) -> None:
    told = shown(plan_of_text(advisor, "budget.monthly_usd = 50\n" + TUNE))
    assert re.match(r"There is no plan within these limits\. It needs \$[\d,.]+ more a month", told.headline)


def test_a_deadline_before_the_first_month_is_told_as_such(advisor: Advisor) -> None:
    """Month 3 starts on day 2 x 730 / 24 = 60.8."""
    text = TUNE.replace("runs_per_month = 4", "runs = 1\nfrom_month = 3\ndeadline_days = 20")
    headline = shown(plan_of_text(advisor, text)).headline
    assert headline == (
        "There is no plan: tune cannot be done within 20 days; the fastest way that is allowed needs a deadline "
        "of 61 days."
    )


def test_months_in_a_row_are_spans() -> None:
    assert spans([1, 2, 3, 5, 8, 9]) == ["1-3", "5", "8-9"]
