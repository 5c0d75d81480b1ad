"""Why a feed was not read, in words: ours, those of its parser, or a plain one."""

from __future__ import annotations

from bot.wording.feed_reasons import oddity, reason


def test_our_own_reasons_come_first_then_those_of_the_parsers() -> None:
    assert "no accelerator price" in reason("no_prices", "")
    assert "it is in EUR" in reason("currency", "EUR")


def test_a_code_nobody_worded_is_named_in_a_plain_sentence() -> None:
    assert "no_such_code" in reason("no_such_code", "x").replace(" ", "_")
    assert "no_such_code" in oddity("no_such_code").replace(" ", "_")


def test_why_rows_were_left_out_is_worded_by_the_parsers() -> None:
    assert "when it has no price" in oddity("sentinel")
