"""Thumbs: one vote a person and verdict."""

from __future__ import annotations

import pytest

from bot.surfaces.buttons.feedback import vote
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import BEN, PRICE, RecordingClient, posted_card, press


def test_a_person_who_changes_their_mind_has_one_vote(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client, PRICE)
    vote(deps, client, press(verdict, "up"))
    vote(deps, client, press(verdict, "down"))
    vote(deps, client, press(verdict, "up", user=BEN))
    assert [cast.is_up for cast in sorted(deps.store.votes.since(), key=lambda cast: cast.user)] == [False, True]


def test_a_vote_says_what_kind_of_question_it_is_about(deps: Deps, client: RecordingClient) -> None:
    vote(deps, client, press(posted_card(deps, client, PRICE), "up"))
    assert deps.store.votes.since()[0].intent == "price_lookup"


def test_a_thumb_down_asks_for_a_reason(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client, PRICE)
    vote(deps, client, press(verdict, "up"))
    assert client.called("views.open") == []
    vote(deps, client, press(verdict, "down"))
    assert client.called("views.open")[0]["view"]["private_metadata"] == verdict.id


def test_the_vote_stands_where_the_form_comes_too_late(deps: Deps, client: RecordingClient) -> None:
    client.refuses["views.open"] = "expired_trigger_id"
    vote(deps, client, press(posted_card(deps, client, PRICE), "down"))
    assert len(deps.store.votes.since()) == 1


def test_a_thumb_nobody_offered_is_refused(deps: Deps, client: RecordingClient) -> None:
    with pytest.raises(UserError):
        vote(deps, client, press(posted_card(deps, client, PRICE), "sideways"))
    assert deps.store.votes.since() == ()
