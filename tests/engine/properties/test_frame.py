"""Which sum is done depends on the work: not on how a default came about, on wording, or on the order of the data."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor
from engine.memory.fit import fit
from engine.options.assumptions import fill
from engine.options.named import is_named
from engine.options.option import costed
from engine.options.port import port
from engine.options.problem import Problem
from engine.options.run_cost import run_cost
from engine.options.sizing import sized
from engine.options.too_small import too_small
from engine.verdict.forks import Case, answer_case
from engine.verdict.verdict import Verdict
from knowledge.facts import Facts
from tests.day import DAY
from tests.engine.problems import judged
from tests.share import examples

WORK = st.sampled_from(
    (
        "fine-tune Llama 8B",
        "LoRA of a 7B model",
        "QLoRA of Llama 70B",
        "pretrain a 3B model",
        "a 13B run takes 30 hours",
        "full fine-tune of Qwen 32B",
    )
)
TOLD = st.sampled_from(
    ("", ", weekly", ", once", ", 20 runs, PyTorch", ", GPU capacity is tight", ", budget $900", ", in eu-west-1")
)
HAIR = 1.05  # types that cost nearly the same are one
WEEKLY = ("weekly", "repeated", "52 runs", "52 runs a year", "once a week")
NAMED = {
    "Trainium2": "trainium2", "TPU v6e": "tpu-v6e", "TPU v5p": "tpu-v5p", "H100": "h100-sxm", "H200": "h200",
    "MI300X": "mi300x", "Trainium1": "trainium1",
}  # fmt: skip
HOME = {"Trainium2": "aws", "TPU v6e": "gcp", "TPU v5p": "gcp", "H100": "aws", "MI300X": "azure", "Trainium1": "aws"}


def told(verdict: Verdict) -> tuple[object, ...]:
    """What a verdict tells, without what was said and what assumed."""
    offers = {
        (option.id, option.region, option.count, option.usd_total, option.may_lead)
        for option in costed(verdict.base.options)
    }
    points = [(point.option, point.against, point.runs) for point in verdict.break_evens]
    return verdict.kind, verdict.lean, verdict.option and verdict.option.id, offers, points


def case(advisor: Advisor, text: str) -> Case:
    return answer_case(fill(advisor.parse(text), advisor.library()), advisor.library(), DAY)


@settings(max_examples=examples(6), deadline=None)
@given(WORK, TOLD, st.data())
def test_saying_an_assumed_value_aloud_changes_nothing_but_its_label(
    advisor: Advisor, work: str, more: str, data: st.DataObject
) -> None:
    text = work + more
    verdict = judged(advisor, text)
    said = data.draw(st.sampled_from(verdict.base.filled.assumptions))
    value = str(said.value).lower() if isinstance(said.value, bool) else str(said.value)
    reading = advisor.parse(text, settings={said.slot: value})
    assert told(advisor.judge(reading, advisor.library(), DAY)) == told(verdict), said.slot


@settings(max_examples=examples(6), deadline=None)
@given(WORK.filter(lambda work: "pretrain" not in work), st.sampled_from(WEEKLY))  # which is monthly
def test_one_rhythm_is_one_sum_in_any_words(advisor: Advisor, work: str, rhythm: str) -> None:
    one, other = case(advisor, f"{work}, weekly"), case(advisor, f"{work}, {rhythm}")
    assert one.filled.profile == other.filled.profile
    assert one.options == other.options


@settings(max_examples=examples(6), deadline=None)
@given(WORK, TOLD)
def test_of_every_chip_cloud_and_purchase_the_cheapest_type_is_an_option(
    advisor: Advisor, work: str, more: str
) -> None:
    """Worked out again from each type and price by itself: fit, number of machines, dollars of a run."""
    filled = fill(advisor.parse(work + more), advisor.library())
    problem = Problem(filled, advisor.library(), DAY)
    named = filled.profile.instances
    shown: dict[tuple[str, str, str], float] = {}
    for option in costed(answer_case(filled, advisor.library(), DAY).options):
        key = option.accelerator, option.cloud, option.purchase
        shown[key] = min(shown.get(key, math.inf), option.run.total(option.runs).likely)
    for instance in problem.facts.instances.values():
        chip = problem.chip(instance)
        placed = fit(problem.need, problem.shape, instance, chip, problem.constants)
        speed = problem.speed(chip) if chip.trains else None
        if chip.only_if_named or speed is None or instance.id in named or too_small(problem, instance, placed):
            continue
        if problem.library.unsupported.get((chip.software, filled.profile.framework or "")):
            continue
        for quote in problem.quotes(instance):
            if instance.sold and quote.purchase not in instance.sold:
                continue
            ported = port(filled, chip, instance.cloud, advisor.library())
            count = sized(problem, instance, quote, speed, placed, ported).instances
            if count > 1 and not problem.is_largest_slice(instance):
                continue
            own = run_cost(problem, instance, quote, speed, count).total(filled.profile.runs or 1).likely
            assert shown[chip.id, instance.cloud, quote.purchase] <= own * HAIR, (instance.id, quote.purchase)


@settings(max_examples=examples(8), deadline=None)
@given(st.lists(st.sampled_from(sorted(HOME)), min_size=1, max_size=3, unique=True))
def test_home_is_the_union_and_every_named_thing_is_answered(advisor: Advisor, names: list[str]) -> None:
    found = case(advisor, f"{' or '.join(names)} for a Llama 8B fine-tune, 30 runs")
    assert set(found.filled.profile.clouds) == {HOME[name] for name in names}
    assert {NAMED[name] for name in names} <= {option.accelerator for option in found.options}
    if len(names) > 1:  # "H100" is every board of that name
        chips = advisor.facts.accelerators.values()
        meant = {chip.id for chip in chips if is_named(chip, set(found.filled.profile.candidates))}
        assert meant >= {NAMED[name] for name in names}
        assert {option.accelerator for option in costed(found.options) if option.may_lead} <= meant


@pytest.mark.parametrize("words", ["Trainium or GPU?", "GPU or Trainium?"])
def test_naming_only_families_moves_no_figure(advisor: Advisor, words: str) -> None:
    plain, asked = (judged(advisor, f"fine-tune Llama 8B, 52 runs, AWS{more}") for more in ("", f". {words}"))
    assert plain.base.sum is not None and asked.base.sum is not None
    assert plain.lean == asked.lean
    for which in ("winner", "reference"):
        one, other = getattr(plain.base.sum, which), getattr(asked.base.sum, which)
        assert (one.id, one.usd_total) == (other.id, other.usd_total)


def test_every_option_has_a_region(advisor: Advisor, facts: Facts) -> None:
    for text in ("fine-tune Llama 8B weekly", "serve Llama 8B", "TPU v6e or H100 for 70B once"):
        assert {option.region for option in costed(case(advisor, text).options)} <= set(facts.regions)
