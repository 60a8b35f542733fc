"""Adds NumPy's errors of sums to those that tests/numpy.rs prints, and prints the table of docs/math.md.

    errors.py FILE
"""

import sys

import numpy as np

from calls import values

NAMES = ["bcast", "NumPy last", "NumPy 0", "ndarray last", "ndarray 0"]
DATA = {"plain": "[0, 1)", "hard": "±2^-16 to 2^15"}


def measured(sums, exact, unit):
    errors = np.abs(sums.astype(np.float64) - exact) / unit
    return np.sqrt(np.mean(errors**2)), np.max(errors)


def main():
    found = {}
    for line in open(sys.argv[1]):
        if line.startswith("error\t"):
            _, kind, count, sums, name, rms, worst = line.split("\t")
            found.setdefault((kind, int(count), int(sums)), {})[name] = (float(rms), float(worst))
    print("| data | elements | sums | `bcast!`, every axis | NumPy, last axis | NumPy, axis 0 | ndarray, last axis | ndarray, axis 0 |")
    print("|---|---|---|---|---|---|---|---|")
    for (kind, count, sums), errors in found.items():
        rows = np.stack([values(kind, "f32", row, [count]) for row in range(sums)])
        exact, unit = rows.sum(axis=1, dtype=np.float64), np.abs(rows).sum(axis=1, dtype=np.float64) * 2.0**-24
        errors["NumPy last"] = measured(rows.sum(axis=1), exact, unit)
        errors["NumPy 0"] = measured(np.ascontiguousarray(rows.T).sum(axis=0), exact, unit)
        cells = [f"{errors[name][0]:.2g} / {errors[name][1]:.2g}" for name in NAMES]
        print(f"| {DATA[kind]} | {count:.0e} | {sums} | {' | '.join(cells)} |".replace("e+0", "e"))


if __name__ == "__main__":
    main()
