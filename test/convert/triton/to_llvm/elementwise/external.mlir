// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK: llvm.func @__nv_hypotf(f32, f32) -> f32
  // CHECK-LABEL: llvm.func internal @functions
  // CHECK-COUNT-4: llvm.call @__nv_hypotf(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
  tt.func private @functions(%x: tensor<128xf32, #b>) -> tensor<128xf32, #b> {
    %0 = tt.extern_elementwise %x, %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_hypotf"} : (tensor<128xf32, #b>, tensor<128xf32, #b>) -> tensor<128xf32, #b>
    tt.return %0 : tensor<128xf32, #b>
  }

  // Four bytes make a register.
  // CHECK-LABEL: llvm.func internal @packed
  // CHECK: %[[ALL:.*]] = llvm.inline_asm asm_dialect = att operand_attrs = [] "shl.b32 $0, $1, 3;", "=r,r" %{{.*}} : (vector<4xi8>) -> vector<4xi8>
  // CHECK-COUNT-4: llvm.extractelement %[[ALL]]
  tt.func private @packed(%x: tensor<128xi8, #b>) -> tensor<128xi8, #b> {
    %0 = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x : tensor<128xi8, #b> -> tensor<128xi8, #b>
    tt.return %0 : tensor<128xi8, #b>
  }

  // Two results, and two elements at once of which each has a register.
  // CHECK-LABEL: llvm.func internal @several
  // CHECK-COUNT-2: llvm.inline_asm has_side_effects {{.*}} "foo", "=r,=r,=h,r,r" %{{.*}}, %{{.*}} : (f32, f32) -> !llvm.struct<(f32, f32, vector<2xi8>)>
  // CHECK: llvm.extractelement
  tt.func private @several(%x: tensor<128xf32, #b>) -> (tensor<128xf32, #b>, tensor<128xi8, #b>) {
    %0:2 = tt.elementwise_inline_asm "foo" {constraints = "=r,=r,=h,r,r", packed_element = 2 : i32, pure = false} %x : tensor<128xf32, #b> -> tensor<128xf32, #b>, tensor<128xi8, #b>
    tt.return %0#0, %0#1 : tensor<128xf32, #b>, tensor<128xi8, #b>
  }

  // A scalar fills the register up with itself.
  // CHECK-LABEL: llvm.func internal @scalar
  // CHECK: llvm.insertelement %arg0
  // CHECK: llvm.insertelement %arg0
  // CHECK: (vector<2xi16>) -> vector<2xi16>
  tt.func private @scalar(%x: i16) -> i16 {
    %0 = tt.elementwise_inline_asm "neg $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x : i16 -> i16
    tt.return %0 : i16
  }
}
