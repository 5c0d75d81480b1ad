from pydantic import BaseModel

from engine.base.lazy import Lazy


def test_a_value_is_worked_out_at_the_first_look_and_once() -> None:
    calls = list[int]()

    def make() -> int:
        calls.append(1)
        return 42

    lazy = Lazy(make)
    assert calls == []
    assert (lazy.value, lazy.value, calls) == (42, 42, [1])


def test_what_holds_the_same_is_equal_and_hashes_alike() -> None:
    assert Lazy.of((1, 2)) == Lazy(lambda: (1, 2)) != Lazy.of((1, 3))
    assert hash(Lazy.of((1, 2))) == hash(Lazy(lambda: (1, 2)))
    assert Lazy.of(1) != 1
    assert repr(Lazy.of("x")) == "Lazy('x')"


def test_a_model_that_holds_one_takes_it_unopened() -> None:
    class Holds(BaseModel):
        late: Lazy[int]

    lazy = Lazy(lambda: 1 // 0)
    assert Holds(late=lazy).late is lazy
