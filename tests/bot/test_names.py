"""Every alias in the data at every command that takes a name: it means the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.advice.advisor import Advisor
from bot.commands.compare import readable_name
from bot.inputs.benchmark_table import Reader
from bot.inputs.measurement import machine_of
from bot.inputs.own_price import TypedPrice, own_price
from bot.inputs.subscription import subscribed
from bot.prices.changes import change_filter
from bot.prices.lookup import query_of
from bot.wording.errors import UserError
from engine.base.run_config import RunConfig
from knowledge.facts import Accelerator, Facts, Instance, names_of
from knowledge.store.subscriptions import Subscription
from tests.day import DAY

CHANNEL = Subscription(team="T1", channel="C1")


def rented(facts: Facts, chip: Accelerator) -> list[Instance]:
    return [instance for instance in facts.instances.values() if instance.accelerator == chip.id]


def type_names(facts: Facts) -> Iterator[tuple[str, Instance]]:
    for instance in facts.instances.values():
        for name in (instance.id, *instance.aliases):
            yield name, instance
            yield name.upper(), instance
        if instance.cloud == "aws":
            yield f"ml.{instance.id}", instance


def chip_names(facts: Facts) -> Iterator[tuple[str, Accelerator]]:
    """Names that stand for a type as well are left to the test of types; a name of several chips stands for one."""
    names = names_of(facts)
    for chip in facts.accelerators.values():
        for name in (chip.id, chip.name, *chip.aliases):
            if names.instance(name) is None and chip in names.chips(name):
                yield name, chip
                yield name.replace(" ", "-").upper(), chip


def priced(name: str, cloud: str, facts: Facts) -> tuple[str, str]:
    price = own_price(TypedPrice(name=name, amount="5%", cloud=cloud), facts, "T1", None, DAY)
    return price.scope, price.name


def test_every_name_of_a_type_means_it_at_every_command(facts: Facts) -> None:
    advisor, names = Advisor(facts), names_of(facts)
    wrong = []
    for name, instance in type_names(facts):
        meant = {
            "measure add": machine_of(name, facts)[0] == instance,
            "prices own add": priced(name, "", facts) == ("instance", instance.id),
            "prices show, history": query_of(facts, name).instances == (instance.id,),
            "prices changes": instance.id in change_filter(facts, None, name, None, None).listed,
            "subscribe": subscribed(facts, name, CHANNEL).filters.chips == (instance.id.casefold(),),
            "compare": readable_name(name, advisor) in (instance.id, *instance.aliases),
            "facts show": names.entries(name) == (instance.id,),
        }
        wrong += [(command, name) for command, is_right in meant.items() if not is_right]
    assert wrong == []


def test_every_name_of_a_chip_means_it_at_every_command(facts: Facts) -> None:
    advisor, names, table = Advisor(facts), names_of(facts), Reader(facts)
    wrong = []
    for name, chip in chip_names(facts):
        single = names.chip(name)
        row = f"id,kind,model,accelerator\nx,training,llama-2-7b,{name}\n"
        (read,) = table.rows(row, "table.csv")
        meant = {
            "measure add": machine_of(name, facts) == (None, single),
            "backtest": isinstance(read.config, RunConfig) and read.config.accelerator == single.id,
            "facts show": names.entries(name) == (single.id,),
        } if single else {"one chip": False}  # fmt: skip
        carriers = rented(facts, chip)
        if carriers:
            family = names.family(name)
            types = {instance.id for instance in (family.instances if family else carriers)}
            filters = subscribed(facts, name, CHANNEL).filters.chips
            own = ("family", family.name) if family else ("chip", single.id if single else None)
            cloud = (family.instances if family else rented(facts, single) if single else carriers)[0].cloud
            meant |= {
                "prices own add": priced(name, cloud, facts) == own,
                "prices show, history": types <= set(query_of(facts, name).instances),
                "prices changes": types <= change_filter(facts, None, name, None, None).listed,
                "subscribe": (family.name if family else chip.id) in filters,
                "compare": bool(readable_name(name, advisor)),
            }
        wrong += [(command, name) for command, is_right in meant.items() if not is_right]
    assert wrong == []


def test_every_name_of_a_region_means_it_at_every_command(facts: Facts) -> None:
    wrong = []
    for region in facts.regions.values():
        for name in (region.id, *region.aliases):
            typed = TypedPrice(name=region.cloud, amount="5%", region=name)
            meant = {
                "prices own add": own_price(typed, facts, "T1", None, DAY).region == region.id,
                "prices show, history": region.id in query_of(facts, region=name).regions,
                "with a cloud": query_of(facts, cloud=region.cloud, region=name).regions == (region.id,),
            }
            wrong += [(command, name) for command, is_right in meant.items() if not is_right]
    assert wrong == []


def test_a_name_of_nothing_is_answered_with_the_nearest_everywhere(facts: Facts) -> None:
    for refuse in (
        lambda: machine_of("h1000", facts),
        lambda: priced("h1000", "", facts),
        lambda: readable_name("h1000", Advisor(facts)),
    ):
        with pytest.raises(UserError) as refusal:
            refuse()
        assert refusal.value.values["near"] == "h100-sxm"


def test_a_name_of_several_chips_is_answered_with_all_of_them(facts: Facts) -> None:
    with pytest.raises(UserError) as refusal:
        machine_of("ampere", facts)
    assert (refusal.value.code, refusal.value.values["chips"]) == ("several_chips", ("a100-40", "a100-80"))
