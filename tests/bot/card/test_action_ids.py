"""Names of what can be pressed, as Slack hands them back."""

import re

from bot.card.action_ids import NUMBERED, Action, Menu, pattern


def test_buttons_that_stand_side_by_side_are_told_apart_by_a_number() -> None:
    for action in NUMBERED:
        waited = pattern(action)
        assert isinstance(waited, re.Pattern)
        assert waited.match(f"{action}_3") and not waited.match(f"{action}_x") and not waited.match(str(action))


def test_any_other_button_is_waited_for_by_its_name() -> None:
    assert all(pattern(action) == action.value for action in Action if action not in NUMBERED)


def test_no_more_entries_in_a_menu_than_slack_shows() -> None:
    """Watching and unwatching take turns, so one of the two is shown at a time; five is the most."""
    assert len(Menu) - 1 <= 5
