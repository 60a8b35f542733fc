"""Makes model.onnx, an input for it, and onnxruntime's output.

    python3 -m venv env && env/bin/pip install onnx==1.23.2 onnxruntime==1.31.1
    env/bin/python make_model.py

A small network for a batch of any length, of element-wise operators and Gemm only: pixels are unpacked from 4 bits each, standardised,
sent through two layers with PRelu and a gate, limited, and the scores masked where a pixel is missing. The weights are random.
"""

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

rng = np.random.default_rng(28)
INPUTS, HIDDEN, CLASSES = 48, 64, 10


def weights(*shape):
    return (rng.normal(0, 1, shape) / np.sqrt(shape[-1])).astype(np.float32)


constants = {
    "four": np.array([4], np.uint8),
    "low": np.array(15, np.uint8),
    "missing": np.array(15, np.uint8),
    "scale": rng.uniform(0.05, 0.1, INPUTS).astype(np.float32),
    "zero": np.zeros(INPUTS, np.float32),
    "mean": rng.uniform(0.2, 0.5, INPUTS).astype(np.float32),
    "variance": rng.uniform(0.1, 0.3, INPUTS).astype(np.float32),
    "epsilon": np.array(1e-5, np.float32),
    "half": np.array(0.5, np.float32),
    "w1": weights(HIDDEN, INPUTS),
    "b1": weights(HIDDEN),
    "slope": rng.uniform(0.1, 0.3, HIDDEN).astype(np.float32),
    "w2": weights(HIDDEN, CLASSES),
    "b2": weights(1, CLASSES),
    "most": np.array(4, np.float32),
    "least": np.array(-4, np.float32),
    "two": np.array(2, np.int64),
    "never": np.array(-100, np.float32),
    "many": np.array([1, CLASSES], np.int64),
    "limit": np.array(40, np.float32),
    "bias": weights(CLASSES),
}
make = helper.make_node
nodes = [
    make("BitShift", ["packed", "four"], ["high_bits"], direction="RIGHT"),
    make("BitwiseAnd", ["packed", "low"], ["low_bits"]),
    make("Equal", ["low_bits", "missing"], ["is_missing"]),
    make("Greater", ["pixels", "limit"], ["is_bright"]),
    make("Or", ["is_missing", "is_bright"], ["is_bad"]),
    make("Where", ["is_bad", "zero", "pixels"], ["kept"]),
    make("Mul", ["kept", "scale"], ["scaled"]),
    make("Sub", ["scaled", "mean"], ["centred"]),
    make("Add", ["variance", "epsilon"], ["positive"]),
    make("Pow", ["positive", "half"], ["deviation"]),
    make("Div", ["centred", "deviation"], ["standard"]),
    make("Gemm", ["standard", "w1", "b1"], ["hidden"], transB=1),
    make("PRelu", ["hidden", "slope"], ["rectified"]),
    make("Gemm", ["rectified", "w2", "b2"], ["scores"], alpha=0.5, beta=2.0),
    make("Min", ["scores", "most"], ["below"]),
    make("Max", ["below", "least"], ["limited"]),
    make("Pow", ["limited", "two"], ["squares"]),
    make("Mean", ["limited", "squares", "bias"], ["mixed"]),
    make("Sum", ["mixed", "bias", "limited"], ["total"]),
    make("Mod", ["total", "most"], ["folded"], fmod=1),
    make("LessOrEqual", ["limited", "folded"], ["is_less"]),
    make("Less", ["squares", "most"], ["is_small"]),
    make("Xor", ["is_less", "is_small"], ["is_odd"]),
    make("And", ["is_odd", "is_small"], ["is_masked"]),
    make("Expand", ["never", "many"], ["nothing"]),
    make("Where", ["is_masked", "nothing", "folded"], ["answer"]),
]
info = helper.make_tensor_value_info
graph = helper.make_graph(
    nodes,
    "network",
    [info("packed", TensorProto.UINT8, ["batch", INPUTS]), info("pixels", TensorProto.FLOAT, ["batch", INPUTS])],
    [info("answer", TensorProto.FLOAT, ["batch", CLASSES]), info("high_bits", TensorProto.UINT8, ["batch", INPUTS])],
    [numpy_helper.from_array(value, name) for name, value in constants.items()],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
onnx.checker.check_model(model, full_check=True)
onnx.save(model, "model.onnx")

packed = rng.integers(0, 256, (7, INPUTS), dtype=np.uint8)
pixels = rng.uniform(0, 50, (7, INPUTS)).astype(np.float32)
feeds = {"packed": packed, "pixels": pixels}
session = onnxruntime.InferenceSession("model.onnx", providers=["CPUExecutionProvider"])
answers = session.run(None, feeds)
for index, (name, value) in enumerate(feeds.items()):
    open(f"input_{index}.pb", "wb").write(numpy_helper.from_array(value, name).SerializeToString())
for index, (output, value) in enumerate(zip(graph.output, answers)):
    open(f"output_{index}.pb", "wb").write(numpy_helper.from_array(value, output.name).SerializeToString())
print(answers[0][0])
