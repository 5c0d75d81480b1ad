"""Whether something runs on a chip: yes, no, partly, or that nothing is held on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from engine.answers.model import FactAnswer
from engine.answers.passages import BESIDE, passages
from engine.answers.support import HeldSupport, chips_asked, features_named, held, nearest, rented
from engine.base.reason import Reason
from engine.forms.compare import on_named
from engine.forms.form import Asked, Form, question_of
from engine.forms.parts.doubts import OtherSoftware
from engine.forms.remarks.links import links
from engine.workload.equipment import of_asked
from engine.workload.question import FormCues
from knowledge.facts import Accelerator, Facts, Feature

Verdict = Literal["yes", "beta", "partly", "no"]
ORDER: tuple[Verdict, ...] = ("yes", "beta", "partly", "no")
LEVELS: dict[str, Verdict] = {"native": "yes", "good": "yes", "beta": "beta", "limited": "partly", "none": "no"}
DOUBTFUL = frozenset({"claim", "assumed"})
OF_WORK = frozenset({"method", "framework"})  # with a size, these describe work: whether it fits is another question
FIGURES = frozenset(
    {"requests_per_second", "run_hours", "samples", "tokens", "tokens_per_day", "current_hours_per_run"}
)
SHORT = 5  # words of a noun phrase
ELSE_ASKED = (
    "choice", "vs", "compare", "price", "price_strong", "estimate_strong", "asks_time", "asks_cost", "token_speed",
    "mfu", "memory_error", "no_room", "how_many", "how_much_memory", "log", "debugging", "carbon", "commit_strong",
    "format_error", "explain_strong", "fit_word",
)  # fmt: skip
NVLINK = "nvlink"  # the feature
NEAREST = 2
LIMITS = frozenset({"partly", "no"})  # answers worth naming of every program; a yes, of what every chip is asked for
QUESTIONS = re.compile(r"[^.?!？\n]*[?？]")
PROPER = re.compile(r"\b[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")  # "DeepSpeed-MII"
MAKER = "nvidia"  # how names of its programs begin
RUNS = frozenset({"framework", "library"})  # kinds of features that a chip is asked to run
RUN_WORDS = frozenset({"fit", "run_on", "runs_it"})
FIGURES_ASKED = frozenset({"figures", "how_many"})  # "how much memory does it have?" asks for no support
FORMAT = "precision"  # the kind of a number format
TOLD = frozenset({"claim", "conflict"})  # entries shown beside: what documents say of it
WHOLE = frozenset({"tpu", "trainium", "nvidia-gpu"})  # told by one name where all their chips answer alike


class Supported(Reason, code="supported"):
    """One answer for one or several chips, with what it rests on. `chips` are their names, joined.

    `tflops`: the chip's peak in a number format, which says that it has it. `unsure`: nobody checked it here.
    """

    answer: Verdict
    feature: str
    chips: str
    evidence: str
    as_of: str
    unsure: bool
    tflops: float | None = None
    when: bool = False  # since when, or from when on, was asked


class NearestSupport(Supported, code="nearest_support"):
    """What is held that comes nearest."""


class SupportDiffers(Reason, code="support_differs"):
    """Chips that were asked about together answer differently; each list of names is joined, and may be empty."""

    feature: str
    yes: str
    beta: str
    partly: str
    no: str
    when: bool = False


class SupportUnheld(Reason, code="support_unheld"):
    """Nothing is held about it. `about` is what was asked for, `chips` where, joined."""

    about: str
    chips: str
    when: bool = False


class SupportKnown(Reason, code="support_known"):
    """What was asked for is nothing that is held: what is held of the chip, by how well it runs; joined names."""

    chips: str
    yes: str
    beta: str
    partly: str
    no: str


CHEAPEST = ("cheapest_of", "money_cheapest")  # cues


def is_asked(seen: FormCues) -> bool:
    """Whether something runs on a chip that is named, with hardly any work described."""
    if seen.of_ratio or (seen.has(*CHEAPEST) and seen.has("of_cards")):
        return False  # "the cheapest GPU that can run Mixtral" is one that holds it
    told = seen.turn if seen.threaded else seen.profile.stated().keys()  # of the work that a thread is about, too
    if seen.of_feature and seen.asks and seen.has("support", "runs_it") and not seen.has("fit_word", "how_many"):
        return seen.own_slots == 0
    if seen.of_format and seen.asks:
        return seen.own_slots == 0
    if seen.before not in ("", "support") and not seen.asks_fact:
        return False  # "and on TPU?" goes on
    if _is_noun_phrase(seen):
        return True
    return seen.has("support") and not seen.has("keep") and seen.own_slots <= 1 and FIGURES.isdisjoint(told)


def _is_noun_phrase(seen: FormCues) -> bool:
    """ "DeepSpeed on TPU": a library or a number format and a chip, and next to nothing besides."""
    about = seen.names_feature or (seen.says("precision") and not seen.says("task"))
    bare = about and seen.hardware_named == 1 and len(seen.text.split()) <= SHORT
    return bare and not seen.before and not seen.own_slots and not seen.has(*ELSE_ASKED)


def answer(asked: Asked) -> FactAnswer | None:
    """None where no feature is named, or where a size says that it is asked whether work fits."""
    facts, profile = asked.facts, of_asked(asked.reading)
    named = features_named(asked.reading.text, facts) or features_named(asked.reading.about, facts)
    features = [feature for feature in named if feature.kind not in ("model", "framework")] or list(named)
    chips = _beside_its_maker(features, chips_asked(profile, facts), asked.reading.text.casefold())
    if chips and (strange := _asked_of(asked.reading.text, named, facts)):
        lines = [line for feature in features[:NEAREST] for line in _answered(feature, chips, facts)]
        beside = on_named(asked)
        unheld = SupportUnheld(about=strange, chips=names_of(chips, facts))
        return FactAnswer(headline=unheld, sentences=(*lines, *beside.lines), table=beside.table)
    if not features and chips and _runs_something(asked):
        return _of_chip(asked, chips[:1])
    if not features or (
        all(feature.kind in OF_WORK for feature in features) and (profile.parameters or profile.tokens)
    ):
        return None
    if not chips and (profile.parameters or len(features) > 1):
        return None
    unknown = [word.upper() for word in profile.candidates] if not chips and set(profile.candidates) - {"gpu"} else []
    if unknown:
        headline = SupportUnheld(about=features[0].name, chips=joined(unknown))
        return FactAnswer(headline=headline, sentences=tuple(_near(features[0], (), facts)))
    features = sorted(
        features, key=lambda feature: (not held(feature, chips or rented(facts), facts), feature.kind == FORMAT)
    )  # in their order, a number format behind the library that is to compute in it
    first, *others = [_answered(feature, chips or rented(facts), facts) for feature in features[:NEAREST]]
    if not chips:
        first = first[:1]  # of all chips, the line that tells them apart
    lines = [*first[1:], *(line for other in others for line in other)]
    if chips and isinstance(first[0], SupportUnheld):
        if features[0].id == NVLINK and (linked := links(question_of(asked))):
            return linked  # by the card's data sheet
        beside = on_named(asked)
        return FactAnswer(headline=first[0], sentences=(*lines, *beside.lines), table=beside.table)
    return FactAnswer(
        headline=first[0],
        sentences=tuple(lines),
        passages=passages((hit for hit in asked.hits if hit.kind in TOLD), facts, asked.day, BESIDE),
    )


def _asked_of(text: str, named: Sequence[Feature], facts: Facts) -> str:
    """What the first question is about, where that is no feature of ours and those are named elsewhere; else ""."""
    question, *_ = (*QUESTIONS.findall(text), "")
    if not question or not named or features_named(question, facts):
        return ""
    return next(iter(PROPER.findall(question)), "")


def _beside_its_maker(
    features: Sequence[Feature], chips: tuple[Accelerator, ...], text: str
) -> tuple[Accelerator, ...]:
    """Without the GPUs that "NVIDIA" means, where it is a part of a name: "NVIDIA Triton on Inferentia"."""
    named = any(alias in text for feature in features for alias in feature.aliases if alias.startswith(MAKER))
    others = tuple(chip for chip in chips if chip.family != "gpu")
    return others if named and others and "gpu" not in text else chips


def _runs_something(asked: Asked) -> bool:
    """Whether a thing without a name here is to run on a chip: "does FooBar run on trn2?" """
    cues = set(asked.reading.cues)
    strange = asked.reading.unread or asked.reading.unknown_models
    asks = bool(strange and cues & RUN_WORDS and not cues & FIGURES_ASKED)
    return asks and not (asked.rules or asked.profile.parameters or asked.profile.model)


def _of_chip(asked: Asked, chips: tuple[Accelerator, ...]) -> FactAnswer | None:
    """What runs on a chip, for a question about something of which nothing is held; None where nothing is either."""
    told: dict[Verdict, list[str]] = {answer: [] for answer in ORDER}
    cites: list[str] = []
    for feature in asked.facts.features.values():
        for entry in held(feature, chips, asked.facts) if feature.kind in RUNS else ():
            answer = LEVELS[entry.row.level]
            if feature.everywhere or answer in LIMITS:
                told[answer].append(feature.name)
                cites.append(entry.row.source)
    if not any(told.values()):
        return None
    names = {answer: joined(sorted(set(features), key=str.casefold)) for answer, features in told.items()}
    known = SupportKnown(chips=names_of(chips, asked.facts), cites=tuple(dict.fromkeys(cites))[:NEAREST], **names)
    beside = on_named(asked)
    return FactAnswer(headline=known, sentences=beside.lines, table=beside.table, doubts=(OtherSoftware(),))


def _answered(feature: Feature, chips: tuple[Accelerator, ...], facts: Facts) -> list[Reason]:
    """The answer first, then what it rests on."""
    told = supports(feature, chips, facts)
    if not told:
        return [
            SupportUnheld(about=feature.name, chips=names_of(chips, facts)),
            *_near(feature, chips, facts),
        ]
    if len({entry.answer for entry in told}) > 1:
        return [differs(feature, told), *told]
    return list(told)


def supports(feature: Feature, chips: tuple[Accelerator, ...], facts: Facts) -> list[Supported]:
    """What is held of a feature on chips, yes before no."""
    return _told(feature, held(feature, chips, facts), facts)


def _told(feature: Feature, entries: Iterable[HeldSupport], facts: Facts) -> list[Supported]:
    told = [_worded(Supported, feature, entry, facts) for entry in entries]
    return sorted(told, key=lambda entry: ORDER.index(entry.answer))


def _worded(kind: type[Supported], feature: Feature, entry: HeldSupport, facts: Facts) -> Supported:
    row = entry.row
    return kind(
        answer=LEVELS[row.level],
        feature=feature.name,
        chips=names_of(entry.chips, facts),
        evidence=row.evidence,
        as_of=row.as_of,
        unsure=(row.grade or facts.sources[row.source].grade) in DOUBTFUL,
        tflops=entry.tflops,
        cites=(row.source,),
    )


def names_of(chips: tuple[Accelerator, ...], facts: Facts) -> str:
    """The names of chips, joined; of all chips of a kind that are rented out the kind alone."""
    asked = {chip.id for chip in chips}
    kinds = {chip.id: chip.family if chip.family in WHOLE else chip.software for chip in chips}
    whole = {
        kind
        for kind in set(kinds.values()) & WHOLE
        if len(chips) > 1 and {other.id for other in rented(facts) if kind in (other.family, other.software)} <= asked
    }
    return joined(kinds[chip.id] if kinds[chip.id] in whole else chip.name for chip in chips)


def _near(feature: Feature, chips: tuple[Accelerator, ...], facts: Facts) -> list[Reason]:
    found = nearest(feature, chips, facts)
    if found is None:
        return []
    like, entries = found
    entries = tuple(sorted(entries, key=lambda entry: ORDER.index(LEVELS[entry.row.level])))
    return [_worded(NearestSupport, like, entry, facts) for entry in entries[:NEAREST]]


def differs(feature: Feature, told: list[Supported]) -> SupportDiffers:
    names = {answer: joined(entry.chips for entry in told if entry.answer == answer) for answer in ORDER}
    cites = dict.fromkeys(cite for entry in told for cite in entry.cites)
    return SupportDiffers(
        feature=feature.name,
        yes=names["yes"],
        beta=names["beta"],
        partly=names["partly"],
        no=names["no"],
        cites=tuple(cites),
    )


def joined(names: Iterable[str]) -> str:
    """Names as a list, each once."""
    return ", ".join(dict.fromkeys(names))


SUPPORT = Form(
    id="support",
    is_asked=is_asked,
    answer=answer,
    searches=True,
    says="answer",
    of_turn=True,
    prices_decide=False,
)
