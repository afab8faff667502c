"""Tables that are handed over by Arrow's C stream interface, and the lies that they can tell."""

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int64, c_void_p, pointer

RELEASED = 0


class Schema(ctypes.Structure):
    """A type, as C declares it."""


class Array(ctypes.Structure):
    """A column or a batch, as C declares it."""


class Stream(ctypes.Structure):
    """A stream of batches, as C declares it."""


Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(Schema))),
    ("dictionary", POINTER(Schema)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]
Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(Array))),
    ("dictionary", POINTER(Array)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]
Stream._fields_ = [
    (name, c_void_p)
    for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")
]

GET_SCHEMA = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Array))
GET_ERROR = ctypes.CFUNCTYPE(c_char_p, c_void_p)
RELEASE = ctypes.CFUNCTYPE(None, c_void_p)

NEW = ctypes.pythonapi.PyCapsule_New
NEW.restype = ctypes.py_object
NEW.argtypes = [c_void_p, c_char_p, c_void_p]

# Everything that a structure points to, for as long as the process lives.
KEPT = []


def kept(value):
    KEPT.append(value)
    return value


def releasing(kind):
    """Give the function that marks a structure as released."""

    def release(at):
        ctypes.cast(at, POINTER(kind)).contents.release = RELEASED

    return ctypes.cast(kept(RELEASE(release)), c_void_p)


RELEASES = {kind: releasing(kind) for kind in (Schema, Array, Stream)}


def filled(kind, children=(), **fields):
    """Make a structure with children."""
    made = kept(kind(n_children=len(children), release=RELEASES[kind], **fields))
    if children:
        made.children = kept((POINTER(kind) * len(children))(*map(pointer, kept(list(children)))))
    return made


def schema(form, name=b"", children=(), **fields):
    return filled(Schema, children, format=form, name=name, flags=2, **fields)


def numbers(kind, *values):
    """Give whole numbers with zeros behind them, so that lies lead into our own memory."""
    return kept((kind * (len(values) + 64))(*values))


def small(*values):
    return numbers(ctypes.c_int32, *values)


def large(*values):
    return numbers(ctypes.c_int64, *values)


def text(value):
    return kept(ctypes.create_string_buffer(value, len(value) + 1024))


def addresses(*buffers):
    cast = [None if buffer is None else ctypes.cast(buffer, c_void_p).value for buffer in buffers]
    return kept((c_void_p * max(1, len(cast)))(*cast))


def array(length, buffers, children=(), **fields):
    made = filled(Array, children, length=length, n_buffers=len(buffers), **fields)
    made.buffers = addresses(*buffers)
    return made


class Table:
    """A table of two rows, and everything in it that can be a lie."""

    def __init__(self):
        names = [(b"u", b"model"), (b"u", b"question"), (b"l", b"outcome"), (b"u", b"unread")]
        self.schema = schema(b"+s", children=[schema(*each) for each in names])
        texts = [array(2, [None, small(0, 1, 2), text(b)]) for b in (b"mm", b"qr")]
        unread = array(2, [None, small(0, 1, 2), text(b"xy")])
        self.batch = array(
            2, [None], children=[*texts, array(2, [None, large(0, 1)]), unread], null_count=0
        )
        self.batches = 1
        self.codes = [0, 0]
        self.said = b"it broke down"
        self.stream = Stream()
        self.name = b"arrow_array_stream"

    def types(self, place):
        return self.schema.children[place].contents

    def columns(self, place):
        return self.batch.children[place].contents

    def buffer(self, column, place, value):
        """Replace a buffer of a column."""
        cast = ctypes.cast(value, c_void_p).value if value is not None else None
        self.columns(column).buffers[place] = cast

    def shift(self, column, place, by):
        self.columns(column).buffers[place] += by

    def functions(self):
        """Fill the stream with what a producer answers."""
        left = [self.batches]

        def get_schema(_stream, out):
            if not self.codes[0]:
                ctypes.memmove(out, ctypes.byref(self.schema), ctypes.sizeof(Schema))
            return self.codes[0]

        def get_next(_stream, out):
            if self.codes[1]:
                return self.codes[1]
            if left[0]:
                left[0] -= 1
                ctypes.memmove(out, ctypes.byref(self.batch), ctypes.sizeof(Array))
            else:
                out.contents.release = RELEASED
            return 0

        given = {
            "get_schema": GET_SCHEMA(get_schema),
            "get_next": GET_NEXT(get_next),
            "get_last_error": GET_ERROR(lambda _stream: self.said),
        }
        self.stream.release = RELEASES[Stream]
        for name, function in given.items():
            setattr(self.stream, name, ctypes.cast(kept(function), c_void_p))
        return self

    def __arrow_c_stream__(self, requested_schema=None):
        kept(self)
        if not self.stream.release:
            self.functions()
        for name in getattr(self, "without", ()):
            setattr(self.stream, name, None)
        return NEW(ctypes.addressof(self.stream), self.name, None)


def change(target, **fields):
    for name, value in fields.items():
        setattr(target, name, value)


def nowhere(kind):
    return POINTER(kind)()


def dictionary(table, keys, values=None):
    """Make the question a dictionary column."""
    change(table.types(1), format=b"i", dictionary=pointer(schema(b"u")))
    change(table.columns(1), n_buffers=2)
    table.buffer(1, 1, small(*keys))
    if values is not None:
        table.columns(1).dictionary = pointer(values)


def views(table, lengths, count=None):
    """Make the question a column of views on one buffer."""
    table.types(1).format = b"vu"
    column = table.columns(1)
    column.buffers = addresses(
        None, large(1 | 0x71 << 32, 0, 1 | 0x72 << 32, 0), text(b"q"), lengths
    )
    column.n_buffers = 4 if count is None else count


HUGE = 2**63 - 1

# What each lie does to a good table.
LIES = {
    "schema fails": lambda t: change(t, codes=[5, 0]),
    "batch fails": lambda t: change(t, codes=[0, 5]),
    "batch fails below zero": lambda t: change(t, codes=[0, -1]),
    "fails without a word": lambda t: change(t, codes=[0, 5], said=None),
    "fails with bytes": lambda t: change(t, codes=[0, 5], said=b"\xff\xfe"),
    "no get_schema": lambda t: change(t, without=["get_schema"]),
    "no get_next": lambda t: change(t, without=["get_next"]),
    "no get_last_error": lambda t: change(t, codes=[0, 5], without=["get_last_error"]),
    "no release": lambda t: change(t, without=["release"]),
    "released type": lambda t: change(t.schema, release=RELEASED),
    "released column type": lambda t: change(t.types(0), release=RELEASED),
    "no format": lambda t: change(t.schema, format=None),
    "no column format": lambda t: change(t.types(2), format=None),
    "empty format": lambda t: change(t.schema, format=b""),
    "format of bytes": lambda t: change(t.types(2), format=b"\xff\xfe"),
    "one column": lambda t: change(t.schema, format=b"l"),
    "format w: huge": lambda t: change(t.types(2), format=b"w:99999999999"),
    "format w: negative": lambda t: change(t.types(2), format=b"w:-4"),
    "format +w: negative": lambda t: change(t.types(2), format=b"+w:-4"),
    "format d:": lambda t: change(t.types(2), format=b"d:"),
    "format d:999,999": lambda t: change(t.types(2), format=b"d:999,999"),
    "list without values": lambda t: change(t.types(2), format=b"+l"),
    "struct without fields": lambda t: change(t.types(2), format=b"+s"),
    "union without fields": lambda t: change(t.types(2), format=b"+ud:1,2"),
    "runs without ends": lambda t: change(t.types(1), format=b"+r"),
    "map without entries": lambda t: change(t.types(1), format=b"+m"),
    "binary for numbers": lambda t: change(t.types(2), format=b"z"),
    "null for numbers": lambda t: change(t.types(2), format=b"n"),
    "views for text": lambda t: change(t.types(1), format=b"vu"),
    "large text for text": lambda t: change(t.types(1), format=b"U"),
    "name of bytes": lambda t: change(t.types(1), name=b"\xff"),
    "name of bytes, not read": lambda t: change(t.types(3), name=b"\xff"),
    "-1 types": lambda t: change(t.schema, n_children=-1),
    "no types": lambda t: change(t.schema, n_children=0),
    "no list of types": lambda t: change(t.schema, children=nowhere(POINTER(Schema))),
    "no type": lambda t: t.schema.children.__setitem__(1, nowhere(Schema)),
    "a circle of types": lambda t: change(
        t.types(1), format=b"+l", n_children=1, children=kept(pointer(pointer(t.types(1))))
    ),
    "fewer columns": lambda t: change(t.batch, n_children=2),
    "no columns": lambda t: change(t.batch, n_children=0),
    "-1 columns": lambda t: change(t.batch, n_children=-1),
    "no list of columns": lambda t: change(t.batch, children=nowhere(POINTER(Array))),
    "no column": lambda t: t.batch.children.__setitem__(1, nowhere(Array)),
    "no column, not read": lambda t: t.batch.children.__setitem__(3, nowhere(Array)),
    "length -1": lambda t: change(t.batch, length=-1),
    "length 2^62": lambda t: change(t.batch, length=2**62),
    "offset -5": lambda t: change(t.batch, offset=-5),
    "offset 1": lambda t: change(t.batch, offset=1),
    "column too short": lambda t: change(t.columns(1), length=1),
    "column of -1": lambda t: change(t.columns(1), length=-1),
    "column of the least": lambda t: change(t.columns(2), length=-(2**63)),
    "column of 2^60": lambda t: change(t.columns(2), length=2**60),
    "column offset -1": lambda t: change(t.columns(1), offset=-1),
    "column offset huge": lambda t: change(t.columns(2), offset=HUGE),
    "99 nulls": lambda t: change(t.columns(2), null_count=99),
    "1 null, no bits": lambda t: change(t.columns(2), null_count=1),
    "-7 nulls": lambda t: change(t.columns(2), null_count=-7),
    "wrong count of nulls": lambda t: (
        change(t.columns(2), null_count=2),
        t.buffer(2, 0, text(b"\x01")),
    ),
    "null rows": lambda t: (
        change(t.batch, null_count=1),
        t.batch.buffers.__setitem__(0, ctypes.cast(text(b"\x01"), c_void_p).value),
    ),
    "no buffers": lambda t: change(t.columns(1), n_buffers=0),
    "one buffer": lambda t: change(t.columns(1), n_buffers=1),
    "-1 buffers": lambda t: change(t.columns(1), n_buffers=-1),
    "99 buffers": lambda t: change(t.columns(2), n_buffers=99),
    "no list of buffers": lambda t: change(t.columns(1), buffers=nowhere(c_void_p)),
    "no data": lambda t: t.buffer(2, 1, None),
    "no offsets": lambda t: t.buffer(1, 1, None),
    "no text": lambda t: t.buffer(1, 2, None),
    "offsets not aligned": lambda t: t.shift(1, 1, 1),
    "offsets fall": lambda t: t.buffer(1, 1, small(2, 1, 0)),
    "offsets fall within": lambda t: t.buffer(1, 1, small(1, 0, 2)),
    "offsets below zero": lambda t: t.buffer(1, 1, small(-2, -1, 1)),
    "last offset below zero": lambda t: t.buffer(1, 1, small(0, 1, -5)),
    "offset beyond the end": lambda t: t.buffer(1, 1, small(0, 1000000, 2)),
    "text of bytes": lambda t: t.buffer(1, 2, text(b"\xff\xfe")),
    "text cut within a letter": lambda t: t.buffer(1, 2, text("é".encode())),
    "dictionary without values": lambda t: dictionary(t, [0, 0]),
    "keys out of range": lambda t: dictionary(
        t, [7, -3], array(1, [None, small(0, 1), text(b"q")])
    ),
    "dictionary of bytes": lambda t: dictionary(
        t, [0, 0], array(1, [None, small(0, 1), text(b"\xff")])
    ),
    "dictionary of falling offsets": lambda t: dictionary(
        t, [0, 1], array(2, [None, small(0, 5, 1), text(b"q")])
    ),
    "dictionary for numbers": lambda t: change(
        t.columns(2), dictionary=pointer(array(1, [None, large(0)]))
    ),
    "view lengths below zero": lambda t: views(t, large(-1)),
    "no view lengths": lambda t: views(t, None),
    "too few view buffers": lambda t: views(t, large(1), 2),
    "views of nothing": lambda t: (views(t, large(1)), t.buffer(1, 1, large(13, 9, 13, 0))),
    "no rows": lambda t: change(t, batches=0),
    "other capsule": lambda t: change(t, name=b"arrow_schema"),
    "capsule without a name": lambda t: change(t, name=None),
}

# What is unusual, but true.
TRUTHS = {
    "plain": lambda _: None,
    "unknown nulls": lambda t: change(t.columns(2), null_count=-1),
    "unread column of bytes": lambda t: t.buffer(3, 2, text(b"\xff\xfe")),
    "unread column without buffers": lambda t: change(t.columns(3), n_buffers=0),
    "numbers not aligned": lambda t: t.buffer(2, 1, text(b"\1" + bytes(15))),
    "many batches": lambda t: change(t, batches=1000),
    "dictionary": lambda t: dictionary(t, [1, 0], array(2, [None, small(0, 1, 2), text(b"qr")])),
    "views": lambda t: views(t, large(1)),
}
