"""A text that asks for nothing but the lowest price: what is to be bought, however its words are ordered.

"Cheapest H100", "H100 per hour cheapest" and "lowest on-demand price for H100" ask the same, so what decides is that
a superlative and hardware are said, and no work. A card is a GPU; gigabytes may be those of a whole machine; what an
hour may cost at most is no budget of work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token
from engine.workload.conditions import FAMILIES
from engine.workload.profile import SLOTS, Profile
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

CHEAPEST = "cheapest_of"  # the cue
OF_MACHINE = "rate_of_machine"  # the cue: "what can I get for $10/h?"
ASKED = frozenset({  # slots of a question for a price
    "candidates", "instances", "clouds", "region", "purchase", "accelerator_count", "instance_count", "priority",
    "providers", "chip_memory_gb", "run_hours",
})  # fmt: skip
OTHER = frozenset({  # cues of another question
    "vs", "compare", "better", "asks_reason", "carbon_strong", "forecast", "doubts", "keep", "about_pricing",
    "in_stock", "odcr", "cuts_bill",
})  # fmt: skip
WORK = frozenset({"training_words", "serving_words"})  # cues: "training is around 17 GB in total"
PLAIN = (  # word classes that are part of such a question
    "superlative", "any_chip", "any_machine", "in_all", "card_memory", "at_most", "one_dollar", "filler", "opener",
    "note", "each", "period", "gigabytes", "terabytes", "bare_term",
)  # fmt: skip
SHORT_CUE = 4  # words; longer ones hold words of other matters
STRANGE = 1  # words that are no part of such a question
NEAR, BEHIND = 1, 3  # tokens between a limit and its sum; behind gigabytes to the words that say whose they are
HOURLY, DAILY = HOURS_PER_MONTH * 0.9, HOURS_PER_MONTH / HOURS_PER_DAY * 0.9  # times a month, at least
MOST_USD, MOST_GB = 200.0, 200_000.0  # an hour, where no time is said; of a machine
MOST_CHIP_GB = 600.0


class Shopped(NamedTuple):
    """What such a text says besides its profile: USD that an hour of a chip may cost, gigabytes of a machine.

    `bare`: a sum that it shall be under, of no time that is said. `to_spend`: USD that somebody has for an hour of
    whatever machine. `chip_hours`: hours of one chip, of the chip that is named: "1000 H100 hours".
    """

    most_usd_per_hour: float | None = None
    machine_memory_gb: float | None = None
    bare: float | None = None
    to_spend: float | None = None
    chip_hours: float | None = None


class Text(NamedTuple):
    """A text as it is laid out; numbers that are read here are taken out of `numbers`, and `covered`."""

    tokens: Sequence[Token]
    matches: list[Match]
    classes: Mapping[str, Mapping[int, Match]]
    numbers: list[Number]
    covered: set[int]

    def at(self, name: str, position: int) -> Match | None:
        """The phrase of a class that begins here."""
        return self.classes.get(name, {}).get(position)

    def is_before(self, name: str, position: int) -> bool:
        """Whether a phrase of a class ends here, or a word before."""
        return any(0 <= position - match.last <= NEAR for match in self.classes.get(name, {}).values())

    def period_at(self, position: int) -> tuple[float, int] | None:
        """How often a month "an hour", "/h" or "per GPU-hour" is that begins here, or another time; where it ends."""
        for at in range(position, min(position + BEHIND, len(self.tokens))):
            each = self.at("each", at)
            behind = each.last if each else at + 1
            named = (one for one in self.matches if (one.slot, one.first) == ("candidates", behind))
            chip = next(named, self.at("any_chip", behind))
            behind = chip.last if chip is not None else behind
            behind += behind < len(self.tokens) and self.tokens[behind].norm == "-"
            period = self.at("period", behind)
            if period and (each or self.tokens[at].norm == "/"):
                return float(period.value), period.last
        return None


def limits(text: Text) -> Shopped:
    """What an hour may cost, and what memory a machine shall have in all; each is taken out of the numbers.

    Of work that is named nothing is taken: its budget and its memory are other things.
    """
    of_work = any(match.slot == "cue" and match.value in WORK for match in text.matches)
    if of_work or not {match.slot for match in text.matches if match.slot in SLOTS} <= ASKED:
        return Shopped()
    return Shopped(
        _most_an_hour(text),
        _in_all(text),
        _bare(text),
        _sum_an_hour(text, "to_spend", of_day=True),
        _chip_hours(text),
    )


def shopped(text: Text, profile: Profile, said: Shopped, *, no_term: bool) -> tuple[Profile, Shopped]:
    """The profile with what is meant by "card", and the cue of the cheapest among the matches, where a text asks so;
    `no_term`: it excludes a way to buy, so that a term is no wish."""
    bare = said.bare if profile.budget_usd in (None, said.bare) and profile.budget_period is None else None
    limit = said.most_usd_per_hour or bare or said.to_spend
    stated = set(profile.stated()) - ({"budget_usd"} if limit is not None else set())
    others = text.classes.get("other_superlative", {})
    superlatives = {at: one for at, one in text.classes.get("superlative", {}).items() if at not in others}
    if not (superlatives or limit is not None) or not stated <= ASKED:
        return profile, Shopped()
    cues = {str(match.value) for match in text.matches if match.slot == "cue"}
    if cues & OTHER or len(tuple(_strange(text))) > STRANGE:
        return profile, Shopped()
    named = profile.candidates or profile.instances
    machine = said.most_usd_per_hour is not None and not named and bool(text.classes.get("any_machine"))
    if (said.to_spend is not None or machine) and FAMILIES.issuperset(profile.candidates) and not profile.instances:
        text.matches.extend((Match("cue", OF_MACHINE, 0, 1), Match("cue", "ours", 0, 1)))
    hourly = said.most_usd_per_hour is not None  # what memory costs no more an hour is a card's
    of_chip = hourly and (_of_chip(text) or _cards(text))
    any_gpu = bool(profile.chip_memory_gb or said.machine_memory_gb or said.to_spend or machine or of_chip)
    meant = () if named else _any(text, any_gpu=any_gpu)
    if not named and not meant:
        return profile, Shopped()
    first = min(superlatives, default=0)
    text.matches.append(Match("cue", CHEAPEST, first, first + 1))
    changes: dict[str, object] = {"candidates": meant} if meant else {}
    if not profile.chip_memory_gb and not said.machine_memory_gb:
        changes["chip_memory_gb"] = _of_chip(text)
    if limit is not None:
        changes["budget_usd"] = None
        if profile.run_hours == 1 and limit != bare:  # "$5 an hour"
            changes["run_hours"] = None
        if not profile.clouds and not text.classes.get("negator"):  # what a rate is of elsewhere: "$2/h on AWS"
            changes["clouds"] = tuple(dict.fromkeys(one.value for one in text.matches if one.slot == "clouds"))
    terms = tuple(text.classes.get("bare_term", {}).values())
    if (
        terms
        and not (no_term or text.classes.get("negator"))
        and profile.purchase is None
        and profile.run_hours is None
    ):
        changes["purchase"] = terms[0].value
        text.covered.update(at for term in terms for at in range(term.first, term.last))
    return profile.model_copy(update=changes), said._replace(most_usd_per_hour=limit)


def _cards(text: Text) -> bool:
    """Whether cards are spoken of, though no one is proposed: "which GPUs cost less than $1/h"."""
    return any(match.slot == "candidates" and match.value in FAMILIES for match in text.matches)


def _any(text: Text, *, any_gpu: bool) -> tuple[str, ...]:
    """The families that "card", "accelerator" or, beside memory or a sum, "machine" or nothing at all stands for."""
    said = sorted(text.classes.get("any_chip", {}).items())
    if said:
        return tuple(str(said[0][1].value).split(","))
    return ("gpu",) if any_gpu else ()


def _most_an_hour(text: Text) -> float | None:
    for at, one in text.classes.get("one_dollar", {}).items():
        period = text.period_at(one.last)
        if period is not None and period[0] >= HOURLY and text.is_before("at_most", at):
            text.covered.update(range(at, period[1]))
            return float(one.value)
    return _sum_an_hour(text, "at_most")


def _sum_an_hour(text: Text, before: str, *, of_day: bool = False) -> float | None:
    """The first sum for an hour that words of a class lead to, or `of_day` for a day of them; it is taken out of the
    numbers."""
    for number, behind in _limits(text, before):
        period = text.period_at(behind)
        if period is not None and (period[0] >= HOURLY or (of_day and period[0] >= DAILY)):
            text.numbers.remove(number)
            text.covered.update(range(number.first - number.money, period[1]))
            return number.value / (1 if period[0] >= HOURLY else HOURS_PER_DAY)
    return None


def _chip_hours(text: Text) -> float | None:
    chips = [one for one in text.matches if one.slot == "candidates"]
    if len({str(one.value) for one in chips} - FAMILIES) != 1:
        return None
    for number in text.numbers:
        for chip in (one for one in chips if one.first == number.last and not number.money):
            dash = chip.last < len(text.tokens) and text.tokens[chip.last].norm == "-"
            unit = text.at("hours_in", chip.last + dash)
            if unit is not None and float(unit.value) == 1:
                text.numbers.remove(number)
                text.covered.update(range(number.first, unit.last))
                return number.value
    return None


def _bare(text: Text) -> float | None:
    """A sum without a time, which is no budget: "H100 under $3"."""
    if any(one.value == "budget" for one in text.classes.get("budget", {}).values()):
        return None
    bare = (number for number, behind in _limits(text) if text.period_at(behind) is None)
    return next((number.value for number in bare if number.value <= MOST_USD), None)


def _limits(text: Text, before: str = "at_most") -> list[tuple[Number, int]]:
    """Sums of dollars that something shall be under, or that words of another class lead to, each with the token
    behind it."""
    found: list[tuple[Number, int]] = []
    for number in text.numbers:
        unit = text.at("counted", number.last)
        dollars = unit if unit is not None and unit.value == "dollars" else None
        if (number.money or dollars) and text.is_before(before, number.first - number.money):  # behind its sign
            found.append((number, dollars.last if dollars else number.last))
    return found


def _in_all(text: Text) -> float | None:
    """Gigabytes that are said of a whole machine, or of several chips together."""
    machine = bool(text.classes.get("any_machine"))
    for number in text.numbers:
        unit = text.at("gigabytes", number.last) or text.at("terabytes", number.last)
        if unit is None or number.money or number.scale != 1 or not 1 < number.value * float(unit.value) <= MOST_GB:
            continue
        behind = range(unit.last, min(unit.last + BEHIND, len(text.tokens)))
        total = any(text.at("in_all", at) for at in behind) or text.is_before("in_all", number.first)
        if total or (machine and any(text.at("card_memory", at) for at in behind)):
            text.numbers.remove(number)
            text.covered.update(range(number.first, unit.last))
            return number.value * float(unit.value)
    return None


def _of_chip(text: Text) -> float | None:
    """Gigabytes that nothing else is said of: those of the chip."""
    for number in text.numbers:
        unit = text.at("gigabytes", number.last)
        if unit is not None and not number.money and number.scale == 1 and 1 < number.value <= MOST_CHIP_GB:
            text.covered.update(range(number.first, unit.last))
            return number.value
    return None


def _strange(text: Text) -> Iterator[int]:
    """The words that are no part of such a question."""
    known = set(text.covered)
    short = [match for match in text.matches if match.slot == "cue" and match.last - match.first <= SHORT_CUE]
    for match in (*short, *(match for name in PLAIN for match in text.classes.get(name, {}).values())):
        known.update(range(match.first, match.last))
    yield from (
        at for at, token in enumerate(text.tokens) if token.kind not in ("mark", "number") and at not in known
    )
