"""The command line."""

from scorio.cli.main import main

__all__ = ["main"]
