"""What a card in Slack says, held against the brief answer: every difference by name.

A figure is the same if it is what the card prints, at the precision that it prints it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from datetime import date

from bot.brief.contract import Brief, Choice, Table
from bot.card import sentences
from bot.card.filled_in import WEIGHTY
from engine.options.assumptions import Assumption
from engine.workload.profile import Profile
from tests.slack.asking.card_read import MORE, Row, Shown

BOUGHT = {"capacity_block": "block", "reserved_1yr": "1-yr", "reserved_3yr": "3-yr", "on_demand": "on demand"}
EVIDENCE = {
    "claim": {"vendor claim", "extrapolated"},
    "independent": {"measured", "single test", "extrapolated"},
    "vendor_measured": {"vendor test", "single test", "extrapolated"},
    "assumed": {"extrapolated", "assumed"},
}
SCALES = {"": 1.0, "k": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
FIGURE = re.compile(r"(?<![\w.])(-?)\$?([\d,]+(?:\.\d+)?)(k|M|B|T)?(?![\w])")
DIGITS = 4  # of a figure of the brief
PAYS = re.compile(r"pays back from ([\d,never/ ]+) (?:run|month)|(never) pays back")
FLIPS = 3  # on a card
WORDS = {
    "full": "full fine-tuning",
    "lora": "LoRA",
    "qlora": "QLoRA",
    "on_demand": "on demand",
    "capacity_block": "block",
}
OF_CHIPS = {
    "GiB": "memory per chip, GiB",
    "GB/s": "memory bandwidth per chip, GB/s",
    "TFLOP/s": "peak BF16 per chip, TFLOP/s",
    "FP8": "peak FP8 per chip, TFLOP/s",
    "chips": "chips",
}
OF_MACHINES = {"$/chip-h": "on demand, $/h", "in a block": "Capacity Block, $/h", "on spot": "spot, $/h"}


def differences(brief: Brief, card: Shown) -> list[str]:
    """What the card says otherwise than the brief answer, or not at all."""
    found = [*_first(brief, card), *_asked(brief, card), *_understood(brief, card)]
    if "option" in card.heads:
        found += [*_offers(brief, card), *_below(brief, card)]
    else:
        found += _facts(brief, card)
    return found


def _first(brief: Brief, card: Shown) -> Iterator[str]:
    sure = brief.confidence
    if card.spoken not in (brief.headline, f"{brief.headline} ({sure.level} confidence)" if sure else ""):
        yield "headline"
    heads = [part.strip(f"{MORE} ") for part in card.headings[:2]]
    is_split = len(heads) > 1 and card.headings[0].endswith(MORE)
    if heads and not (brief.headline.endswith(heads[1]) if is_split else brief.headline == heads[0]):
        yield "heading"
    if heads and not brief.headline.startswith(heads[0]):
        yield "heading"
    if card.caption and brief.as_of not in card.caption:
        yield "as_of"
    told = [label for label in card.labelled if "confidence" in label.lower()]
    if sure is None:
        yield from ("confidence",) if told else ()
    else:
        chance = {math.floor((sure.probability or 0) * 100), math.ceil((sure.probability or 0) * 100)}
        printed = int(said[1]) if told and (said := re.search(r"(\d+)%", told[0])) else None
        if not told or not told[0].lower().startswith(f"{sure.level} confidence"):
            yield "confidence"
        elif (printed is None) != (sure.probability is None) or (printed is not None and printed not in chance):
            yield "probability"
        elif card.labelled[told[0]] != (sure.because[0] if sure.because else ""):
            yield "why no surer"


def _asked(brief: Brief, card: Shown) -> Iterator[str]:
    bold = [label for label, text in card.labelled.items() if label.endswith("?")]
    bold += [label for label in card.labelled if label.endswith(".")]
    asked = [*bold, *card.labelled.get("Tell me", "").split("\n")]
    if " ".join(filter(None, asked)) != " ".join(brief.ask_back):
        yield "ask_back"


def _understood(brief: Brief, card: Shown) -> Iterator[str]:
    serving = brief.per == "month"
    said = Profile.model_validate(brief.said)
    if brief.form in ("chat", "decline", "ask_back"):
        said = Profile()
    known = " · ".join(sentences.said_briefly(said))
    if card.labelled.get("Understood", "") != known:
        yield "said"
    assumed = [
        sentences.supposed(Assumption(slot=slot, value=value, because="", source=""), serving=serving)
        for slot, value in brief.assumed.items()
        if slot in WEIGHTY
    ]
    if card.labelled.get("Assumed", "") != " · ".join(assumed):
        yield "assumed"
    worked_out = [each.partition(" = ")[2] for each in card.labelled.get("Worked out", "").split(" · ") if each]
    if worked_out[: len(brief.derived)] != [each.by for each in brief.derived]:
        yield "derived"
    if brief.ruled_out and card.labelled.get("Excluded", "") != " · ".join(brief.ruled_out):
        yield "ruled_out"
    values = [button.split(": ")[1] for button in card.buttons if ": " in button]
    branches = [branch.value for branch in brief.turns_on.branches] if brief.turns_on else []
    if not all(_is_cell(text, value) for text, value in zip(values, branches, strict=False)) or len(values) != len(
        branches
    ):
        yield "turns_on"
    if (card.starting("Not understood, so ignored:") or "") != " · ".join(brief.ignored):
        yield "ignored"


def _offers(brief: Brief, card: Shown) -> Iterator[str]:
    advised = [row for row in card.rows if row.is_advised]
    others = [row for row in card.rows if not row.is_advised]
    if (brief.kind == "recommend") != bool(advised):
        yield "kind"
    if (brief.option is None) != (not advised):
        yield "option"
    elif brief.option is not None:
        yield from _row("option", brief.option, advised[0], card, brief)
    cut = brief.left_out.get("choices", 0)
    if len(brief.choices) + cut != min(6, len(others)):
        yield "choices"
    for at, (choice, row) in enumerate(zip(brief.choices, others, strict=False)):
        yield from _row(f"choice {at + 1}", choice, row, card, brief)


def _row(name: str, choice: Choice, row: Row, card: Shown, brief: Brief) -> Iterator[str]:
    bought = BOUGHT.get(choice.purchase or "", choice.purchase or "")
    if row.name != f"{choice.instance.removeprefix('Standard_')}, {bought}":
        yield f"{name}: what it is"
    cells = list(row.cells.values())
    heads = list(row.cells)
    port = row.cells["migration"].split(", ")[0]
    told = {
        "usd_per_run": (_sized(cells[1], card, brief), choice.usd_per_run),
        "migration_usd": (port.replace("none", "$0"), choice.migration_usd),
        "usd_total": (_sized(cells[4], card, brief), choice.usd_total),
        "usd_per_hour": (row.cells["$/h"], choice.usd_per_hour),
        "usd_per_million_tokens": (row.cells.get("$/M tokens", "-"), choice.usd_per_million_tokens),
    }
    yield from (f"{name}: {key}" for key, (text, value) in told.items() if not is_printed(text, value))
    if not re.match(r"\d+ (run|month)s?$", heads[4]) or choice.evidence is None:
        yield f"{name}: heads"
    elif row.cells["evidence"] not in EVIDENCE.get(choice.evidence, ()):
        yield f"{name}: evidence"
    latency = [float(each) for each in re.findall(r"T[TP][FO]T (\d+)", row.cells.get("precision, latency", ""))]
    if latency != [each for each in (choice.ttft_ms, choice.tpot_ms) if each is not None]:
        yield f"{name}: latency"
    if not _is_day(row.cells["priced"], choice.price_as_of, brief.as_of):
        yield f"{name}: price_as_of"
    remark = row.cells.get("remark", "-")
    if choice.not_recommended_because is not None and choice.not_recommended_because != remark:
        yield f"{name}: not_recommended_because"
    yield from _pays(name, choice, row, card, brief)


def _pays(name: str, choice: Choice, row: Row, card: Shown, brief: Brief) -> Iterator[str]:
    """After how many runs it pays, where both say it."""
    against = re.search(r"Pays back against (\S+)\.", card.caption)
    printed = PAYS.search(row.cells["migration"])
    entries = [each for each in brief.break_even if each.option == f"{choice.instance} {choice.purchase}"]
    entries = [each for each in entries if against and each.against.split()[0] == against[1]]
    if not printed and entries and choice.migration_usd:
        yield f"{name}: break_even"
    if not printed or not entries:
        return
    text = printed[2] or _sized(printed[1], card, brief)
    if text.replace(",", "") != ("never" if entries[0].runs is None else f"{entries[0].runs:g}"):
        yield f"{name}: break_even"


def _below(brief: Brief, card: Shown) -> Iterator[str]:
    flips = "; ".join(brief.flips[:FLIPS])
    shown = card.labelled.get("Changes if", "")
    if shown != flips and not ("flips" in brief.left_out and flips and shown.startswith(f"{flips}; ")):
        yield "flips"
    if brief.next is not None and card.labelled.get("Next") != brief.next:
        yield "next"
    cited = [brief.cites.get(each) for each in (brief.option.cites if brief.option else ())]
    if not all(each and (each.url is None or each.url in card.links) for each in cited):
        yield "links"


def _facts(brief: Brief, card: Shown) -> Iterator[str]:
    """The lines of the answer stand on the card in their order, all of them unless *Why* has the rest; its table."""
    lines = [line for line in card.lines if not line.startswith("Not understood")]
    shared = 0
    while shared < min(len(lines), len(brief.answer)) and _plain(brief.answer[shared].text) == lines[shared]:
        shared += 1
    if shared < len(brief.answer) and not (shared and shared == len(lines) and "Why" in card.buttons):
        yield f"answer {shared + 1}"
    if brief.form == "compare" and brief.table is not None:
        yield from _compared(brief.table, card)
    elif brief.table is not None:
        yield from _tabled(brief.table, card)
    elif card.rows:
        yield from _priced(brief, card)
    for part in brief.also:
        if f"Question: {part.question}" not in card.lines or part.headline not in card.headings:
            yield "also"


def _tabled(table: Table, card: Shown) -> Iterator[str]:
    if tuple(table.columns) != card.heads[: len(table.columns)] or len(table.rows) != len(card.rows):
        yield "table"
    for at, (values, row) in enumerate(zip(table.rows, card.rows, strict=False)):
        for head, text, value in zip(card.heads, row.cells.values(), values, strict=False):
            if not _is_cell(text, value):
                yield f"table: row {at + 1}, {head}"


def _compared(table: Table, card: Shown) -> Iterator[str]:
    """The brief answer has a row for each property; the card has one for each machine, and dollars a chip."""
    sides = [row.name for row in card.rows]
    if list(table.columns[1:]) != sides:
        yield "table"
        return
    held = {str(row[0]): row[1:] for row in table.rows}
    for at, row in enumerate(card.rows):
        chips = float(str(held["chips"][at]).split(" x ")[0])
        for head, key in OF_CHIPS.items():
            if not _is_cell(row.cells[head], held[key][at]):
                yield f"table: {row.name}, {head}"
        for head, key in OF_MACHINES.items():
            value = held[key][at]
            if not is_printed(row.cells[head], value / chips if isinstance(value, int | float) else None):
                yield f"table: {row.name}, {head}"


def _priced(brief: Brief, card: Shown) -> Iterator[str]:
    """Each row of a table of prices or of an estimate is the option or a choice."""
    offers = [*([brief.option] if brief.option else []), *brief.choices]
    if len(offers) + brief.left_out.get("choices", 0) != len(card.rows):
        yield "choices"
    for at, (row, choice) in enumerate(zip(card.rows, offers, strict=False)):
        text = " | ".join((row.name, *row.cells.values()))
        named = (choice.instance, BOUGHT.get(choice.purchase or "", choice.purchase or ""))
        if not all(each in text for each in named):
            yield f"choice {at + 1}: what it is"
        for key in ("usd_per_hour", "usd_per_run", "hours"):
            value = getattr(choice, key)
            if value is not None and not any(is_printed(cell, value) for cell in row.cells.values()):
                yield f"choice {at + 1}: {key}"
        if choice.price_as_of and "price as of" in row.cells and choice.price_as_of != row.cells["price as of"]:
            yield f"choice {at + 1}: price_as_of"


def is_printed(text: str, value: float | None) -> bool:
    """Whether a cell prints a figure: the same number at the digits of the cell, up to those of the brief."""
    found = FIGURE.fullmatch(text)
    if value is None or found is None:
        return value is None and found is None
    scale = SCALES[found[3] or ""]
    printed = float(found[2].replace(",", "")) * scale * (-1 if found[1] else 1)
    places = len(found[2].partition(".")[2])
    kept = 10.0 ** (math.floor(math.log10(abs(value))) + 1 - DIGITS) if value else 0.0
    return abs(printed - value) <= (0.5 * scale * 10.0**-places + 0.5 * kept) * (1 + 1e-9)


def _is_cell(text: str, value: object) -> bool:
    if isinstance(value, bool) or value is None:
        return text in ({True: "yes", False: "no", None: "-"}[value], "")
    if isinstance(value, int | float):
        return is_printed(text.removeprefix("$"), float(value))
    return WORDS.get(str(value), str(value).removeprefix("Standard_")) == text


def _is_day(text: str, seen: str | None, today: str) -> bool:
    if seen is None:
        return text == "-"
    when = date.fromisoformat(seen)
    return text.split(", ")[-1] == f"{when:%b} {when.day if when.year == int(today[:4]) else when.year}"


def _sized(text: str, card: Shown, brief: Brief) -> str:
    """Of figures side by side for several sizes, the one that the brief answer has its figures for."""
    parts = [part.strip() for part in text.split("/")]
    sizes = re.search(r"Figures for ([^.]+(?:\.\d+\w)?)\.", card.caption)
    if not sizes or brief.turns_on is None or len(parts) == 1:
        return parts[0]
    at: Sequence[str] = sizes[1].split(" / ")
    wanted = brief.turns_on.figures_are_at
    return next((part for size, part in zip(at, parts, strict=True) if _is_cell(size, wanted)), "")


def _plain(text: str) -> str:
    return " ".join(text.split())
