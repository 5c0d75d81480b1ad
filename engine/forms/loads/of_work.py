"""What is said beside a count of machines for work whose FLOPs are told: the host, CPUs, and what runs it today."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.reason import Reason
from engine.forms.loads.load import Load
from engine.forms.loads.loads_reasons import LoadCpu, LoadHost, LoadUnpriced
from engine.forms.loads.model import Served
from engine.forms.loads.told_work import names_cpu
from engine.forms.loads.ways import Way
from engine.forms.per_unit.rates import Question

MANY, GIGA_OF_TERA = 5_000.0, 1e3  # requests a second of one machine, above which its CPUs and network are work too


def of_work(question: Question, served: Served, load: Load, lead: Way) -> Iterator[Reason]:
    """None of them of a model that is held."""
    if served.work is None or load.rate is None:
        return
    asked = served.model.unit == "request"
    if asked and load.rate / lead.machines > MANY:
        each = load.rate * lead.zones / lead.machines
        yield LoadHost(unit=served.model.unit, each=each, machines=lead.machines, instance=lead.instance.id)
    for name in question.said.instances:
        if name not in question.library.facts.instances:
            machines = next((one.machines for one in question.reading.hardware if one.id == name), None)
            yield LoadUnpriced(name=name, machines=machines or question.said.instance_count or 1)
    if names_cpu(question.reading.text):
        yield LoadCpu(teraflops=load.rate * served.work.gflop / GIGA_OF_TERA)
