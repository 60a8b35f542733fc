#!/usr/bin/env python3
"""The format of tests/data/vectors: rows.py unpack FILE prints the rows in full, one per line; rows.py pack FILE packs such rows in place.

The first line of a packed file is what all of its rows have, `{"all": {..}}`. Where the elements that an operand's index names lie in equal steps,
`x_index` is written as `x_strides`: for each axis of the output, how far apart in the operand the elements are that two neighbours on it read.
Nothing is lost, and rows without either are rows as well.
"""

import json
import pathlib
import sys

ALL = ("engine", "version", "op", "mode")


def indices(out, strides):
    """For each element of the output in C order, the operand's element that it reads."""
    found = [0]
    for length, stride in zip(out, strides):
        found = [index + position * stride for index in found for position in range(length)]
    return found


def strides(out, index):
    """The strides that give this index, or None."""
    found, inner = [], len(index)
    for length in out:
        inner = inner // length if length else 0
        found.append(index[inner] - index[0] if length > 1 and inner else 0)
    return found if indices(out, found) == index else None


def pack(rows):
    """The lines of a packed file."""
    same = {key: rows[0][key] for key in ALL if all(key in row and row[key] == rows[0][key] for row in rows)}
    lines = [{"all": same}]
    for row in rows:
        line = {}
        for key, value in row.items():
            steps = strides(row["out"], value) if key.endswith("_index") else None
            if steps is not None:
                line[key.removesuffix("_index") + "_strides"] = steps
            elif key not in same:
                line[key] = value
        lines.append(line)
    assert unpack(lines) == rows
    return lines


def unpack(lines):
    """The rows of a packed file."""
    same, rows = {}, []
    for line in lines:
        if "all" in line:
            same = line["all"]
            continue
        row = dict(same)
        for key, value in line.items():
            if key.endswith("_strides"):
                row[key.removesuffix("_strides") + "_index"] = indices(line["out"], value)
            else:
                row[key] = value
        rows.append(row)
    return rows


def read(path):
    with open(path) as file:
        return unpack([json.loads(line) for line in file])


def text(lines):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def write(path, rows):
    pathlib.Path(path).write_text(text(pack(rows)))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["unpack", path]:
            sys.stdout.write(text(read(path)))
        case ["pack", path]:
            write(path, read(path))
        case _:
            sys.exit(__doc__)
