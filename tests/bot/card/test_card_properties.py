"""Whatever a verdict holds and whatever people write: Slack takes the card, in every form it may have to take."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor
from bot.blockkit import fallbacks
from bot.blockkit.check import check_message, check_view
from bot.blockkit.length import counted
from bot.card.blocks import message as as_blocks
from bot.card.blocks.message import card_blocks, sentence
from bot.card.blocks.sources import source_blocks
from bot.card.blocks.why import why_blocks
from bot.card.card import Card, CardLine, card
from bot.card.citations import Citation
from bot.card.cost_chart import CurveLine as PlotLine
from bot.card.cost_chart import Plot
from bot.card.tables import OptionRow
from bot.wording.errors import UserError
from engine.forms.registry import FORMS as ANSWERED
from tests.bot.block_samples import button
from tests.golden.test_golden import CARDS
from tests.share import examples

MANY = settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
WHOLE = settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
HOSTILE = (
    "",
    " ",
    "<!channel> <@U123> <!subteam^S1|team>",
    "<https://evil.example|aws.com>",
    "*bold _both_* `code` ```fence```",
    "a|b>c<d&e&amp;",
    "مرحبا بالعالم 128k \u202eright to left\u202c",
    "🧮👩🏽‍💻🇫🇮" * 40,
    "x" * 4000,
    "line\n" * 300,
    "\x00\x07\ud7ff\ufffe",
    "standard_nd96isr_mi300x_v5_with_a_very_long_name_" * 5,
)
WORDS = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30))
COLUMNS = ["instance", "bought", "hours", "rate", "seen", "region", "per_run", "port", "total", "range", "evidence"]
FORMS = tuple(fallbacks.SIMPLER)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """A card with as much or as little of everything as drawn, made of a few words in changing order."""
    words = draw(st.lists(WORDS, min_size=1, max_size=6))
    sizes = draw(st.lists(st.sampled_from((0, 1, 1, 2, 3, 5, 8, 40)), min_size=8, max_size=8))
    turn = iter(range(10**9))

    def word() -> str:
        return words[next(turn) % len(words)]

    def lines(count: int) -> tuple[CardLine, ...]:
        return tuple(CardLine(text=word(), notes=tuple(range(number % 4))) for number in range(count))

    def texts(count: int) -> tuple[str, ...]:
        return tuple(word() for _ in range(count))

    width = draw(st.sampled_from((5, 6, 9, 22))) if sizes[0] else 0
    numeric = draw(st.booleans())
    rows = tuple(
        OptionRow(
            cells=texts(width),
            notes=tuple(range(1, 1 + number % 5)),
            values=tuple(float(at) if numeric else None for at in range(width)),
            remark=word() if number % 2 else "",
        )
        for number in range(sizes[0])
    )
    plot = Plot(
        title="t",
        x_label="runs",
        y_label="USD",
        runs=tuple(map(str, range(1 + sizes[1] % 20))),
        lines=tuple(PlotLine(name=f"s{at}", usd=(1.0,) * (1 + sizes[1] % 20)) for at in range(1 + sizes[2] % 6)),
        in_words=word(),
    )
    is_offers = draw(st.booleans()) and bool(rows)
    return Card(
        question=word(),
        headline=word(),
        confidence=draw(st.sampled_from([None, "low", "medium", "high"])),
        changed=draw(st.sampled_from([None, word()])),
        ask=draw(st.sampled_from([None, word()])),
        questions=texts(sizes[3] % 4),
        said=texts(sizes[3]),
        assumed=lines(sizes[4]),
        taken=texts(sizes[3]),
        unread=texts(sizes[5]),
        columns=texts(width),
        rows=rows,
        break_even=draw(st.sampled_from(["", word()])),
        next=word(),
        batching=word(),
        yours=word(),
        footnote=word(),
        ruled_out=texts(sizes[3] % 3),
        named_out=sizes[7] % 3,
        because=lines(sizes[6]),
        flips=texts(sizes[7]),
        not_surer=lines(sizes[4]),
        not_counted=word(),
        plan=lines(sizes[5] % 7),
        command=draw(st.sampled_from([None, word()])),
        tradeoffs=lines(sizes[1]),
        differ=lines(sizes[2]),
        left_out=lines(sizes[7]),
        facts=lines(sizes[6]),
        facts_last=draw(st.booleans()),
        notes=tuple(
            Citation(number=at, publisher=word(), title=word(), as_of="2026-11-21", grade="claim", url=link)
            for at, link in zip(range(1, 1 + sizes[2]), ["https://a.example/?a=1&b=<2>|3", None] * 60, strict=False)
        ),
        as_of="2026-11-21",
        known=texts(sizes[3]),
        supposed=texts(sizes[4]),
        weighty=sizes[4],
        nearest=tuple(range(sizes[7]))[:3],
        is_offers=is_offers,
        keys=(*COLUMNS, *COLUMNS, *COLUMNS)[:width] if is_offers else (),
        lead=draw(st.sampled_from([None, *range(sizes[6])[:1]])),
        advised=sizes[0] - 1 if rows and draw(st.booleans()) else None,
        plot=draw(st.sampled_from([None, plot])),
    )


def mrkdwn_texts(part: Any) -> Iterator[str]:
    """Every text that Slack would read markup in."""
    if isinstance(part, dict):
        if part.get("type") == "mrkdwn":
            yield part["text"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from mrkdwn_texts(inner)


def message(blocks: list[dict[str, Any]]) -> dict[str, Any]:
    return {"text": "x", "blocks": blocks}


@MANY
@given(shown=cards())
def test_a_card_of_anything_is_one_slack_takes(shown: Card) -> None:
    assert check_message(message(as_blocks.blocks(shown))) == ()


@settings(MANY, max_examples=examples(60))
@given(shown=cards(), rows=st.integers(0, 3))
def test_no_card_is_longer_than_a_message_may_be(shown: Card, rows: int) -> None:
    """8,000 with the sentence above the blocks; and what can be pressed is always there."""
    buttons = [{"type": "actions", "elements": [button(action_id=f"a{at}")]} for at in range(rows)]
    made = as_blocks.blocks(shown, buttons)
    assert counted(made) <= 7000
    assert [block for block in made if block["type"] == "actions"] == buttons


@settings(MANY, max_examples=examples(60))
@given(shown=cards())
def test_what_a_press_opens_is_a_modal_slack_takes(shown: Card) -> None:
    for made in (why_blocks(shown), source_blocks(shown)):
        title = {"type": "plain_text", "text": "t"}
        assert check_view({"type": "modal", "title": title, "blocks": made[:100]}) == ()


@settings(MANY, max_examples=examples(60))
@given(shown=cards(), refused=st.sets(st.sampled_from(FORMS)))
def test_so_is_every_simpler_form_of_it(shown: Card, refused: set[str]) -> None:
    made = fallbacks.without(as_blocks.blocks(shown), frozenset(refused))
    assert check_message(message(made)) == ()
    assert not {block["type"] for block in made} & refused


@settings(MANY, max_examples=examples(60))
@given(shown=cards())
def test_nobody_is_called_and_no_foreign_link_is_made(shown: Card) -> None:
    for made in (as_blocks.blocks(shown), fallbacks.without(as_blocks.blocks(shown), frozenset(FORMS))):
        for text in mrkdwn_texts(made):
            assert all(mark not in text for mark in ("<!", "<@", "<https://evil.example|"))


@WHOLE
@given(text=st.text(max_size=300), name=st.sampled_from(sorted(CARDS)))
def test_a_whole_verdict_on_a_text_with_noise_is_one_slack_takes(advisor: Advisor, text: str, name: str) -> None:
    try:
        answer = advisor.ask(f"{CARDS[name]} {text}")
    except UserError:
        return
    assert check_message({"text": sentence(answer), "blocks": card_blocks(answer)}) == ()


def test_the_whole_verdicts_are_of_every_intent(advisor: Advisor) -> None:
    questions = [*CARDS.values(), "compare trn2.48xlarge and p5en.48xlarge", "what is a NeuronCore?"]
    questions += ["savings plan or reserved for p5 used 12 hours a day?"]
    answers = [advisor.ask(question) for question in questions]
    answers.append(advisor.ask("make it 70B", before=advisor.ask(CARDS["founding"]).reading))
    intents = {form.intent for form in ANSWERED if form.intent}
    assert {answer.reading.intent for answer in answers} == intents
    assert [answer.reading.follows for answer in answers] == [*[False] * (len(answers) - 1), True]
    for answer in answers:
        assert check_message({"text": sentence(answer), "blocks": card_blocks(answer)}) == (), answer.question


@pytest.mark.parametrize("name", sorted(CARDS))
def test_nothing_the_text_card_says_is_missing_in_slack(advisor: Advisor, name: str) -> None:
    """Shorter at first sight, not less honest: the rest is in what Why and Sources open."""
    shown = card(advisor.ask(CARDS[name]))
    said = json.dumps([*as_blocks.blocks(shown), *why_blocks(shown), *source_blocks(shown)], ensure_ascii=False)
    lines = [*shown.because, *shown.not_surer, *shown.assumed, *shown.tradeoffs, *shown.differ, *shown.left_out]
    for text in [*(line.text for line in (*lines, *shown.plan, *shown.facts)), *shown.flips, *shown.taken]:
        assert json.dumps(text.replace("&", "&amp;").replace("<", "&lt;"), ensure_ascii=False)[1:-1] in said
    for note in shown.notes:
        assert note.as_of in said and json.dumps(note.title.replace("&", "&amp;"))[1:-1] in said
