"""What was named, side by side; a verdict follows where work was described."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.compare import COMPARE, SideBySide, WorkCosts
from engine.forms.form import Asked
from engine.workload.profile import Profile, Reading
from tests.day import DAY

BOTH = Profile(instances=("trn2.48xlarge", "p5en.48xlarge"))


@pytest.mark.parametrize(("more", "wanted"), [({}, False), ({"region": "us-east-1"}, False), ({"runs": 20.0}, True)])
def test_a_verdict_stands_beside_it_where_work_was_described(
    more: dict[str, object], wanted: bool, advisor: Advisor
) -> None:
    profile = Profile.model_validate(BOTH.stated() | more)
    answered = COMPARE.answer(Asked(Reading(profile=profile), advisor.library(), DAY))
    assert answered is not None
    assert answered.sides == BOTH.instances
    assert answered.verdict_below is wanted


def test_where_sources_disagree_about_the_sides_is_said_unless_a_verdict_says_it(advisor: Advisor) -> None:
    for runs, told in ((None, True), (20.0, False)):
        profile = BOTH.model_copy(update={"runs": runs})
        answered = COMPARE.answer(Asked(Reading(profile=profile), advisor.library(), DAY))
        assert answered is not None
        assert bool(answered.passages) is told


def test_the_first_line_says_what_differs_per_chip(advisor: Advisor) -> None:
    """p5.48xlarge $55.04 / 8 = 6.88, p5en.48xlarge $63.296 / 8 = 7.912 on demand; 80 against 141 GiB."""
    told = advisor.ask("p5 against p5en a chip-hour").facts.headline
    assert isinstance(told, SideBySide)
    assert told.usd == pytest.approx((6.88, 7.912), abs=0.001)
    assert told.hbm == (80, 141)
    assert told.bandwidth == (3350, 4800)


@pytest.mark.parametrize(
    "text",
    [
        "H100 vs A100",
        "compare trn2.48xlarge with p5en.48xlarge",
        "p4d.24xlarge vs trn1.32xlarge for Llama 13B pretraining that runs 24/7?",
        "v5e versus L4 for weekly LoRA on an 8B, 100M tokens",
    ],
)
def test_nothing_that_was_not_named_is_told_or_recommended(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is COMPARE
    assert answer.facts.table is not None
    assert all(row.is_named for row in answer.facts.table.rows)
    shown = {str(row.cells[0]).split(" x ")[-1] for row in answer.facts.table.rows}  # "2 x g6.xlarge"
    chips = {advisor.facts.instances[name].accelerator for name in shown if name in advisor.facts.instances}
    if answer.verdict is not None:
        assert answer.verdict.option is not None and answer.verdict.option.accelerator in chips


def test_the_work_that_was_said_is_costed_on_exactly_the_sides(advisor: Advisor) -> None:
    answer = advisor.ask("p4d.24xlarge vs trn1.32xlarge for Llama 13B pretraining that runs 24/7?")
    (costs,) = [line for line in answer.facts.sentences if isinstance(line, WorkCosts)]
    assert set(costs.sides) == {"p4d.24xlarge", "trn1.32xlarge"}
    assert list(costs.usd) == sorted(costs.usd)


@pytest.mark.parametrize(
    "text", ["A100 vs RTX 4090", "compare RTX 4090 with A100 for me", "A100, RTX 4090, V100: compare"]
)
def test_beside_a_card_that_nobody_rents_out_there_are_figures_and_no_prices(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is COMPARE and answer.facts.table is not None
    rows = {str(row.cells[0]) for row in answer.facts.table.rows}
    assert {"NVIDIA RTX 4090", "NVIDIA A100 40 GB"} <= rows
    assert "usd_chip" not in answer.facts.table.columns and "no known price" not in card_text(answer)


def test_work_without_a_size_has_no_costs(advisor: Advisor) -> None:
    answer = advisor.ask("V100 vs A100 vs H100 for training, we find V100s scarce")
    assert answer.form is COMPARE and not any(isinstance(line, WorkCosts) for line in answer.facts.sentences)
    assert answer.verdict is None


def test_where_nothing_answers_what_is_held_of_the_named_things_is_shown(advisor: Advisor) -> None:
    """A question in words that nothing matches still names a chip and a model: who asked reads the rest off them."""
    answer = advisor.ask("What do people see with Llama-3.1-70B on 4 x H100?")
    assert answer.form.id == "explain"
    text = card_text(answer)
    assert "What I know about the things you named" in text
    assert "Llama 3.1 70B" in text and "4 x NVIDIA H100" in text
    assert answer.verdict is None and "GiB in all" in text


def test_one_chip_by_itself_has_its_figures(advisor: Advisor) -> None:
    text = card_text(advisor.ask("how long is the warranty on an H200?"))
    assert "I hold nothing that answers this question" in text
    assert "4,800 GB/s" in text and "141 GiB" in text


@pytest.mark.parametrize(
    "text",
    [
        "I can have a V100, a T4 or a TPU v5e, which should I use?",
        "Which is better for unsloth: A100 80GB, RTX 4090 or RTX 5090?",
    ],
)
def test_a_closed_list_without_work_is_compared(advisor: Advisor, text: str) -> None:
    """Of three and more the best at each comes first: four numbers in a row are read by nobody."""
    answer = advisor.ask(text)
    assert answer.form is COMPARE and answer.verdict is None
    assert "most 16-bit" in " ".join(card_text(answer).split())


def test_a_dispute_about_other_work_is_not_shown_beside_two_machines(advisor: Advisor) -> None:
    """Documents disagree about a 13B pretraining on p4d: whoever asks what differs from p4de did not ask that."""
    shown = advisor.ask("What is the difference between p4d and p4de?").facts.passages
    assert not {entry.id for entry in shown} & {"ex2-gpu-od", "ex3-saving", "trn1-34-cheaper"}


def test_the_machine_that_does_the_work_is_named_and_one_that_may_not_lead_does_not(advisor: Advisor) -> None:
    """40M a day are 463 tokens/s, 1,157 of what 40% use of the machines leaves: more than one H100 writes, less than
    two. Two p5.4xlarge of one each at $6.88 for 730 hours; their block rate ends after half a year."""
    answer = advisor.ask("H100 vs MI300X for serving Llama 70B, 40M tokens a day")
    (told,) = [line for line in answer.facts.sentences if line.code == "work_costs"]
    costs = dict(zip(told.values["sides"], told.values["usd"], strict=True))
    assert costs["2 x p5.4xlarge"] == pytest.approx(2 * 730 * 6.88)
    assert answer.facts.table is not None
    rows = [dict(zip(answer.facts.table.columns, row.cells, strict=True)) for row in answer.facts.table.rows]
    assert next(row["chips"] for row in rows if row["side"] == "2 x p5.4xlarge") == "2 x NVIDIA H100 SXM"


@pytest.mark.parametrize(
    ("text", "ahead"),
    [
        ("p3.2xlarge vs g4dn.xlarge", None),  # a V100 is faster, a T4 costs less
        ("p5 against p5en a chip-hour", None),  # the H200 has more and costs more
    ],
)
def test_what_is_ahead_in_every_figure_and_costs_less_is_said(text: str, ahead: str | None, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SideBySide) and told.ahead == ahead


@pytest.mark.parametrize("text", ["train on H100 in Frankfurt"])
def test_a_price_of_a_city_is_of_the_region_it_was_seen_in(text: str, advisor: Advisor) -> None:
    """AWS has no H100 in Frankfurt: the $13.05 are Google's."""
    told = advisor.ask(text).facts
    pair = next(one for one in (told.headline, *told.sentences) if isinstance(one, SideBySide))
    assert pair.usd[0] == pytest.approx(13.05, abs=0.01)
    assert pair.place == "europe-west3"
