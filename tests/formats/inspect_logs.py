"""Logs of Inspect in both layouts, made for the tests."""

import io
import json

import polars as pl

EVAL = {"model": "org/model", "task": "arith"}


def sample(id_, epoch, value="C", **more):
    scores = {} if value is None else {"judge": {"value": value, "answer": "x"}}
    return {"id": id_, "epoch": epoch, "input": "x" * 50, "scores": scores, **more}


SAMPLES = [
    sample("q1", 1, "C"), sample(2, 1, "I"), sample("2", 1, "P"), sample("q1", 2, "N"),
    sample(2, 2, float("nan")), sample("2", 2, None, error="RuntimeError('died')"),
]  # fmt: skip


def log(samples=SAMPLES, status="success", **more):
    return {"version": 2, "status": status, "eval": EVAL, **more, "samples": samples}


def entries(samples=SAMPLES, **header):
    header = {"version": 2, "status": "success", "eval": EVAL, **header}
    texts = {f"samples/{s['id']}_epoch_{s['epoch']}.json": json.dumps(s) for s in samples}
    return {
        "_journal/start.json": json.dumps({"version": 2, "eval": EVAL}),
        **texts,
        "summaries.json": json.dumps(samples),
        "header.json": json.dumps(header),
    }


def tally(counts):
    frame = pl.DataFrame(counts)
    sums = {name[6:]: frame[name].sum() for name in frame.columns if name.startswith("count_")}
    return sums | {"missing": frame["missing"].sum()}


class Pipe(io.BytesIO):
    def seek(self, *_):
        raise OSError
