"""A value that is worked out when it is first read: most of what could be shown of an option never is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Lazy(Generic[T]):
    """Holds what `make` returns, called once at the first look. Equal to another that holds the same.

    `make` is pure, so two threads that look at once work out the same value twice and no harm is done.
    """

    __slots__ = ("_make", "_value")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make: Callable[[], T] | None = make
        self._value: T | None = None

    @classmethod
    def of(cls, value: T) -> Lazy[T]:
        return cls(lambda: value)

    @property
    def value(self) -> T:
        make = self._make
        if make is not None:
            self._value = make()
            self._make = None  # lets go of all that it was made from
        return cast("T", self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lazy) and (self is other or self.value == other.value)

    def __hash__(self) -> int:
        return hash(self.value)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        """In a pydantic model: an instance is accepted as it is."""
        return {"type": "is-instance", "cls": cls}

    def __repr__(self) -> str:
        return f"Lazy({self.value!r})"
