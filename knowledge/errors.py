"""The error that stops a load."""


class KnowledgeError(Exception):
    """Hand-written data is wrong. The message is one line with the file, the entry and what to change."""

    def __init__(self, file: str, entry: str, remedy: str) -> None:
        self.file, self.entry, self.remedy = file, entry, remedy
        super().__init__(f"{file}: {entry}: {remedy}")
