#!/usr/bin/env python3
"""Packs the inputs of a fuzz target into one text file, and unpacks them:

    fuzz/corpus.py pack FOLDER FILE
    fuzz/corpus.py unpack FILE FOLDER

Each input is one line of the file. Printable ASCII stands for itself; every other byte, a backslash, and a space that begins or ends an input are
written as `\\xNN`. Lines are sorted, and each occurs once. An unpacked input is named by the SHA-1 of its bytes, as libFuzzer does it.
"""

import hashlib
import pathlib
import re
import sys


def escaped(data):
    """One line, without its end."""
    shown = "".join(chr(byte) if 0x20 <= byte < 0x7F and byte != 0x5C else f"\\x{byte:02x}" for byte in data)
    return re.sub("^ | $", r"\\x20", shown)


def unescaped(line):
    """The bytes of a line."""
    return re.sub(rb"\\x([0-9a-f]{2})", lambda match: bytes([int(match[1], 16)]), line.encode("ascii"))


def pack(folder, file):
    inputs = {path.read_bytes() for path in pathlib.Path(folder).iterdir()}
    lines = sorted(escaped(data) for data in inputs)
    assert {unescaped(line) for line in lines} == inputs
    pathlib.Path(file).write_text("".join(line + "\n" for line in lines), encoding="ascii", newline="\n")
    print(f"{file}: {len(lines)} inputs, {sum(map(len, inputs))} bytes")


def unpack(file, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for line in pathlib.Path(file).read_text(encoding="ascii").splitlines():
        data = unescaped(line)
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


match sys.argv[1:]:
    case ["pack", folder, file]:
        pack(folder, file)
    case ["unpack", file, folder]:
        unpack(file, folder)
    case _:
        sys.exit(__doc__)
