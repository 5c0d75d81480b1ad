"""Subscribing a channel, changing the subscription, and previewing a digest."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.store.store import Store
from knowledge.store.subscriptions import Filters, Subscription
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM, Channel, Json, Message
from tests.slack.price_week import week
from tests.slack.process import AppProcess


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalSlack, Path]]:
    db = tmp_path_factory.mktemp("db") / "c.db"
    week(db)
    with LocalSlack(patience=10.0) as slack, AppProcess(slack, db=db):
        yield slack, db


@pytest.fixture
def slack(served: tuple[LocalSlack, Path]) -> LocalSlack:
    return served[0]


@pytest.fixture
def ada(slack: LocalSlack) -> Person:
    return slack.user("ada")


@pytest.fixture
def ml(slack: LocalSlack, ada: Person, request: pytest.FixtureRequest) -> Channel:
    return slack.channel(request.node.name[:40], members=[ada, slack.bot])


def held(served: tuple[LocalSlack, Path], channel: Channel) -> Subscription | None:
    with Store(served[1], time.time) as store:
        return store.subscriptions.get(TEAM, channel.id)


def told(ada: Person, text: str, channel: Channel) -> str:
    """The private reply to ada."""
    answer = ada.types(f"/chipscout {text}", in_=channel).response()
    assert answer.ephemeral_to == ada.id
    return answer.said


def plain(message: Message) -> list[Json]:
    """Its blocks without the ids that Slack adds."""
    return [{name: value for name, value in block.items() if name != "block_id"} for block in message.blocks]


def test_a_channel_subscribes_with_day_hour_zone_and_filters(
    served: tuple[LocalSlack, Path], ada: Person, ml: Channel
) -> None:
    said = told(ada, "subscribe monday 9:00 Europe/Berlin aws,gcp p5,trn2 us-east-1 5%", ml)
    assert (
        "every Monday at 09:00 (Europe/Berlin): AWS, Google Cloud; p5, trn2; us-east-1; moves of 5% or more" in said
    )
    kept = held(served, ml)
    assert kept is not None and (kept.weekday, kept.minute, kept.zone, kept.user) == (0, 540, "Europe/Berlin", ada.id)
    assert kept.filters == Filters(
        clouds=("aws", "gcp"), chips=("p5", "trn2"), regions=("us-east-1",), least_percent=5.0
    )


def test_the_default_is_monday_at_nine_in_the_subscriber_s_time_zone(
    served: tuple[LocalSlack, Path], ada: Person, ml: Channel
) -> None:
    zone = served[0].world.users[ada.id].tz
    assert f"every Monday at 09:00 ({zone}): every price" in told(ada, "subscribe", ml)
    assert "a quiet week gets nothing" in told(ada, "settings friday 5pm quiet=nothing", ml)
    kept = held(served, ml)
    assert kept is not None and (kept.weekday, kept.minute, kept.zone) == (4, 17 * 60, zone)
    assert "every Friday at 17:00" in told(ada, "settings", ml)


def test_unsubscribing_says_how_to_subscribe_again(ada: Person, ml: Channel) -> None:
    told(ada, "subscribe", ml)
    assert "This channel no longer gets a digest." in told(ada, "unsubscribe", ml)
    for text in ("unsubscribe", "settings", "settings friday"):
        assert "/chipscout subscribe monday 9:00 Europe/Berlin" in told(ada, text, ml)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("subscribe monnday", "did you mean monday"),
        ("subscribe monday 25:00", "25:00 is not a time of day"),
        ("subscribe monday thursday", "one day; thursday is a second"),
        ("subscribe Europe/Berln", "did you mean europe/berlin"),
        ("subscribe us-esat-1", "did you mean us-east-1"),
        ("subscribe <!channel>", 'I do not know "&lt;!channel&gt;"'),
        ("subscribe 0%", "above 0 and below 100"),
    ],
)
def test_an_unknown_word_gets_an_error_that_says_what_works(
    served: tuple[LocalSlack, Path], ada: Person, ml: Channel, text: str, named: str
) -> None:
    answer = ada.types(f"/chipscout {text}", in_=ml).response()
    assert answer.ephemeral_to == ada.id and named in answer.said
    assert held(served, ml) is None and served[0].pings == []


def test_a_channel_without_the_bot_is_told_to_invite_it(served: tuple[LocalSlack, Path], ada: Person) -> None:
    elsewhere = served[0].channel("elsewhere", members=[ada])
    assert "/invite @chipscout" in told(ada, "subscribe", elsewhere)
    assert held(served, elsewhere) is None


def test_a_preview_shows_one_user_what_the_channel_would_get(slack: LocalSlack, ada: Person, ml: Channel) -> None:
    command = ada.types("/chipscout digest", in_=ml)
    shown = [command.response(number=number) for number in (1, 2, 3)]
    assert {each.ephemeral_to for each in shown} == {ada.id}
    assert slack.messages(in_=ml) == []
    pressed = ada.clicks(shown[0], "digest_post_now")
    parent = slack.wait_for_message(in_=ml)
    assert plain(parent) == plain(shown[0])[1:-1]  # without the note above and the button below
    for private in shown[1:]:
        assert plain(slack.wait_for_message(in_=ml, thread=parent)) == plain(private)[1:]
    pressed.response()  # comes when the last message is noted as sent; before it a press hears "being posted"
    again = ada.clicks(shown[0], "digest_post_now").response()
    assert "is already posted" in again.said
    assert [each for each in slack.messages(in_=ml) if each.thread_ts is None] == [parent]


def test_the_parent_is_short_and_gives_changes_in_dollars_and_percent(
    slack: LocalSlack, ada: Person, ml: Channel
) -> None:
    ada.clicks(ada.types("/chipscout digest", in_=ml).response(), "digest_post_now")
    parent = slack.wait_for_message(in_=ml)
    told = "-20.0% in us-east-1 (p5.48xlarge $55.04 to $44.03/h, $5.50 a chip-hour)"
    assert f"H100 SXM on demand, AWS: {told}" in parent.text
    assert told in parent.said
    assert len(parent.blocks) <= 4 and slack.pings == []
    table = slack.wait_for_message(in_=ml, thread=parent)
    cells = next(block for block in table.blocks if block["type"] == "data_table")["rows"][1]
    assert [cell["text"] for cell in cells][:9] == [
        "H100 SXM, AWS", "p5.48xlarge", "us-east-1", "on demand", "55.04", "44.03", "-$11.01", "-20.0", "5.50",
    ]  # fmt: skip
    assert "[skypilot] SkyPilot catalog" in table.said


def test_filters_exclude_other_changes(ada: Person, ml: Channel) -> None:
    told(ada, "subscribe gcp", ml)
    assert "no price that this channel asked about moved" in told(ada, "digest", ml)
    told(ada, "subscribe aws 30%", ml)  # -20 % is a move by 25 % of the lower price
    assert "no price that this channel asked about moved" in told(ada, "digest", ml)
    told(ada, "subscribe h100", ml)
    assert "p5.48xlarge" in told(ada, "digest", ml)
    assert "every cloud; graphics cards, too" in told(ada, "subscribe graphics", ml)


def test_a_question_that_starts_with_subscribe_is_still_a_question(ada: Person, ml: Channel) -> None:
    assert "Trainium" in told(ada, "digest 1B tokens into an 8B llama, fine-tune on trn1 or p5?", ml)
