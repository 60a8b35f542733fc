"""Random cases: shapes of ranks up to 6 with lengths from 0 to 7, which mostly fit and are sometimes damaged.

A case is a dict with the keys of a row of tests/data/vectors, without the result. `kinds` lists the kinds of cases; a kind is named like its
file.
"""

MOST_ELEMENTS = 20_000
LENGTHS = [1, 1, 2, 2, 3, 3, 4, 5, 6, 7]


def product(shape):
    count = 1
    for length in shape:
        count *= length
    return count


def whole(rng, most_rank=6, zeros=True):
    """The shape of a result."""
    while True:
        shape = [rng.choice(LENGTHS) for _ in range(rng.choice([n for n in (0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6) if n <= most_rank]))]
        if zeros and shape and rng.random() < 0.12:
            shape[rng.randrange(len(shape))] = 0
        if product(shape) <= MOST_ELEMENTS:
            return shape


def thinned(rng, shape, share=0.3):
    """The same shape with some lengths replaced by 1."""
    return [1 if rng.random() < share else length for length in shape]


def damaged(rng, shape, most_rank=6):
    """A shape that differs on one axis, or has one axis more or less."""
    shape = list(shape)
    way = rng.randrange(4)
    if way == 0 and len(shape) < most_rank:
        shape.insert(rng.randint(0, len(shape)), rng.choice(LENGTHS))
    elif way == 1 and shape:
        del shape[rng.randrange(len(shape))]
    elif shape:
        shape[rng.randrange(len(shape))] = rng.choice([0, 1, 2, 3, 5, 7])
    return shape


def maybe_damaged(rng, shape, chance=0.3, most_rank=6):
    return damaged(rng, shape, most_rank) if rng.random() < chance else shape


def fits(*shapes):
    """True if the result is small enough for the engines."""
    longest = max(len(shape) for shape in shapes)
    padded = [[1] * (longest - len(shape)) + shape for shape in shapes]
    return product([max(lengths) for lengths in zip(*padded)]) <= MOST_ELEMENTS and product(map(product, shapes)) <= MOST_ELEMENTS**2


def aligned_right(rng, count):
    shape = whole(rng)
    shapes = [thinned(rng, shape[rng.choice([0, 0, rng.randint(0, len(shape))]) :]) for _ in range(count)]
    return [maybe_damaged(rng, shape, 0.3 / count) for shape in shapes]


def multidirectional(rng):
    return dict(zip("ab", aligned_right(rng, 2)))


def three(rng):
    return dict(zip(("cond", "x", "y"), aligned_right(rng, 3)))


def unidirectional(rng):
    a = whole(rng)
    return {"a": a, "b": maybe_damaged(rng, thinned(rng, a[rng.randint(0, len(a)) :]))}


def gemm(rng):
    a = [rng.choice([0, *LENGTHS]) for _ in range(2)]
    return {"a": a, "b": maybe_damaged(rng, thinned(rng, a[rng.randint(0, 2) :])), "transA": rng.randrange(2), "transB": rng.randrange(2)}


def same(rng):
    a = whole(rng)
    return {"a": a, "b": maybe_damaged(rng, list(a), 0.5)}


def at_an_axis(rng):
    """Consecutive axes of `a` as `b`, sometimes followed by 1s, and an axis that is correct, -1 or arbitrary."""
    a = whole(rng)
    first = rng.randint(0, len(a))
    last = rng.choice([len(a), rng.randint(first, len(a))])
    b = thinned(rng, a[first:last], 0.2) + [1] * rng.choice([0, 0, 0, 0, 1, 2])
    axis = rng.choice([first, first, first, first, -1, -1, rng.randint(-2, 7)])
    return {"axis": axis, "a": maybe_damaged(rng, a, 0.1), "b": maybe_damaged(rng, b, 0.2)[:6]}


def either_at_an_axis(rng):
    case = at_an_axis(rng)
    case["a"] = thinned(rng, case["a"], rng.choice([0, 0, 0.2]))
    if rng.random() < 0.3:
        case["a"], case["b"] = case["b"], case["a"]
    return case


def to_a_target(rng):
    target = whole(rng)
    return {"data": maybe_damaged(rng, thinned(rng, target[rng.randint(0, len(target)) :])), "target": maybe_damaged(rng, target, 0.1)}


def both_ways(rng):
    data, target = aligned_right(rng, 2)
    return {"data": data, "target": target}


def at_axes(rng):
    target = whole(rng)
    axes = [axis for axis in range(len(target)) if rng.random() < 0.5]
    data = [1 if rng.random() < 0.2 else target[axis] for axis in axes]
    if rng.random() < 0.2:
        data = damaged(rng, data)
    if axes and rng.random() < 0.1:
        axes[rng.randrange(len(axes))] = rng.randint(0, 6)
    if axes and rng.random() < 0.05:
        rng.shuffle(axes)
    return {"data": data, "target": target, "axes_mapping": axes}


def outermost(rng):
    """For ncnn: shapes of rank 1 to 4 that lie on the outermost axes, and vectors on either end."""
    a = [max(n, 1) for n in whole(rng, 4)] or [rng.choice(LENGTHS)]
    b = [max(n, 1) for n in thinned(rng, a[: rng.randint(1, len(a))], 0.2)]
    if rng.random() < 0.25:
        b = [rng.choice([a[0], a[-1], rng.choice(LENGTHS)])]
    if rng.random() < 0.3:
        a = thinned(rng, a)
    a, b = ([max(n, 1) for n in maybe_damaged(rng, shape, 0.12, 4)] or [1] for shape in (a, b))
    return {"a": b, "b": a} if rng.random() < 0.4 else {"a": a, "b": b}


ONNX = ["Add", "Sub", "Mul", "Div", "Mod", "Pow", "Max", "Min", "Sum", "Mean", "BitShift", "And", "Or", "Xor", "Equal", "Greater",
        "GreaterOrEqual", "Less", "LessOrEqual", "BitwiseAnd", "BitwiseOr", "BitwiseXor"]
OPENVINO = ["Add", "Subtract", "Multiply", "Divide", "Power", "Maximum", "Minimum", "Mod", "FloorMod", "SquaredDifference", "Equal",
            "NotEqual", "Greater", "GreaterEqual", "Less", "LessEqual", "LogicalAnd", "LogicalOr", "LogicalXor"]
PADDLE_OLD = ["elementwise_" + name for name in ("add", "sub", "mul", "div", "max", "min", "pow", "mod", "floordiv")]
PADDLE_NEW = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "pow", "equal", "less_than", "logical_and", "bitwise_or"]
NCNN = ["Add", "Sub", "Mul", "Div", "Max", "Min", "Pow", "Rsub", "Rdiv"]

# The name of a kind: its engine, its mode as in the rows of tests/data/vectors, its operators, and the function that draws it.
kinds = {
    "numpy_multidirectional": ("numpy", "multidirectional", ["add"], multidirectional),
    "numpy_broadcast_to": ("numpy", "numpy", ["broadcast_to"], to_a_target),
    "onnxruntime_add_multidirectional": ("onnxruntime", "multidirectional", ONNX, multidirectional),
    "onnxruntime_expand": ("onnxruntime", "expand", ["Expand"], both_ways),
    "onnxruntime_where": ("onnxruntime", "where", ["Where"], three),
    "onnxruntime_prelu_unidirectional": ("onnxruntime", "prelu", ["PRelu"], unidirectional),
    "onnxruntime_gemm_c_unidirectional": ("onnxruntime", "gemm_c", ["Gemm"], gemm),
    "openvino_eltwise_none": ("openvino", "none", OPENVINO, same),
    "openvino_eltwise_numpy": ("openvino", "numpy", OPENVINO, multidirectional),
    "openvino_eltwise_pdpd": ("openvino", "pdpd", OPENVINO, at_an_axis),
    "openvino_select_numpy": ("openvino", "where", ["Select"], three),
    "openvino_broadcast1_explicit": ("openvino", "explicit", ["Broadcast-1"], at_axes),
    "openvino_broadcast1_numpy": ("openvino", "numpy", ["Broadcast-1"], to_a_target),
    "openvino_broadcast3_explicit": ("openvino", "explicit", ["Broadcast-3"], at_axes),
    "openvino_broadcast3_numpy": ("openvino", "numpy", ["Broadcast-3"], to_a_target),
    "openvino_broadcast3_bidirectional": ("openvino", "bidirectional", ["Broadcast-3"], both_ways),
    "paddle_elementwise_axis": ("paddle", "elementwise_axis", PADDLE_OLD, either_at_an_axis),
    "paddle_api": ("paddle", "multidirectional", PADDLE_NEW, multidirectional),
    "ncnn_binaryop_pack": ("ncnn", "binaryop", NCNN, outermost),
}


def draw(kind, rng):
    """One case of a kind."""
    _, mode, operators, make = kinds[kind]
    while True:
        case = make(rng)
        if fits(*(case[key] for key in ("a", "b", "data", "target", "cond", "x", "y") if key in case)):
            return {"op": rng.choice(operators), "mode": mode, **case}
