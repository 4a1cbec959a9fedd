"""From process start to the first kernel result, for the two example dispatches; and tools that do nothing.

The peer is what upstream's tools take to make an object file of the same computation, written as linalg on memrefs:
mlir-opt, mlir-translate and llc, one after another. They make an object, and run nothing.
"""

import re
import statistics
import subprocess

from measure import LLVM, interleave, milliseconds

REPEATS = 15

MATMUL = """\
func.func @kernel(%a: memref<32x24xf32>, %b: memref<24x16xf32>, %c: memref<32x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<32x16xf32>)
  linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x16xf32>) outs(%c : memref<32x16xf32>)
  return
}
"""

ELEMENTWISE = """\
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @kernel(%a: memref<10x15xf32>, %b: memref<10x15xf32>, %c: memref<15xf32>, %d: memref<10x15xf32>) {
  linalg.generic {indexing_maps = [#all, #all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c : memref<10x15xf32>, memref<10x15xf32>, memref<15xf32>) outs(%d : memref<10x15xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %old: f32):
    %sum = arith.addf %x, %y : f32
    %product = arith.mulf %sum, %z : f32
    linalg.yield %product : f32
  }
  return
}
"""

TO_LLVM = ("builtin.module(convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,"
           "convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)")

TEN_LINES = """\
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %b : i32
  %2 = arith.subi %1, %a : i32
  %3 = arith.xori %2, %0 : i32
  %4 = arith.andi %3, %1 : i32
  %5 = arith.ori %4, %2 : i32
  return %5 : i32
}
// ten lines
"""

CASES = {
    "matmul": ("examples/matmul.mlir", MATMUL, ["--input=32x24xf32=1", "--input=24x16xf32=0.5"]),
    "elementwise": ("examples/elementwise.mlir", ELEMENTWISE,
                    ["--input=10x15xf32=1", "--input=10x15xf32=2", "--input=15xf32=0.5"]),
}


def upstream(name, work):
    source = work / f"{name}_upstream.mlir"
    lowered, ir, objects = (work / f"{name}{ending}" for ending in ("_llvm.mlir", ".ll", ".o"))
    return [
        [LLVM + "mlir-opt", f"--pass-pipeline={TO_LLVM}", str(source), "-o", str(lowered)],
        [LLVM + "mlir-translate", "--mlir-to-llvmir", str(lowered), "-o", str(ir)],
        [LLVM + "llc", "-O2", "-filetype=obj", str(ir), "-o", str(objects)],
    ]


def time_own_passes(build, root, file, pipeline="--iree-codegen-linalg-to-llvm-pipeline"):
    """Mean milliseconds from the text to the end of `pipeline` by tern-opt's own report, which has a tenth of a millisecond and
    a tenth of a percent. Left out: printing, and the verifier between the passes, which tern-run does without."""
    command = [str(build / "bin/tern-opt"), file, "--mlir-timing", "--mlir-timing-display=list", "--hlo-to-linalg-pipeline",
               pipeline, "-o", "/dev/null"]
    times = []
    for _ in range(REPEATS):
        report = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stderr
        total = float(re.search(r"Total Execution Time: ([\d.]+)", report)[1])
        others = re.findall(r"\(\s*([\d.]+)%\)\s+(?:Output|\(V\) Verifier)$", report, re.M)
        times.append(total * (1 - sum(map(float, others)) / 100))
    return statistics.mean(times) * 1e3


def measure(build, root, work, table):
    for name, (file, peer_text, inputs) in CASES.items():
        (work / f"{name}_upstream.mlir").write_text(peer_text)
        result = interleave({
            "tern": [[str(build / "bin/tern-run"), file, *inputs]],
            "upstream": upstream(name, work),
        }, REPEATS, root)
        ours, theirs = result["tern"][0], result["upstream"][0]
        table.add(f"{name}: process start to result", milliseconds(ours), milliseconds(theirs),
                  "mlir-opt + mlir-translate + llc, to an object", theirs / ours)
        table.add(f"{name}: reading and tern's own passes", f"{time_own_passes(build, root, file):.2f} ms")
    (work / "ten_lines.mlir").write_text(TEN_LINES)
    result = interleave({
        "tern": [[str(build / "bin/tern-opt"), "ten_lines.mlir"]],
        "upstream": [[LLVM + "mlir-opt", "ten_lines.mlir"]],
    }, 31, work)
    table.add("tern-opt, ten lines, no passes", milliseconds(result["tern"][0]), milliseconds(result["upstream"][0]),
              "mlir-opt", result["upstream"][0] / result["tern"][0])
