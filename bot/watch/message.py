"""A report on a verdict whose prices moved: the difference first, then the price that did it, then the figures."""

from __future__ import annotations

from bot.advice.advisor import Answer
from bot.blockkit.build import (
    Block,
    Mrkdwn,
    bold,
    context,
    data_table,
    inert_context,
    joined,
    link,
    raw,
    safe,
    section,
)
from bot.slack.post import Message
from bot.wording.words import mrkdwn, say
from engine.impact.attribution import Moved, PriceMove
from engine.impact.verdict_figures import VerdictFigures
from knowledge.facts import Source
from knowledge.store.verdicts import KeptVerdict

WORDS = "words/watch.j2"
ROWS = ("lean", "option", "usd_per_run", "saving_usd", "break_even_runs")


def message(kept: KeptVerdict, then: Answer, now: Answer, moved: Moved) -> Message:
    """For the thread of the verdict; for its asker alone where the answer was private."""
    serving = is_serving(now)
    head, did = say(WORDS, "headline", moved, serving), say(WORDS, "did", moved)
    prices = [_price(each) for each in moved.because]
    cited = [link(each.url, say(WORDS, "source", each)) for each in sources(then, now, moved.because)]
    about = say(WORDS, "about", kept)
    lines = [safe(did), *prices]
    table = rows(moved, serving)
    heads = say(WORDS, "columns", then.as_of, now.as_of).split("|")
    blocks: list[Block] = [
        section(bold(safe(head))),
        section(joined(lines, "\n")),
        *data_table(say(WORDS, "caption", then.as_of, now.as_of), heads, [list(map(raw, row)) for row in table]),
        *context(cited),
        inert_context(about),
    ]
    plain = [bold(safe(head)), *lines, *(mrkdwn(" | ".join(row)) for row in (heads, *table)), *cited, mrkdwn(about)]
    return Message(
        channel=kept.user if kept.is_private else kept.channel,
        thread_ts=None if kept.is_private else kept.thread_ts,
        text=mrkdwn(head),
        blocks=blocks,
        plain="\n".join(plain),
    )


def rows(moved: Moved, serving: bool) -> list[tuple[str, str, str]]:
    """Then and now, a line for each figure that is known of either."""
    return [
        (say(WORDS, "row", name, serving), _cell(name, moved.before, serving), _cell(name, moved.after, serving))
        for name in ROWS
        if name in ("lean", "option") or any(getattr(each, name) is not None for each in (moved.before, moved.after))
    ]


def sources(then: Answer, now: Answer, prices: tuple[PriceMove, ...]) -> tuple[Source, ...]:
    """What the prices of then and of now are cited from, each once."""
    found: dict[tuple[str, object], Source] = {}
    for each in prices:
        for offer, answer in ((each.before, then), (each.after, now)):
            if offer is not None and offer.source in answer.sources:
                source = answer.sources[offer.source]
                found[source.id, source.as_of] = source
    return tuple(found.values())


def is_serving(answer: Answer) -> bool:
    return answer.verdict is not None and answer.verdict.case.filled.profile.task == "inference"


def _price(move: PriceMove) -> Mrkdwn:
    return joined([bold(safe(say(WORDS, "thing", move))), safe(say(WORDS, "price", move))])


def _cell(name: str, stand: VerdictFigures, serving: bool) -> str:
    return say(WORDS, "cell", name, stand, serving)
