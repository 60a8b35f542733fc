"""Draws cases, runs the engines on them, and writes their results as rows in the format of tests/data/vectors.

    ask.py --count 400 --seed 1 --out DIRECTORY [--kinds NAME ..]

Each result is compared with the documents' rules (documents.py). If the two differ, one of the rules in `DIFFERENCES` must explain it, and the
row then expects the document's result. A difference without a rule fails the run. Engines run in separate processes and may crash. Unexplained
results are repeated once in a fresh process, since some engines corrupt their own memory.
"""

import argparse
import itertools
import json
import os
import random
import resource
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import documents
import draw

SECONDS = 60
# Each of these needs a separate process.
DANGEROUS = 15
# The factor by which quick engines get more cases.
TIMES = {"numpy": 3, "onnxruntime": 2, "openvino": 1, "paddle": 2, "ncnn": 5}


class Worker:
    """A process that runs one engine, restarted if it crashes or hangs."""

    def __init__(self, engine):
        self.engine, self.process, self.errors = engine, None, open(os.devnull, "wb")
        if os.environ.get("ENGINE_ERRORS"):
            self.errors = open(os.environ["ENGINE_ERRORS"], "ab")

    def stop(self):
        if self.process:
            # Includes the processes that it has started.
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        self.process = None

    def start(self):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")
        self.process = subprocess.Popen([sys.executable, script, self.engine],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                                        start_new_session=True)

    def once(self, case):
        """The result, or how the process ended."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(json.dumps(case).encode() + b"\n")
            self.process.stdin.flush()
            if not select.select([self.process.stdout], [], [], SECONDS)[0]:
                self.stop()
                return {"died": f"no answer within {SECONDS} s"}
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if line:
            return json.loads(line)
        code = self.process.wait()
        self.stop()
        if code == 1:
            sys.exit(f"worker.py {self.engine} failed at {json.dumps(case)}; ENGINE_ERRORS=FILE keeps what it says")
        return {"died": signal.Signals(-code).name}

    def ask(self, case, fresh=False):
        """The result of a healthy process: after a crash the case is run again."""
        if fresh:
            self.stop()
        answer = self.once(case)
        if "died" not in answer or fresh:
            return answer
        self.asked_again = True
        if case["op"].startswith("Broadcast"):
            # A target that is an input is sometimes refused without reason, but crashes less often.
            second = self.once({**case, "as_input": True})
            if second.get("ok"):
                return second
        return self.once(case)


def is_broadcast(out, shape, index):
    """True if these positions repeat a shape along axes of the result, for some alignment of its axes."""
    for axes in itertools.combinations(range(len(out)), len(shape)):
        if documents.meet(out, shape, axes) and documents.index(out, shape, axes) == index:
            return True
    return False


def zero(case):
    return any(0 in case[key] for key in ("data", "target"))


def hazard(kind, case):
    """Cases on which the engine writes outside its memory, whatever its result looks like."""
    if kind == "paddle_elementwise_axis":
        low, high = sorted((len(case["a"]), len(case["b"])))
        return low < high and case["axis"] >= 0 and case["axis"] + low > high
    return False


def verdict(kind, case, answer):
    """The engine's verdict, as `ok`, `no` or how it ended."""
    if "died" in answer:
        return "died"
    if not answer["ok"]:
        return "no"
    keys = [key for key in documents.operands(case) if f"{key}_index" in answer]
    if kind.startswith("ncnn") and not all(is_broadcast(answer["out"], case[key], answer[f"{key}_index"]) for key in keys):
        # It reads beyond the end of an operand, where the expected values happen to lie.
        return "no"
    return "ok"


def same_values(case, answer, document):
    out, axes = document
    pairs = [(key, lie) for key, lie in zip(documents.operands(case), axes) if f"{key}_index" in answer]
    return answer["out"] == out and all(answer[f"{key}_index"] == documents.index(out, case[key], lie) for key, lie in pairs)


# Operators that OpenVINO's CPU plugin rewrites as others, or transforms, without their axis.
LOSE_THEIR_AXIS = ("Equal", "NotEqual", "Greater", "GreaterEqual", "Less", "LessEqual", "LogicalAnd", "LogicalOr", "LogicalXor", "Divide",
                   "Subtract")


def without_its_axis(case, said, answer):
    """True if the result is a refusal, or the result of the same case without an axis."""
    other = documents.numpy(case["a"], case["b"])
    return said == "no" or (said == "ok" and other is not None and same_values(case, answer, other))


def stretches_over_0(case):
    """True if a length 1 meets a length 0 when both shapes are aligned right."""
    data, target = case["data"][::-1], case["target"][::-1]
    return any({m, n} == {0, 1} for m, n in zip(data, target))


def pdpd_over_0(case, length_of_a, length_of_b):
    """True if such a length of `b` lies on such a length of `a`."""
    first = len(case["a"]) - len(case["b"]) if case["axis"] == -1 else case["axis"]
    return (length_of_a, length_of_b) in zip(case["a"][first:], case["b"])


# The reasons for which an engine may deviate from its document: a text, the kinds concerned, and a test of a case, given the
# engine's verdict, its result, and the document's result. The document takes precedence in all of them.
DIFFERENCES = [
    ("onnxruntime's PRelu takes a slope that stretches x", "onnxruntime_prelu", lambda case, said, answer, document: (
        said == "ok" and document is None and same_values(case, answer, documents.numpy(case["a"], case["b"])))),
    ("OpenVINO's pdpd keeps the trailing 1s of b, and so has no room for them", "openvino_eltwise_pdpd", lambda case, said, answer, document: (
        said == "no" and document and case["b"][-1:] == [1] and case["axis"] + len(case["b"]) > len(case["a"]))),
    ("OpenVINO's pdpd refuses a 1 of b over a 0 of a", "openvino_eltwise_pdpd", lambda case, said, answer, document: (
        said == "no" and document and pdpd_over_0(case, 0, 1))),
    ("OpenVINO's pdpd stretches a 1 of a over a 0 of b, or dies of it", "openvino_eltwise_pdpd", lambda case, said, answer, document: (
        document is None and (said == "died" or 0 in answer["out"]) and pdpd_over_0(case, 1, 0))),
    ("OpenVINO loses the axis of comparisons, logic, subtraction and division", "openvino_eltwise_pdpd", lambda case, said, answer, document: (
        case["op"] in LOSE_THEIR_AXIS and document and without_its_axis(case, said, answer))),
    ("OpenVINO takes [k] as the axes of a scalar", ("openvino_broadcast1_explicit", "openvino_broadcast3_explicit"), (
        lambda case, said, answer, document: said == "ok" and document is None and case["data"] == [] and len(case["axes_mapping"]) == 1)),
    ("OpenVINO looks at axes that are not increasing, or not at all, or dies of them", ("openvino_broadcast1_explicit", "openvino_broadcast3_explicit"), (
        lambda case, said, answer, document: document is None and any(m >= n for m, n in zip(case["axes_mapping"], case["axes_mapping"][1:])))),
    ("OpenVINO's bidirectional takes 1 over 0 for a constant target, or refuses", "openvino_broadcast3_bidirectional", (
        lambda case, said, answer, document: document and stretches_over_0(case))),
    ("OpenVINO dies where nothing is to be broadcast", "openvino_broadcast", lambda case, said, answer, document: (
        said == "died" and document and (case["data"] == case["target"] == [] or zero(case)))),
    ("PaddlePaddle writes outside its memory", "paddle_elementwise_axis", lambda case, said, answer, document: (
        document is None and hazard("paddle_elementwise_axis", case))),
    ("PaddlePaddle takes an axis below -1 where the result is empty", "paddle_elementwise_axis", lambda case, said, answer, document: (
        said == "ok" and document is None and case["axis"] < -1 and 0 in answer["out"])),
]


def difference(kind, case, said, answer, document):
    """The name of the rule that explains a difference; None without a difference, "unexplained" without a rule."""
    if said == "ok" and document and same_values(case, answer, document) or said == "no" and document is None:
        return None
    for name, kinds, holds in DIFFERENCES:
        if kind.startswith(kinds) and holds(case, said, answer, document):
            return name
    return "unexplained"


def row_of(kind, case, said, answer, document, why):
    """A row of tests/data/vectors."""
    engine = draw.kinds[kind][0]
    row = {"engine": engine, "version": answer.get("version", "?"), **case}
    if said == "died":
        row |= {"ok": False, "undefined": answer["died"]}
    elif said == "no":
        row |= {"ok": False}
    else:
        row |= {key: value for key, value in answer.items() if key == "ok" or key == "out" or key.endswith("_index")}
    if hazard(kind, case) and said == "ok":
        row["undefined"] = "writes outside its memory"
    if kind.endswith("unidirectional"):
        row["spec_unidirectional_ok"] = document is not None
    if why:
        row["why"] = why
        row["document_ok"] = document is not None
        if document is not None:
            row["document_out"] = document[0]
            row = {key: value for key, value in row.items() if not key.endswith("_index")}
    return row


def run(kind, count, seed, out):
    """Runs `count` cases of a kind and writes them; returns the findings."""
    engine = draw.kinds[kind][0]
    rng, worker, began = random.Random(f"{kind} {seed}"), Worker(engine), time.time()
    figures, unexplained = Counter(), []
    version, seen = None, set()
    count *= TIMES[engine]
    with open(os.path.join(out, kind + ".jsonl"), "w") as file:
        while figures["cases"] < count:
            case = draw.draw(kind, rng)
            if json.dumps(case) in seen:
                continue
            seen.add(json.dumps(case))
            dangerous = hazard(kind, case)
            if dangerous and figures["dangerous"] == DANGEROUS:
                continue
            figures["dangerous"] += dangerous
            worker.asked_again = False
            answer = worker.ask(case, fresh=dangerous)
            if "unimplemented" in answer:
                figures["unimplemented"] += 1
                continue
            document = documents.answer(kind, case)
            said = verdict(kind, case, answer)
            why = difference(kind, case, said, answer, document)
            if why == "unexplained" and not dangerous and not worker.asked_again:
                answer = worker.ask(case, fresh=True)
                said = verdict(kind, case, answer)
                why = difference(kind, case, said, answer, document)
            if dangerous:
                worker.stop()
            version = answer.get("version", version)
            figures["cases"] += 1
            figures["accepted"] += said == "ok"
            figures["zero"] += any(0 in case[key] for key in case if isinstance(case[key], list) and key != "axes_mapping")
            figures[f"- {why}"] += 1
            row = row_of(kind, case, said, {**answer, "version": version}, document, why)
            if why == "unexplained":
                unexplained.append(row | {"words": answer.get("words", answer.get("garbage", ""))})
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    worker.stop()
    del figures["- None"]
    figures["seconds"] = round(time.time() - began)
    return kind, figures, unexplained


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="cases of each kind, times what `TIMES` says")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", required=True)
    parser.add_argument("--kinds", nargs="*", default=list(draw.kinds))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    total, bad = Counter(), []
    with ThreadPoolExecutor(options.jobs) as pool:
        for kind, figures, unexplained in pool.map(lambda kind: run(kind, options.count, options.seed, options.out), options.kinds):
            print(f"{kind}: " + ", ".join(f"{count} {name}" for name, count in figures.items() if not name.startswith("-") and count), flush=True)
            for name, count in figures.items():
                if name.startswith("-") and count:
                    print(f"    {count} {name}")
                    total[name] += count
            for row in unexplained[:30]:
                left_out = ("engine", "version", "mode", "why")
                print("    unexplained:", json.dumps({k: v for k, v in row.items() if k not in left_out and not k.endswith("_index")}))
            total["cases"] += figures["cases"]
            bad += unexplained
    print(f"{total['cases']} answers, {len(bad)} of them without an explanation")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
