"""A turn of a thread as it is answered: what it changes, what it asks, and the question that it completes.

A turn that only states what an answer asked back for ("it is a 7B, batch 4, on one A100") asks nothing by itself: the
question that was asked is read again together with it, as if all of it had been one message.
"""

from __future__ import annotations

from engine.reading.asking.as_much import as_much
from engine.reading.asking.instead import with_change
from engine.reading.asking.rhythm import at_share, in_rhythm
from engine.reading.asking.sought import USED, sought
from engine.reading.document import Document, laid_out, lay_out
from engine.reading.followup import follow
from engine.reading.read import read
from engine.reading.sentences import Span, sentences
from engine.reading.turns.measured import in_its_unit
from engine.reading.turns.placed import is_placed, placed
from engine.reading.turns.priced import MONTH, is_priced, priced
from engine.reading.turns.wished import is_wished, wished
from engine.reading.vocabulary import Vocabulary
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading, Sought, Turn
from knowledge.units import HOURS_PER_DAY

TURNS = 3  # of a thread that are read again with a change
LONGEST = 4_000  # characters of a question with what completes it
DAYS_PER_MONTH = 30  # of "for 1 month", which is what is billed and no length of a run
OPEN_YET = frozenset({"explain", "compare"})  # forms of the card before
UNASKED = frozenset({"chat", "decline", "ask_back"})  # the same, of one that answered nothing
NOT_ASKED = frozenset({"owned", "quoted", "yardstick"})  # roles of hardware that no other takes the place of
TRAINS, HOUR = "training_words", "hour"  # a cue, the unit of a sum
CARBON, COMPARE, CHOOSE = "carbon", "compare", "choose"  # forms
OF_EMITTED, RATIO = "of_emitted", ("by_how_much", "how_much_faster")  # cues
KEPT = ("other_forms", "turn", "profile", "domains", "work_form", "work")  # of the question asked again
PAIR = 2  # of what is compared
OF_A_RUN = frozenset({"hours", "dollars", USED})  # predicates
RAN_OUT = frozenset({"memory_error", "no_room", "fails_on_one"})  # cues of work that did not fit,
RUN_OUT_OF = ("parameters", "model", "task")  # and slots of which work that was
OF_OTHERS, OWN = "of_others", "first_person"  # cues
_THANKS = frozenset({("chat", "thanks"), ("cue", "closing")})
_NAMES = frozenset({  # slots
    "candidates", "instances", "variant", "model", "task", "method", "clouds", "feature", "precision",
})  # fmt: skip
_SHORT = 12  # tokens of a sentence of thanks
AGAIN = "asks_why"  # the cue of a turn about the answer before it
_ASIDE = frozenset({"closing", "goes_on", "thanks", "off_topic", "for_less", "in_less_time", "was_that"})  # cues


def whole(text: str, vocabulary: Vocabulary) -> Reading:
    """A message by itself, with what its sentences want to know."""
    told = {"sought": sought(text, vocabulary), "question": text, "thread": (Turn(text=text),)}
    return read(text, vocabulary).model_copy(update=told)


def turned(before: Reading, text: str, vocabulary: Vocabulary) -> Reading:
    """The merged reading after one more turn, with what its own sentences want to know."""
    told, was = _turned(before, text, vocabulary), (before.turn or before.profile).region
    told = _without_failure(told, before, text, vocabulary)
    moved = was is not None and was != (told.turn or told.profile).region
    return told.model_copy(update={"places": (*before.places, was)[-TURNS:] if moved else before.places})


def _without_failure(told: Reading, before: Reading, text: str, vocabulary: Vocabulary) -> Reading:
    """What did not fit was the work that was told of: not with another method or model."""
    was, now = before.profile.stated(), told.profile.stated()
    other = any(slot in was and now.get(slot) != was[slot] for slot in RUN_OUT_OF)
    other = other or told.profile.method != before.profile.method
    if not other or RAN_OUT.isdisjoint(told.cues) or not RAN_OUT.isdisjoint(whole(text, vocabulary).cues):
        return told
    return told.model_copy(update={"cues": tuple(one for one in told.cues if one not in RAN_OUT)})


def _turned(before: Reading, text: str, vocabulary: Vocabulary) -> Reading:
    text = without_thanks(text, vocabulary)
    told = follow(before, text, vocabulary)
    if AGAIN in told.cues:
        return told
    alone = whole(text, vocabulary)
    if not is_placed(before, alone) and (changed := _with_change(before, text, told, vocabulary)) is not None:
        return changed
    question = before.question or before.text
    measured = in_its_unit(before, alone)
    if measured is not None and len(question) + len(measured) < LONGEST:
        return _completed(told, whole(f"{question}\n{measured}", vocabulary), frozenset())
    completes = _completes(before, alone, told) and not _asks_term(question, vocabulary)
    if completes and len(question) + len(text) < LONGEST:
        stray = frozenset(alone.faqs).difference(whole(question, vocabulary).faqs)
        return _completed(told, whole(f"{question}\n{text}", vocabulary), stray)
    if is_placed(before, alone):
        told = placed(before, alone, told)
    elif is_priced(before, alone, told):
        told = priced(before, alone, told)
    elif (form := _asked_again(before, alone)) is not None:
        kept = {name: getattr(before, name) for name in KEPT} | {"form": form}
        cues = (*before.cues, *(RATIO if form == COMPARE else ()))
        told = told.model_copy(update=kept | {"intent": "followup", "faqs": (), "cues": cues})
        alone = alone.model_copy(update={"sought": Sought()})
    elif is_wished(before, alone, told):
        told = wished(before, alone, told)
    elif _is_of_theirs(before, alone):
        alone = alone.model_copy(update={"sought": _and_used(alone.sought)})
        told = told.model_copy(update={"form": before.form, "cues": (*told.cues, OF_OTHERS), "turn": None})
    if MONTH in alone.cues and told.profile.run_hours == HOURS_PER_DAY * DAYS_PER_MONTH:
        told = told.model_copy(update={"profile": told.profile.model_copy(update={"run_hours": None})})
    if _is_served(alone, told):
        told = told.model_copy(update={"profile": told.profile.model_copy(update={"task": "inference"})})
    asks = bool(alone.sought.predicates) and not (told.goes_on or told.taken_back)
    said: dict[str, object] = {"sought": alone.sought if asks else before.sought}
    said["question"] = text if asks else question
    return told.model_copy(update=said | {"thread": _gone_on(before, text, told), "changed": False})


def _gone_on(before: Reading, text: str, told: Reading) -> tuple[Turn, ...]:
    """The thread with this turn; none, where it is too long to be read again for every change of it."""
    nothing = bool(told.taken_back) and told.profile == before.profile  # what nobody said was taken back
    if told.intent == "off_topic" or not before.thread or nothing:
        return before.thread
    if told.ruled_out != before.ruled_out:
        return ()  # what takes the place of "spot" in "spot is not ok" is denied
    *earlier, last = before.thread
    turns = (*earlier, last.model_copy(update={"form": before.form}), Turn(text=text))
    return turns if len(turns) <= TURNS else ()


def _with_change(before: Reading, text: str, told: Reading, vocabulary: Vocabulary) -> Reading | None:
    """The thread before with what the turn changes in it, as if it had been asked so from its start."""
    if not before.thread or before.by_hand or before.form in UNASKED:
        return None
    *earlier, last = before.thread
    turns = (*earlier, last.model_copy(update={"form": before.form}))
    billed = {one.thing for one in before.sums if one.unit == HOUR}  # what is had was what was asked about
    had = frozenset(one.id for one in before.hardware if one.role in NOT_ASKED) - billed
    texts = (
        in_rhythm(turns, text, vocabulary) or at_share(turns, text, vocabulary) or as_much(turns, text, vocabulary)
    )
    texts = texts or with_change(turns, text, vocabulary, opened=before.asked_back, had=had)
    if texts is None or sum(map(len, texts)) > LONGEST:
        return None
    asked = whole(texts[0], vocabulary)
    for turn, changed in zip(turns[1:], texts[1:], strict=True):
        at = len(asked.thread) - 1
        asked = turned(asked.model_copy(update={"form": turns[at].form}), changed, vocabulary)
        if not asked.thread or asked.form != turn.form:
            return None
    if asked.form in UNASKED:
        return None
    kept = {"named": told.named, "added": told.added, "unavailable": told.unavailable, "work_form": told.work_form}
    return asked.model_copy(update=kept | {"changed": True})


def _asked_again(before: Reading, alone: Reading) -> str | None:
    """The form of a turn that only asks for what the answer before it tells: "how many kg is that?"."""
    if alone.profile.stated():
        return None
    if before.form == CARBON and OF_EMITTED in alone.cues:
        return CARBON
    several = len((*before.profile.candidates, *before.profile.instances)) >= PAIR
    compared = before.form == COMPARE or (before.form == CHOOSE and several)
    return COMPARE if compared and RATIO[0] in alone.cues else None


def _is_of_theirs(before: Reading, alone: Reading) -> bool:
    """Whether it goes on about a run of others: "what GPUs did you use?", "then how long does it take?"."""
    more = not OF_A_RUN.isdisjoint(alone.sought.predicates) and alone.profile.stated().keys() <= {"task"}
    return more and OF_OTHERS in before.cues and USED in before.sought.predicates and OWN not in alone.cues


def _and_used(wants: Sought) -> Sought:
    return wants.model_copy(update={"predicates": tuple(sorted({*wants.predicates, USED}))})


def without_thanks(text: str, vocabulary: Vocabulary) -> str:
    """A turn without the short sentences that only thank, where there are others: they are no other subject."""
    document = lay_out(text, vocabulary, Profile())
    spans = [one for one in sentences(document) if _says_something(document, one)]
    kept = [one for one in spans if not _thanks(document, one)]
    if len(kept) == len(spans) or not kept:
        return text
    return " ".join(document.slice(*one) for one in kept)


def _says_something(document: Document, span: Span) -> bool:
    return any(token.kind != "mark" for token in document.tokens[slice(*span)])


def _thanks(document: Document, span: Span) -> bool:
    """Whether a sentence thanks, asks nothing, and names nothing of ours."""
    inside = [match for match in document.matches if span[0] <= match.first and match.last <= span[1]]
    tokens = document.tokens[slice(*span)]
    short = len(tokens) <= _SHORT and not any(token.norm == "?" or token.kind == "number" for token in tokens)
    thanks = any((match.slot, match.value) in _THANKS for match in inside)
    return short and thanks and _NAMES.isdisjoint(match.slot for match in inside)


def _is_served(alone: Reading, told: Reading) -> bool:
    """Whether a month is asked of a model that nobody trains: "what would that cost per month?"."""
    said = told.profile
    trains = TRAINS in told.cues or said.method is not None or said.task is not None
    return MONTH in alone.cues and not trains and (said.parameters is not None or said.model is not None)


def _completes(before: Reading, alone: Reading, told: Reading) -> bool:
    """Whether a turn asks nothing and says only what nobody had said, after an answer that asked for more or that no
    work was said for."""
    open_yet = before.asked_back or before.form in OPEN_YET
    if not open_yet or alone.sought.predicates or alone.sought.asks or "?" in alone.text:
        return False
    if not _ASIDE.isdisjoint(alone.cues) or alone.ruled_out or told.turn is not None:
        return False
    said, known = alone.profile.stated(), before.profile.stated()
    if FAMILIES.issuperset(before.profile.candidates):
        known = {slot: value for slot, value in known.items() if slot != "candidates"}  # "a GPU"
    new = {slot for slot, value in said.items() if known.get(slot) != value}
    named = alone.domains or alone.unknown_models or any(map(_has_digit, alone.unread))
    return bool(new or named) and new.isdisjoint(known)


def _asks_term(question: str, vocabulary: Vocabulary) -> bool:
    """Whether a question was for the meaning of a term, which was told."""
    return any(one.of_term for one in laid_out(question, vocabulary).asked)


def _has_digit(words: str) -> bool:
    return any(character.isdigit() for character in words)


def _completed(told: Reading, joined: Reading, stray: frozenset[str]) -> Reading:
    """The question with what completes it, of the profile of the thread, without `stray` recurring questions, which
    only its statement shows."""
    shares = tuple(one for one in joined.sought.faqs if one[0] not in stray)
    profile = Profile.model_validate({**told.profile.stated(), **joined.profile.stated()})
    kept = {
        "profile": profile,
        "work_form": told.work_form,
        "words": {**told.words, **joined.words},
        "unavailable": told.unavailable,
        "named": told.named,
        "added": told.added,
        "domains": joined.domains or told.domains,
        "faqs": tuple(one for one in joined.faqs if one not in stray),
        "sought": joined.sought.model_copy(update={"faqs": shares}),
    }
    return joined.model_copy(update=kept)
