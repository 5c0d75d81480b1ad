"""What a text asks for: advice, a price, a comparison, an explanation, a commitment, carbon, or something off topic.

The decision weighs a few kinds of evidence: how much of the asker's own work is described, how many things are
named, whether a sentence asks for a fact or for a choice, and which words of price, comparison, commitment or
emissions there are. The forms of an answer are tried in their own order (`engine/forms/registry.py`), the most
telling first: what each says of an intent decides the intent, its own cues the form.

Whether a text speaks of accelerators at all is told by something no other talk has, or by two kinds of what others
have: "serves sushi on the train" has the words of ours; what it says of price, place and time states no workload.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from engine.base.named_terms import is_of_terms
from engine.reading.document import Document
from engine.reading.sentences import BY_NAME, asking
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId, Intent, Profile
from engine.workload.question import FormCues

_PASSING_MENTIONS = frozenset({"clouds", "priority", "region"})
_PASSING = _PASSING_MENTIONS | {
    "budget_usd", "deadline_days", "run_hours", "team_engineers", "cadence", "runs_per_month", "latency_ms",
}  # fmt: skip
_ANYBODYS = _PASSING | {"instance_count", "capacity", "checkpointing", "managed", "runs", "accelerator_count"}
_THINGS = frozenset({
    "candidates", "instances", "clouds", "region", "purchase", "instance_count", "priority", "accelerator_count",
    "providers",
})  # fmt: skip
_OWN = frozenset({
    "parameters", "tokens", "cadence", "runs", "runs_per_month", "deadline_days", "budget_usd", "team_engineers",
    "tokens_per_day", "latency_ms", "capacity", "samples", "epochs", "flops",
})  # fmt: skip
# Said beside a workload, and beside a question about facts as well.
_BESIDE = frozenset({
    "current_instances", "current_count", "current_usd_per_hour", "current_usd_per_month", "current_hours_per_run",
    "port_weeks", "engineer_usd_per_week", "utilization", "precision", "credits_usd", "horizon_months",
})  # fmt: skip
ASKED_OF_IT = {
    "doubt": ("doubts",),
    "each": ("each_or_all",),
    "how": ("asks_how",),
    "other": ("why_not_other",),
    "source": ("doubts", "asks_source"),
}  # cues of a turn about the answer before it
_WHYS = frozenset({"why", "how"})
_ASKS_NOTHING = frozenset({"thanks", "ok"})  # values of chat
_WISHES = frozenset({"which", "which_hardware"})  # of hardware
_OF_CARDS = "of_cards"  # the cue: cards or their memory are spoken of
_OTHERS_CARDS = frozenset({"other_use", "stock", "forecast", "game"})  # cues of other talk about cards
_STRANGE = 1  # words that are no part of such a wish
_FEATURES = frozenset({"framework", "library", "link"})  # kinds of features that are no work by themselves
_COUNTED = frozenset({"parameters", "model", "accelerator_count", "instance_count"})
_MATTER = frozenset({  # cues of what a text is about, and of no question
    "domain", "ours", "elsewhere", "off_topic", "first_person", "training_words", "serving_words", "several_models",
    "unheld_named", "memory_error", "no_room", "shopping", "stock", "game", "log", "debugging", "told_time",
    "of_others", "job_writes", "job_rewrites", "job_reads", "job_labels", "job_batch", "job_of_prompts", "job_embeds",
    "of_api", "self_hosts", "mig", "multi_lora", "names_processor",
})  # fmt: skip
_DEFINITE = frozenset({"serving", "fit", "estimate", "carbon", "commitment", "support", "compare", "price"})  # forms
_GENERIC = frozenset({"gpu", "trainium", "tpu", "inferentia2"})
# Slots whose own words are ours, unless everyday language has them as well.
_OURS = frozenset({
    "candidates", "instances", "variant", "model", "architecture", "task", "method", "framework", "libraries",
    "providers", "precision", "custom_kernels", "dataset", "card", "feature", "unheld_name", "neuron_experience",
})  # fmt: skip
_WONDERS, _RAN_OUT = "wonders_room", frozenset({"no_room", "memory_error", "fails_on_one"})  # cues
_RATE = "rate_of_machine"  # the cue: "what can I rent for $5 an hour?"
_LESS = "for_less"  # a cue
_SIZES = frozenset({"parameters", "tokens", "tokens_per_day", "active_parameters"})
_STEPS = frozenset({"steps", "seconds_per_step"})
_SMALLEST, _LARGEST = 0.1, 2000  # billions of parameters
_ROUND = 100  # from here on sizes have no decimals
_PARTS = frozenset(".:/-_")  # join a number to something longer
_NOTED = 4  # in such a note at least so many times as many words as strange ones
_ASKED = frozenset({"price", "price_strong", "commit", "commit_strong", "carbon", "carbon_strong"})
_SAID = 1e6
_ENOUGH, _LOOKED_FOR = (
    "named_enough",
    frozenset({"asks_machine", "which_type", "choice", "which", "how_many"}),
)  # cues
_OF_MONEY = ("money_", "way_")  # how such cues begin
_NONE = "none"  # a word that tells nothing
_MEMORY, _WORK = "memory", frozenset({"train", "serve"})  # what work takes, and what it does
_TALK = frozenset({"model", "terms", "cloud"})  # together still everyday: "spot a falcon"
_KINDS = 2  # of everyday words that are ours together


def _is_beside(cue: object) -> bool:
    """Whether a cue shows no form: the terms of a commitment, and what is asked of prices (engine/forms/money)."""
    return is_of_terms(cue) or str(cue).startswith(_OF_MONEY)


def cues(document: Document) -> frozenset[str]:
    """The kinds of cue the text shows; `other_question` where it asks, and asks for no choice."""
    return _with_question(document, frozenset(str(m.value) for m in _cued(document)))


def _cued(document: Document) -> list[Match]:
    """Its cues, without memory that ran out where it is only asked whether it would, and without the machine that is
    looked for where one card is asked about by name: "what do I need? Can a 3080 do it?"."""
    found = [m for m in document.matches if m.slot == "cue"]
    cards = {m.value for m in document.matches if m.slot in ("candidates", "instances")} - FAMILIES
    if len(cards) == 1 and any(m.value == _ENOUGH for m in found):
        found = [m for m in found if m.value not in _LOOKED_FOR]
    wondered = [m for m in found if m.value == _WONDERS]
    if not wondered:
        return found
    return [m for m in found if m.value not in _RAN_OUT or not any(_is_inside(m, one) for one in wondered)]


def _asking_cues(document: Document) -> frozenset[str]:
    """The cues of the sentences that ask, and what the others say of the matter; none where the question leans on
    the sentences around it ("how much would that cost?"), or where there are no others."""
    spans = asking(document)
    inside = {at for first, last in spans for at in range(first, last)}
    cued = [m for m in _cued(document) if not _is_beside(m.value)]
    shown = {str(m.value) for m in cued if m.first in inside}
    others = {str(m.value) for m in cued if m.first not in inside}
    if not shown or others <= shown or any(at in inside for at in document.where("leans")):
        return frozenset()
    return _with_question(document, frozenset(shown | (others & _MATTER)))


def _with_question(document: Document, shown: frozenset[str]) -> frozenset[str]:
    plainly = _opens_as_question(document) or ("interrogative" in shown and asks(document))
    return shown | {"other_question"} if plainly and "choice" not in shown else shown


def small_talk(document: Document) -> frozenset[str]:
    """What a text says that is nothing but hello, thanks or the like: the values of `slot = "chat"`."""
    said = [match for match in document.matches if match.slot == "chat"]
    said = [match for match in said if not any(_is_inside(match, other) for other in said)]  # "help" in "that helps"
    covered = {at for match in said for at in range(match.first, match.last)}
    covered |= set(document.classes.get("opener", {})) | set(document.classes.get("filler", {}))
    words = {at for at, token in enumerate(document.tokens) if token.kind != "mark"}
    shown = frozenset(str(match.value) for match in said)
    if shown <= _ASKS_NOTHING and any(token.norm == "?" for token in document.tokens):
        return frozenset()  # "ok thanks, how long would that take?"
    return shown if words <= covered else frozenset()


def _is_inside(match: Match, other: Match) -> bool:
    return (
        other.first <= match.first
        and match.last <= other.last
        and other.last - other.first > match.last - match.first
    )


def intent(document: Document, profile: Profile) -> Intent:
    """The intent of a text read on its own."""
    if _is_off_topic(document, profile):
        return "off_topic"
    evidence = weigh(document, profile)
    return next(form.intent for form in document.forms if form.is_intent(evidence))


def forms(
    document: Document, said: Profile, profile: Profile, topic: Intent, before: FormId = ""
) -> tuple[FormId, ...]:
    """The forms of answer a text asks for: those whose own cues it shows, in their order, then that of its intent.

    `said` is what the text itself says, `profile` that and what the thread said before; `before` is the form of the
    card before it, where the text goes on with that: it comes after the text's own.
    """
    seen = replace(weigh(document, said), profile=profile, intent=topic, before=before)
    if said != profile:
        turn = frozenset(said.stated())
        seen = replace(
            seen, threaded=True, turn=turn, of_feature=names_feature(document) and _COUNTED.isdisjoint(turn)
        )
    ours = topic != "off_topic" or is_ours(document, profile) or _is_wish(document)
    own = [form.id for form in document.forms if (ours or form.of_anything) and form.is_asked(seen)]
    if ours and not seen.threaded and not before:
        own = [*_of_question(document, seen), *own]
    of_intent = [form.id for form in document.forms if form.intent == topic]
    return tuple(dict.fromkeys((*own, *([before] if before else of_intent))))


_OF_ALL = frozenset({"counts_samples", "tables_told", "hours_held"})  # cues of a text as a whole


def _of_question(document: Document, seen: FormCues) -> list[FormId]:
    """The forms that the sentences which ask show by themselves: what is told around a question changes no form."""
    alone = _asking_cues(document)
    if not alone or "mining" in seen.cues:
        return []
    seen = replace(seen, cues=alone | (seen.cues & _OF_ALL))
    topic = next(form.intent for form in document.forms if form.is_intent(seen))
    seen = replace(seen, intent=topic)
    asked = [form.id for form in document.forms if form.is_asked(seen)]
    return asked if asked and asked[0] in _DEFINITE else []


def weigh(document: Document, profile: Profile) -> FormCues:
    """The evidence of one text."""
    stated = set(profile.stated())
    generic = sum(c in _GENERIC for c in profile.candidates)
    return FormCues(
        cues=frozenset(cue for cue in cues(document) | small_talk(document) if not _is_beside(cue)),
        profile=profile,
        workload_slots=len(stated - _THINGS - _BESIDE),
        own_slots=len(stated & _OWN),
        instances=len(profile.instances),
        specific=len(profile.candidates) - generic,
        generic=generic,
        asks_fact=_asks_fact(document),
        joined=_joined(document),
        places=any(m.slot in ("region", "place") for m in document.matches),
        signals=bool(document.signals),
        text=document.text,
        asks=asks(document),
        names_feature=names_feature(document),
    )


def names_feature(document: Document) -> bool:
    """Whether a framework, a library or a link is named: a question about one is about no work."""
    return any(m.slot == "feature" and dict(m.implies).get("kind") in _FEATURES for m in document.matches)


def _is_off_topic(document: Document, profile: Profile) -> bool:
    """Whether it mentions nothing about accelerators, or only what people mention in passing."""
    seen, stated = cues(document), set(profile.stated())
    if _OF_CARDS in seen and asks(document) and not seen & _OTHERS_CARDS:
        return False
    if _RATE in seen and profile.candidates and asks(document):
        return False
    if not is_ours(document, profile) and (stated or not _is_wish(document)):
        return True
    if "elsewhere" in seen and "ours" not in seen and not stated - _ANYBODYS:
        return True
    ours = bool(document.signals) or not seen.isdisjoint({"domain", "commit_strong"})
    if not stated and (not ours or "off_topic" in seen):
        return True
    passing = "off_topic" in seen or (not ours and "carbon" not in seen)
    return passing and not stated - (_PASSING if "domain" not in seen else _PASSING_MENTIONS)


def _is_wish(document: Document) -> bool:
    """Whether a text is hardly more than a wish for hardware: "which one should I take?", no "help me find it"."""
    inside = {
        at
        for match in document.matches
        if match.slot == "cue" and match.value in _WISHES
        for at in range(match.first, match.last)
    }
    plain = inside.union(document.classes.get("filler", {}), document.classes.get("opener", {}))
    words = [at for at, token in enumerate(document.tokens) if token.kind != "mark"]
    return bool(inside) and sum(at not in plain for at in words) <= _STRANGE


def speaks_of_others(document: Document) -> bool:
    """Whether the text plainly talks about something else."""
    return not cues(document).isdisjoint({"elsewhere", "off_topic"})


def _asks_fact(document: Document) -> bool:
    """Whether a sentence opens as a question whose subject is not the asker ("does trn2 ...", "why is ...")."""
    for at, opening in document.classes.get("asks", {}).items():
        if not _opens(document, at):
            continue
        if opening.value == "plain" or document.at("pronoun_own", opening.last) is None:
            return True
    return False


def asks(document: Document) -> bool:
    """Whether a text asks at all: a question mark, a sentence that opens as a question, or a quantity named alone."""
    marked = any(token.norm == "?" for token in document.tokens)
    return marked or bool(document.where("cue", BY_NAME)) or _opens_as_question(document)


def asks_why(document: Document) -> tuple[str, ...]:
    """Cues of a turn that asks for nothing but the reasons of the answer before it, whether that is sure, or whether
    it is of each card or of all."""
    opening = ("joiner", "move", "contrast", "opener")
    said = {
        at
        for at, token in enumerate(document.tokens)
        if any(character.isalnum() for character in token.norm)
        and not (at <= 1 and any(document.at(name, at) for name in opening) and token.norm not in _WHYS)
    }
    every = sorted(document.classes.get("asks_why", {}).values(), key=lambda m: m.first - m.last)  # the longest first
    told = {at for match in every for at in range(match.first, match.last)}
    return ("asks_why", *ASKED_OF_IT.get(str(every[0].value), ())) if said and said <= told else ()


def _opens_as_question(document: Document) -> bool:
    return any(_opens(document, at) and not _goes_on(document, at) for at in document.classes.get("asks", {}))


def _goes_on(document: Document, at: int) -> bool:
    """Whether a verb behind a comma only goes on with a statement: "8B fine-tuning, has to stay in Frankfurt"."""
    behind_comma = at > 0 and document.tokens[at - 1].norm == ","
    opening = document.classes["asks"][at]
    return behind_comma and opening.last - opening.first == 1 and "?" not in (t.norm for t in document.tokens[at:])


def _opens(document: Document, at: int) -> bool:
    """Whether a sentence begins here, greetings and "so" aside."""
    while at > 0 and not document.starts_sentence(at):
        before = document.ending("opener", at, 0)
        if before is None:
            return False
        at = before.first
    return True


def _joined(document: Document) -> bool:
    """Whether two chips or types have only "or" or a list separator between them."""
    spots = sorted((m.first, m.last) for m in document.matches if m.slot in ("candidates", "instances"))
    spots += [(at, at + 1) for at, token in enumerate(document.tokens) if token.kind == "instance"]
    spots.sort()
    return any(
        0 < second[0] - first[1] <= 2 and document.tokens[first[1]].norm in ("or", "/", ",", "and", "&")
        for first, second in pairwise(spots)
    )


def is_ours(document: Document, profile: Profile) -> bool:
    """Whether what the text says may be about accelerators. A turn of a thread that is about them is."""
    if document.before.stated() or document.unheld or document.projects or document.classes.get("anchor"):
        return True
    said = cues(document)
    placed = profile.region or any(match.slot == "place" for match in document.matches)
    if profile.candidates and (_RATE in said or (placed and _LESS in said)):  # "is g5 cheaper in Ireland?"
        return True
    if any(token.kind == "instance" for token in document.tokens):
        return True
    if any(_is_a_model(document, number) for number in document.numbers):
        return True
    if profile.stated() and _is_note(document):
        return True
    kinds = {
        at: str(match.value)
        for match in document.matches
        if match.slot == "ambiguous"
        for at in range(match.first, match.last)
    }
    for match in document.matches:
        if match.slot == "candidates" and match.last - match.first > 1 and match.value not in FAMILIES:
            return True  # "Tesla P4", of which each word means other things, too
        if match.slot in _OURS and not all(at in kinds for at in range(match.first, match.last)):
            return True
    large = any(number.scale >= _SAID and number.letter != "b" for number in document.numbers)  # "7 billion"
    stated = profile.stated().keys()
    sized = {"size"} if (large and not _SIZES.isdisjoint(stated)) or stated >= _STEPS else set()
    found = {*kinds.values(), *sized} - {_NONE}
    found -= set() if found & _WORK else {_MEMORY}  # "moving 21 GB to that node"
    return len(found) >= _KINDS and not found <= _TALK


def _is_a_model(document: Document, number: Number) -> bool:
    """Whether a number is a size as models have it, and part of nothing longer: "8B", no "802.11b", no "6.3b.005"."""
    tokens = document.tokens
    whole = number.value / number.scale
    if number.letter != "b" or not _SMALLEST <= whole <= _LARGEST or (whole >= _ROUND and whole != int(whole)):
        return False
    before = number.first > 0 and tokens[number.first].glued and tokens[number.first - 1].norm in _PARTS
    behind = tokens[number.last : number.last + 2]
    return not before and not (len(behind) > 1 and behind[0].norm in _PARTS and behind[0].glued and behind[1].glued)


def _is_note(document: Document) -> bool:
    """Whether nearly every word was understood: "120 requests per minute" is no sentence about something else."""
    filler = document.classes.get("filler", {})
    words = [at for at, token in enumerate(document.tokens) if token.kind != "mark" and at not in filler]
    asked = {at for m in document.matches if m.slot == "cue" and m.value in _ASKED for at in range(m.first, m.last)}
    vague = {
        at
        for m in document.matches
        if m.slot == "ambiguous" and m.value not in {*_WORK, _MEMORY}
        for at in range(m.first, m.last)
    }
    known = document.covered.union(asked, document.classes.get("note", {}))
    strange = [at for at in words if at not in known or at in vague]
    return len(strange) * _NOTED <= len(words)
