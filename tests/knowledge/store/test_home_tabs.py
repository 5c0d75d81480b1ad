"""Home tabs: who opened one, and which view Slack shows there."""

from __future__ import annotations

from knowledge.store.home_tabs import HomeTab
from knowledge.store.store import Store
from tests.knowledge.store.conftest import NOW, Clock


def test_a_home_tab_is_known_once_it_was_opened(store: Store) -> None:
    assert store.home_tabs.get("T1", "U1") is None
    store.home_tabs.opened("T1", "U1", "D1", shown=None)
    assert store.home_tabs.get("T1", "U1") == HomeTab(team="T1", user="U1", channel="D1", hash=None, opened=NOW)


def test_opening_it_again_keeps_the_view_that_was_published(store: Store, clock: Clock) -> None:
    store.home_tabs.opened("T1", "U1", "D1", shown=None)
    store.home_tabs.published("T1", "U1", "hash-1")
    clock.now += 60
    store.home_tabs.opened("T1", "U1", "D1", shown=None)
    tab = store.home_tabs.get("T1", "U1")
    assert tab is not None and (tab.hash, tab.opened) == ("hash-1", NOW + 60)


def test_a_view_of_unknown_state_has_no_hash(store: Store) -> None:
    store.home_tabs.opened("T1", "U1", "D1", shown="hash-1")
    store.home_tabs.published("T1", "U1", None)
    tab = store.home_tabs.get("T1", "U1")
    assert tab is not None and tab.hash is None


def test_a_tab_not_opened_lately_is_left_out(store: Store) -> None:
    store.home_tabs.opened("T1", "U1", "D1", shown="hash-1")
    assert store.home_tabs.get("T1", "U1", since=NOW - 1) is not None
    assert store.home_tabs.get("T1", "U1", since=NOW) is None
