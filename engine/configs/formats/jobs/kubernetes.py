"""A Kubernetes Job of any kind (PyTorchJob, MPIJob, JobSet, TrainJob): chips from the limits, machines from the node
selector."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from engine.configs.formats.format import Format, Source
from engine.configs.formats.launch import add_files, add_launch
from engine.configs.keys.found import Fields
from engine.configs.keys.machines import chip, instance, tpu_slice, workers
from engine.configs.keys.table import Use
from engine.configs.keys.values import number
from engine.configs.syntax.embedded_text import Written, parsed_file
from engine.configs.syntax.entries import Entry
from engine.configs.syntax.launch_text import launch_entries, words_entries

_CHIPS = re.compile(
    r"^(?:(.*?)(?:template\.)?spec\.containers\.(\d+)\.resources|spec\.trainer\.resourcesPerNode)\.(limits|requests)\."
    r"(nvidia\.com/[a-z]+\d*|amd\.com/gpu|google\.com/tpu|aws\.amazon\.com/neuron(?:core|device)?)$"
)
_NAMED = re.compile(r"nvidia\.com/(?!gpu$)(.+)")  # a cluster may name the resource after its chip
_COMMAND = re.compile(r"(?:\.containers\.\d+|^spec\.trainer)\.(command|args)(?:\.\d+)?$")
_EXPRESSIONS = ".matchExpressions."
_TRAINER = "spec.trainer."
_LABELS = {"cloud.google.com/": "gcp", "eks.amazonaws.com/": "aws", "karpenter.k8s.aws/": "aws"}
_CORES_PER_CHIP = 2  # where no type is named: a NeuronCore is half of a chip


class _Pods(NamedTuple):
    """Pods of one role: how many, and chips of each."""

    pods: int
    chips: int
    entry: Entry


def _finish(source: Source, fields: Fields, use: Use) -> None:
    source.tables[use.format].fields(tuple(_wanted(source)), use, fields)
    roles = list(_roles(source, fields, use))
    if roles:
        first = roles[0]
        fields.put(use.found("nodes", sum(role.pods for role in roles), first.entry))
        if len({role.chips for role in roles}) == 1:
            fields.put(use.found("per_node", first.chips, first.entry))
        fields.put(use.found("devices", sum(role.pods * role.chips for role in roles), first.entry))
    slice_ = tpu_slice(fields.text("accelerator"))
    if slice_ is not None:
        fields.set(fields.by_name()["accelerator"]._replace(value=slice_[0]))
    topology = fields.get("topology")
    if topology is not None and re.fullmatch(r"\d+(x\d+)+", str(topology.value)) and not roles:
        fields.put(
            topology._replace(field="devices", value=prod(int(side) for side in str(topology.value).split("x")))
        )
    kind = next(entry for entry in source.entries if entry.path.casefold() == "kind")
    runtime = str(source.value("spec.runtimeRef.name")).casefold()
    if str(kind.value).casefold().startswith("pytorchjob") or runtime.startswith("torch"):
        fields.put(use.found("framework", "pytorch", kind))
    for entry in source.entries:
        cloud = next((cloud for label, cloud in _LABELS.items() if label in entry.path), None)
        if cloud is not None and ".nodeSelector." in entry.path:
            fields.put(use.found("cloud", cloud, entry))
    _commands(source, fields, use)
    if any(
        entry.path.casefold() == "kind" and str(entry.value).casefold() == "configmap" for entry in source.entries
    ):
        add_files(source, tuple(_mounted(source, use)), fields, use)


def _wanted(source: Source) -> Iterator[Entry]:
    """What an affinity asks of a node, as a node selector says it: each label with the one value it may have."""
    told = {entry.path: entry for entry in source.entries if _EXPRESSIONS in entry.path}
    for path, key in told.items():
        owner, _, last = path.rpartition(".")
        values, sign = told.get(f"{owner}.values"), told.get(f"{owner}.operator")
        if last != "key" or values is None or sign is None or sign.value != "In":
            continue
        listed = values.value if isinstance(values.value, tuple) else (values.value,)
        if len(listed) == 1:
            read = Entry(f"{owner}.nodeSelector.{key.value}", listed[0], values.line)
            yield read


def _mounted(source: Source, use: Use) -> Iterator[Written]:
    """The config files that a ConfigMap holds."""
    for entry in source.entries:
        if entry.path.startswith("data.") and isinstance(entry.value, str) and "\n" in entry.value:
            file = parsed_file(entry.path.removeprefix("data."), entry.value, entry.line)
            if file is not None:
                use.used.setdefault(entry.path, None)
                yield file


def _roles(source: Source, fields: Fields, use: Use) -> Iterator[_Pods]:
    """Every role with chips, which are those of all containers of a pod; limits count before requests."""
    held: dict[str, dict[str, tuple[int, Entry]]] = {}
    for wanted in ("limits", "requests"):
        for entry in source.entries:
            found = _CHIPS.match(entry.path)
            if found is None or found[3] != wanted or not _is_chip(found[4], entry, source, fields, use):
                continue
            use.used.setdefault(entry.path, None)
            prefix = found[1] if found[2] else _TRAINER
            chips = number(entry.value)
            if chips is None or chips < 1:
                if isinstance(entry.value, str):
                    use.used.pop(entry.path)
                    use.left_open[entry.path] = entry.value
                    _pods(source, prefix, use)
                continue
            count = int(chips) // _cores(source, fields) if found[4].endswith("core") else int(chips)
            held.setdefault(prefix, {}).setdefault(found[2] or "", (count, entry))
    for prefix, containers in held.items():
        pods, chips = _pods(source, prefix, use), sum(count for count, _ in containers.values())
        if pods and chips:
            yield _Pods(pods, chips, next(iter(containers.values()))[1])


def _cores(source: Source, fields: Fields) -> int:
    """NeuronCores of a chip, as its nodes give them out: two, of later chips four pairs."""
    types = [held for name in fields.words("instance_type") if (held := instance(name, source.facts))]
    return workers(types, (), source.facts) if types else _CORES_PER_CHIP


def _is_chip(resource: str, entry: Entry, source: Source, fields: Fields, use: Use) -> bool:
    """Whether a resource is chips; one that is named after a chip says which."""
    named = _NAMED.fullmatch(resource)
    held = chip(named[1], source.facts) if named is not None else None
    if held is not None:
        fields.put(use.found("accelerator", held, entry))
    return named is None or held is not None


def _pods(source: Source, prefix: str, use: Use) -> int | None:
    """How many pods a role has: its replicas, or the parallelism of its job; None where that is left open."""
    pods = 1
    paths = {f"{prefix}numNodes", f"{prefix}replicas", f"{prefix}parallelism", f"{prefix}spec.parallelism"}
    paths.add(prefix.removesuffix("template.spec.") + "replicas")
    paths.add(prefix.removesuffix("spec.") + "replicas")
    for entry in source.entries:
        if entry.path in paths and entry.value is not None:
            value = number(entry.value)
            if value is None:
                use.left_open[entry.path] = str(entry.value)
                return None
            use.used.setdefault(entry.path, None)
            pods *= int(value)
    return pods


def _commands(source: Source, fields: Fields, use: Use) -> None:
    """What the containers run, given as words or as a script for a shell."""
    words: dict[str, list[str]] = {}
    lines: dict[str, int] = {}
    for entry in sorted(
        source.entries, key=lambda entry: ".args" in entry.path
    ):  # a command comes before its arguments
        found = _COMMAND.search(entry.path)
        if found is None:
            continue
        use.used.setdefault(entry.path, None)
        listed = entry.value if isinstance(entry.value, tuple) else (entry.value,)
        role = entry.path[: found.start()]
        words.setdefault(role, []).extend(str(word) for word in listed if word is not None)
        lines.setdefault(role, entry.line)
    variables = {
        str(name.value): value.value
        for name in source.entries
        if name.path.endswith(".name") and ".env." in name.path
        for value in source.entries
        if value.path == name.path.removesuffix("name") + "value"
    }
    for role, spoken in words.items():
        text = next((word for word in spoken if "\n" in word or " " in word.strip()), None)
        if text is not None and "$@" in text:
            rest = [word for word in spoken[spoken.index(text) + 1 :] if word != "--"]
            text = text.replace('"$@"', "$@").replace("$@", shlex.join(rest))
        entries = launch_entries(text, variables) if text is not None else words_entries(tuple(spoken), lines[role])
        add_launch(source, entries, fields, use, text or "")
    neuron = any("aws.amazon.com/neuron" in entry.path for entry in source.entries)
    if neuron and "devices" not in fields:
        fields.drop("per_node")  # its processes are those of cores, and how many chips there are is open


KUBERNETES = Format(id="kubernetes", finish=_finish)
