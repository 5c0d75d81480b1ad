"""The base of what a calculation returns: frozen values by name, without the checks that data from outside needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=True)
class Computed:
    """Frozen, compared by value, and strict about names: a missing or an unknown one is refused.

    Not a pydantic model: types are checked by mypy, and a pydantic class takes a millisecond to make, which a command
    would spend two hundred times before it reads a word. What is read from data or from people is a `Fact`.
    """

    model_fields: ClassVar[Mapping[str, object]] = {}  # names, in the order of their declaration
    _defaults: ClassVar[Mapping[str, object]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = [name for name, kind in cls.__annotations__.items() if not _is_class_variable(kind)]
        cls.model_fields = {**cls.model_fields, **dict.fromkeys(own)}
        cls._defaults = {**cls._defaults, **{name: cls.__dict__[name] for name in own if name in cls.__dict__}}

    def __init__(self, **values: Any) -> None:
        held = self.__dict__
        held.update(self._defaults)
        held.update(values)
        if held.keys() != self.model_fields.keys():
            wrong = sorted(held.keys() ^ self.model_fields.keys())
            raise TypeError(f"{type(self).__name__}: missing or unknown: {', '.join(wrong)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return False
        mine, theirs = self.__dict__, other.__dict__
        if len(mine) == len(theirs) == len(self.model_fields):
            return mine == theirs
        return self.model_dump() == other.model_dump()  # what was worked out of the values stands beside them

    def __hash__(self) -> int:
        return hash(tuple(map(self.__dict__.__getitem__, self.model_fields)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.model_dump().items())})"

    def model_dump(self) -> dict[str, Any]:
        """The values by name; what is nested stays as it is."""
        held = self.__dict__
        return {name: held[name] for name in self.model_fields}

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """The same with other values; what was worked out from the old ones is not kept."""
        return type(self)(**{**self.model_dump(), **update})

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        """In a pydantic model: an instance is accepted as it is."""
        return {"type": "is-instance", "cls": cls}


def _is_class_variable(kind: object) -> bool:
    return str(kind).startswith(("ClassVar", "typing.ClassVar"))
