"""A parameter is the array that the program means, or it is refused: types and shapes of all formats, and where arrays may lie.

Environment: TERN_RUN, TERN_COMPILE.
Each row is one type of the program's, and arrays that are it and that are not.
"""

import io
import json
import struct
import sys
import tempfile
import zipfile

import numpy as np

from parameter_files import Bench, check, failures, irpa

rng = np.random.default_rng(7)


def raw_safetensors(dtype, shape, data, offset=0):
    """One array `w`, whose bytes begin `offset` behind a multiple of 64."""
    header = {"w": {"dtype": dtype, "shape": list(shape), "data_offsets": [0, len(data)]}}
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8 - offset) % 64)
    return struct.pack("<Q", len(text)) + text + data


def raw_npz(descr, shape, data, fortran=False):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {tuple(shape)!r}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("w.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + data)
    return content.getvalue()


# The program's type: size of an element in bytes, shape; (format, type, shape) of arrays that are it; of others that are not.
S, N = "safetensors", "npz"
ROWS = {
    "4x8xf32": (4, (4, 8), [(S, "F32", (4, 8)), (N, "<f4", (4, 8))],
                [(S, "F32", (4, 7)), (S, "F32", (8, 4)), (S, "F32", (32,)), (S, "F32", (4, 8, 1)), (S, "I32", (4, 8)),
                 (S, "F64", (4, 4)), (S, "BF16", (8, 8)), (S, "F32", (5, 8)), (N, "<i4", (4, 8)), (N, "<f4", (4, 9)),
                 (N, "<f8", (4, 4)), (S, "U8", (128,)), (N, "|V1", (4, 8))]),
    "6xbf16": (2, (6,), [(S, "BF16", (6,)), (N, "<V2", (6,))], [(S, "F16", (6,)), (S, "I16", (6,)), (N, "<f2", (6,))]),
    "6xf16": (2, (6,), [(S, "F16", (6,)), (N, "<f2", (6,))], [(S, "BF16", (6,)), (N, "<V2", (6,)), (N, "<i2", (6,))]),
    "3x2xf64": (8, (3, 2), [(S, "F64", (3, 2))], [(S, "C64", (3, 2)), (S, "I64", (3, 2)), (S, "F32", (3, 4))]),
    "5xi32": (4, (5,), [(S, "I32", (5,)), (S, "U32", (5,)), (N, "<u4", (5,)), (N, "<i4", (5,))],
              [(S, "F32", (5,)), (S, "I64", (5,)), (S, "I16", (10,)), (S, "BOOL", (20,))]),
    "5xi8": (1, (5,), [(S, "I8", (5,)), (S, "U8", (5,)), (N, "|i1", (5,))],
             [(S, "BOOL", (5,)), (S, "F8_E4M3", (5,)), (S, "U8", (6,)), (S, "U8", (1, 5))]),
    "6xi1": (1, (6,), [(S, "BOOL", (6,)), (N, "|b1", (6,))], [(S, "U8", (6,)), (S, "I8", (6,)), (N, "|u1", (6,))]),
    # What formats have no name for lies a byte for each element; or as bytes in a row, as exported programs have it.
    "2x4xi4": (1, (2, 4), [(S, "U8", (2, 4)), (S, "I8", (2, 4)), (S, "U8", (8,)), (N, "|i1", (2, 4))],
               [(S, "U8", (4,)), (S, "I16", (2, 2)), (S, "I8", (8,)), (S, "BOOL", (2, 4))]),
    "8xf4E2M1FN": (1, (8,), [(S, "U8", (8,))], [(S, "F4", (8,)), (S, "F4", (16,)), (S, "I8", (4,))]),
    "4xf8E4M3FN": (1, (4,), [(S, "F8_E4M3", (4,)), (N, "|V1", (4,))], [(S, "F8_E5M2", (4,)), (S, "U8", (4,)), (N, "|u1", (4,))]),
    "4xf8E5M2": (1, (4,), [(S, "F8_E5M2", (4,))], [(S, "F8_E4M3", (4,)), (S, "F8_E5M2FNUZ", (4,)), (N, "|V1", (5,))]),
    "3xcomplex<f32>": (8, (3,), [(S, "C64", (3,)), (N, "<c8", (3,))], [(S, "F64", (3,)), (S, "F32", (3, 2)), (N, "<f8", (3,))]),
    "2xcomplex<f64>": (16, (2,), [(N, "<c16", (2,)), (S, "U8", (32,))], [(S, "F64", (2, 2)), (S, "C64", (4,)), (N, "<c8", (4,))]),
    "f32": (4, (), [(S, "F32", ()), (N, "<f4", ())], [(S, "F32", (1,)), (S, "F32", (1, 1)), (S, "I32", ()), (N, "<f4", (1,))]),
    "0x4xf32": (4, (0, 4), [(S, "F32", (0, 4)), (N, "<f4", (0, 4))], [(S, "F32", (4, 0)), (S, "I32", (0, 4)), (S, "F32", (1, 4))]),
}
BITS = {"BOOL": 8, "F4": 4, "U8": 8, "I8": 8, "F8_E4M3": 8, "F8_E5M2": 8, "F8_E5M2FNUZ": 8, "I16": 16, "F16": 16, "BF16": 16,
        "I32": 32, "U32": 32, "F32": 32, "C64": 64, "F64": 64, "I64": 64}


def make_file(kind, dtype, shape):
    """The file and the bytes of the array, which are right for any type."""
    bits = BITS[dtype] if kind == S else int(dtype[2:]) * 8
    size = int(np.prod(shape, dtype=np.int64)) * bits // 8
    data = rng.integers(0, 2, size, np.uint8).tobytes()
    return (raw_safetensors if kind == S else raw_npz)(dtype, shape, data), data


def loads(bench, content, data):
    path = bench.write("one", content)
    result = bench.run([f"--parameters=m={path}"])
    return isinstance(result, list) and result[0].tobytes() == data, result


def test_row(folder, text, row):
    size, shape, right, wrong = row
    bench = Bench(folder, "one_" + text.replace("<", "_").replace(">", "_"), f"""
util.global private @w = #flow.parameter.named<"m"::"w"> : tensor<{text}>
func.func @main() -> tensor<{text}> {{
  %w = util.global.load @w : tensor<{text}>
  return %w : tensor<{text}>
}}
""")
    for case in right:
        is_right, result = loads(bench, *make_file(*case))
        check(f"{text} from {case}", is_right, result)
    for case in wrong:
        _, result = loads(bench, *make_file(*case))
        check(f"{text} from {case}", isinstance(result, str) and "parameter 'm::w' of '" in result and
              f"one' is another array: expected {text} (" in result and ") but got " in result, result)
    # Archives of IREE have sizes only, and patterns.
    count = int(np.prod(shape, dtype=np.int64)) * size
    data = rng.integers(0, 2, count, np.uint8)
    is_right, result = loads(bench, irpa({"w": data}), data.tobytes())
    check(f"{text} from an archive", is_right, result)
    for other in (count + size, count - size, count + 1):
        if other < 0:
            continue
        _, result = loads(bench, irpa({"w": np.zeros(other, np.uint8)}), b"")
        check(f"{text} from {other} bytes", isinstance(result, str) and f"({count} bytes) but got {other} bytes" in result, result)
    for pattern in (1, size):
        is_right, result = loads(bench, irpa({}, [("w", count, b"\1" * pattern)]), b"\1" * count)
        check(f"{text} from a pattern of {pattern}", is_right, result)
    if count % (2 * size) == 0 and size < 16:
        _, result = loads(bench, irpa({}, [("w", count, b"\1" * (2 * size))]), b"")
        check(f"{text} from a long pattern", isinstance(result, str) and f"but got a pattern of {2 * size} bytes" in result, result)


def test_column_major(folder):
    """Arrays that lie by columns are turned, also where they are packed."""
    shapes = {"matrix": (70, 1152), "turned": (128, 70), "cube": (3, 4, 5), "filter": (3, 3, 5, 128)}
    globals_ = "\n".join(f'util.global private @{key} = #flow.parameter.named<"{key}"> : tensor<{"x".join(map(str, shape))}xf32>'
                         for key, shape in shapes.items())
    bench = Bench(folder, "columns", globals_ + """
func.func @main(%x: tensor<5x70xf32>, %i: tensor<1x9x11x5xf32>)
    -> (tensor<5x1152xf32>, tensor<5x128xf32>, tensor<3x4x5xf32>, tensor<1x7x9x128xf32>) {
  %matrix = util.global.load @matrix : tensor<70x1152xf32>
  %turned = util.global.load @turned : tensor<128x70xf32>
  %cube = util.global.load @cube : tensor<3x4x5xf32>
  %filter = util.global.load @filter : tensor<3x3x5x128xf32>
  %0 = stablehlo.dot_general %x, %matrix, contracting_dims = [1] x [0] : (tensor<5x70xf32>, tensor<70x1152xf32>) -> tensor<5x1152xf32>
  %1 = stablehlo.dot_general %x, %turned, contracting_dims = [1] x [1] : (tensor<5x70xf32>, tensor<128x70xf32>) -> tensor<5x128xf32>
  %2 = stablehlo.convolution(%i, %filter) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x11x5xf32>, tensor<3x3x5x128xf32>) -> tensor<1x7x9x128xf32>
  return %0, %1, %cube, %2 : tensor<5x1152xf32>, tensor<5x128xf32>, tensor<3x4x5xf32>, tensor<1x7x9x128xf32>
}
""")
    arrays = {key: rng.standard_normal(shape).astype(np.float32) for key, shape in shapes.items()}
    x, image = rng.standard_normal((5, 70)).astype(np.float32), rng.standard_normal((1, 9, 11, 5)).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3), (1, 2))
    expected = [x @ arrays["matrix"], x @ arrays["turned"].T, arrays["cube"], np.einsum("nyxcij,ijcf->nyxf", windows, arrays["filter"])]
    np.savez(f"{folder}/columns.npz", **{key: np.asfortranarray(array) for key, array in arrays.items()})
    result = bench.run([f"--parameters={folder}/columns.npz"], [x, image], 4)
    check("columns", isinstance(result, list) and all(np.allclose(r, e, 1e-4, 1e-4) for r, e in zip(result, expected)), result)
    np.savez(f"{folder}/columns.npz", **{key: array.T for key, array in arrays.items()})
    result = bench.run([f"--parameters={folder}/columns.npz"], [x, image], 4)
    check("columns of others", isinstance(result, str) and "expected 70x1152xf32 (322560 bytes) but got 1152x70xf32" in result, result)


PLACES = """
util.global private @w = #flow.parameter.named<"m"::"w"> : tensor<70x{n}xf32>
func.func @main(%x: tensor<5x70xf32>) -> (tensor<5x{n}xf32>, tensor<70x{n}xf32>) {{
  %w = util.global.load @w : tensor<70x{n}xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<5x70xf32>, tensor<70x{n}xf32>) -> tensor<5x{n}xf32>
  return %0, %w : tensor<5x{n}xf32>, tensor<70x{n}xf32>
}}
"""


def test_places(folder):
    """Data may begin anywhere in a file: large ones, small ones, and those that are packed, with the last panel cut."""
    x = rng.standard_normal((5, 70)).astype(np.float32)
    for n, returned in ((300, True), (20, True), (1152, False)):
        source = PLACES.format(n=n)
        if not returned:
            source = source.replace(f", tensor<70x{n}xf32>) {{", ") {").replace("%0, %w", "%0").replace(f", tensor<70x{n}xf32>\n}}", "\n}")
        bench = Bench(folder, f"places{n}", source)
        w = rng.standard_normal((70, n)).astype(np.float32)
        for offset in (0, 1, 2, 3, 4, 8, 16, 20, 32, 63):
            path = bench.write("placed", raw_safetensors("F32", w.shape, w.tobytes(), offset))
            result = bench.run([f"--parameters=m={path}"], [x], 1 + returned)
            check(f"{n} columns at {offset}", isinstance(result, list) and np.allclose(result[0], x @ w, 1e-4, 1e-4) and
                  (not returned or np.array_equal(result[1], w)), result)


BITCAST = """
util.global private @w = #flow.parameter.named<"m"::"w"> : tensor<30000x2xf32>
func.func @main(%x: tensor<30000xf64>) -> tensor<30000xf64> {
  %w = util.global.load @w : tensor<30000x2xf32>
  %0 = stablehlo.bitcast_convert %w : (tensor<30000x2xf32>) -> tensor<30000xf64>
  %1 = stablehlo.add %0, %x : tensor<30000xf64>
  return %1 : tensor<30000xf64>
}
"""


def test_other_elements(folder):
    """What is read as larger elements is aligned to them."""
    bench = Bench(folder, "bitcast", BITCAST)
    values, x = rng.standard_normal(30000), rng.standard_normal(30000)
    path = bench.write("bits", raw_safetensors("F32", (30000, 2), values.tobytes(), 4))
    result = bench.run([f"--parameters=m={path}"], [x])
    check("bitcast", isinstance(result, list) and np.array_equal(result[0], values + x), result)


def test_parts(folder):
    """A part of a parameter is any bytes of it; and what a program does not load may be anything."""
    bench = Bench(folder, "part", """
util.global private @w = #flow.parameter.named<"m"::"w", {offset = 8 : i64}> : tensor<3xf32>
util.global private @unused = #flow.parameter.named<"m"::"nowhere"> : tensor<3xf32>
func.func @main() -> tensor<3xf32> {
  %w = util.global.load @w : tensor<3xf32>
  return %w : tensor<3xf32>
}
""")
    w = rng.standard_normal(7).astype(np.float32)
    result = bench.run([f"--parameters=m={bench.write('w', raw_safetensors('F32', (7,), w.tobytes()))}"])
    check("part", isinstance(result, list) and np.array_equal(result[0], w[2:5]), result)
    result = bench.run([f"--parameters=m={bench.write('w', raw_safetensors('F32', (4,), w[:4].tobytes()))}"])
    check("part outside", isinstance(result, str) and
          "parameter 'm::w' has 16 bytes, the program uses 12 bytes at offset 8" in result, result)


EXPECT = """
util.initializer {{
  %key = util.buffer.constant : !util.buffer = "w"
  %null = util.null : !util.buffer
  %type = arith.constant {type} : i32
  %alignment = arith.constant {alignment} : i32
  %shape = util.buffer.constant : !util.buffer = dense<{shape}> : tensor<{rank}xi64>
  %source = util.buffer.constant : !util.buffer = "w"
  %packing = util.buffer.constant : !util.buffer = dense<{packing}> : tensor<3xi64>
  util.call @io_parameters.expect(%null, %key, %type, %alignment, %shape, %{source}, %packing)
    : (!util.buffer, !util.buffer, i32, i32, !util.buffer, !util.buffer, !util.buffer) -> ()
  util.return
}}
util.func private @io_parameters.expect(!util.buffer, !util.buffer, i32, i32, !util.buffer, !util.buffer, !util.buffer)
func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {{
  return %x : tensor<1xf32>
}}
"""


def test_wrong_words(folder):
    """What a program says of a parameter is checked itself: types, shapes and packings that are none."""
    right = {"type": 0x21000020, "alignment": 4, "shape": [4, 6], "packing": [64, 1, 0], "source": "source"}
    cases = {"nothing": {}, "no type": {"type": 0}, "no alignment": {"alignment": 0}, "negative size": {"shape": [4, -6]},
             "overflow": {"shape": [1 << 40, 1 << 40]}, "no width": {"packing": [0, 1, 0]}, "no group": {"packing": [64, 0, 0]},
             "negative group": {"packing": [64, -2, 0]}, "cut group": {"packing": [64, 3, 0]}, "cut group of columns": {"packing": [64, 4, 1]},
             "vector": {"shape": [24]}, "turned cube": {"shape": [2, 3, 4], "packing": [64, 1, 1]}, "nothing to pack": {"shape": [0, 6]},
             "large": {"shape": [1 << 58, 1]}, "wide": {"packing": [1 << 50, 1, 0]}, "not packed": {"source": "null", "packing": [0, 0, 0], "shape": [0, 24]}}
    for name, change in cases.items():
        row = {**right, **change}
        bench = Bench(folder, "words", EXPECT.format(rank=len(row["shape"]), **row))
        result = bench.run([], [np.ones(1, np.float32)])
        is_right = isinstance(result, list) if name in ("nothing", "not packed") else \
            isinstance(result, str) and "parameter 'w' has no such type, shape or packing" in result
        check(name, is_right, result)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for text, row in ROWS.items():
            test_row(folder, text, row)
        test_column_major(folder)
        test_places(folder)
        test_other_elements(folder)
        test_parts(folder)
        test_wrong_words(folder)
    print(f"arrays of parameters: {'all right' if not failures else f'{len(failures)} failed'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
