"""A question that is stated rather than written: slots of the workload, and the form the answer should have.

For whoever has understood a question already, such as an agent. What is stated counts as said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.advice.advisor import Advisor, Answer
from bot.advice.team import TeamData
from bot.advice.typed.settings import override
from bot.wording.errors import UserError
from bot.wording.redact import redact
from engine.forms import form_named
from engine.forms.choose import CHOOSE
from engine.workload.profile import Reading
from knowledge.facts import Facts, names_of

FORMS = ("choose", "fit", "estimate", "compare", "price", "carbon", "commitment", "explain", "support")
MOST_VALUES = 32  # of one slot
LONGEST_VALUE = 120  # characters

Slot = str | int | float | bool | Sequence[str | int | float]


class Stated(NamedTuple):
    """The answer, and what was given and could not be used."""

    answer: Answer
    ignored: tuple[str, ...] = ()


def ask_stated(
    advisor: Advisor,
    text: str,
    slots: Mapping[str, Slot],
    form: str | None,
    *,
    before: Reading | None = None,
    team: TeamData,
) -> Stated:
    """The answer to a text, to slots, or to both; a slot outweighs what the text says.

    Raises:
        UserError: nothing to answer, or a slot, a value or a form that does not exist.
    """
    if form is not None and form not in FORMS:
        raise UserError("unknown_form", form=form, forms=FORMS)
    if not text.strip() and not slots:
        raise UserError("nothing_stated")
    settings = settings_of(slots, advisor.facts)
    if text.strip() and form is None:
        return Stated(advisor.ask(text, before=before, settings=settings, team=team))
    text = redact(text)
    if text.strip():
        reading = advisor.parse(text, before=before, settings=settings)
    else:
        reading = override(before or Reading(), settings, advisor.facts)
    goes_on = before is not None
    wanted = form or (before.form if before is not None and before.form else CHOOSE.id)
    intent = form_named(wanted, advisor.forms).intent or CHOOSE.intent
    reading = reading.model_copy(
        update={
            "form": wanted,
            "other_forms": (),
            "intent": "followup" if goes_on and form is None else intent,
            "topic": intent,
            "turn": None,
            "by_hand": True,
        }
    )
    answer = advisor.answer(text, reading, before=before, team=team)
    is_other = form is not None and answer.form.id != form
    return Stated(answer, (f"form={form}",) if is_other else ())


def settings_of(slots: Mapping[str, Slot], facts: Facts) -> dict[str, str]:
    """Values as they are typed behind `--set`: lists joined by commas. A published model says its family and size.

    Raises:
        UserError: a value is a list of lists, or too long, or a type that nobody knows.
    """
    settings: dict[str, str] = {}
    for slot, value in slots.items():
        is_list = isinstance(value, list | tuple)
        parts: Sequence[object] = value if isinstance(value, list | tuple) else (value,)
        if not parts or len(parts) > MOST_VALUES or any(not isinstance(part, str | int | float) for part in parts):
            raise UserError("bad_slot", slot=slot)
        written = [_written(part) for part in parts]
        if any(not text or len(text) > LONGEST_VALUE or ("," in text and is_list) for text in written):
            raise UserError("bad_slot", slot=slot)
        settings[slot] = ",".join(_known_as(slot, text, facts) for text in ",".join(written).split(","))
    named = settings.get("model")
    model = names_of(facts).model(named) if named and named not in facts.families else None
    if model is not None:
        settings["model"] = model.family
        settings.setdefault("variant", model.id)
        settings.setdefault("parameters", _written(model.parameters))
    return settings


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, int | float) else str(value).strip()


def _known_as(slot: str, name: str, facts: Facts) -> str:
    """The id of a type or a chip that is written another way; a name of several chips means all of them.

    Raises:
        UserError: no type is called so.
    """
    names = names_of(facts)
    if slot in ("instances", "current_instances"):
        found, chips = names.instance(name), names.chips(name)
        if found is None and (slot == "instances" or not chips):
            raise UserError("unknown_id", name=name, near=names.nearest(name))
        return found.id if found else name
    if slot == "candidates" and name not in facts.accelerators:
        terms = {str(term.value) for term in facts.terms if term.slot == "candidates"}
        if name.lower() in terms:
            return name.lower()
        chip = names.chip(name)
        return chip.id if chip else name
    return name
