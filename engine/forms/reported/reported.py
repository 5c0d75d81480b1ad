"""The answer on a public project that a question names, by what is reported of its runs.

It leads where nothing else is held of that project; below a sum of our own over a model of known size it is one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.reason import Reason
from engine.forms.cards.sides import TESTED
from engine.forms.domains.room import product_of
from engine.forms.domains.wishes import ran_out, wishes
from engine.forms.form import Asked, Form
from engine.forms.kinds.kind import work_of
from engine.forms.parts.hardware import Hardware, is_remedy
from engine.forms.registry import form_named
from engine.forms.reported.cost import cost
from engine.forms.reported.reported_reasons import (
    NoReportOf,
    ReportedRoom,
    ReportsAlone,
    TimeUnreported,
    WhatIsReported,
    WhichSetting,
)
from engine.forms.reported.reports import Reports, reports_of, told
from engine.forms.reported.room import as_told, machine, memory, needed, on_fewer, room, room_by_training
from engine.forms.reported.runs_on import is_elsewhere, with_support
from engine.forms.reported.time import ran_on, there, time, timed
from engine.forms.reported.usual import with_usual
from engine.forms.reported.whose import cards_asked, service_of, session
from engine.forms.unsure.support import is_asked_there, written_first
from engine.options.named import SAID_MEMORY
from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId
from knowledge.facts import Domain

OF_ELSE = frozenset({"price", "carbon", "commitment", "chat"})  # forms that ask for another thing
ROOM = frozenset({"fit_word", "no_room", "memory_error", "which_hardware"})  # cues
CHOICE = "choice"  # the cue
TIME, MONEY, USED = "asks_time", "asks_cost", "of_others"  # cues
WANTED = frozenset({"fit", "able", "which", "hours", "dollars", "used", "rate"})  # predicates
GRANTED = frozenset({"fit", "hours", "dollars", "used", "which"})  # predicates that reports answer
OTHER = frozenset({"support", "why", "slow", "effect", "meaning"})  # predicates that no report answers
SIZED = frozenset({"parameters", "variant"})
# Codes of first lines that tell of no sum, and that what others used cannot be known.
UNSUMMED = frozenset({"not_theirs", "work_unknown", "no_size_of"})
AMOUNT, PICK = "domain_amount", "domain_pick"  # codes of first lines: on amounts, on cards to choose from
GENERAL = frozenset({"which_cloud", "instead_of"})  # codes of first lines that hold whatever the work is
SAYS = frozenset({"memory", "time", "card"})  # wishes that a report grants
ROOM_LINES = frozenset({"reported_room", "reported_memory", "reported_on"})
KEPT = frozenset({"lowers", "domain_decides", "not_as_one"})  # codes of lines that stay below
NEAR = 0.15  # a share within which an amount is about as much as the one that was said
BELOW, KINDS, ROWS = 2, 2, 8  # lines kept, kinds of cards told of, rows of the table
INFERENCE, ABLE = "inference", "able"  # the phase; the predicate
NEED = frozenset({"asks_need", "requires"})  # cues
SESSION = "reported_session"  # the code of a line that leads
VERSION = re.compile(r"v?\d+$")  # of a name
PARTS = re.compile(r"[|? ]+")  # between the names a phrase lists
COLUMNS = ("report_phase", "report_of", "report_cards", "report_memory", "report_hours", "report_by")
FITS, ESTIMATES, EXPLAINS = "fit", "estimate", "explain"
NAMED_FORMS = frozenset({FITS, ESTIMATES, EXPLAINS, "choose", "compare"})


def with_reports(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer, with what is reported of the project that is named."""
    if (told_of := with_support(form, stated, asked)) is not None:
        return told_of
    unsummed = stated.headline is not None and stated.headline.code in UNSUMMED
    found = reports_of(asked.reading, asked.facts, models=unsummed)
    if form.id not in OF_ELSE and not found:
        return form, with_usual(stated, asked)
    if form.id in OF_ELSE or stated.verdict_below or not _is_asked(asked):
        return form, stated
    reports, *others = (_near_amount(found[0], asked), *found[1:])
    besides = tuple(_beside(other, asked) for other in others[:BELOW])
    spoken = reports.speaks or _room_by_training(reports, asked)
    beside = _is_worked_out(stated, asked, reports) or _is_of_others(asked, reports) or not spoken
    lines = () if beside else tuple(_lines(reports, asked))
    if not lines or (_wishes(asked)[0] == "room" and ROOM_LINES.isdisjoint(line.code for line in lines)):
        return form, stated.model_copy(update={"sentences": (*stated.sentences, _beside(reports, asked), *besides)})
    if reports.later:
        lines = (NoReportOf(name=reports.later, held=reports.name), *lines)
    first = (stated.headline,) if stated.headline is not None else ()
    kept = [line for line in (*first, *stated.sentences) if line.code in KEPT][:BELOW]
    answer = FactAnswer(
        headline=lines[0],
        sentences=(*lines[1:], *besides, *kept),
        table=_table(reports, asked),
        questions=(WhichSetting(),),
        doubts=(ReportsAlone(count=len(reports.cites)),),
        of_kind=True,
    )
    return form_named(_form(form, asked)), answer


def _near_amount(reports: Reports, asked: Asked) -> Reports:
    """Of work that is counted and ran out of memory, those of about as much as was said, where there are any."""
    work = work_of(asked.reading, asked.library)
    said = product_of(work, asked.reading.text) if work and ran_out(asked.reading) else 0.0
    if work is None or not said:
        return reports
    near = [row for row in reports.rows if row.memory_gb and abs(product_of(work, row.of or "") / said - 1) <= NEAR]
    return replace(reports, rows=tuple(near), near=True) if near else reports


def _is_asked(asked: Asked) -> bool:
    """Whether what is asked is memory, time, money or the cards that were used."""
    shown = set(asked.reading.sought.predicates)
    return not WANTED.isdisjoint(shown) or OTHER.isdisjoint(shown)


def _room_by_training(reports: Reports, asked: Asked) -> list[ReportedRoom]:
    """Whether inference that nobody reports runs on the cards that were named, by what training took there."""
    if reports.speaks or reports.asked != INFERENCE or _wishes(asked)[0] != "room":
        return []
    found = (room_by_training(reports, kind, asked.facts) for kind in cards_asked(asked)[:1])
    return [line for line in found if line is not None]


def _is_worked_out(stated: FactAnswer, asked: Asked, reports: Reports) -> bool:
    """Whether the answer rests on the asker's own figures, on a model of known size, or on what is held of that very
    program."""
    if reports.near and _wishes(asked)[0] == "room":
        return False
    sized = not SIZED.isdisjoint(asked.profile.stated())
    first, work = stated.headline, work_of(asked.reading, asked.library)
    if first is not None and first.code in UNSUMMED:
        return False  # what others used is told by nothing else
    of_itself = work is not None and _is_named_so(work.kinds[0], reports) and _is_of_phase(work.kinds[0], reports)
    held = (of_itself and stated.of_kind and _wishes(asked)[0] == "room") or (
        first is not None and first.code == AMOUNT
    )
    written = written_first(stated, asked)
    timed_there = _wishes(asked)[0] == "time" and bool(timed(reports))  # then no rule is nearer
    if written is not None and not (timed_there or written.chip):  # "can OpenFold use unified memory?"
        shares = dict(asked.reading.sought.faqs)
        held = held or is_asked_there(shares.get(written.id, 0.0), asked, instead=True)
    if written is not None and written.leads:  # "two cards are as fast as one"
        held = held or GRANTED.isdisjoint(asked.reading.sought.predicates)
    told = stated.of_told and not (first is not None and first.code in GENERAL)
    held = held or (first is not None and first.code in (AMOUNT, PICK))
    return told or held or (sized and not stated.of_kind and not stated.unsure)


def _is_named_so(kind: Domain, reports: Reports) -> bool:
    """Whether what is held of a program is of the one that is named: SAM 2 is Segment Anything, SAM-3D-Objects not.
    Words with blanks between them ("SDXL LoRA training") speak of any program for it."""
    if " " in reports.name:
        return kind.is_project
    name = VERSION.sub("", _flat(reports.name))
    words = {_flat(part) for words in kind.words for part in (words, *PARTS.split(words))}
    return kind.is_project and name in {VERSION.sub("", word) for word in (*words, _flat(kind.id))}


def _flat(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def _is_of_phase(kind: Domain, reports: Reports) -> bool:
    """Whether what is held of it is of what is asked, where others report that."""
    asked = "inference" if reports.asked == INFERENCE else "training" if reports.asked else ""
    phases = {entry.phase for entry in kind.memory}
    return bool(phases) and (not asked or asked in phases or not reports.speaks)


def _is_of_others(asked: Asked, reports: Reports) -> bool:
    """Whether it asks what no report says: two cards side by side, several at once, an idle GPU, another family of
    chips."""
    cues, profile = set(asked.reading.cues), asked.profile
    families = asked.library.families
    named = {families.get(word, word) for word in (*profile.candidates, *profile.instances)}
    listed = USED in cues and named <= FAMILIES  # "which did you use, GPU or TPU?" asks for what is reported
    cards = {SAID_MEMORY.sub("", kind.name) for kind in cards_asked(asked) if kind.name}
    tried = (room(reports, kind, asked.facts, ran_out=False) for kind in cards_asked(asked)[:KINDS])
    parted = any(one is not None and one.level != "enough" for one in tried)  # by what is reported
    chooses = CHOICE in cues and len(cards) > 1 and not parted  # "one Titan RTX or two 2080 Ti?"
    alike = len(cards) != 1 and not (len(cards) > 1 and parted)
    compares = asked.reading.form == "compare" and alike  # "you had A100: does it run on V100?"
    if compares or chooses or not (listed or named.isdisjoint(FAMILIES - {"gpu"})):
        return True
    first = next(iter(wishes(asked.reading, asked.reading.form)), "")
    chips = [kind.chip for kind in cards_asked(asked) if kind.chip is not None]
    usual = all(chip.vendor == TESTED for chip in chips) and not is_elsewhere(asked)
    if not first:  # nothing of a kind of work is asked: "can it use more than one GPU?"
        rents = ABLE in asked.reading.sought.predicates and bool(asked.profile.clouds)  # "can it run on AWS?"
        return not (cards or rents or not cues.isdisjoint(ROOM | {TIME, MONEY, USED}))
    mine_alone = first == "pair" and (len(cards) == 1 or parted)  # the other is theirs, or one of them is too small
    return first not in SAYS and USED not in cues and not mine_alone and not (first == "elsewhere" and usual)


def _form(form: Form, asked: Asked) -> FormId:
    if form.id in NAMED_FORMS and form.id != "compare":
        return form.id
    return {"room": FITS, "time": ESTIMATES, "money": ESTIMATES}.get(_wishes(asked)[0], EXPLAINS)


def _lines(reports: Reports, asked: Asked) -> Iterator[Reason]:
    """What is asked first, then the rest of what is reported."""
    kinds = () if reports.later else cards_asked(asked)  # what one takes is neither yes nor no of the next
    makers: dict[str, Callable[[], Iterator[Reason]]] = {
        "room": lambda: _room(reports, kinds, asked),
        "time": lambda: _time(reports, kinds, asked),
        "money": lambda: cost(reports, asked.problem),
        "used": lambda: _some(ran_on(reports, asked.facts)),
    }
    wished: tuple[str, ...] = _wishes(asked)
    used = wished[0] == "used" and bool(ran_on(reports, asked.facts) or timed(reports))
    untimed = "time" in wished and not timed(reports)
    if untimed and not used:  # what others need is no word on what they had
        wished = ("room", *(wish for wish in wished if wish not in ("room", "time")))
    seen: dict[str, Reason] = {}
    for wish in wished:
        for line in makers[wish]():
            seen.setdefault(line.card if isinstance(line, ReportedRoom) else line.code, line)
    on, hours = seen.get("reported_on"), seen.get("reported_time")
    if on is not None and hours is not None and set(hours.cites) >= set(on.cites) and next(iter(seen)) != on.code:
        del seen[on.code]  # it tells the cards as well
    elif on is not None and hours is not None and set(on.cites) >= set(hours.cites):
        del seen[hours.code]
    if SESSION in seen:
        yield seen.pop(SESSION)
    yield from seen.values()
    if untimed and seen and TIME in asked.reading.cues:
        yield TimeUnreported(name=reports.name)


def _wishes(asked: Asked) -> tuple[str, ...]:
    """What is asked of the project, by the cues of the text, the plainest first."""
    cues, form = set(asked.reading.cues), asked.reading.form
    room = form == FITS or (USED not in cues and not ROOM.isdisjoint(cues))
    if TIME in cues or (form == ESTIMATES and not room and MONEY not in cues):
        return ("room", "time") if form == FITS else ("time", "room", "money") if room else ("time", "money")
    if MONEY in cues:
        return ("room", "time", "money") if room else ("money", "time", "room")
    if USED in cues and form != FITS:
        return ("used", "time")
    return ("room", "time")


def _room(reports: Reports, kinds: tuple[Hardware, ...], asked: Asked) -> Iterator[Reason]:
    """The cards that were named, else what each card needs and the cheapest machine with that."""
    if by_training := _room_by_training(reports, asked):
        yield from by_training
        return
    tried = ran_out(asked.reading)
    if (
        not NEED.isdisjoint(asked.reading.cues)
        and kinds
        and (need := needed(reports, kinds[0], asked.facts)) is not None
    ):
        yield need
        yield from machine(reports, asked.problem)
        return
    taken = asked.profile.taken_gb or 0.0
    failed = max((kind.chip_gib for kind in kinds if not is_remedy(kind, asked.reading)), default=0.0)
    made = (
        room(reports, kind, asked.facts, ran_out=tried and kind.chip_gib <= failed)  # a larger one was not tried
        for kind in kinds[:KINDS]
    )
    found = [as_told(one, taken) for one in made if one]
    if not NEED.isdisjoint(asked.reading.cues):
        found = [on_fewer(one) for one in found]
    several = len({SAID_MEMORY.sub("", one.card) for one in found}) > 1  # of which one is to be chosen
    yield from sorted(found, key=lambda one: one.level != "enough") if several else found[:1]
    if not found:
        yield from _some(memory(reports, asked.facts) or ran_on(reports, asked.facts))
    if not found or found[0].level != "enough":
        yield from machine(reports, asked.problem)


def _time(reports: Reports, kinds: tuple[Hardware, ...], asked: Asked) -> Iterator[Reason]:
    yield from _some(time(reports, asked.facts) or ran_on(reports, asked.facts))
    count, service = asked.profile.accelerator_count or 0, service_of(asked)
    for line in there(reports, kinds, count, asked.facts, least=service is not None):
        yield from _some(session(line, service))
        yield line


def _some(line: Reason | None) -> Iterator[Reason]:
    if line is not None:
        yield line


def _beside(reports: Reports, asked: Asked) -> WhatIsReported:
    rows = reports.rows[:BELOW]
    cites = tuple(dict.fromkeys(row.cite for row in rows))
    told_of = tuple(told(row, asked.facts) for row in rows)
    unasked = "" if reports.speaks else reports.asked
    return WhatIsReported(name=reports.name, asked=unasked, reports=told_of, cites=cites)


def _table(reports: Reports, asked: Asked) -> AnswerTable | None:
    """Every report, where there are more than the first line tells."""
    rows = reports.rows[:ROWS]
    if len(rows) < BELOW:
        return None
    lines = []
    for row in rows:
        one = told(row, asked.facts)
        cards = f"{one.chips} x {one.chip}" if one.chips and one.chip else one.chip or None
        cells = (one.phase, one.of or None, cards, _memory(one.gb, one.gb_is), one.hours or None, one.by)
        lines.append(AnswerRow(cells=cells, cites=(row.cite,)))
    return AnswerTable(words="reported", columns=COLUMNS, rows=tuple(lines))


def _memory(gb: float, gb_is: str) -> str | None:
    return f"{gb:g} {gb_is}" if gb else None
