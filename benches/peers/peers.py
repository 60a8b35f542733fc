"""The workloads in idiomatic NumPy, numexpr, onnxruntime and JAX.

Each function returns, for a workload, functions by column that compute it once: those that return nothing write to the
workload's output, the others return a new array.
"""

import jax
import jax.numpy as jnp
import numexpr
import numpy as np
import onnxruntime
from onnx import TensorProto, helper

numexpr.set_num_threads(1)
# In the calling thread, since waiting threads would add to the CPU time.
jax.config.update("jax_cpu_enable_async_dispatch", False)

S, T = np.float32(1.5), np.float32(0.25)
EPS = np.float32(1e-5)
GELU = np.float32(0.7978846)
CUBE, HALF, ONE, BYTE = np.float32(0.044715), np.float32(0.5), np.float32(1), np.float32(255)


def lined_up(workload):
    """The operands with the axes that NumPy's rules need."""
    operands = list(workload.operands)
    if workload.name in ("W5", "W9", "W11"):
        operands[1:] = [operand[:, None, None] for operand in operands[1:]]
    if workload.name == "W6":
        operands[1] = operands[1][:, :, None]
    if workload.name == "W8":
        operands[1] = operands[1].T
    return operands


def formula(name, xp):
    """The workload as a formula over arrays, for NumPy and JAX."""
    return {
        "W1": lambda a, b: a + b,
        "W2": lambda a: a * S + T,
        "W3": lambda a, b: a + b,
        "W4": lambda a, b: a + b,
        "W5": lambda x, b: x + b,
        "W6": lambda x, b: x + b,
        "W7": lambda a, b: a * b,
        "W8": lambda a, b: a + b,
        "W9": lambda x, mean, var, gamma, beta: (x - mean) / xp.sqrt(var + EPS) * gamma + beta,
        "W10a": lambda x: HALF * x * (ONE + xp.tanh(GELU * (x + CUBE * x * x * x))),
        "W10b": lambda x: xp.exp(-x * x),
        "W10c": lambda x, c: ONE / (ONE + xp.exp(-(x + c))),
        "W11": lambda x, slope: xp.where(x < 0, slope * x, x),
        "W12": lambda x, mean, std: (x.astype(np.float32) / BYTE - mean) / std,
        "W14": lambda a, b, c, d: a + b + c + d,
        "R1": lambda a, b: a + b,
    }[name]


def into(name, y, operands):
    """The same with `out=` where NumPy accepts it."""
    def batch_norm(x, mean, var, gamma, beta):
        np.subtract(x, mean, out=y)
        np.divide(y, np.sqrt(var + EPS), out=y)
        np.multiply(y, gamma, out=y)
        np.add(y, beta, out=y)

    def gelu(x):
        np.multiply(x, x, out=y)
        np.multiply(y, x, out=y)
        np.multiply(y, CUBE, out=y)
        np.add(y, x, out=y)
        np.multiply(y, GELU, out=y)
        np.tanh(y, out=y)
        np.add(y, ONE, out=y)
        np.multiply(y, x, out=y)
        np.multiply(y, HALF, out=y)

    def gauss(x):
        np.multiply(x, x, out=y)
        np.negative(y, out=y)
        np.exp(y, out=y)

    def sigmoid(x, c):
        np.add(x, c, out=y)
        np.negative(y, out=y)
        np.exp(y, out=y)
        np.add(y, ONE, out=y)
        np.divide(ONE, y, out=y)

    def prelu(x, slope):
        np.multiply(x, slope, out=y)
        np.copyto(y, x, where=x >= 0)

    def pixels(x, mean, std):
        np.divide(x, BYTE, out=y, dtype=np.float32, casting="unsafe")
        np.subtract(y, mean, out=y)
        np.divide(y, std, out=y)

    def four(a, b, c, d):
        np.add(a, b, out=y)
        np.add(y, c, out=y)
        np.add(y, d, out=y)

    def scale(a):
        np.multiply(a, S, out=y)
        np.add(y, T, out=y)

    def add(a, b):
        np.add(a, b, out=y)

    def multiply(a, b):
        np.multiply(a, b, out=y)

    special = {
        "W2": scale, "W7": multiply, "W9": batch_norm, "W10a": gelu, "W10b": gauss, "W10c": sigmoid, "W11": prelu,
        "W12": pixels, "W14": four,
    }
    kernel = special.get(name, add)
    return lambda: kernel(*operands)


def numpy_(workload):
    operands = lined_up(workload)
    fresh = formula(workload.name, np)
    return {
        "numpy into": into(workload.name, workload.output, operands),
        "numpy new": lambda: fresh(*operands),
    }


def numexpr_(workload):
    text, names = {
        "W1": ("a + b", "ab"),
        "W2": ("a * S + T", "a"),
        "W7": ("a * b", "ab"),
        "W9": ("(a - b) / sqrt(c + EPS) * d + e", "abcde"),
        "W10a": ("HALF * a * (ONE + tanh(GELU * (a + CUBE * a * a * a)))", "a"),
        "W10b": ("exp(-a * a)", "a"),
        "W10c": ("ONE / (ONE + exp(-(a + b)))", "ab"),
        "W11": ("where(a < ZERO, b * a, a)", "ab"),
        # numexpr has no byte type, so the operand is converted before.
        "W12": ("(a / BYTE - b) / c", "abc"),
        "W14": ("a + b + c + d", "abcd"),
    }.get(workload.name, ("a + b", "ab"))
    values = dict(S=S, T=T, EPS=EPS, HALF=HALF, ONE=ONE, GELU=GELU, CUBE=CUBE, BYTE=BYTE, ZERO=np.float32(0))
    values |= zip(names, lined_up(workload))
    values = {name: value for name, value in values.items() if name in text}
    y = workload.output

    def once():
        numexpr.evaluate(text, local_dict=values, global_dict={}, out=y, casting="unsafe")
    return {"numexpr": once}


def jax_(workload):
    operands = lined_up(workload)
    function = jax.jit(formula(workload.name, jnp))
    arrays = [jnp.asarray(operand) for operand in workload.operands] if workload.name == "W8" else None
    if arrays:
        # Transposed inside, so that the argument is the array in memory.
        turned = jax.jit(lambda a, b: a + b.T)
        return {"jax": lambda: turned(*arrays).block_until_ready()}
    arrays = [jnp.asarray(operand) for operand in operands]
    return {"jax": lambda: function(*arrays).block_until_ready()}


def onnxruntime_(workload):
    session, feeds = model(workload)
    binding = session.io_binding()
    for name, array in feeds.items():
        binding.bind_input(name, "cpu", 0, array.dtype.type, array.shape, array.ctypes.data)
    y = workload.output
    binding.bind_output("y", "cpu", 0, np.float32, y.shape, y.ctypes.data)

    def once():
        session.run_with_iobinding(binding)
    once.keeps = (session, feeds)
    return {"onnxruntime": once}


def model(workload):
    """A session for the workload, and its inputs by name."""
    name = workload.name
    operands = list(workload.operands) if name in ("W8", "W9") else lined_up(workload)
    feeds = {letter: np.ascontiguousarray(operand) if operand.size < 1 << 16 else operand
             for letter, operand in zip("abcde", operands)}
    node, constant = helper.make_node, {}

    def number(label, value):
        constant[label] = helper.make_tensor(label, TensorProto.FLOAT, [], [float(value)])
        return label

    nodes = {
        "W2": lambda: [node("Mul", ["a", number("s", S)], ["p"]), node("Add", ["p", number("t", T)], ["y"])],
        "W7": lambda: [node("Mul", ["a", "b"], ["y"])],
        "W8": lambda: [node("Transpose", ["b"], ["t"], perm=[1, 0]), node("Add", ["a", "t"], ["y"])],
        # The operator's inputs: x, scale, shift, mean, variance.
        "W9": lambda: [node("BatchNormalization", ["a", "d", "e", "b", "c"], ["y"], epsilon=float(EPS))],
        "W10a": lambda: [node("Gelu", ["a"], ["y"], approximate="tanh")],
        "W10b": lambda: [node("Mul", ["a", "a"], ["p"]), node("Neg", ["p"], ["n"]), node("Exp", ["n"], ["y"])],
        "W10c": lambda: [node("Add", ["a", "b"], ["p"]), node("Sigmoid", ["p"], ["y"])],
        "W11": lambda: [node("PRelu", ["a", "b"], ["y"])],
        "W12": lambda: [
            node("Cast", ["a"], ["f"], to=TensorProto.FLOAT), node("Div", ["f", number("n", BYTE)], ["p"]),
            node("Sub", ["p", "b"], ["q"]), node("Div", ["q", "c"], ["y"]),
        ],
        "W14": lambda: [
            node("Add", ["a", "b"], ["p"]), node("Add", ["p", "c"], ["q"]), node("Add", ["q", "d"], ["y"]),
        ],
    }.get(name, lambda: [node("Add", ["a", "b"], ["y"])])()
    kinds = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.uint8): TensorProto.UINT8}
    inputs = [helper.make_tensor_value_info(n, kinds[array.dtype], array.shape) for n, array in feeds.items()]
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, workload.output.shape)
    graph = helper.make_graph(nodes, name, inputs, [output], list(constant.values()))
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session, feeds


PEERS = [numpy_, numexpr_, jax_, onnxruntime_]
