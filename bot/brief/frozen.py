"""Values that cannot be changed: objects and lists of an answer, all the way down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NoReturn, TypeVar

from pydantic import AfterValidator, GetCoreSchemaHandler
from pydantic_core import CoreSchema

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict, for `json.dumps` and for whoever reads it, that refuses to be changed."""

    def _refuse(self, *_given: object, **_named: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot be changed; make a dict of it first")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(dict)

    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


def frozen(value: Any) -> Any:
    """With every object and list in it frozen."""
    if isinstance(value, Mapping):
        return FrozenDict({key: frozen(part) for key, part in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


FrozenMap = Annotated[dict[K, V], AfterValidator(frozen)]
