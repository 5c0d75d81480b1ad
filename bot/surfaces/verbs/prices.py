"""`/chipscout prices p5 in us-east-1` and `/chipscout prices own ...`, shown only to the user who typed it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from slack_sdk import WebClient

from bot.advice.audience import Audience
from bot.advice.team import team_data
from bot.blockkit.build import Block, Mrkdwn, bold, context, data_table, link, raw, safe, section
from bot.inputs.own_price import TypedPrice, day_of, own_price
from bot.prices.freshness import freshness_sentences
from bot.prices.history import history, spark
from bot.prices.lookup import PriceLine, PriceQuery, lines, wanted
from bot.prices.market import source_id
from bot.slack import post
from bot.slack.permissions import require_ours
from bot.surfaces.shared.deps import Deps
from bot.wording import words
from bot.wording.errors import UserError
from knowledge.facts import Facts, Names, OwnPrice, begins, names_of
from knowledge.history.queries import HistoryReader, open_history
from knowledge.store.base.backend import DATABASE_ERRORS

PRICES, OWN = "words/prices/prices.j2", "words/card/own_prices.j2"
ABOUT = re.compile(r"\s*prices\s+(\S.*)", re.IGNORECASE | re.DOTALL)
OURS = re.compile(r"own(?:\s+(list|add|remove)(?:\s+(.*))?)?", re.IGNORECASE | re.DOTALL)
ROWS = 60
PLAIN_ROWS = 20
LONGEST_NAME = 5  # words
COLUMNS = ("instance", "region", "purchase", "usd", "since", "seen_on", "age", "line", "source")
KEYWORDS = {"in": "region", "region": "region", "by": "purchase", "from": "valid_from", "until": "valid_until"}


def about_prices(
    deps: Deps, client: WebClient, command: Mapping[str, Any], team: str, text: str
) -> post.Message | None:
    """The reply; None if the text names nothing that has a price, so that it may be a question.

    Raises:
        UserError: a price that cannot be read, or a user who may not set one.
    """
    match = ABOUT.fullmatch(text)
    if match is None:
        return None
    ours = OURS.fullmatch(match[1].strip())
    audience = deps.permissions.audience(client, command["user_id"], command["channel_id"])
    if ours is None:
        return _shown(deps, team, command["channel_id"], match[1].strip(), audience)
    require_ours(audience)
    verb, rest, today = (ours[1] or "list").lower(), (ours[2] or "").strip(), datetime.now(UTC).date()
    if verb == "list":
        deps.permissions.require_price_list(client, command["user_id"])
        own = deps.store.own_prices.of_team(team)
        sentences = [words.say(OWN, "listed", price, today) for price in own] or [words.say(OWN, "nothing_here")]
        return _message(command["channel_id"], sentences)
    deps.permissions.require_workspace(client, command["user_id"])
    if verb == "remove":
        digits = rest.removeprefix("own-price-")
        if not digits.isdecimal() or not deps.store.own_prices.remove(team, int(digits[:18])):
            raise UserError("own_price_unknown", number=rest)
        return _message(command["channel_id"], [words.say(OWN, "removed", digits)])
    facts = deps.advisor.facts
    new_price = own_price(typed_in(rest, names_of(facts)), facts, team, command["user_id"], today)
    (recorded,) = deps.store.own_prices.add(new_price)
    return _message(command["channel_id"], [words.say(OWN, "recorded", recorded, today)])


def is_about_prices(text: str) -> bool:
    return ABOUT.fullmatch(text) is not None


def typed_in(text: str, names: Names) -> TypedPrice:
    """`NAME AMOUNT [in REGION] [by WAY] [from DAY] [until DAY] [on CLOUD] [note ...]`, each in any order.

    Raises:
        UserError: no name and amount at the beginning, or an unknown word.
    """
    before_note, *noted = re.split(r"\s+note\s+", text, maxsplit=1, flags=re.IGNORECASE)
    parts = before_note.split()
    if len(parts) < 2:
        raise UserError("own_price_words", word=text)
    size = _words_of_name(parts, names)
    name, amount, rest = " ".join(parts[:size]), parts[size], parts[size + 1 :]
    while rest and rest[0].lower() in ("credits", "credit", "off", "%"):
        amount += f" {rest.pop(0)}"
    fields: dict[str, Any] = {"name": name, "amount": amount, "note": noted[0].strip() if noted else None}
    while rest:
        word = rest.pop(0).lower()
        field = "cloud" if word == "on" else KEYWORDS.get(word)
        if field is None or not rest:
            raise UserError("own_price_words", word=word)
        size = _words_of_place(rest, names) if field == "region" else 1
        value, rest = " ".join(rest[:size]), rest[size:]
        fields[field] = day_of(value) if field.startswith("valid") else value
    return TypedPrice.model_validate(fields)


def _words_of_name(parts: list[str], names: Names) -> int:
    """How many words the name at the beginning has: "a100 80gb" is two where an amount follows."""
    for size in range(min(LONGEST_NAME, len(parts) - 1), 1, -1):
        name, amount = " ".join(parts[:size]), parts[size].lstrip("$")
        if amount[:1].isdigit() and (names.types(name) or names.cloud(name)):
            return size
    return 1


def _words_of_place(parts: list[str], names: Names) -> int:
    sizes = range(min(LONGEST_NAME, len(parts)), 1, -1)
    return next((size for size in sizes if names.regions(" ".join(parts[:size]))), 1)


def _shown(deps: Deps, team: str, channel: str, text: str, audience: Audience) -> post.Message | None:
    facts, today = deps.advisor.facts, deps.advisor.today()
    look = wanted(deps.advisor.parse(text), facts, PriceQuery())
    try:
        with open_history(deps.store.path) as past:
            matches = lines(facts, past, today, look)
            courses = _courses(facts, past, today, look) if matches else {}
            fresh = freshness_sentences(facts, past)
    except DATABASE_ERRORS:
        raise UserError("history_unread", path=str(deps.store.path)) from None
    if not matches:
        return None
    current = [price for price in team_data(deps.store, team, audience).prices if price.holds(today)]
    own = [words.say(OWN, "line", price, today) for price in current if _concerns(price, look, facts)]
    return _looked_up(facts, channel, text, matches, courses, own, fresh)


def _looked_up(
    facts: Facts,
    channel: str,
    text: str,
    matches: tuple[PriceLine, ...],
    courses: Mapping[tuple[object, ...], str],
    own: list[str],
    fresh: list[str],
) -> post.Message:
    title = words.say(PRICES, "looked_up", text, len(matches))
    rows = [_row(line, courses.get(_key(line), "")) for line in matches[:ROWS]]
    heads = [words.say(PRICES, "column", name) for name in COLUMNS]
    below = [words.say(PRICES, "more_rows", len(matches) - ROWS)] if len(matches) > ROWS else []
    cited = [link(*source) for source in _sources(facts, matches[:ROWS])]
    small = [*(safe(line) for line in (*below, *fresh[:ROWS])), *cited]
    blocks: list[Block] = [
        section(bold(safe(title))),
        *([section(Mrkdwn("\n".join(safe(line) for line in own)))] if own else []),
        *data_table(title, heads, rows),
        *context(small),
    ]
    listed = [" | ".join(cell["text"] for cell in row) for row in rows[:PLAIN_ROWS]]
    plain = "\n".join(words.mrkdwn(line) for line in (title, *own, *listed, *fresh))
    return post.Message(channel=channel, text=words.mrkdwn(title), blocks=blocks, plain=plain)


def _row(line: PriceLine, course: str) -> list[Block]:
    return [
        raw(words.say(PRICES, "thing", line)),
        raw(words.say(PRICES, "place", line)),
        raw(words.say(PRICES, "bought", line)),
        raw(words.say(PRICES, "usd", line), line.usd_per_hour),
        raw(str(line.since or "")),
        raw(str(line.seen_on or "")),
        raw(words.say(PRICES, "age", line)),
        raw(course),
        raw(line.source),
    ]


def _courses(
    facts: Facts, past: HistoryReader | None, today: date, look: PriceQuery
) -> dict[tuple[object, ...], str]:
    """Each price over time as a line of bars, if it ever moved."""
    return {_key(line): spark(line, today) for line in history(facts, past, today, look, None) if len(line.steps) > 1}


def _key(line: Any) -> tuple[object, ...]:
    return line.cloud, line.instance, line.region, line.zone, line.purchase, line.terms, line.scope


def _sources(facts: Facts, matches: tuple[PriceLine, ...]) -> list[tuple[str | None, str]]:
    """The sources the last column names: address, and title with day."""
    out: dict[str, tuple[str | None, str]] = {}
    for line in matches:
        feed = facts.feeds.get(line.feed)
        is_seen = feed is not None and line.source == source_id(line.feed, line.cloud)
        source = facts.sources.get(feed.source if feed and is_seen else line.source)
        if source is not None:
            title, day = feed.title if feed else source.title, line.seen_on or source.as_of
            out[line.source] = source.url, words.say(PRICES, "source", line.source, title, day)
    return list(out.values())


def _concerns(price: OwnPrice, look: PriceQuery, facts: Facts) -> bool:
    """Whether it applies to anything that was looked up."""
    for name in look.instances:
        thing = facts.instances[name]
        if price.cloud == thing.cloud and (
            price.name in (name, thing.accelerator, thing.cloud) or begins(name, price.name)
        ):
            return True
    return False


def _message(channel: str, sentences: list[str]) -> post.Message:
    text = words.mrkdwn("\n".join(sentences))
    template = words.environment().get_template("slack/card/line.j2")
    blocks = [json.loads(template.render(line=line)) for line in sentences[:40]]
    return post.Message(channel=channel, text=words.mrkdwn(sentences[0]), blocks=blocks, plain=text)
