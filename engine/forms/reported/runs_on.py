"""Whether a program that is named runs on a kind of chip, on several GPUs or machines, or on a CPU.

As its own maintainers, documents or users say; where nobody does, that only its own documents know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from engine.answers.model import SUMS_OF_MEMORY, AnswerRow, AnswerTable, FactAnswer
from engine.answers.support import chips_asked
from engine.base.of_facts import once
from engine.base.reason import Reason
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named
from engine.forms.reported.of_generation import is_held, is_nearer, of_all
from engine.forms.reported.part_named import names_it
from engine.forms.unsure.support import KNOWS_NOTHING, ROOM, is_asked_there, written_first
from engine.forms.unsure.unplaced import words_of
from engine.workload.equipment import of_asked
from engine.workload.profile import NamedProject, Reading
from knowledge.facts import RUN_AS, Accelerator, Facts, ProjectSupport, SupportLevel

SIBLINGS = (("trainium", "inferentia2"), ("inferentia", "trainium1"), ("inferentia", "trainium2"))  # Neuron
USER, YEAR = "user", 365  # whose word counts last; days
USUAL = "nvidia-gpu"  # what a program is taken to run on
PORTED = frozenset({"tpu", "trainium", "inferentia", "ascend", "intel-gaudi"})  # where its code has to be changed
ASKS_IT, MAY = "support", "able"  # predicates
OF_KIND = "model"  # the kind of a feature that is all models of an architecture
RUNS = frozenset({"support", "run_on", "runs_it", "asks_if"})  # cues
WAYS = {"of_nodes": ("multi-node",), "of_several": ("multi-gpu", "multi-node"), "cpu_only": ("cpu",)}  # by cues
ELSE = frozenset({"price", "carbon", "commitment", "chat", "compare"})  # forms that ask for another thing
ROOM_OR_TIME = frozenset({"fit", "hours", "dollars", "rate", "which", "used", "slow", "why"})  # predicates
SURE = frozenset({"supported", "support_differs"})  # codes of first lines of what is held and checked
TOLD_NEAREST = frozenset({"support_unheld"})  # with what comes nearest
WRITTEN = frozenset({"faq_told", "domain_decides"})
GENERAL = WRITTEN | {"support_known"}  # codes of first lines that hold for a kind
SUMS = SUMS_OF_MEMORY | frozenset({  # codes of first lines that are sums over a size or a time
    "chips_needed", "run_estimate", "taken_fits", "taken_too_much",
})  # fmt: skip
BY_MAKER = "on_"  # how cues of kinds begin
SHORT, NAME = 7, 2  # words of a noun phrase; of what may be a name
BESIDE, PROGRAMS, ROWS = 2, 2, 10  # lines, programs, rows of the table
COLUMNS = ("runs_of", "runs_part", "runs_on", "runs_answer", "runs_evidence", "runs_day")
AGE_DAYS = "support_aged_days"  # a constant


class SaidOfSupport(Reason, code="said_of_support"):
    """What is said of a program (or of `of`, a part of it) on a kind of chip: by whom, when, since which version.

    `part`: the part is not what was asked about, so that the answer is of it alone.
    """

    answer: SupportLevel
    name: str
    of: str
    part: bool
    on: str
    evidence: str
    version: str
    by: Literal["maintainers", "docs", "user"]
    day: date
    dated: bool
    when: bool = False


class SupportUnsaid(Reason, code="support_unsaid"):
    """Nothing is held of the program on that kind of chip, where code for CUDA does not run without a port.

    Its name is empty where none that is known is named.
    """

    name: str
    on: str
    when: bool = False


class SupportAged(Reason, code="support_aged"):
    """A doubt: what is said is older than such words hold."""

    day: date


@dataclass(frozen=True)
class Kind:
    """A kind of chip, or a way to run, that was asked about: the names that rows have for it, the nearest first."""

    names: tuple[str, ...]

    def place(self, row: ProjectSupport) -> int | None:
        """How near a row is to it; None where it is of another kind."""
        near = (at for at, name in enumerate(self.names) if name == row.on or name.partition("-")[0] == row.on)
        return next(near, None)


def with_support(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer] | None:
    """The form and the answer with what is said of the programs that are named; None where none of it is asked."""
    if form.id in ELSE or stated.verdict_below or asked.reading.by_hand or not _is_asked(form, stated, asked):
        return None
    kinds, first = _kinds(asked), stated.headline.code if stated.headline else ""
    tells = _tells(form, stated)
    if first in ROOM and all(USUAL in kind.names or kind.names[0] in RUN_AS for kind in kinds):
        return None  # whether there is room on usual cards
    found = _found(kinds, asked, of_platforms=not tells or first in ROOM)
    if not found:
        return _unsaid(stated, kinds, asked)
    row, lines = found[0][0], [_line(rows[0], asked) for rows in found]
    if _is_of_a_part(row, asked) and (tells or row.level == "no"):
        return None  # of another part than the one that is asked about
    sure = first in SURE and not _is_unsure(stated.headline)
    if (sure and stated.headline and not _is_of_it(row, stated.headline, kinds, asked)) or _is_written_of(
        row, stated, asked
    ):
        return form, stated.model_copy(update={"sentences": (*stated.sentences, *lines[:BESIDE])})
    unsaid = _first_unsaid(kinds, asked)
    first_lines: list[Reason] = [*([unsaid] if unsaid else []), *lines]
    answer = FactAnswer(
        headline=first_lines[0],
        sentences=(*first_lines[1:PROGRAMS], *_kept(stated, first, row, asked)),
        table=_table([row for rows in found for row in rows]),
        doubts=tuple(_doubts([row], asked)),
    )
    return form_named("support"), answer


def _found(kinds: Sequence[Kind], asked: Asked, *, of_platforms: bool) -> list[list[ProjectSupport]]:
    """What is said, a list a program: of those on the whole or on the part that is named, else on other parts."""
    found = [rows for program in asked.reading.programs if (rows := _said(program, kinds, asked))]
    if not found and of_platforms and (rows := _of_platforms(kinds, asked)):
        found = [rows]
    named = [rows for rows in found if not _is_of_a_part(rows[0], asked)]
    return named or [sorted(rows, key=lambda row: row.level == "no") for rows in found]


def _kept(stated: FactAnswer, first: str, row: ProjectSupport, asked: Asked) -> tuple[Reason, ...]:
    """What stays below: what holds for a kind, and what is held of the program without a check."""
    if stated.headline is None or first not in GENERAL | SURE:
        return ()
    if first in SURE and row.level != "yes" and is_nearer(row, stated.headline, asked, of_part=False):
        return ()  # what holds of other generations
    return (stated.headline, *stated.sentences[:1]) if first in GENERAL else (stated.headline,)


def _tells(form: Form, stated: FactAnswer) -> bool:
    """Whether what stands there answers something else than whether a program runs."""
    first = stated.headline.code if stated.headline else ""
    says = bool(first) and first not in GENERAL | SURE | KNOWS_NOTHING
    return says and not stated.unsure and not form.asks_nothing


def _is_asked(form: Form, stated: FactAnswer, asked: Asked) -> bool:
    """Whether a program is to run somewhere, and no sum of memory, time or money is wanted."""
    reading, shown = asked.reading, set(asked.reading.sought.predicates)
    first = stated.headline.code if stated.headline else ""
    if _is_of_a_programs_name(reading) and (MAY in shown or ASKS_IT in shown):
        return True  # "does mamba-ssm run on TPU?" asks for no memory of a Mamba
    if first in SUMS or (_tells(form, stated) and ASKS_IT not in shown):
        return False
    if form.id == "support" or ASKS_IT in shown:
        return shown.isdisjoint({"hours", "dollars", "which", "why"})
    short = len(reading.text.split()) <= SHORT and bool(reading.programs)  # "FlashAttention on Turing cards?"
    able = MAY in shown or short or not RUNS.isdisjoint(reading.cues)
    return able and shown.isdisjoint(ROOM_OR_TIME) and not asked.profile.parameters


def _is_of_a_programs_name(reading: Reading) -> bool:
    """Whether the model that was read is but a word of a program's name, and no size says that it is a model."""
    word = reading.words.get("model", "").casefold()
    names = (program.name.casefold() for program in reading.programs)
    return bool(word) and not reading.profile.parameters and any(word in name and word != name for name in names)


def _kinds(asked: Asked) -> tuple[Kind, ...]:
    """What was asked about: kinds of chips, those other than the usual alone, then how it is to be run."""
    said = of_asked(asked.reading)
    named = set(said.candidates) - {"gpu"} or {*said.instances, *said.current_instances}
    chips = chips_asked(said, asked.facts) if named else ()  # "a GPU", "several GPUs" are of any kind
    unusual = [chip for chip in chips if chip.software != USUAL]
    kinds = [Kind(_names(chip)) for chip in unusual or chips] or makers(asked)
    ways = [Kind(names) for cue, names in WAYS.items() if cue in asked.reading.cues]
    return tuple(dict.fromkeys((*kinds, *ways[:1])))


def is_elsewhere(asked: Asked) -> bool:
    """Whether chips of another maker than the usual one are named by that maker: "on AMD"."""
    return any(USUAL not in kind.names for kind in makers(asked))


def makers(asked: Asked) -> list[Kind]:
    """The kinds that are named by maker, software or architecture: "on AMD", "with ROCm", "Turing cards"."""
    said = [cue.removeprefix(BY_MAKER) for cue in sorted(set(asked.reading.cues)) if cue.startswith(BY_MAKER)]
    if not said:  # mostly
        return []
    whole = of_all(asked.facts)
    known = whole | {chip.generation for chip in asked.facts.accelerators.values() if chip.generation}
    named = [name for name in said if name in known]
    return [Kind((name,) if name in whole else (name, USUAL)) for name in named]


def _names(chip: Accelerator) -> tuple[str, ...]:
    return tuple(name for name in (chip.id, chip.generation, chip.software, chip.family) if name and name != "gpu")


def _said(program: NamedProject, kinds: Sequence[Kind], asked: Asked) -> list[ProjectSupport]:
    """What is said of a program on what was asked about, the nearest first; without any of it, of what is named."""
    text = asked.reading.text.casefold()
    rows = _rows_of(program, asked.facts)
    there = _places(rows, kinds)
    if _is_platform(program, asked.facts):
        there = {row: place for row, place in there.items() if names_it(row, text, asked.facts)}
    if not kinds:
        there = {row: 0 for row in rows if names_it(row, text, asked.facts)}
    return _in_order(there, text, asked.facts)


def _of_platforms(kinds: Sequence[Kind], asked: Asked) -> list[ProjectSupport]:
    """What the software of these chips says of a model or program that is named: YOLOv5 on Inferentia."""
    text = asked.reading.text.casefold()
    unusual = [kind for kind in kinds if USUAL not in kind.names and kind.names[0] not in RUN_AS]
    there = _places(asked.facts.project_support, unusual)
    chips = asked.reading.words.get("candidates", "").casefold()  # "TPU v6e" is no program that runs there
    told = {row: at for row, at in there.items() if row.of[:1].isupper() and row.of.casefold() not in chips}
    return _in_order({row: at for row, at in told.items() if names_it(row, text, asked.facts)}, text, asked.facts)


def _places(rows: Iterable[ProjectSupport], kinds: Sequence[Kind]) -> dict[ProjectSupport, int]:
    """Those of one of these kinds, and how near they are to it."""
    near = ((row, kind.place(row)) for row in rows for kind in kinds)
    return {row: place for row, place in near if place is not None}


def _in_order(there: Mapping[ProjectSupport, int], text: str, facts: Facts) -> list[ProjectSupport]:
    """Of the part that is named first, then of the whole; by how near, a user's word last, the newest.

    A page without a day of its own counts as a year old.
    """

    def order(row: ProjectSupport) -> tuple[bool, bool, int, bool, int]:
        day = row.said_on or row.checked_on - timedelta(days=YEAR)
        return not names_it(row, text, facts), bool(row.of), there[row], row.said_by == USER, -day.toordinal()

    return sorted(there, key=order)


def _rows_of(program: NamedProject, facts: Facts) -> list[ProjectSupport]:
    return [row for name in program.repositories for row in _by_repository(facts).get(name, ())]


@once
def _by_repository(facts: Facts) -> Mapping[str, Sequence[ProjectSupport]]:
    found: dict[str, list[ProjectSupport]] = {}
    for row in facts.project_support:
        found.setdefault(row.repository, []).append(row)
    return found


def _is_platform(program: NamedProject, facts: Facts) -> bool:
    """Whether only what runs on it is said of a program: ROCm, Neuron."""
    rows = _rows_of(program, facts)
    return bool(rows) and all(row.of for row in rows)


def _is_of_a_part(row: ProjectSupport, asked: Asked) -> bool:
    """Whether a row is of a part that was not named."""
    return bool(row.of) and not names_it(row, asked.reading.text.casefold(), asked.facts)


def _line(row: ProjectSupport, asked: Asked) -> SaidOfSupport:
    return SaidOfSupport(
        answer=row.level,
        name=row.name,
        of=row.of,
        part=_is_of_a_part(row, asked),
        on=row.on,
        evidence=row.evidence,
        version=row.version,
        by=row.said_by,
        day=row.day,
        dated=row.said_on is not None,
        cites=(row.cite,),
    )


def _unsaid(stated: FactAnswer, kinds: Sequence[Kind], asked: Asked) -> tuple[Form, FactAnswer] | None:
    """That only its own documents know, above what holds for a kind; None on chips that run most code as it is."""
    first = stated.headline.code if stated.headline else ""
    nothing = first in WRITTEN | KNOWS_NOTHING - TOLD_NEAREST or stated.unsure
    nothing = nothing or _is_of_a_programs_name(asked.reading)
    on = _ported(kinds)
    if not nothing or not on or any(_is_platform(program, asked.facts) for program in asked.reading.programs):
        return None  # what a platform supports is another question
    if (written := written_first(stated, asked)) is not None and written.leads:
        return None
    reading = asked.reading
    named = [*reading.programs, *reading.projects]
    if named and is_held(named[0].name, asked):
        return None  # a library or framework that is held there
    if not (named or reading.unknown_models or any(words_of(part) <= NAME for part in reading.unread)):
        return None  # of no program at all
    kept = (stated.headline, *stated.sentences) if first in GENERAL and stated.headline else ()
    line = SupportUnsaid(name=named[0].name if named else "", on=on)
    table = stated.table if kept else None  # of what is told below
    return form_named("support"), FactAnswer(headline=line, sentences=(*_beside(kinds, asked), *kept), table=table)


def _ported(kinds: Sequence[Kind]) -> str:
    """The chip named first, where it takes a port; "" where it takes none."""
    return next((name for kind in kinds[:1] for name in kind.names if name in PORTED), "")


def ported_alone(asked: Asked) -> SupportUnsaid | None:
    """That nothing is held of it there; None unless every chip that was named takes a port."""
    kinds = _kinds(asked)
    ported = bool(kinds) and all(_ported([kind]) for kind in kinds)
    return SupportUnsaid(name="", on=_ported(kinds)) if ported else None


def _beside(kinds: Sequence[Kind], asked: Asked) -> tuple[SaidOfSupport, ...]:
    """What is said of it on the other chips of that software, which is the nearest that is held."""
    names = {name for kind in kinds for name in kind.names}
    kin = [Kind((other,)) for one, other in SIBLINGS if one in names]
    rows = _of_platforms(kin, asked)
    return (_line(rows[0], asked),) if rows else ()


def _first_unsaid(kinds: Sequence[Kind], asked: Asked) -> SupportUnsaid | None:
    """Of several programs the one that is named first, where nothing is said of it on chips that take a port: what
    runs there beside it ("or rewrite it in JAX?") does not answer for it."""
    on = _ported(kinds)
    programs = [one for one in asked.reading.programs if not _is_platform(one, asked.facts)]
    if not on or len(programs) < BESIDE or _said(programs[0], kinds, asked):
        return None
    return SupportUnsaid(name=programs[0].name, on=on)


def _doubts(rows: Iterable[ProjectSupport], asked: Asked) -> Iterable[Reason]:
    oldest = asked.library.constants.entry(AGE_DAYS).value.likely
    return [SupportAged(day=row.day) for row in rows if (asked.day - row.day).days > oldest]


def _is_unsure(line: Reason | None) -> bool:
    return bool(line is not None and line.values.get("unsure"))


def _is_of_it(row: ProjectSupport, first: Reason, kinds: Sequence[Kind], asked: Asked) -> bool:
    """Whether a row is of the version or part that is named on that very generation, of one model where what stands
    first is of a kind of them, or of a way to run, of which features say nothing."""
    if row.on in RUN_AS:
        return len(kinds) == 1
    if is_nearer(row, first, asked, of_part=_is_of_a_part(row, asked)):
        return True
    text, name = asked.reading.text.casefold(), first.values.get("feature")
    version = bool(row.version) and re.search(rf"(?<![\d.]){re.escape(row.version)}(?!\.?\d)", text)
    of_kind = name != row.of and any(
        one.name == name and one.kind == OF_KIND for one in asked.facts.features.values()
    )
    return bool(version or of_kind or row.on not in of_all(asked.facts)) and names_it(row, text, asked.facts)


def _is_written_of(row: ProjectSupport, stated: FactAnswer, asked: Asked) -> bool:
    """Whether a recurring question's own answer leads, names the program, and is asked in the sentences that ask."""
    written = written_first(stated, asked)
    named = written and any(name.casefold() in written.says.casefold() for name in (row.name, *row.aliases))
    if written is None or not (named or written.leads):
        return False
    return is_asked_there(dict(asked.reading.sought.faqs).get(written.id, 0.0), asked, instead=True)


def _table(rows: Sequence[ProjectSupport]) -> AnswerTable | None:
    """Everything that is said, where there is more than the first line tells."""
    if len(rows) < BESIDE:
        return None
    lines = tuple(
        AnswerRow(
            cells=(row.name, row.of or None, row.on, row.level, row.evidence, row.day.isoformat()), cites=(row.cite,)
        )
        for row in rows[:ROWS]
    )
    return AnswerTable(words="runs_on", columns=COLUMNS, rows=lines)
