"""The chips of a type as feeds name them: of a type that the facts do not know, nothing else says what is in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from knowledge.store.base.backend import has_table
from knowledge.types.base import Cloud

if TYPE_CHECKING:
    from knowledge.store.base.backend import Session, Statements


def create_price_types(db: Statements) -> None:
    """A row for each type that a feed lists with the name of its chip."""
    db.execute(
        "CREATE TABLE price_types (feed TEXT NOT NULL, cloud TEXT NOT NULL, instance TEXT NOT NULL,"
        " chip TEXT NOT NULL, PRIMARY KEY (feed, cloud, instance)) STRICT, WITHOUT ROWID"
    )


def note_chips(db: Session, feed: str, cloud: Cloud, chips: Mapping[str, str]) -> None:
    """Stores the name of the chip by type, in the transaction of the caller; the last name that was seen counts."""
    if not chips:
        return
    rows = db.execute("SELECT instance, chip FROM price_types WHERE feed = ? AND cloud = ?", (feed, cloud))
    known = {(instance, chip) for instance, chip in rows.fetchall()}
    db.executemany(
        "INSERT INTO price_types (feed, cloud, instance, chip) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (feed, cloud, instance) DO UPDATE SET chip = excluded.chip",
        [(feed, cloud, *named) for named in sorted(chips.items() - known)],
    )


def chips_named(db: Session) -> dict[tuple[Cloud, str], str]:
    """By cloud and type; the name that the first feed of those in order gives. Empty where the file is older."""
    if not has_table(db, "price_types"):
        return {}
    rows = db.execute("SELECT cloud, instance, chip FROM price_types ORDER BY feed DESC")
    return {(cloud, instance): chip for cloud, instance, chip in rows.fetchall()}
