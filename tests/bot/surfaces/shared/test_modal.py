"""Modals: opened while the press still counts, filled once there is something to show."""

from __future__ import annotations

import pytest

from bot.surfaces.shared.modal import carried, initial_in, open_form, opened, values_in, view
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import RecordingClient

TYPED = {"type": "plain_text_input", "value": "150"}
CHOSEN = {"type": "static_select", "selected_option": {"value": "lora"}}
SEVERAL = {"type": "multi_static_select", "selected_options": [{"value": "aws"}, {"value": "gcp"}]}
NOTHING = {"type": "static_select", "selected_option": None}
DAY = {"type": "datepicker", "selected_date": "2026-11-21"}


def test_what_was_filled_in_is_read_by_field() -> None:
    blocks = {"runs": TYPED, "method": CHOSEN, "clouds": SEVERAL, "framework": NOTHING, "day": DAY}
    sent = {"state": {"values": {field: {"action": element} for field, element in blocks.items()}}}
    assert values_in(sent) == {
        "runs": "150", "method": "lora", "clouds": ["aws", "gcp"], "framework": None, "day": "2026-11-21",
    }  # fmt: skip


def test_what_a_form_held_when_it_was_opened_is_read_by_field() -> None:
    elements = {
        "runs": {"initial_value": "52"},
        "day": {"initial_date": "2026-11-21"},
        "method": {"initial_option": {"value": "lora"}},
        "clouds": {"initial_options": [{"value": "aws"}]},
        "budget": {},
    }
    form = {"blocks": [{"block_id": field, "element": element} for field, element in elements.items()]}
    assert initial_in(form) == {"runs": "52", "day": "2026-11-21", "method": "lora", "clouds": ["aws"]}


def test_a_modal_says_it_is_working_until_it_is_filled(client: RecordingClient) -> None:
    with opened(client, "trigger", "The math") as fill:
        assert len(client.called("views.open")) == 1
        fill(view("failed", title="The math"))
    assert client.called("views.update")[0]["view_id"] == "V1"


def test_a_failure_does_not_leave_a_modal_spinning(client: RecordingClient) -> None:
    with pytest.raises(ZeroDivisionError), opened(client, "trigger", "The math"):
        raise ZeroDivisionError
    assert len(client.called("views.update")) == 1


def test_a_modal_that_was_closed_meanwhile_is_left_alone(client: RecordingClient) -> None:
    client.refuses["views.update"] = "not_found"
    with opened(client, "trigger", "The math") as fill:
        fill(view("failed", title="The math"))
    assert len(client.called("views.update")) == 1


def test_a_press_that_waited_too_long_is_told_so(client: RecordingClient) -> None:
    client.refuses["views.open"] = "expired_trigger_id"
    with pytest.raises(UserError) as problem:
        open_form(client, "trigger", {})
    assert problem.value.code == "too_late"


def test_a_form_carries_the_id_of_its_verdict() -> None:
    assert carried(view("reason", title="Why?", number="abc")) == "abc"
