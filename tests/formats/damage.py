"""Damage to a file: cut off, bits flipped, bytes replaced, pieces deleted or repeated."""

ODD = b'"\\{}[]:, \n\r\t\x00\xff0123456789-.eE'
BREAKS = b'\n,]}"\x00'


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
