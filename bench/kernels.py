"""Throughput of kernels against NumPy, whose products are OpenBLAS's."""

import ctypes
import os
import re
import statistics
import subprocess
import sys
import time

SECONDS = 0.5  # of each sample
SAMPLES = 7

MATMUL = """\
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<{m}x{k}xf32>
  %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<{k}x{n}xf32>
  %r = "mhlo.dot"(%a, %b) : (tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>) -> tensor<{m}x{n}xf32>
  hal.interface.store.tensor %r, @io::@r, offset = %c0 : tensor<{m}x{n}xf32>
"""

ELEMENTWISE = """\
  %c0 = arith.constant 0 : index
  %a = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<{n}xf32>
  %b = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<{n}xf32>
  %c = hal.interface.load.tensor @io::@c, offset = %c0 : tensor<{n}xf32>
  %s = "mhlo.add"(%a, %b) : (tensor<{n}xf32>, tensor<{n}xf32>) -> tensor<{n}xf32>
  %r = "mhlo.multiply"(%s, %c) : (tensor<{n}xf32>, tensor<{n}xf32>) -> tensor<{n}xf32>
  hal.interface.store.tensor %r, @io::@r, offset = %c0 : tensor<{n}xf32>
"""


def dispatch(body, inputs):
    bindings = "".join(
        f'  hal.interface.binding @{name}, set=0, binding={number}, type="StorageBuffer", access="{access}"\n'
        for number, (name, access) in enumerate([(name, "Read") for name in inputs] + [("r", "Write|Discard")]))
    return f"module {{\nfunc.func @kernel() {{\n{body}  return\n}}\nhal.interface private @io {{\n{bindings}}}\n}}\n"


def time_ours(work, text, threads):
    """Median seconds of one dispatch."""
    (work / "kernel.mlir").write_text(text)
    output = subprocess.run([str(work / "kernel_loop"), "kernel.mlir", str(threads), str(SECONDS), str(SAMPLES)], cwd=work,
                            capture_output=True, text=True, check=True).stdout
    return statistics.median(float(line) for line in output.split())


def core_name():
    """What OpenBLAS takes the processor for; None if NumPy uses another BLAS."""
    with open("/proc/self/maps", encoding="ascii") as maps:
        paths = {match[0] for match in re.finditer(r"/\S*openblas\S*\.so\S*", maps.read())}
    for path in paths:
        library = ctypes.CDLL(path)
        if hasattr(library, "openblas_get_corename"):
            library.openblas_get_corename.restype = ctypes.c_char_p
            return library.openblas_get_corename().decode()
    return None


def time_call(call):
    """Median seconds of a call."""
    samples = []
    call()
    for _ in range(SAMPLES):
        count, start = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - start) < SECONDS:
            call()
            count += 1
        samples.append(elapsed / count)
    return statistics.median(samples)


def run_numpy(kind, *sizes):
    """The peer's process: prints the seconds of one call, and the core name."""
    import numpy as np

    random = np.random.default_rng(1)
    if kind == "matmul":
        m, n, k = sizes
        a, b = (random.random(shape, np.float32) for shape in ((m, k), (k, n)))
        out = np.empty((m, n), np.float32)
        seconds = time_call(lambda: np.matmul(a, b, out=out))
    else:
        a, b, c = (random.random(sizes[0], np.float32) for _ in range(3))
        out = np.empty(sizes[0], np.float32)

        def call():
            np.add(a, b, out=out)
            np.multiply(out, c, out=out)

        seconds = time_call(call)
    print(seconds, core_name() or "another-BLAS")


def time_numpy(root, threads, *arguments):
    environment = dict(os.environ, OPENBLAS_NUM_THREADS=str(threads))
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        if "avx512f" in info.read():  # OpenBLAS 0.3.21 takes processors that it does not know for old ones
            environment["OPENBLAS_CORETYPE"] = "SkylakeX"
    output = subprocess.run([sys.executable, "bench/kernels.py", *map(str, arguments)], cwd=root, env=environment,
                            capture_output=True, text=True, check=True).stdout.split()
    return float(output[0]), output[1]


def measure(build, root, work, table):
    del build
    for size in (512, 1024):
        text = dispatch(MATMUL.format(m=size, n=size, k=size), "ab")
        for threads in (1, 2):
            ours = time_ours(work, text, threads)
            theirs, core = time_numpy(root, threads, "matmul", size, size, size)
            flops = 2 * size**3
            table.add(f"matmul {size}^3 f32, {threads} thread{'s' * (threads > 1)}", f"{flops / ours / 1e9:.1f} GF/s",
                      f"{flops / theirs / 1e9:.1f} GF/s", f"NumPy, OpenBLAS as {core}", theirs / ours)
    count = 1_000_000
    text = dispatch(ELEMENTWISE.format(n=count), "abc")
    theirs, _ = time_numpy(root, 1, "elementwise", count)
    for threads in (1, 2):
        ours = time_ours(work, text, threads)
        table.add(f"(a + b) * c, 1M f32, {threads} thread{'s' * (threads > 1)}", f"{2 * count / ours / 1e9:.2f} GF/s",
                  f"{2 * count / theirs / 1e9:.2f} GF/s", "NumPy, two calls, 1 thread", theirs / ours)


if __name__ == "__main__":
    run_numpy(sys.argv[1], *map(int, sys.argv[2:]))
