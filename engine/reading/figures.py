"""Numbers that carry a slot of their own: by the unit behind them ("20 QPS"), the name before them ("batch size 64"),
or what a sum or a span is said of ("engineers cost $250k a year", "the port takes 10 weeks").

What is read here is taken out of the numbers that the rest of the grammar counts, so that no sum becomes a budget
because nobody else claimed it.
"""

from __future__ import annotations

from dataclasses import replace

from engine.reading.document import Document, Mention
from engine.reading.nouns import NO_ADJECTIVE, in_range, is_power_of_two, is_written
from engine.reading.rates import SERVED, horizon, of_each, per_epoch, rate_at, until
from engine.reading.sizes import bare_context, of_a_step
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import SENTENCE_ENDS
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY

_ADJECTIVES = 3  # words between a number and its unit
_JOINING = frozenset({
    "of", "is", "are", "was", "=", ":", "at", "about", "around", "~", "roughly", "averages", "averaging", "to", "up",
    "with", "as", "为", "是", "到", "some", "only", "just", "approximately", "approx", "average", "(",
    "set", "be", "-",
})  # fmt: skip
_BOUNDS = frozenset({  # further ones between the name of a length and its number: "context longer than 50k tokens"
    ">", "<", "over", "above", "than", "more", "longer", "larger", "bigger", "greater", "less", "shorter",
    "exceeding", "exceeds", "beyond", "least", "most", "reach", "reaches", "reaching", "can", "go",
    "goes", "nearly", "almost",
})  # fmt: skip
_JOINED = 4  # of them between a name and its number
_PERCENT = frozenset({"%", "percent", "pct"})
_NEAR, _FAR = 20, 300  # tokens that tell of a batch and how often it is added up; of a sentence, on either side
_WHOLE = frozenset({"global", "effective", "total", "overall"})
_TOKEN_SLOTS = frozenset({"prompt_tokens", "answer_tokens", "tokens_per_sample", "sequence_length"})
_RATED = frozenset({"samples", "epochs", "tokens_per_sample"})  # with a rate behind them they are traffic or a speed
_PROGRESS = frozenset({"steps", "current_tokens_per_second"})
_TRAFFIC = frozenset({"requests_per_second", "concurrent_users"})
# The largest multiplier a slot is said with; others are no longer counted in millions.
_LARGE = {"samples": 1e6, "steps": 1e6, "current_tokens_per_second": 1e9}
_RHYTHM = frozenset({"every", "each", "daily", "weekly", "monthly", "nightly"})
_THOUSAND = 1e3
_COLLEAGUES = 1_000  # more users than that are those of a product, and few of them are there at once
_MONEY_REACH = 9  # tokens before a sum in which its sentence says what it is
_MONEY_AFTER = 4
_ALLOWED = frozenset({"can", "could", "may", "will", "would", "to", "should"})  # "can spend" is no bill
_AT_A_PRICE = frozenset({"at", "for", "@", ",", "(", "each", "which", "cost", "costs", "costing", "us", "that", "is"})
_PRICED, _PORT_REACH = 4, 9  # of these words between a machine and what it costs
_WORKING = frozenset({"for", "x", "times", ",", "over", "full-time", "at"})
_WISHED = 6  # tokens before a speed in which its clause says that it is wished for
_HOURLY = 700  # times a month, at least: a price an hour
_LARGEST_BATCH = 16384  # sequences of one step; more of them are a set of data
_IDLES, _LONGEST = 4, 1e7  # tokens before a share in which "idle" is of it; those of one text that any model reads
_K = 1024  # tokens that "8k context" counts in


def figures(document: Document) -> list[Mention]:
    """The slots these numbers state. They are taken out of `document.numbers`."""
    mentions: list[Mention] = []
    left: list[Number] = []
    for number in document.numbers:
        found = _sum(document, number) if _is_money(document, number) else _plain(document, number, mentions)
        if found is None:
            left.append(number)
        else:
            mentions.append(found)
    document.numbers = left
    counted = document.classes.get("counted", {}).values()
    long = any(mention.slot == "sequence_length" for mention in mentions) or any(m.value == "tokens" for m in counted)
    mentions = [part for mention in mentions for part in of_each(mention, long=long)]
    mentions = _accumulated(document, mentions)
    if document.before.credits_usd or any(mention.slot == "credits_usd" for mention in mentions):
        mentions += until(document)
    passes = [mention for mention in mentions if mention.slot == "epochs"]
    one = [mention for mention in passes if mention.value == 1 and per_epoch(document, mention.first, mention.last)]
    if len(passes) > len(one):  # "an epoch takes 2 hours, we do 20": the one is what the hours are of
        mentions = [mention for mention in mentions if mention not in one]
    return mentions


def _accumulated(document: Document, mentions: list[Mention]) -> list[Mention]:
    """A step takes a batch as often as its gradients are added up, where the batch is not said to be all of it."""
    times = next((mention for mention in mentions if mention.slot == "accumulation"), None)
    mentions = [mention for mention in mentions if mention.slot != "accumulation"]
    batch = next((mention for mention in mentions if mention.slot == "batch_size"), None)
    if times is None or batch is None or max(times.last, batch.last) - min(times.first, batch.first) > _NEAR:
        return mentions
    first, last = min(times.first, batch.first), max(times.last, batch.last)
    is_whole = any(token.norm in _WHOLE for token in document.tokens[max(0, batch.first - 1) : batch.last])
    value = float(batch.value) * (1.0 if is_whole else float(times.value))
    return [replace(batch, value=value, first=first, last=last) if m is batch else m for m in mentions]


def _plain(document: Document, number: Number, before: list[Mention]) -> Mention | None:
    return (
        _port(document, number)
        or horizon(document, number)
        or _by_unit(document, number)
        or _answers_pair(document, number, before)
        or _by_name(document, number)
        or bare_context(document, number)
    )


def _is_money(document: Document, number: Number) -> bool:
    granted = number.letter in ("k", "m") and document.value_at("money_of", number.last) == "credits"  # "50k credits"
    if number.money or granted or document.value_at("counted", number.last) == "dollars":
        return True
    billed = document.ending("money_of", number.first, 2)
    traffic = document.value_at("figure_unit", number.last) in _TRAFFIC  # "the monthly bill for 1M daily requests"
    is_sum = number.letter in ("k", "m") and rate_at(document, number.last) is not None and not traffic
    return is_sum and billed is not None and billed.value == "bill"


def _by_unit(document: Document, number: Number) -> Mention | None:
    """The unit right behind a number, adjectives aside."""
    start = document.skip(number.last)
    for here in range(start, min(start + _ADJECTIVES + 1, len(document.tokens))):
        unit = document.at("figure_unit", here)
        if unit is not None:
            slot = str(unit.value)
            of_serving = dict(unit.implies).get("of") == "serving" and not _are_at_once(document, number, unit.last)
            if of_serving or (slot in _TRAFFIC and number.letter == "b"):  # "qwen2.5-72B-instruct的并发"
                return None
            rated = rate_at(document, unit.last) or rate_at(document, unit.last - 1) or _is_per(document, unit.last)
            if slot in _RATED and rated and not (slot == "samples" and _is_rhythm(document, unit.last)):
                return None
            if slot in _PROGRESS and not _is_own(document, number, slot, unit.last):
                return None
            beside = slot in ("samples", "data_gb") and here == start  # "2 billion rows", not "an 8B training run"
            if not in_range(number.value, dict(unit.implies)):
                continue  # "500 words" are no set of text
            long = slot == "sequence_length" and number.value <= _LONGEST  # "1M context"
            if slot not in _TRAFFIC and not beside and not long and number.scale > _LARGE.get(slot, _THOUSAND):
                return None  # "200M tokens each time"
            return _mention(document, number, unit, number.first, unit.last)
        token = document.tokens[here]
        if token.kind != "word" or token.norm in NO_ADJECTIVE or _says_something(document, here):
            return None
    return None


def _are_at_once(document: Document, number: Number, after: int) -> bool:
    """Whether users may all come at once: "two users share 8 H100" and "9,000 users in total" count people."""
    served = any((match.slot, match.value) in SERVED for match in document.matches)
    return served and number.value <= _COLLEAGUES and rate_at(document, after) is None


def _is_own(document: Document, number: Number, slot: str, after: int) -> bool:
    """Whether steps are those of a run, and a speed is measured here: no wish, no claim, not of one user."""
    if slot == "steps":
        return document.ending("not_steps", number.first, 0) is None
    whose = document.value_at("speed_of", after)
    start = document.clause(number.first)[0]
    return whose != "other" and not document.near("not_own_speed", max(start, number.first - _WISHED), number.first)


def _is_rhythm(document: Document, at: int) -> bool:
    """Whether "every month" follows in a text about training: then it is when a run starts, and no traffic."""
    trains = bool(document.classes.get("trains"))
    return trains and at < len(document.tokens) and document.tokens[at].norm in _RHYTHM


def _is_per(document: Document, at: int) -> bool:
    """Whether "per" follows: "samples per second" is a speed."""
    return at < len(document.tokens) and document.tokens[at].norm in ("/", "per")


def _says_something(document: Document, at: int) -> bool:
    """Whether a word is a noun or unit of its own and so no adjective."""
    names = ("counted", "candidates", "instances", "hours_in", "ms_in", "years_in", "model", "task", "cadence")
    return any(document.at(name, at) for name in names)


def _answers_pair(document: Document, number: Number, before: list[Mention]) -> Mention | None:
    """The second of "1,500 in / 300 out", of "2k prompt, 1k answer", of "sending 2k tokens and getting 400 back"."""
    noun = document.at("answer_noun", number.last)
    behind = bool(before) and before[-1].slot == "prompt_tokens"
    if noun is not None and (behind or is_written(document, number)):
        return Mention("answer_tokens", number.value, number.first, noun.last)
    out = number.last < len(document.tokens) and document.tokens[number.last].norm in ("out", "back")
    if out and behind and (before[-1].last > number.first - 3 or document.tokens[number.last].norm == "back"):
        return Mention("answer_tokens", number.value, number.first, number.last + 1)
    return None


def _by_name(document: Document, number: Number) -> Mention | None:
    """The name before a number, with "of" or "is" between."""
    at, bounded = number.first, False
    for _ in range(_JOINED + 1):
        name = document.ending("figure_name", at, 0, longest=True)
        if name is not None and name.value != "horizon_months":
            break
        if at == 0 or document.tokens[at - 1].norm not in _JOINING | _BOUNDS:
            return None
        at -= 1
        bounded = bounded or document.tokens[at].norm not in _JOINING
    else:
        return None
    slot = str(name.value)
    end = number.last
    if not in_range(number.value, dict(name.implies)):
        return None  # "images at 30 fps"
    if bounded and slot not in _TOKEN_SLOTS:
        return None
    if slot == "seconds_per_step":
        return of_a_step(document, number, name)
    if slot == "share_done" and not (end < len(document.tokens) and document.tokens[end].norm in _PERCENT):
        return None
    if slot in ("utilization", "share_done"):
        said = _mention(document, number, name, name.first, end)  # none of "fully busy 10 days", "to 500 GB"
        return said if 0 < float(said.value) <= 1 and not document.at("hours_in", document.skip(end)) else None
    if slot in _TOKEN_SLOTS and number.value > _LONGEST:
        return None  # "we answer 3 billion tokens a day" is traffic
    follows = document.at("counted", document.skip(end))
    if follows is not None and follows.value == "tokens" and slot in _TOKEN_SLOTS:
        end = follows.last
    elif dict(name.implies).get("of_tokens"):
        return None  # "each sample has 40 features"
    elif _is_of_another_unit(document, end) or _is_of_another_slot(document, slot, end):
        return None
    return _mention(document, number, name, name.first, end)


def _is_of_another_slot(document: Document, slot: str, at: int) -> bool:
    """Whether what follows is no unit of the slot: "2k words", "batch 8 samples", but "bs 8 x ga 4"."""
    follows = document.at("counted", document.skip(at))
    if slot == "batch_size" and follows is not None:
        return document.at("figure_name", follows.last) is None
    return slot in _TOKEN_SLOTS and document.at("words", document.skip(at)) is not None


def _is_of_another_unit(document: Document, at: int) -> bool:
    at = document.skip(at)
    if at < len(document.tokens) and document.tokens[at].norm in _PERCENT:
        return True
    counted = document.at("counted", at)  # "50k samples with one A100", "4 Knoten mit je 4x A100"
    at = counted.last if counted is not None and counted.value == "times" else at
    return any(document.at(name, at) for name in ("hours_in", "ms_in", "years_in", "candidates", "instances")) or (
        counted is not None and counted.value not in ("other", "times")
    )


def _mention(document: Document, number: Number, said: Match, first: int, last: int) -> Mention:
    """The number in the slot's own unit."""
    slot = str(said.value)
    implies = dict(said.implies)
    value = number.value * float(implies.get("times", 1.0))
    idle = slot == "utilization" and document.near("idles", max(0, first - _IDLES), first)
    value = 1 - value if idle else value
    if implies.get("inverse") and value:  # "2.5 it/s"
        value = 1 / value
    whose = document.at("speed_of", document.skip(last)) if slot == "current_tokens_per_second" else None
    if whose is not None and whose.value == "chip":
        slot, last = "chip_tokens_per_second", whose.last
    if slot == "batch_size" and said.slot == "figure_unit":  # "256 sequences of 512"
        slot, last = ("batch_size" if value <= _LARGEST_BATCH else "samples"), first + 1 + (last - first > 1)
    if slot in ("utilization", "share_done") and said.slot == "figure_name":
        percent = last < len(document.tokens) and document.tokens[last].norm in _PERCENT
        value, last = (value / 100, last + 1) if percent else (value / 100 if value > 1 else value, last)
    if slot == "sequence_length" and number.letter == "k" and is_power_of_two(round(number.value / number.scale)):
        value = number.value / number.scale * _K
    return Mention(slot, value, first, last)


def _port(document: Document, number: Number) -> Mention | None:
    """Engineer-weeks of a port: "3 engineer-weeks" beside the word, or a span said of the port itself."""
    at = document.skip(number.last)
    effort = document.at("effort", at)
    start, end = _sentence(document, number.first)
    if effort is not None:
        if not document.near("port", start, end) and document.before.port_weeks is None:
            return None
        for here in range(number.first, max(start, number.first - _PORT_REACH) - 1, -1):
            port = document.at("port", here)
            if port is not None:
                document.covered.update(range(here, port.last))
        return Mention("port_weeks", number.value * float(effort.value), number.first, effort.last)
    unit = document.at("hours_in", at)
    if unit is None or float(unit.value) < 1 or not document.near("port", start, end):
        return None
    weeks = number.value * float(unit.value) / (HOURS_PER_DAY * DAYS_PER_WEEK)
    people = _people_before(document, number)
    if people is not None:  # "2 engineers for 3 weeks"
        return Mention("port_weeks", people.value * weeks, people.first, unit.last)
    after = document.at("port_after", unit.last)
    if after is not None:
        bound = document.ending("not_port", number.first, 0) is not None or (
            after.value == "to" and document.ending("port_takes", number.first, 1) is None
        )
        return None if bound else Mention("port_weeks", weeks, number.first, after.last)
    takes = document.ending("port_takes", number.first, 1, longest=True)
    if takes is None or document.ending("not_port", number.first, 0) is not None:
        return None
    for here in range(takes.first - 1, max(start, takes.first - _PORT_REACH) - 1, -1):
        if document.at("not_port", here) is not None or document.value_at("counted", here) in ("runs", "verbs"):
            return None
        if document.at("port", here) is not None:
            return Mention("port_weeks", weeks, here, unit.last)
    return None


def _people_before(document: Document, number: Number) -> Number | None:
    """The people that a span of work is said of: "2 engineers for 3 weeks", "two devs x 3 weeks"."""
    if number.first == 0 or document.tokens[number.first - 1].norm not in _WORKING:
        return None
    people = document.ending("counted", number.first - 1, 0, longest=True)
    if people is None or people.value not in ("people", "heads"):
        return None
    return next((other for other in document.numbers if other.last in (people.first, people.first - 1)), None)


def _sum(document: Document, number: Number) -> Mention | None:
    """What a sum of money is, where it is no budget: credits, an engineer's rate, or what is paid today."""
    dollars = document.at("counted", number.last)
    last = dollars.last if dollars is not None and dollars.value == "dollars" else number.last
    unit = next((m for at in (last, document.skip(last)) if (m := document.at("figure_unit", at)) is not None), None)
    if unit is not None and unit.value == "engineer_usd_per_week":
        return _mention(document, number, unit, number.first, unit.last)
    start = number.first - 1 if document.tokens[number.first - 1].norm == "$" else number.first
    name = document.ending("engineer_week", start, 2, longest=True)
    if name is not None:
        return Mention("engineer_usd_per_week", number.value * float(name.value), name.first, last)
    rate = rate_at(document, last)
    means = _money_of(document, number.first, last if rate is None else rate[1])
    if means == "credits" and rate is None:
        return Mention("credits_usd", number.value, number.first, last)
    if rate is None:
        return _yearly(document, number, last, means)
    if means == "engineer":
        weeks = document.at("in_work_week", rate[1] - 1)
        value = number.value * (float(weeks.value) if weeks else rate[0] / 4.3333)
        return Mention("engineer_usd_per_week", value, number.first, rate[1])
    if means == "bill" and rate[0] >= _HOURLY:
        return Mention("current_usd_per_hour", number.value, number.first, rate[1])
    if means == "bill":
        return Mention("current_usd_per_month", number.value * rate[0], number.first, rate[1])
    return None


def hourly_at(document: Document, at: int) -> Mention | None:
    """What the machine that ends here costs an hour: "2 g5.48xlarge at $9.50/hour"."""
    for number in document.numbers:
        rate = rate_at(document, number.last)
        between = document.tokens[at : number.first - 1]
        if not number.money or number.first <= at or rate is None or rate[0] < _HOURLY:
            continue
        if len(between) <= _PRICED and all(token.norm in _AT_A_PRICE for token in between):
            return Mention("current_usd_per_hour", number.value, number.first, rate[1])
    return None


def _yearly(document: Document, number: Number, last: int, means: str | None) -> Mention | None:
    """A rate by the year, which no run has."""
    each = last < len(document.tokens) and document.tokens[last].norm in ("a", "per", "/", "an", "each")
    week = document.at("in_work_week", last + each)
    if week is None or means != "engineer":
        return None
    return Mention("engineer_usd_per_week", number.value * float(week.value), number.first, week.last)


def _money_of(document: Document, first: int, last: int) -> str | None:
    """What the words nearest to a sum say it is: right behind it, else before it in its sentence."""
    for at in range(last, min(last + _MONEY_AFTER, len(document.tokens))):
        if document.tokens[at].norm in SENTENCE_ENDS or document.ends_clause(at):
            break
        after = document.at("money_of", at)
        if after is not None:
            document.covered.update(range(at, after.last))
            near = range(max(0, first - _MONEY_REACH), first)  # "we can put $9k on p4d"
            may = any(document.tokens[at].norm in _ALLOWED or document.at("budget", at) for at in near)
            return "budget" if may and after.value == "bill" else str(after.value)
        if document.value_at("budget", at) == "budget":
            return "budget"
    for at in range(first - 1, max(-1, first - _MONEY_REACH), -1):
        if document.tokens[at].norm in SENTENCE_ENDS:
            return None
        before = document.at("money_of", at)
        if before is None and document.at("budget", at) is not None:
            return "budget"
        if before is None:
            continue
        if before.value == "engineer" and any(document.ends_clause(here) for here in range(at, first)):
            return None
        if before.value == "bill" and at and document.tokens[at - 1].norm in _ALLOWED:
            return "budget"
        document.covered.update(range(at, before.last))
        return str(before.value)
    return None


def _sentence(document: Document, at: int) -> tuple[int, int]:
    """First and last token position of the sentence around a position, of a very long one what is near."""
    first, last = at, at
    while first > max(0, at - _FAR) and document.tokens[first - 1].norm not in SENTENCE_ENDS:
        first -= 1
    while last < min(len(document.tokens), at + _FAR) and document.tokens[last].norm not in SENTENCE_ENDS:
        last += 1
    return first, last
