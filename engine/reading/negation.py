"""What a text excludes ("not on GCP", "anything but spot", "TPUs are off the table"), and what it says cannot be had.

A negation reaches the first thing named after it in its clause, and whatever is joined to that by
"or"/"nor". A question that begins with one ("why not TPU?", "isn't Trainium cheaper?") denies nothing. A chip is
excluded only by words that choose ("not on", "no TPU please", "do not want"): who has no GPU, got an error on one or
never used a TPU excludes nothing.
"""

from __future__ import annotations

from engine.reading.document import Document, Mention
from engine.reading.shopping.behind import listed_before, subtracts
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import SENTENCE_ENDS
from engine.workload.profile import Unavailable

_BARE = frozenset({"not", "no", "nor", "neither", "nothing"})  # "Trainium, not GPU" does exclude
_DENIES = frozenset({"not", "except"})  # values
_LEAVES_OUT = frozenset({"except", "outside"})  # values: "H100 outside the US", "A100 without spot"
_REACH = 6  # words a negation may stand before what it denies
_WORDS = 10  # tokens quoted before what is excluded
_DENIABLE = (
    "candidates", "instances", "clouds", "purchase", "framework", "method", "model", "architecture", "managed",
    "priority", "cuda_native", "jax_native", "cadence", "custom_kernels", "checkpointing", "region", "place",
    "task", "capacity",
)  # fmt: skip
_UNDENIABLE = frozenset({("priority", "flexibility")})  # "no lock-in" asks for it
_OR = frozenset({"or", "nor", "/"})
_HARDWARE, _BEHIND = "gpu", 2  # scarce as a whole, no one chip gone; tokens between what cannot be had and where
_CHIPS = frozenset({"candidates", "instances"})
_OF_A_MODEL = ("model", "variant", "parameters", "active_parameters", "architecture")
_MEASURED = ("current_tokens_per_second", "chip_tokens_per_second", "seconds_per_step", "current_hours_per_run")
_SEVERAL = 2
_LISTED = frozenset({",", "or", "and", "/", "vs", "versus", "&", "+"})
_IN_A_LIST = frozenset({"a", "an", "the", "model", "models", "one", "version", "both", "either"})
_AGAINST = frozenset({",", "but", "while", "whereas", "however", "yet", "though"})
_BY_PHRASE = frozenset({"custom_kernels", "capacity", "neuron_experience", "checkpointing"})


def denied(document: Document, kept: list[Match]) -> set[int]:
    """Indices into `kept` of the matches the text denies."""
    by_first: dict[int, list[int]] = {}
    for index, match in enumerate(kept):
        if match.slot in _DENIABLE and (match.slot, match.value) not in _UNDENIABLE:
            by_first.setdefault(match.first, []).append(index)
    out: set[int] = set()
    negators = document.classes.get("negator", {})
    within, inside = _inner(negators), _consumed(document, kept)
    for at, negator in negators.items():
        own = {i for i in by_first.get(at, ()) if kept[i].slot == "region"}
        out |= own  # "outside us", whose name alone is a pronoun
        if (
            at in within
            or not inside.isdisjoint(range(at, negator.last))
            or any(is_none(document, at) for is_none in (_asks, _undone, _of_a_chip))
            or subtracts(document, at, kept)
        ):
            continue
        reached = _forward(document, kept, by_first, negator.last)
        if negator.value == "prefix":  # "non-AWS": of the very next word, as "a non-English chat on AWS" is of none
            reached = {i for i in reached if reached & set(by_first.get(document.skip(negator.last), ()))}
        if negator.value == "outside":  # of a place: not "outside office hours on H100"
            reached = {i for i in reached if kept[i].slot in ("region", "place", "clouds")}
        if reached and _chooses(document, negator, kept, reached):
            out |= reached
    for index, match in enumerate(kept):
        if match.slot in _DENIABLE and (behind := _follows(document, match)):
            same = {m.last: (m.first, i) for i, m in enumerate(kept) if m.slot == match.slot}
            out |= {index} | listed_before(document.tokens, match.first, behind.first, same)
    return out


def _inner(negators: dict[int, Match]) -> set[int]:
    """Negators that are words of a longer one ("did not")."""
    return {at for match in negators.values() for at in range(match.first + 1, match.last)}


def _chooses(document: Document, negator: Match, kept: list[Match], reached: set[int]) -> bool:
    """Whether a negation excludes what it reaches, and tells of no lack and no failure."""
    first = min(kept[i].first for i in reached)
    between = range(document.skip(negator.last), first)
    behind = document.skip(max(kept[i].last for i in reached))  # "no AWS experience"
    if any(document.at("lack", at) is not None for at in (*between, behind)):
        return False
    if not any(kept[i].slot in _CHIPS for i in reached):
        return True
    if document.near("describes", document.clause(negator.first)[0], negator.first):
        return False
    if negator.value == "past" or any(document.at("denies_through", at) is None for at in between):
        return False
    last = max(kept[i].last for i in reached if kept[i].first == first)
    if document.at("not_denied_then", document.skip(last)) is not None:
        return False
    return negator.value not in _DENIES or document.ending("lacks_before", negator.first, 0) is None


def words_of(document: Document, match: Match) -> str:
    """The words that exclude a thing, from the negation to it or from it to the negation."""
    first, last = match.first, match.last
    after = document.at("post_negator", last) or document.at("post_negator", last + 1)
    negators = document.classes.get("negator", {})
    for at in range(match.first - 1, max(-1, match.first - _WORDS - 1), -1):
        if after is not None or document.ends_sentence(at):
            break
        if at in negators:
            first = at - (at - 1 in negators and negators[at - 1].last > at)
            break
    last = after.last if after is not None else last
    document.covered.update(range(first, last))
    return document.slice(first, last)


def lacked(document: Document) -> frozenset[int]:
    """Token positions of chips that are no proposal: missed ("I don't have a GPU"), or hardware complained of."""
    out: set[int] = set()
    negators = document.classes.get("negator", {})
    for match in document.matches:
        if match.slot not in _CHIPS:
            continue
        for at in range(match.first - 1, max(-1, match.first - _REACH - 1), -1):
            if document.ends_clause(at):
                break
            if at in negators and _misses(document, negators[at], match):
                out.update(range(match.first, match.last))
    return frozenset(out)


def _misses(document: Document, negator: Match, match: Match) -> bool:
    between = [document.at("lack", at) for at in range(negator.last, match.first)]
    if any(lack is not None and lack.value == "lack" for lack in between):
        return True
    before = document.ending("lacks_before", negator.first, 0)
    if before is not None and before.value == "owned" and negator.value in _DENIES:
        return True
    return match.value == _HARDWARE and (negator.last == match.first or any(between))


def unavailable(document: Document, machines: list[Mention], places: list[Mention]) -> tuple[Unavailable, ...]:
    """The chips and types that cannot be had, where that is said: "H100 are sold out in Frankfurt"."""
    found: dict[tuple[str, str | None], Unavailable] = {}
    asked = document.where("asked_capacity") | document.where("not_capacity")
    negators = document.classes.get("negator", {})
    for match in document.matches:
        if match.slot != "unavailable" or match.first in asked:
            continue
        inside = range(match.first, match.last)
        if match.value == "gone" and (any(at in negators for at in inside) or document.at("risen", match.last)):
            continue  # "H100 are not sold out", "has the price of H100 gone up?"
        named = [machine for machine in machines if machine.value != _HARDWARE]
        within = [machine for machine in named if match.first <= machine.first and machine.last <= match.last]
        within += _or_others(document, named, match.last) if within and within[-1].last == match.last else []
        words = document.slice(match.first, match.last)
        document.covered.update(range(match.first, match.last))
        for region in _places(document, match, places) or [None]:
            for machine in within:
                gone = Unavailable(id=str(machine.value), region=region, words=words)
                found.setdefault((gone.id, region), gone)
    return tuple(found.values())


def _or_others(document: Document, named: list[Mention], at: int) -> list[Mention]:
    """The machines behind one that is not to be had: "cannot get H100 or H200"."""
    begins, others = {machine.first: machine for machine in named}, list[Mention]()
    while at + 1 in begins and document.tokens[at].norm in _OR:
        others.append(begins[at + 1])
        at = others[-1].last
    return others


def _places(document: Document, match: Match, places: list[Mention]) -> list[str | None]:
    """The places right behind what cannot be had, in it, or else before it in its clause."""
    there: list[str | None] = []
    end = match.last
    for mention in sorted(places, key=lambda m: m.first):
        if match.first <= mention.first < match.last or 0 <= mention.first - end <= _BEHIND:
            there.append(str(mention.value))
            end = max(end, mention.last)
    first, _ = document.clause(match.first)
    return there or [*[str(m.value) for m in places if first <= m.first < match.first][-1:]]


def _of_a_chip(document: Document, at: int) -> bool:
    """A limit of a chip is not an exclusion ("Trainium cannot run diffusion")."""
    excludes = document.tokens[at].norm in _BARE or document.classes["negator"][at].value in _LEAVES_OUT
    return document.ending("candidates", at) is not None and not excludes


def _undone(document: Document, at: int) -> bool:
    """Whether two denials cancel: "no plans to leave AWS" speaks for AWS."""
    leaves = (negators := document.classes.get("negator", {}))[at].value == "leave"
    reach = range(max(0, at - _REACH), at) if leaves else range(negators[at].last, at + _REACH)
    other = [negators[i] for i in reach if i in negators and (negators[i].value == "leave") != leaves]
    return any(document.clause(at)[0] <= o.first < document.clause(at)[1] for o in other)


def _consumed(document: Document, kept: list[Match]) -> set[int]:
    """Negators that are part of a phrase with a meaning of its own ("no custom kernels", "not sure")."""
    inside: set[int] = set()
    for match in (m for name in ("pseudo_negator", "not_bought") for m in document.classes.get(name, {}).values()):
        inside.update(range(match.first, match.last))
    for match in kept:
        if match.slot in _DENIABLE or match.slot in _BY_PHRASE:
            inside.update(range(match.first, match.last))
    return inside


def _asks(document: Document, at: int) -> bool:
    """A contraction that opens its sentence asks ("isn't ...?", "can't we ...?")."""
    norm = document.tokens[at].norm
    if not norm.endswith("n't") or not document.starts_sentence(at):
        return False
    return norm not in ("don't", "can't", "won't") or document.at("pronoun", at + 1) is not None


def _forward(document: Document, kept: list[Match], by_first: dict[int, list[int]], at: int) -> set[int]:
    last = min(at + _REACH, len(document.tokens))
    weak, negators = set[int](), document.classes.get("negator", {})
    while at < last and at not in negators:
        if at in by_first:
            hit = {i for i in by_first[at] if kept[i].slot != "task"}
            if hit:
                return hit | _joined(document, kept, by_first, max(hit, key=lambda i: kept[i].last))
            weak |= set(by_first[at])
        if document.ends_clause(at) or (document.at("contrast", at) is not None and at not in by_first):
            break
        at += 1
    return weak


def _joined(document: Document, kept: list[Match], by_first: dict[int, list[int]], index: int) -> set[int]:
    """Others of the same slot in one list with a denied one: "no GCP, Azure or on-prem"."""
    out, pending, at, slot = set[int](), set[int](), kept[index].last, kept[index].slot
    while at < len(document.tokens) and document.at("in_denied_list", at) is not None:
        joiner = ""
        while (word := document.at("in_denied_list", at)) is not None:
            if any(kept[i].slot == slot for i in by_first.get(at, ())):
                break  # "and the US"
            joiner = "or" if word.value == "join" else joiner
            at += 1
        same = {i for i in by_first.get(at, ()) if kept[i].slot == slot}
        if not same:
            break
        pending |= same
        if joiner:
            out |= pending
            pending = set()
        at = max(kept[i].last for i in same)
    return out


def _follows(document: Document, match: Match) -> Match | None:
    """A denial right after the thing: "spot is not an option", "Spot: no". "Does not work" complains of a chip."""
    for here in (match.last, match.last + 1):
        denial = document.at("post_negator", here)
        if denial is not None and (here == match.last or not document.ends_clause(match.last)):
            return denial if denial.value != "complaint" or match.slot not in _CHIPS else None
    return None


def of_one_model(document: Document, by_slot: dict[str, list[Mention]]) -> dict[str, list[Mention]]:
    """Of several models the one that fails, else is wished for, else is asked about, else the one that is not merely
    had: "8B works, will 70B fit?" is of 70B, and so is "we train 8B and now want a 70B".

    Unchanged where a speed was told, which is of the other one, and where several have the same part.
    """
    models = [mention for slot in _OF_A_MODEL for mention in by_slot.get(slot, [])]
    sizes = {m.value for m in models if m.slot == "parameters"}
    names = {m.value for m in models if m.slot == "variant"}
    if (len(sizes) < _SEVERAL and len(names) < _SEVERAL) or any(by_slot.get(slot) for slot in _MEASURED):
        return by_slot
    told = [one for one in _each_model(document, models) if any(m.slot in ("parameters", "variant") for m in one)]
    chosen = _of_part(document, told)
    if not chosen:
        return by_slot
    for mention in models:
        document.covered.update(range(mention.first, mention.last))
    inside = {slot: [m for m in chosen if m.slot == slot] for slot in _OF_A_MODEL}
    whole = {slot: by_slot[slot] for slot in ("model", "architecture") if by_slot.get(slot) and not inside[slot]}
    return by_slot | inside | whole | _methods_of(document, by_slot, told, chosen)


def _methods_of(
    document: Document, by_slot: dict[str, list[Mention]], told: list[list[Mention]], chosen: list[Mention]
) -> dict[str, list[Mention]]:
    """How the chosen model is trained, where another way is said of another one."""
    methods = by_slot.get("method", [])
    of_it = [
        method
        for method in methods
        if (place := _nearest_model(document, told, method.first, method.last, "")) is not None
        and told[place][0] in chosen
    ]
    return {"method": of_it} if of_it and len({m.value for m in methods}) >= _SEVERAL else {}


def _each_model(document: Document, models: list[Mention]) -> list[list[Mention]]:
    """What is said of each model that is named, in the order of the text: "Llama 3.1 70B" is one."""
    apart: list[list[Mention]] = []
    end = -1
    for mention in sorted(models, key=lambda m: (m.first, m.last)):
        between = {token.norm for token in document.tokens[end : mention.first]} if end >= 0 else set()
        if apart and mention.first - end <= 1 and not between & _LISTED:
            apart[-1].append(mention)
        else:
            apart.append([mention])
        end = max(end, mention.last)
    return apart


def _of_part(document: Document, told: list[list[Mention]]) -> list[Mention]:
    """All that is said of the one model in the first part that one of them has; none where several have it."""
    roles: dict[str, set[int]] = {"failed": set(), "wished": set(), "had": set()}
    for cue, first, last in _cues(document):
        place = _nearest_model(document, told, first, last, str(cue.value))
        if place is not None:
            roles[str(cue.value).partition("_")[0]] |= _listed_with(document, told, place)
    asked = _last_question(document, told)
    every = set(range(len(told)))
    asked = asked - roles["had"] or asked
    for part in (roles["failed"], roles["wished"] - roles["had"], asked, every - roles["had"]):
        meant = [told[place] for place in sorted(part)]
        values = {tuple((m.slot, m.value) for m in one if m.slot in ("parameters", "variant")) for one in meant}
        if len(values) == 1:
            return [mention for one in meant for mention in one]
        if values and part is not every:
            return []
    return []


def _listed_with(document: Document, told: list[list[Mention]], place: int) -> set[int]:
    """The model at a place and those in one list with it: what is said of "7B or 13B" is said of both."""
    found = {place}
    for step in (1, -1):
        at = place
        while 0 <= at + step < len(told):
            left, right = sorted((at, at + step))
            between = range(max(m.last for m in told[left]), min(m.first for m in told[right]))
            norms = {document.tokens[here].norm for here in between}
            if not norms & _LISTED or not norms <= _LISTED | _IN_A_LIST:
                break
            at += step
            found.add(at)
    return found


def _cues(document: Document) -> list[tuple[Match, int, int]]:
    """What says that a model is had, is wished for or fails, in the order of the text."""
    failing = [m for m in document.matches if (m.slot, m.value) == ("cue", "no_room") or m.slot == "fails"]
    told = [m for m in document.matches if m.slot == "model_part"]
    every = [(m, m.first, m.last) for m in told] + [
        (Match("model_part", "failed", m.first, m.last), m.first, m.last) for m in failing
    ]
    return sorted(every, key=lambda one: one[1])


def _nearest_model(document: Document, told: list[list[Mention]], first: int, last: int, part: str) -> int | None:
    """The model that such words are said of: the next one, the one before, or the nearer, in their own part."""
    best: tuple[int, int] | None = None
    for place, one in enumerate(told):
        start, end = min(m.first for m in one), max(m.last for m in one)
        away = start - last if start >= last else first - end
        low, high = (last, start) if start >= last else (end, first)
        ahead = start >= last
        if away < 0:
            away, low, high = 0, start, start
        if (part.endswith("next") and not ahead) or (part.endswith("before") and ahead and away > 0):
            continue
        if any(_parts_models(document, at) for at in range(low, high)):
            continue
        if best is None or away < best[0]:
            best = (away, place)
    return None if best is None else best[1]


def _parts_models(document: Document, at: int) -> bool:
    """Whether a sentence ends there, or what follows is set against what came before."""
    token = document.tokens[at]
    behind = document.tokens[at + 1] if at + 1 < len(document.tokens) else None
    return (token.norm in SENTENCE_ENDS and (behind is None or not behind.glued)) or token.norm in _AGAINST


def _last_question(document: Document, told: list[list[Mention]]) -> set[int]:
    """The models of the last sentence that asks and has one."""
    for first, last in reversed(_spans(document, SENTENCE_ENDS)):
        if last < len(document.tokens) and document.tokens[last].norm == "?":
            inside = {place for place, one in enumerate(told) if first <= one[0].first < last}
            if inside:
                return inside
    return set()


def _spans(document: Document, ends: frozenset[str]) -> list[tuple[int, int]]:
    """The stretches between tokens that end one; the dot of "Qwen2.5" ends none."""
    after = [*document.tokens[1:], None]
    marks = [
        at
        for at, (token, behind) in enumerate(zip(document.tokens, after, strict=True))
        if token.norm in ends and (behind is None or not behind.glued)
    ]
    return list(zip([0, *(at + 1 for at in marks)], [*marks, len(document.tokens)], strict=True))
