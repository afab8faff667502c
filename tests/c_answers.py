"""Answers of the C library as rows by the names of their columns."""

import ctypes
import math
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_size_t, c_void_p

import pytest
from attack.rankings import Option

OK, ARGUMENT, DOMAIN = 0, 1, 2


class Column(ctypes.Structure):
    """`ScorioColumn`."""

    _fields_ = [("name", c_char_p), ("kind", c_int32), ("optional", ctypes.c_bool)]


class Cell(ctypes.Structure):
    """`ScorioCell`."""

    _fields_ = [
        ("kind", c_int32), ("whole", ctypes.c_int64), ("real", c_double), ("text", c_char_p),
        ("numbers", POINTER(c_double)), ("length", c_size_t),
    ]  # fmt: skip


def loaded():
    """Load the library."""
    named = os.environ.get("SCORIO_LIB")
    if not named:
        pytest.skip("SCORIO_LIB names no library: make test builds it and sets that")
    return ctypes.CDLL(named)


def option(name, value):
    if isinstance(value, bytes):
        return Option(name, value, None, 0, None, 0, None)
    return Option(name, None, (c_double * 1)(value), 1, None, 0, None)


def rows_of(library, call, counts, options, table=0, sums=None):
    """Give a table of a call: its rows by the names of their columns."""
    given = (Option * len(options))(*(option(*one) for one in options.items()))
    answer, found = c_void_p(), c_void_p()
    status = library.scorio_call(
        call, counts, sums, given, c_size_t(len(options)), c_size_t(1), byref(answer)
    )
    assert status == OK, said(library)
    assert library.scorio_answer_table(answer, c_size_t(table), byref(found)) == OK
    rows, columns = c_size_t(), c_size_t()
    assert library.scorio_table_size(found, byref(rows), byref(columns)) == OK
    places = range(columns.value)
    read = [
        {name_of(library, found, at): value_of(library, found, row, at) for at in places}
        for row in range(rows.value)
    ]
    library.scorio_answer_free(answer)
    return read


def name_of(library, table, column):
    found = Column()
    assert library.scorio_table_column(table, c_size_t(column), byref(found)) == OK
    return found.name.decode()


def value_of(library, table, row, column):
    cell = Cell()
    assert library.scorio_table_cell(table, c_size_t(row), c_size_t(column), byref(cell)) == OK
    if cell.text:
        return cell.text.decode()
    # What is not a real number has NaN there.
    return cell.whole if math.isnan(cell.real) else cell.real


def said(library):
    text = ctypes.create_string_buffer(400)
    library.scorio_last_text(c_int32(0), text, c_size_t(400), c_size_t(0))
    return text.value.decode()
