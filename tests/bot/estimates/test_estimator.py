"""Config texts to answers."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.estimates.estimator import estimated, jobs
from bot.estimates.files import ConfigFile
from bot.wording.errors import UserError
from bot.wording.words import error
from knowledge.facts import Facts
from tests.engine.estimates.sample import AXOLOTL, EPOCHS

DEEPSPEED = '{"zero_optimization": {"stage": 3}, "train_micro_batch_size_per_gpu": "auto"}'


def test_each_training_config_is_a_run_of_its_own(facts: Facts) -> None:
    made = jobs([ConfigFile("a.yml", AXOLOTL), ConfigFile("b.yml", EPOCHS)], facts)
    assert [job.name for job in made] == ["a.yml", "b.yml"]


def test_the_card_says_fit_hours_dollars_first(advisor: Advisor) -> None:
    run = estimated(advisor, jobs([ConfigFile("a.yml", AXOLOTL)], advisor.facts)[0], on="8xH100")
    text = card_text(run.shown)
    assert text.startswith("Fits on ")
    assert "a run on demand (" in text.splitlines()[0]
    assert "(sequence_len)" in text
    assert "Understood" not in text  # it stands there once, with its keys


def test_a_thread_goes_on_from_the_tokens_of_the_run(advisor: Advisor) -> None:
    run = estimated(advisor, jobs([ConfigFile("a.yml", AXOLOTL)], advisor.facts)[0], on="8xH100")
    assert run.answer.reading.profile.tokens == 262_144_000  # 1,000 steps x 64 sequences x 4,096
    assert run.answer.reading.form == "estimate"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a.yml is empty."),
        ("hello there", "a.yml is none of the config and job formats I read."),
        ("a: [1\n", "a.yml, line 2, is not valid YAML."),
        ("base_model: x\n\x00", "a.yml, line 2, is not a text file."),
    ],
)
def test_a_text_that_cannot_be_read_is_one_sentence(facts: Facts, text: str, said: str) -> None:
    with pytest.raises(UserError) as refused:
        jobs([ConfigFile("a.yml", text)], facts)
    assert error(refused.value) == said


def test_a_yaml_bomb_is_one_sentence(facts: Facts) -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(UserError) as refused:
        jobs([ConfigFile("bomb.yml", "\n".join(["base_model: x", *levels]))], facts)
    assert error(refused.value).startswith("bomb.yml")
