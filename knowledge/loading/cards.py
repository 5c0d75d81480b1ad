"""A row of a table of cards -> what an `[[accelerator]]` table says: one source and day for all figures of a card."""

from __future__ import annotations

from collections.abc import Mapping

CARDS = "cards"  # the beginning of the names of such tables
FIGURES = {  # columns that are figures, and the column of their note
    "hbm_gib": "memory_note",
    "hbm_gbps": None,
    "bf16_dense_tflops": "compute_note",
    "fp32_tflops": None,
    "fp8_dense_tflops": None,
    "fp4_dense_tflops": None,
    "interconnect_gbps": None,
    "domain_chips": None,
    "tdp_w": None,
}
OFTEN = {"no_bf16": ("has_bf16", False)}  # flags by another name than their field


def card(cells: Mapping[str, object]) -> dict[str, object]:
    """The filled cells of a row. `flags` are joined by `|`; every figure takes the row's source and `checked_on`.

    A card trains and serves, and is a GPU, unless its row says another family. Nothing is checked here.
    """
    origin = {key: cells[key] for key in ("source", "checked_on") if key in cells}
    entry: dict[str, object] = {"family": "gpu", "trains": True, "serves": True}
    notes = set(FIGURES.values())
    for key, cell in cells.items():
        if key in FIGURES:
            note = cells.get(FIGURES[key] or "")
            entry[key] = {"value": cell} | origin | ({"note": note} if note else {})
        elif key == "flags":
            named = (OFTEN.get(flag, (flag, True)) for flag in str(cell).split("|"))
            entry |= dict(named)
        elif key not in notes and key not in origin:
            entry[key] = cell
    return entry
