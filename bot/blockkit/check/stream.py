"""A streamed message: what each append may hold, and what its parts may hold together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.blockkit.check.problem import Problem, below
from bot.blockkit.check.rules import entries, objects
from bot.blockkit.check.shapes import ListShape, OneShape, StringShape, slack_limits
from bot.blockkit.check.walk import BlockPlace, check_shape

Call = Mapping[str, object]


def check_stream(calls: Sequence[Call]) -> tuple[Problem, ...]:
    """Why Slack would refuse one of these calls of a stream, from its start to its stop; pointers start at the call.

    A call holds `markdown_text` or `chunks`; the last one may hold `blocks`.
    """
    return tuple(problem for number, call in enumerate(calls) for problem in _call(call, number)) + tuple(
        _blocks_of_all(calls)
    )


def _call(call: Call, number: int) -> Iterator[Problem]:
    limits = slack_limits()
    place = BlockPlace(limits, "message", below("", number))
    if call.get("markdown_text") is not None:
        text = StringShape(kind="string", max=limits.stream.markdown_text_max)
        yield from check_shape(call["markdown_text"], text, place.at("markdown_text"))
        if call.get("chunks"):
            yield place.at("chunks").problem("cannot stand beside markdown_text")
    if call.get("chunks") is not None:
        chunks = ListShape(kind="list", of=OneShape(kind="one", among="chunk"))
        yield from check_shape(call["chunks"], chunks, place.at("chunks"))
    if call.get("blocks") is not None:
        last = ListShape(kind="list", max=limits.stream.last_blocks_max, of=OneShape(kind="one", among="block"))
        yield from check_shape(call["blocks"], last, place.at("blocks"))


def _blocks_of_all(calls: Sequence[Call]) -> Iterator[Problem]:
    most, total = slack_limits().stream.chunk_blocks_max, 0
    for number, call in enumerate(calls):
        for at, chunk in objects(call.get("chunks")):
            before, total = total, total + len(entries(chunk.get("blocks")))
            if before <= most < total:
                because = f"chunks hold {total} blocks; at most {most}"
                yield Problem(pointer=below("", number, "chunks", at, "blocks"), because=because)
