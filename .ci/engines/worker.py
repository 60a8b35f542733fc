"""Runs one engine: reads cases as lines of JSON, and writes the engine's result for each as a line of JSON.

Any case may crash a worker; its parent then starts another.

Two values that the operator distinguishes reveal which element of an operand an element of the result reads: bit by bit, the operand holds one
value at positions where the bit is 0 and the other where it is 1, while the other operands are constant. This works for comparisons and logic
as well as for sums.
"""

import json
import os
import sys

import numpy as np

OPERANDS = ("a", "b", "data", "cond", "x", "y")


class Garbage(Exception):
    """The result contains values that no element of the operands gives."""


class Unimplemented(Exception):
    """The engine lacks the operator, which is no refusal of the shapes."""


class Refused(Exception):
    """The engine refuses the case."""


def read(run, shapes, dtypes, values):
    """The shape of the result, and the positions at which each operand is read. `values`: two values for each operand, with those of the others."""
    found, out = [], None
    for which, shape in enumerate(shapes):
        low, high, others = values[which]
        fixed = [np.full(s, 0 if n == which else others[n], t) for n, (s, t) in enumerate(zip(shapes, dtypes))]

        def result(elements):
            arrays = list(fixed)
            arrays[which] = np.ascontiguousarray(elements, dtypes[which]).reshape(shape)
            made = np.asarray(run(arrays))
            # Some engines divide by multiplying with the reciprocal.
            return np.round(made, 3) if made.dtype.kind == "f" else made

        count = int(np.prod(shape, dtype=np.int64))
        off, on = result(np.full(count, low)), result(np.full(count, high))
        if off.shape != on.shape or (out is not None and off.shape != out):
            raise Garbage("the shape changes with the values")
        out = off.shape
        if off.size and len({*off.ravel().tolist(), *on.ravel().tolist()}) != 2 or np.any(off == on):
            raise Garbage("values that no element gives")
        positions, read_at = np.arange(count), np.zeros(off.size, np.int64)
        for bit in range(max(count - 1, 0).bit_length()):
            got = result(np.where(positions >> bit & 1, high, low))
            if got.shape != out or not np.all((got == off) | (got == on)):
                raise Garbage("values that no element gives")
            read_at |= (got == on).ravel().astype(np.int64) << bit
        found.append(read_at.tolist())
    return list(out), found


def pair(first, second, other_of_first=None, other_of_second=None):
    """Two operands: the values of each, and the other's value at the same time."""
    (low, high), (other_low, other_high) = first, second
    return [
        (low, high, [None, other_low if other_of_first is None else other_of_first]),
        (other_low, other_high, [low if other_of_second is None else other_of_second, None]),
    ]


# Values that every operator of a family distinguishes.
SUM, ORDER, LOGIC_OR = pair((0, 1), (0, 1), 0, 0), pair((0, 2), (0, 2), 1, 1), pair((0, 1), (0, 1), 0, 0)
PRODUCT, QUOTIENT, LOGIC_AND = pair((1, 2), (1, 2), 1, 1), pair((1, 2), (1, 2), 1, 4), pair((0, 1), (0, 1), 1, 1)
REMAINDER, POWER, SLOPE = pair((3, 5), (3, 5), 7, 7), pair((1, 2), (1, 2), 2, 2), pair((-1, -2), (1, 2), 1, -1)
SELECT = [(0, 1, [None, 1, 0]), (0, 1, [1, None, 0]), (0, 1, [0, 0, None])]


def values_of(name):
    """The values for an operator, by its name."""
    name = name.lower().removeprefix("elementwise_")
    families = [
        (("sum", "add", "sub", "mean", "bitwiseor", "bitwise_or", "bitwisexor", "squareddifference"), SUM),
        (("mul",), PRODUCT),
        (("max",), SUM),
        (("min",), LOGIC_AND),
        (("rdiv",), pair((1, 2), (1, 2), 4, 1)),
        (("floordiv",), pair((4, 8), (1, 2), 1, 8)),
        (("div",), QUOTIENT),
        (("pow",), POWER),
        (("prelu",), SLOPE),
        (("mod", "floormod", "floor_mod"), REMAINDER),
        (("rsub",), SUM),
        (("bitshift",), pair((0, 1), (0, 1), 1, 1)),
        (("and", "logicaland", "logical_and", "bitwiseand"), LOGIC_AND),
        (("or", "xor", "logicalor", "logicalxor"), LOGIC_OR),
        (("greater", "less"), ORDER),
        (("equal", "notequal"), SUM),
    ]
    for prefixes, values in families:
        if name.startswith(prefixes):
            return values
    raise KeyError(name)


def shapes_of(case):
    return [case[key] for key in OPERANDS if key in case]


class Numpy:
    version = np.__version__

    def ask(self, case):
        if case["op"] == "broadcast_to":
            return read(lambda arrays: np.broadcast_to(arrays[0], case["target"]), [case["data"]], ["i4"], [(0, 1, [None])])
        return read(lambda arrays: np.add(*arrays), shapes_of(case), ["i4"] * 2, SUM)

    refusals = (ValueError,)


class Onnxruntime:
    def __init__(self):
        import onnxruntime

        self.runtime, self.sessions = onnxruntime, {}
        self.version = "onnxruntime " + onnxruntime.__version__
        from onnxruntime.capi import onnxruntime_pybind11_state as state

        self.refusals = (state.Fail, state.InvalidArgument, state.RuntimeException, state.EPFail)

    def session(self, op, opset, types, attributes):
        """A model of one node whose inputs may have any shape."""
        key = (op, opset, types, tuple(attributes))
        if key not in self.sessions:
            from onnx import helper

            names = [f"i{n}" for n in range(len(types))]
            infos = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(np.dtype(t)), None) for n, t in zip(names, types)]
            graph = helper.make_graph([helper.make_node(op, names, ["o"], **dict(attributes))], "g", infos, [helper.make_empty_tensor_value_info("o")])
            made = "Equal" in op or op in ("Greater", "Less", "GreaterOrEqual", "LessOrEqual")
            kind = helper.np_dtype_to_tensor_dtype(np.dtype(bool if made else types[1 if op == "Where" else 0]))
            graph.output[0].CopyFrom(helper.make_tensor_value_info("o", kind, None))
            model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
            options = self.runtime.SessionOptions()
            options.log_severity_level, options.intra_op_num_threads = 4, 1
            self.sessions[key] = self.runtime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return self.sessions[key]

    def ask(self, case):
        op, shapes, attributes = case["op"], shapes_of(case), []
        bits = op.startswith("Bit")
        kind = "?" if op in ("And", "Or", "Xor") else "u4" if bits else "f4"
        types, values, opset = [kind] * len(shapes), None, 18 if op.startswith("Bitwise") else 13
        if op == "BitShift":
            attributes = [("direction", "LEFT")]
        if op == "Mod":
            attributes = [("fmod", 1)]
        if op == "Where":
            types, values = ["?", "f4", "f4"], SELECT
        if op == "Expand":
            session, target = self.session(op, 13, ("f4", "i8"), []), np.array(case["target"], "i8")
            return read(lambda arrays: session.run(None, {"i0": arrays[0], "i1": target})[0], shapes, types, [(0, 1, [None])])
        if op == "Gemm":
            m, n = case["a"]
            turned = [("transA", case["transA"]), ("transB", case["transB"])]
            a, b = np.zeros((2, m) if case["transA"] else (m, 2), "f4"), np.zeros((n, 2) if case["transB"] else (2, n), "f4")
            session = self.session(op, 13, ("f4",) * 3, turned)
            out, found = read(lambda arrays: session.run(None, {"i0": a, "i1": b, "i2": arrays[0]})[0], shapes[1:], types[1:], [(0, 1, [None])])
            return out, [None, *found]
        session = self.session(op, opset, tuple(types), attributes)
        names = [f"i{n}" for n in range(len(shapes))]
        return read(lambda arrays: session.run(None, dict(zip(names, arrays)))[0], shapes, types, values or values_of(op))


class Openvino:
    def __init__(self):
        import openvino

        self.ov, self.core = openvino, openvino.Core()
        self.version = "openvino " + openvino.__version__.split("-")[0]
        self.refusals = (RuntimeError,)

    def model(self, case, kind):
        """The model as OpenVINO's XML, the only interface with an axis for pdpd."""

        def ports(first, shapes, precision):
            each = ("".join(f"<dim>{n}</dim>" for n in shape) for shape in shapes)
            return "".join(f'<port id="{first + n}" precision="{precision}">{dims}</port>' for n, dims in enumerate(each))

        op, shapes = case["op"], shapes_of(case)
        types = [("boolean", "BOOL") if kind == "?" or (op == "Select" and n == 0) else ("i32", "I32") if kind == "i4" else ("f32", "FP32") for n in range(len(shapes))]
        broadcast = "numpy" if case["mode"] == "where" else case["mode"]
        data = f'auto_broadcast="{broadcast}"' + (f' auto_broadcast.auto_broadcast_axis="{case["axis"]}"' if "axis" in case else "")
        layers, edges, inputs = [], [], ""
        for n, (shape, (element, precision)) in enumerate(zip(shapes, types)):
            dims = ",".join(map(str, shape))
            layers.append(
                f'<layer id="{n}" name="p{n}" type="Parameter" version="opset1"><data shape="{dims}" element_type="{element}"/>'
                f"<output>{ports(0, [shape], precision)}</output></layer>"
            )
            edges.append((n, 0, len(shapes), n))
            inputs += ports(n, [shape], precision)
        layers.append(
            f'<layer id="{len(shapes)}" name="o" type="{op}" version="opset1"><data {data}/><input>{inputs}</input>'
            f'<output><port id="9" precision="FP32"/></output></layer><layer id="9" name="r" type="Result" version="opset1">'
            f'<input><port id="0" precision="FP32"/></input></layer>'
        )
        edges.append((len(shapes), 9, 9, 0))
        wires = "".join('<edge from-layer="{}" from-port="{}" to-layer="{}" to-port="{}"/>'.format(*edge) for edge in edges)
        text = f'<?xml version="1.0"?><net name="m" version="11"><layers>{"".join(layers)}</layers><edges>{wires}</edges></net>'
        return self.core.read_model(text.encode(), self.ov.Tensor(np.zeros(1, np.uint8)))

    def broadcast(self, case):
        """Broadcast's model, with the target as a constant or an input, and the inputs besides the data."""
        from openvino import opset1, opset3

        made, mode = (opset1, "mode") if case["op"] == "Broadcast-1" else (opset3, "broadcast_spec")
        data = made.parameter(case["data"], np.float32)
        more = [np.array(case[key], np.int64) for key in ("target", "axes_mapping") if key in case]
        if case.get("as_input"):
            inputs = [data, *(made.parameter([array.size], np.int64) for array in more)]
            return self.ov.Model([made.broadcast(*inputs, **{mode: case["mode"].upper()})], inputs), more
        constants = [self.ov.op.Constant(self.ov.Type.i64, self.ov.Shape([array.size]), array.tolist()) for array in more]
        return self.ov.Model([made.broadcast(data, *constants, **{mode: case["mode"].upper()})], [data]), []

    def ask(self, case):
        op, shapes = case["op"], shapes_of(case)
        if op.startswith("Broadcast"):
            kinds, values = ["f4"], [(0, 1, [None])]
            model, more = self.broadcast(case)
        else:
            kind = "?" if op.startswith("Logical") else "f4" if op in ("Divide", "Power", "Mod", "FloorMod") else "i4"
            kinds = ["?", "i4", "i4"] if op == "Select" else [kind] * len(shapes)
            values, model, more = SELECT if op == "Select" else values_of(op), self.model(case, kind), []
        try:
            compiled = self.core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1})
        except RuntimeError as error:
            if "newNode" in str(error):
                raise Unimplemented("no node of this operator and mode") from None
            raise
        return read(lambda arrays: compiled(arrays + more)[0], shapes, kinds, values)


class Paddle:
    def __init__(self):
        os.environ["FLAGS_enable_pir_api"] = "0"
        import paddle

        self.paddle, self.version = paddle, paddle.__version__
        self.executor = paddle.static.Executor(paddle.CPUPlace())
        self.refusals = (ValueError, RuntimeError)

    def ask(self, case):
        paddle, op, shapes = self.paddle, case["op"], shapes_of(case)
        if case["mode"] == "multidirectional":
            paddle.disable_static()
            kind = "?" if op.startswith("logical") else "i4" if op.startswith("bitwise") else "f4"
            function = getattr(paddle, op)
            return read(lambda arrays: function(*map(paddle.to_tensor, arrays)).numpy(), shapes, [kind] * 2, values_of(op))
        paddle.enable_static()
        program = paddle.static.Program()
        with paddle.static.program_guard(program, paddle.static.Program()):
            kind = "int32" if "floordiv" in op else "float32"
            x, y = (paddle.static.data(name, shape, kind) for name, shape in zip("xy", shapes))
            block = program.global_block()
            out = block.create_var(name="out", dtype=kind)
            block.append_op(type=op, inputs={"X": [x], "Y": [y]}, outputs={"Out": [out]}, attrs={"axis": case["axis"]})

        def run(arrays):
            return self.executor.run(program, feed=dict(zip("xy", arrays)), fetch_list=[out])[0]

        return read(run, shapes, [kind] * 2, values_of(op))


class Ncnn:
    def __init__(self):
        import ncnn

        self.ncnn, self.version = ncnn, ncnn.__version__
        self.refusals = ()

    def net(self, op, packing):
        import tempfile

        net = self.ncnn.Net()
        net.opt.num_threads, net.opt.use_packing_layout = 1, packing
        net.opt.use_fp16_storage = net.opt.use_fp16_packed = net.opt.use_fp16_arithmetic = net.opt.use_bf16_storage = False
        with tempfile.NamedTemporaryFile("w", suffix=".param") as text, tempfile.NamedTemporaryFile(suffix=".bin") as empty:
            text.write(f"7767517\n3 3\nInput a 0 1 a\nInput b 0 1 b\nBinaryOp op 2 1 a b out 0={op}\n")
            text.flush()
            if net.load_param(text.name) != 0 or net.load_model(empty.name) != 0:
                raise Refused("not loaded")
        return net

    def ask(self, case):
        op = ["Add", "Sub", "Mul", "Div", "Max", "Min", "Pow", "Rsub", "Rdiv"].index(case["op"])
        answers = []
        for packing in (True, False):
            net = self.net(op, packing)

            def run(arrays):
                mats = [self.ncnn.Mat(a).clone() for a in arrays]
                extractor = net.create_extractor()
                for name, mat in zip("ab", mats):
                    extractor.input(name, mat)
                code, out = extractor.extract("out")
                if code != 0:
                    raise Refused(f"code {code}")
                return np.array(out)

            answers.append(read(run, shapes_of(case), ["f4"] * 2, values_of(case["op"])))
        if answers[0] != answers[1]:
            raise Garbage("another answer without packing")
        return answers[0]


ENGINES = {"numpy": Numpy, "onnxruntime": Onnxruntime, "openvino": Openvino, "paddle": Paddle, "ncnn": Ncnn}


def main():
    # Redirects the engine's own output.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    engine = ENGINES[sys.argv[1]]()
    for line in sys.stdin:
        case = json.loads(line)
        try:
            out, found = engine.ask(case)
            answer = {"ok": True, "out": [int(n) for n in out]}
            answer |= {f"{key}_index": index for key, index in zip((k for k in OPERANDS if k in case), found) if index is not None}
        except Garbage as garbage:
            answer = {"ok": False, "garbage": str(garbage)}
        except Unimplemented as missing:
            answer = {"unimplemented": str(missing)}
        except (Refused, *engine.refusals) as error:
            answer = {"ok": False, "words": str(error)[:200]}
        answers.write(json.dumps({"version": engine.version, **answer}) + "\n")
        answers.flush()


main()
