"""Runs that ask models for the items that tell most."""
