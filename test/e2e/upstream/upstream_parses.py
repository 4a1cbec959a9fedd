"""What tern-opt prints, mlir-opt reads: over every test input that tern-opt accepts.

The generic form of every file must parse and verify upstream; so must the pretty form, unless the file has ops of dialects
that upstream's tool does not know (their pretty syntax means nothing to it).
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TERN_OPT = os.environ.get("TERN_OPT", "tern-opt")
MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"
OURS = re.compile(r"\b(hal|iree|iree_\w+|util|flow|stream|vm|check|io_parameters|sdy|mhlo|stablehlo|chlo|vhlo|interpreter|tm_tensor|tt|ttg|ttng|amdg|nvg|nvws)\.[a-z]")
# Files that upstream's tool refuses for a reason of its own.
REFUSED = {
    "convert/stablehlo/reductions.mlir": "a call inside of an op that it does not know as a symbol table's user",
    "convert/gpu_to_llvm/nvvm/gpu_to_nvvm_matrix_more.mlir": "matrices of bf16, which are newer than the tool",
    "convert/llvm/kernel/matrix.mlir": "matrices of bf16, which are newer than the tool",
    "convert/tosa/tosa_make_broadcastable.mlir": "operands of different ranks, which the pass is for",
    "convert/tosa/strip_quant_types.mlir": "constants of quantized tensors, in the spelling of 2023-24",
    "convert/tosa/tosa_to_linalg.mlir": "an attribute that is newer than the tool",
    "dialect/sdy/ops.mlir": "attributes of a dialect that it does not know, in their own syntax",
    "dialect/spirv/discardable.mlir": "attributes of spirv.Store, which it prints where it does not read them",
    "dialect/tosa/ops.mlir": "ifs without operands, which it prints as it does not read them",
    "dialect/transform/iree_ops.mlir": "ops of IREE's extension",
    "e2e/Inputs/round_trip/spirv.mlir": "graphs and attributes, which it prints as it does not read them",
    "e2e/Inputs/round_trip/tosa.mlir": "ifs without operands, which it prints as it does not read them",
    "transform/flow/Inputs/dispatch_clones.mlir": "ops of IREE's extension",
    "transform/flow/Inputs/dispatch_forall.mlir": "ops of IREE's extension",
    "transform/flow/Inputs/dispatch_regions.mlir": "ops of IREE's extension",
    "transform/gpu/targets/module_to_binary_targets.mlir": "a target for the host's processor, which is ours alone",
    "transform/hal/lower_affine.mlir": "a function that it does not know as a scope of affine symbols",
    "transform/stablehlo/strip_shardings.mlir": "attributes of a dialect that it does not know, in their own syntax",
}
FLAGS = ["--allow-unregistered-dialect", "--split-input-file"]



def check(path):
    command = [TERN_OPT, *FLAGS, str(path)]
    pretty = subprocess.run(command, capture_output=True, timeout=120)
    if pretty.returncode != 0:
        return None  # an input for error tests
    forms = [("generic", ["--mlir-print-op-generic"])]
    if not OURS.search(pretty.stdout.decode("utf-8", "replace")):
        forms.append(("pretty", []))
    for name, flags in forms:
        printed = subprocess.run([*command, *flags], capture_output=True, timeout=120)
        result = subprocess.run([MLIR_OPT, *FLAGS, "-o", os.devnull], input=printed.stdout, capture_output=True, timeout=120)
        if result.returncode != 0:
            message = result.stderr.decode("utf-8", "replace").splitlines()
            return f"{path.relative_to(ROOT)}: mlir-opt refuses the {name} form: {message[0] if message else ''}"
    return ""


def main():
    # What is wrong for a later step only (invalid.mlir of the translation) may well be refused upstream at once. Files
    # whose names end in "_own" hold what upstream has not, or writes otherwise; they say what.
    files = sorted(p for p in ROOT.rglob("*.mlir")
                   if "fuzz" not in p.parts and "invalid" not in p.stem and not p.stem.endswith("_own")
                   and str(p.relative_to(ROOT)) not in REFUSED)
    with ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(check, files))
    failures = [r for r in results if r]
    print("\n".join(failures))
    print(f"{results.count('')} files read by mlir-opt, {results.count(None)} are error tests")
    print(f"{results.count('')} passed, {len(failures)} failed")
    sys.exit(1 if failures or not results.count("") else 0)


main()
