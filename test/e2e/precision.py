"""Sums are as exact as sums in pieces are: errors of programs against float64, with bounds that grow as the root of the logarithm of
how many numbers are added up.

An error is the root of the mean square over an output, of the right results' one, in roundings (2^-24 for f32). One addition is off by
0.41 roundings of its result, as roundings go. In one chain of m additions what is lost adds up to 0.41 sqrt(m / 2) roundings of numbers
of either sign, and to 0.41 sqrt(m / 3) of positive ones. Products have chains of up to 512 (0.41 sqrt(256) is 6.6), and those of 512
pieces and more are of as many levels: 2.5 sqrt(log2 n) is 6.8 for 2^7 numbers and 9.4 for 2^14. One chain of 8192 is off by 26.

usage: precision.py [PART-OF-A-NAME...]     environment: see program.py
"""

import numpy as np
from program import DEVICE, Case, main, tensor_type

RNG = np.random.default_rng(24)
CONSTANT = 2.5  # roundings for each root of the logarithm of n
ROUNDING = {"f32": 2.0**-24, "f64": 2.0**-53}
# What a call on Mesa's software device may take is limited: its loops end after 65,535 iterations.
LESS = 1 if DEVICE == "cpu" else 4


def positive(*shape):
    return RNG.random(shape, np.float32)


def signed(*shape):
    return RNG.standard_normal(shape, np.float32)


def wide(x):
    """What is right is computed in more digits than the program has."""
    return x.astype(np.longdouble if x.dtype == np.float64 else np.float64)


class Sum(Case):
    """`count`: numbers that are added up for an element; `size`: what the result is about as large as."""

    def __init__(self, name, body, inputs, expected, count, size=0.0, **options):
        super().__init__(name, body, inputs, [np.asarray(expected, inputs[0].dtype)], separate=True, **options)
        self.expected, self.allowed = expected, CONSTANT * np.sqrt(np.log2(count))
        self.size = max(size, np.sqrt(np.mean(expected**2)))

    def problem(self, number, actual):
        if actual.shape != self.expected.shape:
            return f"shape {actual.shape}, expected {self.expected.shape}"
        element = self.outputs[number].element
        error = np.sqrt(np.mean((actual - self.expected) ** 2)) / (self.size * ROUNDING[element])
        if error <= self.allowed:  # not so for NaN
            return None
        return f"is off by {error:.2f} roundings, where {self.allowed:.2f} are allowed"


def reduce(x, dims):
    element = "f64" if x.dtype == np.float64 else "f32"
    result = [size for d, size in enumerate(x.shape) if d not in dims]
    return (f"%z = stablehlo.constant dense<0.0> : tensor<{element}>\n"
            f"  %r = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = {list(dims)} : "
            f"({tensor_type(x.shape, element)}, tensor<{element}>) -> {tensor_type(result, element)}")


def sums():
    def case(name, x, dims):
        count = int(np.prod([x.shape[d] for d in dims]))
        # One sum of numbers of either sign may come to nothing.
        size = np.sqrt(count * np.mean(wide(x)**2))
        return Sum(name, reduce(x, dims), [x], wide(x).sum(tuple(dims)), count, size)

    many = 50000 // LESS
    for name, make in (("", positive), (", signed", signed)):
        yield case("all" + name, make(400000 // LESS), [0])
        yield case("rows" + name, make(9, 100000 // LESS), [1])
        yield case("columns" + name, make(many, 24), [0])
        yield case("few columns" + name, make(many, 3), [0])
    yield case("columns, f64", positive(many, 16).astype(np.float64), [0])
    yield case("middle", positive(3, many // 2, 20), [1])
    yield case("first and last", positive(150, 7, 211), [0, 2])
    yield case("batch and image", positive(4, 60, 50, 32), [0, 1, 2])
    yield case("many columns", positive(8192 // LESS, 130), [0])


def dynamic_sums():
    """Where nobody knows in the compiler how long they are."""
    x = positive(50000 // LESS, 20)
    text = """func.func @columns(%x: tensor<?x20xf32>) -> tensor<20xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x20xf32>, tensor<f32>) -> tensor<20xf32>
  return %s : tensor<20xf32>
}"""
    # A size that a value decides is none that inlining brings back.
    body = f"%n = tensor.cast %a0 : {tensor_type(x.shape, 'f32')} to tensor<?x20xf32>\n  %r = call @columns(%n) : (tensor<?x20xf32>) -> tensor<20xf32>"
    yield Sum("columns of any number of rows", body, [x], wide(x).sum(0), len(x), extra=text)


def variance():
    x = signed(12000 // LESS * 2, 16) + np.float32(3)
    n = len(x)
    kind = tensor_type(x.shape, "f32")
    body = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<{float(n)}> : tensor<16xf32>
  %s = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = [0] : ({kind}, tensor<f32>) -> tensor<16xf32>
  %m = stablehlo.divide %s, %n : tensor<16xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<16xf32>) -> {kind}
  %d = stablehlo.subtract %a0, %b : {kind}
  %q = stablehlo.multiply %d, %d : {kind}
  %t = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : ({kind}, tensor<f32>) -> tensor<16xf32>
  %r = stablehlo.divide %t, %n : tensor<16xf32>"""
    yield Sum("variance", body, [x], wide(x).var(0), n)


def softmax():
    x = signed(6, 30000 // LESS)
    kind, row = tensor_type(x.shape, "f32"), "tensor<6xf32>"
    body = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
  %l = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%a0 init: %l) applies stablehlo.maximum across dimensions = [1] : ({kind}, tensor<f32>) -> {row}
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : ({row}) -> {kind}
  %d = stablehlo.subtract %a0, %mb : {kind}
  %e = stablehlo.exponential %d : {kind}
  %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : ({kind}, tensor<f32>) -> {row}
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : ({row}) -> {kind}
  %r = stablehlo.divide %e, %sb : {kind}"""
    e = np.exp(wide(x) - wide(x).max(1, keepdims=True))
    yield Sum("softmax", body, [x], e / e.sum(1, keepdims=True), x.shape[1])


def cumulative():
    def case(name, x, dim, is_reverse=False):
        kind, rank, size = tensor_type(x.shape, "f32"), x.ndim, x.shape[dim]
        window = [size if d == dim else 1 for d in range(rank)]
        reach = [0, size - 1] if is_reverse else [size - 1, 0]
        edges = [reach if d == dim else [0, 0] for d in range(rank)]
        body = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a0, %z) <{{window_dimensions = array<i64: {', '.join(map(str, window))}>, padding = dense<{edges}> : tensor<{rank}x2xi64>}}> ({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }}) : ({kind}, tensor<f32>) -> {kind}"""
        expected = np.flip(np.cumsum(np.flip(wide(x), dim), dim), dim) if is_reverse else np.cumsum(wide(x), dim)
        return Sum(name, body, [x], expected, size)

    yield case("cumulative", positive(100000), 0)
    yield case("cumulative, signed", signed(100003), 0)
    yield case("cumulative, backwards", positive(20011), 0, True)
    yield case("cumulative, columns", positive(5003, 6), 0)
    yield case("cumulative, rows backwards", positive(3, 4100), 1, True)


def computed_windows():
    """Sums in windows whose sizes the program computes: cumulative ones, and one window of all elements."""
    x = positive(60000 // LESS)
    sums = np.cumsum(wide(x)), np.cumsum(wide(x)[::-1])[::-1], wide(x).sum(keepdims=True)
    paddings = {"cumulative": ("%m", "%z"), "cumulative_backwards": ("%z", "%m"), "one_window": ("%z", "%z")}
    for (name, (before, behind)), expected in zip(paddings.items(), sums):
        text = f"""func.func private @{name}_add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {{
  %r = stablehlo.add %a, %b : tensor<f32>
  return %r : tensor<f32>
}}
func.func @{name}(%x: tensor<?xf32>) -> tensor<?xf32> {{
  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %o = stablehlo.constant dense<1> : tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %m = stablehlo.subtract %n, %o : tensor<1xi32>
  %l = stablehlo.concatenate {before}, {behind}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %p = stablehlo.reshape %l : (tensor<2xi32>) -> tensor<1x2xi32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %n, %o, %o, %o, %p) {{called_computations = [@{name}_add]}} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}}"""
        body = (f"%n = tensor.cast %a0 : {tensor_type(x.shape, 'f32')} to tensor<?xf32>\n  %d = call @{name}(%n) : (tensor<?xf32>) -> tensor<?xf32>\n"
                f"  %r = tensor.cast %d : tensor<?xf32> to {tensor_type(expected.shape, 'f32')}")
        yield Sum(f"computed windows, {name}", body, [x], expected, len(x), extra=text)


def scans():
    """Of iree_linalg_ext: partial sums with and without the element itself."""
    x = positive(60000 // LESS)
    kind, sums = tensor_type(x.shape, "f32"), np.cumsum(wide(x))
    for is_inclusive in (True, False):
        body = f"""%o = tensor.empty() : {kind}
  %z = arith.constant dense<0.0> : tensor<f32>
  %r, %last = iree_linalg_ext.scan dimension(0) inclusive({str(is_inclusive).lower()}) ins(%a0 : {kind}) outs(%o, %z : {kind}, tensor<f32>) {{
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    iree_linalg_ext.yield %s : f32
  }} -> {kind}, tensor<f32>"""
        expected = sums if is_inclusive else np.concatenate([[0], sums[:-1]])
        yield Sum(f"scan, {'inclusive' if is_inclusive else 'exclusive'}", body, [x], expected, len(x))


def windows():
    x = positive(1, 70, 68, 4)
    kind = tensor_type(x.shape, "f32")
    body = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a0, %z) <{{window_dimensions = array<i64: 1, 64, 64, 1>}}> ({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }}) : ({kind}, tensor<f32>) -> tensor<1x7x5x4xf32>"""
    slides = np.lib.stride_tricks.sliding_window_view(wide(x), (64, 64), (1, 2)).sum((-2, -1))
    yield Sum("windows", body, [x], slides, 4096)


def products():
    def case(name, a, b, contracting, batching=None):
        shape, lhs, rhs = [], list("abcd"[:a.ndim]), list("wxyz"[:b.ndim])
        for i, j in zip(*contracting):
            rhs[j] = lhs[i]
        for i, j in zip(*(batching or ([], []))):
            rhs[j] = lhs[i]
        batch = [lhs[i] for i in (batching or ([], []))[0]]
        out = batch + [c for i, c in enumerate(lhs) if c not in rhs] + [c for c in rhs if c not in lhs]
        expected = np.einsum(f"{''.join(lhs)},{''.join(rhs)}->{''.join(out)}", wide(a), wide(b))
        count = int(np.prod([a.shape[i] for i in contracting[0]]))
        element = "f64" if a.dtype == np.float64 else "f32"
        types = [tensor_type(x.shape, element) for x in (a, b)]
        batching = f"batching_dims = {batching[0]} x {batching[1]}, " if batching else ""
        body = (f"%r = stablehlo.dot_general %a0, %a1, {batching}contracting_dims = {contracting[0]} x {contracting[1]} : "
                f"({types[0]}, {types[1]}) -> {tensor_type(expected.shape, element)}")
        return Sum(name, body, [a, b], expected, count)

    deep = 8192
    for name, make in (("", positive), (", signed", signed)):
        yield case("product" + name, make(64, deep), make(deep, 64), ([1], [0]))
        yield case("wide product" + name, make(70, 4096 // LESS), make(4096 // LESS, 520 // LESS), ([1], [0]))
    yield case("product, transposed", signed(40, deep), signed(36, deep), ([1], [1]))
    yield case("product of odd sizes", positive(13, 4099), positive(4099, 21), ([1], [0]))
    yield case("vector by matrix", positive(1, 30000 // LESS), positive(30000 // LESS, 40), ([1], [0]))
    yield case("matrix by vector", positive(30, 60000 // LESS), positive(60000 // LESS), ([1], [0]))
    yield case("dot product", positive(200000 // LESS), positive(200000 // LESS), ([0], [0]))
    yield case("batches", positive(5, 4000, 12), positive(5, 4000, 20), ([1], [1]), ([0], [0]))
    yield case("product, f64", signed(32, deep).astype(np.float64), signed(deep, 32).astype(np.float64), ([1], [0]))


def convolutions():
    """With many channels, and the gradient of weights, which goes over all images and pixels."""
    def case(name, x, w, dims, expected, count, padding="[0, 0], [0, 0]"):
        body = (f"%r = stablehlo.convolution(%a0, %a1) dim_numbers = {dims}, window = {{pad = [{padding}]}} "
                f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
                f"({tensor_type(x.shape, 'f32')}, {tensor_type(w.shape, 'f32')}) -> {tensor_type(expected.shape, 'f32')}")
        return Sum(name, body, [x, w], expected, count)

    x, w = positive(1, 9, 9, 512), signed(3, 3, 512, 24)
    slides = np.lib.stride_tricks.sliding_window_view(wide(x), (3, 3), (1, 2))
    yield case("convolution", x, w, "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", np.einsum("bhwcij,ijco->bhwo", slides, wide(w), optimize=True), 4608)
    x, w = positive(2, 7, 7, 2048), positive(1, 1, 2048, 16)
    yield case("convolution, 1x1", x, w, "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", np.einsum("bhwc,co->bhwo", wide(x), wide(w[0, 0])), 2048)
    images, size = 8, 48 // (2 if LESS > 1 else 1)
    x, g = positive(images, size + 2, size + 2, 6), positive(images, size, size, 10)
    slides = np.lib.stride_tricks.sliding_window_view(wide(x), (size, size), (1, 2))
    yield case("gradient of weights", x, g, "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]", np.einsum("nijchw,nhwo->ijco", slides, wide(g), optimize=True), images * size * size)


def cases():
    for make in (sums, dynamic_sums, variance, softmax, cumulative, computed_windows, scans, windows, products, convolutions):
        yield from make()


if __name__ == "__main__":
    main(list(cases()))
