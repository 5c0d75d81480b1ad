"""What the roles of the machines of one text say of each other."""

from __future__ import annotations

from engine.workload.profile import Equipment, Role


def in_their_roles(found: list[Equipment], *, with_memory: bool) -> list[Equipment]:
    """A remedy is one of what happens on another card, named or of so many gigabytes; else it is what is asked about.

    A yardstick beside another card is what that one is compared with. The line of a type that failed is that type:
    "out of memory on g5.12xlarge. Can I stay on g5?".
    """
    types = [one.words.lower() for one in found if one.role in ("asked", "owned") and "." in one.words]
    found = [one for one in found if one.role != "remedy" or one.chips or not _is_line_of(one.words.lower(), types)]
    named = any(one.role in ("asked", "owned") for one in found)
    plain: dict[Role, Role] = {"yardstick": "compared"} if named else {}
    if not named and not with_memory:
        plain["remedy"] = "asked"
    return [one.model_copy(update={"role": plain.get(one.role, one.role)}) for one in found]


def _is_line_of(words: str, types: list[str]) -> bool:
    return bool(words) and any(words in one.split(".") for one in types)


def count_asked(hardware: tuple[Equipment, ...]) -> int | None:
    """Of several numbers of chips the one that is said of what is asked about."""
    for roles in (("asked", "remedy"), ("owned",)):
        named = [one for one in hardware if one.role in roles]
        if named:
            counts = {one.chips for one in named if one.chips}
            return counts.pop() if len(counts) == 1 else None
    return None


def is_of_others(hardware: tuple[Equipment, ...], count: object) -> bool:
    """Whether so many chips are those of others, beside chips that are asked about or owned."""
    mine = [one for one in hardware if one.role in ("asked", "remedy", "owned")]
    theirs = [one for one in hardware if one.role in ("quoted", "compared", "out") and one.chips]
    return bool(mine and theirs) and not any(one.chips for one in mine) and count in {one.chips for one in theirs}
