"""How many live streams of sound or film one machine carries: of so many cameras or calls, whether it does.

streams = samples a second of one chip x chips x the share of the time it is busy / samples a second of one stream; of
sound a window of 30 seconds is a sample, which is heard several times as it fills.
"""

from __future__ import annotations

import math
import re
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.loads.loads import COUNTS, MEMORY, comes_from
from engine.forms.loads.loads_reasons import LoadLive, LoadUsual
from engine.forms.loads.model import served_model
from engine.forms.loads.rates import CLIP_SECONDS, rate_of
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import Part, Shown, shown_in
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Instance

CLIP, PICTURE = "clip", "image"  # units of models
FRAMES, PASSES, BUSY = "stream_frames_per_second", "live_sound_passes", "steady_utilization"  # constants
SAYS = ("is_normal", "slower", "mfu", "asks_cost", "which_hardware")  # cues of another question
_STREAM = (
    r"(?:(?:live|video|audio|camera|rtsp|phone|voice|concurrent|simultaneous|parallel|real[- ]?time|whisper|asr)"
    r"[\s-]+)*"
    r"(?:live[- ]?streams?|streams?|cameras?|cams?|feeds?|channels?|captions?|calls?|callers?|clients?|sessions?"
    r"|c[aá]maras?|kameras?|cam[eé]ras?|flux (?:vid[eé]o|audio|en direct|rtsp)|str[oö]me"
    r"|(?:(?:live|concurrent|simultaneous|parallel|real[- ]?time)[\s-]+)+(?:requests?|users?|transcriptions?)"
    r"|路|摄像头|カメラ|ストリーム|카메라|채널)"
)
_NUMBERED = re.compile(
    r"(?<![A-Za-z0-9_.$-])(\d{1,4})\+?\s*(?:個|台|个|개|대)?(?:の)?\s*(?:x\s+)?" + _STREAM + r"(?![a-z])",
    re.IGNORECASE,
)
_ROOMS = re.compile(  # whatever they are, where sound or film is live
    r"(?<![\w.$-])(\d{1,4})\s(?:[a-z-]+\s){0,3}?"
    r"(?!hours|hrs|minutes|mins|seconds|secs|days|months|years|tokens|frames|gpus|cards|chips|nodes|files|clips|images)"
    r"[a-z]{3,}(?:s|es)\b",
    re.IGNORECASE,
)
_LIVE = re.compile(r"\blive\b|stream|real[- ]?time|simultan|concurrent|at once|at the same time|in parallel", re.I)
_ASKED = re.compile(
    r"(?:how many|number of|max(?:imum|imal)?(?: number of)?|wie ?viele|cu[aá]nt[ao]s|combien de|quant[ao]s"
    r"|多少|几|幾|何|몇)"
    r"[^.?!。？]{0,45}?" + _STREAM + r"(?![a-z])",
    re.IGNORECASE,
)
_SO_OFTEN = re.compile(
    r"(\d+(?:\.\d+)?)\s*(?:fps|frames?\s*(?:per|a|/)\s*s(?:ec(?:ond)?)?|hz|帧|コマ|프레임)", re.IGNORECASE
)

Enough = Literal["", "yes", "likely", "hardly", "no"]


class StreamsHeld(Reason, code="streams_held"):
    """The first line. `streams`: at once on `machine`, of `chips` of that chip. `wanted` of them are asked about (0:
    how many is asked), for which it takes `needed` machines or chips; `frames` a second of each, 0 of sound;
    `assumed`: nobody said how many.
    """

    enough: Enough
    streams: Interval
    wanted: int
    needed: int
    machine: str
    chip: str
    chips: int
    model: str
    frames: float
    assumed: bool
    busy: float


class Place(NamedTuple):
    """The chip that is named, how many of it, and the machine it is in, where that is named."""

    chip: Accelerator
    chips: int
    machine: Instance | None


def asks(shown: Shown) -> bool:
    """Whether it is asked how many streams a machine that is named carries, or whether it carries so many."""
    if not shown.has(COUNTS) or shown.trains or shown.of_else or shown.has(*MEMORY, *SAYS):
        return False
    if shown.things != 1:
        return False
    wanted = _wanted(shown.text)
    return bool(_ASKED.search(shown.text)) if not wanted else not shown.has("how_many")


def answer(question: Question) -> FactAnswer | None:
    """None where no speed of the model on that chip can be told."""
    facts, shown, constants = question.library.facts, shown_in(question.reading), question.library.constants
    served, place = served_model(shown.text, question.said, facts), place_of(question)
    if served is None or place is None or served.model.unit not in (CLIP, PICTURE):
        return None
    rate = rate_of(served, place.chip, facts, constants)
    if rate is None:
        return None
    sound = served.model.unit == CLIP
    told = _SO_OFTEN.search(shown.text)
    frames = 0.0 if sound else float(told[1]) if told else constants.likely(FRAMES)
    passes = constants.likely(PASSES)
    each = passes / CLIP_SECONDS if sound else frames
    busy = question.said.utilization or constants.likely(BUSY)
    held = rate.speed.times(place.chips * busy / each)
    wanted = _wanted(shown.text)
    first = StreamsHeld(
        enough=_enough(held, wanted),
        streams=held,
        wanted=wanted,
        needed=math.ceil(wanted / held.likely) * (1 if place.machine else place.chips),
        machine=place.machine.id if place.machine else "",
        chip=place.chip.name,
        chips=place.chips,
        model=served.model.name,
        frames=frames,
        assumed=not sound and told is None,
        busy=busy,
        cites=(rate.row.source,),
    )
    lines: list[Reason] = [comes_from(place.chip, rate, served)]
    lines += [LoadLive(passes=passes)] if sound else []
    lines += [] if served.is_sized else [LoadUsual(model=served.model.name)]
    return FactAnswer(headline=first, sentences=tuple(lines), whole=True)


def _wanted(text: str) -> int:
    """The number of streams that is told; 0 where none or several are."""
    told = {int(found[1]) for found in _NUMBERED.finditer(text)} - {0, 1}
    if not told and _LIVE.search(text) is not None:
        told = {int(found[1]) for found in _ROOMS.finditer(text)} - {0, 1}
    return told.pop() if len(told) == 1 else 0


def _enough(held: Interval, wanted: int) -> Enough:
    if not wanted:
        return ""
    if held.low >= wanted:
        return "yes"
    if held.high < wanted:
        return "no"
    return "likely" if held.likely >= wanted else "hardly"


def place_of(question: Question) -> Place | None:
    """The one machine or chip that is named."""
    facts, said = question.library.facts, question.said
    machine = next((facts.instances[name] for name in said.instances if name in facts.instances), None)
    if machine is not None:
        chips = machine.count * (said.instance_count or 1)
        return Place(facts.accelerators[machine.accelerator], chips, machine)
    named = frozenset(said.candidates) - FAMILIES
    found = [chip for chip in facts.accelerators.values() if is_named(chip, named) and chip.serves]
    if not found:
        return None
    return Place(min(found, key=lambda one: one.hbm_gib.value), said.accelerator_count or 1, None)


STREAMS_HELD = Part(asks, answer)
