"""What a message asks for that no line of the answer tells: it is named, before the first line where nothing is told.

How many, how long, how much money, where, how often: what is asked so is seen by its words, whatever it is about, and
what a line tells by its own. A line that can be of anything is never taken for an answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.advice.answer import Answer
from bot.advice.clause.elsewhere import Part, elsewhere
from bot.advice.thread.beside import beside
from bot.wording.reasons import fact
from bot.wording.words import say
from engine.base.reason import Reason
from engine.forms.again.unfollowed import EMPTY, TurnUnread, Unfollowed
from engine.forms.explain import EXPLAIN, WhichIsMeant
from engine.forms.faqs.written import FaqBeside, FaqMore, FaqTold, asked_faq, told_whole
from engine.forms.kinds.kind import work_of
from engine.forms.unsure.half_read import Beyond, HalfRead, NoSum
from engine.forms.unsure.support import CHOSEN, KNOWS_NOTHING, tells
from engine.forms.unsure.unasked import NotHeldOf
from engine.forms.unsure.unplaced import Unplaced
from engine.library import Library
from engine.reading.asking.sought import Sentence, asked_one_by_one
from engine.reading.shapes.named import asks_in, is_named_in, is_spoken_of, sides, unnamed
from engine.reading.shapes.shape import Shape, answers_yes_or_no, asks_otherwise, says_yes, shapes, shown, tells_of
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Reading

MOST = 2  # sentences named
WRITTEN = frozenset({FaqTold.code, FaqBeside.code})
BESIDE = frozenset({FaqMore.code, FaqBeside.code})  # sentences that stand behind another
OF_KIND = frozenset({"domain_decides", "domain_taken"})  # what is written of a kind of work
# First lines that say by themselves that they are no answer.
NO_ANSWER = (
    KNOWS_NOTHING
    | EMPTY
    | {one.code for one in (TurnUnread, Unfollowed, WhichIsMeant, HalfRead, NoSum, Beyond, Unplaced)}
    | {"same_again", "cannot_tell", "work_unknown", "model_unnamed", "at_once_depends"}
)
DATED = "when"  # a field of a first line that says that no date is held
CAUSE = "asks_why"  # a field of a first line that names the cause where it is asked
USUAL = "usual_room"  # the code of what others needed, which names a model whose size is not held
COSTS, ROOM = "estimate", "fit"  # forms, whose sums take what was said
ADAPTERS = "lora"  # a method whose base has a format
OPEN = frozenset({"explain", "support", "decline", "ask_back"})  # forms that sum nothing
PRICE, MONEY = "price", "dollars"  # a form, a predicate
PARTS = "composed"  # the code of what becomes of each part of a program
SILENT = frozenset({"chat", "ask_back", "decline"})  # forms that answer nothing
ADVISED = frozenset(
    {"usd", "time", "place", "percent"}
)  # what the sums of a verdict tell, whatever its first line is
PRICED = frozenset({"dollars", "able"})  # predicates that a price, or that none is held, tells
SUMS = frozenset({"usd", "time", "energy", "carbon"})  # what a yes may come with, whatever is asked
MEMORY = "gib"  # the shape of an amount of memory
FROM_BELOW = frozenset(
    {"usd", "time", "place", "energy", "carbon", "rate", "often"}
)  # what a later line may tell in its place
COLUMNS = {"usd": "usd", "time": "hour", "place": "region", "gib": "gib", "count": "count"}  # parts of their names


def unanswered(answer: Answer, text: str, vocabulary: Vocabulary, library: Library) -> tuple[str, ...]:
    """Their words, of a message that asks more than one thing; none where a line may tell anything."""
    asked = asked_one_by_one(text, vocabulary)
    if len(asked) < MOST:
        return ()
    parts = answer.parts or (answer,)
    told: frozenset[str] = frozenset()
    for part in parts:
        found = _told(part, library)
        if found is None:
            return ()
        told |= found
    written = frozenset(str(one.values["text"]) for one in _lines(parts) if one.code in WRITTEN)
    return tuple(one.words for one in asked if _is_left(one, told, written, library))[:MOST]


def _is_left(one: Sentence, told: frozenset[str], written: frozenset[str], library: Library) -> bool:
    if not one.predicates or not one.predicates.isdisjoint(told):
        return False
    return not any(library.facts.faqs[name].says in written for name in one.faqs)


def _lines(parts: tuple[Answer, ...]) -> Iterator[Reason]:
    for part in parts:
        yield from (line for line in (part.facts.headline, *part.facts.sentences) if line is not None)


def _told(part: Answer, library: Library) -> frozenset[str] | None:
    """The predicates that the lines of one part tell; None where its first line may tell anything."""
    first, work = part.facts.headline, work_of(part.reading, library)
    told = CHOSEN if part.verdict is not None else frozenset[str]()
    if first is not None and first.code not in WRITTEN:
        if isinstance(first, NotHeldOf):
            told |= {first.wants}
        elif (found := tells(first, work)) is not None:
            told |= found
        else:
            return None
    told |= PRICED if part.facts.prices else frozenset()
    lines = (tells(line, work) for line in part.facts.sentences if not isinstance(line, FaqMore | FaqBeside))
    return told.union(*(line for line in lines if line is not None))


def agreed(answer: Answer, before: Reading, text: str, vocabulary: Vocabulary, library: Library) -> Answer:
    """The answer of a turn, looked at once more, as what was changed or reckoned may stand first now, or whether a
    machine that the turn names holds the work."""
    answer = beside(answer, before)
    if (answer.untold or answer.unnamed) and not _is_none(answer):
        return answer
    return agreeing(answer, text, vocabulary, library, frozenset(before.profile.candidates))


def agreeing(
    answer: Answer, text: str, vocabulary: Vocabulary, library: Library, earlier: frozenset[str] = frozenset()
) -> Answer:
    """The answer, whose first line tells something of what is asked by its shape, and speaks of what is named as its
    condition: one of its other lines where that does, else below what is asked and not told.

    `earlier`: the chips that a thread was about.
    """
    plain = answer.model_copy(update={"untold": (), "unnamed": ()}) if answer.untold or answer.unnamed else answer
    parts = plain.parts or (plain,)
    of_text = text in answer.question or answer.question in text
    alone = of_text and not any("usd" in one.told_by for one in shapes(text, vocabulary))
    if _is_none(plain) or (alone and any(_is_written_for(part, library) for part in parts)):
        return plain
    first = parts[0].facts.headline
    written = first is not None and first.code in WRITTEN | OF_KIND  # found by its cues, in whatever words it counts
    asked = tuple(one for one in shapes(text, vocabulary) if one.told_by or not written)
    told: dict[str, object] = {}
    if first is not None and answers_yes_or_no(text, first_line(parts[0]), vocabulary):
        asked = ()  # whether it does is told; what else is asked beside it is named at the end
    if asked and not any(_tells(part, one, vocabulary) for part in parts for one in asked):
        for one in asked:
            lifted = _lifted(plain, one, vocabulary) if len(parts) == 1 else None
            if lifted is not None and not _elsewhere((lifted,), text, vocabulary, library, earlier):
                return lifted
        told = {"untold": (asked[0].words,)}
    elif _is_of_else(parts, text, vocabulary) or _is_yes_to_else(parts, asked, text, vocabulary):
        told = {"untold": (asks_in(text, vocabulary),)}
    elif clause := _elsewhere(parts, text, vocabulary, library, earlier):
        told = {"untold": (clause,)}
    elif plain.verdict is None and (missing := unnamed(text, lambda: _all_words(parts), vocabulary, _taken(parts))):
        told = {"unnamed": missing}
    if not told:
        return plain
    if (
        of_text
        and "untold" in told
        and plain.reading.sought.asks
        and (plain.form.id in OPEN or (plain.form.id == PRICE and MONEY not in plain.reading.sought.predicates))
        and (first is None or first.code != PARTS)
        and not plain.parts
        and (faq := asked_faq(plain.reading, library.facts)) is not None
    ):
        whole = told_whole(faq)
        below = (*whole.sentences, first) if first is not None else whole.sentences
        return plain.model_copy(update={"form": EXPLAIN, "facts": whole.model_copy(update={"sentences": below})})
    others = {"parts": (parts[0].model_copy(update=told), *parts[1:])} if plain.parts else {}
    return plain.model_copy(update=told | others)


def _is_written_for(part: Answer, library: Library) -> bool:
    """Whether a written answer stands first to a question that one sentence asks with all of its words."""
    first = part.facts.headline
    if not isinstance(first, FaqTold):
        return False
    faqs = library.facts.faqs
    return any(faqs[name].says == first.text for name, share in part.reading.sought.faqs if share == 1)


def _is_of_else(parts: tuple[Answer, ...], text: str, vocabulary: Vocabulary) -> bool:
    """Whether what is written stands first and names nothing of what is asked: a passage without a word of it, or an
    answer that names neither of the two that are set against each other."""
    first, part = parts[0].facts.headline, parts[0]
    if part.verdict is not None or len(parts) > 1:
        return False
    if first is None:
        found = part.form.id == EXPLAIN.id and bool(part.facts.passages)
        return found and not is_spoken_of(text, first_line(part), vocabulary)
    if first.code not in WRITTEN | OF_KIND:
        return False
    named = sides(text, vocabulary)
    return bool(named) and not any(is_named_in(one, _all_words(parts), vocabulary) for one in named)


def _is_yes_to_else(parts: tuple[Answer, ...], asked: tuple[Shape, ...], text: str, vocabulary: Vocabulary) -> bool:
    """Whether a yes stands first, nobody asks for one, and it comes with no time, no sum and no memory asked for."""
    part = parts[0]
    first = part.facts.headline
    if first is None or len(parts) > 1 or first.values.get(CAUSE) or not asks_otherwise(text, vocabulary):
        return False
    line = first_line(part)
    told = shown(line, vocabulary)
    if MEMORY in told and any(MEMORY in one.told_by for one in asked):
        return False
    return says_yes(line, vocabulary) and SUMS.isdisjoint(told)


def _taken(parts: tuple[Answer, ...]) -> frozenset[str]:
    """The format that a sum was made in, as it was said, whether or not a line names it."""
    return frozenset(
        part.reading.profile.precision or ""
        for part in parts
        if part.facts.filled is not None or part.form.id == COSTS or _is_on_base(part)
    )


def _is_on_base(part: Answer) -> bool:
    """Whether memory was summed for adapters, whose base is held in the format that was said."""
    return part.form.id == ROOM and part.reading.profile.method == ADAPTERS


def _elsewhere(
    parts: tuple[Answer, ...], text: str, vocabulary: Vocabulary, library: Library, earlier: frozenset[str]
) -> str:
    line = " ".join(map(first_line, parts))
    one = parts[0]
    below = fact(one.facts.sentences[0]) if one.facts.sentences else ""
    verdict, unpriced = one.verdict is not None, bool(one.facts.unpriced)
    part = Part(one.form.id, one.facts.headline, one.reading, verdict, unpriced, below)
    return elsewhere(part, line, text, vocabulary, library, asks_in(text, vocabulary), earlier)


def _all_words(parts: tuple[Answer, ...]) -> str:
    """All that the answer says, in one text."""
    said: list[str] = []
    for part in parts:
        said += [first_line(part), *(fact(line) for line in part.facts.sentences)]
        said += [passage.text for passage in part.facts.passages]
        said += [row.purchase.replace("_", " ") for row in part.facts.prices]
        rows = part.facts.table.rows if part.facts.table else ()
        said += [cell.replace("_", " ") for row in rows for cell in row.cells if isinstance(cell, str)]
    return ". ".join(said)


def _is_none(answer: Answer) -> bool:
    """Whether it says by itself that it is no answer, or that nothing is held of what is named."""
    first = answer.facts.headline
    if answer.form.id in SILENT or answer.facts.unsure or answer.reading.by_hand:
        return True
    if first is not None and first.values.get(DATED):
        return True
    return first is not None and (first.code in NO_ANSWER or (first.code == USUAL and bool(first.values.get("name"))))


def first_line(answer: Answer) -> str:
    """The first line of an answer that is no advice, as its form words it."""
    if first := answer.facts.first_paragraph:
        return " ".join(map(fact, first))
    return say("words/answers/answers.j2", answer.form.first_line, answer)


def _tells(answer: Answer, asked: Shape, vocabulary: Vocabulary) -> bool:
    """Whether the first line tells it, or what stands beside it: the sums of a verdict, prices, a column."""
    if answer.verdict is not None and not asked.told_by.isdisjoint(ADVISED):
        return True
    columns = answer.facts.table.columns if answer.facts.table else ()
    if any(COLUMNS[one] in column for one in asked.told_by & COLUMNS.keys() for column in columns):
        return True
    if answer.verdict is not None and answer.facts.headline is None and not answer.form.leads(answer.facts):
        return answer.form.id in asked.told_by  # the verdict of another question than what to take
    line = first_line(answer)
    return tells_of(asked, line, shown(line, vocabulary))


def _lifted(answer: Answer, asked: Shape, vocabulary: Vocabulary) -> Answer | None:
    """The answer with a later line that tells it before all others; itself, where what is written tells it behind its
    first sentence."""
    facts = answer.facts
    wanted = asked.told_by & FROM_BELOW
    if facts.headline is None or not wanted:
        return None
    for at, line in enumerate(facts.sentences):
        if line.code in NO_ANSWER or wanted.isdisjoint(shown(fact(line), vocabulary)):
            continue
        if line.code in BESIDE:
            return answer
        rest = (facts.headline, *facts.sentences[:at], *facts.sentences[at + 1 :])
        return answer.model_copy(update={"facts": facts.model_copy(update={"headline": line, "sentences": rest})})
    return None
