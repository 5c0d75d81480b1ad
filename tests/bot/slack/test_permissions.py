"""Who may do what, asked of a local Slack."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from slack_sdk import WebClient

from bot.slack.permissions import Permissions
from bot.wording import words
from bot.wording.errors import UserError
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import BOT_TOKEN, Channel


@pytest.fixture
def boss(slack: LocalSlack) -> Person:
    made = slack.user("boss")
    slack.world.users[made.id].is_admin = True
    return made


@pytest.fixture
def narrow() -> Iterator[LocalSlack]:
    """With the scopes of the manifest alone: people cannot be looked up."""
    with LocalSlack(scopes={"chat:write", "commands"}) as made:
        yield made


def test_a_workspace_is_changed_by_its_admins(web: WebClient, ada: Person, boss: Person) -> None:
    may = Permissions()
    assert may.may_change_workspace(web, boss.id) and not may.may_change_workspace(web, ada.id)
    assert not may.may_change_workspace(web, "U0NOBODY")


def test_a_list_decides_alone(web: WebClient, ada: Person, boss: Person) -> None:
    may = Permissions(frozenset({ada.id}))
    assert may.may_change_workspace(web, ada.id) and not may.may_change_workspace(web, boss.id)


def test_a_channel_is_changed_by_its_members_and_by_admins(
    slack: LocalSlack, web: WebClient, ada: Person, boss: Person, ml: Channel
) -> None:
    may, eve = Permissions(), slack.user("eve")
    assert may.may_change_channel(web, ada.id, ml.id) and may.may_change_channel(web, boss.id, ml.id)
    assert not may.may_change_channel(web, eve.id, ml.id)
    assert may.may_change_channel(web, eve.id, ml.id, came_from=ml.id)  # typed there: a member
    assert not may.may_change_channel(web, eve.id, ml.id, came_from="C0OTHER")


def test_a_member_of_a_large_channel_is_found_on_a_later_page(slack: LocalSlack, web: WebClient, ada: Person) -> None:
    crowd = slack.channel("crowd", members=[ada, slack.bot])
    crowd.members |= {f"A{number:05d}" for number in range(1500)}  # before ada, as ids are sorted
    assert Permissions().may_change_channel(web, ada.id, crowd.id)
    assert len(slack.calls("conversations.members")) == 2


def test_without_the_scopes_the_channel_itself_is_the_proof(narrow: LocalSlack) -> None:
    may, ada = Permissions(), narrow.user("ada")
    narrow.world.users[ada.id].is_admin = True
    web = WebClient(BOT_TOKEN, base_url=narrow.url)
    ml = narrow.channel("ml", members=[ada, narrow.bot])
    assert may.may_change_channel(web, ada.id, ml.id, came_from=ml.id)
    assert not may.may_change_channel(web, ada.id, ml.id)
    assert not may.may_change_workspace(web, ada.id)


def test_guests_are_members_by_a_setting_alone(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    gus = slack.user("gus", is_guest=True)
    assert Permissions().audience(web, gus.id, ml.id).limit == "guest"
    assert Permissions(guests_are_members=True).audience(web, gus.id, ml.id).is_ours


def test_without_the_scope_whoever_a_delivery_says_is_ours_may_be_a_guest(narrow: LocalSlack) -> None:
    ada, web = narrow.user("ada"), WebClient(BOT_TOKEN, base_url=narrow.url)
    said = {"user_id": ada.id, "team_id": narrow.world.team}
    strict, open_to_guests = Permissions(), Permissions(guests_are_members=True)
    for may in (strict, open_to_guests):
        may.people.note(web, said)
    assert strict.of_person(web, ada.id).missing == "users:read"
    assert open_to_guests.of_person(web, ada.id).is_ours
    assert not open_to_guests.of_person(web, narrow.user("eve").id).is_ours  # nobody says whose she is


def test_the_narrower_of_person_and_place_decides(
    slack: LocalSlack, web: WebClient, ada: Person, ml: Channel
) -> None:
    assert Permissions().audience(web, ada.id, ml.id).is_ours
    shared = slack.channel("shared", members=[ada, slack.bot], shared=True)
    assert Permissions().audience(web, ada.id, shared.id).limit == "shared_channel"
    assert Permissions().audience(web, ada.id, slack.dm(ada).id).is_ours
    eve = slack.user("eve", team="T0OTHER")
    assert Permissions().audience(web, eve.id, shared.id).limit == "other_organization"


def test_a_refusal_is_one_sentence(web: WebClient, ada: Person) -> None:
    with pytest.raises(UserError) as problem:
        Permissions().require_workspace(web, ada.id)
    assert words.error(problem.value).startswith("Only workspace admins can do this")
    with pytest.raises(UserError) as problem:
        Permissions().require_channel(web, ada.id, "C0OTHER", came_from="C0HERE")
    assert words.error(problem.value).startswith("Only members of that channel can do this")
