"""The break-even as a picture, where Slack has no charts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card import as_picture
from bot.slack import post
from bot.surfaces.shared import picture
from tests.bot.surfaces.recording import CHANNEL, PRICE, WORKLOAD, RecordingClient


@pytest.fixture
def charts_refused() -> Iterator[None]:
    post.SEEN_REFUSED.add({picture.CHART})
    yield
    post.SEEN_REFUSED.forget()


@pytest.fixture(scope="module")
def answer(advisor: Advisor) -> Answer:
    return advisor.ask(WORKLOAD)


def test_where_slack_shows_charts_none_is_drawn(answer: Answer) -> None:
    assert picture.wanted(answer) is None


@pytest.mark.usefixtures("charts_refused")
def test_where_slack_refuses_charts_the_verdict_s_is_drawn(answer: Answer, advisor: Advisor) -> None:
    assert picture.wanted(answer) is not None
    assert picture.wanted(advisor.ask(PRICE)) is None, "a price has no break-even"


@pytest.mark.usefixtures("charts_refused")
def test_a_picture_comes_with_its_words(
    answer: Answer, client: RecordingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(as_picture, "break_even_chart", lambda _answer, file: Path(file).write_bytes(b"png"))
    shown = picture.wanted(answer)
    assert shown is not None
    picture.send(client, answer, shown, CHANNEL, "1.1")
    (uploaded,) = client.called("files.upload")
    assert uploaded["alt_txt"].startswith(shown.in_words[:40])
    assert uploaded["thread_ts"] == "1.1"


@pytest.mark.usefixtures("charts_refused")
def test_a_picture_that_is_not_taken_is_no_error(
    answer: Answer, client: RecordingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(as_picture, "break_even_chart", lambda _answer, file: Path(file).write_bytes(b"png"))
    client.refuses["files.upload"] = "missing_scope"
    shown = picture.wanted(answer)
    assert shown is not None
    picture.send(client, answer, shown, CHANNEL, "1.1")
    assert len(client.called("files.upload")) == 1
