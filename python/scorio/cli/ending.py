"""How a command ends: with an exit code that says why, at once if it is interrupted."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from scorio.show.escaping import PLAIN, on_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

# What shells say of a command that a signal ended: 128 and its number.
INTERRUPTED = 130
CLOSED = 141
# How a gate ends, by what it finds. 3 is a defect of scorio. A CI that goes on where a gate is
# undecided must not go on there.
CODES = {"pass": 0, "fail": 1, "undecided": 4}


def ended(run: Callable[[], object]) -> int:
    """Run a command, and give its exit code."""
    if getattr(sys.stdout, "errors", None) == "strict":
        # What an encoding lacks ends no command.
        sys.stdout.reconfigure(errors=PLAIN)  # type: ignore[union-attr]
    with _at_once():
        try:
            code = run()
            if sys.stdout is not None:
                sys.stdout.flush()
        except click.ClickException as error:
            error.message = on_lines(error.message)  # type: ignore[misc]
            error.show()
            return error.exit_code
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except BrokenPipeError:
            return _closed()
        except SystemExit as end:
            # So click itself ends where the reader of a pipe is gone.
            if type(sys.stdout).__name__.endswith("PacifyFlushWrapper"):
                return _closed()
            code = end.code
        except OSError as error:
            kept = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
            words = f"scorio: cannot write to standard output: {error.strerror}{kept}"
            click.echo(on_lines(words), err=True)
            _closed()
            return 2
    return code if isinstance(code, int) else 0


@contextmanager
def deferred() -> Iterator[None]:
    """Let what must not stop half-way come to its end before Ctrl-C ends the command."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = []

    def ask(number: int, _: FrameType | None) -> None:
        asked.append(number)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        sys.exit(INTERRUPTED)


@contextmanager
def stoppable() -> Iterator[None]:
    """Let Ctrl-C end what tidies up by itself: a count file on its way is removed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def saved(what: str) -> Iterator[None]:
    """Say of an output that cannot be written `what` was saved all the same."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        error.add_note(what)
        raise


@contextmanager
def _at_once() -> Iterator[None]:
    """Let Ctrl-C end the process, but a file on its way as `deferred` or `stoppable` says."""
    own = threading.current_thread() is threading.main_thread()
    if not own or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _closed() -> int:
    """Discard the rest of the output. It has no reader, and the program should not fail at it."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
    return CLOSED
