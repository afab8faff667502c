"""A small log of each form in every packing, each with its plain reading."""

import gzip
import io
import json

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
from formats import plain
from formats.archives import DEFLATED, STORED, ZSTD, archive
from formats.plain import Unsure, label
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


def packed(log):
    """The same log, plain, in gzip and in zstd."""
    yield log
    yield log._replace(content=gzip.compress(log.content))
    yield log._replace(content=pa.Codec("zstd").compress(log.content, asbytes=True))


def corpus(folder):
    """Give all logs. Count files are written to a folder, because only scorio writes them."""
    import scorio

    logs = [one for log in [*tables(), *tools()] for one in packed(log)]
    logs += [*columns(), *archives()]
    (folder / "log.jsonl").write_bytes(jsonl(RECORDS))
    counts = scorio.count(folder / "log.jsonl", on_missing="drop")
    counts.save(folder / "counts.parquet")
    return [*logs, Log("counts.parquet", (folder / "counts.parquet").read_bytes())]
