"""An answer together with that to the recurring question which the text asks: before it, or as a line below it."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.domains.of_kind import Decides
from engine.forms.estimate_asked import LOADS
from engine.forms.faqs.figures import figures
from engine.forms.form import ENOUGH_WORKLOAD, Asked, Form, workload_slots
from engine.forms.kinds.kind import work_of
from engine.forms.registry import form_named
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from knowledge.facts import Facts, Faq

REPLACED = frozenset({"decline", "ask_back"})  # forms that a written answer always comes before
# Forms that it turns into an explanation.
MOVED = frozenset({"decline", "ask_back", "price", "choose", "compare", "remark", "carbon", "commitment"})
SERVES = "serving"  # the form whose sums no written answer replaces
SUMS = frozenset(
    {SERVES, "fit", "estimate"}
)  # forms under whose figures it stands; elsewhere it follows the first line
ALONE = frozenset({"carbon"})  # forms that no such line stands under
COUNTS = frozenset({"fit_least"})  # cues
SAID: dict[str, frozenset[str]] = {  # first lines that say what a written answer says
    "not_theirs": frozenset({"what-others-paid"}),
    "largest_there": frozenset({"hardware-unsaid"}),
    "own_or_rent": frozenset({"rent-or-own"}),
    "owned_or_rent": frozenset({"rent-or-own"}),
    "model_unnamed": frozenset({"hardware-unsaid", "oom-generic", "oom-any"}),
    **dict.fromkeys(  # sums of a size that was said
        ("memory_needed", "chips_needed", "fits_there", "too_small_there"), frozenset({"hardware-unsaid"})
    ),
}
CHOOSES = "choice"  # the cue of who asks what to take
PLACES = "fit_strong"  # the cue of a question whether it fits
PRICES, BLOCK = "price", "way_block"  # a form; a cue
HOUR = frozenset({"per_chip", "chip_hour"})  # cues of who compares what an hour of a chip costs
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues of somebody who tried
CAUSES = frozenset({"why", "how", "slow", "effect"})  # predicates beside which no room is asked for
TOO_LARGE = frozenset({"too_small_there", "fits_partly"})  # first lines of a sum that what was named does not hold
SUMMED = frozenset({"work_costs", "work_too_big", "pair_costs"})  # first lines of a comparison that sum the work
SCALING = "scaling"  # the code of a first line out of two times that were measured: no written answer is nearer
SOLD = "where_sold"  # the figures of where something is to be had
FOLLOWUP = "followup"  # the intent of a turn
SPOT = "spot"  # the figures of advice whether to buy on spot
SEEN = "mfu_seen"  # the code of a first line that tells what others reached
# Figures of a written answer that leads: a machine to take instead, and what runs on the chip that is named.
ALONE_FIGURES = frozenset({"smallest", "runs_there", "claimed"})
BESIDE_CARDS = "cards"  # the words of a table without a price
RATIO = "ratio_bound"  # the code of a first line on how much faster one is, by what bounds the work
WORKED = frozenset(
    {"training_mfu", "serving_cost", "month_estimate", "on_other", "worth_of", "emitted_in_all", "decoding_seen"}
)  # first lines that work out what is asked
COST = "serving_cost"  # one of them
JOINED = frozenset({"run_estimate", "hours_held"})  # first lines of a sum over amounts that were told
WHOLE = frozenset(
    {
        "instead_of",
        "summed_each_way",
        "paid_up_front",
        "which_cloud",
        "host_differs",
        "quota_holds",
        "setups_against",
        "setups_ranked",
        "price_moved",
        "price_stood",
        "seen_once",
    }
)  # first lines that say all there is
ALONE_TOLD = frozenset({"faq_told", "other_use"})  # first lines that no written answer comes before or beside
UNSIZED = frozenset({"model_unnamed"})  # first lines of figures that know of no model
UNHELD = frozenset({"support_unheld", "support_known", "nothing_held", "needs_size"})  # first lines that know nothing
SUPPORTED = frozenset({"supported", "support_differs"})  # first lines on whether something runs on a chip
SUPPORTS = frozenset({"support", "able"})  # predicates
# First lines that hold whatever is asked: what others needed, what a sum lacks.
GENERAL = frozenset({"usual_room", "work_unknown"})
OF_PRICE = frozenset({"chip_hour", "charged_there", "which_chip"})  # first lines that are prices
PRICED = frozenset({"dollars", "where", "which", "judge", "compare"})  # predicates that they answer
OF_TIME = frozenset({"hours_are"})  # first lines that are a sum of hours
ANY_WORK = frozenset({"hardware-unsaid"})  # written answers to the questions that the general lines are for
ANY_WAY = frozenset({"how"})  # predicates that every written answer tells


class FaqTold(Reason, code="faq_told"):
    """The first sentence of a written answer."""

    text: str


class FaqMore(Reason, code="faq_more"):
    """The sentences that follow it."""

    text: str


class FaqCannot(Reason, code="faq_cannot"):
    """What nobody here can know."""

    text: str


class FaqBeside(Reason, code="faq_beside"):
    """The whole written answer as a line below figures."""

    text: str
    more: str


def with_written(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer, with the written answer where the text asks a recurring question."""
    faq = _asked_of(asked, any_of_them=form.id in REPLACED)
    first = stated.headline.code if stated.headline else ""
    whole = first in ALONE_TOLD or (first in WHOLE and not (faq and faq.of_name))
    if faq is None or form.id == "chat" or faq.id in SAID.get(first, ()) or whole:
        return form, stated
    if _leads(faq, form, stated, asked):
        moves = form.id in MOVED and faq.figures != "sides"
        return (form_named("explain") if moves else form), _before(faq, asked)
    if stated.verdict_below or form.id in ALONE or (form.id == "choose" and _is_worked(asked)):
        return form, stated
    beside = FaqBeside(text=faq.says, more=faq.more, cites=faq.sources)
    below = form.id in SUMS or stated.headline is None  # then the first sentence is the first line
    told = (*stated.sentences, beside) if below else (beside, *stated.sentences)
    return form, stated.model_copy(update={"sentences": told})


def _leads(faq: Faq, form: Form, stated: FactAnswer, asked: Asked) -> bool:
    """Whether the written answer is what was asked for, and not what the form works out."""
    first = stated.headline.code if stated.headline else ""
    if form.id not in REPLACED and first and not _is_asked_of(faq, asked):
        return False  # its cues stand in what is told, not in what is asked
    if form.id == SERVES or (first in JOINED and asked.reading.chains):
        return False  # the amounts of the text were joined for a sum
    if first in TOO_LARGE and not RAN_OUT.isdisjoint(asked.reading.cues):
        return False  # the sum says why it ran out
    if first == COST and "dollars" not in asked.reading.sought.predicates and faq.leads:
        return True  # dollars are not what is asked
    if faq.leads or faq.is_symptom:
        return first not in {SCALING, *WORKED} and not (stated.verdict_below and _is_worked(asked))
    if first in WORKED or (form.id == "compare" and not HOUR.isdisjoint(asked.reading.cues)):
        return False
    if form.id == PRICES and BLOCK in asked.reading.cues and not HOUR.isdisjoint(asked.reading.cues):
        return False  # the rate of a block, and not how one is booked
    loaded = any(map(asked.profile.says, LOADS)) and CHOOSES in asked.reading.cues
    if form.id == "choose" and stated.verdict_below and loaded:
        return False  # what to take for so much traffic
    told = stated.of_told and faq.figures != SOLD  # which has the same figures behind it
    if told or is_sum_asked(form, asked) or _is_placed(faq, form, asked) or _is_summed(form, stated, asked):
        return False
    if first in SUPPORTED and _is_of_library(stated, asked):
        return False
    if faq.is_predicate and form.id in SUMS and asked.profile.parameters:
        return False  # a sum was worked out for the size that was told
    if form.id in faq.over or form.id in REPLACED:
        return True
    if stated.headline is not None and (form.id != "explain" or stated.headline.code == SEEN):
        return stated.headline.code in UNHELD
    return form.id == "explain" or (form.id == "choose" and not asked.rules and not _is_worked(asked))


def _is_asked_of(faq: Faq, asked: Asked) -> bool:
    """Whether the sentences that ask have some of its cues."""
    least = asked.library.constants.entry("faq_share").value.likely
    shares = [share for name, share in asked.reading.sought.faqs if name == faq.id]
    return not asked.reading.sought.asks or not shares or max(shares) >= least


def _is_of_library(stated: FactAnswer, asked: Asked) -> bool:
    """Whether it says if a program that is named runs on chips that are named."""
    name = stated.headline.values.get("feature") if stated.headline else None
    kinds = {feature.kind for feature in asked.facts.features.values() if feature.name == name}
    named = {*asked.profile.candidates, *asked.profile.instances} - FAMILIES
    return "library" in kinds and bool(named) and not SUPPORTS.isdisjoint(asked.reading.sought.predicates)


def is_sum_asked(form: Form, asked: Asked) -> bool:
    """Whether it is asked how many or how much of a model that is named: no written answer replaces that sum."""
    said, cues = asked.profile, set(asked.reading.cues)
    return form.id == "fit" and bool(said.parameters or said.variant) and bool(cues & COUNTS)


def _is_placed(faq: Faq, form: Form, asked: Asked) -> bool:
    """Whether it is asked if a model that is named fits on what is named, and nothing ran out of memory yet; or if
    that can be at all, whatever did, where what is written has no figures of its own."""
    said, cues = asked.profile, set(asked.reading.cues)
    placed = bool(said.parameters) and bool(said.candidates or said.instances)
    sought = asked.reading.sought
    able = not faq.figures and sought.asks and "able" in sought.predicates and CAUSES.isdisjoint(sought.predicates)
    return form.id == "fit" and placed and (able or (PLACES in cues and cues.isdisjoint(RAN_OUT)))


def _is_summed(form: Form, stated: FactAnswer, asked: Asked) -> bool:
    """Whether two sides are compared by the work that was said, or by what somebody sees of them."""
    first = stated.headline
    if form.id != "compare" or first is None:
        return form.id == "compare" and stated.verdict_below  # its first line is the deciding sum
    if first.code == RATIO:
        return asked.profile.task is not None or getattr(first, "place", None) is not None
    return first.code in SUMMED


def _is_worked(asked: Asked) -> bool:
    """Whether enough work was told for a sum."""
    return len(workload_slots(asked.profile)) >= ENOUGH_WORKLOAD


def _before(faq: Faq, asked: Asked) -> FactAnswer:
    """The written answer, the figures that belong to it, and what cannot be known."""
    if faq.leads or faq.is_symptom:
        return _alone(faq, asked)
    worked = figures(faq.figures, asked)
    if worked and worked.answer.headline is not None and worked.answer.headline.code in UNSIZED:
        worked = None
    below = " ".join(part for part in (faq.more, "" if worked and worked.concludes else faq.example) if part)
    first, more, cannot = as_told(faq, below)
    if worked is None:
        return FactAnswer(headline=first, sentences=(*more, *cannot))
    found = worked.answer
    table = found.table.model_copy(update={"words": found.table.words or worked.words}) if found.table else None
    told = tuple(line for line in (found.headline, *found.sentences) if line is not None)
    if worked.concludes:
        headline, *others = told
        sentences = (first, *more, *others, *cannot)
    else:
        headline, sentences = first, (*more, *told, *cannot)
    said = {"headline": headline, "sentences": sentences, "table": table}
    return found.model_copy(update=said if worked.concludes else said | {"doubts": ()})


def _alone(faq: Faq, asked: Asked) -> FactAnswer:
    """One that leads, with no figure but a machine to take instead; a predicate before what the kind of work says."""
    first, more, cannot = as_told(faq, faq.more)
    worked = figures(faq.figures, asked) if faq.figures in ALONE_FIGURES else None
    if worked and worked.concludes and worked.answer.headline:
        told = (worked.answer.headline, *worked.answer.sentences, first, *more, *cannot)
        return FactAnswer(headline=told[0], sentences=told[1:])
    if worked and worked.answer.headline:
        more = (*more, worked.answer.headline)
    work = work_of(asked.reading, asked.library)
    cell = work.cell(faq.cell) if work and faq.cell else None
    of_kind = (Decides(text=cell.text, cites=cell.cites),) if cell else ()
    told = (first, *more, *of_kind) if faq.is_predicate else (*of_kind, first, *more)
    return FactAnswer(headline=told[0], sentences=(*told[1:], *cannot))


def before_kind(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """What is told of a kind of work, below the written answer that holds for any work, where the text asks one.

    One that leads stands alone, beside what the kind of work says of the same; so does a predicate.
    """
    found = [asked.facts.faqs[name] for name in asked.reading.faqs if name in asked.facts.faqs]
    faq = next((one for one in found if one.of_any_work and is_answered(one, asked)), None)
    if faq is None or stated.headline is None:
        return stated
    first, more, _ = as_told(faq, faq.more)
    if not _is_over(faq, asked):
        return stated.model_copy(update={"sentences": (*stated.sentences, first, *more)})
    if faq.is_predicate or (faq.leads and faq is found[0]):
        return _alone(faq, asked).model_copy(update={"of_kind": True})
    return stated.model_copy(update={"headline": first, "sentences": (*more, stated.headline, *stated.sentences)})


def _is_over(faq: Faq, asked: Asked) -> bool:
    """Whether it may take the place of what a kind of work says: a predicate only in the forms it is made for."""
    return not faq.is_predicate or asked.reading.form in {*faq.over, *REPLACED}


def written_alone(asked: Asked) -> FactAnswer | None:
    """The written answer where too much else was not understood for figures; None where no such question is asked."""
    faq = _asked_of(asked)
    if faq is None:
        return None
    first, more, cannot = as_told(faq, faq.more)
    return FactAnswer(headline=first, sentences=(*more, *cannot))


def written_instead(kinds: frozenset[str], facts: Facts) -> FactAnswer | None:
    """The written answer that tells one of these kinds of thing, whatever work is spoken of; None where none does."""
    faq = next((faq for faq in facts.faqs.values() if not kinds.isdisjoint(faq.instead)), None)
    return told_whole(faq) if faq else None


def told_whole(faq: Faq) -> FactAnswer:
    """What is written, and no figure beside it."""
    first, more, cannot = as_told(faq, faq.more)
    return FactAnswer(headline=first, sentences=(*more, *cannot))


def _asked_of(asked: Asked, *, any_of_them: bool = False) -> Faq | None:
    """The first recurring question that the text asks, where its answer tells what is asked, or `any_of_them` that
    does; none on language models for another kind of work."""
    work = work_of(asked.reading, asked.library)
    other = work is not None and not work.is_open
    found = (asked.facts.faqs[name] for name in asked.reading.faqs if name in asked.facts.faqs)
    settled = bool(asked.reading.ruled_out.get("purchase"))  # "no spot" asks for no advice on it
    later = asked.reading.intent != FOLLOWUP  # a symptom of a message of its own comes before all of this
    found = (faq for faq in found if not (faq.is_symptom and later))
    open_to = [faq for faq in found if not (other and faq.of_text) and not (settled and faq.figures == SPOT)]
    return next((faq for faq in (open_to if any_of_them else open_to[:1]) if is_answered(faq, asked)), None)


def over_general(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The written answer before a first line that holds for any question, where a sentence asks what it tells."""
    first = stated.headline
    if first is None or asked.reading.by_hand or not _is_general(first.code, asked):
        return form, stated
    if (
        set(asked.profile.candidates) - FAMILIES
        and (asked.profile.accelerator_count or 0) > 1
        and first.code in GENERAL
    ):
        return form, stated  # that so many are not one is told beside it
    faq = asked_faq(asked.reading, asked.facts)
    if faq is None:
        return form, stated
    told = told_whole(faq)
    return form_named("explain"), told.model_copy(update={"sentences": (*told.sentences, first)})


def asked_faq(reading: Reading, facts: Facts) -> Faq | None:
    """The recurring question that the sentences that ask put with all of its words, and whose answer tells it."""
    found = (facts.faqs[name] for name, share in reading.sought.faqs if share == 1)
    return next((one for one in found if one.id not in ANY_WORK and _tells_what(one, reading)), None)


def _is_general(code: str, asked: Asked) -> bool:
    """Whether a first line tells nothing of its own of what is asked."""
    shown = frozenset(asked.reading.sought.predicates)
    if code in OF_PRICE:
        return bool(shown) and shown.isdisjoint(PRICED)
    return code in GENERAL or (code in OF_TIME and not shown.isdisjoint(CAUSES))


def is_answered(faq: Faq, asked: Asked) -> bool:
    """Whether the sentences that ask ask for something it tells, where they show what they ask for."""
    return _tells_what(faq, asked.reading)


def _tells_what(faq: Faq, reading: Reading) -> bool:
    shown = set(reading.sought.predicates)
    return not faq.answers or not shown or not shown.isdisjoint({*faq.answers, *ANY_WAY})


def as_told(faq: Faq, below: str) -> tuple[Reason, tuple[Reason, ...], tuple[Reason, ...]]:
    """Its first sentence, those `below` it, and what nobody here can know."""
    below = " ".join(part for part in (faq.does, below) if part)
    more = (FaqMore(text=below, cites=faq.sources),) if below else ()
    cannot = (FaqCannot(text=faq.cannot),) if faq.cannot else ()
    return FaqTold(text=faq.says, cites=faq.sources), more, cannot


def is_written(stated: FactAnswer) -> bool:
    """Whether the answer is a written one, which speaks of no price: what is not priced matters nothing to it."""
    written = stated.headline is not None and stated.headline.code == FaqTold.code
    return written and (stated.table is None or stated.table.words == BESIDE_CARDS)
