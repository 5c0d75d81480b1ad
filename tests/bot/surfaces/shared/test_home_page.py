"""What the Home tab shows, out of what is kept."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.surfaces.shared.home_page import SHOWN, Admin, HomeEntry, home_view, page

MORNING = datetime(2026, 11, 21, 9, tzinfo=UTC)


def entry(number: int) -> HomeEntry:
    return HomeEntry(
        number=f"v{number}", headline=f"Use {number}", lean="gpu", question="which?", asked_at=MORNING, link=None,
        is_private=False, is_watched=False,
    )  # fmt: skip


def test_a_watched_verdict_is_not_listed_again_among_the_recent_ones() -> None:
    shown = page([entry(1)], [entry(1), entry(2)], (), None)
    assert [each.number for each in shown.watched] == ["v1"]
    assert [each.number for each in shown.recent] == ["v2"]


def test_lists_are_short_and_say_how_many_are_not_shown() -> None:
    shown = page([entry(number) for number in range(SHOWN + 3)], [], (), None)
    assert len(shown.watched) == SHOWN
    assert shown.more_watched == 3


def test_settings_are_for_admins() -> None:
    plain = home_view(page([], [], (), None))
    admins = home_view(page([], [], (), Admin(answers="private", keep_days=365)))
    assert plain["type"] == admins["type"] == "home"
    assert "home_answers" not in str(plain)
    assert "home_answers" in str(admins)
