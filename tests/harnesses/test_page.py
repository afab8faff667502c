"""Each program and each command of docs/inside.md runs, in its order."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

for package in ("inspect_ai", "lm_eval"):
    pytest.importorskip(package, reason=f"{package} is not here: `make harnesses` has it")

PAGE = Path(__file__).parents[2] / "docs/inside.md"
BLOCK = re.compile(r"^```(python|sh|yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# Models that answer without a network.
MODELS = {"openai/gpt-4o-mini": "offline/small", "openai/gpt-4o": "offline/large"}

OFFLINE = """
import random
from inspect_ai.model import ModelAPI, ModelOutput, modelapi

@modelapi(name="offline")
class Offline(ModelAPI):
    async def generate(self, input, tools, tool_choice, config):
        left, _, right, *_ = input[-1].text.split()
        right_ones = {"small": 0.5, "large": 0.8}[self.model_name]
        slip = random.random() > right_ones
        return ModelOutput.from_content(self.model_name, str(int(left) + int(right) + slip))
"""


class Answering(BaseHTTPRequestHandler):
    """A server of chat completions, as vLLM is one."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        left, _, right, *_ = asked["messages"][-1]["content"].split()
        slip = random.random() > {"tiny-7b": 0.5, "base-7b": 0.8}[asked["model"]]
        message = {"role": "assistant", "content": f"The answer is {int(left) + int(right) + slip}"}
        said = json.dumps({"choices": [{"index": 0, "message": message}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def sections():
    text = PAGE.read_text()
    for model, stand_in in MODELS.items():
        text = text.replace(model, stand_in)
    parts = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    return [(part.splitlines()[0], BLOCK.findall(part)) for part in parts]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with `scorio` as a command, and with models that inspect_ai finds."""
    folder = tmp_path_factory.mktemp("page")
    command = folder / "bin/scorio"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scorio "$@"\n')
    command.chmod(0o755)
    (folder / "offline.py").write_text(OFFLINE)
    (folder / "offline-0.dist-info").mkdir()
    (folder / "offline-0.dist-info/METADATA").write_text("Name: offline\nVersion: 0\n")
    (folder / "offline-0.dist-info/entry_points.txt").write_text("[inspect_ai]\noffline=offline\n")
    return folder


@pytest.mark.parametrize(("title", "blocks"), sections(), ids=lambda part: str(part)[:40])
def test_blocks_run(folder, server, title, blocks):
    assert blocks, title
    paths = [folder / "bin", Path(sys.executable).parent, os.environ["PATH"]]
    environment = os.environ | {
        "PATH": os.pathsep.join(map(str, paths)),
        "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(folder)]),
        "INSPECT_DISPLAY": "none",
        "HF_HOME": str(folder / "hf"),
        "HF_HUB_OFFLINE": "1",
    }
    for kind, code in blocks:
        named = re.match(r"# ([\w/]+\.\w+)\n", code)
        if named:
            (folder / named[1]).parent.mkdir(exist_ok=True)
            (folder / named[1]).write_text(code)
            continue
        code = code.replace("http://localhost:8000", server)  # noqa: PLW2901
        words = ["sh", "-e", "-c", code] if kind == "sh" else [sys.executable, "-c", code]
        done = subprocess.run(words, cwd=folder, env=environment, text=True, capture_output=True,
                              check=False)  # fmt: skip
        assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"
