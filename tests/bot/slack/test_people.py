"""Who somebody is, in the words of users.info and conversations.info."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from bot.slack.people import FAILED_SECONDS, KEPT_SECONDS, People

US, THEM = "T0OURS", "T0THEIRS"


class Told(WebClient):
    """A client to which Slack says what it is given, counting the questions."""

    def __init__(self, enterprise: str | None = None, **told: Any) -> None:
        super().__init__("xoxb-test")
        self.told = {"auth_test": {"team_id": US, "enterprise_id": enterprise}} | told
        self.asked: list[str] = []

    def api_call(self, api_method: str, **_how: Any) -> SlackResponse:
        self.asked.append(api_method)
        answer = self.told.get(api_method.replace(".", "_"), {"error": "missing_scope", "needed": "users:read"})
        response = SlackResponse(
            client=self, http_verb="POST", api_url=api_method, req_args={}, headers={}, status_code=200, data=answer
        )
        if "error" in answer:
            raise SlackApiError(answer["error"], response)
        return response


def user(**about: Any) -> dict[str, Any]:
    return {"user": {"id": "U1", "team_id": US} | about}


@pytest.mark.parametrize(
    ("about", "enterprise", "is_outside"),
    [
        ({}, None, False),
        ({"team_id": THEM}, None, True),
        ({"is_stranger": True}, None, True),
        ({"team_id": THEM, "enterprise_user": {"enterprise_id": "E1"}}, "E1", False),
        ({"team_id": THEM, "enterprise_user": {"enterprise_id": "E2"}}, "E1", True),
        ({"team_id": THEM, "enterprise_user": {"enterprise_id": ""}}, "", True),  # no organization is not one
        ({"team_id": None}, None, True),
    ],
)
def test_whoever_is_of_another_organization_is_outside(
    about: dict[str, Any], enterprise: str | None, is_outside: bool
) -> None:
    assert People().person(Told(enterprise, users_info=user(**about)), "U1").is_outside is is_outside


@pytest.mark.parametrize("flag", ["is_restricted", "is_ultra_restricted"])
def test_guests_of_one_or_several_channels_are_guests(flag: str) -> None:
    who = People().person(Told(users_info=user(**{flag: True})), "U1")
    assert who.is_guest and not who.is_outside


def test_an_admin_elsewhere_or_formerly_is_none_here() -> None:
    assert People().person(Told(users_info=user(is_owner=True)), "U1").is_admin
    for about in ({"team_id": THEM}, {"deleted": True}):
        assert not People().person(Told(users_info=user(is_admin=True, **about)), "U1").is_admin


@pytest.mark.parametrize(
    ("about", "is_shared"),
    [
        ({"is_shared": False}, False),
        ({"is_shared": True, "is_ext_shared": True}, True),
        ({"is_pending_ext_shared": True}, True),
        ({"is_shared": True, "is_org_shared": True}, False),
        ({"is_shared": True}, True),
    ],
)
def test_a_channel_is_shared_with_another_organization(about: dict[str, bool], is_shared: bool) -> None:
    place = People().place(Told(conversations_info={"channel": {"id": "C1"} | about}), "C1")
    assert place.is_shared is is_shared and place.unknown is None


def test_what_slack_does_not_tell_is_outside_and_names_the_scope() -> None:
    nothing = Told()
    assert People().person(nothing, "U1").model_dump() == {
        "is_outside": True, "is_guest": True, "is_admin": False, "unknown": "users:read",
    }  # fmt: skip
    assert People().place(nothing, "C1").is_shared and People().place(nothing, "C1").unknown == "users:read"


def test_a_delivery_says_itself_whether_its_channel_is_shared_and_who_wrote_it() -> None:
    people, nothing = People(), Told(users_info=user())
    event = {"channel": "C1", "user": "U1", "user_team": THEM}
    people.note(nothing, {"is_ext_shared_channel": False, "event": event})
    assert not people.place(nothing, "C1").is_shared
    assert people.person(nothing, "U1").is_outside  # whatever users.info says
    people.note(nothing, {"is_ext_shared_channel": True, "event": event})
    assert people.place(nothing, "C1").is_shared


@pytest.mark.parametrize("body", [{"user": {"id": "U1", "team_id": THEM}}, {"user_id": "U1", "team_id": THEM}])
def test_a_press_and_a_command_say_whose_member_acts(body: dict[str, Any]) -> None:
    people, client = People(), Told(users_info=user())
    people.note(client, body)
    assert people.person(client, "U1").is_outside


def test_slack_is_asked_once_a_minute_and_sooner_after_a_failure() -> None:
    now = [0.0]
    people, client = People(lambda: now[0]), Told(users_info=user())
    for seconds in (0.0, KEPT_SECONDS - 1, KEPT_SECONDS + 1):
        now[0] = seconds
        people.person(client, "U1")
    assert client.asked.count("users.info") == 2
    for seconds in (100.0, 100.0 + FAILED_SECONDS - 1, 100.0 + FAILED_SECONDS + 1):
        now[0] = seconds
        people.place(client, "C1")
    assert client.asked.count("conversations.info") == 2


def test_a_stand_in_without_the_methods_has_no_guests_and_shares_nothing() -> None:
    """Slack itself always has them: it refuses for a missing scope, which counts as an outsider."""
    bare = {"error": "unknown_method"}
    people, nothing = People(), Told(auth_test={"team_id": US}, users_info=bare, conversations_info=bare)
    people.note(nothing, {"user_id": "U1", "team_id": US})
    assert not people.person(nothing, "U1").is_outside and not people.person(nothing, "U1").is_guest
    assert people.person(nothing, "U2").is_outside  # nobody says whose that is
    assert not people.place(nothing, "C1").is_shared
