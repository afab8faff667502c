"""Compare reading an inspect_ai archive with inspect_ai's own samples_df: medians and a ratio.

    make bench
    .venv/bin/python benches/formats.py

The archive is written by inspect_ai: 250 questions, 8 epochs, so 2,000 samples. Both take turns,
each time in a fresh process that warms its imports, and reads once, before the clock runs.
"""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from page import begin, duration, figure, table
from peer import interpreter

TITLE = "Archives"
ROUNDS = 5
PACKAGES = ("inspect_ai==0.3.285", "pandas", "pyarrow")

WRITE = """
import random, sys
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ModelOutput
from inspect_ai.scorer import Score

chance = random.Random(1)
words = "the answer is therefore we compute sum of so that let equals number step".split()
text = lambda count: " ".join(chance.choices(words, k=count))
samples = [
    EvalSample(
        id=f"q{question:03}", epoch=epoch, input=text(40), target="4",
        messages=[ChatMessageUser(content=text(60)), ChatMessageAssistant(content=text(300))],
        output=ModelOutput.from_content("mockllm/model", text(300)),
        scores={"match": Score(value=chance.choice("CI"), answer="4")},
    )
    for question in range(250) for epoch in range(1, 9)
]
spec = EvalSpec(created="2026-11-20T00:00:00+00:00", task="arith", model="mockllm/model",
                dataset=EvalDataset(samples=250), config=EvalConfig(epochs=8))
write_eval_log(EvalLog(version=2, status="success", eval=spec, samples=samples), sys.argv[1])
"""
READ = {
    "scorio": """
import scorio
read = lambda path: scorio.count(path).trials
""",
    "samples_df": """
from inspect_ai.analysis import samples_df
read = lambda path: len(samples_df(path))
""",
}
CLOCK = """
import sys, time
read(sys.argv[1])
start = time.perf_counter()
trials = read(sys.argv[1])
print(time.perf_counter() - start, trials)
"""


def run(python, code, path):
    done = subprocess.run([python, "-c", code, path], check=True, capture_output=True, text=True)
    return done.stdout.split()


def main():
    """Write the archive and compare."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.eval")
        run(interpreter("inspect", PACKAGES), WRITE, log)
        seconds = {who: [] for who in READ}
        for _ in range(ROUNDS):
            for who, code in READ.items():
                python = sys.executable if who == "scorio" else interpreter("inspect", PACKAGES)
                taken, trials = run(python, code + CLOCK, log)[-2:]
                seconds[who].append(float(taken))
                if trials != "2000":
                    raise SystemExit(f"{who} found {trials} trials")
        median = {who: statistics.median(taken) for who, taken in seconds.items()}
        begin(
            TITLE,
            f"""An archive of inspect_ai with 2,000 samples has {log.stat().st_size / 1e6:.1f} MB.
            scorio counts it, and inspect_ai's own `samples_df` reads it.""",
        )
        own, other = median.values()
        print(table(["scorio", "`samples_df`", "`samples_df` / scorio"],
                    [[duration(own), duration(other), figure(other / own)]]))  # fmt: skip


if __name__ == "__main__":
    main()
