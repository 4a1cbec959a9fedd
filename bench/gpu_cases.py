"""What bench/gpu/run.sh measures: each case as StableHLO, and what it computes as PyTorch says it.

What memory bounds is a program, of which one dispatch comes out; a product is a lone dispatch, with all that follows it.
Without PyTorch only the texts can be used: references and peers get the module as an argument.
"""

import dataclasses
import typing

BYTES = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "f8E4M3FN": 1}
TORCH = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16", "f8E4M3FN": "float8_e4m3fn"}
# The largest error that rounding of the result and of sums in f32 explains, of the largest that the terms could add up to.
# Processors sum products of f8 with few bits, 128 of them here before sums go on in f32.
TOLERANCE = {"f64": 1e-14, "f32": 2e-6, "tf32": 1e-3, "f16": 2e-3, "bf16": 1e-2, "f8E4M3FN": 2e-4}


@dataclasses.dataclass
class Case:
    name: str
    group: str
    text: str
    inputs: list  # of (shape, element)
    output: tuple  # shape, element
    reference: typing.Callable  # of torch and the inputs in float64
    peer: typing.Callable  # of torch and the inputs: what PyTorch has for it
    bytes: int = 0  # moved to and from memory at least
    flops: int = 0
    target: float = 0.9  # of the peer's rate; of bandwidth for what is bound by memory
    tolerance: float = 0
    sums: typing.Callable = None  # of torch and the absolute inputs: what errors are relative to; None: the result
    prepare: typing.Callable = None  # of torch and the inputs: those of the peer, in the order in memory that it likes best


def tensor(shape, element):
    return f"tensor<{'x'.join(map(str, (*shape, element)))}>"


def function(inputs, output, body):
    arguments = ", ".join(f"%{i}: {tensor(*t)}" for i, t in enumerate(inputs))
    return f"func.func @main({arguments}) -> {tensor(*output)} {{\n{body}  return %r : {tensor(*output)}\n}}\n"


def dispatch(inputs, output, body, attributes=""):
    loads = "".join(f"    %{i} = hal.interface.load.tensor @io::@arg{i}, offset = %zero : {tensor(*t)}\n"
                    for i, t in enumerate(inputs))
    bindings = "".join(f'    hal.interface.binding @arg{i}, set=0, binding={i}, type="StorageBuffer", access="Read"\n'
                       for i in range(len(inputs)))
    return (f'hal.executable.variant "*" {{\nmodule {{\n  func.func @main() {attributes}{{\n    %zero = arith.constant 0 : index\n{loads}'
            f"{body}    hal.interface.store.tensor %r, @io::@ret0, offset = %zero : {tensor(*output)}\n    return\n  }}\n"
            f"  hal.interface private @io {{\n{bindings}    hal.interface.binding @ret0, set=0, binding={len(inputs)}, "
            'type="StorageBuffer", access="Write|Discard"\n  }\n}\n}\n')


def count(shape):
    size = 1
    for dim in shape:
        size *= dim
    return size


def moved(inputs, output):
    return sum(count(shape) * BYTES[element] for shape, element in [*inputs, output])


# --- bound by memory ---

def memory_case(name, body, inputs, output, reference, peer):
    element = inputs[0][1]
    return Case(name, "memory", function(inputs, output, body), inputs, output, reference, peer, moved(inputs, output),
                tolerance=TOLERANCE[output[1]] * (4 if element == "f32" else 1))


def add(elements, element):
    t = tensor((elements,), element)
    return memory_case(f"add {element} {elements >> 20}M", f"  %r = stablehlo.add %0, %1 : {t}\n",
                       [((elements,), element)] * 2, ((elements,), element), lambda t, a, b: a + b,
                       lambda t, a, b, out: t.add(a, b, out=out))


def reduce_text(source, init, op, shape, dim, element, result):
    rest = [n for i, n in enumerate(shape) if i != dim]
    return (f"  %{result} = stablehlo.reduce({source} init: {init}) applies stablehlo.{op} across dimensions = [{dim}] : "
            f"({tensor(shape, element)}, tensor<{element}>) -> {tensor(rest, element)}\n")


def sums(shape, element, dim):
    """Sums in f32, rounded once."""
    wide = tensor(shape, "f32")
    rest = [n for i, n in enumerate(shape) if i != dim]
    body = "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
    source = "%0"
    if element != "f32":
        body += f"  %x = stablehlo.convert %0 : ({tensor(shape, element)}) -> {wide}\n"
        source = "%x"
    body += reduce_text(source, "%z", "add", shape, dim, "f32", "s")
    body += f"  %r = stablehlo.convert %s : ({tensor(rest, 'f32')}) -> {tensor(rest, element)}\n"
    case = memory_case(f"{'row' if dim else 'column'} sum {element} {shape[0]}x{shape[1]}", body, [(shape, element)],
                       (tuple(rest), element), lambda t, x: x.sum(dim), lambda t, x, out: t.sum(x, dim, out=out))
    case.sums = lambda t, x: x.sum(dim)
    return case


def widened(shape, element):
    """The input in f32, as %x, and how to round %y to the result."""
    if element == "f32":
        return f"  %x = stablehlo.reshape %0 : ({tensor(shape, 'f32')}) -> {tensor(shape, 'f32')}\n"
    return f"  %x = stablehlo.convert %0 : ({tensor(shape, element)}) -> {tensor(shape, 'f32')}\n"


def rounded(shape, element):
    return f"  %r = stablehlo.convert %y : ({tensor(shape, 'f32')}) -> {tensor(shape, element)}\n"


def spread(value, result, shape, dims):
    return (f"  %{result} = stablehlo.broadcast_in_dim %{value}, dims = {list(dims)} : "
            f"({tensor([shape[d] for d in dims], 'f32')}) -> {tensor(shape, 'f32')}\n")


def softmax(shape, element):
    wide = tensor(shape, "f32")
    body = (widened(shape, element) + "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
            "  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
            + reduce_text("%x", "%least", "maximum", shape, 1, "f32", "m") + spread("m", "mb", shape, [0])
            + f"  %d = stablehlo.subtract %x, %mb : {wide}\n  %e = stablehlo.exponential %d : {wide}\n"
            + reduce_text("%e", "%z", "add", shape, 1, "f32", "s") + spread("s", "sb", shape, [0])
            + f"  %y = stablehlo.divide %e, %sb : {wide}\n" + rounded(shape, element))
    return memory_case(f"softmax {element} {shape[0]}x{shape[1]}", body, [(shape, element)], (shape, element),
                       lambda t, x: t.softmax(x, 1), lambda t, x, out: t.softmax(x, 1, out=out))


def layer_norm(shape, element):
    wide, rows = tensor(shape, "f32"), tensor(shape[:1], "f32")
    body = (widened(shape, element) + "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
            f"  %n = stablehlo.constant dense<{shape[1]}.0> : {rows}\n  %eps = stablehlo.constant dense<1.0e-5> : {rows}\n"
            + reduce_text("%x", "%z", "add", shape, 1, "f32", "s") + f"  %mean = stablehlo.divide %s, %n : {rows}\n"
            + spread("mean", "mb", shape, [0])
            + f"  %d = stablehlo.subtract %x, %mb : {wide}\n  %q = stablehlo.multiply %d, %d : {wide}\n"
            + reduce_text("%q", "%z", "add", shape, 1, "f32", "qs") + f"  %v = stablehlo.divide %qs, %n : {rows}\n"
            f"  %ve = stablehlo.add %v, %eps : {rows}\n  %i = stablehlo.rsqrt %ve : {rows}\n" + spread("i", "ib", shape, [0])
            + f"  %u = stablehlo.multiply %d, %ib : {wide}\n"
            f"  %g = stablehlo.convert %1 : ({tensor(shape[1:], element)}) -> {tensor(shape[1:], 'f32')}\n"
            f"  %o = stablehlo.convert %2 : ({tensor(shape[1:], element)}) -> {tensor(shape[1:], 'f32')}\n"
            + spread("g", "gb", shape, [1]) + spread("o", "ob", shape, [1])
            + f"  %w = stablehlo.multiply %u, %gb : {wide}\n  %y = stablehlo.add %w, %ob : {wide}\n" + rounded(shape, element))
    inputs = [(shape, element), (shape[1:], element), (shape[1:], element)]
    norm = lambda t, x, g, o: t.nn.functional.layer_norm(x, shape[1:], g, o, 1e-5)
    return memory_case(f"layer norm {element} {shape[0]}x{shape[1]}", body, inputs, (shape, element), norm,
                       lambda t, x, g, o, out: norm(t, x, g, o))


def transpose(shape, element):
    turned = (shape[1], shape[0])
    body = f"  %r = stablehlo.transpose %0, dims = [1, 0] : ({tensor(shape, element)}) -> {tensor(turned, element)}\n"
    return memory_case(f"transpose {element} {shape[0]}x{shape[1]}", body, [(shape, element)], (turned, element),
                       lambda t, x: x.t(), lambda t, x, out: out.copy_(x.t()))


# --- products ---

def torch_product(t, kind, a, b, out, one=None):
    if kind == "f8E4M3FN":
        return t._scaled_mm(a, b, one, one, out_dtype=out.dtype, out=out)
    t.backends.cuda.matmul.allow_tf32 = kind == "tf32"
    return t.mm(a, b, out=out)


def matmul(m, k, n, kind, target, is_turned=False):
    """`is_turned`: the second factor is given as n x k."""
    element = "f32" if kind == "tf32" else kind
    result = "f32" if kind == "f8E4M3FN" else element
    inputs, output = [((m, k), element), ((n, k) if is_turned else (k, n), element)], ((m, n), result)
    body = (f"  %r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [{int(is_turned)}] : "
            f"({tensor(*inputs[0])}, {tensor(*inputs[1])}) -> {tensor(*output)}\n")
    shape = f"{m}" if m == k == n else f"{m}x{k}x{n}"
    # The element types of lone dispatches end before 8-bit floats.
    text = function(inputs, output, body) if kind == "f8E4M3FN" else dispatch(
        inputs, output, body, "attributes {tern.allow_tf32} " if kind == "tf32" else "")

    def reference(t, a, b):
        return a @ (b.t() if is_turned else b)

    def peer(t, a, b, *rest, out):
        return torch_product(t, kind, a, b, out, *rest)
    tolerance = TOLERANCE[kind if kind in TOLERANCE else result]
    case = Case(f"matmul {kind} {shape}{' n x k' if is_turned else ''}", "product", text, inputs, output, reference, peer,
                moved(inputs, output), 2 * m * n * k, target, tolerance, reference)
    # cuBLAS takes the second factor of 8-bit floats by columns, and a number that scales each factor.
    if kind == "f8E4M3FN":
        case.prepare = lambda t, a, b: (a, b.t() if is_turned else b.t().contiguous().t(), t.ones((), device=a.device))
    return case


def dense(n, element):
    """A product, a row added to all of its rows, and what is below zero cut off."""
    t = tensor((n, n), element)
    inputs, output = [((n, n), element), ((n, n), element), ((n,), element)], ((n, n), element)
    body = (f"  %p = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}\n"
            f"  %b = stablehlo.broadcast_in_dim %2, dims = [1] : ({tensor((n,), element)}) -> {t}\n"
            f"  %s = stablehlo.add %p, %b : {t}\n  %z = stablehlo.constant dense<0.0> : {t}\n"
            f"  %r = stablehlo.maximum %s, %z : {t}\n")

    def peer(t, a, b, c, out):
        return t.relu_(t.addmm(c, a, b, out=out))
    return Case(f"dense {element} {n}", "product", dispatch(inputs, output, body), inputs, output,
                lambda t, a, b, c: t.relu(a @ b + c), peer, moved(inputs, output), 2 * n**3, 0.9, TOLERANCE[element],
                lambda t, a, b, c: a @ b + c)


def convolution(batch, size, channels, features, window, element):
    """Images with the channels last, the window's edges filled with zeros."""
    pad = window // 2
    inputs = [((batch, size, size, channels), element), ((window, window, channels, features), element)]
    output = ((batch, size, size, features), element)
    body = (f"  %r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
            f"window = {{stride = [1, 1], pad = [[{pad}, {pad}], [{pad}, {pad}]]}} "
            f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
            f"({tensor(*inputs[0])}, {tensor(*inputs[1])}) -> {tensor(*output)}\n")

    def reference(t, x, w):
        y = t.nn.functional.conv2d(x.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1), padding=pad)
        return y.permute(0, 2, 3, 1)

    # Channels last in memory is what cuDNN likes best.
    def prepare(t, x, w):
        return x.permute(0, 3, 1, 2), w.permute(3, 2, 0, 1).contiguous(memory_format=t.channels_last)

    def peer(t, x, w, out):
        return t.nn.functional.conv2d(x, w, padding=pad)
    return Case(f"convolution {element} {window}x{window} {batch}x{size}x{size} {channels}->{features}", "product",
                dispatch(inputs, output, body), inputs, output, reference, peer, moved(inputs, output),
                2 * count(output[0]) * channels * window * window, 0.9, TOLERANCE[element], reference, prepare)


# --- all of them ---

SHAPES = [(4096, 4096), (16384, 1024), (1024, 65536)]


def cases():
    for element in ("f32", "f16"):
        yield add(64 << 20, element)
        for shape in SHAPES:
            yield sums(shape, element, 1)
            yield sums(shape, element, 0)
            yield softmax(shape, element)
            yield layer_norm(shape, element)
            yield transpose(shape, element)
    for kind, target in (("bf16", 0.9), ("f16", 0.9), ("tf32", 0.85), ("f32", 0.9), ("f8E4M3FN", 0.9)):
        for n in (512, 1024, 4096, 8192):
            yield matmul(n, n, n, kind, target if n >= 4096 else 1.0)
        for m in (1, 16, 128):
            yield matmul(m, 4096, 4096, kind, 1.0)
    for m, k, n in ((64, 8192, 64), (1000, 4100, 1000), (4096, 16384, 1024)):
        yield matmul(m, k, n, "f32", 0.9)  # long sums, whose error counts
    yield matmul(4096, 4096, 4096, "f64", 0.9)
    for n in (1024, 4096, 8192):
        yield matmul(n, n, n, "f8E4M3FN", 0.9 if n >= 4096 else 1.0, is_turned=True)
    for m in (16, 128):
        yield matmul(m, 4096, 4096, "f8E4M3FN", 1.0, is_turned=True)
    for element in ("f16", "bf16"):
        yield dense(4096, element)
    for channels, features, window, size in ((64, 64, 3, 56), (256, 64, 1, 56), (256, 256, 3, 14)):
        yield convolution(32, size, channels, features, window, "f16")


def file_name(case):
    return case.name.replace(" ", "_").replace("->", "_to_")
