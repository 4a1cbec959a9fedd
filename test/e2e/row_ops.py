"""What is computed from whole rows, against NumPy in f64: softmax and its logarithm, layer norm, cross-entropy
and its gradient, counts of positions, and maxima whose sign of zero is seen and is not; with infinities, NaN and both zeros, for rows and columns that tiles, vectors and prefetches are cut at.

usage: row_ops.py [PART-OF-A-NAME...]     environment: see program.py
"""

import numpy as np
import program
from program import Case, v

RNG = np.random.default_rng(17)
SHAPES = [(1, 1), (3, 5), (7, 16), (9, 65), (64, 200), (33, 1024), (257, 1000), (5, 8192), (2, 20001)]
LEAST = {"f32": "0xFF800000", "f64": "0xFFF0000000000000"}
NUMPY = {"f32": np.float32, "f64": np.float64}


def rows_of(shape, element):
    """Random rows, the first ones of which are special as far as there are so many."""
    rows, columns = shape
    x = (RNG.standard_normal(shape) * 5).astype(NUMPY[element])
    half, last = columns // 2, columns - 1
    nothing = [slice(None)] * 10
    special = [(nothing[0], -0.0), (slice(half), -0.0), (half, np.nan), (last, -np.nan), (slice(half), -np.inf), (last, np.inf), (nothing[0], -np.inf),
               (slice(half), -200.0), (nothing[0], 0.0), (slice(half), 3e38)]
    for row, (where, value) in zip(range(0, rows - 1, 2), special):
        x[row, where] = value
        if row == 2:
            x[row, half:] = 0
    return x


def reduce(name, value, init, kind, element, shape):
    tensor, row = f"tensor<{shape[0]}x{shape[1]}x{element}>", f"tensor<{shape[0]}x{element}>"
    return f"""%{name}0 = stablehlo.constant dense<{init}> : tensor<{element}>
  %{name} = stablehlo.reduce({value} init: %{name}0) applies stablehlo.{kind} across dimensions = [1] : ({tensor}, tensor<{element}>) -> {row}
  %{name}b = stablehlo.broadcast_in_dim %{name}, dims = [0] : ({row}) -> {tensor}
  """


def softmax(shape, element, is_log):
    x, t = rows_of(shape, element), f"tensor<{shape[0]}x{shape[1]}x{element}>"
    text = reduce("m", "%a0", LEAST[element], "maximum", element, shape)
    text += f"%d = stablehlo.subtract %a0, %mb : {t}\n  %e = stablehlo.exponential %d : {t}\n  "
    text += reduce("s", "%e", "0.0", "add", element, shape)
    text += f"%l = stablehlo.log %sb : {t}\n  %r = stablehlo.subtract %d, %l : {t}" if is_log else f"%r = stablehlo.divide %e, %sb : {t}"
    with np.errstate(all="ignore"):
        difference = (x - x.max(1, keepdims=True)).astype(np.float64)  # rounded as it is in the program
        e = np.exp(difference)
        total = e.sum(1, keepdims=True)
        expected = difference - np.log(total) if is_log else e / total
    return Case(f"{'log ' if is_log else ''}softmax {t}", text, [x], [v(expected.astype(NUMPY[element]))],
                relative=1e-5 if element == "f32" else 1e-13, of_largest=True)


def layer_norm(shape, element):
    rows, columns = shape
    x, t, row = RNG.standard_normal(shape).astype(NUMPY[element]) + 1, f"tensor<{rows}x{columns}x{element}>", f"tensor<{columns}x{element}>"
    scale, shift = (RNG.standard_normal(columns).astype(NUMPY[element]) for _ in range(2))
    text = f"%n = stablehlo.constant dense<{float(columns)}> : {t}\n  %eps = stablehlo.constant dense<1.0e-5> : {t}\n  "
    text += reduce("s", "%a0", "0.0", "add", element, shape) + f"%mean = stablehlo.divide %sb, %n : {t}\n  "
    text += f"%d = stablehlo.subtract %a0, %mean : {t}\n  %q = stablehlo.multiply %d, %d : {t}\n  "
    text += reduce("v", "%q", "0.0", "add", element, shape) + f"%var = stablehlo.divide %vb, %n : {t}\n  %ve = stablehlo.add %var, %eps : {t}\n  "
    text += f"%i = stablehlo.rsqrt %ve : {t}\n  %u = stablehlo.multiply %d, %i : {t}\n  "
    for name, argument in (("g", "%a1"), ("o", "%a2")):
        text += f"%{name} = stablehlo.broadcast_in_dim {argument}, dims = [1] : ({row}) -> {t}\n  "
    text += f"%w = stablehlo.multiply %u, %g : {t}\n  %r = stablehlo.add %w, %o : {t}"
    wide = x.astype(np.float64)
    expected = (wide - wide.mean(1, keepdims=True)) / np.sqrt(wide.var(1, keepdims=True) + 1e-5) * scale + shift
    return Case(f"layer norm {t}", text, [x, scale, shift], [v(expected.astype(NUMPY[element]))], relative=2e-5 if element == "f32" else 1e-12,
                of_largest=True)


def extremes(shape, element):
    """Maxima and minima themselves, and 1 divided by them: the sign of a zero counts. NumPy takes zeros for equal."""
    x, row = rows_of(shape, element), f"tensor<{shape[0]}x{element}>"
    infinity = LEAST[element].replace("0xFF", "0x7F")
    text = reduce("m", "%a0", LEAST[element], "maximum", element, shape) + reduce("n", "%a0", infinity, "minimum", element, shape)
    text += f"%one = stablehlo.constant dense<1.0> : {row}\n  %r0 = stablehlo.divide %one, %m : {row}\n  %r1 = stablehlo.divide %one, %n : {row}\n  "
    text += f"%z = stablehlo.constant dense<-0.0> : {row}\n  %r2 = stablehlo.add %m, %z : {row}"
    greatest, least = x.max(1), x.min(1)
    is_zero = x == 0
    greatest = np.where(greatest == 0, np.where((is_zero & ~np.signbit(x)).any(1), 0.0, -0.0), greatest)
    least = np.where(least == 0, np.where((is_zero & np.signbit(x)).any(1), -0.0, 0.0), least)
    with np.errstate(all="ignore"):
        outputs = [(1 / greatest), (1 / least), greatest]
    return Case(f"extremes {row} {shape[1]}", text, [x], [v(a.astype(NUMPY[element])) for a in outputs], ulps=1)


def counts(shape, element):
    """Sums of positions alone, of which nothing lies in memory: of what is at the label, and of what is before it."""
    rows, columns = shape
    t, index, row = f"tensor<{rows}x{columns}x{element}>", f"tensor<{rows}x{columns}xi32>", f"tensor<{rows}xi32>"
    labels = RNG.integers(-1, columns + 1, rows).astype(np.int32)
    text = f"%i = stablehlo.iota dim = 1 : {index}\n  %b = stablehlo.broadcast_in_dim %a0, dims = [0] : ({row}) -> {index}\n  "
    for name, direction in (("e", "EQ"), ("l", "LT")):
        text += f"%{name} = stablehlo.compare {direction}, %i, %b : ({index}, {index}) -> {index.replace('i32', 'i1')}\n  "
        text += f"%f{name} = stablehlo.convert %{name} : ({index.replace('i32', 'i1')}) -> {t}\n  "
        text += f"%z{name} = stablehlo.constant dense<0.0> : tensor<{element}>\n  "
        text += f"%r{'el'.index(name)} = stablehlo.reduce(%f{name} init: %z{name}) applies stablehlo.add across dimensions = [1] : ({t}, tensor<{element}>) -> tensor<{rows}x{element}>\n  "
    places = np.arange(columns)[None]
    outputs = [(places == labels[:, None]).sum(1), (places < labels[:, None]).sum(1)]
    return Case(f"counts {t}", text, [labels], [v(a.astype(NUMPY[element])) for a in outputs], ulps=1)


def cross_entropy(shape, element, has_gradient):
    """A look-up in logarithms of probabilities; or its gradient, whose update of one element of each row is a scatter."""
    rows, columns = shape
    x = (RNG.standard_normal(shape) * 3).astype(NUMPY[element])
    t, row, one = f"tensor<{rows}x{columns}x{element}>", f"tensor<{rows}x{element}>", f"tensor<{rows}x1x{element}>"
    labels = RNG.integers(0, columns, (rows, 1, 1)).astype(np.int32)
    indices = f"tensor<{rows}x1x1xi32>"
    text = reduce("m", "%a0", LEAST[element], "maximum", element, shape) + f"%d = stablehlo.subtract %a0, %mb : {t}\n  "
    text += f"%e = stablehlo.exponential %d : {t}\n  " + reduce("s", "%e", "0.0", "add", element, shape)
    wide = x.astype(np.float64)
    shifted = wide - wide.max(1, keepdims=True)
    logarithms = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    if not has_gradient:
        text += f"%g = stablehlo.log %sb : {t}\n  %p = stablehlo.subtract %d, %g : {t}\n  "
        text += f'%r = "stablehlo.gather"(%p, %a1) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], '
        text += 'start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : '
        text += f"({t}, {indices}) -> {one}"
        expected = np.take_along_axis(logarithms, labels[:, 0], 1)
    else:
        text += f"%z = stablehlo.constant dense<0.0> : {t}\n  %n = stablehlo.constant dense<-0.5> : {one}\n  "
        text += '%u = "stablehlo.scatter"(%z, %a1, %n) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], '
        text += 'input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({\n'
        text += f"  ^bb0(%x: tensor<{element}>, %y: tensor<{element}>):\n    %w = stablehlo.add %x, %y : tensor<{element}>\n    stablehlo.return %w : tensor<{element}>\n"
        text += f"  }}) : ({t}, {indices}, {one}) -> {t}\n  "
        text += reduce("h", "%u", "0.0", "add", element, shape)
        text += f"%q = stablehlo.divide %e, %sb : {t}\n  %c = stablehlo.multiply %q, %hb : {t}\n  %r = stablehlo.subtract %u, %c : {t}"
        update = np.zeros(shape)
        np.put_along_axis(update, labels[:, 0], -0.5, 1)
        expected = update + 0.5 * np.exp(logarithms)
    name = "gradient of cross-entropy" if has_gradient else "cross-entropy"
    return Case(f"{name} {t}", text, [x, labels], [v(expected.astype(NUMPY[element]))], relative=2e-5 if element == "f32" else 1e-12, of_largest=True)


def cases():
    for element in ("f32", "f64"):
        for shape in SHAPES:
            yield softmax(shape, element, is_log=False)
            yield softmax(shape, element, is_log=True)
            yield layer_norm(shape, element)
            yield extremes(shape, element)
        for shape in [(3, 5), (9, 65), (33, 1024), (5, 20001)]:
            yield counts(shape, element)
            yield cross_entropy(shape, element, has_gradient=False)
            yield cross_entropy(shape, element, has_gradient=True)


if __name__ == "__main__":
    program.main(list(cases()))
