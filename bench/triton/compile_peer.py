"""Compiles kernels of bench/triton/kernels.py with Triton; run by its Python. No GPU is needed.

usage: compile_peer.py FOLDER NAME...
       compile_peer.py FOLDER --texts NAME...

FOLDER/NAME.ttir, and what Triton makes of it: NAME.triton.ttgir, .llir, .ptx, .cubin, and .json with what a launch needs. --texts: of
FOLDER/NAME.ttir as it is, with the options in FOLDER/NAME.options.json.
"""

import importlib.util
import json
import os
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TARGET = GPUTarget("cuda", 90, 32)
POINTERS = {"f32": "*fp32", "f16": "*fp16", "bf16": "*bf16", "f8E4M3FN": "*fp8e4nv", "i8": "*i8", "i32": "*i32"}
CONSTANTS = {"fp32": tl.float32, "int32": tl.int32}


def load(name):
    """A file beside this one; this folder must not be looked through for modules, for it is called triton."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")
    spec = importlib.util.spec_from_file_location("bench_" + name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def type_of(value):
    if isinstance(value, tuple):
        return POINTERS[value[0]]
    return "fp32" if isinstance(value, float) else "i32"


def compile_case(case, kernels, folder):
    arguments = case.launches[0].arguments
    constants = {name: CONSTANTS.get(value, value) for name, value in case.constants.items()}
    signature = {name: type_of(value) for name, value in arguments.items()} | {name: "constexpr" for name in constants}
    kernel = getattr(kernels, case.kernel)
    # Triton's launches find out the same: all arrays begin at multiples of 16 bytes.
    hints = {}
    for name, value in arguments.items():
        same = [other.arguments[name] for other in case.launches]
        if isinstance(value, tuple) or all(isinstance(number, int) and number % 16 == 0 for number in same):
            hints[(kernel.arg_names.index(name),)] = [["tt.divisibility", 16]]
    options = {"num_warps": case.num_warps, "num_stages": case.num_stages}
    made = triton.compile(ASTSource(kernel, signature, constants, hints), target=TARGET, options=options)
    with open(f"{folder}/{case.name}.ttir", "w") as file:
        file.write(made.asm["ttir"])
    write(made, folder, case.name)


def compile_text(folder, name):
    with open(f"{folder}/{name}.options.json") as file:
        options = json.load(file)
    try:
        write(triton.compile(f"{folder}/{name}.ttir", target=TARGET, options=options), folder, name)
    except Exception as error:  # of some kernels Triton makes code for devices that it knows better
        print(f"{name}: {error}", file=sys.stderr)


def write(made, folder, name):
    for kind in ("ttgir", "llir", "ptx", "cubin"):
        data = made.asm[kind]
        with open(f"{folder}/{name}.triton.{kind}", "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
    facts = {"name": made.metadata.name, "shared": made.metadata.shared, "threads": 32 * made.metadata.num_warps,
             "scratch": made.metadata.global_scratch_size}
    with open(f"{folder}/{name}.triton.json", "w") as file:
        json.dump(facts, file)


def main():
    folder, names = sys.argv[1], sys.argv[2:]
    if names[:1] == ["--texts"]:
        for name in names[1:]:
            compile_text(folder, name)
        return
    cases, kernels = load("cases"), load("kernels")
    for case in cases.CASES:
        if case.name in names:
            compile_case(case, kernels, folder)


if __name__ == "__main__":
    main()
