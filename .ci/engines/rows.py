#!/usr/bin/env python3
"""The format of tests/data/vectors: rows.py unpack FILE prints the rows in full, one per line; rows.py pack FILE packs such rows in place.

The first line of a packed file is `{"all": {..}, "fields": [..]}`: what its rows have unless they say otherwise, and the names of the values of
each row. A row is the list of its values in that order: null where it has none, and shorter if it has none of the last ones. A row without `ok` is
accepted if it has `out`, and an `out` equal to another shape of the row is its name. Where the elements that an operand's index names lie in equal
steps, `x_index` is written as `x_strides`: for each axis of the output, how far apart in the operand the elements are that two neighbours on it
read, or one number if all elements of the output read elements so far apart. Nothing is lost, and objects with the names and values of a row, as
`unpack` prints them, are rows as well.
"""

import json
import math
import pathlib
import sys

ALL = ("engine", "version", "op", "mode")
SHAPES = ("a", "b", "cond", "x", "y", "data", "target")


def indices(out, strides):
    """For each element of the output in C order, the operand's element that it reads."""
    if isinstance(strides, int):
        return [strides * position for position in range(math.prod(out))]
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
    return next((steps for steps in (1, 0, found) if indices(out, steps) == index), None)


def pack(rows):
    """The lines of a packed file."""
    same = {key: rows[0][key] for key in ALL if all(key in row and row[key] == rows[0][key] for row in rows)}
    # What a row says replaces what all say.
    same |= {key: False for key in rows[0] if key != "ok" and all(isinstance(row.get(key), bool) for row in rows)}
    packed, having = [], {}
    for row in rows:
        line = {}
        for key, value in row.items():
            steps = strides(row["out"], value) if key.endswith("_index") else None
            if steps is not None:
                line[key.removesuffix("_index") + "_strides"] = steps
            elif same.get(key) != value and not (key == "ok" and value == ("out" in row)):
                line[key] = value
        if "out" in row:
            line["out"] = next((key for key in SHAPES if row.get(key) == row["out"] and len(compact(key)) < len(compact(row["out"]))), row["out"])
        packed.append(line)
        having.update({key: having.get(key, 0) + 1 for key in line})
    # What few rows have comes last, so that the others are short.
    fields = sorted(having, key=lambda key: -having[key])
    lines = [{"all": same, "fields": fields}]
    for line in packed:
        values = [line.get(key) for key in fields]
        while values and values[-1] is None:
            values.pop()
        lines.append(values)
    assert unpack(lines) == rows
    return lines


def unpack(lines):
    """The rows of a packed file."""
    same, fields, rows = {}, [], []
    for line in lines:
        if isinstance(line, list):
            line = {key: value for key, value in zip(fields, line, strict=False) if value is not None}
        elif "all" in line:
            same, fields = line["all"], line.get("fields", [])
            continue
        row = dict(same)
        if isinstance(line.get("out"), str):
            line["out"] = line[line["out"]]
        for key, value in line.items():
            if key.endswith("_strides"):
                row[key.removesuffix("_strides") + "_index"] = indices(line["out"], value)
            else:
                row[key] = value
        row.setdefault("ok", "out" in row)
        rows.append(row)
    return rows


def read(path):
    with open(path) as file:
        return unpack([json.loads(line) for line in file])


def compact(line):
    return json.dumps(line, separators=(",", ":"))


def text(lines):
    return "".join(compact(line) + "\n" for line in lines)


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
