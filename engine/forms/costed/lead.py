"""The offering that an estimate's first line names, and the cheaper way to buy the same."""

from __future__ import annotations

from engine.forms.parts.estimate_table import UNASKED
from engine.options.option import CostedOption, Named
from engine.verdict.forks import Case
from knowledge.facts import Facts


def lead_of(options: list[CostedOption], case: Case, facts: Facts) -> CostedOption | None:
    """The offering of the first line: what was named as it is bought on demand, else the cheapest that may lead."""
    named = [option for option in options if option.named >= Named.BY_CHIP]
    said = case.filled.reading.profile
    named = [option for option in named if not said.clouds or option.cloud in said.clouds] or named
    forms = {one.accelerator: facts.accelerators[one.accelerator].form_of for one in named}  # "H100" means the SXM
    named = [option for option in named if option.count == 1 or forms[option.accelerator] not in forms]
    named = [option for option in named if option.chips == said.accelerator_count] or named
    named = [option for option in named if option.chips >= (said.accelerator_count or 0)] or named
    if named:
        asked = [option for option in named if said.purchase and option.purchase == said.purchase]
        plain = [option for option in named if option.purchase == "on_demand"]
        usual = [option for option in named if option.purchase not in UNASKED]
        return min(asked or plain or usual or named, key=by_usd)
    open_ways = [option for option in options if option.purchase == said.purchase]
    open_ways = open_ways or [option for option in options if option.purchase not in UNASKED]
    of_kind = [option for option in open_ways if option.named] or open_ways  # "on TPU"
    kept = of_kind if said.candidates or said.purchase else options
    here = [option for option in of_kind if option.may_lead] or kept
    as_it_is = [option for option in here if option.family == "gpu"] or here  # without a port
    return min(as_it_is, key=lambda option: (option.choice_usd(1.0), option.id), default=None)


def of_plain_form(options: list[CostedOption], facts: Facts) -> list[CostedOption]:
    """Without what is another form of a chip that is there as well: "H100" means the SXM."""
    there = {option.accelerator for option in options}
    return [option for option in options if facts.accelerators[option.accelerator].form_of not in there]


def by_usd(option: CostedOption) -> tuple[float, str]:
    return option.run.usd.likely, option.id


def cheaper_way(lead: CostedOption, options: list[CostedOption], case: Case) -> CostedOption | None:
    """Another open way to buy the same chips that costs less; none where a way was said, and no spot or term."""
    if case.filled.reading.profile.purchase:
        return None
    others = [
        option
        for option in options
        if option.accelerator == lead.accelerator
        and option.cloud == lead.cloud
        and option.chips == lead.chips
        and option.purchase not in UNASKED
        and option.run.usd.likely < lead.run.usd.likely
    ]
    return min(others, key=by_usd, default=None)
