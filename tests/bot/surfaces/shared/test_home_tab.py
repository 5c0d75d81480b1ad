"""The Home tab kept up to date."""

from __future__ import annotations

from bot.slack.permissions import Permissions
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.home_tab import Links, home_page, refresh
from tests.bot.surfaces.recording import (
    ANA,
    BEN,
    PERMALINK,
    PRICE,
    TEAM,
    WORKLOAD,
    RecordingClient,
    posted_card,
    private_card,
)


def test_home_is_published_for_those_who_looked_lately_alone(deps: Deps, client: RecordingClient) -> None:
    refresh(deps, client, TEAM, ANA)
    assert client.calls == []
    deps.store.home_tabs.opened(TEAM, ANA, "D1", None)
    refresh(deps, client, TEAM, ANA)
    (published,) = client.called("views.publish")
    assert published["user_id"] == ANA


def test_what_another_published_meanwhile_is_not_written_over_unread(deps: Deps, client: RecordingClient) -> None:
    deps.store.home_tabs.opened(TEAM, ANA, "D1", "h0")
    client.refuses["views.publish"] = "hash_conflict"
    refresh(deps, client, TEAM, ANA)
    hashes = [call.get("hash") for call in client.called("views.publish")]
    assert hashes == ["h0", "h0", None], "the last try insists"


def test_a_failure_is_only_noted(deps: Deps, client: RecordingClient) -> None:
    deps.store.home_tabs.opened(TEAM, ANA, "D1", None)
    client.refuses["views.publish"] = "invalid_arguments"
    refresh(deps, client, TEAM, ANA)
    assert len(client.called("views.publish")) == 1


def test_people_see_their_own_verdicts(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client, WORKLOAD)
    posted_card(deps, client, PRICE, key="k2")  # a price is no verdict
    assert [each.number for each in home_page(deps, client, TEAM, ANA).recent] == [verdict.id]
    assert home_page(deps, client, TEAM, BEN).recent == ()


def test_only_who_may_change_the_workspace_sees_its_settings(deps: Deps, client: RecordingClient) -> None:
    listed = deps._replace(permissions=Permissions(frozenset({ANA})))
    assert home_page(listed, client, TEAM, ANA).admin is not None
    assert home_page(listed, client, TEAM, BEN).admin is None


def test_the_address_of_a_card_is_asked_for_once(deps: Deps, client: RecordingClient) -> None:
    verdict, links = posted_card(deps, client, PRICE), Links()
    assert links.of(client, verdict) == links.of(client, verdict) == PERMALINK
    assert len(client.called("chat.getPermalink")) == 1


def test_a_private_answer_has_no_address(deps: Deps, client: RecordingClient) -> None:
    assert Links().of(client, private_card(deps, PRICE)) is None
    assert client.calls == []
