"""Keys of the config formats teams have: which key path means what. One row is one meaning in one format."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from knowledge.types.base import Fact, Scalar

Syntax = Literal["yaml", "json", "toml", "python", "python_config", "shell"]
How = Literal["text", "count", "number", "flag", "word", "list", "hours", "seconds"]


class ConfigFormat(Fact):
    """A format: how a file of it is recognized, and what every file of it says.

    A file is of this format if its syntax is one of `syntaxes`, every path of `all_of` occurs, and at least `least`
    of `any_of` do. `says` are fields that hold unless a key says otherwise; `assumes` are defaults of its library for
    what no key says: an estimate counts with them and names them. Keys are looked up in its own rows, then in those
    of the formats in `also`.

    With `anywhere` a key counts in whatever sections it stands, but for those of `aside`: what they say is of another
    model or another run (`eval.batch_size`). Their parts may have stars.
    """

    id: str
    name: str
    kind: Literal["training", "launch", "deepspeed", "job", "serving"]
    syntaxes: tuple[Syntax, ...]
    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    least: int = 1
    none_of: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    anywhere: bool = False
    aside: tuple[str, ...] = ()
    says: dict[str, Scalar] = {}
    assumes: dict[str, float] = {}


class ConfigKey(Fact):
    """Key paths that mean one field. Of several that occur the first row of the format decides.

    The format `any` is every format.

    In a path `*` is one part and `**` any number of parts; case and hyphens do not matter. `how` is how the value is
    read; with `word` only the values in `words` mean something.
    """

    format: str
    field: str
    keys: tuple[str, ...] = Field(min_length=1)
    how: How = "text"
    words: dict[str, Scalar] = {}
