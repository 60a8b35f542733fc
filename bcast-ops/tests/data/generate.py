"""Writes the cases of this directory: onnx's own tests, and the engines' results on random inputs.

    python3 -m venv env && env/bin/pip install onnx==1.23.2 onnxruntime==1.31.1 openvino==2026.4.1 ncnn==1.0.20261020 ml_dtypes
    env/bin/python generate.py onnx_node onnx_along onnx_schemas onnxruntime openvino ncnn

A case has an operator, its attributes and opset, inputs and outputs. An array is [element type, shape, elements], or [shape, elements] if it has
the `type` of the case. The elements are in C order: a list of integers or texts, or the bytes of all, little endian, as hexadecimal digits.
A file has a line of JSON for each case, the list of its values. Lines `{"all": {..}, "fields": [..]}` before it have the names of these values, and what the cases after it have in common until another
line changes it. An array that occurs again has a name, under which such a line has it.
"""

import json
import sys
from collections import Counter

import ml_dtypes
import numpy as np

NAMES = {
    "bool": "bool", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64", "uint8": "uint8", "uint16": "uint16",
    "uint32": "uint32", "uint64": "uint64", "float16": "float16", "bfloat16": "bfloat16", "float32": "float32", "float64": "float64",
    "complex64": "complex64", "complex128": "complex128",
}
OPERATORS = (
    "Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Expand Gemm Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul "
    "Or PRelu Pow Sub Sum Where Xor"
).split()

ALONG = (
    "ArgMax ArgMin BatchNormalization GroupNormalization InstanceNormalization LayerNormalization LogSoftmax LpNormalization "
    "MeanVarianceNormalization RMSNormalization ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd "
    "ReduceSum ReduceSumSquare Softmax"
).split()


def short(value):
    return json.dumps(value, separators=(",", ":"))


def array(a):
    """An array as JSON, with integers as whichever is shorter."""
    a = np.asarray(a)
    if a.dtype == object or a.dtype.kind in "US":
        return ["string", list(a.shape), [t.decode() if isinstance(t, bytes) else str(t) for t in a.ravel()]]
    data = np.ascontiguousarray(a).astype(a.dtype.newbyteorder("<"), copy=False) if a.dtype.kind != "V" else np.ascontiguousarray(a)
    forms = [data.tobytes().hex(), *([[int(v) for v in a.ravel()]] if a.dtype.kind in "iu" else [])]
    return [NAMES[a.dtype.name], list(a.shape), min(forms, key=lambda form: len(short(form)))]


def repeated(cases):
    """Names of the long arrays that occur several times, by their texts."""
    counts = Counter(short(a) for case in cases for a in case["inputs"] + case["outputs"])
    return {text: f"array {n}" for n, text in enumerate((t for t in counts if counts[t] > 1 and len(t) > 60), 1)}


def packed(case, names):
    """The case with the names of its arrays and without the type that most of the others have, and what has to be stated before it."""
    kind = Counter(a[0] for a in case["inputs"] + case["outputs"]).most_common(1)[0][0]
    lists = {key: [names.get(short(a)) or (a[1:] if a[0] == kind else a) for a in case[key]] for key in ("inputs", "outputs")}
    return case | lists, {"type": kind} | {names[short(a)]: a for key in lists for a in case[key] if short(a) in names}


def write(name, cases, lists={}):
    """Writes the cases, which may name these lists."""
    path = f"{name}.jsonl"
    # Rows have what changes often.
    common = [key for key in ("op", "opset", "attributes", "rtol", "atol", "last") if key in cases[0]]
    common = [key for key in common if sum(a[key] != b[key] for a, b in zip(cases, cases[1:])) * 2 < len(cases)]
    fields = [key for key in cases[0] if key not in common]
    names = repeated(cases) if "outputs" in fields else None
    stated, first = {}, {"fields": fields}
    with open(path, "w") as out:
        for case in cases:
            news = lists | {key: case[key] for key in common}
            if names is not None:
                case, arrays = packed(case, names)
                news |= arrays
            news = {key: value for key, value in news.items() if key not in stated or stated[key] != value}
            stated |= news
            if news:
                out.write(short({"all": news} | first) + "\n")
                first = {}
            out.write(short([case[key] for key in fields]) + "\n")
    print(path, len(cases))


def onnx_attributes(node):
    import onnx

    attributes = {}
    for a in node.attribute:
        value = onnx.helper.get_attribute_value(a)
        attributes[a.name] = value.decode() if isinstance(value, bytes) else value
    # JSON does not distinguish 1.0 from 1.
    return {k: {"float": v} if isinstance(v, float) else v for k, v in attributes.items()}


def node_tests(operators):
    """Every node test of the onnx package whose only node is one of these operators."""
    import onnx
    from onnx import numpy_helper
    from onnx.backend.test.case.node import collect_testcases

    def value(v):
        return numpy_helper.to_array(v) if isinstance(v, onnx.TensorProto) else np.asarray(v)

    cases = []
    for test in collect_testcases(None):
        graph = test.model.graph
        if len(graph.node) != 1 or graph.node[0].domain or graph.node[0].op_type not in operators:
            continue
        node = graph.node[0]
        types = [i.type.tensor_type.elem_type for i in graph.input]
        known = [onnx.helper.tensor_dtype_to_np_dtype(t).name if t != onnx.TensorProto.STRING else "object" for t in types]
        for inputs, outputs in test.data_sets:
            inputs, outputs = [value(v) for v in inputs], [value(v) for v in outputs]
            if any(i.dtype.name not in NAMES and i.dtype.kind not in "OUS" for i in inputs):
                print("left out", test.name, known)
                continue
            cases.append({
                "name": test.name, "op": node.op_type, "opset": test.model.opset_import[0].version, "attributes": onnx_attributes(node),
                "inputs": [array(i) for i in inputs], "outputs": [array(o) for o in outputs], "rtol": test.rtol, "atol": test.atol,
            })
    return cases


def onnx_node():
    """The node tests of operators that work element by element."""
    write("onnx_node", node_tests(OPERATORS))


def onnx_along():
    """The node tests of operators along axes. Some have several outputs."""
    write("onnx_along", node_tests(ALONG))


def shapes(rng, count):
    """Shapes that broadcast in both directions."""
    out = rng.integers(0, 4, size=rng.integers(0, 5))
    out = [int(n) if n or rng.random() < 0.2 else 5 for n in out]
    made = []
    for _ in range(count):
        rank = int(rng.integers(0, len(out) + 1))
        made.append([n if rng.random() < 0.7 else 1 for n in out[len(out) - rank:]])
    return made


def numbers(rng, dtype, shape, small=False):
    """Random elements, some of them special values."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape, dtype=int))
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        low, high = (max(info.min, -9), min(info.max, 9)) if small else (info.min, info.max)
        values = rng.integers(low, high, count, dtype=dtype, endpoint=True)
        near = rng.integers(max(info.min, -9), min(info.max, 9), count, dtype=dtype, endpoint=True)
        values = np.where(rng.random(count) < 0.5, values, near)
        if not small:
            edges = np.array([info.min, info.max, 0, 1], dtype)
            values = np.where(rng.random(count) < 0.15, rng.choice(edges, count), values)
        return values.astype(dtype).reshape(shape)
    values = rng.normal(0, 3, count) * 10.0 ** rng.integers(-2, 3, count)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 2.0, 0.5, -3.0])
    values = np.where(rng.random(count) < 0.2, rng.choice(special, count), values)
    return values.astype(dtype).reshape(shape)


FLOATS = ["float16", "float32", "float64"]
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
KINDS = {
    "Add": FLOATS + INTEGERS, "Sub": FLOATS + INTEGERS, "Mul": FLOATS + INTEGERS, "Div": FLOATS + INTEGERS, "And": ["bool"], "Or": ["bool"],
    "Xor": ["bool"], "BitShift": INTEGERS[4:], "BitwiseAnd": INTEGERS, "BitwiseOr": INTEGERS, "BitwiseXor": INTEGERS,
    "Equal": FLOATS + INTEGERS + ["bool"], "Greater": FLOATS + INTEGERS, "GreaterOrEqual": FLOATS + INTEGERS, "Less": FLOATS + INTEGERS,
    "LessOrEqual": FLOATS + INTEGERS, "Max": FLOATS + INTEGERS, "Min": FLOATS + INTEGERS, "Mean": FLOATS, "Sum": FLOATS,
    "Mod": FLOATS + INTEGERS, "Pow": FLOATS + ["int32", "int64"], "PRelu": FLOATS + ["int32", "int64", "uint32", "uint64"],
    "Where": FLOATS + INTEGERS + ["bool"], "Expand": FLOATS + INTEGERS + ["bool"], "Gemm": FLOATS,
}


def run_onnx(op, opset, attributes, inputs):
    """onnxruntime's result; None if it has no implementation or refuses."""
    import onnx
    import onnxruntime as ort
    from onnx import TensorProto, helper

    names = [f"i{n}" for n in range(len(inputs))]
    node = helper.make_node(op, names, ["o"], **attributes)
    infos = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in zip(names, inputs)]
    graph = helper.make_graph([node], "g", infos, [helper.make_empty_tensor_value_info("o")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)
    model = onnx.shape_inference.infer_shapes(model)
    if not model.graph.output[0].type.tensor_type.elem_type:
        return None
    options = ort.SessionOptions()
    options.log_severity_level = 4
    try:
        session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return session.run(None, dict(zip(names, inputs)))[0]
    except Exception:
        return None


def onnxruntime():
    """Random shapes and elements of every type that onnxruntime implements.

    Left out is where it goes through floating point and loses digits (powers of integers, and `fmod` of 64-bit integers), and divisions of
    integers by 0, and of the least one by -1, which end the process there.
    """
    rng = np.random.default_rng(6)
    cases = []
    for op, kinds in KINDS.items():
        for kind in kinds:
            for _ in range(4):
                opset, attributes, count = 18, {}, 2
                if op in ("Max", "Min", "Mean", "Sum"):
                    count = int(rng.integers(1, 7))
                made = shapes(rng, count)
                inputs = [numbers(rng, kind, s) for s in made]
                if op == "Equal":
                    opset = 19
                if op in ("Div", "Mod") and kind in INTEGERS:
                    inputs[1] = np.where(inputs[1] == 0, 3, inputs[1]).astype(kind)
                    if kind.startswith("int"):  # MIN / -1 crashes the process.
                        inputs[1] = np.where(inputs[1] == -1, 2, inputs[1]).astype(kind)
                if op == "Mod":
                    attributes = {"fmod": 1 if kind in FLOATS else int(rng.integers(0, 2))}
                    if attributes["fmod"] and kind.endswith("int64"):
                        inputs = [numbers(rng, kind, s, True) for s in made]
                        inputs[1] = np.where(inputs[1] == 0, 3, inputs[1]).astype(kind)
                if op == "BitShift":
                    attributes = {"direction": str(rng.choice(["LEFT", "RIGHT"]))}
                    inputs[1] = (inputs[1] % 70).astype(kind)
                if op == "Pow":
                    exponent = str(rng.choice(["float32", "float64", "int32", "int64"]))
                    small = numbers(rng, exponent, made[1], True)
                    if kind.startswith("int"):
                        inputs[0] = np.abs(numbers(rng, kind, made[0], True))  # It converts NaN to the least integer, bcast to 0.
                        small = np.nan_to_num(np.abs(small), posinf=1, neginf=1).clip(0, 5).astype(exponent)
                    inputs[1] = small
                if op == "PRelu":
                    x, slope = inputs
                    while len(slope.shape) > len(x.shape) or any(n not in (1, m) for n, m in zip(slope.shape[::-1], x.shape[::-1])):
                        made = shapes(rng, 2)
                        x, slope = (numbers(rng, kind, s) for s in made)
                    inputs = [x, slope]
                if op == "Where":
                    inputs = [numbers(rng, "bool", shapes(rng, 1)[0] and made[0]), *inputs]
                if op == "Expand":
                    inputs[1] = np.array(made[1], np.int64)
                if op == "Gemm":
                    m, k, n = (int(v) for v in rng.integers(1, 6, 3))
                    ta, tb = (int(v) for v in rng.integers(0, 2, 2))
                    a = rng.normal(0, 1, (k, m) if ta else (m, k)).astype(kind)
                    b = rng.normal(0, 1, (n, k) if tb else (k, n)).astype(kind)
                    c = rng.normal(0, 1, [(m, n), (1, n), (n,), (m, 1), (), (1,)][int(rng.integers(0, 6))]).astype(kind)
                    inputs = [a, b, c][: int(rng.integers(2, 4))]
                    attributes = {"transA": ta, "transB": tb, "alpha": float(rng.choice([1.0, 0.5])), "beta": float(rng.choice([1.0, 2.0]))}
                output = run_onnx(op, opset, attributes, inputs)
                if output is None:
                    continue
                stored = {k: {"float": v} if isinstance(v, float) else v for k, v in attributes.items()}
                cases.append({
                    "op": op, "opset": opset, "attributes": stored, "inputs": [array(i) for i in inputs], "outputs": [array(output)],
                    "rtol": 2e-3 if kind == "float16" else 1e-5, "atol": 2e-3 if kind == "float16" else 1e-6,
                })
    write("onnxruntime", cases)


def openvino():
    """OpenVINO's element-wise operators of `float32` and `int32` in the modes of `auto_broadcast`.

    Left out: integers that overflow, or that are divided (its CPU plugin saturates some and ignores `m_pythondiv`), NaN in Maximum and
    Minimum (which depends on the order of the inputs there) and in comparisons (its GreaterEqual is true then), and the modulo of
    infinities.
    """
    import openvino as ov
    from openvino import opset15 as o

    core = ov.Core()
    functions = {
        "Add": o.add, "Subtract": o.subtract, "Multiply": o.multiply, "Divide": o.divide, "Power": o.power, "Maximum": o.maximum,
        "Minimum": o.minimum, "Mod": o.mod, "FloorMod": o.floor_mod, "SquaredDifference": o.squared_difference, "Equal": o.equal,
        "NotEqual": o.not_equal, "Greater": o.greater, "GreaterEqual": o.greater_equal, "Less": o.less, "LessEqual": o.less_equal,
        "LogicalAnd": o.logical_and, "LogicalOr": o.logical_or, "LogicalXor": o.logical_xor,
    }
    rng = np.random.default_rng(60)
    cases = []
    for op, function in functions.items():
        for kind in ["bool"] if op.startswith("Logical") else ["float32", "int32"]:
            for mode in ["numpy", "none", "pdpd"] * 2:
                attributes = {"auto_broadcast": mode}
                made = shapes(rng, 2)
                if mode == "none":
                    made[1] = made[0]
                if mode == "pdpd":
                    made[0] = [2, 3, 4, 2][: int(rng.integers(1, 5))]
                    first = int(rng.integers(0, len(made[0])))
                    last = int(rng.integers(first, len(made[0]))) + 1
                    made[1] = made[0][first:last]
                    attributes["axis"] = first
                if kind == "int32":
                    x, y = (rng.integers(-9, 10, s).astype(kind) for s in made)
                    if op == "Divide":
                        continue
                    if op in ("Mod", "FloorMod"):
                        y = np.where(y == 0, 3, y).astype(kind)
                    if op == "Power":
                        y = np.abs(y) % 5
                else:
                    x, y = (numbers(rng, kind, s) for s in made)
                    if "Equal" in op or op in ("Greater", "Less"):
                        x, y = (np.nan_to_num(v, nan=1) for v in (x, y))
                    if op in ("Maximum", "Minimum", "Mod", "FloorMod", "Power") and kind == "float32":
                        x, y = (np.nan_to_num(v, posinf=7, neginf=-7).clip(-50, 50) for v in (x, y))
                        y = np.where(np.abs(y) < 0.1, 2, y).astype(kind)
                        if op == "Power":
                            x = np.abs(x).astype(kind)
                if 0 in made[0] or 0 in made[1]:
                    continue
                parameters = [o.parameter(list(a.shape), a.dtype) for a in (x, y)]
                if mode == "pdpd":
                    # The Python interface has no axis, so this reshapes instead.
                    shape = [1] * attributes["axis"] + list(y.shape)
                    shape += [1] * (x.ndim - len(shape))
                    node = function(parameters[0], o.reshape(parameters[1], o.constant(np.array(shape, np.int64)), False))
                else:
                    node = function(*parameters, auto_broadcast=mode.upper())
                compiled = core.compile_model(ov.Model([node], parameters), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
                output = compiled([x, y])[0]
                cases.append({
                    "op": op, "opset": 1, "attributes": attributes, "inputs": [array(x), array(y)], "outputs": [array(output)],
                    "rtol": 1e-5, "atol": 1e-4 if op in ("Mod", "FloorMod") else 1e-6,
                })
    write("openvino", cases)


def ncnn():
    """ncnn's BinaryOp of every type on ordinary numbers, where all of its programs agree with the formulas."""
    import os
    import tempfile

    import ncnn as n

    rng = np.random.default_rng(600)
    made = [((3, 4), (3, 4)), ((4, 3, 2), (4, 3)), ((4, 3, 2), (2,)), ((4, 3, 2), (4,)), ((5,), (5,)), ((2, 3), (1, 3)), ((2,), (2, 3, 4))]
    cases = []

    def run(op_type, scalar, inputs):
        with tempfile.NamedTemporaryFile("w", suffix=".param", delete=False) as f:
            count = len(inputs)
            f.write("7767517\n%d %d\n" % (count + 1, count + 1))
            for i in range(count):
                f.write(f"Input in{i} 0 1 in{i}\n")
            names = " ".join(f"in{i}" for i in range(count))
            f.write(f"BinaryOp op {count} 1 {names} out 0={op_type}" + (f" 1=1 2={scalar:e}" if scalar is not None else "") + "\n")
        net = n.Net()
        net.opt.use_packing_layout = net.opt.use_fp16_storage = net.opt.use_fp16_arithmetic = net.opt.use_bf16_storage = False
        assert net.load_param(f.name) == 0
        with tempfile.NamedTemporaryFile(suffix=".bin") as empty:
            net.load_model(empty.name)
        os.unlink(f.name)
        mats = [n.Mat(a).clone() for a in inputs]
        extractor = net.create_extractor()
        for i, mat in enumerate(mats):
            extractor.input(f"in{i}", mat)
        code, out = extractor.extract("out")
        assert code == 0
        return np.array(out)

    for op_type in range(19):
        for a_shape, b_shape in made:
            a, b = (rng.uniform(0.5, 3, s).astype("float32") for s in (a_shape, b_shape))
            if op_type not in (6, 9):
                a, b = (v * np.where(rng.random(v.shape) < 0.5, -1, 1).astype("float32") for v in (a, b))
            case = {"op": "BinaryOp", "attributes": {"0": op_type}, "rtol": 2e-5, "atol": 2e-6}
            cases.append(case | {"inputs": [array(a), array(b)], "outputs": [array(run(op_type, None, [a, b]))]})
        a, scalar = rng.uniform(0.5, 3, (3, 4)).astype("float32"), float(np.float32(1.75))
        case = {"op": "BinaryOp", "attributes": {"op_type": op_type, "with_scalar": 1, "b": {"float": scalar}}, "rtol": 2e-5, "atol": 2e-6}
        cases.append(case | {"inputs": [array(a)], "outputs": [array(run(op_type, scalar, [a]))]})
    write("ncnn", cases)


def onnx_schemas():
    """Every version of our operators: the opset it is from, its attributes, its inputs, and the element types that each type parameter allows."""
    import onnx.defs

    cases, lists = [], {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain or schema.name not in OPERATORS + ALONG:
            continue
        constraints = {c.type_param_str: c.allowed_type_strs for c in schema.type_constraints}
        usual = {"float": "float32", "double": "float64"}

        def types(text):
            found = [t.removeprefix("tensor(").removesuffix(")") for t in constraints.get(text, [text])]
            return sorted(usual.get(t, t) for t in found)

        cases.append({
            "op": schema.name, "since": schema.since_version, "last": onnx.defs.onnx_opset_version(),
            "attributes": sorted(schema.attributes), "required": sorted(k for k, a in schema.attributes.items() if a.required),
            "inputs": [[i.name, i.type_str, i.option.name] for i in schema.inputs], "output": schema.outputs[0].type_str,
            "types": {text: types(text) for text in sorted({i.type_str for i in [*schema.inputs, schema.outputs[0]]})},
        })
    cases.sort(key=lambda case: (case["op"], case["since"]))
    for case in cases:
        case["types"] = {text: lists.setdefault(short(kinds), f"types {len(lists) + 1}") for text, kinds in case["types"].items()}
    write("onnx_schemas", cases, {name: json.loads(text) for text, name in lists.items()})


for which in sys.argv[1:]:
    globals()[which]()
