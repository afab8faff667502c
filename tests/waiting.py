"""Programs that say when they begin to read, so that a test can interrupt the reading itself."""

import signal
import subprocess
import sys

# The program says when it calls a function of the core that reads a log.
READING = """
import signal, sys
# A background job of a shell ignores Ctrl-C, and so do its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

def told(frame, event, function):
    known = getattr(function, "__name__", "") in ("count", "is_counts", "survey")
    if event == "c_call" and known and function.__module__ == "scorio._core":
        sys.setprofile(None)
        print("reading", file=sys.__stdout__, flush=True)

sys.setprofile(told)
"""


def interrupted(program, *arguments, **options):
    """Send SIGINT to a program that has begun to read. Give its exit code and what it says."""
    command = [sys.executable, "-c", READING + program, *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, text=True, **options) as waiting:
        try:
            assert waiting.stdout.readline() == "reading\n"
            waiting.send_signal(signal.SIGINT)
            # Who waits for what never comes is stopped, and the test fails.
            said, complaint = waiting.communicate(timeout=120)
        finally:
            waiting.kill()
    return waiting.returncode, said, complaint
