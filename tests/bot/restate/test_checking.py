"""An answer read against its question over real HTTP: parts are taken away, nothing is added."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import SecretStr

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from bot.advice.by_model import Reader
from bot.advice.team import TeamData
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.environment.reader import ReaderSettings
from bot.reader.shown import shown
from bot.restate.checking import checking, without_figures
from bot.restate.server import Server
from knowledge.facts import Facts, OwnPrice
from tests.day import DAY
from tests.http.model_server import ModelServer, Reply, model_server

TEXT = "Is one RTX 4090 enough to run Llama 3.1 8B? And which power supply does it want?"
TWO = "Does Llama 3.1 8B in BF16 fit on one RTX 4090? What is the price of p5.48xlarge in us-east-1?"


def checked(server: ModelServer, facts: Facts) -> Advisor:
    settings = ReaderSettings(url=server.url, model="any", key=SecretStr(""))
    return Advisor(facts, DAY, reader=Reader(check=checking(Server(settings)), shown=shown))


def asked(reply: Reply, text: str, facts: Facts) -> Answer:
    with model_server(reply) as server:
        return checked(server, facts).ask(text)


def read(answer: Answer) -> str:
    return " ".join(card_text(answer).split())


def test_what_answers_the_question_stays_as_it_is(facts: Facts, advisor: Advisor) -> None:
    kept = asked({"off": [], "unanswered": []}, TEXT, facts)
    assert kept.facts == advisor.ask(TEXT).facts and kept.withheld == 0


def test_an_answer_to_something_else_is_withheld_and_that_is_said(facts: Facts) -> None:
    part = "which power supply does it want?"
    answer = asked({"off": [1], "unanswered": [part]}, TEXT, facts)
    assert (answer.verdict, answer.form.id, answer.withheld) == (None, "explain", 1)
    assert f'I hold nothing that answers "{part}"' in read(answer) and "Withheld: an answer" in read(answer)
    assert answer_json(answer)["withheld"] == 1 and "4090 enough" not in read(answer)


def test_of_several_parts_only_what_is_off_goes(facts: Facts, advisor: Advisor) -> None:
    first, second = advisor.ask(TWO).parts
    answer = asked({"off": [1], "unanswered": []}, TWO, facts)
    assert answer.facts == second.facts and answer.parts == () and answer.question == TWO
    assert asked({"off": [2], "unanswered": []}, TWO, facts).facts == first.facts


def test_what_is_unanswered_stands_in_the_text_or_is_not_shown(facts: Facts) -> None:
    answer = asked({"off": [], "unanswered": ["which  power supply does it WANT?", "Buy eight of them"]}, TEXT, facts)
    assert "which power supply does it WANT?" in answer.left_out and "Buy" not in read(answer)


@pytest.mark.parametrize("reply", [500, "[]", '{"off": "1"}', {"off": [99], "unanswered": []}], ids=str)
def test_whatever_comes_back_wrong_the_answer_stands(reply: Reply, facts: Facts, advisor: Advisor) -> None:
    assert asked(reply, TEXT, facts).facts == advisor.ask(TEXT).facts


def test_nothing_is_sent_of_a_greeting_and_an_answer_is_sent_once(facts: Facts) -> None:
    with model_server({"off": [], "unanswered": []}) as server:
        asking = checked(server, facts)
        asking.ask("hi")
        assert server.sent == []
        asking.ask(TEXT)
        asking.ask(TEXT)
        assert len(server.sent) == 1


def test_a_team_s_own_figures_are_not_sent(facts: Facts) -> None:
    own = OwnPrice(
        team="t",
        kind="rate",
        scope="instance",
        name="p5.48xlarge",
        cloud="aws",
        amount=Decimal("31.37"),
        valid_from=DAY,
    )
    text = "What is the price of p5.48xlarge?"
    with model_server({"off": [], "unanswered": []}) as server:
        answer = checked(server, facts).ask(text, team=TeamData((), (own,)))
    assert "31.37" in card_text(answer)
    assert "31" not in server.texts()[0] and "p5.48xlarge" in server.texts()[0]


def test_figures_of_the_text_stay_where_others_go() -> None:
    assert without_figures("8 x H100 at $31.37/h for 5 h", "8 H100 for 5 h?") == "8 x H100 at $#/h for 5 h"
