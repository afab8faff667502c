"""The command line as a user calls it, in a process of its own for each call.

A call is a fork of a process that has imported the package before, which saves most of its time. On
Windows it starts an interpreter.
"""

import atexit
import functools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SCORIO = [sys.executable, "-m", "scorio"]
HERE = Path(__file__)
# How Python writes to standard error what its encoding lacks.
BACKSLASHES = "backslashreplace"


def run(*arguments, stdin=None, cwd=None, text=True):
    """Run `scorio` with arguments. Give its exit code, and what it writes as text or bytes."""
    listed = [str(one) for one in arguments]
    if not hasattr(os, "fork"):
        encoding = {"encoding": "utf-8"} if text else {}
        return subprocess.run(
            [*SCORIO, *listed],
            check=False,
            capture_output=True,
            cwd=cwd,
            input=stdin or ("" if text else b""),
            **encoding,
        )
    with tempfile.TemporaryDirectory() as folder:
        given, *written = (str(Path(folder, name)) for name in ("stdin", "stdout", "stderr"))
        Path(given).write_bytes(stdin.encode() if isinstance(stdin, str) else stdin or b"")
        place = os.fspath(cwd or Path.cwd())
        streams = {"given": given, "written": written}
        code = _forked(arguments=listed, cwd=place, env=dict(os.environ), **streams)
        said = [Path(file).read_bytes() for file in written]
    if text:
        said = [one.decode().replace("\r\n", "\n") for one in said]
    return subprocess.CompletedProcess([*SCORIO, *listed], code, *said)


def _forked(**asked):
    server = _server(os.getpid())
    server.stdin.write(f"{json.dumps(asked)}\n")
    server.stdin.flush()
    return int(server.stdout.readline())


@functools.cache
def _server(_process):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    # Threads do not survive a fork. NumPy's are not needed.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    server = subprocess.Popen([sys.executable, HERE], **pipes, text=True, env=environment)
    atexit.register(server.stdin.close)
    return server


def _serve():
    """Fork for each line of the standard input, and write the exit code of the fork."""
    import scorio
    from scorio.cli.main import main

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.jsonl")
        log.write_text('{"model": "m", "question": "q", "outcome": 1}\n')
        # What a first call imports.
        str(scorio.count(log).score())
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _become(**json.loads(line))
            # It ends as a program does: with an exit code, or with a traceback.
            main(prog_name="scorio")
            sys.exit()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, flush=True)


def _become(arguments, cwd, env, given, written):
    """Take the arguments, the environment and the streams of a process of its own."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    os.dup2(_piped(Path(given).read_bytes()), 0)
    for number, file in enumerate(written, start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8", errors=errors, closefd=False)
        for number, mode, errors in ((0, "r", None), (1, "w", None), (2, "w", BACKSLASHES))
    )
    sys.argv = ["scorio", *arguments]


def _piped(content):
    """Give the end of a pipe that another process writes to."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        try:
            os.close(reading)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(content)
        finally:
            os._exit(0)
    os.close(writing)
    return reading


if __name__ == "__main__":
    _serve()
