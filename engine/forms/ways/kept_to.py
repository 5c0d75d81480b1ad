"""What a price question is bound to, and what it leaves out: clouds, places and chips."""

from __future__ import annotations

import re
from datetime import date

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import ranked, ways_out, with_first
from engine.forms.parts.price_table import price_table
from engine.forms.sold.chip_hour import chip_hour
from engine.forms.sold.limits import types_asked
from engine.forms.sold.price_reasons import OnlyExcluded
from engine.library import Library
from engine.options.named import is_named
from engine.prices.areas import JOINT
from engine.prices.specialists import sellers
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading
from knowledge.facts import Accelerator, Facts

ROWS = 10  # of a table, at most
SEVERAL = 2
_CARDS = r"(?:gpus|cards|chips|accelerators|karten|grafikkarten|cartes|tarjetas|placas|schede)\b"
_FEWEST = re.compile(
    rf"(?<![\w.$])(\d{{1,2}})\s?(?:\+|or more|plus|oder mehr|ou plus|o más|ou mais|o più)\s?{_CARDS}"
    r"|(?:at least|>=|≥|min(?:imum|destens)?\.?|no (?:fewer|less) than|au moins|al menos|pelo menos|almeno)"
    rf"\s?(\d{{1,2}})\s?{_CARDS}|\bmulti[- ]gpu\b",
    re.IGNORECASE,
)
MAKERS = {"out_nvidia": "nvidia", "out_amd": "amd"}  # cues of chips that are left out, and who makes them


def where_written(reading: Reading, facts: Facts) -> Profile:
    """A region written as its cloud writes it says the cloud too; the name of a city is a place of several."""
    said = reading.profile
    regions = [facts.regions.get(place) for place in (said.region or "").split(JOINT)]
    written = reading.words.get("region", "").lower()
    clouds = tuple(dict.fromkeys(one.cloud for one in regions if one is not None and one.id in written))
    if said.clouds or not clouds or any(one is None or one.id not in written for one in regions):
        return said
    return said.model_copy(update={"clouds": clouds})


def with_its_seller(reading: Reading, facts: Facts) -> Reading:
    """A type beside sellers that have it not is their chip there, of its own seller too: "g6e.xlarge vs RunPod"."""
    said = reading.profile
    types = [facts.instances[name] for name in said.instances if name in facts.instances]
    chips = {thing.accelerator for thing in types}
    foreign = [thing for thing in types if thing.cloud not in said.clouds]
    if not said.clouds or not types or len(foreign) < len(types) or len(chips) > 1:
        return reading
    of_it = all(is_named(facts.accelerators[chip], {word}) for chip in chips for word in said.candidates)
    if not of_it:
        return reading
    clouds = dict.fromkeys((*(thing.cloud for thing in types), *said.clouds))
    named = {"instances": (), "candidates": said.candidates or tuple(chips), "clouds": tuple(clouds)}
    return reading.model_copy(update={"profile": said.model_copy(update=named)})


def without_excluded(reading: Reading, library: Library) -> Library:
    """Of the clouds, places and chips that the question excludes no price is looked at; where the rest sells nothing
    of what is asked about, specialists are among it."""
    said = reading.profile
    clouds = set(reading.ruled_out.get("clouds", ())) - set(said.clouds)
    places, least = reading.ruled_out.get("region", ()), fewest(reading)
    left = library.excluding(clouds, places, chips_out(reading, library.facts), least or 0)
    named = said.clouds or said.instances or said.providers
    if left is library or named or types_asked(reading, where_written(reading, left.facts), left.facts):
        return left
    anyone = where_written(reading, library.facts).model_copy(update={"accelerator_count": None})
    chips = {thing.accelerator for thing in types_asked(reading, anyone, library.facts)}
    return left.reaching(sellers(left.facts, chips))


def fewest(reading: Reading) -> int | None:
    """The chips that a machine has at least, where it is asked for among many: "4 or more GPUs", "multi-GPU"."""
    found = _FEWEST.search(reading.text) if not reading.profile.instances else None
    return int(found[1] or found[2] or SEVERAL) if found else None


def freed(reading: Reading) -> Reading:
    """Without a number of chips that is the least of them: engine/library.py leaves out machines with fewer."""
    if fewest(reading) is None:
        return reading
    said = reading.profile.model_copy(update={"accelerator_count": None})
    return reading.model_copy(update={"profile": said})


def chips_out(reading: Reading, facts: Facts) -> frozenset[str]:
    """The chips that a question excludes, where it asks among a family of them; of one whose family alone was said
    all of that family: "not Inferentia"."""
    named = reading.ruled_out.get("candidates", ())
    makers = {maker for cue, maker in MAKERS.items() if cue in reading.cues}
    if not (named or makers) or set(reading.profile.candidates) - FAMILIES or reading.profile.instances:
        return frozenset()
    words = {name: reading.ruled_out_words.get(name, "").casefold() for name in named}
    out = set[str]()
    for chip in facts.accelerators.values():
        own = [name for name in named if is_named(chip, {name})]
        alike = [name for name in named if name not in FAMILIES and _is_of(chip, name, words[name], facts)]
        out |= {chip.id} if own or alike or chip.vendor in makers else set()
    return frozenset(out)


def _is_of(chip: Accelerator, name: str, words: str, facts: Facts) -> bool:
    """Whether the words that exclude a chip say no more than the family that another is of."""
    meant = facts.accelerators.get(name)
    return meant is not None and meant.family == chip.family and re.search(rf"{chip.family}s?$", words) is not None


def only_excluded(reading: Reading, every: Library, left: Library, day: date) -> FactAnswer | None:
    """What is asked about is known of nothing but what the question excludes: that, marked so. None where something
    else is left."""
    said = reading.profile.model_copy(update={"clouds": ()})
    if left is every or types_asked(reading, said, left.facts):
        return None
    types = types_asked(reading, said, every.facts)
    rows = ranked(types, every, day, said.region, said.purchase, without=ways_out(reading))
    if not rows:
        return None
    headline = chip_hour(OnlyExcluded, rows[0], every.facts, said)
    return FactAnswer(headline=headline, table=price_table(with_first(rows, rows[:1], ROWS)))
