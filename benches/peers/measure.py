"""NumPy, numexpr, onnxruntime, JAX, xtensor and Eigen compared with `bcast!` and hand-written kernels, interleaved in one process.

    measure.py BCAST_LIBRARY CPP_LIBRARY OUT.tsv [--sizes 100,1e5,3e7] [W1 W3 ..]
    measure.py BCAST_LIBRARY CPP_LIBRARY OUT.tsv reductions

BCAST_LIBRARY is built from `rust/`, CPP_LIBRARY from `cpp/`; reductions, S1a to S9b, need no CPP_LIBRARY (`-`), and have one size. All
candidates use the same memory and one thread, each result is compared with a plain loop's, and figures are medians of the process's CPU
time over several allocations. For Python libraries the time includes the call; compiled candidates are called many times in a row.
"""

import ctypes
import os
import statistics
import sys
import time

# Set before the libraries start threads, one for each available processor.
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", NUMEXPR_MAX_THREADS="1", JAX_PLATFORMS="cpu")
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np  # noqa: E402

import reductions  # noqa: E402
from peers import PEERS  # noqa: E402

SIZES = ["100", "1e3", "1e4", "1e5", "1e6", "3e7"]
WORKLOADS = "W1 W2 W3 W4 W5 W6 W7 W8 W9 W10a W10b W10c W11 W12 W14 R1".split()
REDUCTIONS = "S1a S1b S1c S1d S1e S2a S2b S2c S2d S2e S2f S3a S3b S3c S4a S4b S5 S6 S7a S7b S7c S8a S8b S9a S9b".split()
TOLERANCE = 1e-5
# Of sums in another order.
SUMS = 1e-4
# A candidate slower than this multiple of the limit is sampled twice per round.
SLOW = 8.0


class Workload:
    """A workload at a size: arrays of NumPy over memory that the library owns."""

    def __init__(self, library, cpp, name, size, seed):
        self.library, self.cpp, self.name = library, cpp, name
        self.open = library.workload_open(name.encode(), size.encode(), seed)
        if not self.open:
            raise SystemExit(f"there is no workload {name} at {size}")
        arrays = []
        while (array := self._array(len(arrays))) is not None:
            arrays.append(array)
        self.operands, self.output = arrays[:-1], arrays[-1]

    def _array(self, index):
        rank, is_bytes, shape = ctypes.c_size_t(), ctypes.c_bool(), (ctypes.c_size_t * 8)()
        address = self.library.workload_array(self.open, index, ctypes.byref(rank), shape, ctypes.byref(is_bytes))
        if not address:
            return None
        kind = ctypes.c_uint8 if is_bytes.value else ctypes.c_float
        pointer = ctypes.cast(address, ctypes.POINTER(kind))
        return np.ctypeslib.as_array(pointer, tuple(shape[: rank.value]))

    def ours(self):
        """Each candidate of benches/rust: its column, its label, and a function that runs it a number of times."""
        run = self.library.workload_run
        for index in range(self.library.workload_candidates(self.open)):
            column, label = self.library.workload_candidate(self.open, index).decode().split("\t")
            yield column, label, lambda times, index=index: run(self.open, index, times)

    def compiled(self):
        """xtensor and Eigen, if they implement the workload."""
        if self.name in REDUCTIONS:
            return
        name = b"W3" if self.name == "R1" else self.name.encode()
        shape = (ctypes.c_size_t * self.output.ndim)(*self.output.shape)
        operands = (ctypes.c_void_p * len(self.operands))(*(operand.ctypes.data for operand in self.operands))
        output = self.output.ctypes.data
        for library, column in enumerate(["xtensor", "Eigen"]):
            def run(times, library=library):
                return self.cpp.peers_run(library, name, shape, operands, output, times)
            if run(0):
                yield column, run

    def close(self):
        self.library.workload_close(self.open)


def load(path_bcast, path_cpp):
    library, cpp = ctypes.CDLL(path_bcast), None if path_cpp == "-" else ctypes.CDLL(path_cpp)
    size, pointer = ctypes.c_size_t, ctypes.c_void_p
    library.workload_open.restype = pointer
    library.workload_open.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint64]
    library.workload_candidates.restype, library.workload_candidates.argtypes = size, [pointer]
    library.workload_candidate.restype, library.workload_candidate.argtypes = ctypes.c_char_p, [pointer, size]
    library.workload_run.restype, library.workload_run.argtypes = None, [pointer, size, size]
    library.workload_array.restype, library.workload_array.argtypes = pointer, [pointer, size] + [pointer] * 3
    library.workload_close.restype, library.workload_close.argtypes = None, [pointer]
    if cpp:
        cpp.peers_run.restype = ctypes.c_bool
        cpp.peers_run.argtypes = [ctypes.c_int, ctypes.c_char_p, pointer, pointer, pointer, size]
    return library, cpp


def looped(once):
    """A Python function, to be run a number of times."""
    def run(times):
        for _ in range(times):
            once()
    return run


class Sampler:
    def __init__(self, run, least):
        self.run, self.repeats, self.times = run, 1, []
        # The first call may compile the function or touch fresh memory.
        run(1)
        while least and self.time() * self.repeats < least:
            self.repeats *= 2

    def time(self):
        start = time.process_time_ns()
        self.run(self.repeats)
        return (time.process_time_ns() - start) * 1e-9 / self.repeats

    def sample(self):
        self.times.append(self.time())

    def median(self):
        return statistics.median(self.times)


def check(who, expected, answer):
    answer = np.asarray(answer)
    if answer.shape != expected.shape or answer.dtype != expected.dtype:
        raise SystemExit(f"{who}: {answer.dtype} {answer.shape} and not {expected.dtype} {expected.shape}")
    tolerance = SUMS if who.startswith("S") else TOLERANCE
    wrong = ~(np.abs(answer - expected) <= tolerance * np.maximum(1, np.abs(expected)))
    # Of two centres at nearly the same distance, rounding decides.
    if wrong.sum() > (wrong.size // 1000 if who.startswith("S8") else 0):
        at = np.unravel_index(np.argmax(wrong), wrong.shape)
        raise SystemExit(f"{who}: {answer[at]} and not {expected[at]} at {at}")


def one_round(workload, effort, first):
    """The limit's time, and the ratio of every column to it."""
    least, samples = effort
    limits, orders, others = [], [], {}
    for column, label, run in workload.ours():
        if column == "order":
            orders.append(Sampler(run, least))
        elif column != "limit":
            if column in ("into", "new", "loop"):
                others["bcast " + column if column != "loop" else column] = run
        elif not least or not label.endswith("streamed"):
            limits.append(Sampler(run, least))
    others.update(workload.compiled())
    # Reductions have no loop.
    others.pop("loop", others["bcast into"])(1)
    expected = workload.output.copy()
    all_peers = reductions.PEERS if workload.name in REDUCTIONS else PEERS
    peers = {column: make for make_all in all_peers for column, make in make_all(workload).items()}
    if first:
        for column, run in list(others.items()):
            if column != "bcast new":
                workload.output.fill(np.nan)
                run(1)
                check(f"{workload.name}, {column}", expected, workload.output)
        for column, once in peers.items():
            workload.output.fill(np.nan)
            answer = once()
            check(f"{workload.name}, {column}", expected, workload.output if answer is None else answer)
    others.update((column, looped(once)) for column, once in peers.items())
    for _ in range(samples):
        for sampler in limits + orders:
            sampler.sample()
    limit = min(limits + orders, key=Sampler.median)
    if orders:
        others["same order"] = min(orders, key=Sampler.median).run
    slow = SLOW * limit.median()
    samplers = {"limit": Sampler(limit.run, least)} | {c: Sampler(run, least) for c, run in others.items()}
    for turn in range(samples):
        for sampler in samplers.values():
            if turn < 2 or min(sampler.times) <= slow:
                sampler.sample()
    time_of_limit = samplers["limit"].median()
    return time_of_limit, {column: sampler.median() / time_of_limit for column, sampler in samplers.items()}


def main(arguments):
    path_bcast, path_cpp, out = arguments[:3]
    wanted, sizes = [], ["100", "1e5", "3e7"]
    rest = iter(arguments[3:])
    for argument in rest:
        if argument == "--sizes":
            value = next(rest)
            sizes = SIZES if value == "all" else value.split(",")
        elif argument == "reductions" or argument in REDUCTIONS:
            wanted += REDUCTIONS if argument == "reductions" else [argument]
            sizes = ["1e5"]
        else:
            wanted.append(argument)
    library, cpp = load(path_bcast, path_cpp)
    with open(out, "w") as file:
        print("workload", "size", "elements", "column", "ns", "ratio", sep="\t", file=file)
        for size in sizes:
            big = size == "3e7"
            rounds, effort = (2, (0, 3)) if big else (5, (200e-6, 5))
            print(f"\n{size} elements; ratios to the limit")
            for name in wanted or WORKLOADS:
                times, ratios = [], {}
                for seed in range(rounds):
                    workload = Workload(library, cpp, name, size, seed)
                    time_of_limit, columns = one_round(workload, effort, seed == 0)
                    elements = workload.output.size
                    workload.close()
                    times.append(time_of_limit)
                    for column, ratio in columns.items():
                        ratios.setdefault(column, []).append(ratio)
                limit = statistics.median(times)
                figures = {column: statistics.median(values) for column, values in ratios.items()}
                line = "  ".join(f"{column} {ratio:.2f}" for column, ratio in figures.items() if column != "limit")
                print(f"{name:<5} limit {limit * 1e6:.3f} us  {line}", flush=True)
                for column, ratio in figures.items():
                    print(name, size, elements, column, f"{ratio * limit * 1e9:.3f}", f"{ratio:.4f}", sep="\t", file=file)


if __name__ == "__main__":
    main(sys.argv[1:])
