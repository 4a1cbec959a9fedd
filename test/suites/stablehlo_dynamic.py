"""Programs of dynamic shapes of StableHLO's test data, for several sizes each, against StableHLO's reference interpreter.

usage: stablehlo_dynamic.py FOLDER [NAME...]    environment: TERN_RUN, TERN_COMPILE, TERN_DEVICE (default cpu), TERN_SIZES (default
0,1,3,6), TERN_JOBS (processes at a time, default 2)
FOLDER holds NAME.mlir, such as stablehlo/testdata/dynamic of github.com/openxla/stablehlo: functions @main whose first arguments,
scalars, are the values of the dimension variables. The Python that runs this needs JAX, whose bindings of StableHLO have the
interpreter. It is given the program with constants for the dimension variables, so that it can make all shapes static; tern is
given the program as it is, compiled once for all sizes.
"""

import itertools
import os
import pickle
import re
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

import ml_dtypes
import numpy as np
from jax.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

TYPES = {
    "f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "i1": np.bool_, "i8": np.int8,
    "i16": np.int16, "i32": np.int32, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
}
# Relative to the largest number of a result; the interpreter rounds after every op, and so do we, but libraries differ.
TOLERANCES = {"bf16": 5e-2, "f16": 2e-3, "f32": 2e-5, "f64": 1e-12, "complex<f32>": 2e-5, "complex<f64>": 1e-12}


class Tensor:
    """The type of an argument: None stands for a dynamic dimension."""

    def __init__(self, text):
        *dims, self.element = re.fullmatch(r"tensor<((?:[\d?]+x)*)(.*)>", text).groups()
        self.dims = [None if dim == "?" else int(dim) for dim in dims[0].split("x")[:-1]]


class Program:
    def __init__(self, path):
        self.name, self.path, self.text = os.path.basename(path)[: -len(".mlir")], path, open(path).read()
        arguments, results = re.search(r"@main\((.*?)\) -> (.*) \{\n", self.text).groups()
        types = re.findall(r"tensor<[^>]*>+", arguments)
        self.variable_count = next(i for i, text in enumerate(types + [""]) if text != "tensor<i64>")
        self.types, self.results = types, re.findall(r"tensor<[^>]*>+", results)
        self.arguments = [Tensor(text) for text in types[self.variable_count:]]

    def with_sizes(self, values):
        """The text with constants for the dimension variables, and with two arguments or results for each complex one."""
        lines, operands, arguments, results, result_types = [], [], [], [], []
        for i, text in enumerate(self.types):
            operands.append(f"%x{i}")
            if i < self.variable_count:
                lines.append(f"%x{i} = stablehlo.constant dense<{values[i]}> : {text}")
            elif "complex" in text:
                part = re.sub(r"complex<(\w+)>", r"\1", text)
                arguments += [f"%x{i}_re: {part}", f"%x{i}_im: {part}"]
                lines.append(f"%x{i} = stablehlo.complex %x{i}_re, %x{i}_im : ({part}, {part}) -> {text}")
            else:
                arguments.append(f"%x{i}: {text}")
        lines.append(f"%r:{len(self.results)} = func.call @program({', '.join(operands)}) : ({', '.join(self.types)}) -> "
                     f"({', '.join(self.results)})")
        for i, text in enumerate(self.results):
            part = re.sub(r"complex<(\w+)>", r"\1", text)
            if part != text:
                lines += [f"%r{i}_{op} = stablehlo.{op} %r#{i} : ({text}) -> {part}" for op in ("real", "imag")]
            results += [f"%r{i}_real", f"%r{i}_imag"] if part != text else [f"%r#{i}"]
            result_types += [part] * (2 if part != text else 1)
        main = (f"  func.func public @main({', '.join(arguments)}) -> ({', '.join(result_types)}) {{\n    " + "\n    ".join(lines) +
                f"\n    return {', '.join(results)} : {', '.join(result_types)}\n  }}\n")
        return re.sub(r"  func.func public @main\(", lambda _: main + "  func.func private @program(", self.text, count=1)


def random_array(rng, shape, element):
    kind = np.dtype(TYPES[element]).kind
    if element == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    if kind in "iu":
        return rng.integers(0 if kind == "u" else -3, 8, shape).astype(TYPES[element])
    values = rng.standard_normal(shape)
    return (values + 1j * rng.standard_normal(shape) if kind == "c" else values).astype(TYPES[element])


# --- the reference ---

def attributes_of(array, element):
    """One, or those of the real and the imaginary part."""
    if element.startswith("complex"):
        part = element[len("complex<"):-1]
        return attributes_of(array.real, part) + attributes_of(array.imag, part)
    dims = "".join(f"{size}x" for size in array.shape)
    if array.size == 0:
        return [ir.Attribute.parse(f"dense<> : tensor<{dims}{element}>")]
    if element == "i1":
        return [ir.DenseElementsAttr.get(np.ascontiguousarray(array))]
    return [ir.Attribute.parse(f'dense<"0x{array.tobytes().hex()}"> : tensor<{dims}{element}>')]


def array_of(attribute):
    """From its text where the bindings have no arrays of its type."""
    tensor = Tensor(str(attribute.type))
    if tensor.element != "bf16":
        return np.array(attribute).reshape(tensor.dims)
    body = str(attribute)[len("dense<"):].rsplit(">", 2)[0]
    if body.startswith('"0x'):
        return np.frombuffer(bytes.fromhex(body.split('"')[1][2:]), ml_dtypes.bfloat16).reshape(tensor.dims)
    words = re.findall(r"[-+.\w]+", body)
    values = [np.uint16(int(word, 16)).view(ml_dtypes.bfloat16) if word.startswith("0x") else float(word) for word in words]
    array = np.array(values, ml_dtypes.bfloat16)
    return np.full(tensor.dims, array[0]) if array.size == 1 else array.reshape(tensor.dims)


def join_parts(program, arrays):
    """The results, of arrays that hold a real and an imaginary part for each complex one."""
    rest, results = iter(arrays), []
    for text in program.results:
        first = next(rest)
        results.append((first + 1j * next(rest)).astype(TYPES[Tensor(text).element]) if "complex" in text else first)
    return results


def evaluate(program, values, inputs):
    """The interpreter ends the process where it refuses, so it runs in one of its own. None if it refused, and why."""
    with tempfile.TemporaryFile() as results, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(errors.fileno(), 2)
            try:
                with jax_mlir.make_ir_context(), ir.Location.unknown():
                    module = ir.Module.parse(program.with_sizes(values))
                    attributes = [attribute for array, arg in zip(inputs, program.arguments)
                                  for attribute in attributes_of(array, arg.element)]
                    arrays = [array_of(result) for result in stablehlo.eval_module(module, attributes)]
                pickle.dump(join_parts(program, arrays), results)
                results.flush()
            except Exception as error:  # The parent tells of it.
                print(error, file=sys.stderr, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        results.seek(0)
        errors.seek(0)
        data = results.read()
        return (pickle.loads(data), None) if data else (None, errors.read().decode())


def shapes_for(program, values):
    """Shapes of the arguments that these values of the variables may mean, the likeliest first."""
    places = [(i, d) for i, arg in enumerate(program.arguments) for d, size in enumerate(arg.dims) if size is None]
    plain = [list(values[:1]) * len(places)] if len(values) == 1 else []
    per_argument = [arg.dims.count(None) for arg in program.arguments]
    for order in itertools.permutations(values) if len(values) > 1 else []:
        if all(count in (0, len(values)) for count in per_argument):
            plain.append([size for count in per_argument for size in (order if count else ())])
    choices = [sorted({*values, *(v + 1 for v in values), *(2 * v for v in values), *(max(v - 1, 0) for v in values)})] * len(places)
    for sizes in itertools.chain(plain, itertools.islice(itertools.product(*choices), 64)):
        shapes = [[size if size is not None else None for size in arg.dims] for arg in program.arguments]
        for (i, d), size in zip(places, sizes):
            shapes[i][d] = size
        yield shapes


# --- programs that the interpreter refuses, though they are right ---
#
# Its refinement needs constants where these slice at places that are arguments (dynamic_slice*, dynamlic_slice*) or come from a
# function (roll), and ends where a triangular matrix has a batch. The convolutions have a stride for a dimension that they lack.

def convolve_same(rng, values, image, kernel):
    size, extent, stride = image.shape[1], kernel.shape[0], 2
    count = -(-size // stride)
    padding = max((count - 1) * stride + extent - size, 0)
    padded = np.pad(image, [(0, 0), (padding // 2, padding - padding // 2), (0, 0)])
    result = np.zeros((len(image), count, kernel.shape[2]), image.dtype)
    for i in range(count):
        result[:, i] = np.einsum("bif,ifo->bo", padded[:, i * stride : i * stride + extent], kernel)
    return result


def slice_columns(rng, values, image, start):
    """Of all rows, so that the start is 0, or as many less as there are rows."""
    start[0] = rng.choice([0, -len(image)])
    start[1] = rng.choice([0, 1, 2, -2, -3])
    first = start[1] % image.shape[1]
    return image[:, first : first + 2]


def slice_two_columns(rng, values, image, start):
    start[...] = rng.choice([0, -len(image)])
    return image[:, 1:3]


REFERENCES = {
    "conv_general_dilated_1d_stride_2_even_dynamic": convolve_same,
    "conv_general_dilated_1d_stride_2_odd_dynamic": convolve_same,
    "dynamic_slice": slice_columns,
    "dynamlic_slice_t2": slice_two_columns,
    "roll_dynamic": lambda rng, values, x: np.roll(x.reshape(-1), 2).reshape(x.shape),
    "vmap_triangular_solve_complex_transformations_a_complex64_4_4_b_complex64_4_1_dynamic":
        lambda rng, values, a, b: np.linalg.solve(np.tril(a), b),
}

# --- the program ---

def run(program, module, values, inputs, count, folder):
    command = [os.environ.get("TERN_RUN", "build/bin/tern-run"), module, f"--device={os.environ.get('TERN_DEVICE', 'cpu')}",
               "--function=main"]
    for i, array in enumerate([np.array(value, np.int64) for value in values] + inputs):
        np.save(f"{folder}/in{i}.npy", array)
        command.append(f"--input=@{folder}/in{i}.npy")
    outputs = [f"{folder}/out{i}.npy" for i in range(count)]
    command += [f"--output=@{path}" for path in outputs]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return [np.load(path) for path in outputs] if done.returncode == 0 else done.stdout + done.stderr


def difference(actual, expected):
    """What is wrong with a result, or None."""
    element = next(name for name, dtype in TYPES.items() if np.dtype(dtype) == expected.dtype)
    if element == "bf16" and actual.dtype.itemsize == 2:
        actual = actual.view(ml_dtypes.bfloat16)
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return f"{actual.dtype}{list(actual.shape)} instead of {expected.dtype}{list(expected.shape)}"
    if element not in TOLERANCES:
        wrong = np.argwhere(actual != expected)
    else:
        wide = np.complex128 if expected.dtype.kind == "c" else np.float64
        actual, expected = actual.astype(wide), expected.astype(wide)
        finite = np.abs(expected[np.isfinite(expected)])
        limit = TOLERANCES[element] * max(1, finite.max() if finite.size else 0)
        with np.errstate(invalid="ignore"):
            right = (actual == expected) | (np.abs(actual - expected) <= limit) | (np.isnan(actual) & np.isnan(expected))
        wrong = np.argwhere(~right)
    if not len(wrong):
        return None
    place = tuple(wrong[0])
    return f"{len(wrong)} of {expected.size} differ, {list(map(int, place))} is {actual[place]} instead of {expected[place]}"


def check(path, sizes):
    """What failed, as texts, and how many runs were right."""
    program, failures, right = Program(path), [], 0
    with tempfile.TemporaryDirectory() as folder:
        module = f"{folder}/program.tern"
        compiler = os.environ.get("TERN_COMPILE", "build/bin/tern-compile")
        target = os.environ.get("TERN_DEVICE", "cpu")
        options = [f"--target={target}"] + (["--vulkan-target=llvmpipe"] if target == "vulkan" else [])
        done = subprocess.run([compiler, path, *options, "-o", module], capture_output=True, text=True, timeout=120)
        if done.returncode:
            return [f"{program.name}: does not compile: {done.stderr[:600]}"], 0
        rng = np.random.default_rng(zlib.crc32(program.name.encode()))
        for size in sizes:
            values = [size + 2 * i for i in range(program.variable_count)]
            reason = "no sizes of the arguments fit"
            for shapes in shapes_for(program, values):
                inputs = [random_array(rng, shape, arg.element) for shape, arg in zip(shapes, program.arguments)]
                reference = REFERENCES.get(program.name)
                expected, reason = ([reference(rng, values, *inputs)], "") if reference else evaluate(program, values, inputs)
                if expected is not None:
                    break
            else:
                # A program may mean nothing for an empty array: the last row, or the median, of none.
                if size != 0:
                    failures.append(f"{program.name} {values}: the interpreter refuses it: {reason[:300]}")
                continue
            actual = run(program, module, values, inputs, len(expected), folder)
            if isinstance(actual, str):
                failures.append(f"{program.name} {values}: {actual[:400]}")
                continue
            wrong = [text for text in map(difference, actual, expected) if text]
            failures += [f"{program.name} {values}: {text}" for text in wrong]
            right += not wrong
    return failures, right


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, names = sys.argv[1], sys.argv[2:]
    paths = sorted(os.path.join(folder, file) for file in os.listdir(folder)
                   if file.endswith(".mlir") and (not names or file[: -len(".mlir")] in names))
    if not paths:
        sys.exit(f"no programs in {folder}")
    sizes = [int(size) for size in os.environ.get("TERN_SIZES", "0,1,3,6").split(",")]
    failed = runs = 0
    with ThreadPoolExecutor(int(os.environ.get("TERN_JOBS", "2"))) as pool:
        for failures, right in pool.map(lambda path: check(path, sizes), paths):
            failed, runs = failed + bool(failures), runs + right
            for text in failures:
                print("FAIL " + text, flush=True)
    print(f"{len(paths) - failed} of {len(paths)} programs are right, {runs} runs")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
