"""One number for a delivery, in every thread that works on it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bot.observe.trace import SURFACES, carried, current, current_id, following, key_of, surface_of, trace_of

MENTION = {"event_id": "Ev1", "event": {"type": "app_mention", "channel": "C1"}}


def test_a_redelivery_has_the_number_of_the_first_delivery_and_another_event_another_one() -> None:
    again = {**MENTION, "event_context": "again"}
    assert trace_of(MENTION, 1.0).id == trace_of(again, 2.0).id
    assert len({trace_of({**MENTION, "event_id": f"Ev{number}"}).id for number in range(50)}) == 50
    assert len(trace_of(MENTION).id) == 8


def test_what_slack_names_in_no_way_gets_a_number_of_its_own() -> None:
    assert key_of({}) is None
    assert trace_of({}).id != trace_of({}).id


def test_outside_a_delivery_there_is_none_and_it_ends_with_it() -> None:
    assert (current(), current_id()) == (None, "")
    trace = trace_of(MENTION)
    with following(trace):
        assert current() is trace
    assert current() is None


def test_it_goes_along_into_another_thread_where_it_is_carried() -> None:
    with ThreadPoolExecutor(1) as pool, following(trace_of(MENTION)) as _:
        with_it, without = pool.submit(carried(current_id)), pool.submit(current_id)
        assert (with_it.result(), without.result()) == (current_id(), "")


def message(**fields: Any) -> dict[str, Any]:
    return {"event": {"type": "message", "channel": "C1", **fields}}


@pytest.mark.parametrize(
    ("body", "surface"),
    [
        (MENTION, "mention"),
        ({"command": "/chipscout", "trigger_id": "1"}, "command"),
        (message(channel_type="im"), "direct"),
        (message(channel_type="channel", thread_ts="1.0"), "thread"),
        (message(channel_type="im", subtype="message_changed"), "edit"),
        (message(channel_type="channel"), "other"),
        ({"type": "block_actions"}, "button"),
        ({"type": "view_submission"}, "form"),
        ({"type": "message_action"}, "shortcut"),
        ({"event": {"type": "app_home_opened"}}, "home"),
        ({"type": "what Slack adds tomorrow"}, "other"),
        ({"event": {"type": "what Slack adds tomorrow"}}, "other"),
    ],
)
def test_a_surface_is_one_of_a_list(body: dict[str, Any], surface: str) -> None:
    assert surface_of(body) == surface
    assert surface in SURFACES
