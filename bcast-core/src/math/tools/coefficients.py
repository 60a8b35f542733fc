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
    """`x`, replaced by a small number where quotients would be 0 / 0."""
    return x if abs(x) > mp.mpf(2) ** -60 else mp.mpf(2) ** -60


HALF_LN2 = mp.log(2) / 2 * mp.mpf("1.0001")
S = 3 - 2 * mp.sqrt(2)  # (m - 1) / (m + 1) for m = sqrt(2)


def exp(r):
    r = away(r)
    return (mp.expm1(r) - r) / r**2


def exp2(r):
    r = away(r)
    return mp.expm1(r * mp.log(2)) / r


def exp_2r(r):
    r = away(r)
    return mp.expm1(2 * r) / r


def ln(z):
    s = mp.sqrt(away(z))
    return 2 * (mp.atanh(s) - s) / s**3


def ln_rest(z):
    return (ln(z) - mp.mpf(2) / 3) / away(z)


def tanh(u):
    x = mp.sqrt(away(u))
    return (mp.tanh(x) - x) / x**3


def erf_near(u):
    z = mp.sqrt(away(u))
    return mp.erf(z) / z - 1


def position(middle, t):
    """The x with (x - middle) / (x + middle) = t."""
    return middle * (1 + t) / (1 - t)


def place(middle, x):
    return (mp.mpf(x) - middle) / (mp.mpf(x) + middle)


def erfcx(z):
    return mp.exp(z * z) * mp.erfc(z)


def erf_far(t):
    z = position(2, t)
    return erfcx(z) * (2 + z)


def erf_far_weight(t):
    z = position(2, t)
    return mp.exp(-z * z) / (2 + z)


def tail(x):
    """e^(x^2 / 2) times the tail of the normal distribution beyond x."""
    return erfcx(x / mp.sqrt(2)) / 2


def gelu_single(t):
    x = position(mp.mpf("3.5"), t)
    return tail(x) * (x + mp.mpf("3.5"))


def gelu_double(t):
    x = position(6, t)
    return tail(x) * (x + 1)


def sin(u):
    x = mp.sqrt(away(u))
    return (mp.sin(x) - x) / x**3


def cos(u):
    u = away(u)
    return (mp.cos(mp.sqrt(u)) - 1 + u / 2) / u**2


EIGHTH = mp.pi**2 / 16 * mp.mpf("1.0001")
F32, F64 = np.float32, np.float64
EXP = "exp: (e^r - 1 - r) / r^2", exp, lambda r: away(r) ** 2 / mp.expm1(away(r)), -HALF_LN2, HALF_LN2
LN = "ln: 2 (atanh(s) - s) / s^3 in s^2", ln, lambda z: z / 2, 0, S**2 * mp.mpf("1.0001")
CASES = [
    # name, function, weight that makes its error a relative one of the result, interval; then format and degree. The functions of f32
    # that compute in f64 have a lower degree and coefficients of f64.
    (*EXP, F32, 4),
    (*EXP, F64, 9),
    (*EXP, F64, 5),
    ("exp2: (2^r - 1) / r", exp2, lambda r: r * 2**-r, "-0.5001", "0.5001", F32, 5),
    ("exp2: (2^r - 1) / r", exp2, lambda r: r * 2**-r, "-0.5001", "0.5001", F64, 10),
    (*LN, F32, 2),
    (*LN, F64, 6),
    (*LN, F64, 4),
    ("powf: (ln - 2/3) / s^2 in s^2", ln_rest, lambda z: z * z / 2, 0, S**2 * mp.mpf("1.0001"), F64, 7),
    ("tanh, near: (tanh(x) - x) / x^3 in x^2", tanh, lambda u: u, 0, "0.4901", F32, 4),
    ("tanh, near: (tanh(x) - x) / x^3 in x^2", tanh, lambda u: u, 0, "0.4901", F64, 11),
    ("tanh, far: (e^2r - 1) / r", exp_2r, lambda r: r * mp.exp(-2 * r), -HALF_LN2 / 2, HALF_LN2 / 2, F32, 5),
    ("tanh, far: (e^2r - 1) / r", exp_2r, lambda r: r * mp.exp(-2 * r), -HALF_LN2 / 2, HALF_LN2 / 2, F64, 10),
    ("erf, near: erf(x) / x - 1 in x^2", erf_near, lambda u: 1, 0, "0.6401", F64, 6),
    ("erf, near: erf(x) / x - 1 in x^2", erf_near, lambda u: 1, 0, "0.6401", F64, 11),
    ("erf, far: (2 + x) e^(x^2) erfc(x)", erf_far, erf_far_weight, place(2, "0.8"), place(2, 4), F64, 5),
    ("erf, far: (2 + x) e^(x^2) erfc(x)", erf_far, erf_far_weight, place(2, "0.8"), place(2, 6), F64, 13),
    ("gelu: (3.5 + x) tail(x)", gelu_single, lambda t: 1 / gelu_single(t), -1, place(mp.mpf("3.5"), "14.5"), F64, 10),
    ("gelu: (1 + x) tail(x)", gelu_double, lambda t: 1 / gelu_double(t), -1, place(6, 39), F64, 22),
    ("sin: (sin(x) - x) / x^3 in x^2", sin, lambda u: u, 0, EIGHTH, F64, 3),
    ("sin: (sin(x) - x) / x^3 in x^2", sin, lambda u: u, 0, EIGHTH, F64, 5),
    ("cos: (cos(x) - 1 + x^2 / 2) / x^4 in x^2", cos, lambda u: u * u, 0, EIGHTH, F64, 2),
    ("cos: (cos(x) - 1 + x^2 / 2) / x^4 in x^2", cos, lambda u: u * u, 0, EIGHTH, F64, 5),
]

if __name__ == "__main__":
    for name, function, weight, low, high, kind, degree in CASES:
        # Where a weight vanishes, a floor keeps the exchange regular.
        floor = abs(weight(mp.mpf(high))) / 50
        weighted = lambda x: max(abs(weight(x)), floor)
        coefficients, error = minimax(function, weighted, low, high, degree)
        rest = mp.nstr(coefficients[0] - float(coefficients[0]), 5)
        digits = [np.format_float_scientific(kind(mp.nstr(c, 40)), unique=True, trim="0") for c in coefficients]
        digits = [text.replace("e-0", "e-").replace("e+00", "") for text in digits]
        print(f"{name} as {kind.__name__}: error 2^{float(mp.log(error, 2)):.1f}, the first one's rest {rest}")
        print("    " + ", ".join(digits))
