"""Does it fit, and how many chips does it take: yes or no and the count first, then the sum of its memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.costed.enough_for_it import is_enough_time
from engine.forms.costed.said import asks_tokens, in_time
from engine.forms.fits.crowded import asks_of_crowd, crowd_lines
from engine.forms.fits.each_size_named import by_sizes
from engine.forms.fits.filled import asks_of_full, by_full
from engine.forms.fits.host import asks_host, host_needed, lacks_ram, loads_short, with_host
from engine.forms.fits.in_ram import OFFLOAD, beside_cards
from engine.forms.fits.most import for_all, most_of_any
from engine.forms.fits.of_part import asks_of_part, of_part
from engine.forms.fits.of_sizes import is_among_cards, smallest_of_sizes
from engine.forms.fits.other_kinds import is_of_some, largest_first, other_kinds
from engine.forms.fits.rentable import rented_there
from engine.forms.fits.staged import staged
from engine.forms.fits.taken import TakenFits, asks_of_taken, by_taken, pools
from engine.forms.fits.traffic import for_traffic, is_told
from engine.forms.fits.unsized import unsized as unsized_answer
from engine.forms.form import Asked, Form
from engine.forms.how_fast import is_speed_asked
from engine.forms.machines.at_least import asks_at_least
from engine.forms.parts.doubts import SizeUnsaid
from engine.forms.parts.fit_reasons import FitAssumed, FitServesOnly, WeightsAlone
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.parts.headline import headline
from engine.forms.parts.lines import lines
from engine.forms.parts.rows import Row, Work, rows
from engine.forms.parts.tables import side_by_side, table_of, way_said
from engine.forms.per_unit.sizes import WhichOfSizes, open_sizes
from engine.forms.rooms.any_of import (
    IF,
    MEMORY,
    NARROWER,
    USERS,
    in_told,
    in_training,
    of_any,
    ways_asked,
    weighs_precision,
)
from engine.forms.rooms.excess import asks_of_seen, seen_taken
from engine.forms.rooms.in_machines import in_machines, is_of_one_machine, needs_room
from engine.forms.rooms.lengths import by_length
from engine.forms.rooms.long_logits import long_logits
from engine.forms.rooms.merged import MERGES, merged
from engine.forms.rooms.offloaded import offloaded
from engine.forms.rooms.states_alone import states_alone
from engine.forms.rooms.together import together
from engine.forms.served.told_serving import told_precisions
from engine.forms.told.asked import asks_of_told
from engine.memory.ways import SERVING
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES
from engine.workload.flops import is_of_size
from engine.workload.profile import Reading
from engine.workload.question import PAIR, FormCues
from engine.workload.samples import in_samples, serves_samples
from knowledge.facts import Model, names_of

RAN_OUT = frozenset({"memory_error", "no_room"})  # cues
TRAFFIC = frozenset({"tokens_per_day", "requests_per_second", "latency_ms", "cadence", "runs", "budget_usd",
                     "deadline_days"})  # fmt: skip
RATES = frozenset({"requests_per_second", "tokens_per_day"})  # of which several requests at once follow
LEAST = ("fit_least", "memory_error")  # cues
MEASURED = ("seconds_per_step", "current_tokens_per_second", "steps")
TRAINERS = frozenset({
    "deepspeed", "zero-1", "zero-2", "zero-3", "fsdp", "offload", "megatron", "nemo", "trl", "peft", "unsloth",
    "axolotl", "llama-factory", "torchtune", "torchtitan", "colossalai",
})  # fmt: skip
SEVERAL, FULL_CONTEXT = "several_models", "full_context"  # cues: of models that were named none is meant
REINFORCED = frozenset({"reference_only", "trains_critic"})  # cues of GRPO, DPO and PPO
SEVERAL_SIZES, FEW_SIZES = 2, 3  # published ones of a family: a line for each comes first, else the largest that fits
MOST_MODELS = 8  # side by side in one answer
OF_SUMS, ELSE = ("asks_time", "asks_cost"), ("asks_cost", "better", "vs", "carbon", "commit_strong")  # other cues
OTHERS = frozenset({"price_lookup", "carbon", "commitment", "compare", "off_topic"})  # intents of their own


def is_asked(seen: FormCues) -> bool:
    """Whether it asks what holds a model, or how much memory it takes; which machine to use is advice."""
    if pools(seen) or weighs_precision(seen) or asks_of_seen(seen) or seen.has(MERGES):
        return True
    if (
        (seen.of_ratio or seen.has("hours_held"))  # which the work is to take no more than
        or asks_at_least(seen)
        or seen.weighs_two
        or (seen.of_format and not seen.has("fit_word", "how_many"))
        or asks_of_told(seen)
        or asks_tokens(seen.cues, seen.profile)
    ):
        return False
    if asks_of_taken(seen) or asks_of_full(seen) or asks_of_part(seen) or asks_of_crowd(seen):
        return True
    if is_of_one_machine(seen) and RATES.isdisjoint(seen.profile.stated()):
        return True
    if seen.has("rentable") and seen.places and (seen.says("parameters") or seen.says("model")):
        return True
    runs = seen.asks and seen.says("variant") and seen.has("run_on")
    deploys = seen.of_feature and runs and seen.hardware_named > 0
    if seen.of_feature and seen.asks and not seen.has("fit_word", "how_many") and not deploys:
        return False  # "does FlashAttention run on it?" is about the library
    if is_among_cards(seen):
        return True
    if seen.has("which_way") and not seen.has("fit_word", "how_many", MEMORY, *LEAST):
        return False  # "the cheapest way to fine-tune a 70B"
    enough = seen.has("fit_word") and seen.has(IF) and seen.says("parameters") and seen.says("current_instances")
    room = enough or needs_room(seen) or (seen.has(*LEAST) and seen.has("fit_strong"))
    if seen.has("which_hardware") and not room:
        return False  # "we have 2 V100. Is that enough, or should we rent an A100?" asks for room
    amount = seen.says("tokens") or seen.says("samples") or seen.says("steps")
    summed = seen.says("concurrent_users") or (amount and seen.has("asks_cost") and seen.has("training_words"))
    if seen.has("which_type") and seen.says("model") and TRAFFIC.isdisjoint(seen.profile.stated()) and not summed:
        return True  # "which EC2 instance do I need to run Mixtral?"
    told = seen.has(*RAN_OUT) and seen.instances > 0  # "on the p4d it works but costs 4 times as much"
    speed = (seen.has("how_many") and in_time(seen.profile)) or is_enough_time(seen)
    speed = speed or (seen.has(*OF_SUMS) and not told)
    dollars = seen.says("budget_usd") and not seen.hardware_named  # whether so many are enough
    if is_speed_asked(seen) or (speed and (amount or not seen.has("fit_word"))) or dollars:
        return False  # an estimate says first whether it fits
    if not (seen.says("parameters") or seen.says("model") or seen.has("unheld_named", SEVERAL)):
        return _is_of_memory(seen)
    return (
        (seen.has("fit_strong") or (seen.has("asks_context") and seen.hardware_named > 0))
        or (deploys or needs_room(seen))
        or _is_told(seen)
        or _is_put_on(seen)
        or (seen.has("premise_least") and seen.hardware_named >= PAIR)
        or (seen.has("fit") and not _is_planned(seen) and (seen.asks or _on_new(seen)))
    )


def _is_planned(seen: FormCues) -> bool:
    """Work that is planned, and a choice asked for it: "three times a week, trn viable or not"."""
    return seen.has("choice") and not TRAFFIC.isdisjoint(seen.profile.stated())


def _on_new(seen: FormCues) -> bool:
    return seen.hardware_named > 0 and not seen.says("current_instances")


def _is_put_on(seen: FormCues) -> bool:
    """ "QLoRA of a 20B on one 3090?": a model and a machine, a question mark, and nothing else to ask about them."""
    placed = seen.asks and seen.has("on_named", "run_on") and seen.specific + seen.instances > 0
    else_asked = seen.has("estimate_strong", "token_speed") or seen.says("tokens") or seen.says("samples")
    if else_asked or seen.before or not _is_idle(seen):
        return False
    return (placed and seen.intent == "advise") or _is_work_there(seen)


def _is_work_there(seen: FormCues) -> bool:
    """ "Can a node of 8 A100 do QLoRA of a 65B?": a model, how it is used, a machine, and a question mark."""
    sized = seen.says("parameters") or seen.says("variant") or seen.has(SEVERAL)
    works = sized and any(seen.says(slot) for slot in ("method", "task", "precision", "sequence_length"))
    named = seen.specific + seen.instances > 0 and not seen.joined
    there = named or (seen.says("chip_memory_gb") and seen.says("accelerator_count"))
    of_it = seen.intent in ("advise", "explain") and not any(seen.says(slot) for slot in MEASURED)
    of_it = of_it and not seen.has("open_question", "explain_strong", "asks_time", "judged", "mfu")
    return works and there and seen.asks and of_it


def _is_idle(seen: FormCues) -> bool:
    """Whether neither a choice, a cost, a time nor a commitment is asked, and no plan or traffic was told."""
    asks = seen.has("asks_cost", "asks_time", "choice", "commit_strong", "carbon", "price_strong")
    return not asks and TRAFFIC.isdisjoint(seen.profile.stated())


def _is_told(seen: FormCues) -> bool:
    """ "Run Llama 70B on 8 A100": whether it does is asked, of machines that were named with no traffic to cost."""
    named = seen.specific + seen.instances > 0 or seen.says("chip_memory_gb")
    told = seen.says("accelerator_count") or seen.says("instance_count") or seen.instances > 0
    return seen.says("task") and seen.has("run_on") and named and told and _is_idle(seen)


def _is_of_memory(seen: FormCues) -> bool:
    """Of a model whose size was not said: memory or a number of chips is asked for, of work that was spoken of."""
    plain = seen.has("fit_least", MEMORY) and not seen.has(*ELSE)  # "how much VRAM is needed? Is a 3090 enough?"
    if (
        (seen.intent in OTHERS and not plain)
        or seen.has("asks_time")
        or not seen.has("fit_strong")
        or not (seen.has("fit_word", "how_many", "asks_size", "fit_least") or seen.says("chip_memory_gb"))
    ):
        return False
    works = seen.has("training_words", "serving_words", "run_on", "no_room", "asks_size")
    works = works or seen.says("task") or seen.says("method")
    works = works or (seen.has("of_cards") and seen.has(MEMORY, "fit_least"))
    works = works or (seen.hardware_named > 0 and seen.has(MEMORY) and seen.has(IF))
    return works and (seen.hardware_named > 0 or seen.says("chip_memory_gb") or seen.has("fit_word"))


def answer(asked: Asked) -> FactAnswer | None:
    """By the memory that was told, where no size was; of several models each by itself, side by side."""
    full = by_full(asked.problem) or seen_taken(asked.problem) or merged(asked.problem)
    full = full or of_part(asked.problem, asked.reading) or offloaded(asked.problem) or states_alone(asked.problem)
    if full is not None:
        return full
    taken = by_taken(asked.problem, asked.reading) if asked.profile.taken_gb else None
    ran_out = not RAN_OUT.isdisjoint(asked.reading.cues)  # then it is no answer that it fits
    if taken is not None and not (ran_out and isinstance(taken.headline, TakenFits)):
        return taken
    cases = each_model(asked) if SEVERAL in asked.reading.cues else ()
    told = [made for case in cases if (made := _of_one(replace(asked, reading=case))) is not None]
    if len(told) > 1:
        sized = "asks_size" in asked.reading.cues and bool(asked.reading.ambiguous.get("parameters"))
        return together(asked.problem, told) or side_by_side(told).model_copy(update={"whole": sized})  # "3B or 15B?"
    users = asked.profile.concurrent_users
    asked = replace(asked, reading=in_told(of_any(asked.reading), told_precisions(asked.reading.text)))
    made = for_all(_by_size(asked) or _of_one(asked), users)
    if made is not None and NARROWER in asked.reading.cues:
        return made.model_copy(update={"whole": True})
    return (together(asked.problem, (made,)) if made else None) or made


def _by_size(asked: Asked) -> FactAnswer | None:
    """Of a family that was named without a size: each of its sizes, and which it is; None where one is known."""
    reading, facts = asked.reading, asked.facts
    sizes = () if reading.unheld or "asks_size" in reading.cues else open_sizes(reading.profile, facts)
    held = names_of(facts).models.of(reading.profile.variant) if reading.profile.variant else ()
    told = []
    for size in sizes:
        variant = next((model.id for model in held if model.parameters == size), reading.profile.variant)
        sized = reading.profile.model_copy(update={"parameters": size, "variant": variant})
        made = _of_one(replace(asked, reading=reading.model_copy(update={"profile": sized})))
        if made is not None:
            told.append(made)
    most = _of_one(asked, sized=False)
    if len(told) < SEVERAL_SIZES or most is None:
        return None
    firsts = tuple(made.headline for made in told if made.headline)
    lead = ((most.headline,) if most.headline else ()) if len(told) > FEW_SIZES else by_sizes(firsts)
    firsts = (*lead, *firsts)
    assumed = [line for made in told for line in made.sentences if isinstance(line, FitAssumed)]
    return FactAnswer(
        headline=firsts[0],
        sentences=(*firsts[1:], *assumed[:1]),
        table=side_by_side(told).table,
        questions=(WhichOfSizes(sizes=sizes),),
        doubts=(SizeUnsaid(),),
    )


def each_model(asked: Asked) -> tuple[Reading, ...]:
    """The question as if each of the models that are named had been the only one."""
    reading, models = asked.reading, asked.facts.models
    listed = [models[name] for name in reading.ambiguous.get("variant", ()) if name in models]
    cases = [{"variant": one.id, "model": one.family, "parameters": one.parameters} for one in listed]
    first = models.get(reading.profile.variant or "")
    if first is not None and reading.ambiguous.get("parameters") and first not in listed:
        listed.append(first)  # "Gemma 2 2B/9B/27B": the first size is in the name
        cases.append({"variant": first.id, "model": first.family, "parameters": first.parameters})
    for size in sorted(float(size) for size in reading.ambiguous.get("parameters", ())):
        if not any(is_of_size(one, size) for one in listed):
            version = names_of(asked.facts).models.of(reading.profile.variant) if reading.profile.variant else ()
            kin = _sibling(first, size, models) if first else next((m for m in version if is_of_size(m, size)), None)
            same = {"variant": kin.id, "model": kin.family} if kin else {"variant": None}
            cases.append({"parameters": size, **same})
    cases.sort(key=lambda case: cast("float", case["parameters"]))
    return tuple(
        reading.model_copy(update={"ambiguous": {}, "profile": reading.profile.model_copy(update=case)})
        for case in cases[:MOST_MODELS]
    )


def _sibling(named: Model, size: float, models: Mapping[str, Model]) -> Model | None:
    """The model of that size of the same version: "Qwen2.5 7/14/32B" are three of Qwen2.5."""
    version = named.id.rpartition("-")[0]
    of_it = (one for one in models.values() if one.id.rpartition("-")[0] == version)
    return next((one for one in of_it if is_of_size(one, size)), None)


def _at_full_length(asked: Asked) -> Asked:
    """The question with the longest context of the model as its length, where all of that is asked for."""
    reading = asked.reading
    asks_it = "asks_context" in reading.cues  # "what is the max context?"
    if FULL_CONTEXT not in reading.cues or asks_it or reading.profile.sequence_length is not None:
        return asked
    problem = Problem(fill(reading, asked.library), asked.library, asked.day, brief=True)
    model = asked.facts.models.get(problem.shape.model or "")
    if model is None or model.context_tokens is None or not reading.profile.model:
        return asked
    profile = reading.profile.model_copy(update={"sequence_length": model.context_tokens})
    return replace(asked, reading=reading.model_copy(update={"profile": profile}))


def _of_one(asked: Asked, *, sized: bool = True) -> FactAnswer | None:
    """Of a model whose size was not said, or that is not `sized`: how large one may be there."""
    asked = _at_full_length(asked)
    cues = asked.reading.cues
    trains = "training_words" in cues and "serving_words" not in cues  # whatever task is assumed
    asked = replace(asked, reading=in_training(asked.reading)) if trains else asked
    said, problem = asked.reading.profile, asked.problem
    by_library = not TRAINERS.isdisjoint(said.libraries) and ("serving_words" not in cues or asks_host(asked.reading))
    is_trained = in_samples(problem.profile, asked.facts) or trains or by_library
    counts = "how_many" in cues and not {"token_speed", "asks_context"} & set(cues)  # these count no chips
    served = said.task in (None, "inference") and said.candidates
    counts = (counts and not (USERS in cues and served)) or is_of_some(asked.reading)
    of_kind = bool(RATES & said.stated().keys()) and not FAMILIES.isdisjoint(said.candidates)  # "Inferentia"
    named = largest_first(meant(problem, alone=not (counts or of_kind)), counts=counts)
    least = None if RATES & said.stated().keys() else 1.0  # to serve at all; room for more is told beside
    out = asked.reading.ruled_out.get("method", ())
    out = (*out, "qlora") if "lora" in out and said.method != "qlora" else out  # "without LoRA" is of all weights
    found = ways_asked(problem, is_trained, named)
    if REINFORCED & set(cues):  # "LoRA with GRPO": all weights are trained so as well
        found = tuple("rlhf" if way == "full" else way for way in found)
    works = tuple(Work(way, problem, least) for way in found if way not in out)
    held = said.variant in asked.facts.models and MEMORY in cues  # "how much does it need? Can I limit its size?"
    unsized = not sized or said.model is None or asked.reading.unheld or ("asks_size" in cues and not held)
    if said.parameters is None and unsized:
        return unsized_answer(problem, works)
    if "rentable" in cues and (there := rented_there(problem, works, way_said(said))) is not None:
        return there
    made = rows(works, named)
    way = way_said(said)
    if not made or (way is not None and all(row.work.way != way for row in made)):
        return _without(named, way or works[0].way, _of_rows(asked, problem, made, works, counts=counts))
    return _of_rows(asked, problem, made, works, counts=counts)


def _without(named: tuple[Hardware, ...], way: str, other: FactAnswer) -> FactAnswer:
    """What is known of other ways or other chips, behind that the chips that were named are not used in this one."""
    chips = dict.fromkeys(kind.chip for kind in named if kind.chip is not None)
    unfit = [
        FitServesOnly(chip=chip.name, way=way, trains=chip.trains or way in SERVING, cites=(memory_cite(chip),))
        for chip in chips
    ]
    if not unfit or other.headline is None:
        return other
    return other.model_copy(
        update={"headline": unfit[0], "sentences": (*unfit[1:], other.headline, *other.sentences)}
    )


def _of_rows(
    asked: Asked, problem: Problem, made: tuple[Row, ...], works: tuple[Work, ...], *, counts: bool
) -> FactAnswer:
    if not made:
        return with_host(in_machines(problem, works), problem, works)
    said = asked.reading.profile
    way = way_said(said) or (works[0].way if len(works) == 1 or works[0].is_native else None)
    row = next((row for row in made if row.work.way == way), made[0])
    told = _on_named(asked, problem, made, row, is_said=row.work.way == way, counts=counts)
    return told.headed(WeightsAlone()) if serves_samples(problem.profile, asked.facts) else told


def _on_named(
    asked: Asked, problem: Problem, made: tuple[Row, ...], row: Row, *, is_said: bool, counts: bool
) -> FactAnswer:
    there = tuple(other for other in made if other.hardware == row.hardware)
    told: Reason | None = host_needed(problem, row) if asks_host(asked.reading) or lacks_ram(problem, row) else None
    told = told or loads_short(problem, row) or by_length(problem, row)
    told = told or most_of_any(problem, row, made) or smallest_of_sizes(problem, made, row)
    crowd = () if told else crowd_lines(problem, lambda: asked.case.options, row, made)
    if told is None and not crowd and is_told(asked.profile) and (counts or row.hardware.said):
        told = for_traffic(asked.profile, asked.case.filled.profile, asked.case.options, row)
    first = headline(problem, row, there, is_said=is_said, counts=counts)
    first = first.model_copy(update={"beside": told is not None})
    in_ram = beside_cards(problem, there)
    also = other_kinds(first, problem, row, made) if counts else ()
    below = (
        *((in_ram,) if in_ram else ()),
        *also,
        *staged(row),
        *long_logits(row),
        *lines(problem, row, there, made, is_said=is_said),
    )
    leads = in_ram if in_ram and in_ram.in_ram and OFFLOAD in problem.profile.libraries and told is None else None
    return FactAnswer(
        headline=leads or told or first,
        sentences=(first, *below[leads is not None :]) if told or leads else (*crowd, *below),
        table=table_of(made, row.work.way if is_said else None),
    )


FIT = Form(id="fit", is_asked=is_asked, answer=answer, of_work=True, of_one=True, prices_decide=False)
