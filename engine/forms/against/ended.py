"""Cards that current software has left behind, and those that it is about to."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.against.against import Ended, Ending, RentToday
from engine.forms.cards.sides import CardSide, card_sides, generation, is_owned
from engine.forms.form import Asked, Form, question_of
from engine.forms.remarks.smallest import smallest
from knowledge.facts import Generation

OF_MACHINES = frozenset({"estimate", "fit", "price", "choose", "support", "compare", "explain", "remark"})


def ended_lines(sides: Sequence[CardSide], asked: Asked) -> tuple[Reason, ...]:
    """One line a generation, what nothing current runs on first."""
    found: dict[str, tuple[Generation, list[str]]] = {}
    for side in sides:
        kind = generation(side, asked)
        if kind is not None and kind.state != "current":
            found.setdefault(kind.id, (kind, []))[1].append(side.name)
    kinds: list[Reason] = []
    for kind, names in sorted(found.values(), key=lambda entry: entry[0].state != "ended"):
        cites = (kind.source,)
        if kind.state == "ended":
            kinds.append(
                Ended(
                    names=tuple(names), generation=kind.name, toolkit=kind.ended, needs=kind.needs,
                    rented=not all(is_owned(side, asked) for side in sides if side.name in names), cites=cites,
                )
            )  # fmt: skip
        else:
            kinds.append(
                Ending(names=tuple(names), generation=kind.name, toolkit=kind.ended, needs=kind.needs, cites=cites)
            )
    return tuple(kinds)


def with_ended(form: Form, stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer below the line that nothing current runs on what was named, and what is rented instead."""
    if form.id not in OF_MACHINES or (stated.headline and stated.headline.code == Ended.code):
        return stated
    lines = [line for line in ended_lines(_named(asked), asked) if isinstance(line, Ended)]
    told = {line.code for line in stated.sentences}
    if not lines or Ended.code in told:
        return stated
    rents = asked.profile.instances or asked.profile.current_instances or not asked.reading.sought.asks
    rents = rents or "dollars" in asked.reading.sought.predicates
    instead = smallest(question_of(asked), RentToday) if rents and any(line.rented for line in lines) else None
    below = (*lines[1:], *((instead,) if instead else ()))
    headed = stated.headed(_priced(lines[0], stated))
    return headed.model_copy(update={"sentences": (*below, *headed.sentences)})


def _priced(line: Ended, stated: FactAnswer) -> Ended:
    """With what the machine costs, where that was asked."""
    row = next((one for one in stated.prices if one.sold and one.quote is not None and one.chip in line.names), None)
    if row is None or row.quote is None:
        return line
    seen = row.quote
    said = {"instance": row.instance, "purchase": row.purchase, "usd": seen.seen.likely, "region": seen.told_region}
    cites = tuple(dict.fromkeys((seen.source, *line.cites)))
    return line.model_copy(update=said | {"day": str(seen.observed_on), "cites": cites})


def _named(asked: Asked) -> tuple[CardSide, ...]:
    """The chips that were named, and those of the machines."""
    facts, said = asked.facts, asked.profile
    types = [facts.instances[name] for name in (*said.instances, *said.current_instances) if name in facts.instances]
    chips = {thing.accelerator: facts.accelerators[thing.accelerator] for thing in types}
    named = card_sides(asked)
    known = {chip.id for side in named for chip in side.chips}
    return (*named, *(CardSide(chip.id, (chip,)) for chip in chips.values() if chip.id not in known))
