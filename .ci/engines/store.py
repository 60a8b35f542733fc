"""Stores a part of the results as cases: store.py DIRECTORY, as written by ask.py.

Keeps ranks above 4, lengths of 0 and 7, and deviations of an engine from its document: `KEPT` rows of each kind, rare ones first, and those
with small results. If the result has more than `LARGE` elements, the row keeps only its verdict and shape.
"""

import json
import os
import sys
from collections import Counter

import draw
import rows as packed

KEPT = {"numpy": 120, "onnxruntime": 70, "openvino": 50, "paddle": 130, "ncnn": 250}
LARGE = 200
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "data", "vectors")


def shapes(row):
    return [row[key] for key in ("a", "b", "data", "target", "cond", "x", "y") if key in row]


def reasons(row):
    """The reason for which a row is worth keeping."""
    lengths = [length for shape in shapes(row) for length in shape]
    longest = max(map(len, shapes(row)))
    accepted = "accepted" if row.get("document_ok", row["ok"]) else "refused"
    found = [f"rank {longest} {accepted}"] if longest > 4 or row["engine"] == "ncnn" else []
    found += [f"length {length} {accepted}" for length in (0, 7) if length in lengths]
    return found + ([row["why"]] * 2 if "why" in row else [])


def chosen(rows, most):
    """The rows to keep: repeatedly one for the reason with the fewest rows so far."""
    have, kept, waiting = Counter(), [], {}
    for row in rows:
        for reason in reasons(row):
            waiting.setdefault(reason, []).append(row)
    taken = set()
    while len(kept) < most and waiting:
        reason = min(waiting, key=lambda reason: (have[reason], reason))
        row = waiting[reason].pop(0)
        if not waiting[reason]:
            del waiting[reason]
        if id(row) not in taken:
            taken.add(id(row))
            kept.append(row)
            have.update(reasons(row))
    return kept


for kind, (engine, *_) in draw.kinds.items():
    with open(os.path.join(sys.argv[1], kind + ".jsonl")) as file:
        rows = [json.loads(line) for line in file]
    rows.sort(key=lambda row: draw.product(row.get("out", [])) > LARGE)
    kept = chosen([row for row in rows if row.get("why") != "unexplained"], KEPT[engine])
    for row in kept:
        if draw.product(row.get("out", [])) > LARGE:
            for key in [key for key in row if key.endswith("_index")]:
                del row[key]
    packed.write(os.path.join(FOLDER, f"drawn_{kind}.jsonl"), kept)
    print(f"drawn_{kind}.jsonl: {len(kept)} rows")
