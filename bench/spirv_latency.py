"""From MLIR text to a SPIR-V binary: whole processes, beside mlir-opt-22 and mlir-translate-22 on their nearest pipeline.

The peers start later: a kernel at the gpu level, written by hand as plain loops. tern starts from HLO on tensors and tiles,
promotes and distributes."""

import re
import subprocess

from first_result import time_own_passes
from measure import LLVM, interleave, milliseconds

REPEATS = 21
TYPES = {"a": "memref<32x24xf32, #spirv.storage_class<StorageBuffer>>",
         "b": "memref<24x16xf32, #spirv.storage_class<StorageBuffer>>",
         "c": "memref<32x16xf32, #spirv.storage_class<StorageBuffer>>",
         "m": "memref<10x15xf32, #spirv.storage_class<StorageBuffer>>",
         "v": "memref<15xf32, #spirv.storage_class<StorageBuffer>>"}

MATMUL = """
    gpu.func @main(%a: {a}, %b: {b}, %c: {c}) kernel
        attributes {{spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 4, 1]>}} {{
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c24 = arith.constant 24 : index
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %block = gpu.block_id y
      %first = arith.muli %block, %c4 : index
      %row = arith.addi %first, %y : index
      memref.store %zero, %c[%row, %x] : {c}
      scf.for %k = %c0 to %c24 step %c1 {{
        %l = memref.load %a[%row, %k] : {a}
        %r = memref.load %b[%k, %x] : {b}
        %old = memref.load %c[%row, %x] : {c}
        %p = arith.mulf %l, %r : f32
        %s = arith.addf %old, %p : f32
        memref.store %s, %c[%row, %x] : {c}
      }}
      gpu.return
    }}"""
ELEMENTWISE = """
    gpu.func @main(%a: {m}, %b: {m}, %c: {v}, %d: {m}) kernel
        attributes {{spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [15, 1, 1]>}} {{
      %x = gpu.thread_id x
      %row = gpu.block_id x
      %l = memref.load %a[%row, %x] : {m}
      %r = memref.load %b[%row, %x] : {m}
      %f = memref.load %c[%x] : {v}
      %s = arith.addf %l, %r : f32
      %p = arith.mulf %s, %f : f32
      memref.store %p, %d[%row, %x] : {m}
      gpu.return
    }}"""
HEAD = """module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader],
    [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  gpu.module @kernels {"""
PASSES = "builtin.module(convert-gpu-to-spirv,spirv.module(spirv-lower-abi-attrs,spirv-update-vce),canonicalize)"




def prepare_peer(name, kernel, work):
    """The commands of upstream. mlir-translate wants the spirv.module alone, which is cut out of mlir-opt's output here."""
    source, lowered, inner = (work / f"{name}_spirv{ending}" for ending in (".mlir", "_out.mlir", "_module.mlir"))
    source.write_text(HEAD + kernel.format(**TYPES) + "\n  }\n}\n")
    optimize = [LLVM + "mlir-opt", str(source), f"--pass-pipeline={PASSES}", "-o", str(lowered)]
    subprocess.run(optimize, check=True)
    inner.write_text(re.search(r"^  spirv\.module.*?^  }$", lowered.read_text(), re.M | re.S)[0])
    translate = [LLVM + "mlir-translate", "--serialize-spirv", "--no-implicit-module", str(inner), "-o",
                 str(work / f"{name}_peer.spv")]
    return [optimize, translate]


def measure(build, root, work, table):
    for name, kernel in (("matmul", MATMUL), ("elementwise", ELEMENTWISE)):
        source = f"examples/{name}.mlir"
        result = interleave({
            "tern": [[str(build / "bin/tern-compile"), source, "-o", str(work / f"{name}.spv")]],
            "upstream": prepare_peer(name, kernel, work),
        }, REPEATS, root)
        ours, theirs = result["tern"][0], result["upstream"][0]
        table.add(f"{name}: text to SPIR-V binary, process", milliseconds(ours), milliseconds(theirs),
                  "mlir-opt + mlir-translate, from a kernel at the gpu level", theirs / ours)
        inside = time_own_passes(build, root, source, "--iree-codegen-linalg-to-spirv-pipeline")
        table.add(f"{name}: reading and the passes to spirv", f"{inside:.2f} ms")
