"""What stops a load."""


class KnowledgeError(Exception):
    """Hand-written data is wrong. The one line says in which file and entry, and what would mend it."""

    def __init__(self, file: str, entry: str, remedy: str) -> None:
        self.file, self.entry, self.remedy = file, entry, remedy
        super().__init__(f"{file}: {entry}: {remedy}")
