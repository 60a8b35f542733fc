"""The rows of reductions in NumPy, JAX and onnxruntime, as `peers.py` has the other workloads."""

import jax
import jax.numpy as jnp
import numpy as np
import onnxruntime
from onnx import TensorProto, helper

EPS = np.float32(1e-5)


def by_product(a, b):
    """Squared distances as a product of matrices, for which no array of all pairs exists in memory."""
    return (a * a).sum(-1)[:, None] + (b * b).sum(-1) - 2 * (a @ b.T)


def formulas(name, xp):
    """The row as formulas over arrays, by column."""
    def softmax(x):
        e = xp.exp(x - x.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    def layer_norm(x, gamma, beta):
        d = x - x.mean(-1, keepdims=True)
        return d / xp.sqrt((d * d).mean(-1, keepdims=True) + EPS) * gamma + beta

    def statistics(x):
        mean = x.mean((0, 2), keepdims=True)
        return xp.stack([mean.ravel(), ((x - mean) ** 2).mean((0, 2))])

    def distances(a, b):
        return ((a - b) ** 2).sum(-1)

    def nearest(a, b):
        return distances(a, b).argmin(1).astype(np.float32)

    def product(a, b):
        return by_product(a[:, 0], b)

    main, others = {
        "S1": (lambda x: x.sum(1), {}),
        "S2": (lambda x: x.sum(0), {}),
        "S3": (lambda x: x.sum(1), {}),
        "S4": (softmax, {}),
        "S5": (layer_norm, {}),
        "S6": (statistics, {}),
        "S7": (distances, {" product": product}),
        "S8": (nearest, {" product": lambda a, b: product(a, b).argmin(1).astype(np.float32)}),
        "S9a": (lambda x: x.argmax(1).astype(np.float32), {}),
        "S9b": (lambda x: x.argmax(0).astype(np.float32), {}),
    }[name if name.startswith("S9") else name[:2]]
    return {"": main} | others


def numpy_(workload):
    rows = formulas(workload.name, np).items()
    return {"numpy" + label: lambda formula=formula: formula(*workload.operands) for label, formula in rows}


def jax_(workload):
    arrays = [jnp.asarray(operand) for operand in workload.operands]
    rows = [("jax" + label, jax.jit(formula)) for label, formula in formulas(workload.name, jnp).items()]
    return {label: lambda run=run: run(*arrays).block_until_ready() for label, run in rows}


def onnxruntime_(workload):
    name, node = workload.name, helper.make_node
    axis = {"S1": 1, "S2": 0, "S3": 1}.get(name[:2])
    if axis is not None:
        nodes = [node("ReduceSum", ["a", "axis"], ["y"], keepdims=0)]
    elif name.startswith("S9"):
        position = node("ArgMax", ["a"], ["p"], axis=1 if name == "S9a" else 0, keepdims=0)
        nodes = [position, node("Cast", ["p"], ["y"], to=TensorProto.FLOAT)]
    elif name.startswith("S4"):
        nodes = [node("Softmax", ["a"], ["y"], axis=-1)]
    elif name == "S5":
        nodes = [node("LayerNormalization", ["a", "b", "c"], ["y"], axis=-1, epsilon=float(EPS))]
    else:
        return {}
    constants = [] if axis is None else [helper.make_tensor("axis", TensorProto.INT64, [1], [axis])]
    feeds = dict(zip("abc", workload.operands))
    inputs = [helper.make_tensor_value_info(n, TensorProto.FLOAT, array.shape) for n, array in feeds.items()]
    y = workload.output
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, y.shape)
    graph = helper.make_graph(nodes, name, inputs, [output], constants)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    for label, array in feeds.items():
        binding.bind_input(label, "cpu", 0, np.float32, array.shape, array.ctypes.data)
    binding.bind_output("y", "cpu", 0, np.float32, y.shape, y.ctypes.data)

    def once():
        session.run_with_iobinding(binding)
    once.keeps = (session, feeds)
    return {"onnxruntime": once}


PEERS = [numpy_, jax_, onnxruntime_]
