"""The rows of the option table: the best of each chip, what was named, and what almost led."""

from bot.advice.advisor import Advisor
from bot.card.citations import Citations
from bot.card.tables import rows, table
from engine.options.option import Named
from tests.engine.problems import judged

SAID = "full fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS"


def test_winner_rival_and_reference_always_have_a_row(advisor: Advisor) -> None:
    verdict = judged(advisor, SAID)
    assert verdict.base.sum is not None
    shown = rows(verdict)
    assert {verdict.base.sum.winner, verdict.base.sum.rival, verdict.base.sum.reference} <= {None, *shown}
    assert len({option.id for option in shown}) == len(shown)


def test_named_hardware_has_a_row_even_where_it_is_dear(advisor: Advisor) -> None:
    shown = rows(judged(advisor, SAID + ", on p5e.48xlarge or p4d.24xlarge"))
    named = {option.instance for option in shown if option.named is Named.BY_TYPE}
    assert "p4d.24xlarge" in named


def test_every_row_has_a_cell_and_a_value_for_each_column(advisor: Advisor) -> None:
    verdict = judged(advisor, SAID)
    columns, lines = table(verdict, rows(verdict), Citations(advisor.facts.sources))
    assert lines
    assert all(len(line.cells) == len(line.values) == len(columns) for line in lines)


def test_serving_and_carbon_have_columns_of_their_own(advisor: Advisor) -> None:
    def columns(text: str) -> tuple[str, ...]:
        verdict = judged(advisor, text)
        return table(verdict, rows(verdict), Citations(advisor.facts.sources))[0]

    plain = len(columns(SAID))
    assert len(columns("serve Llama 8B, 20M tokens a day, PyTorch, AWS")) == plain + 2
    assert len(columns(SAID + ", lowest carbon")) == plain + 1


def test_without_offerings_there_is_no_table(advisor: Advisor) -> None:
    assert table(judged(advisor, SAID), (), Citations(advisor.facts.sources)) == ((), ())
