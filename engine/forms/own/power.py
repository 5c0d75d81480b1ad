"""What machines draw and give off, against the feed of a rack: kilowatts, and BTU an hour.

kW = cards x watts x (share drawn + host); a feed gives volts x amperes, times the root of 3 with three phases.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.machines.own_or_rent import BOX_OF, WHOLE
from engine.forms.own.machines import HOST, POWER, machines
from knowledge.units import BTU_PER_KWH, WATTS_PER_KW

_AMPERES = re.compile(r"(?<![\w.,])(\d{1,3})\s?(?:A|amps?|amperes?|ampere)\b(?!\d)")
_VOLTS = re.compile(r"(?<![\w.,])(\d{3})\s?(?:V|volts?)\b")
_KILOWATTS = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)?)\s?kW(?!h)\b", re.IGNORECASE)
_THREE = re.compile(
    r"three[- ]?phase|3[- ]?phase|3ph|drehstrom|dreiphasig|triphasé\w*|trif[aá]sic\w*|trifase|трехфазн\w*|三相",
    re.IGNORECASE,
)
_HEAT = re.compile(r"btu|heat\b|abwärme|chaleur|calor\b|calore|\brack|baie\b|тепл\w+|机柜|散热", re.IGNORECASE)
_BOXES = re.compile(
    r"(?<![\w.,])(one|two|three|four|five|six|eight|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro|dois"
    r"|três|due|tre|\d{1,2})\s+"
    r"(?:x\s*)?(?:[\w-]+\s+){0,2}?(?:hgx|dgx|boxes|servers?|nodes?|systems?|server|serveurs?|servidores|nœuds)",
    re.IGNORECASE,
)
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "zwei": 2, "drei": 3, "vier": 4,
    "deux": 2, "trois": 3, "quatre": 4, "dos": 2, "tres": 3, "cuatro": 4, "dois": 2, "três": 3, "due": 2, "tre": 3,
}  # fmt: skip
FEED = "feed_share"  # the constant: of a feed, for loads that stay on


class RackDraws(Reason, code="rack_draws"):
    """`boxes` of `count` cards. Kilowatts of one and of all, usual and at most; `feed`: what one gives, 0 where none
    is told, and `steady`: of it for loads that stay on; `holds`: boxes of the most draw that it carries."""

    chip: str
    boxes: int
    count: int
    usual: float
    most: float
    all_usual: float
    all_most: float
    btu: float
    btu_most: float
    feed: float
    steady: float
    share: float
    amperes: float
    volts: float
    three: bool
    holds: int


class PlateDecides(Reason, code="plate_decides"):
    """Whose figure counts."""


def power(asked: Asked) -> FactAnswer | None:
    """None unless a feed, or heat of machines, is spoken of beside a card whose watts are held."""
    text = asked.reading.text
    amperes, volts, told = _AMPERES.search(text), _VOLTS.search(text), _KILOWATTS.search(text)
    fed = bool(amperes and volts) or told is not None
    named = [one for one in machines(asked) if one.chip.tdp_w is not None]
    if not named or not _HEAT.search(text) or not (fed or re.search(r"btu", text, re.IGNORECASE)):
        return None
    machine = named[0]
    match = _BOXES.search(text)
    boxes = (_NUMBERS.get(match[1].lower()) or int(match[1])) if match else 1
    part = machine.cards // boxes  # "four servers with 4x L40S each" were read as 16 of them
    in_all = boxes * part == machine.cards and re.search(rf"(?<!\d){part}\s?[x×]", text) is not None
    constants = asked.library.constants
    whole = round(constants.likely(WHOLE)) if BOX_OF.search(text) else 0
    count = whole or (part if in_all else machine.cards)
    watts = machine.chip.tdp_w.value if machine.chip.tdp_w else 0.0
    usual = count * watts * (constants.likely(POWER) + constants.likely(HOST)) / WATTS_PER_KW
    most = count * watts * (constants.entry(POWER).value.high + constants.entry(HOST).value.high) / WATTS_PER_KW
    three = _THREE.search(text) is not None
    feed = float(told[1].replace(",", ".")) if told else 0.0
    if amperes and volts:
        feed = float(amperes[1]) * float(volts[1]) / WATTS_PER_KW * (math.sqrt(3) if three else 1.0)
    share = constants.likely(FEED)
    first = RackDraws(
        chip=machine.chip.name, boxes=boxes, count=count, usual=usual, most=most, all_usual=usual * boxes,
        all_most=most * boxes, btu=usual * boxes * BTU_PER_KWH, btu_most=most * boxes * BTU_PER_KWH, feed=feed,
        steady=feed * share, share=share, amperes=float(amperes[1]) if amperes and volts else 0.0,
        volts=float(volts[1]) if amperes and volts else 0.0, three=three, holds=int(feed * share / most),
        cites=(machine.chip.tdp_w.source,) if machine.chip.tdp_w else (),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(PlateDecides(),), of_told=True)
