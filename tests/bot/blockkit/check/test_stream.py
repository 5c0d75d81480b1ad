"""A streamed message, call by call."""

from __future__ import annotations

from bot.blockkit.check.shapes import slack_limits
from bot.blockkit.check.stream import check_stream
from tests.bot.block_samples import section

TEXT = {"markdown_text": "Reading the question"}


def test_a_stream_of_text_that_ends_in_a_card_is_taken() -> None:
    assert check_stream([TEXT, TEXT, {"blocks": [section()]}]) == ()


def test_a_call_holds_text_or_chunks() -> None:
    chunk = {"type": "markdown_text", "text": "more"}
    (problem,) = check_stream([TEXT, TEXT | {"chunks": [chunk]}])
    assert (problem.pointer, problem.because) == ("/1/chunks", "cannot stand beside markdown_text")


def test_a_wrong_block_of_the_last_call_is_pointed_at() -> None:
    (problem,) = check_stream([TEXT, {"blocks": [section(), {"type": "divider", "extra": 1}]}])
    assert problem.pointer == "/1/blocks/1/extra"


def test_blocks_of_all_chunks_count_together_and_the_call_that_goes_too_far_is_named() -> None:
    most = slack_limits().stream.chunk_blocks_max
    fits = {"chunks": [{"type": "blocks", "blocks": [section()] * most}]}
    beyond = {"chunks": [{"type": "blocks", "blocks": [section()]}]}
    problems = [problem for problem in check_stream([fits, beyond]) if "at most" in problem.because]
    assert [problem.pointer for problem in problems] == ["/1/chunks/0/blocks"]
