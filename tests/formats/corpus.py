"""A small log of each form in every packing, each with its plain reading."""

import bz2
import gzip
import io
import json
import lzma

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
from formats import plain
from formats.archives import DEFLATED, STORED, ZSTD, archive
from formats.plain import Unsure, label, mark
from formats.tools import EVAL, Log, doc, entries, jsonl, line_by_line, samples, tools

FIELDS = ("model", "task", "question", "outcome")
RECORDS = [
    {
        "model": f"m{m}",
        "task": "t",
        "question": f"q{q}",
        "trial": t,
        "outcome": (m + q + t) % 2 == 0,
    }
    for m in range(2)
    for q in range(3)
    for t in range(2)
]
RECORDS[5]["outcome"] = None
RECORDS[7]["text"] = 'é \\ "quoted" } ] \n'


def cells(rows):
    """Trials of CSV and TSV, which are all text."""
    for row in rows:
        if row["outcome"] not in ("", "true", "false"):
            raise Unsure
        outcome = {"": "missing", "true": "1", "false": "0"}[row["outcome"]]
        yield (*(label(row[name]) for name in ("model", "task", "question")), outcome)


def tables():
    """Tables that are text."""
    known = {"format": "jsonl"}
    yield Log("log.jsonl", jsonl(RECORDS), known, plain.lines, line_by_line(*FIELDS))
    yield Log(
        "log.json", doc(RECORDS), {"format": "json"}, plain.document(b"]"), entries("", *FIELDS)
    )
    for ending, delimiter in (("csv", ","), ("tsv", "\t")):
        rows = [delimiter.join((*FIELDS[:3], "trial", "outcome"))]
        for r in RECORDS:
            outcome = "" if r["outcome"] is None else str(r["outcome"]).lower()
            rows.append(delimiter.join((r["model"], "t", r["question"], str(r["trial"]), outcome)))
        yield Log(
            f"log.{ending}",
            ("\n".join(rows) + "\n").encode(),
            {"format": ending},
            plain.table(delimiter),
            cells,
        )


def columns():
    """Logs in columns."""
    table = pa.table({name: [record[name] for record in RECORDS] for name in (*FIELDS, "trial")})
    coded = table.set_column(0, "model", table["model"].dictionary_encode())
    trials = line_by_line(*FIELDS)
    for packing, checked in (("snappy", False), ("zstd", True), ("none", False)):
        file = io.BytesIO()
        pq.write_table(
            coded, file, compression=packing, write_page_checksum=checked, row_group_size=5
        )
        yield Log(
            f"{packing}.parquet", file.getvalue(), {"format": "parquet"}, plain.parquet, trials
        )
    for packing in (None, "lz4", "zstd"):
        options = pa.ipc.IpcWriteOptions(compression=packing)
        for new in (pa.ipc.new_file, pa.ipc.new_stream):
            file = io.BytesIO()
            with new(file, coded.schema, options=options) as writer:
                for at in range(0, len(coded), 5):
                    writer.write_table(coded.slice(at, 5).unify_dictionaries())
            kind = new.__name__.removeprefix("new_")
            yield Log(
                f"{packing}.{kind}.arrow", file.getvalue(), {"format": "arrow"}, plain.arrow, trials
            )


def archives():
    """Logs of inspect_ai in archives, complete and interrupted."""
    kept = samples()
    head = {"version": 2, "status": "success", "eval": EVAL}
    start = {"_journal/start.json": json.dumps({"version": 2, "eval": EVAL})}
    stored = {f"samples/{one['id']}_epoch_1.json": json.dumps(one) for one in kept}
    journal = {f"_journal/summaries/{i}.json": json.dumps([one]) for i, one in enumerate(kept, 1)}
    ends = {"summaries.json": json.dumps(kept), "header.json": json.dumps(head)}
    layouts = {
        "whole": start | stored | ends,
        "journal": start | journal,
        "samples": start | stored,
    }
    for layout, parts in layouts.items():
        for method in (STORED, DEFLATED, ZSTD):
            yield Log(f"{layout}{method}.eval", archive(parts, method), {"format": "inspect"})


def shape(document):
    """Trials of a list of records, each with a list of outcomes: one is missing if it is empty."""
    for record in document:
        outcomes = record["accs"]
        for outcome in [None] if outcomes in (None, []) else outcomes:
            yield "m", "", label(record["question"]), mark(outcome)


def keyed(document):
    """Trials of an object of records by question."""
    for name, record in document["instances"].items():
        if not isinstance(record, dict):
            raise plain.Refused
        yield "m", "", label(name), mark(record.get("ok"))


def wide(rows):
    """Trials of a table with a column for each model."""
    for row in rows:
        for model in ("a", "b"):
            outcome = row[f"{model}_ok"]
            if outcome not in ("", "true", "false"):
                raise Unsure
            marked = {"": "missing", "true": "1", "false": "0"}[outcome]
            yield model, "", label(row["question"]), marked


def apart(document):
    """Trials of a document of columns and rows."""
    columns, rows = document["columns"], document["data"]
    if columns != ["question", "text", "ok"] or set(document) != {"columns", "data", "nrows"}:
        raise Unsure
    for row in rows:
        if not isinstance(row, list) or len(row) != len(columns):
            raise plain.Refused
        yield "m", "", label(row[0]), mark(row[2])


def compared(records):
    """Trials of records with an answer and a prediction."""
    for record in records:
        if not isinstance(record, dict):
            raise plain.Refused
        left, right = record.get("pred"), record.get("answer")
        if not (isinstance(left, str) and isinstance(right, str)):
            raise Unsure
        if {type(left), type(right)} != {str} or not left.strip() or not right.strip():
            raise Unsure
        known = left.strip() == right.strip()
        yield "m", "", label(record["question"]), "1" if known else "0"


def shapes():
    """Logs whose records are not single trials at the top."""
    model = {"constants": {"model": "m"}}
    lists = [{"question": f"q{q}", "accs": [q % 2, 1, 0], "text": 'é "[]"'} for q in range(4)]
    options = {"format": "json", "outcome": "accs[]", **model}
    yield Log("lists.json", doc(lists), options, plain.document(b"]"), shape)
    records = {f"q{q}": {"ok": q % 2 == 0, "cost": 1.5} for q in range(5)}
    document = {"about": {"x": [1]}, "instances": records}
    options = {"format": "json", "records": "instances", "outcome": "ok", **model}
    yield Log("keyed.json", doc(document), options, plain.document(b"}}"), keyed)
    values = [[f"q{q}", 'é "[]', q % 2 == 0] for q in range(5)]
    document = {"columns": ["question", "text", "ok"], "data": values, "nrows": 5}
    options = {"format": "json", "outcome": "ok", **model}
    yield Log("rows.json", doc(document), options, plain.document(b"]}"), apart)
    rows = ["question;a_ok;b_ok", "q1;true;false", "q2;false;false", "q3;;true"]
    options = {"format": "csv", "outcome": "*_ok", "model": "*"}
    yield Log("wide.csv", ("\n".join(rows) + "\n").encode(), options, plain.table(";"), wide)
    pairs = [{"question": f"q{q}", "pred": "yes", "answer": "yes no"[:q]} for q in range(1, 5)]
    options = {"format": "jsonl", "outcome": "pred == answer", **model}
    yield Log("pairs.jsonl", jsonl(pairs), options, plain.lines, compared)


def packed(log):
    """The same log, plain, in gzip, zstd, bzip2 and xz."""
    yield log
    yield log._replace(content=gzip.compress(log.content))
    yield log._replace(content=pa.Codec("zstd").compress(log.content, asbytes=True))
    yield log._replace(content=bz2.compress(log.content))
    yield log._replace(content=lzma.compress(log.content))


def corpus(folder):
    """Give all logs. Count files are written to a folder, because only scorio writes them."""
    import scorio

    logs = [one for log in [*tables(), *shapes(), *tools()] for one in packed(log)]
    logs += [*columns(), *archives()]
    (folder / "log.jsonl").write_bytes(jsonl(RECORDS))
    counts = scorio.count(folder / "log.jsonl", on_missing="drop")
    counts.save(folder / "counts.parquet")
    return [*logs, Log("counts.parquet", (folder / "counts.parquet").read_bytes())]
