"""Objects for 64-bit ARM processors, with NEON and with SVE, run by an emulator and compared with NumPy.

usage: cross_compiled.py [PART-OF-A-NAME...]     environment: TERN_COMPILE; ARM_CC and ARM_EMULATOR are what links and runs them
"""

import os
import pathlib
import subprocess
import tempfile

import numpy as np
from dispatch import Array, compare, dispatch_text, main, tensor_type

RNG = np.random.default_rng(11)
ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER, EMULATOR = os.environ.get("ARM_CC", "aarch64-linux-gnu-gcc"), os.environ.get("ARM_EMULATOR", "qemu-aarch64")
PROCESSORS = ("cortex-a72", "neoverse-n1", "neoverse-v1", "a64fx")  # the last two have SVE


def execute(*command):
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if result.returncode != 0:
        raise RuntimeError(f"exit status {result.returncode} of {' '.join(map(str, command))}\n{result.stderr}")


def raw(array):
    """The bytes that a kernel reads."""
    return (array.values.view(np.uint32) >> 16).astype(np.uint16).tobytes() if array.element == "bf16" else array.values.tobytes()


def run(processor, body, inputs, shape, element):
    """The dispatch's output, of the emulated processor."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text = dispatch_text([a.type for a in inputs], [tensor_type(shape, element)], body).replace("@main", "@kernel")
        (folder / "kernel.mlir").write_text(text)
        execute(os.environ.get("TERN_COMPILE", "tern-compile"), folder / "kernel.mlir", "-o", folder / "kernel.o",
                "--target-triple=aarch64-linux-gnu", f"--target-cpu={processor}")
        execute(COMPILER, "-O1", "-static", f"-I{ROOT}/include", f"-I{folder}", '-DKERNEL_HEADER="kernel.h"',
                ROOT / "test/e2e/Inputs/run_kernel.c", folder / "kernel.o", "-o", folder / "run", "-lm")
        files = [folder / f"{i}.bin" for i in range(len(inputs) + 1)]
        for array, file in zip(inputs, files):
            file.write_bytes(raw(array))
        expected = Array(np.zeros(shape), element)
        files[-1].write_bytes(raw(expected))
        execute(EMULATOR, "-cpu", "max", folder / "run", *files)
        data = np.frombuffer(files[-1].read_bytes(), np.uint16 if element == "bf16" else expected.values.dtype).reshape(shape)
        return (data.astype(np.uint32) << 16).view(np.float32) if element == "bf16" else data


def sample(shape, element):
    return Array(RNG.integers(-128, 128, shape) if element[0] == "i" else RNG.uniform(-1, 1, shape), element)


def wide(array):
    return array.values.astype(np.int64 if array.element[0] == "i" else np.float64)


def product(m, k, n, element, result, transposed=False):
    a, b = sample((m, k), element), sample((n, k) if transposed else (k, n), element)
    dims = f"#mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [{int(transposed)}]>"
    body = f'%out0 = "mhlo.dot_general"(%in0, %in1) {{dot_dimension_numbers = {dims}}} : ({a.type}, {b.type}) -> {tensor_type((m, n), result)}'
    expected = wide(a) @ (wide(b).T if transposed else wide(b))
    return body, [a, b], expected, result, 8 * k**0.5


def bytes_product(m, k, n, left, right):
    """Of bytes with signs or without ("si" or "ui"), in linalg's words."""
    a, b = sample((m, k), "i8"), sample((k, n), "i8")
    maps = ", ".join(f"affine_map<(m, n, k) -> ({dims})>" for dims in ("m, k", "k, n", "m, n"))
    out = tensor_type((m, n), "i32")
    body = f"""%z = arith.constant 0 : i32
%e = tensor.empty() : {out}
%f = linalg.fill ins(%z : i32) outs(%e : {out}) -> {out}
%out0 = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "reduction"]}}
    ins(%in0, %in1 : {a.type}, {b.type}) outs(%f : {out}) {{
^bb0(%x: i8, %y: i8, %acc: i32):
  %p = arith.ext{left} %x : i8 to i32
  %q = arith.ext{right} %y : i8 to i32
  %s = arith.muli %p, %q : i32
  %t = arith.addi %acc, %s : i32
  linalg.yield %t : i32
}} -> {out}"""
    values = [(x.values.view(np.uint8) if signs == "ui" else x.values).astype(np.int64) for x, signs in ((a, left), (b, right))]
    return body, [a, b], values[0] @ values[1], "i32", 0


def elementwise(op, function, low, high, element="f32"):
    a = Array(RNG.uniform(low, high, (37, 129)), element)
    return f"%out0 = mhlo.{op} %in0 : {a.type}", [a], function(wide(a)), element, 2


def row_sums(element):
    a = sample((37, 1001), element)
    text = (f'%z = mhlo.constant dense<0.0> : tensor<{element}>\n%out0 = "mhlo.reduce"(%in0, %z) ({{\n^bb0(%x: tensor<{element}>, %y: tensor<{element}>):\n'
            f'  %s = mhlo.add %x, %y : tensor<{element}>\n  "mhlo.return"(%s) : (tensor<{element}>) -> ()\n}}) '
            f'{{dimensions = dense<1> : tensor<1xi64>}} : ({a.type}, tensor<{element}>) -> tensor<37x{element}>')
    return text, [a], wide(a).sum(1), element, 100


def kernels():
    yield "product f32", product(61, 200, 130, "f32", "f32")
    yield "product f32, deep", product(70, 1100, 300, "f32", "f32")
    yield "product f32, long rows", product(70, 600, 1300, "f32", "f32")
    yield "product f32, transposed", product(61, 700, 130, "f32", "f32", transposed=True)
    yield "product f32, one row", product(1, 1000, 513, "f32", "f32")
    yield "product f32, eight rows", product(8, 256, 100, "f32", "f32")
    yield "product f64", product(33, 200, 65, "f64", "f64")
    yield "product bf16", product(33, 200, 65, "bf16", "f32")
    yield "product i8", product(33, 200, 65, "i8", "i32")
    yield "product bf16, deep", product(70, 1100, 131, "bf16", "f32")
    yield "product bf16, transposed", product(61, 700, 130, "bf16", "f32", transposed=True)
    yield "product i8, deep", product(70, 1101, 131, "i8", "i32")
    yield "product i8, transposed", product(61, 700, 130, "i8", "i32", transposed=True)
    for left in ("si", "ui"):
        for right in ("si", "ui"):
            yield f"product {left}8 by {right}8", bytes_product(35, 203, 70, left, right)
    yield "sums f32", row_sums("f32")
    yield "exponential f32", elementwise("exponential", np.exp, -80, 80)
    yield "tanh f32", elementwise("tanh", np.tanh, -4, 4)
    yield "log f64", elementwise("log", np.log, 1e-9, 1e9, "f64")


def check(processor, kernel):
    body, inputs, expected, element, scale = kernel
    return compare(run(processor, body, inputs, expected.shape, element), expected, element, scale)


if __name__ == "__main__":
    main([(f"{processor}: {name}", lambda processor=processor, kernel=kernel: check(processor, kernel))
          for name, kernel in kernels() for processor in PROCESSORS])
