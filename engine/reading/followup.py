"""One more turn of a thread: what it changes, adds, removes, scales or forgets in the reading so far.

A turn replaces the slots it names. Chips are added ("what about X") unless the words replace ("X
instead") or remove them ("drop X"). An off-topic turn changes nothing; "start over" clears the profile.
"""

from __future__ import annotations

from engine.reading.document import Document
from engine.reading.entities import change_list, exclude, is_sold_by
from engine.reading.intents import asks, asks_why, cues, forms, intent, names_feature, weigh
from engine.reading.rates import Values, bits, chips_of_machines, recounted, relengthened, scaled, swapped
from engine.reading.read import faqs_of_thread, reading, understand
from engine.reading.slots import LISTS, Slots, take_back
from engine.reading.turns.bare import is_bare, keeps_asking
from engine.reading.turns.carried import (
    asked_about,
    cues_still,
    hours_in_proportion,
    is_of_those,
    kinds,
    of_its_kind,
    of_the_answer,
    places_work,
    those_meant,
    use_changed,
    without_number,
    without_other_cards,
)
from engine.reading.turns.cleared import cleared_by
from engine.reading.turns.excluded import ruled_out as ruled_out_after
from engine.reading.turns.excluded import unavailable, words_of
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.patterns import Match
from engine.workload.flops import is_of_size
from engine.workload.profile import Equipment, FormId, Intent, Profile, Reading
from knowledge.units import HOURS_PER_DAY

_TERMS = frozenset({"reserved_1yr", "reserved_3yr", "savings_plan"})
_SERVED_IN = frozenset({"fp8", "int8", "fp4", "int4"})  # formats of served weights
_GO_WITH = {"budget_usd": ("budget_period",), "credits_usd": ("credits_until",)}
BETTER = frozenset({"for_less", "in_less_time"})  # cues: the same work for less, or sooner
# The last cue of a turn about the answer before it, and the forms of answers it may be about; else any.
_OF_ANSWER: dict[str, tuple[FormId, ...]] = {
    "each_or_all": ("fit", "estimate"),
    "why_not_other": ("choose", "estimate", "serving"),
}
_SHORT = 6  # a turn of so few tokens names a purchase option, and asks nothing about it


def follow(before: Reading, text: str, vocabulary: Vocabulary) -> Reading:
    """The merged reading after one more turn; its intent is that of the turn."""
    document, slots = understand(text, vocabulary, before.profile)
    unsaid = take_back(document, slots)
    moves = _moves(document)
    if "reset" in moves:
        fresh = reading(text, document, slots)
        return fresh.model_copy(update={"intent": "followup"})
    changes = scaled(document, before.profile) | swapped(document, before.profile)
    changes |= recounted(document, before.profile) | bits(document, before.profile, slots.profile)
    changes |= chips_of_machines(before.profile, slots.profile) | relengthened(document, before.profile)
    changes |= hours_in_proportion(before.profile, slots.profile)
    turn = reading(text, document, slots)
    changes |= use_changed(before.profile, turn)
    whys = asks_why(document) if before.text else ()
    if whys and before.form in _OF_ANSWER.get(whys[-1], (before.form,)):
        return of_the_answer(before, turn, whys)
    before = _without(before, unsaid, vocabulary)
    cleared = _cleared(document, before.profile) | ({"priority"} & unsaid.keys())
    denies = bool(cleared or unsaid) or any(match.slot == "not_priority" for match in document.matches)
    drops = bool(cleared) and "?" not in document.text  # "latency doesn't matter" asks for none
    only_changes = denies and (drops or not asks(document))
    own_intent = "followup" if only_changes else _intent(document, slots, moves, bool(changes or cleared))
    placed = places_work(turn, own_intent, _work_form(before, document), of_library=names_feature(document))
    bare = is_bare(document.tokens, document.matches, document.plain_words) and keeps_asking(before, slots.profile)
    if placed or bare:
        own_intent = "followup"
    named = (*slots.profile.candidates, *slots.profile.instances)
    if BETTER.intersection(turn.cues) and asks(document) and _work_form(before, document):
        own_intent = "followup"  # the work stays where it is
        slots.profile = slots.profile.model_copy(update={"candidates": (), "instances": ()})
    if chip := those_meant(before.profile, slots.profile, moves, vocabulary.narrows):
        slots.profile = slots.profile.model_copy(update={"candidates": (chip,)})
        slots.hardware = tuple(one.model_copy(update={"id": chip}) for one in slots.hardware)
    elif is_of_those(before.profile, turn, moves, vocabulary.narrows):
        slots.profile = slots.profile.model_copy(update={"candidates": ()})
        slots.hardware = ()
    beside_it = asks(document) and _sets_beside(before, slots.profile, turn)
    if beside_it:
        own_intent, moves = "compare", moves | {"add"}
    if own_intent == "off_topic":
        form, *others = forms(document, slots.profile, before.profile, own_intent)
        told: dict[str, object] = {"cues": turn.cues, "faqs": turn.faqs, "turn": slots.profile}
        told |= {"unread": turn.unread, "unread_asked": turn.unread_asked, "deciding": turn.deciding}
        changed = {"intent": own_intent, "form": form, "other_forms": tuple(others), **told}
        return before.model_copy(update={"text": text, "work_form": _work_form(before, document), **changed})
    follows = own_intent == "followup"
    goes_on = _going_on(before, document, slots.profile, cleared, bool(changes)) if follows else ""
    looked_up = _of_a_price(before, document)
    values = _merged(before.profile, slots, changes, cleared, document, moves, vocabulary)
    profile = Profile.model_validate(values)
    stated = profile.stated()
    form, *others = forms(document, slots.profile, profile, own_intent, goes_on)
    form = of_its_kind(form, before, turn)
    if bare or (placed and form not in {known.id for known in document.forms if known.of_work}):
        form, others = goes_on, []
    asked = next(known for known in document.forms if known.id == form)
    work_form = _work_form(before, document)
    if not asked.lasts and not work_form:
        work_form = _lasting(before, document)  # after "what is a block?" a thread about a price goes on with it
    goes_on_with_it = goes_on == form == _known(before, document)
    fact = before.turn if goes_on_with_it else None  # asked for beside the work
    of_turn = asked.of_turn and not asked.of_one
    beside = asked.of_turn and asked.of_one and bool(work_form)
    other = asked.of_one and not beside and bool(slots.profile.candidates or slots.profile.instances)
    if before.work and asked.of_work:
        before = before.model_copy(update={"profile": before.work})
    elif looked_up and asked.of_work:
        before = before.model_copy(update={"profile": before.profile.model_copy(update={"purchase": None})})
    if other or asked.of_work:
        kept = not other or "remove" in moves or turn.intent == "compare" or "compare" in turn.cues
        alone = moves if kept else moves - {"add"} | {"replace"}
        values = _merged(before.profile, slots, changes, cleared, document, alone, vocabulary)
        profile = Profile.model_validate(values)
        stated = profile.stated()
    set_beside = profile if beside_it and form == "compare" else None
    if of_turn or set_beside:
        profile, stated = before.profile, before.profile.stated()
    ruled_out = before.ruled_out if of_turn else ruled_out_after(before, slots.ruled_out, stated, vocabulary.narrows)
    return Reading(
        text=text,
        intent=own_intent,
        form=form,
        other_forms=tuple(others),
        work_form=work_form,
        about=_about(before, document, form, goes_on),
        turn=_of_turn(before, slots.profile, fact) if of_turn or beside else set_beside,
        work=before.work or (before.profile if beside else None) if beside or of_turn else None,
        profile=profile,
        sum_view=before.sum_view,
        words={slot: words for slot, words in {**before.words, **slots.words}.items() if slot in stated},
        hardware=_hardware(before, slots) if not of_turn else before.hardware,
        named=named,
        added=asked_about(before, profile, moves),
        taken_back=tuple(sorted(cleared)),
        was=_was(before, slots.profile, turn),
        ruled_out=ruled_out,
        ruled_out_words=words_of(ruled_out, {**before.ruled_out_words, **slots.ruled_out_words}),
        unavailable=before.unavailable if of_turn else unavailable(before, slots.profile, slots.unavailable),
        signals=before.signals if of_turn else tuple(sorted({*before.signals, *turn.signals})),
        cues=cues_still(before, turn, form, same=(bare or only_changes) and form == before.form),
        goes_on=bare,
        faqs=turn.faqs or faqs_of_thread(before, text, vocabulary),
        domains=kinds(before, turn, vocabulary.domains.open),
        unread=turn.unread,
        unread_asked=turn.unread_asked,
        deciding=turn.deciding,
        unknown_models=turn.unknown_models or before.unknown_models,
        projects=turn.projects or before.projects,
        programs=turn.programs or before.programs,
        ambiguous={s: v for s, v in {**before.ambiguous, **slots.ambiguous}.items() if s not in stated},
    )


def _hardware(before: Reading, slots: Slots) -> tuple[Equipment, ...]:
    """Every machine of the thread; one that is named again counts as it was named last."""
    return (*(one for one in before.hardware if one.id not in {now.id for now in slots.hardware}), *slots.hardware)


def _was(before: Reading, said: Profile, turn: Reading) -> str | None:
    """ "Was that with LoRA?": the method that the answer before was for, or that nobody had said one."""
    return before.profile.method or "" if "was_that" in turn.cues and said.method else None


def _without(before: Reading, unsaid: dict[str, set[object]], vocabulary: Vocabulary) -> Reading:
    """The reading before, without what was never said."""
    values = dict(before.profile.stated())
    for slot, gone in unsaid.items():
        exclude(values, slot, tuple(str(value) for value in gone), vocabulary)
    kept = {slot: value for slot, value in values.items() if value != ()}
    return before.model_copy(update={"profile": Profile.model_validate(kept)}) if unsaid else before


def _sets_beside(before: Reading, said: Profile, turn: Reading) -> bool:
    """ "Is it faster than the A10s?": what the thread is about, against what the turn names."""
    named, known = said.candidates or said.instances, before.profile.candidates or before.profile.instances
    other = not (said.parameters or said.model or said.task) and set(named) != set(known)
    return bool(named and known and other and "than_that" in turn.cues)


def _of_a_price(before: Reading, document: Document) -> bool:
    """Whether a price for years was looked up before any work was spoken of: no work is bought so for that."""
    fact = any(form.id == _known(before, document) and form.of_turn and form.of_one for form in document.forms)
    return fact and not before.work_form and before.profile.purchase in _TERMS


def _moves(document: Document) -> frozenset[str]:
    """What the turn does. "and" and "or" only add where they open the turn; "why not" takes nothing away."""
    why_not = 1 if document.at("asks_why", 0) is not None else None
    moves = (m for m in document.matches if m.slot == "move" and (m.value != "remove" or m.first != why_not))
    return frozenset(str(m.value) for m in moves if m.first == 0 or document.at("joiner", m.first) is None)


def _intent(document: Document, slots: Slots, moves: frozenset[str], changed: bool) -> Intent:
    own_intent = intent(document, slots.profile)
    asked = asks(document)
    starts = any(m.slot == "move" and m.first <= 1 and not (asked and _joins(document, m)) for m in document.matches)
    stated = bool(slots.profile.stated() or slots.ruled_out or changed)
    if own_intent == "off_topic" and "price" in cues(document) and "off_topic" not in cues(document):
        return "price_lookup"
    if own_intent == "off_topic" and "advise" in cues(document) and "off_topic" not in cues(document):
        return "followup"
    if "was_that" in cues(document) and slots.profile.method:
        return "followup"
    form = next((form for form in document.forms if form.intent == own_intent), None)
    if form and form.needs_several_words and len(document.tokens) <= _SHORT:
        return "followup"
    if form and form.needs_question_mark and slots.profile.stated() and not asked:
        return "followup"
    if (
        own_intent == "off_topic"
        and not stated
        and ("off_topic" in cues(document) or not (starts or document.signals))
    ):
        return "off_topic" if "explain" not in cues(document) or "off_topic" in cues(document) else "explain"
    if (
        form
        and form.asks_for_facts
        and (not starts or "carbon_strong" in cues(document))
        and "replace" not in moves
        and (asked or not changed)
    ):
        return own_intent
    return "followup"


def _going_on(before: Reading, document: Document, said: Profile, cleared: set[str], changed: bool) -> FormId:
    """The form that a turn goes on with: where it says something of the work, the last one about the work; else that
    of the card before it, where that lasts; plain advice where it takes an aim back."""
    if "priority" in cleared:
        return document.forms[-1].id
    known = _known(before, document)
    of_work = _work_form(before, document)
    lasting = next((form for form in document.forms if form.id == known and form.lasts), None)
    new = weigh(document, said)
    of_fact = lasting is not None and lasting.of_turn and not lasting.of_one and bool(new.own_slots)
    if lasting is None or of_fact or (of_work and not lasting.of_work and (new.workload_slots or changed)):
        return of_work or document.forms[-1].id
    return lasting.id


def _work_form(before: Reading, document: Document) -> FormId:
    """The last form of the thread that was about the work, if there was one."""
    known = _known(before, document)
    return known if any(form.id == known and form.of_work for form in document.forms) else before.work_form


def _lasting(before: Reading, document: Document) -> FormId:
    """The form of the card before, where the turns after it go on with it; that of plain advice needs no memory."""
    known = _known(before, document)
    return known if any(form.id == known and form.lasts and form.of_one for form in document.forms) else ""


def _known(before: Reading, document: Document) -> FormId:
    return before.form or next((form.id for form in document.forms if form.intent == before.topic), "")


def _of_turn(before: Reading, said: Profile, aside: Profile | None) -> Profile:
    """What a turn alone says; what it does not name is what the thread names ("and does it do JAX?"), or what was
    said of the fact before it ("and on spot?")."""
    known = aside or before.profile
    named: Values = {"candidates": known.candidates, "instances": known.instances}
    if said.candidates or said.instances:
        named = {}
    rest = aside.stated().items() if aside else ()
    kept = {slot: value for slot, value in rest if slot not in ("candidates", "instances")}
    return Profile.model_validate(kept | named | said.stated())


def _about(before: Reading, document: Document, form: FormId, goes_on: FormId) -> str:
    """The text of the question for a fact that a turn goes on with."""
    lasts = any(known.id == form and known.searches for known in document.forms)
    return (before.about or before.text) if lasts and form == goes_on == before.form else ""


def _joins(document: Document, move: Match) -> bool:
    """Whether a move only joins a turn to the one before ("and does it do JAX?")."""
    opener = document.at("opener", move.first)
    return opener is not None and opener.last == move.last


def _cleared(document: Document, profile: Profile) -> set[str]:
    return cleared_by(document.matches, document.classes.get("topic", {}), document.ends_clause, profile.priority)


def _merged(
    profile: Profile,
    slots: Slots,
    changes: Values,
    cleared: set[str],
    document: Document,
    moves: frozenset[str],
    vocabulary: Vocabulary,
) -> Values:
    values: Values = dict(profile.stated())
    for slot, listed in slots.ruled_out.items():
        exclude(values, slot, listed, vocabulary)
    stated = slots.profile.stated()
    for slot in cleared - set(stated):
        for gone in (slot, *_GO_WITH.get(slot, ())):
            values.pop(gone, None)
    _drop_obsolete(values, stated, vocabulary)
    said_words = frozenset(token.norm for token in document.tokens)
    without_other_cards(values, profile, slots.profile, slots.ambiguous, said_words)
    without_number(values, slots.profile, cues(document))
    for slot, value in stated.items():
        if slot in changes:
            continue
        if slot in LISTS and isinstance(value, tuple):
            change_list(values, slot, value, document, moves, vocabulary)
        else:
            values[slot] = value
    values.update(changes)
    _as_deadline(values, profile, stated)
    return {slot: value for slot, value in values.items() if value != ()}


def _as_deadline(values: Values, before: Profile, stated: Values) -> None:
    """ "make it 90 days" of a thread with a deadline and no hours of a run: the deadline."""
    hours = stated.get("run_hours")
    alone = before.deadline_days is not None and before.run_hours is None and "deadline_days" not in stated
    if alone and isinstance(hours, float) and hours >= HOURS_PER_DAY:
        values.pop("run_hours")
        values["deadline_days"] = hours / HOURS_PER_DAY


def _is_of_no_such_size(values: Values, stated: Values, vocabulary: Vocabulary) -> bool:
    """Whether a family that is named now has published sizes, and that of the model before is none of them."""
    kin, size = vocabulary.models.of(str(stated.get("model"))), values.get("parameters")
    return bool(kin) and isinstance(size, float) and not any(is_of_size(model, size) for model in kin)


def _drop_obsolete(values: Values, stated: Values, vocabulary: Vocabulary) -> None:
    """Drops slots that a change of another makes obsolete."""
    if stated.get("cadence") in ("one_off", "continuous"):
        values.pop("runs", None)
        values.pop("runs_per_month", None)
    if {"model", "variant"} & set(stated):  # another model is of its own size
        for slot in ("variant", "active_parameters", "parameters"):
            if slot != "parameters" or "variant" in stated or _is_of_no_such_size(values, stated, vocabulary):
                values.pop(slot, None)
    elif (size := stated.get("parameters")) is not None and (variant := values.get("variant")) is not None:
        meant = vocabulary.models.of(str(variant))
        if not isinstance(size, float) or not any(is_of_size(model, size) for model in meant):
            values.pop("variant")
            beside = vocabulary.models.of_version(str(variant)) if isinstance(size, float) else ()
            values |= dict([("variant", one.id) for one in beside if is_of_size(one, float(str(size)))][:1])
    if "current_instances" in stated:
        for slot in ("current_count", "current_usd_per_hour", "current_usd_per_month", "current_hours_per_run"):
            values.pop(slot, None)
    if "budget_usd" in stated:
        values.pop("budget_period", None)
    if "runs" in stated:
        values.pop("runs_per_month", None)
        if values.get("cadence") != "repeated":
            values.pop("cadence", None)
    if "runs_per_month" in stated:
        values.pop("runs", None)
    if stated.get("framework") not in (None, "jax"):
        values.pop("jax_native", None)
    if stated.get("task") in ("pretraining", "inference") and "method" not in stated:
        values.pop("method", None)
    trains = stated.get("task") in ("pretraining", "fine_tuning") and values.get("task") == "inference"
    if trains and values.get("precision") in _SERVED_IN:
        values.pop("precision")
    if {"candidates", "instances"} & set(stated):  # a number of machines is that of the machines named with it
        if "instance_count" in stated and "accelerator_count" not in stated:
            values.pop("accelerator_count", None)
        if "accelerator_count" in stated and "instance_count" not in stated:
            values.pop("instance_count", None)
    if isinstance(clouds := stated.get("clouds"), tuple):
        for slot in ("candidates", "instances"):
            named = values.get(slot, ())
            if slot not in stated and isinstance(named, tuple):
                values[slot] = tuple(v for v in named if is_sold_by(v, clouds, vocabulary))
    if stated.get("jax_native") is False and values.get("framework") == "jax":
        values.pop("framework")
    region, clouds = values.get("region"), stated.get("clouds")
    cloud = vocabulary.regions.get(str(region))  # a region is of one cloud, an area of all
    if "region" not in stated and cloud and isinstance(clouds, tuple) and cloud not in clouds:
        values.pop("region")
        values |= {"region": vocabulary.area_of[str(region)]} if region in vocabulary.area_of else {}
