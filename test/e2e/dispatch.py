"""Builds dispatch files, runs them with tern-run, and compares with NumPy. Used by the end-to-end tests."""

import os
import subprocess
import sys
import tempfile
import threading
import zlib

import numpy as np

BF16 = "bf16"  # NumPy has no bfloat16: values are kept as float32 that a bfloat16 can hold

NUMPY_TYPES = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16,
    "i64": np.int64, "i32": np.int32, "i16": np.int16, "i8": np.int8, "i1": np.bool_,
}
FLOATS = ("f64", "f32", "f16", "bf16")
INTS = ("i64", "i32", "i16", "i8")
EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}


class CaseNumbers(threading.local):
    """What cases draw from: each has its own random numbers, whatever thread runs it and whatever has run before."""

    def __init__(self):
        self.begin("")

    def begin(self, name):
        self.generator = np.random.default_rng(zlib.crc32(name.encode()))

    def __getattr__(self, name):
        return getattr(self.generator, name)


RNG = CaseNumbers()


def round_bf16(values):
    """Rounds to the nearest bfloat16, ties to even, as float32."""
    values = np.asarray(values, np.float32)
    bits = values.reshape(-1).view(np.uint32).astype(np.int64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    result = rounded.astype(np.uint32).view(np.float32).reshape(values.shape)
    return np.where(np.isnan(values), np.float32(np.nan), result).astype(np.float32)


def tensor_type(shape, element):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


class Array:
    """An input: values and their MLIR element type."""

    def __init__(self, values, element):
        self.element = element
        self.values = round_bf16(values) if element == BF16 else np.asarray(values).astype(NUMPY_TYPES[element])

    @property
    def type(self):
        return tensor_type(self.values.shape, self.element)

    def save(self, path):
        if self.element == BF16:
            high = (self.values.reshape(-1).view(np.uint32) >> 16).astype(np.uint16)
            np.save(path, high.view(np.dtype("V2")).reshape(self.values.shape))
        else:
            np.save(path, self.values)


def load(path, element):
    raw = np.load(path)
    if element != BF16:
        return raw
    high = np.frombuffer(raw.tobytes(), np.uint16).reshape(raw.shape)
    return (high.astype(np.uint32) << 16).view(np.float32)


def dispatch_text(inputs, outputs, body, spelling="variant", dynamic=None):
    """The dispatch in the spelling of the seed documents: `target` is that of 2020, `variant` that of 2021.

    `inputs` and `outputs` are MLIR types; `body` uses %in0, %in1 ... and defines %out0, %out1 ...; `dynamic` maps a type's
    text to the operands that give its dynamic sizes.
    """
    dynamic = dynamic or {}
    lines = []
    if spelling == "target":
        lines += ['hal.executable.target "vulkan*" {', "  module {", "    func @main() {"]
        constant, private = "constant 0 : index", "hal.interface @io attributes {sym_visibility = \"private\"} {"
    else:
        lines += ['hal.executable.variant "vulkan*" {', "  module {", "    func.func @main() {"]
        constant, private = "arith.constant 0 : index", "hal.interface private @io {"
    lines.append(f"      %zero = {constant}")
    for word in sorted({w for words in dynamic.values() for w in words}):
        lines.append(f"      %d{word} = hal.interface.load.constant offset = {word} : index")

    def sizes(type_text):
        words = dynamic.get(type_text)
        return "{" + ", ".join(f"%d{w}" for w in words) + "}" if words else ""

    for i, type_text in enumerate(inputs):
        lines.append(f"      %in{i} = hal.interface.load.tensor @io::@arg{i}, offset = %zero : {type_text}{sizes(type_text)}")
    lines += ["      " + line for line in body.strip().splitlines()]
    for i, type_text in enumerate(outputs):
        lines.append(f"      hal.interface.store.tensor %out{i}, @io::@ret{i}, offset = %zero : {type_text}{sizes(type_text)}")
    lines += ["      return", "    }", "    " + private]
    for i in range(len(inputs)):
        lines.append(f'      hal.interface.binding @arg{i}, set=0, binding={i}, type="StorageBuffer", access="Read"')
    for i in range(len(outputs)):
        number = len(inputs) + i
        lines.append(f'      hal.interface.binding @ret{i}, set=0, binding={number}, type="StorageBuffer", '
                     'access="Write|Discard"')
    return "\n".join(lines + ["    }", "  }", "}"]) + "\n"


def run(text, inputs, output_elements, extra=()):
    """Runs the dispatch; returns the outputs. Raises RuntimeError with the tool's message if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "dispatch.mlir")
        with open(source, "w") as file:
            file.write(text)
        command = [os.environ.get("TERN_RUN", "tern-run"), source, *extra]
        if os.environ.get("TERN_DEVICE"):
            command.append("--device=" + os.environ["TERN_DEVICE"])
        if os.environ.get("TERN_VULKAN_TARGET"):
            command.append("--vulkan-target=" + os.environ["TERN_VULKAN_TARGET"])
        for i, array in enumerate(inputs):
            path = os.path.join(folder, f"in{i}.npy")
            array.save(path)
            prefix = array.type.removeprefix("tensor<").removesuffix(">") + "=" if array.element == BF16 else ""
            command.append(f"--input={prefix}@{path}")
        outputs = [os.path.join(folder, f"out{i}.npy") for i in range(len(output_elements))]
        command += [f"--output=@{path}" for path in outputs]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if result.returncode != 0:
            raise RuntimeError(f"exit status {result.returncode}\n{result.stderr}\n{text}")
        return [load(path, element) for path, element in zip(outputs, output_elements)]


def compare(actual, expected, element, scale=1.0):
    """None if `actual` is right, else what is wrong. `scale` counts the roundings that may add up."""
    expected = np.asarray(expected)
    if actual.shape != expected.shape:
        return f"shape {actual.shape}, expected {expected.shape}"
    if element not in FLOATS:
        wrong = actual != expected.astype(actual.dtype)
        return None if not wrong.any() else f"{wrong.sum()} of {wrong.size} differ, first at {np.argwhere(wrong)[0]}: " \
            f"{actual[wrong].flat[0]} instead of {expected[wrong].flat[0]}"
    a, e = actual.astype(np.float64), expected.astype(np.float64)
    limit = {"f16": 65504.0, "bf16": 3.38e38, "f32": 3.4e38, "f64": np.inf}[element]
    e = np.where(np.abs(e) > limit * (1 + EPSILON[element]), np.copysign(np.inf, e), e)
    finite = np.isfinite(e)
    size = np.abs(e[finite]).max() if finite.any() else 1.0
    tolerance = EPSILON[element] * scale * np.maximum(np.abs(np.where(finite, e, 0)), min(size, 1.0) * 1e-3 + 1e-30)
    if scale > 16:
        tolerance = np.maximum(tolerance, EPSILON[element] * scale * size)
    with np.errstate(invalid="ignore"):
        right = np.where(finite, np.abs(a - e) <= tolerance, (a == e) | (np.isnan(a) & np.isnan(e)))
    if right.all():
        return None
    place = tuple(np.argwhere(~right)[0])
    return f"{(~right).sum()} of {right.size} differ, first at {place}: {a[place]} instead of {e[place]}"


def is_due_refusal(message):
    """With TERN_VULKAN_TARGET=vulkan1.1: f64 is the one type that is not emulated; it is refused by op and capability."""
    refusal = "which takes the capability Float64 that the target does not have"
    return os.environ.get("TERN_VULKAN_TARGET") == "vulkan1.1" and "f64" in message and refusal in message


def main(cases):
    """Runs cases given as (name, function returning None or what is wrong); names on the command line select."""
    from concurrent.futures import ThreadPoolExecutor

    wanted = sys.argv[1:]
    cases = [c for c in cases if not wanted or any(w in c[0] for w in wanted)]

    def attempt(case):
        RNG.begin(case[0])
        try:
            return case[0], case[1]()
        except RuntimeError as error:
            return case[0], None if is_due_refusal(str(error)) else str(error)
        except Exception as error:  # a crash of the tool, a timeout, a refusal: all are failures of the case
            return case[0], f"{type(error).__name__}: {error}"

    with ThreadPoolExecutor(max_workers=int(os.environ.get("TERN_JOBS", "2"))) as pool:
        results = list(pool.map(attempt, cases))
    failures = [(name, problem) for name, problem in results if problem]
    for name, problem in failures:
        print(f"FAIL {name}: {problem}")
    print(f"{len(results) - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures or not results else 0)
