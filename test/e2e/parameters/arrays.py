"""Inputs and outputs of tern-run in archives: .npz, .safetensors and folders, by name and by number, against NumPy; programs
with more than a thousand of each; narrow types as ml_dtypes writes them; and what is refused.

Environment: TERN_RUN, TERN_DEVICE (default cpu).
.npz files are NumPy's own; safetensors files and the .npy files of types that NumPy does not know are put together by hand.
"""

import io
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

DEVICE = os.environ.get("TERN_DEVICE", "cpu")
TYPES = {"<f4": "F32", "<i4": "I32", "|u1": "U8", "|i1": "I8", "|b1": "BOOL"}
MANY = 1200
failures = []


def check(name, is_right, detail=""):
    if not is_right:
        failures.append(name)
        print(f"FAILED: {name} {detail}")


def run(program, *arguments):
    command = [os.environ["TERN_RUN"], program, f"--device={DEVICE}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def expect_failure(name, text, program, *arguments):
    result = run(program, *arguments)
    check(name, result.returncode == 1 and text in result.stderr, result.stderr.strip() or "no failure")


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def write_safetensors(path, arrays, types=(), shapes=()):
    header, data = {}, b""
    for key, array in arrays.items():
        header[key] = {"dtype": dict(types).get(key, TYPES[array.dtype.str]), "shape": list(dict(shapes).get(key, array.shape)),
                       "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def read_safetensors(path):
    dtypes = {name: dtype for dtype, name in TYPES.items()}
    with open(path, "rb") as file:
        content = file.read()
    size, = struct.unpack("<Q", content[:8])
    header, data = json.loads(content[8:8 + size]), content[8 + size:]
    return {key: np.frombuffer(data[slice(*row["data_offsets"])], dtypes[row["dtype"]]).reshape(row["shape"])
            for key, row in header.items()}


def write_folder(path, arrays):
    os.makedirs(path)
    for key, array in arrays.items():
        np.save(f"{path}/{key}.npy", array)


def read_folder(path):
    return {file[:-4]: np.load(f"{path}/{file}") for file in os.listdir(path)}


FORMATS = {
    "npz": ("x.npz", lambda path, arrays: np.savez(path, **arrays), lambda path: dict(np.load(path))),
    "safetensors": ("x.safetensors", write_safetensors, read_safetensors),
    "folder": ("x/", write_folder, read_folder),
}


def write_raw(path, descr, values):
    """A .npy file of one byte for each element, as ml_dtypes has NumPy write it."""
    buffer = io.BytesIO()
    np.save(buffer, np.array(values, np.uint8).view("V1"))
    content = buffer.getvalue()
    check("NumPy's word for raw bytes", b"'|V1'" in content)
    with open(path, "wb") as file:
        file.write(content.replace(b"'|V1'", f"'{descr}'".encode()))


# Names: of the declaration, of the ABI, and none.
NAMED = """func.func @main(%arg0: tensor<4xf32> {iree.abi.name = "weight"}, %arg1: tensor<4xf32> {iree.abi.name = "layer.0.bias"},
                           %arg2: tensor<2x4xi32>)
    -> (tensor<4xf32> {iree.abi.name = "sum"}, tensor<2x4xi32>, tensor<4xi1> {iree.abi.name = "less"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
  %1 = stablehlo.multiply %arg2, %arg2 : tensor<2x4xi32>
  %2 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2 : tensor<4xf32>, tensor<2x4xi32>, tensor<4xi1>
}
"""


def check_formats(folder, rng):
    program = write(f"{folder}/named.mlir", NAMED)
    weight, bias = rng.standard_normal((2, 4)).astype(np.float32)
    square = rng.integers(-9, 9, (2, 4)).astype(np.int32)
    expected = {"sum": weight + bias, "output1": square * square, "less": weight < bias}
    # The order in the file says nothing.
    spellings = [{"layer.0.bias": bias, "input2": square, "weight": weight}, {"2": square, "0": weight, "1": bias},
                 {"arg1": bias, "arg0": weight, "arg2": square}, {"arr_2": square, "layer.0.bias": bias, "0": weight}]
    for kind, (file, save, load) in FORMATS.items():
        for i, arrays in enumerate(spellings):
            source, target = f"{folder}/in{i}.{file}", f"{folder}/out{i}.{file}"
            save(source, arrays)
            result = run(program, f"--input=@{source}", f"--output=@{target}")
            name = f"{kind}, spelling {i}"
            if result.returncode != 0:
                check(name, False, result.stderr)
                continue
            outputs = load(target)
            check(name, sorted(outputs) == sorted(expected), sorted(outputs))
            for key, array in outputs.items():
                check(f"{name}: {key}", array.dtype == expected[key].dtype and np.array_equal(array, expected[key]), array)
            # What was written is what is expected, also when only some of it is.
            result = run(program, f"--input=@{source}", f"--expected_output=@{target}")
            check(f"{name}: compared", "[SUCCESS]" in result.stdout and result.stdout.count("\n") == 1, result)
    # A value by itself fills what archives leave, and files of one array go before an archive.
    np.savez(f"{folder}/bias.npz", **{"layer.0.bias": bias})
    np.save(f"{folder}/weight.npy", weight)
    np.save(f"{folder}/square.npy", square)
    write_safetensors(f"{folder}/square.safetensors", {"input2": square})
    for arguments in ([f"@{folder}/weight.npy", f"@{folder}/bias.npz", f"@{folder}/square.npy"],
                      [f"@{folder}/square.safetensors", f"@{folder}/bias.npz", f"@{folder}/weight.npy"]):
        result = run(program, *(f"--input={argument}" for argument in arguments), f"--output=@{folder}/sum.npy",
                     f"--output=@{folder}/rest.npz")
        check("mixed", result.returncode == 0 and np.array_equal(np.load(f"{folder}/sum.npy"), weight + bias), result)
        rest = np.load(f"{folder}/rest.npz")
        check("rest", rest.files == ["output1", "less"] and np.array_equal(rest["output1"], square * square))
    np.savez(f"{folder}/wrong.npz", less=weight >= bias)
    result = run(program, f"--input=@{folder}/in0.x.npz", f"--expected_output=@{folder}/wrong.npz")
    check("one expected output, wrong", result.returncode == 1 and "output 2 differs" in result.stderr, result)
    check("what is not compared is printed", result.stdout.startswith("4xf32=") and "\n2x4xi32=" in result.stdout, result)


def check_failures(folder):
    program, x = f"{folder}/named.mlir", np.zeros(4, np.float32)
    square = np.zeros((2, 4), np.int32)
    np.savez(f"{folder}/all.npz", x, x, square)
    np.savez(f"{folder}/two.npz", x, x)
    np.savez(f"{folder}/unknown.npz", x, x, foo=square)
    np.savez(f"{folder}/beyond.npz", **{"3": x})
    np.savez(f"{folder}/leading.npz", **{"00": x})
    np.savez(f"{folder}/twice.npz", **{"weight": x, "0": x})
    np.savez_compressed(f"{folder}/compressed.npz", x, x, square)
    cases = [
        ("missing", "argument 2 ('input2') has no value: expected 3 values but got 2", ["two.npz"]),
        ("unknown", "unknown.npz': array 'foo' is for no argument: expected 'input2', 'layer.0.bias', 'weight', or a number "
                    "below 3", ["unknown.npz"]),
        ("beyond", "array '3' is for no argument", ["beyond.npz"]),
        ("leading zero", "array '00' is for no argument", ["leading.npz"]),
        ("twice", "array 'weight': argument 0 ('weight') has a value already", ["twice.npz"]),
        ("two archives", "has a value already", ["two.npz", "all.npz"]),
        ("one too many", "there are more values than arguments (3)", ["all.npz", "weight.npy"]),
        ("compressed", "is compressed (method 8)", ["compressed.npz"]),
        ("nothing there", "cannot open", ["nowhere.npz"]),
    ]
    for name, text, files in cases:
        expect_failure(name, text, program, *(f"--input=@{folder}/{file}" for file in files))
    os.makedirs(f"{folder}/strange")
    write(f"{folder}/strange/notes.txt", "")
    expect_failure("folder with something else", "'notes.txt' is no .npy file", program, f"--input=@{folder}/strange")
    os.rename(f"{folder}/strange/notes.txt", f"{folder}/strange/.notes")
    expect_failure("empty folder", "argument 0 ('weight') has no value", program, f"--input=@{folder}/strange/")
    write_safetensors(f"{folder}/packed.safetensors", {"0": np.zeros(2, np.uint8)}, {"0": "F4"}, {"0": [4]})
    expect_failure("packed", "has packed elements of type F4", program, f"--input=@{folder}/packed.safetensors")
    whole = f"--input=@{folder}/all.npz"
    expect_failure("behind an archive", "an archive takes all outputs that are left", program, whole,
                   f"--output=@{folder}/y.npz", f"--output=@{folder}/y.npy")
    expect_failure("no folder", "cannot create", program, whole, "--output=@/nowhere/y.npz")
    same = write(f"{folder}/same.mlir", NAMED.replace('"less"', '"sum"'))
    expect_failure("two of a name", "two arrays have the name 'sum'", same, whole, f"--output=@{folder}/y.npz")
    slash = write(f"{folder}/slash.mlir", NAMED.replace('"less"', '"a/b"'))
    expect_failure("a path for a name", "array 'a/b' has no name that a file can have", slash, whole,
                   f"--output=@{folder}/y/")
    result = run(slash, whole, f"--output=@{folder}/path.npz")
    check("a path in an archive", result.returncode == 0 and "a/b" in np.load(f"{folder}/path.npz").files, result.stderr)


def check_many(folder, rng):
    """Each output is the sum of two inputs."""
    pairs = list(zip(range(MANY), rng.permutation(MANY)))
    arguments = ", ".join(f"%a{i}: tensor<3xf32>" for i in range(MANY))
    types = ", ".join(["tensor<3xf32>"] * MANY)
    sums = "".join(f"  %r{i} = stablehlo.add %a{i}, %a{j} : tensor<3xf32>\n" for i, j in pairs)
    results = ", ".join(f"%r{i}" for i in range(MANY))
    program = write(f"{folder}/many.mlir",
                    f"func.func @main({arguments}) -> ({types}) {{\n{sums}  return {results} : {types}\n}}\n")
    x = rng.integers(-99, 99, (MANY, 3)).astype(np.float32)
    arrays = {str(i): x[i] for i in rng.permutation(MANY)}
    for kind, (file, save, load) in FORMATS.items():
        save(f"{folder}/many.{file}", arrays)
        result = run(program, f"--input=@{folder}/many.{file}", f"--output=@{folder}/sums.{file}")
        outputs = load(f"{folder}/sums.{file}") if result.returncode == 0 else {}
        is_right = len(outputs) == MANY and all(np.array_equal(outputs[f"output{i}"], x[i] + x[j]) for i, j in pairs)
        check(f"{MANY} arrays, {kind}", is_right, result.stderr)
    # One option for each.
    texts = [f"--input=3xf32={','.join(map(str, row))}" for row in x]
    expected = [f"--expected_output=3xf32={','.join(map(str, x[i] + x[j]))}" for i, j in pairs]
    result = run(program, *texts, *expected)
    check(f"{MANY} options", result.stdout == "[SUCCESS] all outputs are as expected\n", result.stderr)
    expect_failure("one less", f"argument {MANY - 1} ('input{MANY - 1}') has no value", program, *texts[:-1])


def check_narrow(folder):
    identity = "func.func @main(%arg0: tensor<4x{0}>) -> tensor<4x{0}> {{\n  return %arg0 : tensor<4x{0}>\n}}\n"
    cases = [
        ("i4", "<V1", [0x0f, 0x07, 0x08, 0x00], "-1 7 -8 0"),  # the sign is cut off
        ("i4", "|V1", [0xff, 0x07, 0xf8, 0x00], "-1 7 -8 0"),  # the sign is there
        ("ui4", "<V1", [0x0f, 0x07, 0x08, 0x00], "15 7 8 0"),
        ("i2", "<V1", [0x03, 0x01, 0x02, 0x00], "-1 1 -2 0"),
        ("f8E4M3FN", "<V1", [0x38, 0xb8, 0x40, 0x00], "1 -1 2 0"),
        ("f8E5M2", "<f1", [0x3c, 0xbc, 0x40, 0x00], "1 -1 2 0"),
        ("f8E4M3FNUZ", "<V1", [0x40, 0xc0, 0x48, 0x00], "1 -1 2 0"),
        ("f8E8M0FNU", "<V1", [0x7f, 0x80, 0x7e, 0x81], "1 2 0.5 4"),
        ("f4E2M1FN", "<V1", [0x02, 0x0a, 0x04, 0x00], "1 -1 2 0"),
    ]
    for element, descr, values, text in cases:
        program = write(f"{folder}/identity.mlir", identity.format(element))
        write_raw(f"{folder}/raw.npy", descr, values)
        os.makedirs(f"{folder}/raw", exist_ok=True)
        write_raw(f"{folder}/raw/arg0.npy", descr, values)
        for path in ("raw.npy", "raw"):
            result = run(program, f"--input=@{folder}/{path}")
            check(f"{element} from {descr} in {path}", result.stdout == f"4x{element}={text}\n", result)
        # What is written is read again.
        for path in ("again.npy", "again.npz", "again/") + (() if element == "f4E2M1FN" else ("again.safetensors",)):
            first = run(program, f"--input=@{folder}/raw.npy", f"--output=@{folder}/{path}")
            if not path.endswith(".npy"):
                # Outputs have the names of results.
                program = write(f"{folder}/again.mlir", identity.format(element).replace(">)", "> {iree.abi.name = "
                                                                                         "\"output0\"})", 1))
            result = run(program, f"--input=@{folder}/{path}")
            check(f"{element} through {path}", result.stdout == f"4x{element}={text}\n", (first.stderr, result))
    program = write(f"{folder}/identity.mlir", identity.format("i4"))
    for name, array in {"i1": np.array([-8, 7, -1, 0], np.int8), "u1": np.array([8, 7, 15, 0], np.uint8)}.items():
        np.save(f"{folder}/bytes.npy", array)
        write_safetensors(f"{folder}/bytes.safetensors", {"0": array})
        for path in ("bytes.npy", "bytes.safetensors"):
            result = run(program, f"--input=@{folder}/{path}")
            check(f"i4 from {name} in {path}", result.stdout == "4xi4=-8 7 -1 0\n", result)
    # Two in a byte are not read as one, nor are numbers cut.
    fit = "does not fit i4: each element is a byte, and two are not packed into one"
    write_raw(f"{folder}/packed.npy", "<V1", [0x21, 0x43, 0x65, 0x07])
    expect_failure("packed i4", f"element 0 {fit}", program, f"--input=@{folder}/packed.npy")
    expect_failure("packed i4, typed", f"element 0 {fit}", program, f"--input=4xi4=@{folder}/packed.npy")
    np.save(f"{folder}/large.npy", np.array([0, 7, 16, 0], np.int8))
    expect_failure("large i4", f"element 2 {fit}", program, f"--input=@{folder}/large.npy")
    write_safetensors(f"{folder}/large.safetensors", {"0": np.array([0, 7, -9, 0], np.int8)})
    expect_failure("large i4 in safetensors", f"array '0': element 2 {fit}", program, f"--input=@{folder}/large.safetensors")
    with open(f"{folder}/large.bin", "wb") as file:
        file.write(bytes([1, 2, 3, 0x1f]))
    expect_failure("large i4 in bare bytes", f"element 3 {fit}", program, f"--input=4xi4=@{folder}/large.bin")
    # A file that says its type keeps it.
    np.save(f"{folder}/other.npy", np.zeros(4, np.float32))
    check("another type", "4xf32=" in run(program, f"--input=@{folder}/other.npy").stdout)


# A lone dispatch: its bindings have names, too.
def check_dispatch(folder, rng):
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../examples/matmul.mlir")
    a, b = rng.integers(-5, 5, (32, 24)).astype(np.float32), rng.integers(-5, 5, (24, 16)).astype(np.float32)
    np.savez(f"{folder}/ab.npz", arg1=b, arg0=a)
    result = run(program, f"--input=@{folder}/ab.npz", f"--output=@{folder}/product/")
    check("a dispatch", result.returncode == 0, result.stderr)
    check("its product", all(np.array_equal(array, a @ b) for array in read_folder(f"{folder}/product").values()))


def main():
    rng = np.random.default_rng(24)
    with tempfile.TemporaryDirectory() as folder:
        check_formats(folder, rng)
        check_failures(folder)
        check_many(folder, rng)
        check_narrow(folder)
        check_dispatch(folder, rng)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
