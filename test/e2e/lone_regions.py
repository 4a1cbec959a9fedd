"""Lone regions of several ops against NumPy in float64: what is fused has one kernel, the rest is several with temporaries."""

import itertools
import os
import re
import subprocess
import tempfile

import numpy as np
from dispatch import FLOATS, INTS, compare, dispatch_text, main, run, tensor_type
from hlo_structure import i64s, sample, wide, wrap

PRECISION = '{precision_config = ["DEFAULT", "DEFAULT"]}'


class Region:
    """The body of a region as it grows; each op's result is a name and the value that it must have."""

    def __init__(self, element="f32"):
        self.element, self.inputs, self.lines, self.types = element, [], [], {}

    def input(self, *shape):
        self.inputs.append(sample(shape, self.element, True))
        name = f"%in{len(self.inputs) - 1}"
        self.types[name] = self.inputs[-1].type
        return name, wide(self.inputs[-1])

    def op(self, text, operands, value):
        name = f"%v{len(self.lines)}"
        self.types[name] = tensor_type(value.shape, self.element)
        kinds = ", ".join(self.types[o] for o in operands)
        head, _, tail = text.partition(" ")
        self.lines.append(f'{name} = "mhlo.{head}"({", ".join(operands)}) {tail} : ({kinds}) -> {self.types[name]}')
        return name, value

    def scalar(self, text, value):
        name = f"%v{len(self.lines)}"
        self.types[name] = tensor_type((), self.element)
        self.lines.append(f"{name} = mhlo.constant dense<{text}> : {self.types[name]}")
        return name, np.asarray(value)

    def dot(self, a, b):
        return self.op(f"dot {PRECISION}", [a[0], b[0]], np.dot(a[1], b[1]))

    def transpose(self, a, order=(1, 0)):
        return self.op(f"transpose {{permutation = {i64s(order)}}}", [a[0]], a[1].transpose(order))

    def broadcast(self, a, shape, dims):
        expanded = a[1].reshape([shape[d] if d in dims else 1 for d in range(len(shape))])
        return self.op(f"broadcast_in_dim {{broadcast_dimensions = {i64s(dims)}}}", [a[0]], np.broadcast_to(expanded, shape))

    def relu(self, a):
        zero = self.scalar("0" if self.element in INTS else "0.0", 0)
        return self.op("maximum", [a[0], self.broadcast(zero, a[1].shape, [])[0]], np.maximum(a[1], 0))

    def two(self, name, a, b, function):
        return self.op(name, [a[0], b[0]], function(a[1], b[1]))

    def reduce(self, a, dims, name="add"):
        start = {"add": ("0" if self.element in INTS else "0.0"), "maximum": {"f32": "0xFF800000", "f64": "0xFFF0000000000000"}.get(
            self.element, "-30000")}[name]
        initial = self.scalar(start, 0)
        value = (np.sum if name == "add" else np.max)(a[1], axis=tuple(dims))
        result, scalar = f"%v{len(self.lines)}", tensor_type((), self.element)
        self.types[result] = tensor_type(value.shape, self.element)
        self.lines.append(f"""{result} = "mhlo.reduce"({a[0]}, {initial[0]}) ({{
^bb0(%p: {scalar}, %q: {scalar}):
  %r = "mhlo.{name}"(%p, %q) : ({scalar}, {scalar}) -> {scalar}
  "mhlo.return"(%r) : ({scalar}) -> ()
}}) {{dimensions = {i64s(dims)}}} : ({self.types[a[0]]}, {scalar}) -> {self.types[result]}""")
        return result, value

    def text(self, results):
        body = "\n".join(self.lines)
        for i, (name, _) in enumerate(results):
            body = re.sub(rf"{name}\b", f"%out{i}", body)
        return dispatch_text([a.type for a in self.inputs], [self.types[name] for name, _ in results], body)


def attempt(build, element="f32", kernels=None, scale=64):
    """`kernels`: how many the region must have, if it must be one dispatch; None: it is compiled as a program."""
    region = Region(element)
    results = build(region)
    results = results if isinstance(results, list) else [results]
    text = region.text(results)
    actual = run(text, region.inputs, [element] * len(results))
    for values, (_, expected) in zip(actual, results):
        problem = compare(values, wrap(expected, element), element, scale)
        if problem:
            return problem + "\n" + text
    return check_kernels(text, region, kernels)


def check_kernels(text, region, kernels):
    """tern-run says how many kernels a dispatch has; of programs it says nothing."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "dispatch.mlir")
        with open(source, "w") as file:
            file.write(text)
        command = [os.environ.get("TERN_RUN", "tern-run"), source, "--time", "--output=" + os.path.join(folder, "o.npy")]
        command += ["--device=" + os.environ["TERN_DEVICE"]] if os.environ.get("TERN_DEVICE") else []
        command += [f"--input={a.type[7:-1]}=0" for a in region.inputs]
        said = subprocess.run(command, capture_output=True, text=True, timeout=120).stderr
    found = re.search(r"compile: .* ms(?:, (\d+) kernels?)?", said)
    if not found:
        return "no compile time is told: " + said
    count = int(found[1]) if found[1] else None
    return None if count == kernels else f"{count} kernels instead of {kernels}\n{text}"


# --- the five kinds ---

def elementwise_into_dot(m, k, n, side):
    def build(r):
        a, b = r.input(m, k), r.input(k, n)
        return r.dot(r.relu(a), b) if side == "lhs" else r.dot(a, r.relu(b)) if side == "rhs" else r.dot(r.relu(a), r.relu(b))
    return build


def scaled_rows_into_dot(m, k, n):
    """The operand is a product with a row that is broadcast."""
    def build(r):
        a, row, b = r.input(m, k), r.input(k), r.input(k, n)
        return r.dot(r.two("multiply", a, r.broadcast(row, (m, k), [1]), np.multiply), b)
    return build


def transpose_into_dot(m, k, n, side):
    def build(r):
        a = r.transpose(r.input(k, m)) if side != "rhs" else r.input(m, k)
        b = r.transpose(r.input(n, k)) if side != "lhs" else r.input(k, n)
        return r.dot(a, b)
    return build


def dot_into_transpose(m, k, n, with_bias):
    def build(r):
        result = r.transpose(r.dot(r.input(m, k), r.input(k, n)))
        if not with_bias:
            return result
        return r.relu(r.two("add", result, r.broadcast(r.input(m), (n, m), [1]), np.add))
    return build


def dot_into_reduce(m, k, n, dims):
    return lambda r: r.reduce(r.dot(r.input(m, k), r.input(k, n)), dims)


def elementwise_into_reduce(m, n, dims, name):
    def build(r):
        a, b = r.input(m, n), r.input(m, n)
        return r.reduce(r.relu(r.two("subtract", a, b, np.subtract)), dims, name)
    return build


def dot_bias_relu(m, k, n):
    def build(r):
        product, bias = r.dot(r.input(m, k), r.input(k, n)), r.input(n)
        return r.relu(r.two("add", product, r.broadcast(bias, (m, n), [1]), np.add))
    return build


def convolution(padding, relu_first):
    """3x3 taps over an image of 9x11 with 4 channels, then a bias and relu; with `relu_first` of the image, too."""
    numbers = "#mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>"

    def build(r):
        image, taps, bias = r.input(2, 9, 11, 4), r.input(3, 3, 4, 6), r.input(6)
        image = r.relu(image) if relu_first else image
        padded = np.pad(image[1], ((0, 0), (padding,) * 2, (padding,) * 2, (0, 0)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
        value = np.einsum("bhwcij,ijco->bhwo", windows, taps[1])
        text = f"convolution {{batch_group_count = 1 : i64, dimension_numbers = {numbers}, feature_group_count = 1 : i64, " \
               f"padding = dense<{padding}> : tensor<2x2xi64>}}"
        result = r.op(text, [image[0], taps[0]], value)
        return r.relu(r.two("add", result, r.broadcast(bias, value.shape, [3]), np.add))
    return build


# --- chains ---

def chain(m, k, n):
    def build(r):
        x, w, b = r.input(m, k), r.input(n, k), r.input(n)
        product = r.dot(r.relu(x), r.transpose(w))
        return r.reduce(r.two("add", product, r.broadcast(b, (m, n), [1]), np.add), [1])
    return build


def two_layers(m, k, n, p):
    def build(r):
        x, w, v = r.input(m, k), r.input(k, n), r.input(n, p)
        return r.dot(r.relu(r.dot(x, w)), v)
    return build


def softmax(m, n):
    def build(r):
        x = r.input(m, n)
        shifted = r.two("subtract", x, r.broadcast(r.reduce(x, [1], "maximum"), (m, n), [0]), np.subtract)
        power = r.op("exponential", [shifted[0]], np.exp(shifted[1]))
        return r.two("divide", power, r.broadcast(r.reduce(power, [1]), (m, n), [0]), np.divide)
    return build


def several_results(m, k, n):
    """One operand is stored, too, and both orders of the product."""
    def build(r):
        a, b = r.relu(r.input(m, k)), r.input(k, n)
        product = r.dot(a, b)
        return [a, r.transpose(product), r.reduce(product, [0])]
    return build


# --- sizes that only the run knows ---

def dynamic_case(kind, m, k, n):
    """A region over ?x? tensors, whose sizes are push constants that the inputs give."""
    a, b = sample((m, k), "f32", True), sample((k, n), "f32", True)
    left, right, product = "tensor<?x?xf32>", "tensor<?x{}xf32>".format(n), f"tensor<?x{n}xf32>"
    tanh = f'%a = "mhlo.tanh"(%in0) : ({left}) -> {left}\n'
    dot = f'"mhlo.dot"(%a, %in1) {PRECISION} : ({left}, {right}) -> {product}'
    values = np.tanh(wide(a)) @ wide(b)
    if kind == "elementwise-into-dot":
        body, result = f"{tanh}%out0 = {dot}", product
    else:
        body = f"""{tanh}%p = {dot}
%init = mhlo.constant dense<0.0> : tensor<f32>
%out0 = "mhlo.reduce"(%p, %init) ({{
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %r = "mhlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "mhlo.return"(%r) : (tensor<f32>) -> ()
}}) {{dimensions = {i64s([1])}}} : ({product}, tensor<f32>) -> tensor<?xf32>"""
        values, result = values.sum(1), "tensor<?xf32>"
    text = dispatch_text([left, right], [result], body, dynamic={left: [0, 1], right: [1], result: [0]})
    # In the table a type stands once, but the operand and the result may have one type and different sizes.
    text = text.replace(f"@arg1, offset = %zero : {right}{{%d0}}", f"@arg1, offset = %zero : {right}{{%d1}}")
    return compare(run(text, [a, b], ["f32"])[0], values, "f32", 200)


# --- files of one kernel ---

def compile_case(build, ending, error=None):
    """tern-compile makes one kernel of what can be fused, however often that computes an element, and says what else to do."""
    region = Region()
    text = region.text([build(region)])
    with tempfile.TemporaryDirectory() as folder:
        source, output = os.path.join(folder, "dispatch.mlir"), os.path.join(folder, "out" + ending)
        with open(source, "w") as file:
            file.write(text)
        result = subprocess.run([os.environ.get("TERN_COMPILE", "tern-compile"), source, "-o", output], capture_output=True,
                                text=True, timeout=120)
        if error:
            return None if result.returncode and error in result.stderr else f"'{error}' is not said: {result.stderr}"
        return result.stderr if result.returncode or not os.path.getsize(output) else None


def module_case(build):
    """A module of several kernels, run from the file."""
    region = Region()
    results = [build(region)]
    device = os.environ.get("TERN_DEVICE", "cpu")
    with tempfile.TemporaryDirectory() as folder:
        source, output = os.path.join(folder, "dispatch.mlir"), os.path.join(folder, "out.tern")
        with open(source, "w") as file:
            file.write(region.text(results))
        subprocess.run([os.environ.get("TERN_COMPILE", "tern-compile"), source, "-o", output, "--target=" + device],
                       check=True, timeout=120)
        command = [os.environ.get("TERN_RUN", "tern-run"), output, "--device=" + device, f"--output=@{folder}/out.npy"]
        for i, array in enumerate(region.inputs):
            array.save(f"{folder}/in{i}.npy")
            command.append(f"--input=@{folder}/in{i}.npy")
        subprocess.run(command, check=True, timeout=120)
        return compare(np.load(f"{folder}/out.npy"), results[0][1], "f32", 200)


SHAPES = [(9, 24, 35), (1, 7, 5), (64, 33, 130), (17, 1, 40)]


def fused_cases():
    for s in SHAPES:
        for side in ("lhs", "rhs", "both"):
            yield f"transpose-{side}-into-dot-{s}", lambda s=s, d=side: attempt(transpose_into_dot(*s, d), kernels=1)
        for bias in (False, True):
            yield f"dot-into-transpose-{s}-{bias}", lambda s=s, b=bias: attempt(dot_into_transpose(*s, b), kernels=1)
    for shape, dims, name in itertools.product([(9, 35), (70, 3), (5, 200)], ([0], [1], [0, 1]), ("add", "maximum")):
        yield f"elementwise-into-{name}-{shape}-{dims}", lambda s=shape, d=dims, o=name: attempt(
            elementwise_into_reduce(*s, d, o), kernels=1)
    for m, k in ((9, 24), (130, 33)):
        yield f"elementwise-into-narrow-dot-{m}", lambda m=m, k=k: attempt(elementwise_into_dot(m, k, 3, "lhs"), kernels=1)
        yield f"scaled-into-narrow-dot-{m}", lambda m=m, k=k: attempt(scaled_rows_into_dot(m, k, 16), kernels=1)
        yield f"dot-bias-relu-{m}", lambda m=m, k=k: attempt(dot_bias_relu(m, k, 70), kernels=1)
    for padding in (0, 1):
        yield f"convolution-bias-relu-{padding}", lambda p=padding: attempt(convolution(p, False), kernels=1)
    for e in (*FLOATS, *INTS):
        yield f"transpose-into-dot-{e}", lambda e=e: attempt(transpose_into_dot(9, 24, 35, "both"), e, 1)
        yield f"dot-into-transpose-{e}", lambda e=e: attempt(dot_into_transpose(9, 24, 35, True), e, 1)
        yield f"elementwise-into-add-{e}", lambda e=e: attempt(elementwise_into_reduce(6, 12, [1], "add"), e, 1)


def program_cases():
    for s in SHAPES[:1] + SHAPES[2:]:
        yield f"elementwise-into-dot-{s}", lambda s=s: attempt(elementwise_into_dot(s[0] + 20, s[1], s[2], "both"))
        yield f"scaled-into-dot-{s}", lambda s=s: attempt(scaled_rows_into_dot(*s))
    for s, dims in itertools.product(SHAPES, ([0], [1], [0, 1])):
        yield f"dot-into-reduce-{s}-{dims}", lambda s=s, d=dims: attempt(dot_into_reduce(*s, d), scale=200)
    for e in ("f64", "bf16", "i32", "i8"):
        yield f"elementwise-into-dot-{e}", lambda e=e: attempt(elementwise_into_dot(18, 24, 35, "lhs"), e)
    for s in SHAPES:
        yield f"chain-{s}", lambda s=s: attempt(chain(*s), scale=200)
        yield f"two-layers-{s}", lambda s=s: attempt(two_layers(*s, 6))
        yield f"several-results-{s}", lambda s=s: attempt(several_results(*s), scale=200)
    for padding in (0, 1):
        yield f"relu-into-convolution-{padding}", lambda p=padding: attempt(convolution(p, True))
    for s in ((4, 10), (33, 257), (1, 5)):
        yield f"softmax-{s}", lambda s=s: attempt(softmax(*s))
    for kind, s in itertools.product(("elementwise-into-dot", "dot-into-reduce"), ((9, 24, 35), (40, 3, 7))):
        yield f"dynamic-{kind}-{s}", lambda k=kind, s=s: dynamic_case(k, *s)
    yield "module", lambda: module_case(dot_into_reduce(9, 24, 35, [1]))


def file_cases():
    if os.environ.get("TERN_DEVICE", "cpu") != "cpu":
        return
    for ending in (".o", ".spv", ".ptx"):
        yield f"elementwise-into-dot{ending}", lambda e=ending: compile_case(elementwise_into_dot(40, 24, 35, "both"), e)
        yield f"dot-into-reduce{ending}", lambda e=ending: compile_case(
            dot_into_reduce(9, 24, 35, [1]), e, "compile to a module (.tern), which may have several kernels")


if __name__ == "__main__":
    main([*fused_cases(), *program_cases(), *file_cases()])
