"""Parameters kept outside the module: files as other programs write them, against NumPy; and files that are wrong.

Environment: TERN_RUN, TERN_COMPILE, TERN_DEVICE (default cpu).
"""

import json
import os
import struct
import sys
import tempfile
import zipfile

import numpy as np

from parameter_files import DEVICE, Bench, check, failures, irpa, safetensors

PERCEPTRON = """
util.global private @w = #flow.parameter.named<"model"::"layer.w"> : tensor<40x600xf32>
util.global private @b = #stream.parameter.named<"model"::"layer.b"> : tensor<600xf32>
func.func @main(%x: tensor<3x40xf32>) -> tensor<3x600xf32> {
  %w = util.global.load @w : tensor<40x600xf32>
  %b = util.global.load @b : tensor<600xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<3x40xf32>, tensor<40x600xf32>) -> tensor<3x600xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<600xf32>) -> tensor<3x600xf32>
  %2 = stablehlo.add %0, %1 : tensor<3x600xf32>
  return %2 : tensor<3x600xf32>
}
"""


def test_formats(folder):
    rng = np.random.default_rng(1)
    arrays = {"layer.w": rng.standard_normal((40, 600)).astype(np.float32),
              "layer.b": rng.standard_normal(600).astype(np.float32), "unused": np.arange(5, dtype=np.int64)}
    x = rng.standard_normal((3, 40)).astype(np.float32)
    expected = x @ arrays["layer.w"] + arrays["layer.b"]
    bench = Bench(folder, "perceptron", PERCEPTRON)
    np.savez(f"{folder}/a.npz", **arrays)
    files = {
        "safetensors": bench.write("a.safetensors", safetensors(arrays, metadata={"format": "pt", "a": "\u00e9"})),
        "safetensors, in place": bench.write("b.safetensors", safetensors(arrays, padding=64)),
        "npz": f"{folder}/a.npz",
        "irpa": bench.write("a.irpa", irpa(arrays)),
    }
    for name, path in files.items():
        result = bench.run([f"--parameters=model={path}"], [x])
        check(name, isinstance(result, list) and np.allclose(result[0], expected, 1e-4, 1e-4), result)
    # Spread over two archives; the first one that has a key counts.
    first = bench.write("first.safetensors", safetensors({"layer.w": arrays["layer.w"]}))
    second = bench.write("second.irpa", irpa({"layer.b": arrays["layer.b"], "layer.w": arrays["layer.w"] * 0}))
    result = bench.run([f"--parameters=model={first}", f"--parameters=model={second}"], [x])
    check("two archives", isinstance(result, list) and np.allclose(result[0], expected, 1e-4, 1e-4), result)
    splat = bench.write("splat.irpa", irpa({}, [("layer.w", 96000, struct.pack("<f", 0.25)), ("layer.b", 2400, b"\0")]))
    result = bench.run([f"--parameters=model={splat}"], [x])
    check("splats", isinstance(result, list) and np.allclose(result[0], x.sum(1, keepdims=True) * 0.25, 1e-4, 1e-4), result)
    # Both of them written by others first: archives in one file.
    joined = bytearray(irpa({"layer.w": arrays["layer.w"]}))
    joined += b"\0" * (-len(joined) % 64)
    struct.pack_into("<Q", joined, 16, len(joined))
    joined += irpa({"layer.b": arrays["layer.b"]})
    result = bench.run([f"--parameters=model={bench.write('joined.irpa', bytes(joined))}"], [x])
    check("joined archives", isinstance(result, list) and np.allclose(result[0], expected, 1e-4, 1e-4), result)
    return bench, arrays, x


def test_missing(bench, arrays, x):
    good = f"{bench.folder}/a.safetensors"
    cases = {
        "no archive": ([], "parameter 'model::layer.w' is in a scope for which there is no archive"),
        "another scope": ([f"--parameters={good}"], "is in a scope for which there is no archive"),
        "no such key": ([f"--parameters=model={bench.folder}/first.safetensors"],
                        "parameter 'model::layer.b' is in none of the archives of its scope"),
        "too short": ([f"--parameters=model={bench.write('short.safetensors', safetensors({'layer.w': arrays['layer.w'][:39], 'layer.b': arrays['layer.b']}))}"],
                      "/short.safetensors' is another array: expected 40x600xf32 (96000 bytes) but got 39x600xf32 (93600 bytes)"),
        "no such file": (["--parameters=model=/nowhere/x.npz"], "cannot open '/nowhere/x.npz': No such file or directory"),
        "empty file": ([f"--parameters=model={bench.write('empty', b'')}"], "it is empty, or no file"),
        "another format": ([f"--parameters=model={bench.write('text', b'no archive at all')}"],
                           "is no safetensors, .npz or .irpa file"),
    }
    for name, (parameters, message) in cases.items():
        result = bench.run(parameters, [x])
        check(name, isinstance(result, str) and message in result, result)


def test_npz(bench, arrays, x):
    folder = bench.folder
    expected = x @ arrays["layer.w"] + arrays["layer.b"]
    np.savez_compressed(f"{folder}/packed.npz", **arrays)
    result = bench.run([f"--parameters=model={folder}/packed.npz"], [x])
    check("compressed", isinstance(result, str) and "entry 'layer.w.npy' is compressed (method 8)" in result, result)
    np.savez(f"{folder}/fortran.npz", **{**arrays, "layer.w": np.asfortranarray(arrays["layer.w"])})
    result = bench.run([f"--parameters=model={folder}/fortran.npz"], [x])
    check("Fortran order", isinstance(result, list) and np.allclose(result[0], expected, 1e-4, 1e-4), result)
    np.savez(f"{folder}/big.npz", **{**arrays, "layer.w": arrays["layer.w"].astype(">f4")})
    result = bench.run([f"--parameters=model={folder}/big.npz"], [x])
    check("big-endian", isinstance(result, str) and "big-endian elements cannot be used as they are" in result, result)
    with zipfile.ZipFile(f"{folder}/text.npz", "w") as archive:
        archive.writestr("readme.txt", "hello")
    result = bench.run([f"--parameters=model={folder}/text.npz"], [x])
    check("another entry", isinstance(result, str) and "an entry that is no .npy file" in result, result)
    # A comment behind the directory is allowed.
    with zipfile.ZipFile(f"{folder}/a.npz", "a") as archive:
        archive.comment = b"a comment"
    result = bench.run([f"--parameters=model={folder}/a.npz"], [x])
    check("comment", isinstance(result, list) and np.allclose(result[0], expected, 1e-4, 1e-4), result)


def test_malformed_npz(bench, x):
    """The directory of a zip file, one field at a time."""
    np.savez(f"{bench.folder}/one.npz", w=np.arange(3, dtype=np.float32))
    with open(f"{bench.folder}/one.npz", "rb") as file:
        content = file.read()
    end, row = content.rindex(b"PK\5\6"), content.rindex(b"PK\1\2")
    cases = {
        "truncated": (None, "the directory is missing: a truncated file"),
        "several files": ((end + 4, "<H", 1), "an archive of several files"),
        "directory outside": ((end + 16, "<I", 1 << 30), "the directory is outside of the file, or too small"),
        "too many rows": ((end + 10, "<H", 9), "the directory is outside of the file, or too small"),
        "no row": ((row, "<I", 0), "expected a row of the directory"),
        "long name": ((row + 28, "<H", 60000), "a truncated row of the directory"),
        "encrypted": ((row + 8, "<H", 1), "an encrypted entry"),
        "two sizes": ((row + 20, "<I", 5), "a stored entry with two sizes"),
        "no entry": ((row + 42, "<I", 5), "there is no entry where the directory has one"),
        "long entry": ((26, "<H", 65000), "an entry that ends behind the file"),
        "no wide size": ((row + 42, "<I", 0xffffffff), "there is no entry where the directory has one"),
    }
    for name, (patch, message) in cases.items():
        damaged = bytearray(content[:-1] if patch is None else content)
        if patch:
            struct.pack_into(patch[1], damaged, patch[0], patch[2])
        result = bench.run([f"--parameters=model={bench.write('damaged.npz', bytes(damaged))}"], [x])
        check(f"npz, {name}", isinstance(result, str) and message in result, result)
    # Extra fields of the row: one that is too long, and one that lacks the size it announces.
    comment = end
    for name, extra, message in (("long extra field", struct.pack("<HH", 7, 9), "an extra field is longer than its row"),
                                 ("short wide sizes", struct.pack("<HH", 1, 0), "a size of 64 bits is missing")):
        damaged = bytearray(content[:comment] + extra + content[comment:])
        struct.pack_into("<H", damaged, row + 30, len(extra))
        struct.pack_into("<I", damaged, row + 42, 0xffffffff)
        struct.pack_into("<I", damaged, len(content) + len(extra) - 22 + 12, comment - row + len(extra))
        result = bench.run([f"--parameters=model={bench.write('damaged.npz', bytes(damaged))}"], [x])
        check(f"npz, {name}", isinstance(result, str) and message in result, result)
    # The end of the directory with 64 bits.
    damaged = content[:end] + struct.pack("<4sIQI", b"PK\6\7", 0, 1 << 40, 1) + content[end:]
    result = bench.run([f"--parameters=model={bench.write('damaged.npz', damaged)}"], [x])
    check("npz, no wide end", isinstance(result, str) and "the end of the directory is not there" in result, result)
    wide = struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, end - row, row)
    right = content[:end] + wide + struct.pack("<4sIQI", b"PK\6\7", 0, end, 1) + content[end:]
    result = bench.run([f"--parameters=model={bench.write('wide.npz', right)}"], [x])
    check("npz, wide end", isinstance(result, str) and "'model::layer.w' is in none of the archives" in result, result)


TYPES = """
util.global private @a = #flow.parameter.named<"a"> : tensor<3x5xf64>
util.global private @b = #flow.parameter.named<"b"> : tensor<7xf16>
util.global private @c = #flow.parameter.named<"c"> : tensor<2x2x2xi32>
util.global private @d = #flow.parameter.named<"d"> : tensor<4xi64>
util.global private @e = #flow.parameter.named<"e"> : tensor<9xi8>
util.global private @f = #flow.parameter.named<"f"> : tensor<6xi1>
util.global private @g = #flow.parameter.named<"g"> : tensor<f32>
func.func @main() -> (tensor<3x5xf64>, tensor<7xf16>, tensor<2x2x2xi32>, tensor<4xi64>, tensor<9xi8>, tensor<6xi1>, tensor<f32>) {
  %a = util.global.load @a : tensor<3x5xf64>
  %b = util.global.load @b : tensor<7xf16>
  %c = util.global.load @c : tensor<2x2x2xi32>
  %d = util.global.load @d : tensor<4xi64>
  %e = util.global.load @e : tensor<9xi8>
  %f = util.global.load @f : tensor<6xi1>
  %g = util.global.load @g : tensor<f32>
  return %a, %b, %c, %d, %e, %f, %g : tensor<3x5xf64>, tensor<7xf16>, tensor<2x2x2xi32>, tensor<4xi64>, tensor<9xi8>, tensor<6xi1>, tensor<f32>
}
"""


# Weights of the CPU are laid out anew when the program is loaded.
WEIGHTS = """
util.global private @turned = #flow.parameter.named<"turned"> : tensor<192x70xf32>
util.global private @long = #flow.parameter.named<"long"> : tensor<50x1088xf32>
util.global private @bytes = #flow.parameter.named<"bytes"> : tensor<128x96xi8>
util.global private @filter = #flow.parameter.named<"filter"> : tensor<3x3x5x128xf32>
func.func @main(%x: tensor<33x70xf32>, %y: tensor<9x50xf32>, %z: tensor<17x128xi8>, %i: tensor<1x9x11x5xf32>)
    -> (tensor<33x192xf32>, tensor<9x1088xf32>, tensor<17x96xi32>, tensor<1x7x9x128xf32>) {
  %turned = util.global.load @turned : tensor<192x70xf32>
  %long = util.global.load @long : tensor<50x1088xf32>
  %bytes = util.global.load @bytes : tensor<128x96xi8>
  %filter = util.global.load @filter : tensor<3x3x5x128xf32>
  %0 = stablehlo.dot_general %x, %turned, contracting_dims = [1] x [1] : (tensor<33x70xf32>, tensor<192x70xf32>) -> tensor<33x192xf32>
  %1 = stablehlo.dot_general %y, %long, contracting_dims = [1] x [0] : (tensor<9x50xf32>, tensor<50x1088xf32>) -> tensor<9x1088xf32>
  %2 = stablehlo.dot_general %z, %bytes, contracting_dims = [1] x [0] : (tensor<17x128xi8>, tensor<128x96xi8>) -> tensor<17x96xi32>
  %3 = stablehlo.convolution(%i, %filter) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x11x5xf32>, tensor<3x3x5x128xf32>) -> tensor<1x7x9x128xf32>
  return %0, %1, %2, %3 : tensor<33x192xf32>, tensor<9x1088xf32>, tensor<17x96xi32>, tensor<1x7x9x128xf32>
}
"""


def test_weights(folder):
    rng = np.random.default_rng(5)
    arrays = {"turned": rng.standard_normal((192, 70), np.float32), "long": rng.standard_normal((50, 1088), np.float32),
              "bytes": rng.integers(-128, 128, (128, 96), np.int8), "filter": rng.standard_normal((3, 3, 5, 128), np.float32)}
    inputs = [rng.standard_normal((33, 70), np.float32), rng.standard_normal((9, 50), np.float32),
              rng.integers(-128, 128, (17, 128), np.int8), rng.standard_normal((1, 9, 11, 5), np.float32)]
    x, y, z, image = [a.astype(np.float64) for a in inputs]
    windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3), (1, 2))
    expected = [x @ arrays["turned"].T, y @ arrays["long"], z @ arrays["bytes"].astype(np.float64),
                np.einsum("nyxcij,ijcf->nyxf", windows, arrays["filter"])]
    bench = Bench(folder, "weights", WEIGHTS)
    for name in ("weights.npz", "weights.irpa"):
        np.savez(f"{folder}/weights.npz", **arrays)
        bench.write("weights.irpa", irpa(arrays))
        result = bench.run([f"--parameters={folder}/{name}"], inputs, 4)
        is_right = isinstance(result, list) and all(np.allclose(r, e, 1e-4, 1e-4) for r, e in zip(result, expected))
        check(name, is_right, result if isinstance(result, str) else "")


def test_types(folder):
    rng = np.random.default_rng(2)
    arrays = {"a": rng.standard_normal((3, 5)), "b": rng.standard_normal(7).astype(np.float16),
              "c": rng.integers(-9, 9, (2, 2, 2), np.int32), "d": rng.integers(-9, 9, 4, np.int64),
              "e": rng.integers(-9, 9, 9, np.int8), "f": rng.integers(0, 2, 6).astype(bool),
              "g": np.float32(2.5).reshape(())}
    bench = Bench(folder, "types", TYPES)
    np.savez(f"{folder}/types.npz", **arrays)
    for path in (bench.write("types.safetensors", safetensors(arrays)), f"{folder}/types.npz", bench.write("types.irpa", irpa(arrays))):
        result = bench.run([f"--parameters={path}"], output_count=len(arrays))
        is_right = isinstance(result, list) and all(np.array_equal(r, a) for r, a in zip(result, arrays.values()))
        check(f"types, {os.path.basename(path)}", is_right, result)


CONSTANTS = """
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %w = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.5]]> : tensor<3x4xf32>
  %b = stablehlo.constant dense<[0.5, -1.0, 2.0, 3.0]> : tensor<4xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
"""


def test_export(folder):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    w = np.array([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12.5]], np.float32)
    expected = x @ w + np.array([0.5, -1, 2, 3], np.float32)
    for ending in ("irpa", "safetensors"):
        path = f"{folder}/exported.{ending}"
        bench = Bench(folder, f"constants_{ending}", CONSTANTS,
                      [f"--iree-opt-export-parameters=c={path}", "--iree-opt-export-parameter-minimum-size=48"])
        result = bench.run([f"--parameters=c={path}"], [x])
        check(f"exported to {ending}", isinstance(result, list) and np.allclose(result[0], expected), result)
        result = bench.run([], [x])
        check(f"exported to {ending}, not given", isinstance(result, str) and "there is no archive" in result, result)
    with open(path, "rb") as file:
        content = file.read()
    size = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8:8 + size])
    begin, end = header["constant_hoisted"]["data_offsets"]
    check("what was exported", header["constant_hoisted"]["shape"] == [3, 4] and (8 + size) % 64 == 0 and
          np.array_equal(np.frombuffer(content[8 + size + begin:8 + size + end], np.float32).reshape(3, 4), w), header)


VARIABLE = """
util.global private mutable @state = #flow.parameter.named<"state"> : tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = util.global.load @state : tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  util.global.store %1, @state : tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""


def test_variable(folder):
    """A variable begins with the parameter, which stays as it is."""
    bench = Bench(folder, "variable", VARIABLE)
    state = np.arange(4, dtype=np.float32)
    path = bench.write("state.safetensors", safetensors({"state": state}, padding=64))
    x = np.full(4, 10, np.float32)
    for _ in range(2):
        result = bench.run([f"--writable-parameters={path}"], [x])
        check("variable", isinstance(result, list) and np.array_equal(result[0], state + 10), result)


def test_damage(bench, x):
    """No byte that is changed, and no end that is missing, makes tern-run crash."""
    rng = np.random.default_rng(3)
    for name in ("first.safetensors", "splat.irpa", "a.npz"):
        with open(f"{bench.folder}/{name}", "rb") as file:
            content = file.read()
        for _ in range(30):
            damaged = bytearray(content)
            at = int(rng.integers(0, min(len(damaged), 400)))
            damaged[at] ^= int(rng.integers(1, 256))
            if rng.integers(0, 3) == 0:
                del damaged[int(rng.integers(0, len(damaged))):]
            result = bench.run([f"--parameters=model={bench.write('damaged', bytes(damaged))}"], [x])
            check(f"damaged {name} at {at}", isinstance(result, list) or "error" in result, result)


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench, arrays, x = test_formats(folder)
        test_missing(bench, arrays, x)
        test_npz(bench, arrays, x)
        test_malformed_npz(bench, x)
        if DEVICE != "vulkan":  # which lacks some of the types
            test_types(folder)
            test_weights(folder)
        test_export(folder)
        test_variable(folder)
        test_damage(bench, x)
    print(f"parameters on {DEVICE}: {'all right' if not failures else f'{len(failures)} failed'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
