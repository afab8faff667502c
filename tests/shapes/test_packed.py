"""Packed logs, archives of logs, and workbooks."""

import bz2
import json
import lzma
import os
import zipfile

import pytest
from shapes.samples import SAMPLES
from shapes.test_shapes import table

import scorio
from scorio import InterruptedLogWarning

LOG = next(one for one in SAMPLES if one.name == "answers.jsonl")
CSV = "model,question,outcome\nm,a,1\nm,b,0\n"
PACKERS = {".bz2": bz2.compress, ".xz": lzma.compress}


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_logs(tmp_path, ending):
    path = tmp_path / f"log.jsonl{ending}"
    path.write_bytes(PACKERS[ending](LOG.text.encode()))
    assert table(scorio.count(path, **LOG.options)) == LOG.rows
    assert table(scorio.count(tmp_path, **LOG.options)) == LOG.rows
    parts = LOG.text.encode()[:100], LOG.text.encode()[100:]
    path.write_bytes(b"".join(map(PACKERS[ending], parts)))
    assert table(scorio.count(path, **LOG.options)) == LOG.rows


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_logs_that_end_early_or_are_damaged(tmp_path, ending):
    records = "".join(f'{{"model": "m", "question": {n}, "outcome": 1}}\n' for n in range(90_000))
    packed = PACKERS[ending](records.encode())
    path = tmp_path / f"log.jsonl{ending}"
    path.write_bytes(packed[: len(packed) * 9 // 10])
    with pytest.warns(InterruptedLogWarning, match="its (bzip2|xz) data end in the middle"):
        counts = scorio.count(path)
    assert 0 < counts.trials < 90_000
    at = len(packed) // 2
    path.write_bytes(packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1 :])
    # Blocks are checked at their end: what they unpack to may be no record before that.
    with pytest.raises(ValueError, match="is damaged: (bzip2|xz) cannot read it|line "):
        scorio.count(path)


def test_archives_of_logs(tmp_path):
    path = tmp_path / "runs.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("day/a.csv", CSV)
        archive.writestr("day/b.csv", CSV.replace("m,", "n,"))
        archive.writestr("__MACOSX/day/._a.csv", "x")
        archive.writestr("day/notes.txt", "x")
    counts = scorio.count(path)
    assert (counts.models, counts.trials, counts.report["files"]) == (["m", "n"], 4, 2)
    assert scorio.count(f"{path}:day/b.csv").models == ["n"]
    counts = scorio.count(path, path=r"zip:(?P<task>\w+)/(?P<trial>\w)\.csv")
    assert counts.tasks == ["day"]
    with pytest.raises(ValueError, match=r"runs.zip:day/a.csv, line 2 .*no field \"x\""):
        scorio.count(path, outcome="x")
    single = tmp_path / "one.zip"
    with zipfile.ZipFile(single, "w") as archive:
        archive.writestr(LOG.name, LOG.text)
    assert table(scorio.count(single, **LOG.options)) == LOG.rows
    assert "pred == answer" in scorio.inspect(single).command
    with zipfile.ZipFile(single, "w") as archive:
        archive.writestr("notes.txt", "x")
    with pytest.raises(ValueError, match="there is no log in the archive"):
        scorio.count(single)
    single.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(ValueError, match="its end is cut off; take a .*copy"):
        scorio.count(single)


PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
    'content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
    'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
    'relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/'
    '2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
    '<sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/'
    '2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/'
    'officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


def workbook(path, rows, beyond=""):
    def cell(value):
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
        kind = ' t="b"' if isinstance(value, bool) else ""
        return f"<c{kind}><v>{value:g}</v></c>"

    listed = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = f'<worksheet xmlns="{space}"><sheetData>{listed}{beyond}</sheetData></worksheet>'
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in (PARTS | {"xl/worksheets/sheet1.xml": sheet}).items():
            archive.writestr(name, text)


def test_workbooks(tmp_path):
    pytest.importorskip("python_calamine")
    path = tmp_path / "log.xlsx"
    workbook(path, [["model", "question", "outcome"], ["m", 7, True], ["m", 8, False]])
    counts = scorio.count(path)
    assert table(counts) == {("m", "", "7"): (0, 1, 0), ("m", "", "8"): (1, 0, 0)}
    with pytest.raises(ValueError, match=r"/log\.xlsx, line 2 .*no field \"x\""):
        scorio.count(path, outcome="x")
    assert scorio.inspect(path).command == f"scorio score {path}"
    path.write_bytes(b"x")
    with pytest.raises(ValueError, match="cannot be read as a workbook"):
        scorio.count(path)


INSPECT = json.dumps(
    {
        "version": 2,
        "status": "success",
        "samples": [{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}],
        "eval": {"model": "m", "task": "t"},
        "results": {"scores": [{"name": "match"}]},
    }
)


def test_an_archive_is_listed_once_for_all_its_logs(tmp_path):
    path = tmp_path / "runs.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(30):
            # The first is long enough for a report of progress.
            text = "x" * (0 if i else 1 << 20)
            record = {"model": "m", "question": f"q{i}", "outcome": 1, "text": text}
            archive.writestr(f"{i:02}.jsonl", json.dumps(record))
        # A log of a tool that is read again, because its head stands behind its samples.
        archive.writestr("z.json", INSPECT)
        directory = archive.start_dir
    whole = path.read_bytes()

    def lose(_bytes):
        """Take the directory away while the first log is read. Nothing can list it again."""
        with path.open("r+b") as file:
            file.truncate(directory)

    counts = scorio.count(path, progress=lose)
    assert path.stat().st_size < len(whole)
    assert counts.trials == 31
    with pytest.raises(ValueError, match="its end is cut off"):
        scorio.count(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows does not limit the memory of a process")
@pytest.mark.parametrize("corner", ["XFD1048576", "XFD100000"])
def test_a_workbook_with_a_cell_far_from_its_table_is_refused(tmp_path, corner):
    pytest.importorskip("python_calamine")
    path = tmp_path / "log.xlsx"
    beyond = f'<row r="{corner[3:]}"><c r="{corner}"><v>1</v></c></row>'
    workbook(path, [["model", "question", "outcome"], ["m", 7, True]], beyond)
    assert path.stat().st_size < 2000
    wanted = "more than 4 GiB of memory; delete cells far from the table, or save it as CSV"
    with pytest.raises(ValueError, match=wanted) as said:
        scorio.count(path)
    assert str(said.value).startswith(f"{path} cannot be read as a workbook: up to")


def test_rows_above_the_table_of_a_workbook_are_none_of_it(tmp_path):
    pytest.importorskip("python_calamine")
    path = tmp_path / "log.xlsx"
    cells = {
        "B3": "model", "C3": "question", "D3": "outcome", "B4": "m", "C4": "q", "D4": "1",
    }  # fmt: skip
    rows = "".join(
        f'<row r="{row}">'
        + "".join(
            f'<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>'
            for at, text in cells.items()
            if at[1:] == row
        )
        + "</row>"
        for row in "34"
    )
    workbook(path, [], rows)
    assert table(scorio.count(path)) == {("m", "", "q"): (0, 1, 0)}


def test_workbooks_without_their_package(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "python_calamine", None)
    with pytest.raises(ModuleNotFoundError, match="save it as CSV .*or install scorio.excel"):
        scorio.count(tmp_path / "log.xlsx")
