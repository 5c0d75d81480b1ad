"""Tests of engine/forms/composed."""
