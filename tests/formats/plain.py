"""Read logs in the plainest way: with full parsers, by the rules of each format's page.

For any bytes in a log, its counts must equal the trials that are read here.
"""

import bz2
import csv
import io
import json
import lzma
import math
import re
import zlib
from collections import Counter

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq


class Refused(Exception):  # noqa: N818
    """It is no log of this form."""


class Unsure(Exception):  # noqa: N818
    """The plain reading says nothing about it."""


class Number(str):
    """A number as it is written."""

    __slots__ = ()

    def __repr__(self):
        return f"Number({super().__repr__()})"


# Marks an escape unknown to JSON. It is only wrong in texts that are needed.
WRONG = "\uf8f5"
ESCAPES = re.compile(r'\\(["\\/bfnrt]|u[0-9a-fA-F]{4}|(.|\Z))', re.DOTALL)


def once(pairs):
    """Give an object without duplicate keys."""
    if len(dict(pairs)) < len(pairs) or any(WRONG in key for key, _ in pairs):
        raise Unsure
    return dict(pairs)


def parsed(text):
    """Give a JSON document."""
    try:
        return json.loads(
            ESCAPES.sub(lambda found: found[0] if found[2] is None else WRONG, text.decode()),
            strict=False,  # control characters in texts
            object_pairs_hook=once,
            parse_int=Number,
            parse_float=Number,
            parse_constant=Number,
        )
    except (ValueError, RecursionError) as error:
        raise Refused from error


def gzipped(content):
    """Give the text of gzip as far as it goes, and whether that is all."""
    text = b""
    while content:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            for place in range(len(content)):
                text += unpacker.decompress(content[place : place + 1])
                if unpacker.eof:
                    break
        except zlib.error:
            return text, False
        if not unpacker.eof:
            return text, False
        content = content[place + 1 :]
    return text, True


def zstandard(content):
    """Give the text of zstd as far as it goes, and whether that is all."""
    text, stream = b"", pa.CompressedInputStream(pa.BufferReader(content), "zstd")
    try:
        while piece := stream.read(1):
            text += piece
    except OSError:
        return text, False
    return text, True


def streams(new, padding):
    """Read streams one behind the other. Zeros of this size behind them are no damage."""

    def read(content):
        text = b""
        while content:
            unpacker = new()
            try:
                for place in range(len(content)):
                    text += unpacker.decompress(content[place : place + 1])
                    if unpacker.eof:
                        break
            except (OSError, ValueError, lzma.LZMAError):
                return text, False
            if not unpacker.eof:
                return text, False
            content = content[place + 1 :]
            if padding and not content.strip(b"\x00") and len(content) % padding == 0:
                break
        return text, True

    return read


PACKINGS = {
    b"\x1f\x8b": gzipped,
    b"\x28\xb5\x2f\xfd": zstandard,
    b"BZh": streams(bz2.BZ2Decompressor, 0),
    b"\xfd7zXZ\x00": streams(lzma.LZMADecompressor, 4),
}


def unpacked(content):
    """Give the text of a packed file as far as it goes, and whether that is all."""
    for magic, read in PACKINGS.items():
        if content.startswith(magic):
            return read(content)
    return content, True


def lines(text, whole):
    """Give the records of JSON Lines, and whether they are all."""
    records = []
    listed = text.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for number, line in enumerate(listed, 1):
        if not line.strip(b" \t\r\n\x0c"):
            continue
        try:
            records.append(parsed(line))
        except Refused:
            if number < len(listed):
                raise
            return records, False
    return records, whole


def document(closing):
    """Read a document whose records are in the container that `closing` closes."""

    def read(text, whole):
        text = text.removeprefix(b"\xef\xbb\xbf")
        try:
            return parsed(text), whole
        except Refused:
            # Read as far as possible: the longest beginning that can be closed.
            for end in range(len(text), 0, -1):
                if text[end - 1 : end] in (b"}", b"]", b"[", b"{"):
                    try:
                        return parsed(text[:end] + closing), False
                    except Refused:
                        continue
            raise

    return read


def table(delimiter):
    """Read CSV or TSV."""

    def read(text, whole):
        text = text.removeprefix(b"\xef\xbb\xbf")
        if b"\r" in text or b"\x00" in text or b'"' in text:
            raise Unsure
        try:
            rows = list(csv.reader(io.StringIO(text.decode()), delimiter=delimiter, strict=True))
        except (ValueError, csv.Error) as error:
            raise Unsure from error
        # Spaces around a cell do not belong to it.
        rows = [[cell.strip() for cell in row] for row in rows if row]
        header, *rest = rows or [[]]
        if len(set(header)) < len(header):
            raise Unsure
        if any(len(row) != len(header) for row in rest[:-1]):
            raise Refused
        if rest and len(rest[-1]) != len(header):
            return [dict(zip(header, row, strict=True)) for row in rest[:-1]], False
        return [dict(zip(header, row, strict=True)) for row in rest], whole

    return read


def parquet(text, whole):
    """Read Parquet."""
    try:
        found = pq.ParquetFile(pa.BufferReader(text), page_checksum_verification=True).read()
        found.validate(full=True)
        return found.to_pylist(), whole
    except Exception as error:
        raise Refused from error


def arrow(text, whole):
    """Read a file or a stream of Arrow."""
    is_file = text.startswith(b"ARROW1")
    read = pa.ipc.open_file if is_file else pa.ipc.open_stream
    try:
        found = read(pa.BufferReader(text)).read_all()
        found.validate(full=True)
        return found.to_pylist(), whole
    except Exception as error:
        raise Refused from error


def mark(value):
    """Give the category of an outcome, or `missing`."""
    if value is None:
        return "missing"
    if isinstance(value, str) and not isinstance(value, Number):
        raise Unsure
    if isinstance(value, (list, dict)):
        raise Unsure
    number = float(value)
    if math.isnan(number):
        return "missing"
    if number not in (0, 0.5, 1):
        raise Refused
    return f"{number:g}"


def label(value):
    """Give the name for a value."""
    if isinstance(value, bool) or not isinstance(value, (str, int)) or not str(value):
        raise Unsure
    if isinstance(value, Number) and not value.isdigit():
        raise Unsure
    if WRONG in value:
        raise Refused
    return str(value)


def at(value, path):
    """Give the value at a dotted path, or None."""
    for step in path.split("."):
        if not isinstance(value, dict):
            return None
        value = value.get(step)
    return value


def tally(trials):
    """Give the counts of trials, in the form of `reading.rows`."""
    found = {}
    for model, task, question, marked in trials:
        row = found.setdefault(json.dumps([model, task, question]), Counter())
        row[marked] += 1
    return {names: dict(row) for names, row in found.items()}
