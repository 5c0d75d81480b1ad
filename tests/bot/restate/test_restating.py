"""A question restated over real HTTP, and everything that may go wrong there."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from bot.advice.advisor import Advisor
from bot.advice.by_model import Reader
from bot.brief.made import brief
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.environment.reader import ReaderSettings
from bot.restate.restated import Restated
from bot.restate.restating import grounded, restating
from bot.restate.server import Server
from knowledge.facts import Facts
from tests.day import DAY
from tests.http.model_server import ModelServer, model_server

TEXT = "Moin, unser Azubi fragt sich, ob Llama 3.1 70B wohl auf die 4 L40S im Keller passt, in FP8 versteht sich."
LINE = "Can I serve Llama 3.1 70B in FP8 on 4 L40S?"


def settings(server: ModelServer, **more: object) -> ReaderSettings:
    return ReaderSettings(url=server.url, model="any", key=SecretStr("k-123"), **more)  # type: ignore[arg-type]


def asking(server: ModelServer, facts: Facts, **more: object) -> Advisor:
    return Advisor(facts, DAY, reader=Reader(restating(Server(settings(server, **more)), facts)))


def test_the_line_is_answered_and_shown_and_the_question_stays_the_askers(facts: Facts, advisor: Advisor) -> None:
    with model_server({"lines": [LINE], "beyond": []}) as server:
        answer = asking(server, facts).ask(TEXT)
    plain = advisor.ask(LINE)
    assert (answer.question, answer.restated, answer.form.id) == (TEXT, (LINE,), "fit")
    assert answer.facts == plain.facts  # the same as if the line had been typed
    assert f'Read as: "{LINE}"' in " ".join(card_text(answer).split())
    assert answer_json(answer)["restated"] == [LINE] == brief(answer)["read_as"]
    assert server.headers[0]["Authorization"] == "Bearer k-123"
    assert server.sent[0]["temperature"] == 0


def test_a_long_text_is_restated_though_every_word_was_read(facts: Facts) -> None:
    said = "We serve Llama 3.1 70B in FP8 on 8 H100 today. " * 3
    with model_server({"lines": [LINE], "beyond": []}) as server:
        asking(server, facts).ask(f"{said}Can I serve Llama 3.1 70B in FP8 on 4 L40S?")
        assert len(server.sent) == 1


def test_nothing_is_sent_of_a_short_text_that_is_understood(facts: Facts) -> None:
    with model_server({"lines": [LINE], "beyond": []}) as server:
        asking(server, facts).ask("Can I serve Llama 3.1 70B in FP8 on 4 L40S?")
        assert server.sent == []


def test_the_same_text_is_sent_once(facts: Facts) -> None:
    with model_server({"lines": [LINE], "beyond": []}) as server:
        advisor = asking(server, facts)
        assert advisor.ask(TEXT).facts == advisor.ask(TEXT).facts
        assert len(server.sent) == 1


def test_secrets_are_not_sent(facts: Facts) -> None:
    with model_server({"lines": [LINE], "beyond": []}) as server:
        asking(server, facts).ask(f"{TEXT} Key: sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD")
        assert "abcdefghij" not in server.texts()[0] and "L40S" in server.texts()[0]


def test_a_question_beyond_the_program_is_named_and_gets_no_advice(facts: Facts) -> None:
    beyond = "warum der Keller bei 4 L40S so feucht ist"
    with model_server({"lines": [], "beyond": [beyond]}) as server:
        answer = asking(server, facts).ask(f"Sag mir bitte, {beyond}, es tropft schon auf die Kabel.")
    assert answer.form.id == "explain" and answer.verdict is None and answer.left_out == (beyond,)
    assert beyond in " ".join(card_text(answer).split())


def test_several_lines_are_answered_one_by_one(facts: Facts) -> None:
    lines = [LINE, "Cheapest L40S?"]
    with model_server({"lines": lines, "beyond": []}) as server:
        answer = asking(server, facts).ask(f"{TEXT} Und was kostet so eine L40S, wenn man sie mietet, am wenigsten?")
    assert [part.form.id for part in answer.parts] == ["fit", "price"]


def test_lines_are_of_the_kind_of_work_of_the_whole_text_and_none_is_answered_twice(facts: Facts) -> None:
    """Restated, a question often loses the words that tell what it is on."""
    line = "Does training of this model fit on 1 RTX 4090?"
    with model_server({"lines": [line, f"{line} "], "beyond": []}) as server:
        answer = asking(server, facts).ask(
            "Hej, XGBoost med QuantileDMatrix: klarar vi att traena den modellen paa ett RTX 4090-kort?"
        )
    assert answer.restated[0] == line and answer.facts.of_kind and answer.parts == ()


def test_in_a_thread_the_lines_before_are_sent_with_it(facts: Facts) -> None:
    with model_server({"lines": [LINE], "beyond": []}) as server:
        advisor = asking(server, facts)
        first = advisor.ask(TEXT)
        server.reply = {"lines": ["Can I serve Llama 3.1 70B in FP8 on 2 L40S?"], "beyond": []}
        second = advisor.ask("und mit 2 davon, du Schlaumeier?", before=first.goes_on_from)
    assert LINE in server.texts()[1]
    assert second.reading.profile.accelerator_count == 2


@pytest.mark.parametrize(
    "reply",
    [
        500,
        429,
        "not JSON",
        "[]",
        "[" * 5_000,
        '{"lines": 3}',
        {"lines": [], "beyond": []},
        {"lines": ["Can I serve Llama 3.1 70B on 8 H200?"], "beyond": []},  # a machine nobody mentioned
        {"lines": ["x" * 401], "beyond": []},
        {"lines": [LINE] * 5, "beyond": []},
        {"lines": [LINE + " " * 200_000], "beyond": []},
        {"lines": [], "beyond": ["something the text does not say"]},
    ],
    ids=str,
)
def test_whatever_comes_back_wrong_the_text_is_read_as_it_is(reply: object, facts: Facts, advisor: Advisor) -> None:
    with model_server(reply) as server:  # type: ignore[arg-type]
        answer = asking(server, facts).ask(TEXT)
    assert answer.restated == () and answer.facts == advisor.ask(TEXT).facts


def test_a_server_that_is_not_there_costs_no_answer(facts: Facts, advisor: Advisor) -> None:
    with model_server(200) as server:
        gone = asking(server, facts, seconds=2)
    assert gone.ask(TEXT).facts == advisor.ask(TEXT).facts


def test_a_written_question_is_taken_as_it_is_offered_and_no_line_is_taken_twice() -> None:
    offered = frozenset({"What MFU is to be expected on my 4 A100?"})
    told = Restated(lines=(*offered, "Cheapest H200?", "Cheapest H100?"))
    kept = grounded(told, "why is my run slow, and who sells an H100?", "", offered, ("Cheapest H100?",))
    assert kept.lines == tuple(offered)
