"""Times in a text: how often (cadence), how long one run takes, and by when it must be done.

A bare date ("by Friday") cannot be turned into days without a clock and is left unread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.reading.document import Document, Mention
from engine.reading.nouns import NO_ADJECTIVE
from engine.reading.quantities import Quantity
from engine.reading.rates import RATE_REACH, models_a_month, of_an_epoch, rate_after, rate_at
from engine.reading.words.patterns import Match
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

_COUNTED_WORDS = 3  # a number, a rhythm, a noun
_OF_A_YEAR = (1, 4, 12, 52, 365)  # runs of a rhythm that are those of a year: "12 monthly runs"
_ROUND = 10
_SENTENCE = 80  # tokens of a sentence that are looked back on
_LED = 4  # tokens between "every month" and how many runs it has
_SUBJECT = 9  # tokens before a duration in which its clause names what takes so long
_DATE_REACH = 5  # tokens between a date and the span that says how far off it is
_CONTRADICT = 3  # times of runs that are said to be so: then none is that of the run; of others one fewer
_OF_PLAN = 3  # tokens between a sum of money and a span: "$50k and 3 months", "3 months and about $50k"
_WITHIN = frozenset({"in", "within"})
_BARS = 2  # of a row of a table, at least
_JOINERS = frozenset({",", "and", "&", "+", "/", "und", "et", "y", "e", "и", "和", "与", "、", "と", "와", "과"})
_REACH = {"runs": RATE_REACH, "times": RATE_REACH, "other": 1}


def cadence(document: Document, quantities: list[Quantity]) -> list[Mention]:
    """How often: counted runs with a rate, "twice a week", "every other week", "nightly", "once"."""
    mentions: list[Mention] = []
    used: set[int] = set()
    counted: list[Quantity] = []
    for quantity in quantities:
        rate = None
        if quantity.kind in ("runs", "times", "money", "tokens", "other", "hours"):
            rate = rate_after(document, quantity.last, _REACH.get(quantity.kind, 2))
        inside = _rhythm_inside(document, quantity)
        if rate is None and inside is not None:  # "20 monthly runs"
            used.update(range(quantity.first, quantity.last))
            mentions += _monthly(quantity.value * inside, quantity.first, quantity.last)
            continue
        if rate is None:
            if quantity.kind == "runs":
                counted.append(quantity)
            elif quantity.kind == "times" and quantity.value == 1:  # "1x"
                mentions.append(Mention("cadence", "one_off", quantity.first, quantity.last))
            elif quantity.kind == "times" and _is_repeated(document, quantity):
                counted.append(quantity)
            continue
        used.update(range(quantity.last, rate[1]))
        whole = quantity.value == int(quantity.value)  # "1.86 per hour" is a rate of something else
        if quantity.kind == "runs" or (quantity.kind == "times" and whole):
            mentions += _monthly(quantity.value * rate[0], quantity.first, rate[1])
        elif quantity.kind == "hours" and quantity.value < rate_hours(rate[0]):
            mentions += _monthly(rate[0], quantity.first, rate[1], weak=True)  # "6 hours a week"
    if not mentions and (trained := models_a_month(document)):
        used.update(range(trained[1], trained[2]))
        mentions += _monthly(*trained)
    mentions += _once(document, used)
    for at, times in document.classes.get("times", {}).items():
        rate = rate_at(document, times.last)
        if rate is not None and times.last not in used:
            mentions += _monthly(float(times.value) * rate[0], at, rate[1])
            used.update(range(times.last, rate[1]))
        elif rate is None and document.ends_clause(times.last) and _is_done(document, at):  # "train it twice"
            counted.append(Quantity("runs", float(times.value), at, times.last))
    if not any(m.slot == "runs_per_month" for m in mentions):
        mentions += _uncounted_rates(document, used, quantities)
    elif not counted:  # a counted rate says more than "biweekly" or "asks every month"
        mentions += [
            replace(m, weak=True) for m in _uncounted_rates(document, used, quantities) if m.first not in used
        ]
    mentions, counted = _led_by_a_rate(document, counted, mentions)
    mentions += _merge_counts(counted, mentions)
    return mentions


def _rhythm_inside(document: Document, quantity: Quantity) -> float | None:
    """How often a month the runs of "20 monthly runs" come; None where they are a year's ("12 monthly runs")."""
    if quantity.kind != "runs" or quantity.value in _OF_A_YEAR or quantity.last - quantity.first < _COUNTED_WORDS:
        return None
    schedule = document.at("schedule", quantity.first + 1)
    return None if schedule is None or schedule.last >= quantity.last else float(schedule.value)


def _led_by_a_rate(
    document: Document, counted: list[Quantity], mentions: list[Mention]
) -> tuple[list[Mention], list[Quantity]]:
    """ "Every month we do 20 fine-tunes" counts the runs of a month."""
    for quantity in counted:
        for rate in mentions:
            near = rate.last <= quantity.first <= rate.last + _LED and document.clause(rate.first)[1] > quantity.first
            period = document.at("every", rate.first) or document.at("each", rate.first)
            if rate.slot == "runs_per_month" and near and period is not None:
                others = [m for m in mentions if (m.first, m.last) != (rate.first, rate.last)]
                others += _monthly(quantity.value * float(rate.value), rate.first, quantity.last)
                return others, [other for other in counted if other is not quantity]
    return mentions, counted


def _is_repeated(document: Document, quantity: Quantity) -> bool:
    """Whether "30 times" counts runs: said of something one does, and compares nothing ("4 times cheaper")."""
    first, last = quantity.first, quantity.last
    if quantity.value != int(quantity.value) or document.at("compared", last) is not None:
        return False
    scales = document.near("scaled", last, last + 2)  # "10x the traffic"
    if scales or (document.tokens[last - 1].norm == "x" and not _is_of_work(document, last)):
        return False
    if document.at("trains", last) is not None:  # "30x QLoRA"
        return True
    alone = document.clause(first)[0] == first and document.ends_clause(last)  # ", 30 times"
    return alone or _is_done(document, first)


def _is_done(document: Document, at: int) -> bool:
    """Whether the clause before a count says what one does: "train a 30B model"."""
    start = max(document.clause(at)[0], at - _SUBJECT)
    return document.near("done", start, at) or document.near("trains", start, at)


def _is_of_work(document: Document, at: int) -> bool:
    """Whether work, a preposition or nothing follows "10x", and no thing that there are ten of."""
    work = document.at("trains", at) is not None
    return work or document.ends_clause(at) or document.tokens[at].norm in NO_ADJECTIVE


def rate_hours(per_month: float) -> float:
    """Hours between two runs at a rate."""
    return HOURS_PER_MONTH / per_month if per_month else 0.0


def _monthly(per_month: float, first: int, last: int, weak: bool = False) -> list[Mention]:
    return [
        Mention("cadence", "repeated", first, last, weak),
        Mention("runs_per_month", round(per_month, 4), first, last, weak),
    ]


def _once(document: Document, used: set[int]) -> list[Mention]:
    """ "once a month" is a rate; "once" at the end of a clause is a single run; "once we" is neither."""
    mentions: list[Mention] = []
    for at, once in document.classes.get("once", {}).items():
        rate = rate_at(document, once.last)
        if rate is not None:
            mentions += _monthly(rate[0], at, rate[1])
            used.update(range(at, rate[1]))
        elif at and document.tokens[at - 1].norm in ("at", "than", "again"):
            continue
        elif document.ends_clause(once.last) or document.at("once_after", once.last) is not None:
            mentions.append(Mention("cadence", "one_off", at, once.last))
    return mentions


def _uncounted_rates(document: Document, used: set[int], quantities: list[Quantity]) -> list[Mention]:
    """Rates that count nothing: "nightly", "every other week", "every 3 days"."""
    mentions: list[Mention] = []
    durations = {q.first: q for q in quantities}
    starts = {n.first: n for n in document.numbers}
    for at, schedule in document.classes.get("schedule", {}).items():
        last = schedule.last
        skipped = document.skip(last)
        if at in used or document.at("not_runs", skipped):
            continue
        of_runs = document.value_at("counted", skipped) in ("runs", "verbs")  # "weekly runs cost"
        if not document.ends_clause(skipped) and not of_runs and document.at("not_runs", skipped + 1):
            continue  # "weekly team budget", but not "weekly, budget $500"
        if _of_something_else(document, at) or float(schedule.value) >= HOURS_PER_MONTH:
            continue
        mentions += _monthly(float(schedule.value), at, last)
    for at, day in document.classes.get("weekdays", {}).items():  # "on Mondays and Thursdays"
        if document.ending("weekdays", at, 2) or document.ending("every", at, 0) or document.at("not_runs", day.last):
            continue
        days, last = _weekdays(document, at + 1 if document.at("weekday", at) else at + 2)
        mentions += _monthly(float(day.value) * days, at, last)
    for at, every in document.classes.get("every", {}).items():
        if at in used or _of_something_else(document, at) or document.ending("not_run_cue", at, 1):
            continue
        number = starts.get(every.last)
        if number is not None and _distributes(document, at):
            continue
        period = document.at("period", every.last)
        if period is None and number is not None:
            after = document.at("period", document.skip(number.last))
            if after is not None and number.value > 0:
                mentions += _monthly(float(after.value) / number.value, at, after.last)
        elif period is not None and not document.at("not_runs", period.last):
            word = durations.get(every.last)
            days, last = _weekdays(document, period.last)
            mentions += _monthly(float(period.value) * days, at, max(last, word.last if word else 0))
    return mentions


def _of_something_else(document: Document, at: int) -> bool:
    """Whether a schedule directly follows something other than a run, in its clause ("the bill every month")."""
    if _of_trouble(document, at):
        return True
    work = document.value_at("counted", document.skip(at + 1))
    if work in ("runs", "verbs"):  # "the emissions of our nightly training"
        return False
    other = document.ending("not_runs", at, 2)
    return other is not None and not any(document.ends_clause(here) for here in range(other.last, at))


def _of_trouble(document: Document, at: int) -> bool:
    """Whether what comes so often is what goes wrong: "the job crashes every night", "no p4d to be had every day"."""
    if not document.classes.get("trouble"):
        return False
    for here in range(at - 1, max(-1, at - _SENTENCE), -1):
        if document.ends_sentence(here):
            return False
        if document.at("trouble", here) is not None:
            return True
        if document.value_at("counted", here) in ("runs", "verbs"):
            return False
    return False


def _weekdays(document: Document, at: int) -> tuple[int, int]:
    """How many days of the week a list names whose first ends here ("Monday, Wednesday and Friday")."""
    days = 1
    while (
        at < len(document.tokens)
        and document.tokens[at].norm in _JOINERS
        and document.at("weekday", at - 1) is not None
    ):
        here = at + 1
        while here < len(document.tokens) and document.tokens[here].norm in _JOINERS | {"every", "on", "each"}:
            here += 1
        day = document.at("weekday", here)
        if day is None:
            break
        days, at = days + 1, day.last
    return days, at


def _distributes(document: Document, at: int) -> bool:
    """Whether "each" opens a clause and so distributes ("3 runs, each 6 days") rather than repeats."""
    return document.tokens[at].norm == "each" and document.starts_sentence(at)


def _merge_counts(counted: list[Quantity], mentions: list[Mention]) -> list[Mention]:
    """Runs without a rate of their own. One run is a single run unless the text has a schedule."""
    more: list[Mention] = []
    for quantity in counted:
        more.append(Mention("runs", quantity.value, quantity.first, quantity.last))
        if quantity.value == 1:
            more.append(Mention("cadence", "one_off", quantity.first, quantity.last, weak=True))
    scheduled = any(m.slot == "runs_per_month" for m in mentions)
    return [m for m in more if not (scheduled and (m.slot == "cadence" or m.value == 1))]


def durations(document: Document, quantities: list[Quantity], told: Sequence[Mention] = ()) -> list[Mention]:
    """Run time and deadline. A wait, an age, a commitment or a port is neither.

    `told`: a share that is done makes a span the time so far ("after 24 hours only 7 % done"), and tokens make a
    bare span one to finish in ("on 260B tokens, 120 days").
    """
    so_far = any(mention.slot == "share_done" for mention in told)
    sized = any(quantity.kind == "tokens" for quantity in quantities)
    worked = sized or any(mention.slot in ("samples", "epochs", "data_gb", "steps") for mention in told)
    deadlines: list[Mention] = []
    marked: list[Mention] = []
    plain: list[Mention] = []
    passes = next((float(m.value) for m in told if m.slot == "epochs" and float(m.value) > 1), 1.0)
    timed = {at for m in told if m.slot == "seconds_per_step" for at in range(m.first, m.last)}
    for quantity in (*quantities, *_unnumbered(document, quantities)):
        if quantity.kind != "hours" or quantity.first in timed or _is_in_table(document, quantity.first):
            continue
        first, last, hours = quantity.first, quantity.last, quantity.value
        if passes > 1 and of_an_epoch(document, first, last):
            return [Mention("run_hours", round(hours * passes, 4), first, last)]
        happened = document.ending("happened", first, 1) is not None or document.at("happened", last) is not None
        happened = happened or (first > 0 and document.tokens[first - 1].norm == "in")  # "40% in 20 hours"
        if so_far and hours >= 1 and happened:
            return [Mention("elapsed_hours", round(hours, 4), first, last)]
        if document.ending("happened", first, 0) and not document.ending("ends_after", first, 0):
            continue  # "after 24 hours it crashed"
        every = document.ending("every", first) or document.at("every", first)
        if every is not None and not _distributes(document, every.first):
            continue  # "every 2 weeks" is a cadence, ", each 15 minutes" a run time
        after = document.skip(last)
        takes = document.ending("takes", first, 2, longest=True)
        cue = document.ending("deadline_cue", first, 2, longest=True)
        if cue is not None and cue.last - cue.first == 1 and hours < HOURS_PER_DAY:  # "in 40 minutes"
            cue, takes = None, takes or cue
        if cue is not None and document.tokens[cue.last - 1].norm in _WITHIN and _is_told(document, first):
            cue, takes = None, takes or cue  # "we trained it on 256 A100s in 24 days"
        if (
            document.at("not_run_word", after)
            or (not document.ends_clause(after) and document.at("not_run_word", after + 1))
            or (not _is_whole_phrase(takes) and _is_not_a_run(document, first))
        ):
            continue
        binds = cue and not (
            takes and (takes.last > cue.last or (takes.last == cue.last and takes.first <= cue.first))
        )
        lent = hours >= HOURS_PER_DAY and worked and document.ending("lent_for", first, 0, longest=True) is not None
        if (document.at("deadline_word", after) and not takes) or binds or lent:
            deadlines.append(
                Mention("deadline_days", round(hours / HOURS_PER_DAY, _ROUND), cue.first if cue else first, last)
            )
        elif hours >= HOURS_PER_DAY and _is_beside_money(document, quantity, quantities):
            deadlines.append(Mention("deadline_days", round(hours / HOURS_PER_DAY, _ROUND), first, last))
        elif takes or document.at("takes_word", after) or document.at("takes_word", after + 1):
            marked.append(Mention("run_hours", round(hours, 4), first, last))
        elif hours >= HOURS_PER_DAY and (
            (sized and _is_alone(document, first, last)) or _explains_a_date(document, first)
        ):
            deadlines.append(Mention("deadline_days", round(hours / HOURS_PER_DAY, _ROUND), first, last))
        elif hours >= 1:
            plain.append(Mention("run_hours", round(hours, 4), first, last))
    times = marked or plain
    contradict = len({time.value for time in marked + plain}) >= (_CONTRADICT if marked else _CONTRADICT - 1)
    return deadlines[:1] + ([] if contradict else times[:1])


def _is_beside_money(document: Document, span: Quantity, quantities: list[Quantity]) -> bool:
    """Whether it is told in one breath with money, as what there is of both: "we have $50k and 3 months"."""
    if _is_told(document, span.first):
        return False
    between = (
        range(min(span.last, one.last), max(span.first, one.first)) for one in quantities if one.kind == "money"
    )
    joined = _JOINERS - {","}  # "16 H100 for 2 weeks, budget $400k" lends machines
    return any(0 < len(gap) <= _OF_PLAN and document.tokens[gap[0]].norm in joined for gap in between)


def _is_in_table(document: Document, at: int) -> bool:
    """Whether it stands in a row of a table, two bars and more: of many times there none is that of the run."""
    first = last = at
    while first > 0 and document.tokens[first - 1].norm != "\n":
        first -= 1
    while last < len(document.tokens) and document.tokens[last].norm != "\n":
        last += 1
    return sum(token.norm == "|" for token in document.tokens[first:last]) >= _BARS


def _is_told(document: Document, first: int) -> bool:
    """Whether the clause tells of a run that has ended."""
    start, _ = document.clause(first)
    return document.near("past_work", start, first)


def _explains_a_date(document: Document, first: int) -> bool:
    """Whether a span stands behind a date it counts down to ("before end of June (~7 weeks)")."""
    date = document.ending("date", first, _DATE_REACH)
    return date is not None and not any(document.tokens[at].norm in ".;!?\n" for at in range(date.last, first))


def _is_alone(document: Document, first: int, last: int) -> bool:
    """Whether a span is a clause of its own."""
    return document.clause(first)[0] == first and document.ends_clause(last)


def _is_whole_phrase(takes: Match | None) -> bool:
    """Whether a whole phrase says that a run takes this long ("last run was", not "was")."""
    return takes is not None and takes.last - takes.first > 2


def _is_not_a_run(document: Document, first: int) -> bool:
    start, _ = document.clause(first)
    if document.near("not_run_process", max(start, first - _SUBJECT), first):
        return True
    return document.near("not_run_cue", max(start, first - 6), first) or document.near("past_change", start, first)


def _unnumbered(document: Document, quantities: list[Quantity]) -> list[Quantity]:
    """ "takes a week", "for a day": one of the unit, where the words before say what it is."""
    counted = {at for q in quantities for at in range(q.first, q.last)}
    more: list[Quantity] = []
    for at, unit in document.classes.get("hours_in", {}).items():
        before = at - 1
        if at in counted or before < 0 or document.tokens[before].norm not in ("a", "an"):
            continue
        if document.tokens[at].kind != "word" or len(document.tokens[at].norm) < 2:
            continue
        rated = document.ending("counted", before, 0) or document.ending(
            "times", before, 0
        )  # "two jobs a week" is a rate
        if rated:
            continue
        asked = document.ending("asks", before, 0)  # "what does a week on 8 H100s emit"
        if asked or document.ending("takes", before, 2) or document.ending("deadline_cue", before, 2):
            more.append(Quantity("hours", float(unit.value), before, unit.last))
    return more
