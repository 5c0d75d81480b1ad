"""Does this run there: the parts of a program on each chip that is named, and what has to be done where not.

It leads where kernels, libraries or formats are named beside a chip and it is asked whether they run; where one part
is asked of one chip and that very thing is held or was said, that answer stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.composed.becomes import Becomes, Target, becomes, worst
from engine.forms.composed.pieces import pieces
from engine.forms.composed.targets import USUAL, targets
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named
from engine.forms.reported.reported import with_reports
from engine.forms.support import joined, names_of
from engine.forms.unsure.support import KNOWS_NOTHING
from engine.options.port import TARGETS
from knowledge.facts import Facts, Part

ETA, WHEN = "asks_eta", "when"  # a cue; a field
PORTED = "asks_ported"  # the cue: what has to be rewritten, whether there is any way, in which kernels it is computed
ASKS = frozenset({"support", "run_on", "runs_it", "asks_if"})  # cues of who asks whether it runs
RUNS, ABLE = "support", "able"  # predicates
JUDGED = frozenset({"judge", "which", "effect"})  # predicates of who asks whether a format is worth it
ELSE = frozenset({"hours", "dollars", "why", "slow", "used", "rate"})  # predicates that ask for another thing
OTHERS = frozenset({"price", "carbon", "commitment", "chat"})  # forms that do
HELD = frozenset({"said_of_support", "supported", "support_differs"})  # codes of first lines on that very thing
WRITTEN = frozenset({"faq_told"})
AS_IT_IS = frozenset({"yes", "beta"})
OF_ROOM, LACKS = frozenset({"fit", "ask_back", "estimate"}), frozenset({"no", "replaced"})
PARTS, ANEW = frozenset({"partly"}), frozenset({"rewrite"})
HELPS = frozenset({"replaced", "port", "rewrite"})  # levels
ENGINE = "engine"  # the need of a block of the chip
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues
ADVICE = "choose"  # a form
LOADED = ("concurrent_users", "requests_per_second", "sequence_length")  # slots of what is to fit
SHORT = 9  # words of a noun phrase
MANY = 3  # parts to write anew are heavy kernels
COLUMNS = ("part", "part_on", "part_level", "part_how")
LINES, ROWS = 2, 16
Group = tuple[tuple[Target, ...], tuple[Becomes, ...]]


class Alike(Computed):
    """Parts of which the same is told: their names, joined, what becomes of them, and in which program."""

    names: str
    level: str
    how: str
    besides: str
    within: str


class Composed(Reason, code="composed"):
    """The first line: for each kind of chip, the level of the worst part, then the parts by level, each with what is
    done there. `weeks`: of engineers to a first job, where parts have to be written anew; `run`: how many parts run
    as they are; `native`: all are formats or blocks of the chip, which it has or has not."""

    on: tuple[str, ...]
    native: bool
    run: tuple[int, ...]
    levels: tuple[str, ...]
    parts: tuple[tuple[Alike, ...], ...]
    weeks: tuple[Interval | None, ...]
    room: bool = False  # memory has room for the work, which it is no yes to
    when: bool = False  # since when, or from when on, was asked


def with_parts(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer by the parts that are named, or with what is reported of the project; where it is asked
    when that changes, that no date is held."""
    form, answer = _with_parts(form, stated, asked)
    first = answer.headline
    if ETA not in asked.reading.cues or first is None or WHEN not in type(first).model_fields:
        return form, answer
    return form, answer.model_copy(update={"headline": first.model_copy(update={WHEN: True})})


def _with_parts(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    told = with_reports(form, stated, asked)
    named, there = pieces(asked.reading.text, asked.facts), targets(asked)
    if not named or not there:
        return told
    if not _is_asked(form, told[1], named, asked):
        return told[0], _with_lacking(*told, named, there, asked)
    groups = _groups(named, there, asked.facts)
    if len(named) == 1 and PORTED not in asked.reading.cues and _is_told(told[1]):
        return told[0], _with_way(told[1], named, groups, asked)
    if _says_little(groups, asked):
        return told
    first = told[1].headline
    below = (first, *told[1].sentences[:1]) if first is not None and first.code in WRITTEN else ()
    answer = FactAnswer(
        headline=_first(named, groups, asked),
        sentences=below[:LINES],
        table=_table(named, groups, asked.facts),
    )
    return form_named("support"), answer


def _with_lacking(
    form: Form, stated: FactAnswer, named: Sequence[Part], there: Sequence[Target], asked: Asked
) -> FactAnswer:
    """The answer to another question, with a line on the formats that were named and that a chip does not compute."""
    formats = [
        part for part in named if (part.beside and part.needs == ENGINE) or _is_lacking(part, there, named, asked)
    ]
    groups = _groups(formats, there, asked.facts, named) if formats and form.id in OF_ROOM else []
    lacking = any(one.level in LACKS | PARTS for _, found in groups for one in found)
    if not lacking or stated.verdict_below or stated.headline is None or len(groups) > LINES:
        return stated
    return stated.model_copy(update={"sentences": (_first(formats, groups, asked), *stated.sentences)})


def _is_lacking(part: Part, there: Sequence[Target], named: Sequence[Part], asked: Asked) -> bool:
    """Whether a kernel or a library that is named, too, runs there not at all or in part."""
    return not part.beside and any(becomes(part, on, asked.facts, named).level in LACKS | PARTS for on in there)


def lacking(asked: Asked, *, asks: bool, room: bool) -> Composed | None:
    """The first line on kernels, libraries and formats that a chip which was named does not run as they are; None
    where all of them do. `asks`: whether it runs is asked in so many words: then what nothing is held of counts, too.
    `room`: memory has room for the work."""
    named, there = pieces(asked.reading.text, asked.facts), targets(asked)
    short = [part for part in named if any(_lacks(part, becomes(part, on, asked.facts, named), asks) for on in there)]
    if not short or not there:
        return None
    told = _first(short, _groups(short, there, asked.facts, named), asked)
    return told.model_copy(update={"room": room and len(told.levels) == 1})


def _lacks(part: Part, found: Becomes, asks: bool) -> bool:
    if found.level is None:
        return asks and not part.beside
    return found.level in LACKS | PARTS | ANEW


def _says_little(groups: Sequence[Group], asked: Asked) -> bool:
    """Whether nothing is held, or all of it runs on GPUs it is made for and nobody asks whether it does."""
    if all(one.level is None for _, found in groups for one in found):
        return True
    placed = asked.profile.method is not None or asked.profile.precision is not None
    sized = placed and bool(asked.profile.parameters or asked.profile.variant)
    asks = (PORTED in asked.reading.cues or RUNS in asked.reading.sought.predicates) and not sized
    return not asks and all(map(_is_usual, groups))


def _is_told(stated: FactAnswer) -> bool:
    """Whether the first line is of that very thing: as it was, it tells who said so, and when."""
    return stated.headline is not None and stated.headline.code in HELD


def _with_way(stated: FactAnswer, named: Sequence[Part], groups: Sequence[Group], asked: Asked) -> FactAnswer:
    """Such an answer, with what can be done about a no."""
    first = stated.headline
    helps = any(one.level in HELPS for _, told in groups for one in told)
    if first is None or first.values.get("answer") != "no" or not helps:
        return stated
    return stated.model_copy(update={"sentences": (_first(named, groups, asked), *stated.sentences)})


def _is_written(stated: FactAnswer, named: Sequence[Part]) -> bool:
    """Whether a written answer on a format that was named stands there: it tells why as well."""
    first = stated.headline
    return first is not None and first.code in WRITTEN and any(part.needs == ENGINE for part in named)


def _is_asked(form: Form, stated: FactAnswer, named: Sequence[Part], asked: Asked) -> bool:
    reading, shown = asked.reading, set(asked.reading.sought.predicates)
    cues = set(reading.cues)
    if reading.by_hand or (form.id in OTHERS and (PORTED not in cues or len(named) == 1 or "dollars" in shown)):
        return False
    if form.id == ADVICE and asked.profile.custom_kernels:
        return False  # kernels of one's own are weighed by a rule
    if _is_written(stated, named):
        return False
    if not RAN_OUT.isdisjoint(cues):
        return False  # where memory ran out, what was named beside it is no question
    sized = bool(asked.profile.parameters or asked.profile.variant)
    fits = any(map(asked.profile.says, LOADED)) or (sized and asked.profile.method is not None)
    if fits and all(part.beside for part in named):
        return False  # "native FP8, enough for 20 users at 60k?": whether that many fit
    if PORTED in cues:
        return True
    if not shown.isdisjoint(ELSE) or asked.profile.parameters or asked.profile.variant:
        return False  # a model of known size, which is to fit or to be served
    bare, first = len(reading.text.split()) <= SHORT, stated.headline
    nothing = first is None or first.code in KNOWS_NOTHING or stated.unsure or stated.verdict_below
    if all(part.beside for part in named):
        return bare and JUDGED.isdisjoint(shown) and (RUNS in shown or not ASKS.isdisjoint(cues) or nothing)
    return RUNS in shown or not ASKS.isdisjoint(cues) or bare or nothing or ABLE in shown


def _groups(named: Sequence[Part], there: Sequence[Target], facts: Facts, beside: Sequence[Part] = ()) -> list[Group]:
    """Chips on which the same becomes of every part, together; NVIDIA GPUs on which all of it runs come last.

    `beside`: all parts that the text names, of which these are some.
    """
    found: dict[tuple[Becomes, ...], list[Target]] = {}
    for target in there:
        found.setdefault(tuple(becomes(part, target, facts, beside or named) for part in named), []).append(target)
    groups = [(tuple(alike), told) for told, alike in found.items()]
    return sorted(groups, key=lambda group: _is_usual(group) and len(groups) > 1)


def _is_usual(group: Group) -> bool:
    alike, told = group
    return all(USUAL in target.names for target in alike) and worst(told) == "yes"


def _first(named: Sequence[Part], groups: Sequence[Group], asked: Asked) -> Composed:
    return Composed(
        on=tuple(_label(alike, asked.facts) for alike, _ in groups),
        native=all(part.needs == ENGINE for part in named),
        run=tuple(sum(one.level in AS_IT_IS for _, one in _shown(named, told)) for _, told in groups),
        levels=tuple(worst(told) or "" for _, told in groups),
        parts=tuple(tuple(_by_level(_shown(named, told))) for _, told in groups),
        weeks=tuple(_weeks(alike, told, asked) for alike, told in groups),
        cites=tuple(dict.fromkeys(one.cite for _, told in groups for one in told if one.cite)),
    )


def _shown(named: Sequence[Part], told: Sequence[Becomes]) -> list[tuple[Part, Becomes]]:
    """Without a program that runs and of which another part tells more: what becomes of AWQ in vLLM."""
    hosts = {one.within for one in told}
    pairs = zip(named, told, strict=True)
    return [(part, one) for part, one in pairs if part.name not in hosts or one.level not in AS_IT_IS]


def _by_level(shown: Sequence[tuple[Part, Becomes]]) -> Iterator[Alike]:
    """In the order of the parts, those that run as they are last."""
    alike: dict[Becomes, list[str]] = {}
    for part, one in shown:
        alike.setdefault(one, []).append(part.name)
    for one, names in sorted(alike.items(), key=lambda pair: pair[0].level in AS_IT_IS):
        yield Alike(names=joined(names), level=one.level or "", how=one.how, besides=one.besides, within=one.within)


def _label(alike: Sequence[Target], facts: Facts) -> str:
    chips = tuple(target.chip for target in alike if target.chip is not None)
    return names_of(chips, facts) if chips else joined(target.names[0] for target in alike)


def _weeks(alike: Sequence[Target], told: Sequence[Becomes], asked: Asked) -> Interval | None:
    """Engineer-weeks to a first job by the entry of `ports.toml` for so many kernels; None where none is written."""
    chip, levels = alike[0].chip, [one.level for one in told]
    count = levels.count("rewrite")
    if chip is None or not (count or (len(told) > 1 and "replaced" in levels)):
        return None
    when = [("custom_kernels", ("heavy" if count >= MANY else "some",))] if count else []
    ports = (
        port.first_job_weeks
        for port in asked.facts.ports.values()
        if port.target == TARGETS[chip.family] and [(one.slot, one.is_) for one in port.when] == when
    )
    weeks = next(ports, None)
    return Interval.of(weeks) if weeks and weeks.high else None


def _table(named: Sequence[Part], groups: Sequence[Group], facts: Facts) -> AnswerTable | None:
    rows = [
        AnswerRow(
            cells=(part.name, _label(alike, facts), one.level, _why(one)),
            cites=(one.cite,) if one.cite else (),
        )
        for alike, told in groups
        for part, one in zip(named, told, strict=True)
    ]
    return AnswerTable(words="composed", columns=COLUMNS, rows=tuple(rows[:ROWS])) if len(rows) > 1 else None


def _why(one: Becomes) -> str | None:
    return "; ".join(filter(None, (one.how, one.besides))) or None
