"""What can be had instead of a machine that is not sold there, not granted, or larger than the work."""

from __future__ import annotations

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.machines.need import LESS, SAME, NeedOf, need_of, to_train
from engine.forms.machines.rungs import Rung, clouds_of, machines_with, place_of, quota_of, table
from engine.forms.per_unit.rates import Question
from engine.workload.question import PAIR, FormCues
from knowledge.facts import COMPARED, Cloud, Instance, Quota

WANTS = "wants_other"  # a cue
WHY = (
    "not_had",
    "quota_word",
    "launch_fails",
    "only_by_eight",
    "for_less",
    "wants_less",
)  # cues of why another is wanted
AMOUNTS = frozenset({
    "tokens", "tokens_per_day", "runs", "runs_per_month", "cadence", "current_usd_per_month", "deadline_days",
    "budget_usd", "requests_per_second", "samples_per_second", "concurrent_users",
})  # fmt: skip
OTHERS = (
    "commit_strong",
    "carbon_strong",
    "vs",
    "price_strong",
    "is_normal",
    "shopping",
    "memory_error",
    "asks_break_even",
    "smaller_like",
)  # cues
GROUP = ("quota_of_g", "quota_of_p", "quota_of_inf", "quota_of_trn")  # cues
SHOWN, REGIONS = 4, 4
DEAREST = "instead_times_cheapest"  # the constant
CLOUD, SAME_CODE = "which_cloud", "same_code"  # cues
REFUSED = frozenset({"not_had", "quota_word", "launch_fails"})  # cues
ALL_WEIGHTS, PRETRAINING = frozenset({"full", "pretraining"}), "pretraining"  # ways
ENDS = "had_ends"  # a cue: what they have now is taken from them on a day
PRICES_APART = ("money_is_cheaper", "money_is_dearer")  # cues of what one costs against another
KEEPS = ("commit_asked", "carbon_strong", "shopping", "memory_error", "confirms")  # cues of who asks to renew it
OF_KIND = "kind"  # what is needed follows from the kind of work


class InsteadOf(Reason, code="instead_of"):
    """What is to be had, the cheapest first; `lost`: what is not, and `place`: where that was asked for.

    `there`: whether it is sold at that place. `quota`: the group whose quota is not granted. `by_math`: the cheapest
    first by the 16-bit math an hour buys, on paper. `dearer`: none of them costs less, which was asked for.
    """

    lost: str
    cloud: Cloud
    place: str
    quota: str
    machines: tuple[tuple[str, str, float, float], ...]  # type, chips, GiB of all, USD an hour
    basis: str
    need_gib: float
    of: str
    way: str
    there: bool
    by_math: bool = False
    dearer: bool = False


class QuotasApart(Reason, code="quotas_apart"):
    """How that cloud counts: a request for one says nothing of the others. `neuron`: types that run no CUDA.

    `counts`: whether a quota or a shortage is spoken of.
    """

    cloud: Cloud
    counts: bool
    neuron: tuple[str, ...]
    lost: str
    lost_quota: str
    regions: tuple[str, ...]  # where what is lost is sold


class WhichInstead(Reason, code="which_instead"):
    """What makes the list one machine."""


def asks_instead(seen: FormCues) -> bool:
    """Whether another machine is asked for than one that is not to be had, is too large or too dear."""
    if not seen.before and _ends(seen):
        return True
    if seen.before or seen.has(*OTHERS) or not AMOUNTS.isdisjoint(seen.profile.stated()):
        return False
    tight = seen.profile.stated().get("capacity") == "tight"
    if seen.says("current_count", "task", "parameters") and seen.profile.task == "inference" and not tight:
        return False  # what so many machines of today serve is summed on others
    if seen.instances + seen.specific >= PAIR and not (tight or seen.has(*REFUSED, "only_by_eight")):
        return False  # two that are set against each other
    if seen.hardware_named >= PAIR and seen.has(*PRICES_APART) and not seen.has(*REFUSED):
        return False  # "is Trainium cheaper than p4d?"
    named = seen.instances + seen.specific > 0 or seen.has(*GROUP)
    group = seen.has("quota_word") and seen.has(*GROUP)
    return named and seen.has(WANTS) and (tight or seen.has(*WHY) or group)


def _ends(seen: FormCues) -> bool:
    """Whether what they have ends on a day, which is the day of no work, and nobody asks to keep it."""
    named = seen.instances + seen.specific == 1
    left = AMOUNTS - {"deadline_days"}
    return named and seen.has(ENDS) and not seen.has(*KEEPS) and left.isdisjoint(seen.profile.stated())


def instead(asked: Question) -> FactAnswer | None:
    """On the cloud that was said, else that of the machine; None where nothing on sale there has the memory."""
    facts = asked.library.facts
    if not asks_of(asked):
        return None
    book = asked.library.prices(asked.day)
    gone = next(iter(asked.reading.unavailable), None)
    lost = (facts.instances.get(gone.id) if gone else None) or next(iter(meant(asked.reading, facts, book, 1)), None)
    if lost is None and (
        CLOUD in asked.reading.cues or not (clouds_of(asked) or set(GROUP) & set(asked.reading.cues))
    ):
        return None  # which to take is asked of a size that is no longer sold; a card that nobody rents out
    cloud: Cloud = (*clouds_of(asked), lost.cloud if lost else COMPARED[0])[0]
    place = place_of(asked, cloud, gone.region if gone else None)
    quota = _refused(asked, lost)
    need = need_of(asked, facts.accelerators[lost.accelerator] if lost else None, lost)
    ends = ENDS in asked.reading.cues
    trains = to_train(asked) or (ends and asked.said.task is None)  # what ends was for anything
    found = machines_with(asked, (cloud,), need.gib, trains=trains, place=place)
    found = [one for one in found if not _is_lost(one, lost, quota, asked)]
    if need.basis == OF_KIND and lost is not None:  # programs of other work are written for one maker's chips
        maker = facts.accelerators[lost.accelerator].vendor
        found = [one for one in found if one.chip.vendor == maker] or found
    if need.way in ALL_WEIGHTS or (ends and lost is not None and facts.accelerators[lost.accelerator].has_bf16):
        found = [one for one in found if one.chip.has_bf16] or found
    by_math = need.way == PRETRAINING  # bound by compute: what an hour does decides, not what it costs
    if by_math:
        found.sort(key=lambda one: (_usd_per_math(one), one.thing.id))
    found = _ordered(found, asked, lost)
    if not found:
        return None
    dearest = asked.library.constants.likely(DEAREST)
    price = _usd_per_math if by_math else _usd
    found = [one for one in found if price(one) <= dearest * price(found[0])]
    sold = book.sold_in(lost) if lost else ()
    words = next((one.words for one in asked.reading.hardware if one.words), lost.id if lost else "")
    words = gone.id if gone and gone.id in facts.instances else words
    first = _first(found, words, quota, cloud, place, need, there=bool(place) and place in sold, by_math=by_math)
    paid = book.near(lost, "on_demand") if lost and LESS & set(asked.reading.cues) else None
    dearer = need.basis == "machine" and paid is not None and found[0].usd >= paid.usd_per_hour.likely
    first = first.model_copy(update={"dearer": dearer})
    refused = asked.said.capacity == "tight" or not REFUSED.isdisjoint(asked.reading.cues)
    apart = QuotasApart(
        counts=refused,
        cloud=cloud,
        neuron=tuple(one.thing.id for one in found if one.chip.vendor == "aws"),
        lost=words,
        lost_quota=_name(quota_of(lost, facts) if lost else quota),
        regions=tuple(region for region in sold if region != place)[:REGIONS] if place else (),
    )
    asks = () if need.basis in ("model", "kind") else (WhichInstead(),)
    return FactAnswer(headline=first, sentences=(apart,), table=table(found, facts), questions=asks, of_told=True)


def _usd(one: Rung) -> float:
    return one.usd


def _usd_per_math(one: Rung) -> float:
    """USD of an hour of one TFLOP/s at 16 bits, dense."""
    return one.usd / (one.thing.count * one.chip.bf16_dense_tflops.value)


def asks_of(asked: Question) -> bool:
    """The same of what was read."""
    cues = set(asked.reading.cues)
    refused = asked.said.capacity == "tight" or not cues.isdisjoint((*WHY, *GROUP))
    if len({*asked.said.candidates, *asked.said.instances}) >= PAIR and not cues.isdisjoint(PRICES_APART):
        return not cues.isdisjoint(REFUSED)
    return ENDS in cues or (WANTS in cues and refused)


def _refused(asked: Question, lost: Instance | None) -> Quota | None:
    """The quota that is not granted, where one is spoken of: that of the group, else that of the machine."""
    facts, cues = asked.library.facts, set(asked.reading.cues)
    named = next((one for one in facts.quotas.values() if one.cue in cues), None) if "quota_word" in cues else None
    return named or (quota_of(lost, facts) if lost and "quota_word" in cues else None)


def _is_lost(one: Rung, lost: Instance | None, quota: Quota | None, asked: Question) -> bool:
    """Whether it is what is not to be had, or counts against the quota that is refused; a TPU stands in for no GPU.

    Where only the number of chips is too large, fewer of the same chip are another machine.
    """
    facts = asked.library.facts
    chip = facts.accelerators[lost.accelerator] if lost else None
    if "tpu" in (one.chip.family, chip.family if chip else "") and (chip is None or chip.family != one.chip.family):
        return True
    if "only_by_eight" in asked.reading.cues and one.thing.count > 1:
        return True
    if quota is not None and quota.unit == "vcpu":
        return quota_of(one.thing, facts) == quota
    if chip is None or lost is None:
        return False
    if not {"only_by_eight", SAME}.isdisjoint(asked.reading.cues):
        return one.thing.id == lost.id
    return one.chip.id == chip.id or one.chip.form_of == chip.id


def _ordered(found: list[Rung], asked: Question, lost: Instance | None) -> list[Rung]:
    """The cheapest, GPUs before other chips where code for one is moved; only what costs less where that is asked."""
    facts, cues = asked.library.facts, set(asked.reading.cues)
    of_gpu = lost is not None and facts.accelerators[lost.accelerator].family == "gpu"
    quote = asked.library.prices(asked.day).near(lost, "on_demand") if lost else None
    if LESS & cues and quote is not None:
        found = [one for one in found if one.usd < quote.usd_per_hour.likely] or found
    gpus = [one for one in found if one.chip.family == "gpu"]
    others = [one for one in found if one.chip.family != "gpu"] if SAME_CODE not in cues else []
    if not of_gpu:
        return (found if others else gpus)[:SHOWN]
    return [*gpus[: SHOWN - 1], *others[:1], *gpus[SHOWN - 1 : SHOWN]][:SHOWN] if others else gpus[:SHOWN]


def _name(quota: Quota | None) -> str:
    return quota.name if quota else ""


def _first(
    found: list[Rung],
    lost: str,
    quota: Quota | None,
    cloud: Cloud,
    place: str | None,
    need: NeedOf,
    *,
    there: bool,
    by_math: bool,
) -> InsteadOf:
    return InsteadOf(
        lost=lost,
        cloud=cloud,
        place=place or "",
        quota=_name(quota) if quota and quota.unit == "vcpu" else "",
        machines=tuple((one.thing.id, f"{one.thing.count} x {one.chip.name}", one.gib, one.usd) for one in found),
        basis=need.basis,
        need_gib=need.gib,
        of=need.name,
        way=need.way,
        there=there,
        by_math=by_math,
        cites=tuple(dict.fromkeys((*need.cites, *(cite for one in found[:2] for cite in one.quote.cites)))),
    )
