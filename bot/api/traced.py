"""The trace of one option: every step of its sums."""

from __future__ import annotations

from collections.abc import Iterable

from bot.advice.advisor import Answer
from bot.api.told import Step, Trace
from bot.brief.contract import Cite, Line
from bot.brief.made import cite, figure
from bot.card import sentences
from bot.card.fact_lines import fact_sentences
from bot.card.shown_options import recommended
from bot.wording.errors import UserError
from engine.options.option import CostedOption, costed

OTHERS = 12


def trace(answer: Answer, wanted: str = "") -> Trace:
    """The steps of the recommended option, or of the one named: "p5.48xlarge", "p5.48xlarge spot".

    Raises:
        UserError: no option of the answer is called so.
    """
    verdict = answer.verdict
    headline = sentences.lead(answer, verdict) if verdict else sentences.answer_line(answer)
    day = answer.as_of.isoformat()
    lines = tuple(Line(text=line["text"], cites=tuple(line["cites"])) for line in fact_sentences(answer))
    if verdict is None:
        cited = dict.fromkeys(name for line in lines for name in line.cites)
        return Trace(as_of=day, headline=headline, lines=lines, cites=_cites(answer, cited))
    options = [option for option in costed(verdict.base.options) if option.steps]
    first = recommended(verdict)
    named = [option for option in options if _called(option).startswith(_flat(wanted))]
    if wanted and not named:
        raise UserError("no_such_option", name=wanted, options=tuple(map(_called, options[:OTHERS])))
    same = [option for option in named if first is not None and option.id == first.id]
    chosen = next(iter(same or named), None)
    if chosen is None:
        return Trace(as_of=day, headline=headline, lines=lines)
    cites = (*(step.cites for step in chosen.steps), *(line.cites for line in lines))
    cited = dict.fromkeys(name for each in cites for name in each)
    others = [_called(option) for option in options if option.id != chosen.id]
    return Trace(
        as_of=day,
        headline=headline,
        option=_called(chosen),
        other_options=tuple(others[:OTHERS]),
        steps=tuple(
            Step(
                label=step.label,
                unit=step.unit,
                likely=figure(step.value.likely),
                low=figure(step.value.low) if step.value.low != step.value.high else None,
                high=figure(step.value.high) if step.value.low != step.value.high else None,
                uses=tuple(step.uses),
                cites=tuple(step.cites),
            )
            for step in chosen.steps
        ),
        lines=lines,
        cites=_cites(answer, cited),
    )


def _cites(answer: Answer, named: Iterable[str]) -> dict[str, Cite]:
    found = {name: answer.sources[name] for name in named if name in answer.sources}
    return {name: Cite.model_validate(cite(source)) for name, source in found.items()}


def _called(option: CostedOption) -> str:
    return f"{option.instance} {option.purchase}"


def _flat(name: str) -> str:
    return " ".join(name.replace(":", " ").split())
