"""Prints the polynomials of `bcast::math`: the minimax ones by Remez exchange, rounded to each format.

    pip install mpmath numpy
    python3 coefficients.py
"""

import mpmath as mp
import numpy as np

mp.mp.prec = 300


def minimax(function, weight, low, high, degree):
    """The polynomial of this degree whose weighted error is least, and that error."""
    low, high, count = mp.mpf(low), mp.mpf(high), degree + 2
    middle, half = (low + high) / 2, (high - low) / 2
    nodes = [middle - half * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    for _ in range(8):
        rows = [[x**j for j in range(degree + 1)] + [(-1) ** i / weight(x)] for i, x in enumerate(nodes)]
        solution = mp.lu_solve(mp.matrix(rows), mp.matrix([function(x) for x in nodes]))
        coefficients = [solution[j] for j in range(degree + 1)]
        error = lambda x: weight(x) * (mp.polyval(coefficients[::-1], x) - function(x))
        # The next nodes are the extremes of the error between its zeros.
        steps = 60 * count
        grid = [middle - half * mp.cos(mp.pi * i / steps) for i in range(steps + 1)]
        values = [error(x) for x in grid]
        runs, start = [], 0
        for i in range(1, steps + 2):
            if i > steps or (values[i] > 0) != (values[start] > 0):
                runs.append(max(range(start, i), key=lambda k: abs(values[k])))
                start = i
        if len(runs) < count:
            break
        while len(runs) > count:
            runs.pop(0 if abs(values[runs[0]]) < abs(values[runs[-1]]) else -1)
        nodes = [grid[i] for i in runs]
    return coefficients, max(map(abs, values))


def away(x):
    """`x`, or something tiny instead of next to nothing, where the quotients would be 0 / 0."""
    return x if abs(x) > mp.mpf(2) ** -60 else mp.mpf(2) ** -60


HALF_LN2 = mp.log(2) / 2 * mp.mpf("1.0001")
S = 3 - 2 * mp.sqrt(2)  # (m - 1) / (m + 1) for m = sqrt(2)


def exp(r):
    r = away(r)
    return (mp.expm1(r) - r) / r**2


def exp2(r):
    r = away(r)
    return mp.expm1(r * mp.log(2)) / r


def ln(z):
    s = mp.sqrt(away(z))
    return 2 * (mp.atanh(s) - s) / s**3


def tanh(u):
    x = mp.sqrt(away(u))
    return (mp.tanh(x) - x) / x**3


CASES = [
    # name, function, weight that makes its error a relative one of the result, interval, degree for f32 and f64
    ("exp: (e^r - 1 - r) / r^2", exp, lambda r: away(r) ** 2 / mp.expm1(away(r)), -HALF_LN2, HALF_LN2, 4, 9),
    ("exp2: (2^r - 1) / r", exp2, lambda r: r * 2**-r, "-0.5001", "0.5001", 5, 10),
    ("ln: 2 (atanh(s) - s) / s^3 in s^2", ln, lambda z: z / 2, 0, S**2 * mp.mpf("1.0001"), 2, 6),
    ("tanh: (tanh(x) - x) / x^3 in x^2", tanh, lambda u: u, 0, "0.3026", 4, 10),
]

if __name__ == "__main__":
    for name, function, weight, low, high, single, double in CASES:
        for kind, degree in ((np.float32, single), (np.float64, double)):
            # Where a weight vanishes, a floor keeps the exchange regular.
            floor = abs(weight(mp.mpf(high))) / 50
            weighted = lambda x: max(abs(weight(x)), floor)
            coefficients, error = minimax(function, weighted, low, high, degree)
            digits = [np.format_float_scientific(kind(mp.nstr(c, 40)), unique=True, trim="0") for c in coefficients]
            print(f"{name} as {kind.__name__}: error 2^{float(mp.log(error, 2)):.1f}")
            print("    " + ", ".join(digits))
