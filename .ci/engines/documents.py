"""The documents' rules, implemented independently of the project's rulebook, with plain index arithmetic.

`answer(kind, case)` is None if the case must be refused, else the shape of the result and, for each operand, the axis of the result on which
each of its axes lies.
"""


def meet(out, shape, axes, may_stretch=True):
    """True if a shape whose axes lie on these axes of the result fits there."""
    return all(length == out[axis] or (length == 1 and may_stretch) for length, axis in zip(shape, axes))


def right(shape, rank):
    return list(range(rank - len(shape), rank))


def joined(*shapes):
    """The joint shape of right-aligned shapes, all of which may stretch."""
    rank = max(len(shape) for shape in shapes)
    out = [1] * rank
    for shape in shapes:
        for length, axis in zip(shape, right(shape, rank)):
            if length != 1:
                out[axis] = length
    return out if all(meet(out, shape, right(shape, rank)) for shape in shapes) else None


def numpy(*shapes):
    out = joined(*shapes)
    return None if out is None else (out, [right(shape, len(out)) for shape in shapes])


def none(a, b):
    return (a, [right(a, len(a))] * 2) if a == b else None


def unidirectional(a, b):
    if len(b) > len(a) or not meet(a, b, right(b, len(a))):
        return None
    return a, [right(a, len(a)), right(b, len(a))]


def to_target(data, target):
    if len(data) > len(target) or not meet(target, data, right(data, len(target))):
        return None
    return target, [right(data, len(target))]


def bidirectional(data, target):
    out = joined(data, target)
    return None if out is None else (out, [right(data, len(out))])


def explicit(data, target, axes):
    if len(axes) != len(data) or any(not 0 <= axis < len(target) for axis in axes) or any(m >= n for m, n in zip(axes, axes[1:])):
        return None
    return (target, [axes]) if meet(target, data, axes) else None


def pdpd(a, b, axis):
    """OpenVINO's Broadcast rules: `b` from `axis` of `a` on, its trailing 1s dropped; only `b` stretches."""
    if axis < -1 or len(b) > len(a):
        return None
    first = len(a) - len(b) if axis == -1 else axis
    kept = list(b)
    while kept and kept[-1] == 1:
        kept.pop()
    # If all lengths of `b` are 1, it may lie anywhere from -1 to the rank of `a`.
    if first + len(kept) > len(a) or first > len(a):
        return None
    axes = [first + i for i in range(len(kept))]
    return (a, [right(a, len(a)), axes]) if meet(a, kept, axes) else None


def paddle(a, b, axis):
    """Paddle's `axis`: the operand of lower rank is placed there; both may stretch."""
    rank = max(len(a), len(b))
    if a == b:
        return a, [right(a, rank)] * 2
    if not -1 <= axis < rank or (len(a) == len(b) and axis > 0):
        return None
    low = a if len(a) < len(b) else b
    first = rank - len(low) if axis == -1 else axis
    if len(a) != len(b) and first + len(low) > rank:
        return None
    axes = [right(shape, rank) if len(shape) == rank else [first + i for i in range(len(shape))] for shape in (a, b)]
    out = [1] * rank
    for shape, places in zip((a, b), axes):
        for length, place in zip(shape, places):
            if length != 1:
                out[place] = length
    return (out, axes) if all(meet(out, shape, places) for shape, places in zip((a, b), axes)) else None


def ncnn(a, b):
    """The outermost axes; a vector lies on the outermost axis if it has its length, else on the innermost one."""
    rank = max(len(a), len(b))
    long = a if len(a) == rank else b

    def axes(shape):
        if len(shape) == 1 and rank > 1 and shape[0] != long[0]:
            return [rank - 1]
        return list(range(len(shape)))

    out = [1] * rank
    for shape in (a, b):
        for length, place in zip(shape, axes(shape)):
            if length != 1:
                out[place] = length
    return (out, [axes(a), axes(b)]) if all(meet(out, shape, axes(shape)) for shape in (a, b)) else None


def answer(kind, case):
    """The document's result for a case."""
    if kind == "openvino_eltwise_none":
        return none(case["a"], case["b"])
    if kind == "openvino_eltwise_pdpd":
        return pdpd(case["a"], case["b"], case["axis"])
    if kind == "paddle_elementwise_axis":
        return paddle(case["a"], case["b"], case["axis"])
    if kind == "ncnn_binaryop_pack":
        return ncnn(case["a"], case["b"])
    if kind.endswith("unidirectional"):
        return unidirectional(case["a"], case["b"])
    if kind.endswith("explicit"):
        return explicit(case["data"], case["target"], case["axes_mapping"])
    if kind in ("openvino_broadcast3_bidirectional", "onnxruntime_expand"):
        return bidirectional(case["data"], case["target"])
    if "data" in case:
        return to_target(case["data"], case["target"])
    return numpy(*(case[key] for key in operands(case)))


def operands(case):
    """The keys of a case's operands, in order."""
    return [key for key in ("a", "b", "data", "cond", "x", "y") if key in case]


def index(out, shape, axes):
    """For each element of the result in C order, the position of the element of an operand that it reads."""
    steps, step = [0] * len(out), 1
    # The dropped axes are trailing ones of length 1.
    for length, axis in reversed(list(zip(shape, axes))):
        steps[axis], step = (0 if length == 1 else step), step * length
    found = [0]
    for length, step in zip(out, steps):
        found = [position + i * step for position in found for i in range(length)]
    return found
