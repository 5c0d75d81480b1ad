"""People of another organization, and channels shared with one: public figures alone, wherever they ask or press."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from knowledge.store.store import Store
from knowledge.types.team import OwnPrice
from tests.day import FOUNDING
from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM, Channel, Message
from tests.slack.process import AppProcess
from tests.slack.rooms import MANY_RUNS, ids_in

OTHER = "T0OTHER"
SECRET = ("35.37", "Contoso", "your rate", "own-price")  # the rate, its note, and what a card says of them
LINE = "List prices and public measurements only"
RATE = OwnPrice.model_validate(
    {
        "team": TEAM,
        "kind": "rate",
        "scope": "instance",
        "name": "trn2.48xlarge",
        "cloud": "aws",
        "purchase": "capacity_block",
        "amount": "35.37",
        "valid_from": "2026-01-01",
        "note": "Contoso pays half",
    }
)


@contextmanager
def serving(tmp_path: Path, slack: LocalSlack, **env: str) -> Iterator[AppProcess]:
    """The app for a workspace that has a rate of its own."""
    db = tmp_path / "c.db"
    with Store(db, time.time) as store:
        store.own_prices.add(RATE)
    with AppProcess(slack, db=db, env=env) as process:
        yield process


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    """Installed as the manifest says."""
    with LocalSlack.from_manifest(app_manifest(), patience=20.0) as local:
        yield local


@pytest.fixture
def app(slack: LocalSlack, tmp_path: Path) -> Iterator[AppProcess]:
    with serving(tmp_path, slack) as process:
        yield process


@pytest.fixture
def eve(slack: LocalSlack) -> Person:
    return slack.user("eve", team=OTHER)


@pytest.fixture
def ml(slack: LocalSlack, ada: Person, eve: Person) -> Channel:
    """Not shared yet, with ada of the workspace; eve is of another organization."""
    return slack.channel("ml", members=[ada, eve, slack.bot])


def is_told(text: str) -> bool:
    return any(word in text for word in SECRET)


def shown_to(slack: LocalSlack, person: Person, *channels: Channel) -> list[str]:
    """All that a person has seen: messages, what was for them alone, windows, Home, files."""
    home = slack.home(person)
    return [
        *(message.said for channel in channels for message in slack.messages(in_=channel)),
        *(message.said for message in slack.messages(in_=slack.dm(person))),
        *(message.said for message in slack.ephemerals(to=person)),
        *(view.said for view in slack.world.views.values() if view.user == person.id),
        *([home.said] if home else []),
        *(str(file.get("content")) for file in slack.world.files.values()),
    ]


def asked(person: Person, channel: Channel, text: str = MANY_RUNS) -> Message:
    """A mention's answer."""
    person.mentions_bot(text, in_=channel)
    return person.slack.wait_for_message(in_=channel)


@pytest.mark.usefixtures("app")
def test_members_see_the_own_rate_and_never_its_note_on_a_card(slack: LocalSlack, ada: Person, ml: Channel) -> None:
    card = asked(ada, ml)
    assert "35.37" in card.said and LINE not in card.said
    alone = ada.types(f"/chipscout {MANY_RUNS}", in_=ml).response()
    assert "35.37" in alone.said and LINE not in alone.said
    assert not any("Contoso" in text for text in shown_to(slack, ada, ml))


@pytest.mark.usefixtures("app")
def test_in_a_shared_channel_every_way_to_ask_gives_list_prices(
    slack: LocalSlack, ada: Person, eve: Person, ml: Channel
) -> None:
    ml.is_ext_shared = True
    for person in (eve, ada):
        card = asked(person, ml)
        assert LINE in card.said and ("you are from another" if person is eve else "this channel is") in card.said
        assert "35.76" in card.said and not is_told(card.said)  # the list price of that Capacity Block
        assert "more" not in ids_in(card)  # nothing to watch, record or export
        person.says("why?", in_=ml, thread=card)
        slack.wait_for_message(in_=ml, thread=card)
        person.says("what if only 2 runs?", in_=ml, thread=card)
        slack.wait_for_message(in_=ml, thread=card)
        alone = person.types(f"/chipscout {MANY_RUNS}", in_=ml).response()
        assert LINE in alone.said and not is_told(alone.said)
        person.clicks(alone, "share")
        assert not is_told(slack.wait_for_message(in_=ml).said)
        person.uses_message_shortcut("ask_about", on=card)
        view = slack.wait_for_view(for_=person)
        person.submits(view, {"question": MANY_RUNS, "where": "thread"})
        assert LINE in slack.wait_for_message(in_=ml, thread=card).said
        for verb in ("prices own list", "prices own add p5 20", "subscribe", "settings", "settings answers=channel"):
            told = person.types(f"/chipscout {verb}", in_=ml).response()
            assert "for members of the workspace" in told.said, verb
        assert not is_told(person.types("/chipscout prices p5en.48xlarge", in_=ml).response().said)
    assert not any(is_told(text) for person in (ada, eve) for text in shown_to(slack, person, ml))


@pytest.mark.usefixtures("app")
def test_a_stranger_gets_list_prices_in_a_direct_message_and_on_home(slack: LocalSlack, eve: Person) -> None:
    said = eve.dms(MANY_RUNS)
    card = slack.wait_for_message(in_=eve, thread=said)
    assert LINE in card.said and "you are from another organization" in card.said and "35.76" in card.said
    eve.opens_home()
    home = slack.wait_for_home(of=eve)
    assert not home_offers(home, "home_watch")
    eve.clicks(home, "try_1")
    slack.wait_for_message(in_=eve)
    assert not any(is_told(text) for text in shown_to(slack, eve))


def home_offers(home: Any, action: str) -> bool:
    return any(element.get("action_id") == action for block in home.blocks for element in block.get("elements", ()))


@pytest.mark.usefixtures("app")
def test_what_a_stranger_presses_on_a_members_card_shows_nothing_of_it(
    slack: LocalSlack, ada: Person, eve: Person, ml: Channel
) -> None:
    card = asked(ada, ml, FOUNDING)
    assert "35.37" in card.said
    ml.is_ext_shared = True  # shared after the card was posted
    offered = ids_in(card) - {"feedback"}
    assert offered == {"refine", "why", "math", "sources", "what_if", "choice", "more"}
    pressed = [eve.clicks(card, name) for name in ("refine", "why", "math", "sources", "what_if_1", "choice_1")]
    pressed += [eve.chooses(card, "more", option) for option in menu_of(card)]
    assert len(pressed) == 10  # watch, record, two exports
    for press in pressed:
        assert "counts prices or measurements of the workspace" in press.response().said
    assert card.before == [] and slack.world.files == {} and slack.modals(eve) == []
    eve.says("why?", in_=ml, thread=card)
    assert LINE in slack.wait_for_message(in_=ml, thread=card).said
    eve.says("what if only 2 runs?", in_=ml, thread=card)
    assert LINE in slack.wait_for_message(in_=ml, thread=card).said
    assert not any(is_told(message.said) for message in slack.messages(in_=ml) if message is not card)
    assert not any(is_told(text) for text in shown_to(slack, eve))


def menu_of(card: Message) -> list[str]:
    return [
        option["value"]
        for block in card.blocks
        for element in block.get("elements", ())
        if isinstance(element, dict) and element.get("action_id") == "more"
        for option in element["options"]
    ]


@pytest.mark.usefixtures("app")
def test_workspaces_of_one_organization_are_no_strangers(slack: LocalSlack, ml: Channel) -> None:
    slack.world.enterprise = "E0OURS"
    kim = slack.user("kim", team="T0SIBLING", enterprise="E0OURS")
    ml.members.add(kim.id)
    ml.is_org_shared = True
    assert "35.37" in asked(kim, ml).said
    lee = slack.user("lee", team="T0THEIRS", enterprise="E0THEIRS")
    ml.members.add(lee.id)
    assert LINE in asked(lee, ml).said


def test_guests_are_strangers_unless_a_setting_says_otherwise(slack: LocalSlack, tmp_path: Path) -> None:
    gus = slack.user("gus", is_guest=True)
    ml = slack.channel("lab", members=[gus, slack.bot])
    with serving(tmp_path, slack):
        card = asked(gus, ml)
        assert "you are a guest" in card.said and not is_told(card.said)
        assert "CHIPSCOUT_GUESTS=members" in gus.types("/chipscout prices own", in_=ml).response().said
    with AppProcess(slack, db=tmp_path / "c.db", env={"CHIPSCOUT_GUESTS": "members"}):
        assert "35.37" in asked(gus, ml).said


@pytest.mark.parametrize(
    ("missing", "told"),
    [("users:read", "add the scope users:read"), ("channels:read", "add the scope channels:read")],
)
def test_without_a_scope_it_is_the_safe_side_and_the_scope_is_named(tmp_path: Path, missing: str, told: str) -> None:
    scopes = set(app_manifest()["oauth_config"]["scopes"]["bot"]) - {missing}
    with LocalSlack(scopes=scopes, patience=20.0) as slack, serving(tmp_path, slack) as app:
        ada = slack.user("ada")
        ml = slack.channel("ml", members=[ada, slack.bot])
        card = ada.types(f"/chipscout {MANY_RUNS}", in_=ml).response()
        assert LINE in card.said and told in card.said and not is_told(card.said)
        assert any(missing in line and "list prices alone" in line for line in app.stderr)


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("method", ["users.info", "conversations.info"])
def test_where_slack_fails_it_is_the_safe_side(slack: LocalSlack, ada: Person, ml: Channel, method: str) -> None:
    slack.fail_next(method, error="internal_error", times=5)
    card = ada.types(f"/chipscout {MANY_RUNS}", in_=ml).response()
    assert LINE in card.said and "internal_error" in card.said and not is_told(card.said)


def test_all_own_prices_are_listed_for_admins_or_by_a_setting(slack: LocalSlack, tmp_path: Path) -> None:
    ada, boss = slack.user("ada"), slack.user("boss", is_admin=True)
    ml = slack.channel("lab", members=[ada, boss, slack.bot])
    with serving(tmp_path, slack):
        assert "Only workspace admins" in ada.types("/chipscout prices own", in_=ml).response().said
        assert "Contoso" in boss.types("/chipscout prices own", in_=ml).response().said  # known out of the box
    with AppProcess(slack, db=tmp_path / "c.db", env={"CHIPSCOUT_OWN_PRICES": "members"}):
        assert "Contoso" in ada.types("/chipscout prices own", in_=ml).response().said


def test_who_is_an_admin_elsewhere_is_none_here(slack: LocalSlack, tmp_path: Path) -> None:
    mallory = slack.user("mallory", team=OTHER, is_admin=True)
    ml = slack.channel("lab", members=[mallory, slack.bot])
    with serving(tmp_path, slack):
        told = mallory.types("/chipscout prices own", in_=ml).response()
    assert "for members of the workspace" in told.said


def test_without_the_scope_the_refusal_of_an_admin_says_what_to_add(tmp_path: Path) -> None:
    scopes = set(app_manifest()["oauth_config"]["scopes"]["bot"]) - {"users:read"}
    with (
        LocalSlack(scopes=scopes, patience=20.0) as slack,
        serving(tmp_path, slack, CHIPSCOUT_GUESTS="members"),
    ):
        boss = slack.user("boss", is_admin=True)
        ml = slack.channel("ml", members=[boss, slack.bot])
        told = boss.types("/chipscout prices own", in_=ml).response().said
    assert "users:read" in told
