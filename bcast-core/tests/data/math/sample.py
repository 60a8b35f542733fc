"""Writes a sample of f64 arguments with results of 200 bits, for tests/math.rs.

    pip install mpmath gmpy2
    python3 sample.py 268 > sample.txt      # the stored one: about 268 arguments a function
    python3 sample.py 200000 > dense.txt   # for the documented figures, read with BCAST_MATH_SAMPLE=dense.txt

A line with the name of a function heads those of its arguments: the bits of the argument, the bits of the result rounded to f64, and
the exact result minus the rounded one in units of the rounded one's last place.
"""

import random
import struct
import sys

import mpmath as mp

mp.mp.prec = 200


def bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def number(pattern):
    return struct.unpack("<d", struct.pack("<Q", pattern))[0]


def unit(x):
    """The unit in the last place of an f64."""
    exponent = max((bits(abs(x)) >> 52) & 0x7FF, 1)
    return mp.mpf(2) ** (exponent - 1075)


def rest(exact, rounded):
    """The exact result minus the rounded one in units of its last place, without the 0 before the point."""
    return mp.nstr((exact - mp.mpf(rounded)) / unit(rounded), 4).replace("0.", ".", 1)


def sigmoid(x):
    return 1 / (1 + mp.exp(-x))


def gelu(x):
    return x * mp.erfc(-x / mp.sqrt(2)) / 2


def gelu_tanh(x):
    z = mp.sqrt(8 / mp.pi) * (x + mp.mpf("0.044715") * x**3)
    return x / (1 + mp.exp(-z))


# name, function, and the intervals of its ordinary values, which are sampled uniformly
CASES = [
    ("cos", mp.cos, [(-800, 800), (-3.2, 3.2), (-1e9, 1e9)]),
    ("erf", mp.erf, [(-6.1, 6.1), (-1, 1), (-3, 3), (0.7, 0.9)]),
    ("exp", mp.exp, [(-745.5, 709.9), (-746, -708), (-2, 2)]),
    ("exp2", lambda x: mp.mpf(2) ** x, [(-1075.5, 1024), (-1076, -1021), (-2, 2)]),
    ("exp_m1", mp.expm1, [(-45, 709.9), (-2, 2), (-40, 10)]),
    ("gelu", gelu, [(-39, 9), (-6, 3), (-1, 1), (-38.6, -37)]),
    ("gelu_tanh", gelu_tanh, [(-22, 9), (-6, 3), (-1, 1), (-21.8, -21)]),
    ("ln", mp.log, [(0, 2), (0.5, 2), (0.9, 1.1), (0, 1e6)]),
    ("ln_1p", mp.log1p, [(-1, 1), (-0.4, 0.6), (-1, 1e6)]),
    ("log10", mp.log10, [(0, 2), (0.5, 2), (0.9, 1.1), (0, 1e6)]),
    ("log2", lambda x: mp.log(x, 2), [(0, 2), (0.5, 2), (0.9, 1.1), (0, 1e6)]),
    ("rsqrt", lambda x: 1 / mp.sqrt(x), [(0, 4), (0.9, 1.1), (0, 1e6)]),
    ("sigmoid", sigmoid, [(-745.5, 40), (-746, -708), (-20, 20), (-2, 2)]),
    ("silu", lambda x: x / (1 + mp.exp(-x)), [(-752, 40), (-752, -708), (-20, 20), (-2, 2)]),
    ("sin", mp.sin, [(-800, 800), (-3.2, 3.2), (-1e9, 1e9)]),
    ("softplus", lambda x: mp.log1p(mp.exp(x)), [(-745.5, 40), (-746, -708), (-20, 20), (-2, 2)]),
    ("sqrt", mp.sqrt, [(0, 4), (0.9, 1.1), (0, 1e6)]),
    ("tan", mp.tan, [(-800, 800), (-3.2, 3.2), (-1e9, 1e9)]),
    ("tanh", mp.tanh, [(-1, 1), (-22, 22), (0.68, 0.8), (-3, 3)]),
]
LOWEST = {"rsqrt": 0, "sqrt": 0, "ln": 0, "log10": 0, "log2": 0, "ln_1p": -1}
PERIODIC = ("cos", "sin", "tan")
LARGEST = number(0x7FEFFFFFFFFFFFFF)


def arguments(name, intervals, count):
    """Uniform ones of each interval and of all bit patterns, and the edges of the format."""
    for low, high in intervals:
        for _ in range(count // (len(intervals) + 1)):
            yield random.uniform(low, high)
    for _ in range(count // (len(intervals) + 1)):
        yield number(random.getrandbits(64))
    for edge in (number(1), number(0x000FFFFFFFFFFFFF), number(0x0010000000000000), LARGEST, 1.0, 2.0):
        for sign in (1, -1):
            yield sign * edge
    if name in PERIODIC:
        # Near multiples of a quarter turn; the first is the f64 closest to one.
        yield 6381956970095103.0 * 2.0**797
        for _ in range(count // 4):
            yield float(mp.pi / 2 * (mp.mpf(random.getrandbits(53)) * mp.mpf(2) ** random.randrange(-52, 960)))
    if name.startswith("log"):
        yield from (2.0**k for k in range(-1074, 1024, 97))


def main():
    random.seed(4)
    for name, function, intervals in CASES:
        print(name)
        for x in arguments(name, intervals, int(sys.argv[1])):
            if x != x or abs(x) > LARGEST or x <= LOWEST.get(name, -1e400):
                continue
            # Beyond these the result is 0, infinite or constant, which mpmath computes slowly.
            if name not in LOWEST and name not in PERIODIC and abs(x) > 1100:
                continue
            # Small results, as of expm1, have 200 significant bits too.
            exact = function(mp.mpf(x))
            if abs(exact) >= mp.mpf(2) ** 1024 - mp.mpf(2) ** 970:
                print(f"{bits(x):016x}", f"{bits(float('inf')):016x}", "0")
                continue
            rounded = float(exact)
            print(f"{bits(x):016x}", f"{bits(rounded):016x}", rest(exact, rounded))


if __name__ == "__main__":
    main()
