"""The quantity that is asked, worked out from the amounts that are told: a module a sum, a line each in rows.py."""
