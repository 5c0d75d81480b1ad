"""What both databases share: a reader sees one state while another process writes."""

from __future__ import annotations

import time
from threading import Thread

from knowledge.store.base.address import Location
from knowledge.store.base.backend import has_table, one_state
from knowledge.store.store import Store


def test_several_statements_see_one_state(where: Location) -> None:
    count = "SELECT count(*) FROM channel_settings"
    with Store(where, time.time) as store, Store(where, time.time, name="other") as other:
        with one_state(store.file.session):
            before = store.file.session.execute(count).fetchone()
            writer = Thread(target=lambda: other.channel_settings.put("T1", "C1", "answers", "private"))
            writer.start()
            writer.join()
            assert store.file.session.execute(count).fetchone() == before == (0,)
        assert store.file.session.execute(count).fetchone() == (1,)


def test_a_store_has_its_tables(where: Location) -> None:
    with Store(where, time.time) as store:
        assert has_table(store.file.session, "price_beliefs")
        assert "inbox" in store.file.tables()
