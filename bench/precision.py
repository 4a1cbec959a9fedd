"""How exact sums are: tern's error beside XLA's, IREE's and NumPy's, in one run.

usage: precision.py BUILD [--device=cpu|vulkan] [NAME...]     by a Python that has JAX, and IREE (or its column is empty)

Each program is lowered by JAX, and run by tern, by XLA, by IREE, and, where it is one function of NumPy's, by NumPy, on the same inputs
of f32. What is right is the program in f64, by XLA. An error is the root of the mean square over all elements of an output, in units of
2^-24 of what is right (its root of the mean square): what rounding the right results costs would be about a half. A ratio above 1
says that tern is more exact than XLA.
"""

import os
import subprocess
import sys
import tempfile

os.environ["JAX_PLATFORMS"] = "cpu"
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import precision_resnet  # noqa: E402

try:
    import iree.compiler
    import iree.runtime
except ImportError:
    iree = None

RNG = np.random.default_rng(11)


def signed(*shape):
    return RNG.standard_normal(shape, np.float32)


def positive(*shape):
    return RNG.random(shape, np.float32)


def window(x, size, pads="VALID"):
    return jax.lax.reduce_window(x, np.zeros((), x.dtype), jax.lax.add, size, (1,) * x.ndim, pads)


def convolve(x, w, stride=1):
    return jax.lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def weight_gradient(x, w, dy):
    return jax.vjp(lambda w: convolve(x, w), w)[1](dy)[0]


def segments(x, ids):
    return jax.ops.segment_sum(x, ids, 16)


def layer_norm(x):
    mean = jnp.mean(x, -1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(jnp.var(x, -1, keepdims=True) + np.asarray(1e-5, x.dtype))


# Name: function, inputs, the same by NumPy in f32 (None: it has no such function).
CASES = {
    "sum of 1,000,000": (jnp.sum, lambda: [positive(1000000)], np.sum),
    "sums of rows of 100,000": (lambda x: jnp.sum(x, 1), lambda: [positive(16, 100000)], lambda x: np.sum(x, 1)),
    "sums of 50,000 rows": (lambda x: jnp.sum(x, 0), lambda: [positive(50000, 64)], lambda x: np.sum(x, 0)),
    "the same, signed": (lambda x: jnp.sum(x, 0), lambda: [signed(50000, 64)], lambda x: np.sum(x, 0)),
    "means over 4x112x112": (lambda x: jnp.mean(x, (0, 1, 2)), lambda: [positive(4, 112, 112, 64)], lambda x: np.mean(x, (0, 1, 2))),
    "sums over the middle, 20,000": (lambda x: jnp.sum(x, 1), lambda: [positive(3, 20000, 32)], lambda x: np.sum(x, 1)),
    "sums over first and last": (lambda x: jnp.sum(x, (0, 2)), lambda: [positive(300, 20, 333)], lambda x: np.sum(x, (0, 2))),
    "variances of 50,000 rows": (lambda x: jnp.var(x, 0), lambda: [signed(50000, 64) + 3], lambda x: np.var(x, 0)),
    "cumsum of 100,000": (jnp.cumsum, lambda: [positive(100000)], np.cumsum),
    "cumsum of 100,000, signed": (jnp.cumsum, lambda: [signed(100000)], np.cumsum),
    "cumsum of 20,000 rows": (lambda x: jnp.cumsum(x, 0), lambda: [positive(20000, 16)], lambda x: np.cumsum(x, 0)),
    "windows of 64x64": (lambda x: window(x, (1, 64, 64, 1)), lambda: [positive(1, 80, 80, 8)], None),
    "softmax of 50,000": (jax.nn.softmax, lambda: [signed(8, 50000)], None),
    "layer norm of 30,000": (layer_norm, lambda: [signed(16, 30000) + 3], None),
    "64x8192 by 8192x64": (jnp.matmul, lambda: [signed(64, 8192), signed(8192, 64)], np.matmul),
    "the same, positive": (jnp.matmul, lambda: [positive(64, 8192), positive(8192, 64)], np.matmul),
    "512x4096 by 4096x512": (jnp.matmul, lambda: [signed(512, 4096), signed(4096, 512)], np.matmul),
    "1x65536 by 65536x64": (jnp.matmul, lambda: [positive(1, 65536), positive(65536, 64)], np.matmul),
    "64x65536 by 65536": (jnp.matmul, lambda: [positive(64, 65536), positive(65536)], np.matmul),
    "8x4000x12 by 8x4000x20": (lambda a, b: jnp.einsum("bkm,bkn->bmn", a, b), lambda: [positive(8, 4000, 12), positive(8, 4000, 20)], None),
    "3x3 convolution, 512 channels": (convolve, lambda: [positive(1, 14, 14, 512), signed(3, 3, 512, 64)], None),
    "1x1 convolution, 2048 channels": (convolve, lambda: [positive(1, 7, 7, 2048), positive(1, 1, 2048, 64)], None),
    "weights of a 3x3 convolution": (weight_gradient, lambda: [positive(8, 56, 56, 16), signed(3, 3, 16, 32), positive(8, 56, 56, 32)], None),
    "sums of 16 segments": (segments, lambda: [positive(50000), np.sort(RNG.integers(0, 16, 50000).astype(np.int32))], None),
    "training step": (precision_resnet.step, precision_resnet.inputs, None),
}


def widen(value):
    return value.astype(np.float64) if value.dtype == np.float32 else value


def run_tern(build, folder, lowered, inputs, count, device):
    source = f"{folder}/program.mlir"
    with open(source, "w", encoding="utf-8") as file:
        file.write(lowered.as_text())
    command = [f"{build}/bin/tern-run", source, "--function=main", f"--device={device}"]
    for i, value in enumerate(inputs):
        np.save(f"{folder}/in{i}.npy", value)
        command.append(f"--input=@{folder}/in{i}.npy")
    outputs = [f"{folder}/out{i}.npy" for i in range(count)]
    for path in outputs:
        if os.path.exists(path):
            os.remove(path)
    subprocess.run(command + [f"--output=@{path}" for path in outputs], check=True, stdout=subprocess.DEVNULL)
    return [np.load(path) for path in outputs]


def run_iree(lowered, inputs, count):
    """Nothing for each output if there is no IREE, or it refuses the program."""
    if iree is None:
        return [None] * count
    try:
        module = iree.compiler.compile_str(lowered.as_text(), target_backends=["llvm-cpu"], input_type="stablehlo",
                                           extra_args=["--iree-llvmcpu-target-cpu=host"])
    except iree.compiler.CompilerToolError as error:
        print(f"IREE: {str(error).splitlines()[-1][:200]}", file=sys.stderr)
        return [None] * count
    results = iree.runtime.load_vm_flatbuffer(module, driver="local-task").main(*inputs)
    return [np.asarray(x) for x in (results if isinstance(results, (list, tuple)) else [results])]


def error_of(actual, right):
    scale = np.sqrt(np.mean(right**2)) * 2.0**-24
    return float(np.sqrt(np.mean((np.asarray(actual, np.float64) - right) ** 2)) / scale)


def right_results(function, inputs):
    with jax.enable_x64(True):
        return [np.asarray(x) for x in jax.tree_util.tree_leaves(jax.jit(function)(*[widen(i) for i in inputs]))]


def measure(name, build, folder, device):
    function, make, by_numpy = CASES[name]
    inputs = make()
    right = right_results(function, inputs)
    lowered = jax.jit(function, keep_unused=True).lower(*inputs)
    by_xla = [np.asarray(x) for x in jax.tree_util.tree_leaves(lowered.compile()(*inputs))]
    ours = run_tern(build, folder, lowered, inputs, len(right), device)
    by_iree = run_iree(lowered, inputs, len(right))
    theirs = [by_numpy(*inputs)] if by_numpy else [None] * len(right)
    for i, expected in enumerate(right):
        tern, xla = error_of(ours[i], expected), error_of(by_xla[i], expected)
        others = [f"{error_of(x[i], expected):10.2f}" if x[i] is not None else " " * 10 for x in (by_iree, theirs)]
        label = name if len(right) == 1 else f"{name}: {precision_resnet.NAMES[i]}"
        ratio = f"{xla / tern:8.2f}" if tern else "   exact"
        print(f"{label:40} {tern:10.2f} {xla:10.2f} {' '.join(others)} {ratio}", flush=True)


def main():
    build, *rest = sys.argv[1:]
    device = next((a.removeprefix("--device=") for a in rest if a.startswith("--device=")), "cpu")
    names = [a for a in rest if not a.startswith("--")] or list(CASES)
    unknown = [name for name in names if name not in CASES]
    if unknown:
        sys.exit(f"precision.py: no case is called {unknown[0]}; there are {', '.join(CASES)}")
    print(f"{'errors, in units of 2^-24':40} {'tern':>10} {'XLA':>10} {'IREE':>10} {'NumPy':>10} {'XLA/tern':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            try:
                measure(name, build, folder, device)
            except subprocess.CalledProcessError as error:
                print(f"{name:40} {error}", flush=True)


if __name__ == "__main__":
    main()
