"""Whole programs against references: element types, cases, and how they run. Used by the end-to-end tests of programs.

A case is a function's body with arguments %a0, %a1 ... and a result %r (or %r0, %r1 ...). Many cases go into one program,
whose @main calls them all, because a process and a start of the code generator per case would take minutes. If such a
program fails, its cases run alone, to tell which of them is to blame.
Environment: TERN_RUN, TERN_DEVICE (default cpu), TERN_JOBS (processes at a time, default 2); TERN_COMPILE, where programs are
compiled for a processor by name; TERN_TARGET: they are compiled for that target, which is not here, and not run.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

DEVICE = os.environ.get("TERN_DEVICE", "cpu")
TARGET = os.environ.get("TERN_TARGET")
processor = None  # which programs are compiled for; None: this machine's
CASES_PER_PROGRAM = 24
VALUES_PER_PROGRAM = 56  # inputs and outputs alike

NUMPY_TYPES = {
    "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "i2": np.int8, "i4": np.int8, "ui2": np.uint8, "ui4": np.uint8,
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
}
ELEMENT_OF = {np.dtype(t): e for e, t in NUMPY_TYPES.items() if e not in ("i2", "i4", "ui2", "ui4")}


class NarrowFloat:
    """A format that NumPy lacks. Values are kept as float64; `decode` and `encode` go through a table of all codes."""

    def __init__(self, exponent_bits, mantissa_bits, bias, specials, signed=True):
        self.bits = exponent_bits + mantissa_bits + signed
        self.dtype = np.uint16 if self.bits > 8 else np.uint8
        self.specials, self.signed = specials, signed
        magnitudes = 1 << (exponent_bits + mantissa_bits)
        code = np.arange(magnitudes)
        exponent, mantissa = code >> mantissa_bits, code & ((1 << mantissa_bits) - 1)
        scale = np.where((exponent == 0) & signed, 1, exponent).astype(np.float64) - bias - mantissa_bits
        table = (mantissa + np.where((exponent == 0) & signed, 0, 1 << mantissa_bits)) * 2.0**scale
        top = exponent == (1 << exponent_bits) - 1
        self.nan_code = None
        if specials == "ieee":  # infinities and NaNs
            table = np.where(top, np.where(mantissa == 0, np.inf, np.nan), table)
            self.nan_code = (magnitudes - 1) & ~((1 << mantissa_bits) - 1) | 1 << (mantissa_bits - 1)
        elif specials == "fn":  # one NaN, no infinity
            table[-1] = np.nan
            self.nan_code = magnitudes - 1
        elif specials == "fnuz":  # the code of -0 is NaN
            self.nan_code = magnitudes
        self.table = table
        self.finite = table[np.isfinite(table)]
        if signed:
            negative = -table
            if specials == "fnuz":
                negative[0] = np.nan
            self.values = np.concatenate([table, negative])
        else:
            self.values = table

    def decode(self, codes):
        return self.values[np.asarray(codes).astype(np.int64)]

    def encode(self, values):
        """Rounds to the nearest, ties to the even code."""
        values = np.asarray(values, np.float64)
        size = np.abs(values).reshape(-1)
        high = np.clip(np.searchsorted(self.finite, size), 1, len(self.finite) - 1)
        low = high - 1
        below, above = size - self.finite[low], self.finite[high] - size
        code = np.where((below < above) | ((below == above) & (low % 2 == 0)), low, high)
        step = self.finite[-1] - self.finite[-2]
        overflows = size >= self.finite[-1] + step / 2
        if self.specials == "fn":  # the code above the largest is NaN's, and odd: ties stay
            overflows = size > self.finite[-1] + step / 2
        if self.specials == "ieee":
            code = np.where(overflows, len(self.finite), code)
        elif self.nan_code is not None:
            code = np.where(overflows, self.nan_code, code)
        if self.signed:
            sign = np.signbit(values.reshape(-1))
            code = np.where(sign & (code < len(self.table)), code + len(self.table), code)
            if self.specials == "fnuz":
                code = np.where(sign & (code == len(self.table)) & (size < self.finite[1]), 0, code)
        is_nan = np.isnan(values.reshape(-1))
        code = np.where(is_nan, self.nan_code if self.nan_code is not None else 0, code)
        return code.astype(self.dtype).reshape(values.shape)

    def round(self, values):
        return self.decode(self.encode(values))


NARROW_FLOATS = {
    "bf16": NarrowFloat(8, 7, 127, "ieee"),
    "f8E5M2": NarrowFloat(5, 2, 15, "ieee"), "f8E4M3": NarrowFloat(4, 3, 7, "ieee"), "f8E3M4": NarrowFloat(3, 4, 3, "ieee"),
    "f8E4M3FN": NarrowFloat(4, 3, 7, "fn"), "f8E4M3FNUZ": NarrowFloat(4, 3, 8, "fnuz"),
    "f8E5M2FNUZ": NarrowFloat(5, 2, 16, "fnuz"), "f8E4M3B11FNUZ": NarrowFloat(4, 3, 11, "fnuz"),
    "f8E8M0FNU": NarrowFloat(8, 0, 127, "fn", signed=False),
    "f6E2M3FN": NarrowFloat(2, 3, 1, "finite"), "f6E3M2FN": NarrowFloat(3, 2, 3, "finite"),
    "f4E2M1FN": NarrowFloat(2, 1, 1, "finite"),
}
EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
SMALLEST_NORMAL = {"f64": 2.0**-1022, "f32": 2.0**-126, "f16": 2.0**-14, "bf16": 2.0**-126}


def is_integer(element):
    return re.fullmatch(r"u?i\d+", element) is not None


def width_of(element):
    """Bits of an integer type."""
    return int(element.lstrip("ui"))


def range_of(element):
    """The smallest and the largest integer of a type."""
    bits = width_of(element)
    return (0, 2**bits - 1) if element[0] == "u" or bits == 1 else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def wrap(value, element):
    """A Python integer modulo the type's range."""
    low, _ = range_of(element)
    bits = width_of(element)
    value &= 2**bits - 1
    return value - 2**bits if low < 0 and value >> (bits - 1) else value


def tensor_type(shape, element):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


class Value:
    """An array and its MLIR element type; without one, that of the array's NumPy type."""

    def __init__(self, values, element=None, type_text=None):
        values = np.asarray(values)
        self.element = element or ELEMENT_OF[values.dtype]
        if self.element in NARROW_FLOATS:
            self.array = NARROW_FLOATS[self.element].round(values)
        else:
            with np.errstate(all="ignore"):
                self.array = np.array(values.astype(NUMPY_TYPES[self.element]), order="C").reshape(values.shape)
        self.type = type_text or tensor_type(self.array.shape, self.element)

    def save(self, path):
        """Writes the array; returns what --input takes."""
        if self.element in NARROW_FLOATS:
            codes = NARROW_FLOATS[self.element].encode(self.array)
            raw = codes.reshape(-1).view(f"V{codes.itemsize}").reshape(codes.shape)
            np.save(path, raw)
        else:
            np.save(path, self.array)
        return f"--input={tensor_type(self.array.shape, self.element)[7:-1]}=@{path}"


def load(path, element):
    raw = np.load(path)
    if element in NARROW_FLOATS:
        kind = NARROW_FLOATS[element]
        return kind.decode(np.frombuffer(raw.tobytes(), kind.dtype).reshape(raw.shape))
    return raw


def v(values, element=None, type_text=None):
    return values if isinstance(values, Value) else Value(values, element, type_text)


class Case:
    """See the head of the file. `ulps`: allowed units in the last place (0: the same bits but for NaNs; signs of zeros count).
    `relative`: allowed difference relative to the expected element or, if `of_largest`, to the largest one."""

    def __init__(self, name, body, inputs, outputs, ulps=None, relative=None, of_largest=False, extra="", separate=False):
        self.name, self.body, self.extra, self.separate = name, body, extra, separate
        self.inputs, self.outputs = [v(a) for a in inputs], [v(a) for a in outputs]
        self.ulps, self.relative, self.of_largest = ulps, relative, of_largest

    def function(self, number):
        arguments = ", ".join(f"%a{i}: {a.type}" for i, a in enumerate(self.inputs))
        results = ", ".join(a.type for a in self.outputs)
        lines = [f"func.func private @case{number}({arguments}) -> ({results}) {{", "  " + self.body.strip()]
        if not re.match(r"\s*(func\.)?return ", self.body.strip().splitlines()[-1]):
            names = ["%r"] if len(self.outputs) == 1 else [f"%r{i}" for i in range(len(self.outputs))]
            lines.append(f"  return {', '.join(names)} : {results}")
        return "\n".join(lines + ["}"]) + "\n" + (self.extra + "\n" if self.extra else "")

    def problem(self, number, actual):
        """What is wrong with output `number`, or None."""
        output = self.outputs[number]
        expected, element = output.array, output.element
        if actual.shape != expected.shape:
            return f"shape {actual.shape}, expected {expected.shape}"
        if actual.dtype != expected.dtype:
            return f"type {actual.dtype}, expected {expected.dtype}"
        right = self.compare(actual, expected, element)
        if right.all():
            return None
        place = tuple(np.argwhere(~right)[0])
        inputs = "".join(f"; input {i}: {a.array[place]!r}" for i, a in enumerate(self.inputs)
                         if a.array.shape == expected.shape)
        return (f"{(~right).sum()} of {right.size} elements are wrong, first at {place}: {actual[place]!r} instead of "
                f"{expected[place]!r}{inputs}")

    def compare(self, actual, expected, element):
        if is_integer(element):
            return actual == expected
        if element.startswith("complex"):
            part = element[8:-1]
            if self.relative is not None:
                with np.errstate(all="ignore"):
                    scale = np.abs(expected)
                    finite = np.isfinite(expected.real) & np.isfinite(expected.imag)
                    near = np.abs(actual - expected) <= self.relative * scale
                if finite.all():
                    return near
                parts = self.compare_real(actual.real, expected.real, part)
                return np.where(finite, near, parts & self.compare_real(actual.imag, expected.imag, part))
            return self.compare_real(actual.real, expected.real, part) & self.compare_real(actual.imag, expected.imag, part)
        return self.compare_real(actual, expected, element)

    def compare_real(self, actual, expected, element):
        actual, expected = actual.astype(np.float64), expected.astype(np.float64)
        both_nan = np.isnan(actual) & np.isnan(expected)
        with np.errstate(all="ignore"):
            same = (actual == expected) & (np.signbit(actual) == np.signbit(expected)) | both_nan
            if self.relative is not None:
                scale = np.abs(expected)
                if self.of_largest and expected.size:
                    scale = np.full(expected.shape, np.nanmax(np.where(np.isfinite(scale), scale, 0)))
                finite = np.isfinite(expected)
                return same | (finite & (np.abs(actual - expected) <= self.relative * np.where(finite, scale, 0)))
            if not self.ulps:
                return same
            unit = np.maximum(2.0 ** np.floor(np.log2(np.maximum(np.abs(expected), 1e-320))), SMALLEST_NORMAL[element])
            finite = np.isfinite(expected)
            near = finite & (np.abs(actual - expected) <= self.ulps * EPSILON[element] * np.where(finite, unit, 1))
            # Zeros of either sign stand for results that underflow, but not where the result is a zero.
            return same | (near & (expected != 0))


def program_text(cases):
    text = "".join(case.function(i) for i, case in enumerate(cases))
    arguments, results, lines, values = [], [], [], []
    for i, case in enumerate(cases):
        names = [f"%c{i}_{k}" for k in range(len(case.inputs))]
        types = [a.type for a in case.inputs]
        arguments += [f"{n}: {t}" for n, t in zip(names, types)]
        outputs = [a.type for a in case.outputs]
        lines.append(f"  %r{i}:{len(outputs)} = call @case{i}({', '.join(names)}) : ({', '.join(types)}) -> ({', '.join(outputs)})")
        values += [f"%r{i}#{k}" for k in range(len(outputs))]
        results += outputs
    return text + "\n".join([f"func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{", *lines,
                             f"  return {', '.join(values)} : {', '.join(results)}", "}"]) + "\n"


def execute(arguments, timeout=120):
    """Runs tern-run; returns its standard output, or raises with what it says."""
    command = [os.environ.get("TERN_RUN", "tern-run"), f"--device={DEVICE}", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    if result.returncode != 0:
        message = (result.stderr.strip() or result.stdout.strip())[:1500]
        raise RuntimeError(f"exit status {result.returncode}: {message}")
    return result.stdout


def compile_for(option, source, module):
    command = [os.environ.get("TERN_COMPILE", "tern-compile"), source, "-o", module, option]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if result.returncode != 0:
        raise RuntimeError(f"exit status {result.returncode} of tern-compile: {result.stderr.strip()[:1500]}")
    return module


def run_program(cases):
    """The problem of each case, or None; raises if the program does not run."""
    with tempfile.TemporaryDirectory() as folder:
        source = f"{folder}/program.mlir"
        with open(source, "w") as file:
            file.write(program_text(cases))
        if TARGET:
            compile_for(f"--target={TARGET}", source, f"{folder}/program.tern")
            return [None] * len(cases)
        if processor:
            source = compile_for(f"--target-cpu={processor}", source, f"{folder}/program.tern")
        arguments = [source, "--function=main"]
        inputs = [a for case in cases for a in case.inputs]
        outputs = [a for case in cases for a in case.outputs]
        arguments += [a.save(f"{folder}/in{i}.npy") for i, a in enumerate(inputs)]
        arguments += [f"--output=@{folder}/out{i}.npy" for i in range(len(outputs))]
        execute(arguments)
        loaded = iter([load(f"{folder}/out{i}.npy", a.element) for i, a in enumerate(outputs)])
    problems = []
    for case in cases:
        found = [case.problem(i, next(loaded)) for i in range(len(case.outputs))]
        problems.append("; ".join(f"output {i}: {p}" for i, p in enumerate(found) if p) or None)
    return problems


def attempt(cases):
    """The problem of each case, or None."""
    try:
        problems = run_program(cases)
        if len(cases) == 1 or not any(problems):
            return problems
    except (RuntimeError, subprocess.TimeoutExpired, OSError, ValueError) as error:
        if len(cases) == 1:
            return [str(error)]
        middle = len(cases) // 2
        problems = attempt(cases[:middle]) + attempt(cases[middle:])
        if not any(problems):
            problems[0] = f"with others: {error}"
    return problems


def make_groups(cases):
    groups, group, values = [], [], 0
    for case in cases:
        size = max(len(case.inputs), len(case.outputs))
        if case.separate:
            groups.append([case])
            continue
        if group and (len(group) == CASES_PER_PROGRAM or values + size > VALUES_PER_PROGRAM):
            groups.append(group)
            group, values = [], 0
        group.append(case)
        values += size
    return groups + ([group] if group else [])


def run(cases, checks=()):
    """Runs cases, and checks given as (name, function returning None or what is wrong). Arguments: parts of names. 0 if all is right."""
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")]
    cases = [c for c in cases if not wanted or any(w in c.name for w in wanted)]
    checks = [c for c in checks if not TARGET and (not wanted or any(w in c[0] for w in wanted))]

    def run_check(check):
        try:
            return check[1]()
        except (RuntimeError, subprocess.TimeoutExpired, OSError, ValueError) as error:
            return str(error)

    failures = []
    with ThreadPoolExecutor(max_workers=int(os.environ.get("TERN_JOBS", "2"))) as pool:
        groups = make_groups(cases)
        for group, problems in zip(groups, pool.map(attempt, groups)):
            failures += [(case.name, f"{problem}\n{program_text([case])}") for case, problem in zip(group, problems) if problem]
        failures += [(name, problem) for (name, _), problem in zip(checks, pool.map(run_check, checks)) if problem]
    for name, problem in failures:
        print(f"FAIL {name}: {problem}")
    total = len(cases) + len(checks)
    where = f"for {TARGET}, not run" if TARGET else f"on {DEVICE}"
    print(f"{total - len(failures)} passed, {len(failures)} failed {where}")
    return 1 if failures or not total else 0


def main(cases, checks=()):
    sys.exit(run(cases, checks))
