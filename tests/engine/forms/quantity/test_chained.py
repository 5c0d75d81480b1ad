"""Jobs under a time limit."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.chained import JobsChained, JobsUnknown, length_told, walltime


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        ("7B pretraining takes 400 GPU hours on 8 A100; our queue kills at 24h. how many submissions do I chain?", 3),
        ("Training needs 310 hours on our 4x V100 node, SLURM limit is 72 hours. How many jobs?", 5),
        ("LoRA of a 13B: 90 hours on our 2 A100s, partition limit 24h, how many restarts?", 4),
        ("Wie viele Jobs brauche ich, wenn das Training 500 Stunden dauert und das Zeitlimit 36 h ist?", 14),
        ("Нужно 120 часов обучения, лимит очереди 24 часа. Сколько задач запускать?", 5),
        ("训练要跑 200 小时，队列上限 48 小时，要提交几个任务？", 5),
        ("our job needs about 9 days and the scheduler gives us max 60 hours. how many times do we resubmit?", 4),
        ("my finetune needs 30h and the session limit is 12h, how many sessions?", 3),
    ],
)
def test_jobs_are_the_hours_over_the_limit_rounded_up(text: str, jobs: int, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, JobsChained), text
    assert answer.facts.headline.jobs == jobs and answer.facts.headline.told
    assert card_text(answer)


def test_what_others_report_is_carried_over_to_the_cards_at_hand(advisor: Advisor) -> None:
    """4 h on 8 H100 are 16 on 2; by bandwidth (3,350 / 1,555) 2.15 times that, by math (989 / 312) 3.2: 34 to 51."""
    text = "redo the nanochat d20 speedrun on 2x A100 40gb with 48h walltime. how many jobs do i need to chain"
    headline = advisor.ask(text).facts.headline
    assert isinstance(headline, JobsChained) and not headline.told
    assert (round(headline.low), round(headline.high)) == (34, 51)
    assert (headline.fewest, headline.most) == (1, 2)


def test_a_run_of_unknown_length_has_no_number_of_jobs(advisor: Advisor) -> None:
    answer = advisor.ask("we want to train ZoraMesh on 2 A100, 48h walltime. how many jobs do I need to chain?")
    assert isinstance(answer.facts.headline, JobsUnknown)


def test_the_limit_is_told_on_either_side() -> None:
    assert walltime("48h walltime") == 48 and walltime("SLURM limit is 3 days") == 72 and walltime("for 48h") is None
    assert length_told("90 hours, partition limit 24h") == 90
