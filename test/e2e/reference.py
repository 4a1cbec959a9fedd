"""The reference interpreter against NumPy: named ops of linalg, contractions and transfers of vectors, element-wise ops, on
random numbers. Results of integers are equal, those of floats nearly."""

import os
import re
import subprocess
import sys
import tempfile

import numpy as np

TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
RNG = np.random.default_rng(11)
TYPES = {np.dtype("f4"): "f32", np.dtype("f8"): "f64", np.dtype("i4"): "i32", np.dtype("i8"): "i64", np.dtype("i1"): "i8"}


def literal(values):
    if values.ndim == 0:
        number = values.item()
        return f"{number:.17e}" if values.dtype.kind == "f" else str(number)
    return "[" + ", ".join(literal(v) for v in values) + "]"


def shape_text(values, kind):
    dims = "".join(f"{d}x" for d in values.shape)
    return f"{kind}<{dims}{TYPES[values.dtype]}>"


def floats(*shape, dtype="f4"):
    return RNG.standard_normal(shape).astype(dtype)


def integers(*shape, dtype="i4", low=-100, high=100):
    return RNG.integers(low, high, shape).astype(dtype)


class Program:
    """A function @main without arguments that gives one value; `expected` is what it should be."""

    def __init__(self, name, kind="tensor"):
        self.name, self.kind, self.lines = name, kind, []

    def constant(self, values):
        name = f"%c{len(self.lines)}"
        self.lines.append(f"{name} = arith.constant dense<{literal(values)}> : {shape_text(values, self.kind)}")
        return name

    def run(self, text, result, expected):
        body = "\n  ".join(self.lines + [text, f"return {result} : {shape_text(expected, self.kind)}"])
        module = f"func.func @main() -> {shape_text(expected, self.kind)} {{\n  {body}\n}}\n"
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(module)
            file.flush()
            output = subprocess.run([TERN_OPT, file.name, "--interpret=main"], capture_output=True, text=True)
        if output.returncode:
            print(f"{self.name}: fails: {output.stderr[:300]}")
            return False
        numbers = re.search(r"@main #0: (.*) : ", output.stdout)[1]
        got = np.array([float(x) for x in re.findall(r"-?[\d.]+(?:e[-+]\d+)?|-?inf|nan", numbers)])
        wanted = expected.astype("f8").ravel()
        tolerance = 0 if expected.dtype.kind == "i" else 1e-5 * max(1.0, float(np.nanmax(np.abs(wanted))))
        right = got.shape == wanted.shape and np.allclose(got, wanted, rtol=0, atol=tolerance, equal_nan=True)
        if not right:
            print(f"{self.name}: expected {wanted[:8]}, got {got[:8]}")
        return right


# --- linalg ---

def named(op, inputs, init, expected, attributes=""):
    p = Program(f"linalg.{op}")
    names = [p.constant(v) for v in inputs]
    out = p.constant(init)
    ins = f"{', '.join(names)} : {', '.join(shape_text(v, 'tensor') for v in inputs)}"
    kind = shape_text(init, "tensor")
    return p.run(f"%r = linalg.{op} {attributes} ins({ins}) outs({out} : {kind}) -> {kind}", "%r",
                 expected.astype(init.dtype))


def windows(x, sizes, strides, dilations, combine):
    """x: NHWC; `combine` gets the window's elements along two new axes behind H and W."""
    oh = (x.shape[1] - (sizes[0] - 1) * dilations[0] - 1) // strides[0] + 1
    ow = (x.shape[2] - (sizes[1] - 1) * dilations[1] - 1) // strides[1] + 1
    rows = np.arange(oh)[:, None] * strides[0] + np.arange(sizes[0])[None] * dilations[0]
    columns = np.arange(ow)[:, None] * strides[1] + np.arange(sizes[1])[None] * dilations[1]
    return combine(x[:, rows[:, None, :, None], columns[None, :, None, :], :])


def linalg_cases():
    a, b, c = floats(4, 6), floats(6, 5), floats(4, 5)
    yield named("matmul", [a, b], c, c + a @ b)
    ia, ib, ic = integers(3, 7, dtype="i1"), integers(7, 2, dtype="i1"), integers(3, 2)
    yield named("matmul", [ia, ib], ic, ic + ia.astype("i4") @ ib.astype("i4"))
    x, y, z = floats(2, 3, 4), floats(2, 4, 5), floats(2, 3, 5)
    yield named("batch_matmul", [x, y], z, z + x @ y)
    m, w, out = floats(4, 6), floats(6), floats(4)
    yield named("matvec", [m, w], out, out + m @ w)
    yield named("dot", [w, w], np.array(0.5, "f4"), np.array(0.5 + w @ w))
    for op, function in {"exp": np.exp, "abs": np.abs, "ceil": np.ceil, "floor": np.floor, "negf": np.negative,
                         "tanh": np.tanh, "square": np.square}.items():
        yield named(op, [a], np.zeros_like(a), function(a))
    for op, function in {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "max": np.maximum,
                         "min": np.minimum}.items():
        yield named(op, [a, a + 1], np.zeros_like(a), function(a, a + 1))
    image, filters, base = floats(2, 7, 8, 3), floats(3, 2, 3, 4), floats(2, 3, 3, 4)
    convolved = windows(image, (3, 2), (2, 3), (1, 1), lambda t: np.einsum("nhwijc,ijcf->nhwf", t, filters))
    yield named("conv_2d_nhwc_hwcf", [image, filters], base, base + convolved,
                "{strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}")
    dilated, inner = floats(2, 2, 3), floats(1, 7, 6, 3)
    depthwise = windows(inner, (2, 2), (2, 1), (2, 2), lambda t: np.einsum("nhwijc,ijc->nhwc", t, dilated))
    start = floats(*depthwise.shape)
    yield named("depthwise_conv_2d_nhwc_hwc", [inner, dilated], start, start + depthwise,
                "{strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>}")
    least = np.full((2, 5, 7, 3), -np.inf, "f4")
    yield named("pooling_nhwc_max", [image, np.zeros((3, 2), "f4")], least.clip(-1e30),
                windows(image, (3, 2), (1, 1), (1, 1), lambda t: t.max(axis=(3, 4))))


# --- vector ---

def vector_cases():
    for trial in range(4):
        m, n, k = RNG.integers(1, 6, 3)
        a, b, c = floats(m, k), floats(n, k), floats(m, n)
        p = Program("vector.contract", "vector")
        x, y, z = p.constant(a), p.constant(b), p.constant(c)
        types = [shape_text(v, "vector") for v in (a, b, c)]
        yield p.run("%r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, "
                    "affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], "
                    'iterator_types = ["parallel", "parallel", "reduction"]} '
                    f"{x}, {y}, {z} : {types[0]}, {types[1]} into {types[2]}", "%r", c + a @ b.T)
    v = integers(2, 3, 4)
    for axes in ([0], [1], [0, 2], [1, 2]):
        for kind, function in {"add": np.sum, "maxsi": np.max, "minsi": np.min}.items():
            start = function(v, axis=tuple(axes)) * 0
            expected = function(v, axis=tuple(axes))
            if kind != "add":
                expected = np.maximum(expected, 0) if kind == "maxsi" else np.minimum(expected, 0)
            p = Program(f"vector.multi_reduction {kind} {axes}", "vector")
            x, acc = p.constant(v), p.constant(start.astype("i4"))
            yield p.run(f"%r = vector.multi_reduction <{kind}>, {x}, {acc} {axes} : {shape_text(v, 'vector')} to "
                        f"{shape_text(start.astype('i4'), 'vector')}", "%r", expected.astype("i4"))
    for order in ([2, 0, 1], [1, 2, 0], [0, 2, 1]):
        turned = v.transpose(order)
        p = Program(f"vector.transpose {order}", "vector")
        yield p.run(f"%r = vector.transpose {p.constant(v)}, {order} : {shape_text(v, 'vector')} to "
                    f"{shape_text(turned, 'vector')}", "%r", turned)


# --- element by element ---

INTEGER_OPS = {
    "addi": np.add, "subi": np.subtract, "muli": np.multiply, "andi": np.bitwise_and, "ori": np.bitwise_or,
    "xori": np.bitwise_xor, "maxsi": np.maximum, "minsi": np.minimum,
    "floordivsi": lambda a, b: a // b,
    "divsi": lambda a, b: np.trunc(a.astype("f8") / b).astype(a.dtype),
    "remsi": np.fmod,
}
FLOAT_OPS = {"exp": np.exp, "log1p": np.log1p, "sin": np.sin, "cos": np.cos, "tanh": np.tanh, "sqrt": np.sqrt,
             "floor": np.floor, "absf": np.abs, "exp2": np.exp2, "roundeven": np.rint}


def element_cases():
    a, b = integers(50, low=-2000, high=2000), integers(50, low=1, high=60) * RNG.choice([-1, 1], 50).astype("i4")
    for kind in ("vector", "tensor"):
        for op, function in INTEGER_OPS.items():
            p = Program(f"arith.{op}", kind)
            x, y = p.constant(a), p.constant(b)
            yield p.run(f"%r = arith.{op} {x}, {y} : {shape_text(a, kind)}", "%r", function(a, b).astype("i4"))
    f = np.abs(floats(40))
    for op, function in FLOAT_OPS.items():
        p = Program(f"math.{op}", "vector")
        yield p.run(f"%r = math.{op} {p.constant(f)} : {shape_text(f, 'vector')}", "%r", function(f.astype("f8")).astype("f4"))


# --- tensors ---

def tensor_cases():
    t = integers(5, 6)
    part = t[1:5:2, 2:5]
    p = Program("tensor.extract_slice")
    yield p.run(f"%r = tensor.extract_slice {p.constant(t)}[1, 2] [2, 3] [2, 1] : {shape_text(t, 'tensor')} to "
                f"{shape_text(part, 'tensor')}", "%r", part)
    source, changed = integers(2, 3), t.copy()
    changed[0:4:3, 1:6:2] = source
    p = Program("tensor.insert_slice")
    small, large = p.constant(source), p.constant(t)
    yield p.run(f"%r = tensor.insert_slice {small} into {large}[0, 1] [2, 3] [3, 2] : {shape_text(source, 'tensor')} into "
                f"{shape_text(t, 'tensor')}", "%r", changed)
    padded = np.pad(t, ((1, 0), (2, 3)), constant_values=7)
    p = Program("tensor.pad")
    yield p.run(f"%seven = arith.constant 7 : i32\n  %r = tensor.pad {p.constant(t)} low[1, 2] high[0, 3] {{\n"
                "  ^bb0(%i: index, %j: index):\n    tensor.yield %seven : i32\n  } : "
                f"{shape_text(t, 'tensor')} to {shape_text(padded, 'tensor')}", "%r", padded)
    joined = np.concatenate([t, t[:, :2]], axis=1)
    p = Program("tensor.concat")
    x, y = p.constant(t), p.constant(np.ascontiguousarray(t[:, :2]))
    yield p.run(f"%r = tensor.concat dim(1) {x}, {y} : ({shape_text(t, 'tensor')}, tensor<5x2xi32>) -> "
                f"{shape_text(joined, 'tensor')}", "%r", joined)


def main():
    results = [right for cases in (linalg_cases, vector_cases, element_cases, tensor_cases) for right in cases()]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) and len(results) > 70 else 1


if __name__ == "__main__":
    sys.exit(main())
