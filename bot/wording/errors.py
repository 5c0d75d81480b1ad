"""What went wrong on the asker's side, without wording: `templates/errors.j2` words it."""


class UserError(Exception):
    """Bad input. `code` names the sentence in `templates/errors.j2`, `values` fill it.

    Exit status 2 in a terminal, an ephemeral sentence in Slack; never a traceback.
    """

    def __init__(self, code: str, **values: object) -> None:
        self.code, self.values = code, values
        super().__init__(code)
