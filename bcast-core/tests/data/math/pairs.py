"""Writes a sample of f64 pairs with results of 200 bits, for tests/math_powf.rs.

    pip install mpmath gmpy2
    python3 pairs.py 600 > powf.txt         # the stored one
    python3 pairs.py 100000 > pairs.txt   # for the documented figure, read with BCAST_MATH_PAIRS=pairs.txt

A line is the bits of x, of y, and of x^y rounded to f64, and the exact result minus the rounded one in units of the rounded one's
last place. All x are positive: the signs are exact.
"""

import math
import random
import sys

import mpmath as mp

from sample import bits, number, rest


def pairs(count):
    for _ in range(count // 5):
        # Any positive number, and a power that does not overflow.
        x = number(random.getrandbits(63))
        if 0 < x < math.inf and x != 1:
            yield x, random.uniform(-746, 710) / math.log(x)
        # Next to 1, where the power must be large.
        x = 1 + random.uniform(-1, 1) * 2.0 ** random.randrange(-52, 0)
        if x > 0 and x != 1:
            yield x, random.uniform(-746, 710) / math.log(x)
        yield random.uniform(0, 4), random.uniform(-20, 20)
        yield random.uniform(0, 1e3), random.choice((0.5, -0.5, 1 / 3, 1.5, 2.0, 3.0, -1.0, 0.1, 7.0))
        # Subnormal results.
        x = random.uniform(0, 1)
        yield x, random.uniform(-746, -708) / math.log(x)


def main():
    random.seed(5)
    for x, y in pairs(int(sys.argv[1])):
        exact = mp.mpf(x) ** mp.mpf(y)
        if abs(exact) >= mp.mpf(2) ** 1024 - mp.mpf(2) ** 970:
            print(f"{bits(x):016x} {bits(y):016x} {bits(math.inf):016x} 0")
            continue
        rounded = float(exact)
        print(f"{bits(x):016x} {bits(y):016x} {bits(rounded):016x} {rest(exact, rounded)}")


main()
