// Properties that are plain values upstream. Versions before 5 have them in the dictionary, where upstream loses them.
// RUN: tern-opt %s > %t.mlir
// RUN: tern-opt --emit-bytecode %s | mlir-opt | diff %t.mlir -
// RUN: mlir-opt --emit-bytecode %s | tern-opt | diff %t.mlir -
// RUN: tern-opt --emit-bytecode --emit-bytecode-version=5 %s | mlir-opt | diff %t.mlir -
// RUN: mlir-opt --emit-bytecode --emit-bytecode-version=5 %s | tern-opt | diff %t.mlir -
// RUN: tern-opt --emit-bytecode --emit-bytecode-version=4 %s | tern-opt | diff %t.mlir -

llvm.func @flags(%x: i32, %l: i64, %p: !llvm.ptr) -> i32 {
  %0 = llvm.add %x, %x overflow<nsw, nuw> : i32
  %1 = llvm.sub %0, %x : i32
  %2 = llvm.mul %1, %x overflow<nuw> : i32
  %3 = llvm.shl %2, %x overflow<nsw> : i32
  %4 = llvm.trunc %l overflow<nsw> : i64 to i32
  %5 = llvm.getelementptr inbounds %p[%0, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %6 = llvm.getelementptr %p[%4] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.br ^bb1 {loop_annotation = #llvm.loop_annotation<disableNonforced = true, mustProgress = true, unroll = <disable = true>>}
^bb1:
  llvm.return %3 : i32
}
// What upstream requires, though it is left out where it is nothing.
spirv.module Logical GLSL450 {
  spirv.func @loop(%c: i1) -> () "None" {
    spirv.mlir.loop {
      spirv.Branch ^header
    ^header:
      spirv.BranchConditional %c, ^body, ^merge
    ^body:
      spirv.Branch ^continue
    ^continue:
      spirv.Branch ^header
    ^merge:
      spirv.mlir.merge
    }
    spirv.mlir.selection control(Flatten) {
      spirv.Branch ^merge
    ^merge:
      spirv.mlir.merge
    }
    spirv.Return
  }
}
// Visibility is inherent to functions, discardable in other symbols.
gpu.module @kernels attributes {sym_visibility = "private"} {
}
func.func private @f()
