"""Tests of engine/forms/picked."""
