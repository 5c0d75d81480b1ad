"""Keys to fields."""

from __future__ import annotations

from engine.configs.keys.table import Table, Use, pattern
from engine.configs.syntax.entries import Entry
from knowledge.facts import ConfigKey

ROWS = (
    ConfigKey(format="f", field="micro_batch", keys=("batch", "*.batch"), how="count"),
    ConfigKey(format="f", field="datasets", keys=("sets.*.path",), how="list"),
)


def test_the_first_key_of_a_row_counts_and_both_are_used() -> None:
    use = Use("f")
    entries = (Entry("train.batch", 8), Entry("batch", 4), Entry("other", 1), Entry("empty", None))
    fields = Table(ROWS).fields(entries, use)
    assert fields.count("micro_batch") == 4
    assert set(use.used) == {"batch", "train.batch"}
    assert use.unused(entries) == ("other",)


def test_of_a_key_written_twice_the_later_counts() -> None:
    assert Table(ROWS).fields((Entry("batch", 4), Entry("batch", 2)), Use("f")).count("micro_batch") == 2


def test_lists_are_gathered() -> None:
    entries = (Entry("sets.0.path", "a"), Entry("sets.1.path", "b"))
    assert Table(ROWS).fields(entries, Use("f")).words("datasets") == ("a", "b")


def test_what_is_left_open_is_neither_used_nor_unused() -> None:
    use = Use("f")
    entries = (Entry("batch", "auto"),)
    Table(ROWS).fields(entries, use)
    assert (dict(use.used), use.left_open, use.unused(entries)) == ({}, {"batch": "auto"}, ())


def test_a_star_is_one_part_and_two_are_any_number() -> None:
    deep, one = pattern("**.limits.nvidia.com/gpu"), pattern("a.*.b")
    assert not isinstance(deep, str) and not isinstance(one, str)
    assert deep.fullmatch("limits.nvidia.com/gpu") and deep.fullmatch("x.y.limits.nvidia.com/gpu")
    assert one.fullmatch("a.0.b") and not one.fullmatch("a.0.1.b")


def test_anywhere_a_key_counts_in_any_section_but_those_aside() -> None:
    table = Table([ConfigKey(format="f", field="epochs", keys=("epochs",), how="number")], True, ("*eval*",))
    entries = (Entry("a.b.epochs", 3), Entry("a.my_eval.epochs", 1))
    assert table.fields(entries, Use("f")).number("epochs") == 3
    assert table.fields(entries[1:], Use("f")).number("epochs") is None
