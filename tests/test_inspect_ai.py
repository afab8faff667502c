"""`scorio.inspect_ai` where inspect_ai is not installed. With it: `make harnesses`."""

import subprocess
import sys

WITHOUT = """
import sys

sys.modules["inspect_ai"] = None
"""


def said(code):
    done = subprocess.run([sys.executable, "-c", WITHOUT + code], text=True, capture_output=True,
                          check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_metrics_say_what_to_install():
    code = """
from scorio import inspect_ai

for make in (
    inspect_ai.avg,
    lambda: inspect_ai.bayes(weights=[0, 1]),
    lambda: inspect_ai.estimate("pass_at_k", k=2),
    lambda: inspect_ai.with_metrics("log.eval"),
):
    try:
        make()
    except ModuleNotFoundError as error:
        print(error)
"""
    assert said(code) == ["scorio.inspect_ai needs inspect_ai: pip install inspect-ai"] * 4


def test_logs_need_nothing(tmp_path):
    log = tmp_path / "log.json"
    log.write_text(
        '{"status": "success", "eval": {"model": "m", "task": "t"}, "samples": ['
        '{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}},'
        '{"id": 2, "epoch": 1, "scores": {"match": {"value": "I"}}}]}'
    )
    code = f"""
from scorio import inspect_ai

print(inspect_ai.metrics_of({str(log)!r})["avg"])
"""
    assert said(code) == ["0.5"]


def test_scorio_does_not_import_it():
    code = """
import scorio

scorio.count, scorio.compare, scorio.adaptive
print([name for name in sys.modules if name.startswith("scorio.inspect_ai")])
"""
    assert said(code) == ["[]"]
