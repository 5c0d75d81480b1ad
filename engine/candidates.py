"""Which offerings stand for decision, each costed; what is left out keeps its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.carbon import gco2e
from engine.cost import RunCost, serving_month, training_run
from engine.interval import Interval
from engine.memory import Fit, fit
from engine.options import Option, Why
from engine.port import PortCost, port
from engine.pricing import Quote, in_region
from engine.scene import Scene, is_named
from engine.throughput import Achieved, serving, training
from knowledge.facts import GRADES, PURCHASES_IN_ORDER, Accelerator, Fact, Grade, Instance, Purchase


class ChipView(Fact):
    """What is the same for every offering of a chip: its speed on this work, and why it may be out."""

    chip: Accelerator
    speed: Achieved | None
    out: Why | None
    named: bool


def candidates(scene: Scene) -> tuple[Option, ...]:
    """All offerings: per chip, cloud and purchase the type that is cheapest for the run, plus every named type."""
    views = {chip.id: _view(scene, chip) for chip in scene.facts.accelerators.values()}
    best: dict[tuple[str, str, Purchase, bool], Option] = {}
    for instance in scene.facts.instances.values():
        view = views[instance.accelerator]
        for option in _of_instance(scene, instance, view):
            said = instance.id in scene.profile.instances
            key = (instance.accelerator, instance.cloud, option.purchase, said)
            if said:
                key = (instance.id, *key[1:])
            held = best.get(key)
            if held is None or _rank(option) < _rank(held):
                best[key] = option
    return tuple(sorted(_evidence_first(best.values()), key=_rank))


def _evidence_first(options: Iterable[Option]) -> Iterator[Option]:
    """A speed inferred from other chips does not lead where a measured or claimed one of the same family may."""
    held = list(options)
    known = {option.family for option in held if option.may_lead and option.basis != "extrapolated"}
    for option in held:
        if option.may_lead and option.basis == "extrapolated" and option.family in known and not option.named:
            yield option.model_copy(update={"held_back": Why(code="speed_unknown", cites=option.speed_cites[:1])})
        else:
            yield option


def _rank(option: Option) -> tuple[bool, bool, float, str]:
    cost = option.usd_per_run.likely if option.usd_per_run else float("inf")
    return option.excluded is not None, option.held_back is not None, cost, option.id


def _view(scene: Scene, chip: Accelerator) -> ChipView:
    usable = chip.serves if scene.serving else chip.trains
    speed = None
    out: Why | None = None
    if not usable:
        out = Why(code="wrong_task", values={"chip": chip.name, "task": scene.profile.task or ""})
    elif blocked := _unsupported(scene, chip):
        out = blocked
    else:
        speed = serving(chip, scene.shape, scene.facts) if scene.serving else training(chip, scene.shape, scene.facts)
        if speed is None:
            out = Why(code="no_throughput", values={"chip": chip.name})
    ruled_out = frozenset(scene.filled.reading.ruled_out.get("candidates", ()))
    if is_named(chip, ruled_out):
        out = Why(code="ruled_out", values={"chip": chip.name})
    return ChipView(chip=chip, speed=speed, out=out, named=is_named(chip, frozenset(scene.profile.candidates)))


def _unsupported(scene: Scene, chip: Accelerator) -> Why | None:
    framework = scene.profile.framework
    for row in scene.facts.support:
        if row.software == chip.software and row.feature == framework and row.level == "none":
            return Why(
                code="framework", values={"chip": chip.name, "framework": framework or ""}, cites=(row.source,)
            )
    return None


def _of_instance(scene: Scene, instance: Instance, view: ChipView) -> Iterator[Option]:
    profile = scene.profile
    said = instance.id in profile.instances
    ruled_out = scene.filled.reading.ruled_out
    if instance.cloud in ruled_out.get("clouds", ()) and not said:
        return
    plain = Option(
        id=f"{instance.id}:on_demand",
        cloud=instance.cloud,
        instance=instance.id,
        accelerator=view.chip.id,
        chip_name=view.chip.name,
        family=view.chip.family,
        count=1,
        chips=instance.count,
        region=profile.region,
        purchase=profile.purchase or "on_demand",
        runs=profile.runs or 1,
        named=view.named or said,
    )
    if view.out or view.speed is None:
        yield plain.model_copy(update={"excluded": view.out})
        return
    placed = fit(scene.need, scene.shape, instance, view.chip, scene.facts)
    blocked = _does_not_fit(scene, instance, placed, plain)
    if blocked:
        yield plain.model_copy(update={"excluded": blocked})
        return
    ported = port(scene.filled, view.chip, instance.cloud, scene.facts)
    offered = [
        option
        for purchase in PURCHASES_IN_ORDER
        if purchase not in ruled_out.get("purchase", ())
        for option in _offered(scene, instance, view.speed, placed, ported, purchase, plain)
    ]
    yield from offered
    if not offered:
        yield plain.model_copy(update={"excluded": _unsold(scene, instance)})


def _does_not_fit(scene: Scene, instance: Instance, placed: Fit, plain: Option) -> Why | None:
    if placed.host_short_gib:
        return Why(code="host_memory", values={"chip": plain.chip_name, "short_gib": placed.host_short_gib})
    if not placed.fits:
        return Why(code="does_not_fit", values={"chip": plain.chip_name, "short_gib": placed.short_gib})
    fabric = scene.constants.likely("scale_out_min_gbps")
    if placed.instances > 1 and (instance.network_gbps or 0) < fabric:
        return Why(code="does_not_fit", values={"chip": plain.chip_name, "short_gib": placed.short_gib})
    return None


def _unsold(scene: Scene, instance: Instance) -> Why:
    wanted = scene.profile.purchase
    if wanted and instance.sold and wanted not in instance.sold:
        return Why(
            code="not_sold_so",
            values={"instance": instance.id, "purchase": wanted, "sold": ", ".join(instance.sold)},
            cites=(instance.source,),
        )
    if scene.profile.region:
        return Why(code="no_price_in_region", values={"instance": instance.id, "region": scene.profile.region})
    return Why(code="no_price", values={"instance": instance.id})


def _offered(
    scene: Scene,
    instance: Instance,
    speed: Achieved,
    placed: Fit,
    ported: PortCost,
    purchase: Purchase,
    plain: Option,
) -> Iterator[Option]:
    said_region = None if scene.filled.assumed("region") else scene.profile.region
    same_cloud = not scene.profile.clouds or instance.cloud in scene.profile.clouds
    quote = in_region(
        scene.prices.quotes(instance, purchase),
        scene.profile.region if same_cloud else None,
        strict=said_region is not None and same_cloud,
    )
    if quote is None:
        return
    make = serving_month if scene.serving else training_run
    run = make(scene, instance, quote, speed, placed)
    chips = run.instances * instance.count
    runs = scene.profile.runs or 1
    total = ported.usd.plus(run.usd.times(float(runs)))
    place = quote.region if quote.region in scene.facts.regions else scene.profile.region
    yield plain.model_copy(
        update={
            "id": f"{instance.id}:{purchase}",
            "count": run.instances,
            "chips": chips,
            "region": quote.region,
            "purchase": purchase,
            "usd_per_hour": quote.usd_per_hour,
            "price_as_of": quote.observed_on,
            "price_age_days": quote.age_days,
            "hours_per_run": run.hours,
            "billed_hours": run.billed,
            "usd_per_run": run.usd,
            "port_usd": ported.usd,
            "port_weeks": ported.weeks,
            "first_job_weeks": ported.first_job_weeks,
            "runs": runs,
            "usd_total": total,
            "usd_per_million_tokens": _per_million(scene, run),
            "gco2e_per_run": gco2e(
                scene.facts.accelerators[instance.accelerator], run.hours.times(float(chips)), place, scene.facts
            ),
            "speed": speed.speed,
            "basis": speed.basis,
            "groups": speed.groups,
            "claim": speed.claim,
            "evidence": _worse(speed.grade, quote.grade),
            "cites": tuple(dict.fromkeys((quote.source, *speed.cites, *ported.cites))),
            "price_cites": (quote.source,),
            "speed_cites": speed.cites,
            "own_block_hours": run.own_block_hours,
            "held_back": _held_back(scene, instance, quote, same_cloud=same_cloud),
            "steps": (*run.steps, *ported.steps),
        }
    )


def _per_million(scene: Scene, run: RunCost) -> Interval | None:
    if run.usd_per_million_tokens:
        return run.usd_per_million_tokens
    tokens = scene.profile.tokens
    return run.usd.times(1e6 / tokens) if tokens else None


def _worse(one: Grade, other: Grade) -> Grade:
    return max(one, other, key=GRADES.index)


def _held_back(scene: Scene, instance: Instance, quote: Quote, *, same_cloud: bool) -> Why | None:
    """Why an offering that works does not lead by itself."""
    profile = scene.profile
    oldest = scene.constants.likely(
        "block_price_max_age_days" if quote.purchase == "capacity_block" else "price_max_age_days"
    )
    if not same_cloud:
        return Why(code="other_cloud", values={"cloud": instance.cloud})
    if quote.age_days > oldest:
        return Why(code="old_price", values={"as_of": quote.observed_on.isoformat()}, cites=(quote.source,))
    if profile.purchase and quote.purchase != profile.purchase:
        only_way = profile.purchase not in instance.sold and quote.purchase == "capacity_block"
        if not (only_way and profile.purchase == "on_demand"):
            return Why(code="other_purchase", values={"purchase": profile.purchase})
    if quote.purchase == "spot" and profile.purchase is None:
        return Why(code="spot_unsaid")
    if quote.purchase == "spot" and profile.checkpointing is False:
        return Why(code="spot_without_checkpoints")
    if quote.purchase in ("reserved_1yr", "reserved_3yr", "savings_plan") and profile.purchase is None:
        return Why(code="commitment_unsaid")
    if profile.capacity == "tight" and quote.purchase == "on_demand" and "capacity_block" in instance.sold:
        return Why(code="tight_on_demand")
    return None
