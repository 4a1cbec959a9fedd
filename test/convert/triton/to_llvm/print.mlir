// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-DAG: "pid (%u, %u, %u) idx (%2u, %2u) x: (operand 0) %f\0A\00"
  // CHECK-DAG: "pid (%u, %u, %u) idx (%2u, %2u) x: (operand 1) %i\0A\00"
  // CHECK-DAG: "pid (%u, %u, %u) idx () h: 0x%016llx\0A\00"
  // CHECK-DAG: "pid (%u, %u, %u) idx () b: %u\0A\00"
  // CHECK-DAG: "pid (%u, %u, %u) idx () p: %p\0A\00"
  // CHECK-DAG: "pid (%u, %u, %u) here\0A\00"
  // CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32

  // CHECK-LABEL: llvm.func internal @prints
  // CHECK: llvm.fpext %{{.*}} : f16 to f64
  // CHECK: llvm.alloca %{{.*}} x !llvm.struct<(i32, i32, i32, i32, i32, f64)>
  // CHECK: llvm.call @vprintf
  // CHECK: llvm.sext %{{.*}} : i8 to i32
  // CHECK: llvm.alloca %{{.*}} x !llvm.struct<(i32, i32, i32, i64)>
  // CHECK: llvm.zext %{{.*}} : i1 to i32
  // CHECK: llvm.alloca %{{.*}} x !llvm.struct<(i32, i32, i32, ptr<1>)>
  // CHECK: llvm.alloca %{{.*}} x !llvm.struct<(i32, i32, i32)>
  tt.func private @prints(%x: tensor<16x16xf16, #b>, %y: tensor<16x16xi8, #b>, %h: i64, %c: i1, %p: !tt.ptr<f32>) {
    tt.print " x: " {hex = false, isSigned = array<i32: 0, 1>} : %x, %y : tensor<16x16xf16, #b>, tensor<16x16xi8, #b>
    tt.print " h: " {hex = true, isSigned = array<i32: 1>} : %h : i64
    tt.print " b: " {hex = false, isSigned = array<i32: 0>} : %c : i1
    tt.print " p: " {hex = false, isSigned = array<i32: 0>} : %p : !tt.ptr<f32>
    tt.print " here" {hex = false, isSigned = array<i32>}
    tt.return
  }

  // CHECK-LABEL: llvm.func internal @asserts
  // CHECK-COUNT-2: llvm.icmp "eq"
  // CHECK: llvm.cond_br %{{.*}}, ^bb1, ^bb2
  // CHECK: ^bb1:
  // CHECK: llvm.call @__assertfail
  // CHECK: llvm.br ^bb2
  // CHECK: ^bb2:
  // CHECK: nvvm.barrier0
  // CHECK: llvm.return
  tt.func private @asserts(%c: tensor<16x16xi1, #b>) {
    tt.assert %c, "must hold" : tensor<16x16xi1, #b>
    tt.return
  }
}
