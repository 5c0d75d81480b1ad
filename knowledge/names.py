"""What a name means: every id, name and alias of what can be rented, run and where, however it is spelled.

The one resolver behind every command, form and table. Spelling is case, blanks, hyphens, underscores and dots; a sign
between two digits stays, so that `v5e-16` is not `v5e-1 6` and `p5.48xlarge` not `p54.8xlarge`. A name that means
several kinds of thing is answered by the kind asked for: `p5` as types is the types that begin so, as chips the H100.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import product
from typing import Literal, NamedTuple, TypeVar

from knowledge.identity import Identity
from knowledge.model_names import ModelNames
from knowledge.types.base import Cloud
from knowledge.types.facts import Facts
from knowledge.types.feeds import LeftOut
from knowledge.types.hardware import Accelerator, Instance, Model, Region

Kind = Literal["hardware", "model", "region"]
Named = TypeVar("Named", Instance, Accelerator)

AZURE = "standard_"  # how all its types begin
SAGEMAKER = "ml."  # SageMaker puts it before the EC2 type it runs on
CHIP_NOUNS = ("gpus", "gpu", "tpus", "tpu", "chips", "chip", "accelerators", "accelerator", "s")
TYPE_NOUNS = ("instances", "instance")
TUNED = ("instruct", "chat", "hf", "it")  # the same model, trained further: size and shape stay
CUTOFF = 60  # of 100; below it no name is near enough to be offered
_SIGNS = re.compile(r"(?<=\d)[\W_]+(?=\d)|([\W_]+)")
_SIZE = re.compile(r"\d+(?:\.\d+)?[bmt](?![a-z0-9])")
_SHORT_SIZE = re.compile(r"\dxl$")
_POINTS = re.compile("north|south|east|west|central|gov")


class InstanceFamily(NamedTuple):
    """Types whose names begin alike. `name` is that beginning, in lower case."""

    name: str
    instances: tuple[Instance, ...]

    @property
    def clouds(self) -> frozenset[Cloud]:
        return frozenset(instance.cloud for instance in self.instances)


class Names:
    """Every name in the facts. Each table is built when it is first needed; `names_of` caches one per facts."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def cloud(self, name: str) -> Cloud | None:
        """The cloud with that name: `aws`, `Amazon`, `google cloud`."""
        return self._clouds.get(key(name))

    def instance(self, name: str) -> Instance | None:
        """The instance type or slice with that name, also as SageMaker writes it, and with `xl` for `xlarge`."""
        flat = key(name.strip().casefold().removeprefix(SAGEMAKER))
        flat = flat + "arge" if _SHORT_SIZE.search(flat) else flat
        return next((found for form in _without(flat, TYPE_NOUNS) if (found := self._instances.get(form))), None)

    def family(self, name: str) -> InstanceFamily | None:
        """The instance types whose names begin with it, such as `p5` or `a3-highgpu`."""
        part = _dashed(name).removeprefix(SAGEMAKER).removeprefix(_dashed(AZURE))
        for instance in self._facts.instances.values():
            whole = instance.id.casefold()
            lead = AZURE if whole.startswith(AZURE) else ""
            rest = _dashed(whole.removeprefix(lead))
            if part and rest.startswith(part):
                prefix = lead + whole.removeprefix(lead)[: len(part)]
                is_new = rest[len(part) : len(part) + 1].isdigit() and part[-1].isalpha() and bool(lead)
                if begins(whole, prefix.removeprefix(lead)) or is_new:
                    alike = (other for other in self._facts.instances.values() if begins(other.id, prefix))
                    return InstanceFamily(prefix, tuple(alike))
        return None

    def chips(self, name: str) -> tuple[Accelerator, ...]:
        """All chips a name may mean: `a100` is two of them, `trainium` three; `p4d` is those its types carry."""
        found = next((chips for form in self._chip_forms(name) if (chips := self._chips.get(form))), ())
        if len(found) > 1 and (family := self.family(name)) is not None:
            carried = {instance.accelerator for instance in family.instances}
            return tuple(chip for chip in found if chip.id in carried) or found
        return found

    def chip(self, name: str) -> Accelerator | None:
        """The one chip with that name; of several, the one with exactly this name in the data."""
        chips = self.chips(name)
        if len(chips) < 2:
            return next(iter(chips), None)
        called = (self._called.get(form) for form in self._chip_forms(name))
        return next((chip for chip in called if chip in chips), None)

    def types(self, name: str) -> tuple[Instance, ...]:
        """What can be rented under a name: the type, else the types that begin with it, else those with the chips."""
        instance = self.instance(name)
        if instance is not None:
            return (instance,)
        family = self.family(name)
        if family is not None:
            return family.instances
        chips = {chip.id for chip in self.chips(name)}
        return tuple(instance for instance in self._facts.instances.values() if instance.accelerator in chips)

    def regions(self, name: str, clouds: Iterable[Cloud] = ()) -> tuple[Region, ...]:
        """The region with that id, else all regions in the place of that name, filtered by `clouds` if any are given.

        An id belongs to its own cloud: `us-east-1` is not Google's `us-east1`.
        """
        wanted = frozenset(clouds)
        exact = self._facts.regions.get(name.strip().casefold())
        found = (exact,) if exact else self._regions.get(key(name), ())
        return tuple(region for region in found if not wanted or region.cloud in wanted)

    def model(self, name: str) -> Model | None:
        """The published model with that name, also as `meta-llama/Llama-3.1-8B-Instruct`."""
        exact = next((found for form in model_forms(name) if (found := self._models.get(form))), None)
        return exact or self.models.named(name)

    @cached_property
    def models(self) -> ModelNames:
        """The published models, to find in a text."""
        return ModelNames(self._facts.models, self._facts.families)

    def entries(self, name: str) -> tuple[str, ...]:
        """The ids a name stands for: one type, chip or model, else every region in the place of that name."""
        entry = self.instance(name) or self.chip(name) or self.model(name)
        return (entry.id,) if entry else tuple(region.id for region in self.regions(name))

    def nearest(self, name: str, kind: Kind = "hardware", among: Iterable[str] = ()) -> str | None:
        """The id with the most similar name, to suggest; `among` are further candidates."""
        from rapidfuzz import fuzz, process

        flat = key(name.strip().casefold().removeprefix(SAGEMAKER))
        written = self.written(kind) | {key(other): other for other in among}
        best = process.extractOne(flat, list(written), scorer=fuzz.ratio, score_cutoff=CUTOFF) if flat else None
        return written[best[0]] if best else None

    def regions_near(self, name: str, cloud: Cloud) -> tuple[Region, ...]:
        """The region of a cloud whose id or place is most similar."""
        from rapidfuzz import fuzz, process

        known = {
            form: [region for region in regions if region.cloud == cloud] for form, regions in self._regions.items()
        }
        best = process.extractOne(
            key(name), [form for form, regions in known.items() if regions], scorer=fuzz.ratio, score_cutoff=CUTOFF
        )
        return tuple(known[best[0]]) if best else ()

    def written(self, kind: Kind) -> dict[str, str]:
        """Every name of a kind, flattened, with the id it stands for."""
        if kind == "model":
            return {
                key(name): model.id
                for model in self._facts.models.values()
                for name in (model.id, model.name, *model.aliases)
            }
        if kind == "region":
            return {form: regions[0].id for form, regions in self._regions.items()}
        chips = {form: chip.id for form, chip in self._called.items()}
        families = {key(lead): lead for lead in self._leads()}
        return chips | families | {form: instance.id for form, instance in self._instances.items()}

    def listed(self, scope: str, cloud: str, name: str) -> str | None:
        """The id of the type or chip that a feed lists under exactly this name."""
        return self._listed.get((scope, cloud, name))

    def left_out(self, cloud: str, name: str) -> LeftOut | None:
        """Why a type that feeds list is not held, if that is on purpose."""
        entries = self._facts.left_out.values()
        return next((entry for entry in entries if entry.cloud == cloud and name.startswith(entry.begins)), None)

    def feed_names(self, instances: Iterable[str]) -> frozenset[str]:
        """Every name under which a feed may list these types, and their chips."""
        given = set(instances)
        ids = given | {self._facts.instances[name].accelerator for name in given if name in self._facts.instances}
        return frozenset({name for (_, _, name), listed in self._listed.items() if listed in ids} | given)

    @property
    def all_feed_names(self) -> frozenset[str]:
        """Every name under which a feed may list anything known."""
        return frozenset(name for _, _, name in self._listed)

    @cached_property
    def _clouds(self) -> dict[str, Cloud]:
        clouds: dict[str, Cloud] = {}
        for term in self._facts.terms:
            for cloud in ("aws", "gcp", "azure"):
                if term.slot == "clouds" and term.value == cloud:
                    clouds |= {key(word): cloud for word in term.words}
        return clouds

    @cached_property
    def _instances(self) -> dict[str, Instance]:
        return _by_name(
            self._facts.instances.values(), lambda instance: (instance.id.casefold().removeprefix(AZURE), instance.id)
        )

    @cached_property
    def _called(self) -> dict[str, Accelerator]:
        """Chips by their own ids, names and aliases."""
        return _by_name(self._facts.accelerators.values(), lambda chip: (chip.id, chip.name))

    @cached_property
    def _chips(self) -> dict[str, tuple[Accelerator, ...]]:
        """The ids, then the words of questions, then the names and aliases."""
        chips: dict[str, tuple[Accelerator, ...]] = {
            key(chip.id): (chip,) for chip in self._facts.accelerators.values()
        }
        groups, shorts = narrowed(self._facts), self._grouped("short_name")
        for term in self._facts.terms:
            if term.slot == "candidates" and (meant := tuple(self._members(str(term.value), groups, shorts))):
                for word in term.words:
                    for form in _spelled_out(word):
                        chips.setdefault(key(form), meant)
        for form, chip in self._called.items():
            chips.setdefault(form, (chip,))
        return chips

    @cached_property
    def _regions(self) -> dict[str, tuple[Region, ...]]:
        regions: dict[str, dict[str, Region]] = {}
        for region in self._facts.regions.values():
            short = (short_region(region.id),) if region.cloud == "aws" else ()
            for name in (region.id, *region.aliases, region.place, *short):
                regions.setdefault(key(name), {})[region.id] = region
        return {form: tuple(found.values()) for form, found in regions.items()}

    @cached_property
    def of_family(self) -> dict[str, tuple[Model, ...]]:
        """The published models of each family."""
        found: dict[str, list[Model]] = {}
        for model in self._facts.models.values():
            found.setdefault(model.family, []).append(model)
        return {family: tuple(models) for family, models in found.items()}

    @cached_property
    def _models(self) -> dict[str, Model]:
        models: dict[str, Model] = {}
        for model in self._facts.models.values():
            for name in (model.id, *model.aliases, model.name):
                models.setdefault(model_key(name), model)
        return models

    @cached_property
    def _listed(self) -> dict[tuple[str, str, str], str]:
        """By scope, cloud and name, spelled exactly: feeds are written by machines."""
        listed: dict[tuple[str, str, str], str] = {}
        for instance in self._facts.instances.values():
            for name in (*instance.aliases, instance.id):
                listed["instance", instance.cloud, name] = instance.id
            chip = self._facts.accelerators[instance.accelerator]
            for name in (*chip.aliases, chip.id):
                listed["chip", instance.cloud, name] = chip.id
        return listed

    @cached_property
    def _vendors(self) -> frozenset[str]:
        """What may come before a chip's name: its vendor, under any of the vendor's names."""
        vendors = {chip.vendor for chip in self._facts.accelerators.values()}
        clouds = {self._clouds[vendor] for vendor in vendors if vendor in self._clouds}
        return frozenset({"cloud", *vendors, *(name for name, cloud in self._clouds.items() if cloud in clouds)})

    def _leads(self) -> Iterator[str]:
        """The beginnings of AWS's type names."""
        for instance in self._facts.instances.values():
            if "." in instance.id:
                yield instance.id.partition(".")[0]

    def _grouped(self, slot: str) -> dict[str, tuple[str, ...]]:
        return {str(term.value): term.words for term in self._facts.terms if term.slot == slot}

    def _members(
        self, name: str, groups: Mapping[str, tuple[str, ...]], shorts: Mapping[str, tuple[str, ...]]
    ) -> Iterator[Accelerator]:
        """The chips of a group: all of a product line or vendor, or the one with that short name."""
        if name in self._facts.accelerators:
            yield self._facts.accelerators[name]
        for member in (*groups.get(name, ()), *shorts.get(name, ())):
            yield from self._members(member, groups, shorts)

    def _chip_forms(self, name: str) -> Iterator[str]:
        """The name as it is, then without its vendor and without a trailing noun such as "gpu"."""
        flat = key(name)
        for form in _without(flat, (*CHIP_NOUNS, *TYPE_NOUNS)):
            yield form
            for vendor in self._vendors:
                if form.startswith(vendor) and form != vendor:
                    yield form.removeprefix(vendor)


def narrowed(facts: Facts) -> dict[str, tuple[str, ...]]:
    """The names that a broader one covers ("tpu": every TPU): as the terms say, the lines, and every other GPU."""
    groups = {str(term.value): term.words for term in facts.terms if term.slot == "narrows"}
    for chip in facts.accelerators.values():
        if chip.line:
            groups[chip.line] = (*groups.get(chip.line, ()), chip.id)
    placed = {name for names in groups.values() for name in names}
    others = (chip.id for chip in facts.accelerators.values() if chip.family == "gpu" and chip.id not in placed)
    lines = (chip.line for chip in facts.accelerators.values() if chip.line and chip.line not in placed)
    return groups | {"gpu": tuple(dict.fromkeys((*groups.get("gpu", ()), *others, *lines)))}


def names_of(facts: Facts) -> Names:
    """The names of these facts, built once."""
    return _kept(Identity(facts))


def key(name: str) -> str:
    """A name without case, blanks and punctuation, so that different spellings are equal."""
    return _SIGNS.sub(lambda sign: "" if sign[1] else "-", name.strip().casefold())


def model_key(name: str) -> str:
    """The same for a model: size and version are kept separate: `llama31_8b` is Llama 3.1 and not 318B."""
    folded = name.strip().casefold()
    sizes = _SIZE.findall(folded)
    return "|".join(("".join(letter for letter in _SIZE.sub(" ", folded) if letter.isalnum()), *sizes))


def model_forms(name: str) -> Iterator[str]:
    """The key of a model's name, then without its publisher, then without how it was tuned."""
    yield model_key(name)
    bare = name.strip().casefold().rpartition("/")[2]
    yield model_key(bare)
    *words, last = re.split(r"[\s_-]+", bare)
    while words and last in TUNED:
        yield model_key("-".join(words))
        *words, last = words


def begins(instance: str, family: str) -> bool:
    """Whether a type belongs to a family by its name: p5.48xlarge is a p5, p5en.48xlarge is not."""
    whole, part = (name.casefold().removeprefix(AZURE) for name in (instance, family))
    return bool(part) and whole.startswith(part) and (not whole[len(part) :][:1].isalnum() or "_" in family)


def short_region(region: str) -> str:
    """Amazon's billing shorthand: us-east-1 is `use1`, ap-northeast-1 `apne1`."""
    area, *middle, number = region.split("-")
    return area + "".join(_POINTS.sub(lambda point: point.group()[0], part) for part in middle) + number


def _by_name(entries: Iterable[Named], first: Callable[[Named], Iterable[str]]) -> dict[str, Named]:
    """Entries by every spelling of their names; an id wins over another entry's alias."""
    listed = list(entries)
    by_name = {key(name): entry for entry in reversed(listed) for name in first(entry)}
    for entry in listed:
        for alias in entry.aliases:
            by_name.setdefault(key(alias), entry)
    return by_name


def _without(flat: str, nouns: Iterable[str]) -> Iterator[str]:
    """The name, and the name without a trailing noun such as "gpu"."""
    yield flat
    for noun in nouns:
        if flat.endswith(noun) and flat != noun:
            yield flat.removesuffix(noun)


def _spelled_out(phrase: str) -> Iterator[str]:
    """`h100 gpu|gpus` is two names; a phrase with a number in it (`#`) is not a name."""
    if "#" not in phrase:
        for words in product(*(word.split("|") for word in phrase.split())):
            yield " ".join(words)


def _dashed(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.strip().casefold())


@lru_cache(maxsize=4)
def _kept(identity: Identity) -> Names:
    return Names(identity.facts)
