"""What every surface is given, and whose workspace a payload is about."""

from __future__ import annotations

from slack_bolt import BoltContext
from slack_bolt.authorization import AuthorizeResult

from bot.surfaces.shared.deps import acknowledge, team_of


def test_the_workspace_is_the_one_we_are_installed_in() -> None:
    """In a channel shared between workspaces the payload names the other one."""
    installed = AuthorizeResult(enterprise_id=None, team_id="T1", bot_token="xoxb-1")
    assert team_of(BoltContext({"team_id": "T2", "authorize_result": installed})) == "T1"


def test_without_an_installation_it_is_the_one_of_the_payload() -> None:
    assert team_of(BoltContext({"team_id": "T2"})) == "T2"
    assert team_of(BoltContext()) == ""


def test_a_request_is_acknowledged_before_anything_is_worked_out() -> None:
    order: list[str] = []
    acknowledge(lambda: order.append("ack"), lambda: order.append("work"))  # type: ignore[arg-type]  # Bolt's Ack does more
    assert order == ["ack", "work"]
