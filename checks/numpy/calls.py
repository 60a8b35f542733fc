"""Draws calls with reductions, has NumPy compute them, and writes one line of JSON for each, which tests/numpy.rs reads.

    calls.py --count 20000 --seed 1 --out FILE [--small]

A line names its arrays by shape, memory layout, kind of data and seed: the data are functions of the position (`values`, and the same in
tests/numpy.rs), so that a line stores answers only. Sums, means and float products have a tolerance for each element: the bound of the
project's own order of additions (docs/reference.md, "The order of sums and products") plus NumPy's distance from the sum in extended
precision. Everything else must be equal. `refused` names the rule of the reference by which a call is an error.
"""

import argparse
import json
import math
import random

import numpy as np

WIDE = np.longdouble
TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "u8": np.uint8, "bool": np.bool_}
OF = {
    "sum": ["f32", "f64", "i32", "i64", "u8"],
    "prod": ["f32", "f64", "i32", "i64"],
    "mean": ["f32", "f64"],
    "min": ["f32", "f64", "i32", "i64", "u8"],
    "max": ["f32", "f64", "i32", "i64", "u8"],
    "argmin": ["f32", "f64", "i32", "i64", "u8"],
    "argmax": ["f32", "f64", "i32", "i64", "u8"],
    "any": ["bool"],
    "all": ["bool"],
    "count": ["bool"],
}
MOST_ELEMENTS = 20_000
# The call of each form is in tests/numpy.rs.
FORMS = ["plain", "keep", "place", "inside", "inside_keep", "whole", "minus", "divided", "beside", "scaled", "raised", "nested"]


# --- Data -------------------------------------------------------------------------------------------------------------------------

def bits(seed, count):
    """SplitMix64, one number for each position."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def values(kind, name, seed, shape):
    """The elements of an array, in C order. Each is exact in its type."""
    count = math.prod(shape)
    z = bits(seed, count)
    high = (z >> np.uint64(32)).astype(np.int64)
    if name == "bool":
        flat = (z % np.uint64(8)) < np.uint64(seed % 9)
    elif name in ("i32", "i64", "u8"):
        flat = {
            "plain": high % (256 if name == "u8" else 201) - (0 if name == "u8" else 100),
            "ties": high % 5 - (0 if name == "u8" else 2),
            "product": np.where(high % 4096 == 0, 0, np.where(high % 2048 == 1, 3, np.where(z % np.uint64(2) == 0, 1, -1))),
            "factors": high % 6 - 2,
        }[kind]
    else:
        unit = (z >> np.uint64(40)).astype(np.float64) / 2.0**24
        few = (high % 5 - 2).astype(np.float64)
        small = np.array([math.nan, -0.0, 0.0, 0.0, -0.0, math.inf, -math.inf, 1.0])
        flat = {
            "plain": unit,
            "signed": 2.0 * unit - 1.0,
            "hard": np.ldexp(2.0 * unit - 1.0, (z % np.uint64(32)).astype(np.int64) - 16),
            "ties": few,
            "zeros": np.where(z % np.uint64(2) == 0, 0.0, -0.0),
            "special": np.where(z % np.uint64(4) == 0, small[high % 8], few),
            "product": np.where(z % np.uint64(2) == 0, 1.0, -1.0) * np.where(high % 16 == 0, 0.5 + unit, 1.0),
        }[kind]
    return flat.astype(TYPES[name]).reshape(shape)


def numpy_layout(array, layout):
    """The array in another memory layout: order of the axes, and a step for each."""
    order, steps = layout["order"], layout["steps"]
    wide = np.zeros([array.shape[axis] * abs(steps[axis]) for axis in order], array.dtype)
    view = wide[(..., *(slice(None, None, steps[axis]) for axis in order))].transpose(np.argsort(order))
    view[...] = array
    return view


# --- Drawing ----------------------------------------------------------------------------------------------------------------------

def draw_shape(draw, small):
    rank = draw.choice([1, 1, 2, 2, 2, 3, 3, 4] if small else [1, 2, 2, 3, 3, 4, 5])
    long = draw.randrange(rank)
    shape = []
    for axis in range(rank):
        roll = draw.random()
        if roll < 0.04:
            shape.append(0)
        elif roll < 0.14:
            shape.append(1)
        elif axis == long and roll < (0.3 if small else 0.5):
            shape.append(draw.randrange(1, 40 if small else 700))
        else:
            shape.append(draw.randrange(2, 4 if small else 7))
    return shape if math.prod(shape) <= MOST_ELEMENTS else draw_shape(draw, small)


def draw_layout(draw, shape):
    order = list(range(len(shape)))
    roll = draw.random()
    if roll < 0.25:
        order.reverse()
    elif roll < 0.6:
        draw.shuffle(order)
    steps = [1] * len(shape) if draw.random() < 0.4 else [draw.choice([1, 1, -1, 2, -2, 3]) for _ in shape]
    return {"order": order, "steps": steps}


def draw_partner(draw, shape, same_rank):
    """A shape that broadcasts with this one; with this one's rank if that is asked for."""
    partner = [1 if draw.random() < 0.3 else draw.randrange(2, 4) if length == 1 and draw.random() < 0.5 else length for length in shape]
    return partner if same_rank else partner[draw.randrange(len(shape) + 1):]


def draw_call(draw, small):
    reduction = draw.choice(list(OF))
    name = draw.choice(OF[reduction])
    is_float, is_position = name[0] == "f", reduction.startswith("arg")
    form = draw.choice(FORMS)
    if form == "divided" and not (is_float and reduction in ("sum", "mean", "max")):
        form = "minus"
    if form in ("beside", "scaled", "minus", "raised", "nested") and (name in ("bool", "u8") or is_position):
        form = "paired"
    kinds = ["product"] if reduction == "prod" else ["plain", "ties"]
    if is_float and reduction != "prod":
        kinds = ["plain", "signed", "hard", "ties", "zeros", "special"]
    shape = draw_shape(draw, small)
    rank = len(shape)
    axes = draw.sample(range(rank), 1 if is_position else draw.randrange(1, rank + 1))
    call = {
        "reduction": reduction, "form": form, "type": name, "kind": draw.choice(kinds), "seed": draw.randrange(1, 2**32),
        "shape": shape, "x": draw_layout(draw, shape),
        "axes": [axis - rank if draw.random() < 0.5 else axis for axis in axes],
    }
    if form == "whole" and is_position:
        call["shape"], call["axes"] = shape[:1], [0]
        call["x"] = draw_layout(draw, shape[:1])
    if form == "nested":
        left = [axis for axis in range(rank) if axis not in axes]
        call["outer"] = draw.choice(left) - rank if left and draw.random() < 0.6 else draw.randrange(-rank, rank)
    if form == "raised":
        call["partner"] = [draw.randrange(1, 4) for _ in range(draw.randrange(1, 3))] + draw_partner(draw, shape, True)
        call["y"] = draw_layout(draw, call["partner"])
        call["axes"] = [axis - rank if draw.random() < 0.8 else axis + draw.randrange(3) for axis in axes]
    if form in ("inside", "inside_keep", "beside", "scaled"):
        partner = draw_partner(draw, shape, form == "beside")
        call["partner"], call["y"] = partner, draw_layout(draw, partner)
    if call["kind"] == "product" and not is_float and math.prod(np.broadcast_shapes(call["shape"], call.get("partner", []))) < 10:
        call["kind"] = "factors"
    return call


# --- Answers ----------------------------------------------------------------------------------------------------------------------

def depth(count):
    """The number of roundings that an element passes in the project's order of additions."""
    return 19 + max(0, math.ceil(math.log2(count / 256))) if count > 256 else 19


def reduce(reduction, e, axes, keep):
    """NumPy's answer, and for floats the tolerance of each element or `None`."""
    with np.errstate(all="ignore"):
        if reduction == "count":
            return np.count_nonzero(e, axis=axes, keepdims=keep), None
        if reduction.startswith("arg"):
            return getattr(np, reduction)(e, axis=axes[0], keepdims=keep), None
        if reduction in ("sum", "prod", "mean"):
            small = e.dtype == np.uint8
            answer = np.asarray(getattr(np, reduction)(e, axis=axes, keepdims=keep, dtype=np.uint64 if small else e.dtype))
            if reduction != "prod" and e.size > 0:
                # NumPy may start from 0.0; here only a sum of nothing but -0.0 is -0.0.
                is_negative = np.all((e == 0) & np.signbit(e), axis=axes, keepdims=keep)
                answer = np.where(answer == 0, np.where(is_negative, -0.0, 0.0), answer).astype(answer.dtype)
            return answer, tolerance(reduction, e, axes, keep, answer) if e.dtype.kind == "f" else None
        answer = np.asarray(getattr(np, reduction)(e, axis=axes, keepdims=keep))
        if reduction in ("min", "max") and e.dtype.kind == "f":
            # NumPy may give either zero; here -0.0 is below 0.0.
            is_zero = (e == 0) & (np.signbit(e) == (reduction == "min"))
            wanted = np.any(is_zero, axis=axes, keepdims=keep)
            sign = -0.0 if reduction == "min" else 0.0
            other = 0.0 if reduction == "min" else -0.0
            answer = np.where(answer == 0, np.where(wanted, sign, other).astype(e.dtype), answer)
        return answer, None


class OutOfRange(Exception):
    """A product near the ends of the format, where no bound holds."""


def tolerance(reduction, e, axes, keep, answer):
    unit = WIDE(np.finfo(e.dtype).eps) / 2
    wide = e.astype(WIDE)
    count = math.prod(e.shape[axis] for axis in axes)
    exact = np.asarray(getattr(np, reduction)(wide, axis=axes, keepdims=keep))
    certain = np.isfinite(exact)
    if reduction == "prod":
        size = np.abs(exact[certain & (exact != 0)])
        if np.any((size < 2.0**-60) | (size > 2.0**60)):
            raise OutOfRange
        bound = count * unit / (1 - count * unit) * np.abs(exact)
        slowest = bound
    else:
        total = np.sum(np.abs(wide), axis=axes, keepdims=keep)
        divisor = count if reduction == "mean" else 1
        rounding = np.abs(exact) * unit if reduction == "mean" else 0
        passes = depth(count) * unit
        bound = passes / (1 - passes) * total / divisor * (1 + unit) + rounding
        # NumPy adds one after the other along other axes than the last.
        slowest = np.maximum(count, 1) * unit * total / divisor * (1 + unit) + rounding
    distance = np.abs(answer.astype(WIDE) - exact)
    assert np.all(~certain | (distance <= slowest)), (reduction, e.dtype, e.shape, axes)
    return np.where(certain, bound + distance, 0)


def hidden_pair(call, axes):
    """True if two arrays stretch for each other along axes of one reduction."""
    rank = max(len(call["shape"]), len(call["partner"]))
    padded = [[1] * (rank - len(shape)) + shape for shape in (call["shape"], call["partner"])]
    wider = {0 if x != 1 else 1 for axis, (x, y) in enumerate(zip(*padded)) if axis in axes and (x == 1) != (y == 1)}
    return len(wider) == 2


def readings(axis, frame, own):
    """The axis of the frame that a number means, or the rule that refuses it; `own` are the frame's axes that what is reduced has."""
    in_frame = axis % frame if -frame <= axis < frame else None
    in_own = own[axis] if -len(own) <= axis < len(own) else in_frame
    if in_frame is None:
        return None, "out of range"
    if in_frame != in_own:
        return None, "two readings"
    return (in_frame, None) if in_frame in own else (None, "nothing inside has the axis")


def outside(form, x, y, value, width):
    """What the forms compute of a reduction's value, and what becomes of its tolerance."""
    if form == "paired":
        return np.broadcast_to(value, np.broadcast_shapes(x.shape, value.shape)), width
    with np.errstate(all="ignore"):
        if form == "divided":
            answer = x / value
        elif form == "scaled":
            answer = (x - value) * y
        else:
            answer = (x if form == "minus" else y) - value
        if width is None:
            return answer, None
        unit = np.finfo(x.dtype).eps
        size, value = np.abs(answer.astype(WIDE)), np.abs(value.astype(WIDE))
        if form == "divided":
            # |x / (v + w) - x / v| <= |x / v| w / (|v| - w), and one rounding of each side.
            share = np.where(value > 2 * width, width / (value - width), np.inf)
            width = np.where(size == 0, 0, size * share)
        elif form == "scaled":
            width = (width + unit * np.abs((x - value).astype(WIDE))) * np.abs(y.astype(WIDE))
        return answer, np.where(np.isfinite(answer), width * (1 + unit) + 2 * unit * size + np.finfo(x.dtype).tiny, 0)


def answer(call):
    x = numpy_layout(values(call["kind"], call["type"], call["seed"], call["shape"]), call["x"])
    y, e, form = None, x, call["form"]
    if form == "raised":
        missing = len(call["partner"]) - x.ndim
        meant = [readings(axis, len(call["partner"]), range(missing, len(call["partner"]))) for axis in call["axes"]]
        refused = [rule for _, rule in meant if rule]
        if refused or len(set(meant)) < len(meant):
            return {"refused": refused[0] if refused else "twice"}
        axes = tuple(axis - missing for axis, _ in meant)
    else:
        axes = tuple(range(x.ndim)) if form == "whole" else tuple(axis % x.ndim for axis in call["axes"])
    if "partner" in call:
        y = numpy_layout(values(call["kind"], call["type"], call["seed"] + 1, call["partner"]), call["y"])
    if form in ("inside", "inside_keep"):
        if form == "inside_keep" and hidden_pair(call, axes):
            return {"refused": "hidden pairs"}
        with np.errstate(all="ignore"):
            # Products of bytes would overflow.
            e = x & y if call["type"] in ("bool", "u8") else x * y if call["reduction"] != "max" else x - y
    if call["reduction"] in ("min", "max", "argmin", "argmax") and 0 in [e.shape[axis] for axis in axes]:
        return {"refused": "empty axis"}
    keep = form not in ("plain", "place", "inside", "whole")
    value, width = reduce(call["reduction"], e, axes, keep)
    if form == "nested":
        outer, rule = readings(call["outer"], x.ndim, [axis for axis in range(x.ndim) if axis not in axes])
        if rule or value.shape[outer] == 0:
            return {"refused": rule or "empty axis"}
        value, width = reduce("max", value, (outer,), True)[0], None if width is None else np.max(width, axis=outer, keepdims=True)
        value, width = (None if array is None else np.squeeze(array, (*axes, outer)) for array in (value, width))
    elif form not in ("plain", "keep", "place", "inside", "inside_keep", "whole"):
        value, width = outside(form, x, y, value, width)
    value = np.asarray(value)
    found = {"out": list(value.shape), "values": encoded(value)}
    if width is not None and np.any(np.asarray(width) != 0):
        # Rounded up to an f32.
        found["tolerances"] = encoded(np.nextafter(np.asarray(width).astype(np.float32), np.float32(np.inf)))
    return found


def encoded(array):
    """Bytes of the elements in C order, little-endian, as hexadecimal digits. Positions and counts are 32 bits wide."""
    array = np.ascontiguousarray(array)
    return array.astype({"b": "u1", "u": array.dtype, "i": array.dtype, "f": array.dtype}[array.dtype.kind]).tobytes().hex()


# The values of a row, in order; null for those that it lacks. A layout is the list of its order and its steps.
FIELDS = "reduction form type kind seed shape x axes out values partner y tolerances outer refused".split()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    parser.add_argument("--small", action="store_true", help="short axes and results, to be stored")
    wanted = parser.parse_args()
    draw, written = random.Random(wanted.seed), 0
    with open(wanted.out, "w") as out:
        out.write(json.dumps({"all": {}, "fields": FIELDS}, separators=(",", ":")) + "\n")
        while written < wanted.count:
            call = draw_call(draw, wanted.small)
            try:
                found = answer(call)
            except OutOfRange:
                continue
            if wanted.small and len(found.get("values", "")) > 256:
                continue
            if call["reduction"].startswith("arg") or call["reduction"] == "count":
                if "values" in found:
                    positions = np.frombuffer(bytes.fromhex(found["values"]), dtype=np.int64)
                    found["values"] = encoded(positions.astype(np.uint32))
            row = [(call | found).get(field) for field in FIELDS]
            while row[-1] is None:
                row.pop()
            out.write(json.dumps([[*value.values()] if isinstance(value, dict) else value for value in row], separators=(",", ":")) + "\n")
            written += 1
    print(f"{written} calls with NumPy {np.__version__}'s answers: {wanted.out}")


if __name__ == "__main__":
    main()
