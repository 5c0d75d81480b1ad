"""Where a private answer can be changed: known for half an hour, then forgotten."""

from __future__ import annotations

from pathlib import Path

from knowledge.store.store import Store


def test_an_address_lives_half_an_hour_and_is_then_gone_from_the_file(tmp_path: Path) -> None:
    now = [1000.0]
    with Store(tmp_path / "c.db", lambda: now[0]) as store:
        store.reply_urls.keep("T1", "a", "http://127.0.0.1/1")
        store.reply_urls.keep("T1", "a", "http://127.0.0.1/2")
        assert store.reply_urls.get("T1", "a") == "http://127.0.0.1/2"
        assert store.reply_urls.get("T2", "a") is None
        now[0] += 1800.0
        assert store.reply_urls.get("T1", "a") == "http://127.0.0.1/2"
        now[0] += 1.0
        assert store.reply_urls.get("T1", "a") is None
        store.reply_urls.keep("T1", "b", "http://127.0.0.1/3")
        assert store.file.db.execute("SELECT count(*) FROM reply_urls").fetchone()[0] == 1


def test_the_setting_of_a_channel_is_its_own(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        store.channel_settings.put("T1", "C1", "answers", "channel")
        store.channel_settings.put("T1", "C1", "answers", "private")
        assert store.channel_settings.get("T1", "C1", "answers") == "private"
        assert store.channel_settings.get("T1", "C2", "answers") is None
        assert store.channel_settings.get("T2", "C1", "answers") is None
