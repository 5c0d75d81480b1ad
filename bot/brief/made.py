"""An answer as the brief contract says it, before it is cut to length."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from bot.advice.advisor import Answer
from bot.brief.contract import MOST_CHOICES, VERSION
from bot.brief.shorten import plain, shortened, without_empty
from bot.card import sentences
from bot.card.as_json import filled_of
from bot.card.citations import Citations
from bot.card.fact_lines import prose_sentences
from bot.card.filled_in import WEIGHTY
from bot.card.first_screen import next_line
from bot.card.shown_options import recommended, shown_options
from bot.card.tables import table as option_table
from bot.card.tables import usd_per_hour_paid
from bot.wording.numbers import whole_runs
from bot.wording.surface import speaking_to
from engine.answers.model import AnswerTable, Cell, FactAnswer, PriceRow
from engine.base.interval import Interval
from engine.options.option import CostedOption
from engine.verdict.forks import ForkResult
from engine.verdict.verdict import Verdict
from knowledge.facts import Source

Json = dict[str, Any]  # the edge: this is what json.dumps is given
BREAK_EVENS = 6
OWN_ADDRESS = "chipscout://sources/{id}"
DIGITS, RATE_DIGITS = 4, 6  # significant ones: of estimates, and of prices


def brief(answer: Answer, *, ignored: Iterable[str] = (), offered: Json | None = None) -> Json:
    """The answer as the contract says it, in at most `LONGEST` bytes with the end of its line.

    `ignored`: what else was given and not used; `offered`: the option and the choices, where the answer has them not.
    """
    return shortened(whole(answer, tuple(ignored), offered))


@speaking_to("program")
def whole(answer: Answer, ignored: tuple[str, ...] = (), offered: Json | None = None) -> Json:
    """The same before it is cut."""
    verdict = answer.verdict
    told = answer.facts.headline is not None and answer.form.asks_for_facts
    if verdict is None:
        kind = answer.form.says or ("recommend" if answer.facts.lean else "answer")
    else:
        kind = answer.form.says or ("answer" if told else verdict.kind)
    body: Json = {
        "schema_version": VERSION,
        "form": answer.form.id,
        "kind": kind,
        "as_of": answer.as_of.isoformat(),
        "headline": sentences.lead(answer, verdict) if verdict else sentences.answer_line(answer),
        "headline_cites": list(answer.facts.first_cites),
        "lean": verdict.lean if verdict else answer.facts.lean,
    }
    body |= _costed(answer, verdict) if verdict else {}
    body |= offered or _offered(answer.facts, verdict)
    if verdict is not None and answer.facts.headline is not None and verdict.kind != "need_more":
        body["advice"] = sentences.first_line(verdict)
    filled = filled_of(answer)
    if filled is not None and (body.get("option") or body.get("choices")):
        body["per"] = "month" if filled.profile.by_month else "run"
    body |= {
        "answer": _lines(answer, verdict),
        "table": None if offered else _table(answer),
        "ask_back": _asked_back(answer, verdict),
        "changed": sentences.changed(answer.changed) if answer.changed else None,
    }
    body |= _understood(answer, ignored)
    rest = answer.parts[1:]
    body["also"] = [{"question": part.question, "form": part.form.id, "headline": _headline(part)} for part in rest]
    body["unanswered"] = list(answer.left_out)
    body["read_as"] = list(answer.restated)
    body["cites"] = {entry.id: cite(entry) for entry in answer.sources.values()}
    return without_empty(body)


def cite(source: Source) -> Json:
    """A source, with an address of our own where it has no public one."""
    return {
        "title": source.title,
        "as_of": source.as_of.isoformat(),
        "grade": source.grade,
        "url": source.url or OWN_ADDRESS.format(id=source.id),
    }


def _headline(answer: Answer) -> str:
    return sentences.lead(answer, answer.verdict) if answer.verdict else sentences.answer_line(answer)


def _costed(answer: Answer, verdict: Verdict) -> Json:
    """What a verdict says: its option, the rows of its table, when that pays, what would change it."""
    shown = shown_options(verdict)
    first = recommended(verdict)
    remarks = option_table(verdict, shown, Citations(answer.sources)).rows
    choices = {
        option.id: _choice(option, verdict, row.remark) for option, row in zip(shown.rows, remarks, strict=True)
    }
    option = choices.pop(first.id, None) if first else None
    serving = verdict.base.filled.profile.by_month
    known = {entry.id: entry for entry in (*verdict.case.options, *verdict.base.options)}
    sure = verdict.confidence
    return {
        "option": option,
        "choices": list(choices.values())[:MOST_CHOICES],
        "break_even": [
            without_empty(
                {
                    "option": _named(known, entry.option),
                    "against": _named(known, entry.against),
                    "runs": whole_runs(entry.runs.likely) if entry.runs else None,
                    "runs_range": _whole_range(entry.runs),
                }
            )
            for entry in verdict.break_evens[:BREAK_EVENS]
        ],
        "flips": [sentences.flip(entry, known, serving=serving) for entry in verdict.flips],
        "turns_on": _turns_on(verdict.ask, verdict) if verdict.ask else None,
        "confidence": without_empty(
            {
                "level": sure.level,
                "probability": None if sure.probability is None else round(sure.probability, 2),
                "because": [sentences.why(reason) for reason in sure.because],
            }
        )
        if sure
        else None,
        "next": next_line(verdict),
    }


def _whole_range(runs: Interval | None) -> list[int] | None:
    """As the card prints them: a run is begun or not."""
    if runs is None or whole_runs(runs.low) == whole_runs(runs.high):
        return None
    return [whole_runs(runs.low), whole_runs(runs.high)]


def _named(known: dict[str, Any], name: str) -> str:
    """An offering by its type and the way it is bought."""
    option = known.get(name)
    return f"{option.instance} {option.purchase}" if option else name


def _turns_on(fork: ForkResult, verdict: Verdict) -> Json:
    return without_empty(
        {
            "slot": fork.slot,
            "branches": [
                without_empty(
                    {
                        "value": figure(branch.value),
                        "lean": branch.case.lean,
                        "option": f"{won.instance} {won.purchase}" if (won := _winner(branch.case.sum)) else None,
                    }
                )
                for branch in fork.branches
            ],
            "figures_are_at": figure(getattr(verdict.case.filled.profile, fork.slot, None)),
        }
    )


def _winner(decision: Any) -> CostedOption | None:
    return decision.winner if decision else None


def _choice(option: CostedOption, verdict: Verdict, remark: str) -> Json:
    """The figures of its row in the table."""
    runs = verdict.case.runs
    total = option.total_spread(runs)
    return without_empty(
        _rented(option)
        | {
            "migration_usd": figure(option.port.usd.likely),
            "usd_total": figure(total.likely),
            "usd_total_range": range_of(total),
            "not_recommended_because": remark if option.not_leading is not None else None,
        }
    )


def _rented(option: CostedOption) -> Json:
    million = option.run.usd_per_million_tokens
    return {
        "instance": option.instance,
        "cloud": option.cloud,
        "accelerator": option.accelerator,
        "count": option.run.instances,
        "hours": figure(option.run.billed.likely),
        "purchase": option.purchase,
        "region": option.region,
        "usd_per_hour": figure(usd_per_hour_paid(option), RATE_DIGITS),
        "price_as_of": option.price.observed_on.isoformat(),
        "price_is_own": True if option.price.own else None,
        "unpublished": list(option.unpublished),
        "usd_per_run": figure(option.run.usd.likely),
        "usd_per_run_range": range_of(option.run.usd),
        "usd_per_million_tokens": figure(million.likely) if million and option.serving else None,
        "ttft_ms": figure(option.serving.ttft_ms, 2) if option.serving else None,
        "tpot_ms": figure(option.serving.tpot_ms, 2) if option.serving else None,
        "evidence": option.evidence,
        "cites": list(dict.fromkeys((*option.price.cites[:1], *option.speed.cites[:1]))),
    }


def _offered(facts: FactAnswer, verdict: Verdict | None) -> Json:
    """Of an estimate the offerings of its table, which its headline is about; of prices each of them."""
    if facts.table is not None and facts.table.offered:
        rows = zip(facts.table.offered, facts.table.rows, strict=True)
        made = [(without_empty(_rented(option)), row.is_best) for option, row in rows]
        best = next((choice for choice, is_best in made if is_best), None)
        others = [choice for choice, is_best in made if not is_best]
        return {"option": best, "choices": others[:MOST_CHOICES]} | ({} if verdict else _sure(facts))
    if verdict is not None:
        return {}
    return {"choices": [_priced(row) for row in facts.prices if row.quote and row.sold][:MOST_CHOICES]} | _sure(facts)


def _sure(facts: FactAnswer) -> Json:
    because = [sentences.fact(reason) for reason in facts.doubts]
    return {"confidence": {"level": facts.confidence, "because": because} if because else None}


def _priced(row: PriceRow) -> Json:
    quote = row.quote
    if quote is None:
        return {"instance": row.instance}
    return without_empty(
        {
            "instance": row.instance,
            "cloud": row.cloud,
            "purchase": row.purchase,
            "region": quote.region,
            "usd_per_hour": figure(quote.usd_per_hour.likely, RATE_DIGITS),
            "price_as_of": quote.observed_on.isoformat(),
            "price_is_own": True if quote.own else None,
            "count": row.machines,
            "usd_per_run": figure(row.total.likely) if row.total else None,
            "is_elsewhere": True if row.elsewhere else None,
            "evidence": "own" if quote.own else quote.grade,
            "caveat": quote.caveat,
            "cites": [quote.source],
        }
    )


def _lines(answer: Answer, verdict: Verdict | None) -> list[Json]:
    """Of facts their sentences; of a verdict its reasons, then what is written."""
    told = prose_sentences(answer.facts)
    told += [
        {"text": sentences.price(row), "cites": []} for row in answer.facts.prices if not (row.quote and row.sold)
    ]
    if verdict is None:
        return [without_empty(dict(line)) for line in told]
    because = [{"text": sentences.why(reason), "cites": list(reason.cites[:2])} for reason in verdict.because]
    lines = [*because, *told] if answer.form.facts_below_advice else [*told, *because]
    return [without_empty(dict(line)) for line in lines]


def _asked_back(answer: Answer, verdict: Verdict | None) -> list[str]:
    asked = [sentences.fact(entry) for entry in answer.facts.questions]
    if verdict is not None:
        asked += [*sentences.asked_back(verdict), *sentences.open_questions(verdict)]
    return list(dict.fromkeys(asked))


def _table(answer: Answer) -> Json | None:
    """What stands in no choice: of a comparison a line for each property, of others the table itself."""
    facts = answer.facts
    if facts.properties:
        rows = [[sentences.property_cells(line)[0], *map(_value, line.values)] for line in facts.properties]
        cites = [list(line.cites) for line in facts.properties]
        return {"columns": ["property", *facts.sides], "rows": rows, "row_cites": cites}
    table: AnswerTable | None = facts.table
    if table is None or not table.rows or table.offered:
        return None
    form = table.words or answer.form.id
    return {
        "columns": [sentences.column_head(form, key) or key for key in table.columns],
        "rows": [[_value(cell) for cell in row.cells] for row in table.rows],
        "row_cites": [list(row.cites) for row in table.rows],
    }


def _value(cell: Cell) -> object:
    if isinstance(cell, Interval):
        return figure(cell.likely)
    if isinstance(cell, date):
        return cell.isoformat()
    return figure(cell)


def _understood(answer: Answer, ignored: tuple[str, ...]) -> Json:
    """Said, assumed with what weighs most first, worked out, and not used; nothing of a text that asks nothing."""
    if answer.form.asks_nothing:
        return {"ignored": list(ignored)}
    filled = filled_of(answer)
    assumptions = sorted(filled.assumptions, key=lambda entry: entry.slot not in WEIGHTY) if filled else ()
    return {
        "said": {slot: _slot(value) for slot, value in answer.reading.profile.stated().items()},
        "assumed": {entry.slot: _slot(entry.value) for entry in assumptions},
        "derived": [
            {"slot": entry.slot, "value": _slot(entry.value), "by": sentences.worked_out(entry, filled.profile)}
            for entry in filled.derived
        ]
        if filled
        else [],
        "ignored": [*ignored, *answer.reading.unread],
        "ruled_out": [plain(text) for text in sentences.ruled_out(answer.reading)],
    }


def _slot(value: object) -> object:
    return [figure(part) for part in value] if isinstance(value, tuple) else figure(value)


def range_of(spread: Interval | None) -> list[Any] | None:
    """Low and high, where they differ."""
    if spread is None or spread.low == spread.high:
        return None
    return [figure(spread.low), figure(spread.high)]


def figure(value: Any, digits: int = DIGITS) -> Any:
    """A number in so many significant digits, whole ones without a point; anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if isinstance(value, int):
        return value
    cut = float(f"{value:.{digits}g}")
    return int(cut) if cut.is_integer() else cut
