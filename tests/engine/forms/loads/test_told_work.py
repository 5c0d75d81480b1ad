"""What one request costs where the text tells it."""

from __future__ import annotations

import pytest

from engine.forms.loads.told_work import is_read, outlasts_zone, rate_told, tells_work, told_work
from engine.workload.profile import Profile
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("text", "gflop"),
    [
        ("8M params, 30 tokens", 0.48),  # 2 x 8e6 x 30
        ("Transformer mit 45 Mio. Parametern, Sequenzlänge 64", 5.76),  # 2 x 45e6 x 64
        ("modèle de 30 millions de paramètres, 96 tokens", 5.76),  # 2 x 30e6 x 96
        ("модель 60 млн параметров, длина 128", 15.36),  # 2 x 60e6 x 128
        ("1亿参数,序列长度 64", 12.8),  # 2 x 1e8 x 64
        ("~60 MFLOPs per candidate", 0.06),
        ("2 GMACs a request", 4.0),  # a multiply-add is two
    ],
)
def test_weights_times_tokens_or_as_said(text: str, gflop: float, facts: Facts) -> None:
    work = told_work(text, Profile(), facts)
    assert work is not None
    assert work.gflop == pytest.approx(gflop)


def test_a_model_that_writes_text_is_no_such_work(facts: Facts) -> None:
    assert told_work("300 tokens", Profile(model="llama", parameters=8e9), facts) is None
    assert told_work("8B params, 300 tokens", Profile(), facts) is None
    assert not tells_work("8M params", Profile())


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("4.000 Transaktionen/s", 4000.0),
        ("2 500 requêtes/s", 2500.0),
        ("3,500 mails/s", 3500.0),
        ("180k req/s", 180_000.0),
        ("25k QPS", 25_000.0),
        ("2,500 auctions per second", 2500.0),
        ("1500 транзакций/с", 1500.0),
        ("40 tokens/s each", None),
        ("120 TFLOP/s", None),
    ],
)
def test_a_rate_of_whatever_it_is(text: str, rate: float | None) -> None:
    assert rate_told(text) == rate


def test_a_zone_that_may_be_lost() -> None:
    assert outlasts_zone("muss den Ausfall einer AZ überleben")
    assert outlasts_zone("must survive the loss of one zone")
    assert not outlasts_zone("in the us-east-1 zone")


def test_what_was_read() -> None:
    assert is_read("60 MFLOPs per candidate") and is_read("4 layers")
    assert not is_read("in a bunker")
