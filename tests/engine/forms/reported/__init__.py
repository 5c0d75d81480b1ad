"""What a project's own threads report, in answers."""
