"""What bench/cpu.py measures: each case as StableHLO, what it computes in float64, and how the peers are asked for it."""

import dataclasses
import json
import os
import sys
import typing

import numpy as np

import gpu_cases
from gpu_cases import count, dispatch, function, tensor

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
MODELS = os.path.join(ROOT, "test", "models")
sys.path.insert(0, os.path.join(ROOT, "test", "e2e"))
import models as known_models  # noqa: E402

BYTES = {"f32": 4, "bf16": 2, "i8": 1, "i32": 4}
# How errors are judged: |got - expected| is at most `relative` |expected| + `absolute` times what the terms add up to.
SUM_TOLERANCE, ROW_TOLERANCE = 2e-6, 1e-5
BF16_ROUNDING = 2.0**-8


@dataclasses.dataclass
class Target:
    """tern's time is at most that of `against` divided by `factor`. `against` is a column, "peers" (the best of them) or
    "bound" (what the machine would take); or it is "seconds", and the time is at most so many."""

    against: str
    factor: float

    def __str__(self):
        if self.against == "seconds":
            return f"{self.factor * 1e3:g} ms"
        names = {"peers": "best peer", "packed": "oneDNN packed"}
        return f"{self.factor:g} of {names.get(self.against, self.against)}"


@dataclasses.dataclass
class Case:
    part: str
    name: str
    text: str  # StableHLO
    inputs: list  # of (shape, element)
    outputs: list  # of (shape, element)
    reference: typing.Callable  # of the inputs in float64: expected and scale, for the one output
    flops: float = 0
    bytes: float = 0  # moved to and from memory at least
    bound: tuple = ()  # what the machine is measured with: kinds of bench/cpu_machine.c, the best of which counts
    targets: list = dataclasses.field(default_factory=list)
    openblas: str = ""  # words before the inputs; none: not measured
    onednn: str = ""
    has_packed: bool = False  # oneDNN can do with weights in an order of its own
    dispatch: str = ""  # the same as a lone dispatch
    relative: float = 0
    absolute: float = SUM_TOLERANCE
    has_constant: bool = False  # the second input is a constant of the program, written as @weights in the text
    model: str = ""  # a network of test/models, which has its own inputs and outputs

    def make_inputs(self):
        if self.model:
            meta = json.load(open(f"{MODELS}/{self.model}.json", encoding="utf-8"))
            rng = np.random.default_rng(meta["seed"])
            return [known_models.make_input(spec, rng) for spec in meta["inputs"]]
        rng = np.random.default_rng(7)
        return [random_array(rng, *spec) for spec in self.inputs]

    def program(self, arrays, specs):
        """The program's text, and those of the inputs' specs that are its arguments."""
        if not self.has_constant:
            return self.text, specs
        return self.text.replace("@weights", f'"0x{arrays[1].tobytes().hex()}"'), specs[:1]

    def judge(self, arrays):
        """A function of the outputs as bytes that says what is wrong with them, or None."""
        if self.model:
            known = np.load(f"{MODELS}/{self.model}.out.npz")
            expected = [known[key] for key in known.files]
            return lambda outputs: judge_model(outputs, expected)
        expected, scale = self.reference(*[widen(a) for a in arrays])
        shape, element = self.outputs[0]
        return lambda outputs: judge_array(from_bytes(outputs[0], shape, element), expected, scale, self.relative, self.absolute)


def random_array(rng, shape, element):
    if element == "i8":
        return rng.integers(-128, 128, shape, np.int8)
    values = rng.standard_normal(shape, np.float32)
    return to_bf16(values) if element == "bf16" else values


def to_bf16(values):
    """Rounded to nearest, as bits: NumPy has no such type."""
    bits = values.view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def widen(array):
    if array.dtype == np.uint16:
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array.astype(np.float64)


def spec_of(array):
    """Shape and element type as workers read them: 2x3xf32."""
    names = {"float32": "f32", "uint16": "bf16", "int8": "i8", "int32": "i32", "int64": "i64", "uint32": "ui32", "bool": "i1"}
    return "x".join([*map(str, array.shape), names[array.dtype.name]])


def from_bytes(data, shape, element):
    types = {"f32": np.float32, "bf16": np.uint16, "i8": np.int8, "i32": np.int32}
    array = np.frombuffer(data, types[element])
    if array.size != count(shape):
        raise ValueError(f"{array.size} elements, expected {count(shape)}")
    return array.reshape(shape)


def judge_array(got, expected, scale, relative, absolute):
    """In pieces, so that memory suffices for 64M elements."""
    scale = np.full(1, scale) if np.ndim(scale) == 0 else scale.reshape(-1)
    got, expected = got.reshape(-1), expected.reshape(-1)
    worst = 0.0
    for at in range(0, got.size, 1 << 22):
        part = slice(at, at + (1 << 22))
        error = np.abs(widen(got[part]) - expected[part])
        allowed = relative * np.abs(expected[part]) + absolute * (scale[part] if scale.size > 1 else scale) + 1e-30
        largest = np.max(error / allowed)
        worst = max(worst, float("inf") if np.isnan(largest) else float(largest))
    return None if worst <= 1 else f"an error is {worst:.2g} times what rounding explains"


def judge_model(outputs, expected):
    for i, array in enumerate(expected):
        # A scalar's file has no shape; i1 is a byte.
        data = np.frombuffer(outputs[i], array.dtype)
        if data.size != array.size:
            return f"output {i} has {data.size} elements, expected {array.size}"
        message = known_models.compare(data.reshape(array.shape), array)
        if message:
            return f"output {i}: {message}"
    return None


# --- products ---

def matmul_reference(a, b):
    return a @ b, np.abs(a) @ np.abs(b)


def matmul(shape, kind="f32"):
    """`kind`: f32, bf16 (also of the result), bf16f32 or s8."""
    m, n, k = shape
    element = {"bf16f32": "bf16", "s8": "i8"}.get(kind, kind)
    result = {"bf16f32": "f32", "s8": "i32"}.get(kind, kind)
    inputs, output = [((m, k), element), ((k, n), element)], ((m, n), result)
    body = (f"  %r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : "
            f"({tensor(*inputs[0])}, {tensor(*inputs[1])}) -> {tensor(*output)}\n")
    label = {"bf16f32": "bf16 to f32", "s8": "s8 to s32"}.get(kind, kind)
    case = Case({"f32": "matmul", "s8": "int8"}.get(kind, "bf16"), f"matmul {label} {m}x{n}x{k}", function(inputs, output, body),
                inputs, [output], matmul_reference, flops=2 * m * n * k, bytes=moved(inputs, output),
                onednn=f"matmul {kind} {m} {n} {k}", has_packed=True, dispatch=dispatch(inputs, output, body),
                targets=[Target("oneDNN", 1.0)])
    case.bound = {"f": ("f32",), "b": ("bf16_amx", "bf16_dot", "f32"), "s": ("int8_amx", "int8_dot", "f32")}[kind[0]]
    if kind == "bf16":
        case.relative = BF16_ROUNDING
    if kind == "s8":
        case.absolute = 0
    if kind == "f32":
        case.openblas = f"gemm {m} {n} {k}"
        if m == n == k and m in (512, 1024):
            case.targets.append(Target("bound", 0.9))
        if shape == (32, 24, 16):
            case.targets = [Target("peers", 1.2)]
        if m == 1:
            case.bound = ("read",)
            case.targets.append(Target("bound", 0.95))
    return case


def dense(shape):
    """A product, a row added to all of its rows, and what is below zero cut off."""
    m, n, k = shape
    inputs, output = [((m, k), "f32"), ((k, n), "f32"), ((n,), "f32")], ((m, n), "f32")
    t = tensor(*output)
    body = (f"  %p = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : "
            f"({tensor(*inputs[0])}, {tensor(*inputs[1])}) -> {t}\n"
            f"  %b = stablehlo.broadcast_in_dim %2, dims = [1] : ({tensor(*inputs[2])}) -> {t}\n"
            f"  %s = stablehlo.add %p, %b : {t}\n  %z = stablehlo.constant dense<0.0> : {t}\n"
            f"  %r = stablehlo.maximum %s, %z : {t}\n")

    def reference(a, b, c):
        return np.maximum(a @ b + c, 0), np.abs(a) @ np.abs(b) + np.abs(c)
    return Case("epilogue", f"matmul, bias, relu f32 {m}x{n}x{k}", function(inputs, output, body), inputs, [output], reference,
                flops=2 * m * n * k, bytes=moved(inputs, output), bound=("f32",), targets=[Target("peers", 1.2)],
                openblas=f"dense {m} {n} {k}", onednn=f"dense f32 {m} {n} {k}", has_packed=True,
                dispatch=dispatch(inputs, output, body))


def moved(inputs, output):
    return sum(count(shape) * BYTES[element] for shape, element in [*inputs, output])


# --- convolutions: one image, channels last ---

def windows(x, window):
    """x of height, width, channels, with zeros around: an array of height, width, window, window, channels."""
    pad = window // 2
    padded = np.pad(x, ((pad, pad), (pad, pad), (0, 0)))
    return np.lib.stride_tricks.sliding_window_view(padded, (window, window), (0, 1)).transpose(0, 1, 3, 4, 2)


def convolution(size, channels, features, window, is_depthwise=False):
    pad, groups = window // 2, channels if is_depthwise else 1
    inputs = [((1, size, size, channels), "f32"), ((window, window, channels // groups, features), "f32")]
    output = ((1, size, size, features), "f32")
    body = (f"  %r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
            f"window = {{stride = [1, 1], pad = [[{pad}, {pad}], [{pad}, {pad}]]}} "
            f"{{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : "
            f"({tensor(*inputs[0])}, {tensor(*inputs[1])}) -> {tensor(*output)}\n")

    def reference(x, w):
        def product(x, w):
            if is_depthwise:
                return np.einsum("hwijc,ijc->hwc", windows(x[0], window), w[:, :, 0, :])
            return windows(x[0], window).reshape(size * size, -1) @ w.reshape(-1, features)
        return product(x, w).reshape(output[0]), product(np.abs(x), np.abs(w)).reshape(output[0])
    flops = 2 * count(output[0]) * window * window * channels // groups
    case = Case("conv", f"conv {window}x{window} {size}x{size}x{channels} to {features}", function(inputs, output, body), inputs,
                [output], reference, flops=flops, bytes=moved(inputs, output), bound=("f32",), has_packed=True,
                onednn=f"conv {size} {channels} {features} {window}", targets=[Target("peers", 1.0)])
    if window == 1:
        case.openblas = f"gemm {size * size} {features} {channels}"
    if is_depthwise:
        case.part, case.name = "depthwise", f"depthwise conv {window}x{window} {size}x{size}x{channels}"
        case.onednn, case.bound, case.flops = f"depthwise {size} {channels} {window}", ("copy", "copy_nt", "copy_libc"), 0
    return case


# --- weights that are part of the program ---

def with_constant_weights(case):
    """The same with its second input as a constant, which a compiler may keep in any order."""
    (first, second), output = case.inputs, case.outputs[0]
    body = case.text[case.text.index("{\n") + 2:case.text.index("  return")].replace("%1", "%w")
    text = function([first], output, f"  %w = stablehlo.constant dense<@weights> : {tensor(*second)}\n{body}")
    return dataclasses.replace(case, part="constant", name=f"{case.name}, constant weights", text=text, dispatch="",
                               has_constant=True, targets=[Target("packed", 1.0)])


# --- bound by memory ---

def add(elements):
    text = gpu_cases.add(elements, "f32").text
    inputs, output = [((elements,), "f32")] * 2, ((elements,), "f32")
    is_large = elements >= 1 << 24
    return Case("elementwise", f"add f32 {elements >> 20}M", text, inputs, [output], lambda a, b: (a + b, 0.0),
                bytes=moved(inputs, output), bound=("add", "add_nt"), onednn=f"add {elements}", relative=1e-7,
                targets=[Target("bound", 0.95) if is_large else Target("peers", 1.0)])


def softmax(rows, columns):
    def reference(x):
        e = np.exp(x - x.max(1, keepdims=True))
        y = e / e.sum(1, keepdims=True)
        return y, y
    return row_case("softmax", gpu_cases.softmax((rows, columns), "f32"), reference)


def layer_norm(rows, columns):
    def reference(x, scale, shift):
        y = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
        return y * scale + shift, np.abs(y * scale) + np.abs(shift) + np.abs(scale)
    return row_case("layer_norm", gpu_cases.layer_norm((rows, columns), "f32"), reference)


def row_case(part, case, reference):
    rows, columns = case.output[0]
    return Case(part, case.name, case.text, case.inputs, [case.output], reference, bytes=moved(case.inputs, case.output),
                bound=("copy", "copy_nt", "copy_libc"), onednn=f"{part} {rows} {columns}", absolute=ROW_TOLERANCE,
                targets=[Target("bound", 0.9)])


def attention(heads, length, size):
    inputs, output = [((heads, length, size), "f32")] * 3, ((heads, length, size), "f32")
    square, rows, x = tensor((heads, length, length), "f32"), tensor((heads, length), "f32"), tensor(*output)
    reduced = f"across dimensions = [2] : ({square}, tensor<f32>) -> {rows}"
    body = (f"  %scale = stablehlo.constant dense<{size**-0.5}> : {square}\n"
            "  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
            "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
            f"  %qk = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : ({x}, {x}) -> {square}\n"
            f"  %t = stablehlo.multiply %qk, %scale : {square}\n"
            f"  %m = stablehlo.reduce(%t init: %least) applies stablehlo.maximum {reduced}\n"
            f"  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : ({rows}) -> {square}\n"
            f"  %d = stablehlo.subtract %t, %mb : {square}\n  %e = stablehlo.exponential %d : {square}\n"
            f"  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add {reduced}\n"
            f"  %sb = stablehlo.broadcast_in_dim %s, dims = [0, 1] : ({rows}) -> {square}\n"
            f"  %p = stablehlo.divide %e, %sb : {square}\n"
            f"  %r = stablehlo.dot_general %p, %2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
            f"({square}, {x}) -> {x}\n")

    def reference(q, k, v):
        out, scale = np.empty_like(q), np.empty_like(q)
        for h in range(heads):
            e = q[h] @ k[h].T * size**-0.5
            np.exp(e - e.max(1, keepdims=True), out=e)
            e /= e.sum(1, keepdims=True)
            out[h], scale[h] = e @ v[h], e @ np.abs(v[h])
        return out, scale
    return Case("attention", f"attention f32 {heads} x {length} x {size}", function(inputs, output, body), inputs, [output],
                reference, flops=4 * heads * length * length * size, bytes=moved(inputs, output), bound=("f32",),
                onednn=f"attention {heads} {length} {size}", absolute=ROW_TOLERANCE, targets=[Target("peers", 1.0)])


# --- whole programs ---

def model(name):
    with open(f"{MODELS}/{name}.mlir", encoding="utf-8") as file:
        text = file.read()
    return Case("models", f"model {name}", text, [], [], None, model=name, targets=[Target("peers", 1.5)])


def scalar():
    t = ((), "f32")
    body = "  %r = stablehlo.multiply %0, %0 : tensor<f32>\n"
    return Case("models", "x * x, a scalar", function([t], t, body), [t], [t], lambda x: (x * x, 0.0), relative=1e-7)


def model_names():
    return sorted(name[:-5] for name in os.listdir(MODELS) if name.endswith(".mlir"))


# --- all of them ---

LARGE = [(512, 512, 512), (1024, 1024, 1024), (256, 768, 3072)]
SHAPES = [(n, n, n) for n in (128, 256, 512, 1024, 2048)] + [
    (1, 4096, 4096), (4, 4096, 4096), (8, 784, 256), (32, 24, 16), (64, 512, 2048), (256, 768, 3072)]


def cases():
    yield from (matmul(shape) for shape in SHAPES)
    yield from (matmul(shape, kind) for kind in ("bf16f32", "bf16") for shape in LARGE)
    yield from (matmul(shape, "s8") for shape in LARGE)
    yield from (dense(shape) for shape in LARGE)
    yield from (convolution(*sizes) for sizes in ((56, 64, 64, 3), (28, 128, 128, 3), (14, 256, 256, 3), (56, 64, 256, 1)))
    yield convolution(56, 128, 128, 3, is_depthwise=True)
    yield from (with_constant_weights(matmul(shape)) for shape in ((512, 512, 512), (8, 784, 256), (256, 768, 3072)))
    yield with_constant_weights(matmul((16, 512, 2048)))
    yield from (with_constant_weights(matmul(shape, kind)) for kind in ("bf16f32", "s8") for shape in ((512, 512, 512), (16, 1024, 1024), (128, 768, 768)))
    yield from (with_constant_weights(convolution(*sizes)) for sizes in ((56, 64, 64, 3), (14, 256, 256, 3)))
    for make in (softmax, layer_norm):
        yield from (make(*shape) for shape in ((4096, 1024), (1024, 4096)))
    yield from (attention(8, length, 64) for length in (128, 512, 1024, 4096))
    yield from (add(elements << 20) for elements in (1, 64))
    yield scalar()
    yield from (model(name) for name in model_names())
