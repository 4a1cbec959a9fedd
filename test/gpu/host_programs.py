"""What tests of host programs on a GPU share: compiling them to libraries, calling them, and comparing what comes back.

A host program is a module of the gpu dialect and others around it, whose functions have `llvm.emit_c_interface` and take memrefs of
one dynamic dimension. It is linked to tern's runtime for CUDA (include/tern/mgpu.h), which lies beside it.
"""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

LLC = os.environ.get("LLC", "/usr/lib/llvm-22/bin/llc")
RUNTIME = "libtern_cuda_runtime.so.0"


def run_tool(*command, text=""):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr[:2000]}")
    return done.stdout


def place_runtime(build, folder):
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy((build / "lib/libtern_cuda_runtime.so").resolve(), folder / RUNTIME)


def compile_library(build, folder, name, text, *passes):
    """FOLDER/libNAME.so of a module that `passes` lower to the LLVM dialect."""
    lowered = run_tool(build / "bin/tern-opt", "-", *passes, text=text)
    code = run_tool(build / "bin/tern-translate", "-", "--mlir-to-llvmir", text=lowered)
    with tempfile.TemporaryDirectory() as temporary:
        path = f"{temporary}/program.o"
        run_tool(LLC, "-O2", "-filetype=obj", "-relocation-model=pic", "-o", path, "-", text=code)
        run_tool("cc", "-shared", path, folder / RUNTIME, "-Wl,-rpath,$ORIGIN", "-o", folder / f"lib{name}.so")


def load_runtime(folder):
    return ctypes.CDLL(str(folder / RUNTIME), ctypes.RTLD_GLOBAL)


def make_descriptor(array):
    address = array.ctypes.data
    return (ctypes.c_int64 * 5)(address, address, 0, array.size, 1)


def call(function, arrays):
    """Calls a program with flat arrays; returns what was printed on the standard output, then on the standard error."""
    said = [tempfile.TemporaryFile(), tempfile.TemporaryFile()]
    own = [os.dup(1), os.dup(2)]
    sys.stdout.flush()
    for number, file in enumerate(said):
        os.dup2(file.fileno(), 1 + number)
    try:
        function(*map(make_descriptor, arrays))
        ctypes.CDLL(None).fflush(None)
    finally:
        for number, descriptor in enumerate(own):
            os.dup2(descriptor, 1 + number)
            os.close(descriptor)
    texts = []
    for file in said:
        with file:
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    return texts


def widen(array):
    kinds = {"c": np.complex128, "f": np.float64}
    return np.asarray(array).reshape(-1).astype(kinds.get(np.asarray(array).dtype.kind, np.int64))


def compare(actual, expected, tolerance):
    """What is wrong, or None. `tolerance` is of the largest element; integers must be the same."""
    actual, expected = widen(actual), widen(expected)
    if expected.dtype == np.int64:
        wrong = np.count_nonzero(actual != expected)
        return f"{wrong} of {actual.size} integers differ" if wrong else None
    error = np.max(np.abs(actual - expected)) / max(np.max(np.abs(expected)), 1e-30)
    return None if error <= tolerance else f"an error of {error:.2e} of the largest element"


def run_cases(cases):
    """Runs (name, function returning what is wrong or None); True if there are some and all are right."""
    failed = 0
    for name, function in cases:
        problem = function()
        if problem:
            failed += 1
            print(f"FAIL {name}: {problem}", flush=True)
    print(f"{len(cases) - failed} programs passed, {failed} failed")
    return failed == 0 and bool(cases)
