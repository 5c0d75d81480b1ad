"""Things that are counted, and how many of them come or are done in a time, on which hardware."""

from __future__ import annotations

from engine.base.measures import times, unit
from engine.reading.measures.per import per
from engine.reading.measures.text import HARDWARE, JOINTS, Amount, Text, Told, is_end, norm
from engine.reading.measures.words import ADJECTIVES, Found, hardware_at, is_each, per_at, thing_at, time_at
from engine.reading.words.numbers import Number

_NOUN = 3  # letters of a word that is no noun
_REACH = 14  # tokens of a clause around a pace in which its hardware is named
_OWNERS = ("image", "request", "sample", "event", "prompt")  # of which tokens are where nothing says so


def counted(text: Text, thing: Found, first: int, before: Told) -> Amount:
    """So many of a thing: in all, per another, in a period, or by the second; of what stands before where it fits."""
    amount = per(text, thing, first, before)
    name = thing.unit[0][0]
    amount = amount._replace(thing=name)
    if name == "person" and norm(text, amount.last) in JOINTS:
        return amount._replace(units=(unit(repeat=1),))
    if name != "person" and _of_one_person(text, first, before):
        amount = amount._replace(units=(times(amount.units[0], unit(person=1), -1),))
    elif dict(amount.units[0]).get("h") == -1:
        return of_hardware(text, amount)
    if amount.units[0] != thing.unit:
        return amount
    match = text.at("thing", thing.last - 1) or text.ending("thing", thing.last)
    implied = dict(match.implies) if match is not None else {}
    owners = tuple(filter(None, str(implied.get("of", "")).split(",")))
    kinds = {one.thing for one in before}
    known = [owner for owner in owners if owner in kinds]
    if name == "token" and not known:
        known = [one for one in _OWNERS if one in kinds][:1]
    units = [times(thing.unit, unit(**{owner: 1}), -1) for owner in known]
    return amount._replace(units=(*units, thing.unit))


def _of_one_person(text: Text, first: int, before: Told) -> bool:
    """Whether it is what one person does: "each user makes 30 requests a day", "team of 7, each runs 3 a week"."""
    for at in range(first - 1, max(-1, first - 5), -1):
        if is_each(text, at) and before and before[-1].thing == "person":
            return True
        if text.ends_clause(at):
            return False
        person = thing_at(text, at)
        if person is not None and person.unit == unit(person=1):
            one = text.ending("chain_per", at) or text.ending("one_of", at)
            return one is not None
    return False


def paced(text: Text, rate: Found, first: int, an_hour: float = 1.0) -> Amount:
    """A speed: "20x real time", "5 fps"."""
    found = Amount(rate.scale * an_hour, (rate.unit,), first, rate.last, rate.unit[0][0])
    behind = per_at(text, rate.last)
    owner = thing_at(text, behind) if behind is not None else None
    if owner is not None:
        return found._replace(units=(times(rate.unit, owner.unit, -1),), last=owner.last)
    found = of_hardware(text, found)
    if "image" in dict(rate.unit) and found.units[0] == rate.unit:  # of no hardware that stands beside it
        found = found._replace(units=(times(rate.unit, unit(camera=1), -1), *found.units))
    return found


def at_rate(text: Text, number: Number, value: float, before: Told) -> Amount | None:
    """So many a second, an hour of what came at a rate before: "37.5 requests/s ... gave 5.4 per second"."""
    after = per_at(text, number.last)
    span = time_at(text, after) if after is not None else None
    known = [one for one in before if one.thing not in ("", "h") and dict(one.units[0]).get("h") == -1]
    if span is None or span.unit != unit(h=1) or not known:
        return None
    thing = unit(h=-1, **{known[-1].thing: 1})
    return of_hardware(text, Amount(value / span.scale, (thing,), number.first, span.last, known[-1].thing))


def of_hardware(text: Text, rate: Amount) -> Amount:
    """A rate an hour is of one chip or machine that its clause names, of all of them, or of a load."""
    own = rate.units[0]
    if any(name in HARDWARE for name, _ in own):
        return rate
    one = tuple(times(own, unit(**{kind: 1}), -1) for kind in ("chip", "machine"))
    first, last = text.clause(rate.first)
    near = range(max(first, rate.first - _REACH), min(last, rate.last + _REACH))
    named = [at for at in near if (found := hardware_at(text, at)) and not rate.first <= at < rate.last and found]
    if not named:
        return rate._replace(units=(own, *one))
    counts = [number for number in text.numbers if number.last in (named[0], named[0] - 1)]
    if counts and counts[0].value != 1:  # of all of them, unless it says of each
        each = is_each(text, rate.last) or _is_per_one(text, rate.last)
        return rate._replace(units=(*one, own) if each else (own,))
    kind = [name for at in named[:1] if (found := hardware_at(text, at)) for name, _ in found.unit]
    return rate._replace(units=(*(one if "chip" in kind else one[::-1]), own))


def _is_per_one(text: Text, at: int) -> bool:
    """Whether "per card", "each GPU" stands here."""
    after = per_at(text, at)
    return after is not None and text.at("measure_chip", after) is not None


def of_each(text: Text, number: Number, value: float, at: int) -> Amount | None:
    """So many of what does the same each, whatever it is: "each of 300 restaurants", "40 shops each send"."""
    noun = text.tokens[at] if at < len(text.tokens) else None
    if noun is None or noun.kind != "word" or len(noun.norm) <= _NOUN or text.at("chain_stop", at) is not None:
        return None
    ahead = text.at("chain_of", number.first - 1) is not None and (
        is_each(text, number.first - 2) or text.at("chain_per", number.first - 2) is not None
    )
    return Amount(value, (unit(repeat=1),), number.first, at + 1) if ahead or is_each(text, at + 1) else None


def timed_each(text: Text, number: Number, value: float, at: int) -> Amount | None:
    """So many of what takes a time each, whatever it is: "1,800 checkpoints x 4 min", "90 scenes at 20 s each"."""
    noun = text.tokens[at] if at < len(text.tokens) else None
    if noun is None or noun.kind != "word" or len(noun.norm) <= _NOUN or text.at("chain_stop", at) is not None:
        return None
    joint = norm(text, at + 1) in JOINTS or norm(text, at + 1) in ("@", "at")
    time = next((one for one in text.numbers if one.first == at + 2), None)
    if not joint or time is None or time_at(text, time.last) is None:
        return None
    return Amount(value, (unit(run=1),), number.first, at + 1, "run")


def shown(text: Text, number: Number, value: float, at: int) -> Amount | None:
    """So many of what shows pictures, whatever it is: "50 avatars at 25 fps"."""
    behind = range(at + 1, at + 1 + ADJECTIVES)
    rates = (one for one in text.numbers if one.first - 1 in behind and not is_end(text, one.first - 1))
    rate = next(rates, None)
    thing = text.at("thing", rate.last) if rate is not None else None
    if rate is None or thing is None or thing.value != "frame_rate":
        return None
    return Amount(value, (unit(camera=1),), number.first, rate.first - 1, "camera")


def team(text: Text, number: Number, value: float) -> Amount | None:
    """People, told by what they are: "a team of 6"."""
    found = text.ending("measure_team", number.first, 1)
    if found is None or found.last != number.first or norm(text, number.last) == "%":
        return None
    return Amount(value, (unit(person=1),), found.first, number.last, "person")


def step(text: Text, number: Number, value: float) -> Amount | None:
    """Samples of a step: "batch size 64"."""
    found = text.ending("chain_step", number.first, 1)
    if found is None:
        return None
    return Amount(value, (unit(sample=1, step=-1), unit(image=1, step=-1)), found.first, number.last, "sample")


def of_slice(text: Text, number: Number, value: float) -> Amount | None:
    """Chips of a slice, in its name: "v5e-16"."""
    named = text.ending("candidates", number.first - 1, 1)
    glued = norm(text, number.first - 1) == "-" and text.tokens[number.first].glued
    if named is None or named.last != number.first - 1 or not glued or value != int(value):
        return None
    return Amount(value, (unit(chip=1),), named.first, number.last)


def alone(text: Text, number: Number, value: float) -> Amount | None:
    """So many chips or machines, where nothing says what: "how long on 4?"."""
    stands = text.ends_clause(number.last) or text.at("measure_after", number.last) is not None
    if stands and text.at("measure_on", number.first - 1) is not None and value == int(value):
        return Amount(value, (unit(chip=1), unit(machine=1)), number.first, number.last)
    return None


def sound_behind(text: Text, at: int) -> int | None:
    """The token behind "of audio", "of recorded calls"."""
    if text.at("measure_of", at) is not None:
        for here in range(at + 1, at + 1 + ADJECTIVES):
            if (sound := text.at("measure_sound", here)) is not None:
                return sound.last
    sound = text.at("measure_sound", at)
    return sound.last if sound is not None else None
