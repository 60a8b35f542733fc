"""Prints the environment of the figures: the processor, the compilers, and the versions of the measured libraries."""

import os
import pathlib
import re
import subprocess
from importlib.metadata import version


def first_line(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    name = re.search(r"model name\s*:\s*(.*)", text)
    flags = (re.search(r"flags\s*:\s*(.*)", text) or ["", ""])[1].split()
    sets = [label for flag, label in (("avx2", "AVX2"), ("fma", "FMA"), ("avx512f", "AVX-512")) if flag in flags]
    return f"{name[1] if name else 'unknown'}, {os.cpu_count()} cores, {', '.join(sets) or 'no vector extensions'}"


def caches():
    lines = subprocess.run(["lscpu", "-C=NAME,ONE-SIZE"], capture_output=True, text=True).stdout.split("\n")[1:]
    return ", ".join(" ".join(line.split()) for line in lines if line and not line.startswith("L1i"))


def lock(name):
    """The version of a crate in the lock file of benches."""
    text = (pathlib.Path(__file__).parent.parent / "Cargo.lock").read_text()
    return re.search(rf'name = "{name}"\nversion = "(.*)"', text)[1]


def header(path, *macros):
    text = pathlib.Path(path).read_text()
    return ".".join(re.search(rf"#define {macro}\s+(\d+)", text)[1] for macro in macros)


commit = first_line("git", "-C", str(pathlib.Path(__file__).parent), "log", "-1", "--format=%h of %as")
print(f"`bcast!`: {commit or 'a copy without history'}.")
print(f"Processor: {processor()}; caches {caches()}.")
print(f"Compilers: {first_line('rustc', '--version')}; {first_line('g++', '--version')}.")
crates = ", ".join(f"{name} {lock(name)}" for name in ("ndarray", "tensorism", "candle-core"))
python = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numexpr", "onnxruntime", "jax"))
eigen = header("/usr/include/eigen3/Eigen/src/Core/util/Macros.h", *(f"EIGEN_{part}_VERSION" for part in ("WORLD", "MAJOR", "MINOR")))
xtensor = header("/usr/include/xtensor/xtensor_config.hpp", *(f"XTENSOR_VERSION_{part}" for part in ("MAJOR", "MINOR", "PATCH")))
print(f"Measured: {crates}; {python}; Eigen {eigen}, xtensor {xtensor}.")
