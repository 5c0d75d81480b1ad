"""*Refine*: the whole profile in a modal; sent, the card is worked out again where it stands."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from bot.advice.advisor import Advisor
from bot.advice.audience import MEMBERS, Audience
from bot.blockkit.check import check_view
from bot.surfaces.buttons.refine import profile_view, refine
from bot.surfaces.shared.answering import reading_of
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from knowledge.types.team import OwnPrice
from tests.bot.surfaces.recording import CHANNEL, TEAM, TS, WORKLOAD, RecordingClient, posted_card


def test_the_form_is_filled_in_with_what_was_understood(advisor: Advisor) -> None:
    shown = profile_view(advisor.ask(WORKLOAD), "abc")
    assert check_view(shown) == ()
    assert '"initial_value": "150"' in str(shown["blocks"]).replace("'", '"')


def test_the_card_and_its_thread_take_what_was_changed(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    refine(deps, client, verdict, {"runs": 3.0}, "ana", MEMBERS)
    assert client.called("chat.update")[0]["ts"] == TS
    thread = deps.store.threads.conversation(TEAM, CHANNEL, TS)
    changed = reading_of(thread.reading if thread else None)
    assert changed is not None and changed.profile.runs == 3


def test_a_card_that_slack_does_not_let_us_change_is_told(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    client.refuses["chat.update"] = "edit_window_closed"
    with pytest.raises(UserError) as problem:
        refine(deps, client, verdict, {"runs": 3.0}, "ana", MEMBERS)
    assert problem.value.code == "cannot_change"


@pytest.mark.parametrize(("audience", "is_shown"), [(MEMBERS, True), (Audience(limit="guest"), False)])
def test_prices_recorded_since_count_for_members_alone(
    deps: Deps, client: RecordingClient, audience: Audience, is_shown: bool
) -> None:
    verdict = posted_card(deps, client)
    deps.store.own_prices.add(
        OwnPrice(
            team=TEAM, kind="rate", scope="instance", name="trn2.48xlarge", cloud="aws", purchase="capacity_block",
            amount=Decimal("35.37"), valid_from=date(2026, 1, 1),
        )
    )  # fmt: skip
    refine(deps, client, verdict, {"runs": 140.0}, "ana", audience)
    assert ("35.37" in str(client.called("chat.update")[0]["blocks"])) is is_shown
    kept = deps.store.verdicts.get(TEAM, verdict.id)
    assert kept is not None and kept.audience == audience.limit
