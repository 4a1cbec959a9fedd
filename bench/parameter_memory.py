"""Peak memory of programs whose weights are in a safetensors file: tern beside XLA (through JAX) and IREE.

usage: parameter_memory.py BUILD [CASE...] [--megabytes 800] [--folder FOLDER] [--peers-python PATH]

Each case writes a file of about that many megabytes, one product after the other uses all of it, and a table says how much memory each
process had at most, file pages that are mapped included, as a multiple of the file. tern runs three times: without a folder for
what it makes of weights, with one that is empty, and with the one that the second run has filled. Peers are run by the Python
that --peers-python or PEERS_PYTHON names; without it there are none. The results of all are compared.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

from measure import Failed, Table, megabytes


class Case:
    """`count` products of `rows` rows with square weights."""

    def __init__(self, rows, width, element="f32", is_transposed=False, shift=0):
        self.rows, self.width, self.element, self.is_transposed, self.shift = rows, width, element, is_transposed, shift

    def element_size(self):
        return 2 if self.element == "bf16" else 4

    def text(self, count):
        weight, value = f"tensor<{self.width}x{self.width}x{self.element}>", f"tensor<{self.rows}x{self.width}x{self.element}>"
        lines = [f'util.global private @w{i} = #flow.parameter.named<"model"::"w{i}"> : {weight}' for i in range(count)]
        lines.append(f"func.func @main(%x0: tensor<{self.rows}x{self.width}xf32>) -> tensor<{self.rows}x{self.width}xf32> {{")
        lines.append(f"  %h0 = stablehlo.convert %x0 : (tensor<{self.rows}x{self.width}xf32>) -> {value}")
        for i in range(count):
            lines.append(f"  %w{i} = util.global.load @w{i} : {weight}")
            lines.append(f"  %h{i + 1} = stablehlo.dot_general %h{i}, %w{i}, contracting_dims = [1] x [{int(self.is_transposed)}]"
                         f" : ({value}, {weight}) -> {value}")
        lines.append(f"  %y = stablehlo.convert %h{count} : ({value}) -> tensor<{self.rows}x{self.width}xf32>")
        return "\n".join(lines + [f"  return %y : tensor<{self.rows}x{self.width}xf32>", "}", ""])

    def write(self, path, count):
        """The file: its data begin `shift` bytes behind a multiple of 64."""
        size = self.width * self.width * self.element_size()
        header = {f"w{i}": {"dtype": self.element.upper(), "shape": [self.width, self.width],
                            "data_offsets": [i * size, (i + 1) * size]} for i in range(count)}
        text = json.dumps(header).encode()
        text += b" " * (-(len(text) + 8 - self.shift) % 64)
        noise = random.Random(1)
        # Numbers of either sign whose products neither grow nor vanish.
        scale = 3 ** 0.5 / self.width ** 0.5
        with open(path, "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            for i in range(count):
                row = struct.pack(f"<{self.width}f", *[noise.uniform(-scale, scale) for _ in range(self.width)])
                if self.element == "bf16":
                    row = b"".join(row[at + 2:at + 4] for at in range(0, len(row), 4))
                element = self.element_size()
                # Rows turned at random: where all matrices are circulant, rounding decides what a long product is.
                for _ in range(self.width):
                    turn = noise.randrange(self.width) * element
                    file.write(row[turn:] + row[:turn])


CASES = {
    "used in place, 1 row": Case(1, 1024),
    "used in place, at a multiple of 4 bytes": Case(1, 1024, shift=4),
    "at no multiple of 4 bytes": Case(1, 1024, shift=3),
    "copied to be aligned, 256 rows": Case(256, 1024, shift=8),
    "panels, 1 row": Case(1, 4096),
    "panels, 8 rows": Case(8, 4096),
    "panels, 256 rows": Case(256, 4096),
    "panels of odd data, 8 rows": Case(8, 4096, shift=3),
    "transposed, 8 rows": Case(8, 4096, is_transposed=True),
    "bf16, 8 rows": Case(8, 4096, element="bf16"),
}

XLA = """
import sys
import jax, jax.numpy as jnp, numpy
from safetensors.flax import load_file
path, count, transposed, element, source, target = sys.argv[1:]
weights = load_file(path)
def main(x, weights):
    h = x.astype(element)
    for i in range(int(count)):
        w = weights[f"w{i}"]
        h = jax.lax.dot_general(h, w, (((1,), (int(transposed),)), ((), ())))
    return h.astype("float32")
numpy.save(target, jax.jit(main)(numpy.load(source), weights))
"""

COMPARE = """
import sys
import numpy
first, *others = [numpy.load(path) for path in sys.argv[2:]]
for other in others:
    error = abs(other - first).max() / abs(first).max()
    if not error < float(sys.argv[1]): sys.exit(f"results differ by {error}")
"""


def measure(command):
    """Greatest resident size in bytes, and seconds. This process is small, so that what a child takes over counts for little."""
    start = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed(f"{command[0]}: {message.decode(errors='replace')[-2000:]}")
    return usage.ru_maxrss * 1024, time.perf_counter() - start


def check_call(command):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)


def write_input(case, path):
    values = [((i * 37 % 101) - 50) / 50 for i in range(case.rows * case.width)]
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({case.rows}, {case.width}), }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + struct.pack(f"<{len(values)}f", *values))


def run_tern(build, folder, source, weights):
    module, cache = folder / "model.tern", folder / "cache"
    check_call([build / "bin/tern-compile", source, "-o", module, "--target=cpu"])
    command = [build / "bin/tern-run", module, f"--input=@{folder}/x.npy", f"--parameters=model={weights}",
               f"--output=@{folder}/tern.npy"]
    return [measure(command), measure(command + [f"--cache-dir={cache}"]), measure(command + [f"--cache-dir={cache}"])]


def run_iree(python, folder, source, weights):
    tools = pathlib.Path(python).parent
    check_call([tools / "iree-compile", source, "-o", folder / "model.vmfb", "--iree-input-type=stablehlo",
                "--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu",
                "--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3", "--iree-opt-data-tiling"])
    return measure([tools / "iree-run-module", f"--module={folder}/model.vmfb", "--device=local-task", "--function=main",
                    f"--input=@{folder}/x.npy", f"--parameters=model={weights}", f"--output=@{folder}/iree.npy"])


def run_case(name, case, options, table):
    build = pathlib.Path(options.build).resolve()
    count = max(1, round(options.megabytes * 1e6 / (case.width ** 2 * case.element_size())))
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        folder = pathlib.Path(folder)
        source, weights = folder / "model.mlir", folder / "model.safetensors"
        source.write_text(case.text(count))
        case.write(weights, count)
        write_input(case, folder / "x.npy")
        size = weights.stat().st_size
        runs = run_tern(build, folder, source, weights)
        shutil.rmtree(folder / "cache", ignore_errors=True)
        peers = {}
        if options.peers_python:
            peers["XLA"] = measure([options.peers_python, "-c", XLA, weights, count, int(case.is_transposed),
                                    {"f32": "float32"}.get(case.element, "bfloat16"), folder / "x.npy", folder / "xla.npy"])
            peers["IREE"] = run_iree(options.peers_python, folder, source, weights)
            check_call([options.peers_python, "-c", COMPARE, "1e-3" if case.element == "f32" else "0.1", folder / "xla.npy",
                        folder / "tern.npy", folder / "iree.npy"])

    def show(run):
        return f"{megabytes(run[0])}, {run[0] / size:.2f}x, {run[1]:.2f} s"

    for label, run in zip(("", ", folder empty", ", folder filled"), runs):
        if label and abs(run[0] - runs[0][0]) < 0.005 * size and "panels" not in name and "transposed" not in name:
            continue
        for peer, result in (peers or {"": None}).items():
            table.add(f"{name}{label} ({megabytes(size)})", show(run), show(result) if result else "", peer,
                      result[0] / run[0] if result else None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("cases", nargs="*", help=", ".join(CASES))
    parser.add_argument("--megabytes", type=float, default=800)
    parser.add_argument("--folder", help="where files are written, deleted at the end")
    parser.add_argument("--peers-python", default=os.environ.get("PEERS_PYTHON"))
    options = parser.parse_args()
    table = Table()
    for name in options.cases or CASES:
        if name not in CASES:
            sys.exit(f"there is no case '{name}'")
        run_case(name, CASES[name], options, table)
    table.print()


if __name__ == "__main__":
    main()
