"""The JSON contract of `ask --json`: the same answer, for scripts."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Any

from bot.advice.advisor import Answer
from bot.card import sentences
from bot.card.fact_lines import Json, fact_sentences
from bot.card.price_conflicts import conflicts_json, doubts_json
from bot.card.shown_options import rows
from engine.answers.model import AnswerTable, Cell
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.options.assumptions import Filled
from engine.options.constraints import Constraint
from engine.options.option import CostedOption, ExcludedOption, Option, costed
from engine.prices.commitments import Term
from engine.verdict.deciding_sum import BreakEven
from engine.verdict.flips import Flip
from engine.verdict.pilot import Pilot
from engine.verdict.pilot_cost import PilotRun
from engine.verdict.verdict import Verdict
from engine.workload.profile import Reading
from knowledge.facts import Source

SCHEMA_VERSION = 1  # counts up where a key changes its meaning; new keys do not


def parse_json(answer_id: str | None, answer: Answer) -> Json:
    """The reading alone, as `parse --json` prints it."""
    filled = filled_of(answer)
    reading = answer.reading
    out: Json = {"id": answer_id} if answer_id is not None else {}
    return out | {
        "intent": "followup" if reading.follows else reading.intent,
        "form": answer.form.id,
        "profile": _profile(reading.profile.stated()),
        "assumptions": [
            {"slot": entry.slot, "value": entry.value, "because": entry.because}
            for entry in (filled.assumptions if filled else ())
        ],
        "unread": list(reading.unread),
    }


def answer_json(answer: Answer) -> Json:
    """The whole answer in the shape of the contract; everything cited is listed under `cites`."""
    verdict = answer.verdict
    body: Json = (
        {"schema_version": SCHEMA_VERSION, "question": answer.question}
        | parse_json(None, answer)
        | {"as_of": answer.as_of.isoformat()}
    )
    filled = filled_of(answer)
    body["derived"] = _derived(filled) if filled else []
    body |= _verdict(answer, verdict) if verdict else _no_verdict(answer)
    body |= _excluded(answer.reading)
    body["conflicts"] = [*doubts_json(answer), *conflicts_json(answer), *body["conflicts"]]
    body["facts"] = {"answer": fact_sentences(answer), "table": _table(answer.facts.table)}
    if answer.facts.headline is not None:
        body["facts"]["headline"] = {"text": body["verdict"]["headline"], "cites": list(answer.facts.first_cites)}
    if answer.parts:
        body["parts"] = [answer_json(part) for part in answer.parts]
    if answer.restated:
        body["restated"] = list(answer.restated)
    if answer.withheld:
        body["withheld"] = answer.withheld
    if answer.left_out:
        body["unanswered"] = list(answer.left_out)
    body["cites"] = {source: _source(answer.sources[source]) for source in sorted(_cited(body))}
    return body


def filled_of(answer: Answer) -> Filled | None:
    """The workload that the answer is for, with what is assumed of it."""
    return answer.facts.filled or (answer.verdict.base.filled if answer.verdict else None)


def _excluded(reading: Reading) -> Json:
    """What the asker excluded, and what cannot be had, with the words."""
    return {
        "ruled_out": [
            {"id": value, "words": reading.ruled_out_words.get(value, value)}
            for listed in reading.ruled_out.values()
            for value in listed
        ],
        "unavailable": [entry.model_dump() for entry in reading.unavailable],
    }


def trace_json(answer: Answer) -> Json:
    """The calculation's own record, by offering: each step with its value, unit, the steps it used, its sources."""
    options = costed(answer.verdict.base.options) if answer.verdict else []
    return {
        option.id: [
            {
                "label": entry.label,
                "value": _range(entry.value),
                "unit": entry.unit,
                "from": list(entry.uses),
                "cites": list(entry.cites),
            }
            for entry in option.steps
        ]
        for option in options
        if option.steps
    }


def _verdict(answer: Answer, verdict: Verdict) -> Json:
    base = verdict.base
    serving = base.filled.profile.by_month
    options = {option.id: option for option in (*verdict.case.options, *base.options)}
    told = answer.facts.headline is not None and answer.form.asks_for_facts
    kind = answer.form.says or ("answer" if told else verdict.kind)
    return {
        "verdict": {
            "kind": kind,
            "lean": verdict.lean,
            "rule_lean": verdict.rule_lean,
            "option": verdict.option.id if verdict.option else None,
            "confidence": verdict.confidence.level if verdict.confidence else None,
            "headline": sentences.lead(answer, verdict),
            "because": [{"text": sentences.why(reason), "cites": list(reason.cites)} for reason in verdict.because],
            "probability": base.sum.probability if base.sum else None,
            "expected_loss_usd": base.sum.expected_loss_usd if base.sum else None,
            "worst_loss_usd": base.sum.worst_loss_usd if base.sum else None,
            "ask_back": [
                *(sentences.fact(entry) for entry in answer.facts.questions),
                *sentences.asked_back(verdict),
                *sentences.open_questions(verdict),
            ],
            "not_counted": sentences.not_counted(verdict),
            "not_surer_because": [sentences.why(reason) for reason in verdict.confidence.because]
            if verdict.confidence
            else [],
            "pilot": _pilot(verdict.pilot) if verdict.pilot else None,
        },
        "options": [_option(option) for option in _in_order(verdict)],
        "break_even": [_break_even(entry) for entry in verdict.break_evens],
        "forks": [
            {
                "slot": fork.slot,
                "turns": fork.turns,
                "branches": [
                    {
                        "value": branch.value,
                        "lean": branch.case.lean,
                        "option": branch.case.sum.winner.id if branch.case.sum else None,
                        "break_even_runs": _range(branch.break_even.runs) if branch.break_even else None,
                    }
                    for branch in fork.branches
                ],
            }
            for fork in verdict.forks
        ],
        "flips": [_flip(entry, options, serving=serving) for entry in verdict.flips],
        "tradeoffs": [
            {"axis": entry.axis, "favours": entry.favours, "text": entry.text, "cites": [entry.source]}
            for entry in verdict.tradeoffs
        ],
        "rules": [
            {"id": rule.id, "lean": rule.lean, "because": rule.because, "cites": [rule.source]}
            for rule in verdict.rules
        ],
        "changed": sentences.changed(answer.changed) if answer.changed else None,
        "conflicts": [
            {
                "id": entry.id,
                "text": sentences.conflict(entry),
                "used": entry.used,
                "cites": list(dict.fromkeys((entry.source, *(said.source for said in entry.said)))),
            }
            for entry in verdict.conflicts
        ],
    }


def _no_verdict(answer: Answer) -> Json:
    return {
        "verdict": {
            "kind": ("need_more" if answer.facts.unsure else answer.form.says)
            or ("recommend" if answer.facts.lean else "answer"),
            "lean": answer.facts.lean,
            "rule_lean": answer.rule_lean,
            "option": None,
            "confidence": answer.facts.confidence,
            "headline": sentences.answer_line(answer),
            "because": [],
            "ask_back": [sentences.fact(entry) for entry in answer.facts.questions],
            "not_surer_because": [sentences.fact(reason) for reason in answer.facts.doubts],
            "pilot": None,
        },
        "options": [],
        "break_even": [],
        "forks": [],
        "flips": [],
        "tradeoffs": [],
        "rules": [],
        "conflicts": [],
    }


def _in_order(verdict: Verdict) -> tuple[Option, ...]:
    """The offerings as the case that carries the lean costs them: those of the card's table first, in its order."""
    shown = rows(verdict, full=True)
    seen = {option.id for option in shown}
    return (*shown, *(option for option in verdict.case.options if option.id not in seen))


def _option(option: Option) -> Json:
    """The same keys for both kinds of option, in one order."""
    costs = option if isinstance(option, CostedOption) else None
    excluded: Reason | None = option.reason if isinstance(option, ExcludedOption) else None
    serving, memory = (costs.serving, costs.memory) if costs else (None, None)
    too_few, not_leading = (costs.too_few, costs.not_leading) if costs else (None, None)
    if isinstance(not_leading, Constraint):
        excluded = not_leading
    return {
        "id": option.id,
        "cloud": option.cloud,
        "instance": option.instance,
        "accelerator": option.accelerator,
        "count": costs.run.instances if costs else option.count,
        "region": option.region or "unstated",
        "purchase": option.purchase,
        "usd_per_hour": costs.price.usd_per_hour.likely if costs else None,
        "price_as_of": costs.price.observed_on.isoformat() if costs else None,
        "own_price": costs.price.own if costs else None,
        "list_usd_per_hour": costs.price.list_usd_per_hour if costs else None,
        "hours_per_run": _range(costs.run.hours if costs else None),
        "usd_per_run": _range(costs.run.usd if costs else None),
        "port_usd": _range(costs.port.usd if costs else None),
        "runs": option.runs,
        "usd_total": _range(costs.usd_total if costs else None),
        "usd_block_each": _range(costs.run.usd_block_each if costs else None),
        "term": _term(costs.run.term if costs else None),
        "usd_per_million_tokens": _range(costs.run.usd_per_million_tokens if costs else None),
        "kwh_per_run": _range(costs.carbon.kwh if costs else None),
        "ttft_ms": serving.ttft_ms if serving else None,
        "tpot_ms": serving.tpot_ms if serving else None,
        "batch": serving.batch if serving else None,
        "precision": serving.precision if serving else None,
        "utilization": serving.utilization if serving else None,
        "tokens_per_second": serving.tokens_per_second if serving else None,
        "gco2e_per_run": _range(costs.carbon.grams if costs else None),
        "fits": option.fits if isinstance(option, ExcludedOption) else True,
        "excluded_because": sentences.why(excluded) if excluded else None,
        "memory": memory.held._asdict() | {"of": memory.core} if memory else None,
        "too_few_because": sentences.why(too_few) if too_few else None,
        "held_back_because": sentences.why(not_leading) if not_leading else None,
        "unpublished": list(costs.unpublished if costs else ()),
        "beside": [
            {"code": line.code, "usd": _range(line.usd), "per": line.per, "cites": list(line.cites)}
            for line in (costs.hidden_costs if costs else ())
        ],
        "evidence": costs.evidence if costs else "assumed",
        "basis": costs.speed.basis if costs else None,
        "cites": list(costs.cites if costs else excluded.cites if excluded else ()),
    }


def _term(term: Term | None) -> Json | None:
    """A commitment as it is bought: all hours of it, and what is still owed when the planned work ends."""
    if term is None:
        return None
    return {
        "usd_per_hour": term.usd_per_hour.likely,
        "hours": term.hours,
        "machines": term.machines,
        "terms": term.terms,
        "usd": term.usd.likely,
        "owed_usd": term.owed_usd,
    }


def _pilot(entry: Pilot) -> Json:
    """Speeds are tokens/s a chip; `below` or `above` the threshold the verdict turns."""
    summary, worth = sentences.pilot(entry)
    return {
        "bench": _bench(entry.bench),
        "also": _bench(entry.also) if entry.also else None,
        "doubt": entry.doubt,
        "turns": "above" if entry.upwards else "below",
        "turns_to": entry.turns_to,
        "lean": entry.lean,
        "turns_lean": entry.turns_lean,
        "tokens_per_second_per_chip": entry.threshold,
        "tokens_per_second_per_instance": entry.threshold_per_instance,
        "ratio": entry.ratio,
        "expected_tokens_per_second_per_chip": _range(entry.expected),
        "stop_below": entry.stop_below,
        "stop_above": entry.stop_above,
        "expected_loss_usd": entry.expected_loss_usd,
        "value_usd": entry.value_usd,
        "first_job_usd": entry.first_job_usd,
        "cost_usd": entry.cost_usd,
        "worth_it": entry.worth_it,
        "given": {entry.given_slot: entry.given_value} if entry.given_slot else None,
        "text": summary,
        "worth": worth,
        "plan": list(sentences.plan(entry)),
        "command": sentences.command(entry),
    }


def _bench(entry: PilotRun) -> Json:
    return entry.model_dump() | {"hours": entry.hours, "cites": list(entry.cites)}


def _break_even(entry: BreakEven) -> Json:
    return {
        "option": entry.option,
        "against": entry.against,
        "runs": entry.runs.likely if entry.runs else None,
        "runs_low": entry.runs.low if entry.runs else None,
        "runs_high": entry.runs.high if entry.runs else None,
        "saving_per_run_usd": entry.saving_per_run_usd,
    }


def _flip(entry: Flip, options: dict[str, Option], *, serving: bool) -> Json:
    return {
        "slot": entry.slot,
        "now": entry.now,
        "at": entry.at,
        "lean": entry.lean,
        "option": entry.option,
        "given": None,
        "text": sentences.flip(entry, options, serving=serving),
    }


def _range(interval: Interval | None) -> Json | None:
    return asdict(interval) if interval else None


def _profile(said: dict[str, Any]) -> Json:
    return {slot: list(value) if isinstance(value, tuple) else value for slot, value in said.items()}


def _derived(filled: Filled) -> list[Json]:
    profile = filled.profile
    return [
        {"slot": entry.slot, "value": entry.value, "from": sentences.worked_out(entry, profile)}
        for entry in filled.derived
    ]


def _table(table: AnswerTable | None) -> dict[str, Any] | None:
    """A record a row: its cells by the keys of their columns, its sources, whether it was named and is the answer."""
    if table is None:
        return None
    return {
        "columns": list(table.columns),
        "rows": [
            {key: _cell(value) for key, value in zip(table.columns, row.cells, strict=True)}
            | {"cites": list(row.cites), "is_named": row.is_named, "is_best": row.is_best}
            for row in table.rows
        ],
    }


def _cell(cell: Cell) -> object:
    if isinstance(cell, Interval):
        return asdict(cell)
    return cell.isoformat() if isinstance(cell, date) else cell


def _source(entry: Source) -> Json:
    return {
        "title": entry.title,
        "publisher": entry.publisher,
        "as_of": entry.as_of.isoformat(),
        "grade": entry.grade,
        "url": entry.url,
    }


def _cited(body: object) -> set[str]:
    """Every source id named under a `cites` key, at any depth."""
    if isinstance(body, dict):
        own = {str(cite) for cite in body["cites"]} if isinstance(body.get("cites"), list) else set()
        return own.union(*(_cited(value) for key, value in body.items() if key != "cites"))
    if isinstance(body, list):
        return set().union(*(_cited(value) for value in body))
    return set()
