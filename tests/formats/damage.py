"""Damage to a file: cut off, bits flipped, bytes replaced, pieces deleted or repeated.

Files in columns tell lies as well: numbers of what they say about themselves are replaced by
others, and all lengths around them are right again.
"""

ODD = b'"\\{}[]:, \n\r\t\x00\xff0123456789-.eE'
BREAKS = b'\n,]}"\x00'


SMALL = [0, 1, 2, 3, 7, 63, 64, 127, 128, 255, 1000]
LIES = [
    *SMALL,
    *(2**bits - less for bits in (15, 20, 30, 31, 32, 40, 62, 63, 64) for less in (1, 2)),
]


def varint(number):
    """A number as Thrift writes it."""
    text = b""
    while number >= 0x80:
        text += bytes([number & 0x7F | 0x80])
        number >>= 7
    return text + bytes([number])


def lying_parquet(chance, content):
    """A Parquet file with another number, or another piece, in its footer."""
    length = int.from_bytes(content[-8:-4], "little")
    start = len(content) - 8 - length
    footer = content[start:-8]
    if not 0 < length <= len(content) - 8:
        return content
    at = chance.randrange(length)
    end = at + 1
    while end < length and footer[end - 1] >= 0x80 and end - at < 10:
        end += 1
    match chance.randrange(4):
        case 0:
            # A field, a type or the size of a list.
            new = bytes([chance.randrange(256)])
        case 1:
            # A piece from elsewhere.
            piece = chance.randrange(length)
            new = footer[piece : piece + chance.randrange(1, 30)]
        case _:
            new = varint(chance.choice(LIES))
    footer = footer[:at] + new + footer[end:]
    return content[:start] + footer + len(footer).to_bytes(4, "little") + content[-4:]


def lying_arrow(chance, content):
    """An Arrow file or stream with another number among those before its data."""
    size = chance.choice([1, 2, 4, 8])
    # Messages begin with their length, behind four bytes of ones; a file ends with its footer.
    heads = [at for at in range(0, len(content) - 8, 4) if content[at : at + 4] == b"\xff" * 4]
    ends = [(at + 8, at + 8 + int.from_bytes(content[at + 4 : at + 8], "little")) for at in heads]
    if content.endswith(b"ARROW1"):
        length = int.from_bytes(content[-10:-6], "little")
        ends.append((len(content) - 10 - length, len(content) - 10))
    ends = [(start, end) for start, end in ends if 0 < start < end - size <= len(content)]
    if not ends:
        return content
    start, end = chance.choice(ends)
    at = chance.randrange(start, end - size)
    at -= (at - start) % size
    number = chance.choice([*LIES, chance.randrange(64)]) % 2 ** (8 * size)
    return content[:at] + number.to_bytes(size, "little") + content[at + size :]


def lying(chance, content):
    """A file in columns that lies, or another one as it is."""
    if content.startswith(b"PAR1") and content.endswith(b"PAR1"):
        return lying_parquet(chance, content)
    if content.startswith((b"ARROW1", b"\xff\xff\xff\xff")):
        return lying_arrow(chance, content)
    return content


def place(chance, content):
    """Anywhere, also where parts end, and near the end of the file, where many readers start."""
    match chance.randrange(4):
        case 0:
            return max(len(content) - 1 - chance.randrange(64), 0)
        case 1:
            at = content.find(bytes([chance.choice(BREAKS)]), chance.randrange(len(content)))
            return at if at >= 0 else len(content) - 1
        case _:
            return chance.randrange(len(content))


def damaged(chance, content):
    """Give it with a lie, one damage, sometimes two, and their names."""
    lie = lying(chance, content) if chance.randrange(2) else content
    return broken(chance, content) if lie == content else (lie, "lie")


def broken(chance, content):
    """Give it with one damage, sometimes two, and their names."""
    names = []
    for _ in range(1 if chance.randrange(5) else 2):
        if not content:
            break
        at = place(chance, content)
        end = at + 1 + chance.randrange(40)
        name = chance.choice(["cut", "flip", "flip", "replace", "delete", "repeat", "zeros"])
        match name:
            case "cut":
                content = content[:at]
            case "flip":
                flipped = content[at] ^ 1 << chance.randrange(8)
                content = content[:at] + bytes([flipped]) + content[at + 1 :]
            case "replace":
                content = content[:at] + bytes([chance.choice(ODD)]) + content[at + 1 :]
            case "delete":
                content = content[:at] + content[end:]
            case "repeat":
                content = content[:end] + content[at:end] + content[end:]
            case "zeros":
                content = content[:at] + bytes(min(end, len(content)) - at) + content[end:]
        names.append(f"{name} at {at}")
    return content, ", ".join(names)
