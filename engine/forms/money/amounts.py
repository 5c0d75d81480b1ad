"""Amounts that a question about money tells: hours of machines or chips, dollars, a rank, interruptions of spot."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.base.of_texts import read_once
from engine.workload.hours.told_times import HOURS
from knowledge.facts import Purchase
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, MINUTES_PER_HOUR

_N = r"(?<![\w.,$€])(\d[\d.,]*\d|\d)\s*(k|m|tsd|thousand|million|mio|万|千)?"
MOST = 20  # of the cheapest that are asked for: a larger number is that of a card
_TIMES = {
    "": 1.0, "k": 1e3, "m": 1e6, "tsd": 1e3, "thousand": 1e3, "mil": 1e3, "million": 1e6, "mio": 1e6, "万": 1e4,
    "千": 1e3,
}  # fmt: skip
_THING = r"(instances?|nodes?|machines?|servers?|vms?|box(?:es)?|gpus?|chips?|cards?|accelerators?|[a-z]\w*\.\w+|"
_THING += r"instanz(?:en)?|maschinen?|karten?|台|卡|実例)"
_HOUR = r"(?:hours?|hrs?|h\b|stunden?|std\b|heures?|horas?|小时|時間|시간)"
_WORKED = re.compile(rf"{_N}\s*(?:{_THING}[\s-]*)?{_HOUR}", re.IGNORECASE)
_CHIP = re.compile(r"gpu|chip|card|accelerator|karte|卡", re.IGNORECASE)
_DAYS = re.compile(
    rf"{_N}\s*(days?|weeks?|months?|tagen?|wochen?|monaten?|jours?|semaines?|mois|días?|semanas?|meses|天|周|个月|か月)",
    re.I,
)
_DAY_UNITS = (
    ("mon", HOURS_PER_MONTH), ("mois", HOURS_PER_MONTH), ("mes", HOURS_PER_MONTH), ("个月", HOURS_PER_MONTH),
    ("か月", HOURS_PER_MONTH), ("w", 7 * HOURS_PER_DAY), ("sem", 7 * HOURS_PER_DAY), ("周", 7 * HOURS_PER_DAY),
)  # fmt: skip
_SUM = (
    r"(?:(?:us)?\$|usd)\s?(\d[\d.,]*\d|\d)(?![\d.,]*\d)\s*(k|m|thousand|million|万)?{behind}"
    r"|(?<![a-z\d.,])(\d[\d.,]*\d|\d)\s*(k|m|thousand|million|万|千)?\s*(?:us\$|\$|usd|dollars?|dollari|bucks|d[oó]lare?s?|долл\w*|美元|美金|ドル|달러)"
)
_DOLLARS = re.compile(_SUM.replace("{behind}", r"(?![a-z]|[\d.,]*\s*(?:/|per\b|an?\b|each\b))"), re.IGNORECASE)
_PACED_BY: dict[str, str] = {  # "$1 an hour" is of no year
    "month": r"month|monthly|mo|monat|monatlich|mois|mes|mês|mese|mensual|月|달|месяц",
    "year": r"year|yearly|yr|annum|annually|jahr|jährlich|(?:(?<=par )|(?<=/)|(?<=/ ))an|année|año|ano|anno|年|год",
    "week": r"week|weekly|wk|woche|semaine|semana|settimana|周|週",
    "quarter": r"quarter|quartal|trimestre",
}
_EACH_SPAN = r"\s*(?:/|per|an?|each|every|of|pro|im|par|por|al|ao|в)?\s*"
_PACED = {
    unit: re.compile(
        rf"(?:{_SUM.replace('{behind}', '')}){_EACH_SPAN}(?:{words})(?![a-zé])|"
        rf"(?:每|毎|매)?(?:{words})\s*(?:budget\s*(?:of|is|:)?|に|额|額)?\s*(?:{_SUM.replace('{behind}', '')})",
        re.IGNORECASE,
    )
    for unit, words in _PACED_BY.items()
}  # fmt: skip
_BARE = {
    unit: re.compile(
        rf"(?<![a-z\d.,$€])(\d[\d.,]*\d|\d)\s?(k|tsd|thousand|mil)\b(?:\s(?:budget|bucks))?"
        rf"\s*(?:/|per|an?|each|every|pro|im|par|por|al|ao)\s*(?:{words})(?![a-zé])",
        re.IGNORECASE,
    )
    for unit, words in _PACED_BY.items()
}  # "10k a month"
_MIL = re.compile(r"(?<![\w.,$])(\d[\d.,]*\d|\d)\s?mila?\s(?:de\s)?(?:us\s?)?(?:d[oó]lar(?:es)?|dollari|usd)\b", re.I)
_SPELLED = {
    "two": 2, "three": 3, "four": 4, "five": 5, "drei": 3, "fünf": 5, "trois": 3, "cinq": 5, "tres": 3, "cinco": 5,
    "三": 3, "五": 5,
}  # fmt: skip
_TOP = re.compile(
    r"\btop[\s-]*(\d+|two|three|four|five)\b|\b(\d+|two|three|four|five)\s+(?:cheapest|lowest)|"
    r"\bdie\s+(\d+|drei|fünf)\s+\w*(?:günstig|billig)|"
    r"\bles\s+(\d+|trois|cinq)\b.{0,30}moins|\bl[oa]s\s+(\d+|tres|cinco)\b.{0,30}barat|前\s*(\d+|三|五)|便宜的\s*(\d+|三|五)\s*[个种款]",
    re.IGNORECASE,
)
_STOPS = (
    r"(?:interruptions?|preemptions?|evictions?|reclaims?|reclamations?|kills?|restarts?|unterbrechung(?:en)?|"
    r"interrup(?:ciones|ción)|coupures?|中断|抢占|回收)"
)
_PERIOD = r"(hour|day|week|month|stunde|tag|woche|jour|semaine|día|dia|semana)"
_PER = r"\s*(?:/|per|an?|each|every|pro|am|par|al|por|每)\s*" + _PERIOD
_RATE = re.compile(
    rf"(?<![\w.,])(\d+(?:\.\d+)?)\s*(?:x\s*)?(?:spot\s+)?{_STOPS}{_PER}"
    rf"|(?:interrupted|preempted|reclaimed|killed|evicted|unterbrochen|interrompue?s?)\D{{0,12}}?"
    rf"(\d+(?:\.\d+)?|once|twice|thrice|einmal|zweimal|dreimal)\s*(?:x|times|mal|fois)?{_PER}",
    re.IGNORECASE,
)
_OFTEN = {"once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2, "dreimal": 3}
_RATE_AFTER = re.compile(r"(?:每天|一天|1天)\s*(?:被)?\s*(?:中断|抢占|回收)?\s*(\d+(?:\.\d+)?)\s*次", re.IGNORECASE)
_GONE = (
    r"interrupted|preempted|reclaimed|killed|evicted|terminated|dying|dies|die|crashes|disappears|taken away|pulled"
)
_RATE_BEHIND = re.compile(
    rf"{_STOPS}\s*(?:rate\s*)?(?:of|is|are|at|:|=|~|about|around|\s)*(\d+(?:\.\d+)?){_PER}", re.IGNORECASE
)
_APART = re.compile(
    rf"(?:{_STOPS}|{_GONE})\D{{0,24}}?"
    r"(?:every|alle|toutes les|cada)\s*(?:~|about|around|roughly|etwa|environ|unas)?\s*"
    r"(\d+(?:\.\d+)?)?\s*(?:(?:-|–|to|or)\s*(\d+(?:\.\d+)?)\s*)?(h|hours?|min\w*|stunden|days?|heures|horas)",
    re.IGNORECASE,
)
_OFTEN_FIRST = re.compile(
    rf"(?:every|alle|toutes les|cada)\s*(?:~|about|around|etwa|environ|unas)?\s*(\d+(?:\.\d+)?)\s*"
    rf"(h|hours?|hrs?|min\w*|stunden|days?|tage|heures|horas)\s*(?:it|they|we|get|gets|is|are|an?|wird|werden|est|\s)*"
    rf"(?:{_STOPS}|interrupted|preempted|reclaimed|killed|evicted|unterbrochen|gekillt|interrompu\w*|interrump\w*)",
    re.IGNORECASE,
)
_SAVES = (
    r"(?:ckpts?|checkpoint\w*|snapshots?|sav(?:e|es|ed|ing)|speicher\w*|sauvegard\w*|guard\w*|检查点|保存|存档|存盘)"
)
_UNIT = r"(s|secs?|seconds?|mins?|minutes?|minuten|min|h|hrs?|hours?|stunden?|heures?|horas?|minutos|分钟?|小时)"
_EACH = r"(?:every|each|per|alle|toutes les|chaque|cada|jede|每|interval of)\s*(?:隔)?"
_EVERY = re.compile(
    rf"{_SAVES}\D{{0,25}}?{_EACH}(\d+(?:\.\d+)?)?\s*{_UNIT}(?![a-z])"
    rf"|(?:every|alle|toutes les|cada|每)\s*(?:隔)?(\d+(?:\.\d+)?)\s*{_UNIT}[^.,?!;]{{0,12}}?{_SAVES}",
    re.IGNORECASE,
)
_RETURN = (
    r"(?:come back|coming back|get back|be back|back up|restart\w*|resum\w+|recover\w*|restor\w+|relaunch\w*|"
    r"wieder\w*|zurück\w*|neustart\w*|reprendre|reprise|redémarr\w+|reanudar|volver|恢复|重启)"
)
_UNTIL = r"(?:to|for|until|till|bis|um|pour|para|才能|时间)?\s*(?:it|we|they|the job|zum|zur|zu|es|le|la|el)?\s*"
_BACK = re.compile(
    rf"(?<![\w.,])(\d+(?:\.\d+)?)\s*-?\s*{_UNIT}\s*{_UNTIL}{_RETURN}"
    rf"|{_RETURN}\D{{0,25}}?(\d+(?:\.\d+)?)\s*-?\s*{_UNIT}(?![a-z])",
    re.IGNORECASE,
)
_WRITE = re.compile(
    rf"(?<![\w.,])(\d+(?:\.\d+)?)\s*-?\s*{_UNIT}\s*(?:to (?:write|save)|per checkpoint|each checkpoint)"
    rf"|(?:writing|write|a checkpoint|each checkpoint)\s*(?:takes|is|of|lasts)\s*(\d+(?:\.\d+)?)\s*{_UNIT}",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"(?:under|below|less than|smaller than|fewer than|unter|weniger als|kleiner als|moins de|menos de|sotto)\s*"
    r"(\d+)\s*(?:gb|gib|gigs?|go|g)\b|(\d+)\s*(?:gb|g)\s*(?:以下|以内|未満|より少)|(?:不到|小于|低于)\s*(\d+)\s*(?:gb|g)",
    re.IGNORECASE,
)
_WEEK = float(HOURS_PER_DAY * DAYS_PER_WEEK)
_OF_TIME = {"hour": 1.0, "stunde": 1.0, "week": _WEEK, "woche": _WEEK, "semaine": _WEEK, "semana": _WEEK}
_PLAIN = re.compile(r"^\d+(?:\.\d+)?$")


def without_amounts(text: str) -> str:
    """The text without the words in which it tells an amount."""
    for pattern in (
        _APART,
        _OFTEN_FIRST,
        _RATE,
        _RATE_AFTER,
        _EVERY,
        _BACK,
        _WRITE,
        _BELOW,
        _TOP,
        _WORKED,
        _DOLLARS,
        _DAYS,
    ):
        text = pattern.sub(" ", text)
    return text


class Worked(NamedTuple):
    """Hours that were worked or are planned; of chips, or of machines."""

    hours: float
    of_chips: bool


class Stops(NamedTuple):
    """How a run on spot is interrupted, as it was said: hours between interruptions (None: not said), minutes
    between checkpoints, until it runs again, and of writing one."""

    apart_hours: float | None
    every_minutes: float | None
    back_minutes: float | None
    write_minutes: float | None

    @property
    def any(self) -> bool:
        return self.apart_hours is not None or self.every_minutes is not None


def number_of(text: str) -> float:
    """ "11,480" and "11.480" are eleven thousand, "1.5" and "1,5" one and a half, "0.526" a half."""
    if re.fullmatch(r"[1-9]\d{0,2}(?:[.,]\d{3})+", text):
        return float(re.sub(r"[.,]", "", text))
    plain = text.replace(",", ".") if text.count(",") == 1 and "." not in text else text.replace(",", "")
    return float(plain) if _PLAIN.match(plain) else 0.0


@read_once
def worked(text: str) -> Worked | None:
    """The largest number of hours that is told with a unit of what worked; else the largest of all."""
    found = [
        (one[3] is not None, number_of(one[1]) * _TIMES[(one[2] or "").lower()], bool(_CHIP.search(one[3] or "")))
        for one in _WORKED.finditer(text)
    ]
    _, hours, of_chips = max(found, default=(False, 0.0, False))
    return Worked(hours, of_chips) if hours > 0 else None


def span(text: str) -> float | None:
    """Hours of the longest stretch of days, weeks or months that is told."""
    found = []
    for one in _DAYS.finditer(text):
        unit = one[3].casefold()
        hours = next((size for begin, size in _DAY_UNITS if unit.startswith(begin)), HOURS_PER_DAY)
        found.append(number_of(one[1]) * float(hours))
    return max(found, default=0.0) or None


@read_once
def dollars(text: str) -> float | None:
    """The largest sum of money that is told."""
    found = [
        number_of(one[1] or one[3]) * _TIMES[(one[2] or one[4] or "").lower()] for one in _DOLLARS.finditer(text)
    ]
    found += [number_of(one[1]) * _TIMES["mil"] for one in _MIL.finditer(text)]
    return max(found, default=0.0) or None


class Told(NamedTuple):
    """A sum of money, with the sign of its currency."""

    amount: float
    sign: str


_FOREIGN = r"(€|eur|euros?|£|gbp|pounds?|chf|francs?|franken|cad|aud|inr|₹|元|cny|rmb|円|jpy|yen)"
_FOREIGN_SUM = re.compile(
    rf"(?<![\w.]){_FOREIGN}\s?(\d[\d.,]*\d|\d)\s?(k|m|tsd|万|千)?(?![a-z])|"
    rf"(?<![\w.,$])(\d[\d.,]*\d|\d)\s?(k|m|tsd|thousand|mil|万|千)?\s?{_FOREIGN}(?![a-z])",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(  # with nothing behind it that they are so many of
    r"(?<![\w.,$€£])(\d[\d.,]*\d|\d)\s?(k|tsd)\b(?=\s*(?:$|[,.?!;:]|(?:for|on|of|in|to|do|does|how|worth|budget|a|per|"
    r"last|lasts|buy|buys|get|gets|go|goes|what|credits|left|auf|für|pour|para|with|and)\b))",
    re.I,
)
_SIGNS = {
    "€": "€", "e": "€", "£": "£", "g": "£", "p": "£", "ch": "CHF ", "f": "CHF ", "ca": "CAD ", "a": "AUD ",
    "i": "INR ", "₹": "INR ", "元": "CNY ", "cn": "CNY ", "r": "CNY ", "円": "JPY ", "j": "JPY ", "y": "JPY ",
}  # fmt: skip


@read_once
def sum_told(text: str) -> Told | None:
    """The sum of money that is told: in another currency than dollars, or in thousands without a sign."""
    if found := _FOREIGN_SUM.search(text):
        amount, times, word = (found[2], found[3], found[1]) if found[2] else (found[4], found[5], found[6])
        sign = next(sign for begin, sign in _SIGNS.items() if word.casefold().startswith(begin))
        return Told(number_of(amount) * _TIMES[(times or "").lower()], sign)
    if found := _THOUSANDS.search(text):
        return Told(number_of(found[1]) * _TIMES[found[2].lower()], "$")
    return None


class Paced(NamedTuple):
    """So many dollars again every month, year, week or quarter."""

    usd: float
    unit: str


@read_once
def paced(text: str) -> Paced | None:
    """The largest sum that is to be spent again and again; an hourly rate is none."""
    found: list[Paced] = []
    for unit, pattern in _PACED.items():
        for one in pattern.finditer(text):
            amount, times = next(pair for pair in zip(one.groups()[::2], one.groups()[1::2], strict=True) if pair[0])
            found.append(Paced(number_of(amount) * _TIMES[(times or "").lower()], unit))
    if not found:  # thousands alone are money too, in a question for it
        for unit, pattern in _BARE.items():
            found += [Paced(number_of(one[1]) * _TIMES[one[2].lower()], unit) for one in pattern.finditer(text)]
    return max(found, default=None)


def top(text: str) -> int | None:
    """How many of the cheapest are asked for."""
    found = _TOP.search(text)
    word = next((group for group in found.groups() if group), "") if found else ""
    count = _SPELLED.get(word.casefold()) or (int(word) if word.isdigit() else 0)
    return count if 1 < count <= MOST else None


_WAYS: dict[Purchase, str] = {
    "on_demand": r"on[\s-]?demand|\bod\b|\bpayg\b|à la demande|bajo demanda|sob demanda",
    "spot": r"\bspot\b|preemptible",
    "capacity_block": r"capacity[\s-]blocks?|\bcbs?\b",
    "reserved_1yr": r"\b(?:1|one)[\s-]?y(?:ea)?r?\b",
    "reserved_3yr": r"\b(?:3|three)[\s-]?y(?:ea)?r?s?\b",
}
_LOWEST = re.compile(r"cheapest|lowest|günstigste|billigste|moins ch[eè]re?|más barat|mais barat", re.IGNORECASE)
_AND = re.compile(r"[,+&?;]|\b(?:and|und|et|y|e|what)\b", re.IGNORECASE)
SEVERAL_WAYS = 2
_THERE = re.compile(r"\b(?:there|dort|allí|lá)\b|(?<!\w)là\b|在那里", re.IGNORECASE)


def then_there(text: str) -> tuple[Purchase, Purchase] | None:
    """Two ways to buy, the second asked for where the first is cheapest: "cheapest on demand, and spot there"."""
    there, lowest = _THERE.search(text), _LOWEST.search(text)
    if there is None or lowest is None or lowest.start() > there.start():
        return None
    at = {way: found.start() for way, words in _WAYS.items() if (found := re.search(words, text, re.IGNORECASE))}
    ordered = sorted(at, key=lambda way: at[way])
    if len(ordered) == 1 and ordered[0] != "on_demand" and _AND.search(text[lowest.end() : at[ordered[0]]]):
        ordered = ["on_demand", *ordered]
    return (ordered[0], ordered[1]) if len(ordered) == SEVERAL_WAYS else None


def below_gb(text: str) -> float | None:
    """The memory that a card is to stay below, GB."""
    found = _BELOW.search(text)
    return float(found[1] or found[2] or found[3]) if found else None


@read_once
def stops(text: str) -> Stops:
    """Each part that is told."""
    return Stops(_apart(text), _minutes(_EVERY, text), _minutes(_BACK, text), _minutes(_WRITE, text))


def _apart(text: str) -> float | None:
    if found := _RATE.search(text):
        many, unit = _times(found[1] or found[3]), (found[2] or found[4]).casefold()
        return (
            _OF_TIME.get(unit, HOURS_PER_MONTH if unit == "month" else float(HOURS_PER_DAY)) / many if many else None
        )
    if found := _RATE_AFTER.search(text):
        return HOURS_PER_DAY / float(found[1]) if float(found[1]) else None
    if found := _RATE_BEHIND.search(text):
        unit, many = found[2].casefold(), float(found[1])
        return (1.0 if unit == "hour" else _OF_TIME.get(unit, float(HOURS_PER_DAY))) / many if many else None
    if found := _APART.search(text):
        least = float(found[1] or 1)
        return (least + float(found[2] or least)) / 2 * _hours_of(found[3])
    found = _OFTEN_FIRST.search(text)
    return float(found[1]) * _hours_of(found[2]) if found else None


def _hours_of(unit: str) -> float:
    plain = unit.casefold()
    return 1 / MINUTES_PER_HOUR if plain.startswith("min") else HOURS_PER_DAY if plain[0] in "dt" else 1.0


def _times(words: str) -> float:
    return float(_OFTEN.get(words.casefold()) or words)


def _minutes(pattern: re.Pattern[str], text: str) -> float | None:
    found = pattern.search(text)
    if found is None:
        return None
    first = found[1] or "1", found[2]
    many, unit = first if found[2] else (found[3], found[4])
    hours = HOURS.get(unit.casefold()[0], HOURS["分"] if unit[0] in "分" else 1.0)
    return float(many) * hours * MINUTES_PER_HOUR
